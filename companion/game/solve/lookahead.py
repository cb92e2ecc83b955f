"""How many guesses a set of codes will still take, found by playing on. Pure.

Every sum is over all codes of a set, and counts the last (right) guess of each.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from companion.game.solve.possible import Codes, marks
from companion.game.solve.symmetry import Places

__all__ = ["Outlook", "look_ahead"]

Numbers = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint32] | npt.NDArray[np.uint64]

# A further guess divides a large set by about this much (boxes of 4 and 5 holes and 6 to 9
# colours measure 7.7 to 9.6). It only orders guesses and need not be exact.
DIVISOR = 8.5
NEVER = 1 << 40  # more guesses than any tree has: what is never chosen
ONES = np.array([n.bit_count() for n in range(1 << 16)], dtype=np.uint8)


@dataclass(frozen=True)
class Outlook:
    """The answers of `guesses` to a set of codes, and what was found about its subsets.

    `answers` and `bits` (one bit an answer) have the shape (codes, guesses); `own[c]` is the
    place of code c among the guesses. A subset is an ascending array of places of codes.
    Of each subset the `width` most promising guesses are played on.
    """

    answers: npt.NDArray[np.uint8]
    bits: Bits
    own: Places
    holes: int
    width: int
    least: Numbers  # of n codes: no fewer guesses in all
    likely: npt.NDArray[np.float64]  # of n codes: about so many guesses in all
    known: dict[bytes, int] = field(default_factory=dict)

    def best(self, codes: Places, among: Places) -> tuple[int, int]:
        """Return the fewest guesses for `codes` that were found, and the guess to begin with.

        Only guesses in `among` may begin. Of equals one that may be the code is taken.
        """
        return self._play_on(codes, *self._by_size(codes, among))

    def _fewest(self, codes: Places) -> int:
        if len(codes) <= 2:
            return 2 * len(codes) - 1
        key = codes.tobytes()
        if key not in self.known:
            self.known[key] = self._search(codes)
        return self.known[key]

    def _search(self, codes: Places) -> int:
        own = self.own[codes]
        if (_parts(self.bits[codes[:, None], own]) == len(codes)).any():
            return 2 * len(codes) - 1  # a possible code that tells all others apart
        if len(codes) < 3 * self.holes:
            return self._play_on(codes, *self._by_parts(codes))[0]
        return self._play_on(codes, *self._by_size(codes, None))[0]

    def _by_parts(self, codes: Places) -> tuple[Places, Numbers]:
        """Give the guesses that part a small set best, and the fewest guesses each can lead to."""
        told = _parts(self.bits[codes])
        told[self.own[codes]] += 1
        order = np.argsort(~told, kind="stable")[: self.width]
        order = order[told[order] > 1]  # else it tells nothing
        return order, 3 * len(codes) - told[order].astype(np.int64)

    def _by_size(self, codes: Places, among: Places | None) -> tuple[Places, Numbers]:
        """Do the same by the sizes of the parts, in which large sets differ."""
        places = np.arange(self.answers.shape[1]) if among is None else among
        answers = self.answers[codes] if among is None else self.answers[codes[:, None], among]
        sizes = part_sizes(answers.T, self.holes)
        sizes[:, -1] = 0  # the right guess ends the game
        order = np.argsort(self.likely[sizes].sum(axis=1), kind="stable")[: self.width]
        least = len(codes) + self.least[sizes[order]].sum(axis=1)
        least[sizes[order].max(axis=1) == len(codes)] = NEVER
        return places[order], least

    def _play_on(self, codes: Places, guesses: Places, least: Numbers) -> tuple[int, int]:
        own = set(self.own[codes].tolist())
        best, best_is_other, place = NEVER, True, -1
        for guess, low in zip(guesses.tolist(), least.tolist(), strict=True):
            is_other = guess not in own
            limit = best if best_is_other and not is_other else best - 1
            if low <= limit and (total := self._total(codes, guess, low, limit)) <= limit:
                best, best_is_other, place = total, is_other, guess
        return best, place

    def _total(self, codes: Places, guess: int, low: int, limit: int) -> int:
        """Return the sum of guesses if `guess` comes next, or something above `limit`.

        `low` is a bound from the sizes of the parts; it rises as the parts are played on.
        """
        for part in self._split(codes, guess):
            low += self._fewest(part) - int(self.least[len(part)])
            if low > limit:
                break
        return low

    def _split(self, codes: Places, guess: int) -> list[Places]:
        """Return the parts with different answers, largest first, without the right guess's."""
        answers = self.answers[codes, guess]
        order = answers.argsort(kind="stable")
        answers, codes = answers[order], codes[order]
        starts = [0, *((answers[1:] != answers[:-1]).nonzero()[0] + 1).tolist()]
        parts = [codes[i:j] for i, j in zip(starts, [*starts[1:], None], strict=True)]
        if answers[-1] == self.holes * (self.holes + 1):
            parts.pop()
        return sorted(parts, key=len, reverse=True)


def _parts(bits: Bits) -> npt.NDArray[np.uint8]:
    """Return the number of different answers in each column of `bits`."""
    either = np.bitwise_or.reduce(bits, axis=0)
    ones = ONES[either.view(np.uint16)].reshape(len(either), -1)
    parts: npt.NDArray[np.uint8] = ones.sum(axis=1, dtype=np.uint8)
    return parts


def part_sizes(answers: npt.NDArray[np.uint8], holes: int) -> npt.NDArray[np.intp]:
    """Count each answer in each row of `answers`; the last column is the right guess's."""
    kinds = holes * (holes + 1) + 1
    shifted = answers + np.arange(len(answers), dtype=np.intp)[:, None] * kinds
    return np.bincount(shifted.ravel(), minlength=len(answers) * kinds).reshape(-1, kinds)


def look_ahead(codes: Codes, guesses: Codes, among: Places, *, width: int) -> int:
    """Return the place of the guess in `among` after which `codes` take the fewest guesses in all.

    `guesses` are the rows that may be played later; `codes` must be among them.
    """
    holes = codes.shape[1]
    answers = marks(codes, guesses)  # the answer is the same both ways
    one = np.uint32(1) if holes < 6 else np.uint64(1)
    own = np.flatnonzero((answers == holes * (holes + 1)).any(axis=0))
    outlook = Outlook(
        answers=answers,
        bits=np.left_shift(one, answers.astype(one.dtype)),
        own=own,
        holes=holes,
        width=width,
        least=_least(len(codes), holes),
        likely=_likely(len(codes)),
    )
    return outlook.best(np.arange(len(codes)), among)[1]


def _least(most: int, holes: int) -> Numbers:
    """Return the bound for 0 to `most` codes: the 1st takes 1 guess, one an answer 2, others 3."""
    n = np.arange(most + 1)
    kinds = (holes + 1) * (holes + 2) // 2 - 1
    return 2 * n - (n > 0) + np.maximum(0, n - kinds)


def _likely(most: int) -> npt.NDArray[np.float64]:
    n = np.arange(1, most + 1)
    return np.concatenate([[0.0], np.maximum(2 * n - 1, n * (1 + np.log(n) / np.log(DIVISOR)))])
