"""A hint: the guess that leaves a breaker least to do. Pure: standard library and numpy.

While many codes are left, it is the guess that leaves the fewest codes on average; when few
are left, the guess from which the whole game is shortest, found by playing on
(`solve_lookahead`). It is taken among all rows that may be guessed, possible or not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.errors import IllegalMove
from companion.game.solve.lookahead import look_ahead, part_sizes
from companion.game.solve.possible import Codes, Row, Space, blocks, is_among, marks, possible
from companion.game.solve.symmetry import distinct, unlike
from companion.i18n import _

__all__ = ["Hint", "Split", "advised", "best_guess", "best_split", "hint", "split"]

# Answers (codes left x guesses) up to which the game is played on, and how many guesses of each
# set are then tried: what a Raspberry Pi does in a few seconds.
DEEP = ((400_000, 32), (1_500_000, 8), (4_000_000, 2))
# guesses that are remembered: those of the rounds of an evening; chosen, some kilobytes
ADVICES = 256


@dataclass(frozen=True, slots=True)
class Split:
    """What the answers to one guess do to the codes left.

    `expected` is the mean number of codes left after the answer, ``sum(n * n) / sum(n)`` over
    the parts; `worst` the largest part; `bits` the information, ``-sum(p * log2(p))``.
    """

    expected: float
    worst: int
    bits: float


@dataclass(frozen=True, slots=True)
class Hint:
    """A good next guess, with `remaining` codes before it and what to expect after it."""

    guess: str
    remaining: int
    expected: float
    worst: int
    is_possible: bool


def hint(space: Space, rows: Sequence[Row]) -> Hint:
    """Return the best next guess after `rows`; the same one each time.

    Raises `IllegalMove` if no code agrees with the answers.
    """
    left = possible(space, rows)
    if not len(left):
        raise IllegalMove(
            _("No code agrees with these answers, so there is nothing to hint at."),
            hint=_("Look at the key pegs again, and correct the wrong answer."),
        )
    best = advised(space, tuple(rows))
    guess = space.numbers(best)[None]
    after = split(guess, left)
    return Hint(
        guess=best,
        remaining=len(left),
        expected=after.expected,
        worst=after.worst,
        is_possible=is_among(guess, left),
    )


@lru_cache(maxsize=ADVICES)
def advised(space: Space, rows: tuple[Row, ...]) -> str:
    """Return the best next guess after `rows`, which leave at least one code.

    It is remembered: the phones of a table ask for the same hint, and an analysis for those of all
    rows. So give a `space` that is kept too (`space_of`).
    """
    played = [space.numbers(guess) for guess, _ in rows]
    return space.text(best_guess(space, played, possible(space, rows))[0])


def best_guess(space: Space, played: Sequence[Codes], left: Codes) -> Codes:
    """Return what a hint advises, as an array of one row; `left` and `played` as `best_split`."""
    if len(left) <= 2:
        return left[:1]
    followers = distinct(space, left)
    for most, width in DEEP:
        if len(left) * len(followers) <= most:
            among = np.searchsorted(followers, unlike(space, played, left))
            guesses: Codes = space.guesses[followers]
            best = look_ahead(left, guesses, among, width=width)
            return guesses[best : best + 1]
    return best_split(space, played, left)


def split(guess: Codes, left: Codes) -> Split:
    """Say what `guess`, shape (1, holes), does to the codes `left`; nothing if there are none."""
    if not len(left):
        return Split(expected=0.0, worst=0, bits=0.0)
    sizes = np.bincount(marks(guess, left)[0])
    sizes = sizes[sizes > 0]
    shares = sizes / len(left)
    return Split(
        expected=int((sizes * sizes).sum()) / len(left),
        worst=int(sizes.max()),
        bits=float((shares * np.log2(1 / shares)).sum()),
    )


def best_split(space: Space, played: Sequence[Codes], left: Codes) -> Codes:
    """Return the guess that leaves the fewest codes on average, as an array of one row.

    `left` are the codes (at least one) that are possible after the rows `played`. Of equals
    one that is possible is taken, then the first in reading order.
    """
    guesses: Codes = space.guesses[unlike(space, played, left)]
    holes = left.shape[1]
    sums = np.empty(len(guesses), dtype=np.int64)
    may_be = np.empty(len(guesses), dtype=np.bool_)
    for start, block in blocks(guesses, left):
        sizes = part_sizes(block, holes)
        sums[start : start + len(block)] = (sizes * sizes).sum(axis=1)
        may_be[start : start + len(block)] = sizes[:, -1] > 0
    best = int(np.lexsort((~may_be, sums))[0])
    return guesses[best : best + 1]
