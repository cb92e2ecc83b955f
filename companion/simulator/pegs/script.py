"""A game at a drawn table, moment by moment: what stands on the board and what disturbs. Pure.

A moment is a tenth of a second. The same seed gives the same game; the script can be given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import mark

__all__ = ["Moment", "Script", "hand_moments", "moments", "random_script"]

# moments that a hand stays, and as many more for each peg that it sets; and that nothing moves
# between two visits of it; chosen: 0.3 s, 0.2 and two, at ten moments a second
HAND, HAND_PEG, QUIET = 3, 2, 20
# how far a bump goes, as a fraction of the hole pitch; chosen, less than takes a head to the next
# hole
BUMP = 0.3
# of the visits of a hand, so many bring each fault; chosen so that a game has each of them once or
# more
FAULT = 0.12


@dataclass(frozen=True, slots=True)
class Script:
    """A game to be shown: the secret, each row with its answer (black, white) as it is set."""

    secret: str
    rows: tuple[str, ...]
    answers: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What the table looks like: rows of letters, row 1 first, and (black, white) of each row.

    `code` is empty while it is covered. `hand` is the row that a hand reaches for, 0 for none;
    `shift` how far the board lies from its first place, in hole pitches; `gain` and `tint`
    multiply the light, and its red against its blue.
    """

    rows: tuple[str, ...]
    keys: tuple[tuple[int, int], ...]
    code: str = ""
    hand: int = 0
    shift: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0
    tint: float = 1.0
    note: str = ""


def random_script(seed: int, *, palette: str, rows: int, cols: int, repeats: bool = True) -> Script:
    """Make up a game that ends when the code is broken or the rows are used up."""
    chance = Random(seed)
    secret = _guess(chance, palette, cols, repeats=repeats)
    guesses = [_guess(chance, palette, cols, repeats=True) for _ in range(rows)]
    # most games end before the last row
    broken = chance.randrange(2, rows + 1)
    guesses[broken - 1 :] = [secret]
    answers = [mark(secret, guess) for guess in guesses]
    return Script(secret, tuple(guesses), tuple((a.black, a.white) for a in answers))


def moments(
    script: Script, *, rows: int, seed: int, faults: bool = True, palette: str = ""
) -> Iterator[Moment]:
    """Yield the game moment by moment, from an empty board to an empty board.

    With `faults` hands exchange pegs and take rows back, two rows are set at once, the board is
    bumped and the light changes. `palette` has the letters that a wrong peg may have.
    """
    table = _Table(
        script, rows, Random(seed), faults=faults, palette=palette or "".join(script.rows)
    )
    yield from table.play()


def hand_moments(now: Moment, after: Moment) -> int:
    """Return for how many moments a hand is there that changes the table to `after`."""
    new = sum(
        max(0, was.count(EMPTY) - row.count(EMPTY))
        for was, row in zip(now.rows, after.rows, strict=True)
    )
    return HAND + HAND_PEG * new


class _Table:
    """The table while the game is played; `now` is its moment without a hand."""

    def __init__(
        self, script: Script, rows: int, chance: Random, *, faults: bool, palette: str
    ) -> None:
        cols = len(script.secret)
        self.script, self.chance, self.faults, self.palette = script, chance, faults, palette
        self.now = Moment((EMPTY * cols,) * rows, ((0, 0),) * rows)

    def play(self) -> Iterator[Moment]:
        """Yield all moments."""
        yield from self._quiet()
        row = 0
        while row < len(self.script.rows):
            both = row + 2 < len(self.script.rows) and self._chance()
            yield from self._set_rows(row, row + 1 + both)
            row += 1 + both
            yield from self._disturb(row)
        yield from self._do(len(self.now.rows), replace(self.now, code=self.script.secret))
        yield from self._clear()

    def _set_rows(self, first: int, end: int) -> Iterator[Moment]:
        for i in range(first, end - 1):
            # set while nobody looks: the hand leaves only after the last of them
            yield from self._under_hand(i + 1, self._with_row(i, self.script.rows[i]))
        i, row = end - 1, self.script.rows[end - 1]
        if self._chance():
            half = len(row) // 2
            yield from self._do(end, self._with_row(i, row[:half] + EMPTY * (len(row) - half)))
        if self._chance():
            yield from self._do(end, self._with_row(i, self._slip(row)), note="wrong peg")
        if self._chance():
            yield from self._do(end, self._with_row(i, row))
            yield from self._do(end, self._with_row(i, EMPTY * len(row)), note="taken back")
        yield from self._do(end, self._with_row(i, row))
        for j in range(first, end):
            keys = list(self.now.keys)
            keys[j] = self.script.answers[j]
            yield from self._do(j + 1, replace(self.now, keys=tuple(keys)))

    def _disturb(self, row: int) -> Iterator[Moment]:
        if self._chance():
            far = [self.chance.uniform(-BUMP, BUMP) for _ in range(2)]
            x, y = self.now.shift
            yield from self._do(row, replace(self.now, shift=(x + far[0], y + far[1])), "bump")
        if self._chance():
            gain = self.chance.choice((0.6, 0.8, 1.15))
            self.now = replace(self.now, gain=gain, tint=self.chance.uniform(0.92, 1.08))
            yield from self._quiet("light")

    def _clear(self) -> Iterator[Moment]:
        cols, rows = len(self.script.secret), len(self.now.rows)
        half = replace(self.now, rows=(*self.now.rows[:1], *(EMPTY * cols,) * (rows - 1)))
        yield from self._do(1, half)
        yield from self._do(
            1,
            replace(self.now, rows=(EMPTY * cols,) * rows, keys=((0, 0),) * rows, code=""),
            "cleared",
        )

    def _do(self, row: int, after: Moment, note: str = "") -> Iterator[Moment]:
        """Let a hand come, change the table to `after` and leave."""
        yield from self._under_hand(row, after, note)
        yield from self._quiet(note)

    def _under_hand(self, row: int, after: Moment, note: str = "") -> Iterator[Moment]:
        stays = hand_moments(self.now, after)
        for i in range(stays):
            if i == stays // 2:
                self.now = replace(after, note=note)
            yield replace(self.now, hand=row)

    def _quiet(self, note: str = "") -> Iterator[Moment]:
        for _ in range(QUIET):
            drift = 1 + self.chance.uniform(-0.004, 0.004)
            self.now = replace(self.now, tint=self.now.tint * drift, note=note)
            yield self.now

    def _with_row(self, i: int, row: str) -> Moment:
        rows = (*self.now.rows[:i], row, *self.now.rows[i + 1 :])
        return replace(self.now, rows=rows)

    def _slip(self, row: str) -> str:
        col = self.chance.randrange(len(row))
        return row[:col] + self.chance.choice(self.palette) + row[col + 1 :]

    def _chance(self) -> bool:
        return self.faults and self.chance.random() < FAULT


def _guess(chance: Random, palette: Sequence[str], cols: int, *, repeats: bool) -> str:
    if repeats:
        return "".join(chance.choices(palette, k=cols))
    return "".join(chance.sample(palette, cols))
