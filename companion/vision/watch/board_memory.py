"""What is known of a board from the observations so far, as a value. Pure.

What an observation makes of it is decided in `vision.watch.row_rules`. Rows and columns count from
0 here, in what is said from 1.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

from companion.game.core.codes import EMPTY
from companion.sightings.boards import Why
from companion.vision.read.reading import UNSURE, Reading, RowKeys
from companion.vision.watch.box_limits import Limits, RowArrivals, has_pegs
from companion.vision.watch.stability import NOT_YET, Pace, PlaceHistory

__all__ = ["BoardMemory", "with_at"]

# confidence below which a letter is doubtful, a guess: it counts only if many readings agree
SURE_CONFIDENCE = 0.5
CELL: PlaceHistory[str] = PlaceHistory()
KEYS: PlaceHistory[tuple[int, int]] = PlaceHistory()
NO_ARRIVALS = RowArrivals()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BoardMemory:
    """The looks at every place, and what was said of each row.

    `known[r]` are the letters said last, all empty before; `said_keys[r]` is the (black, white)
    said last, None before. `touched` are the rows that a hand may have changed since they were last
    read as known. `asked` are rows and reasons that wait for an answer. `overrides` (row, column,
    read) are readings that a person corrected: they stand for what he said; ``?x`` is an unclear
    cell that looked most like x. `corrected` are their cells: a change there is asked about.
    `likely` is that of the last look. `begun` says that a row was known since the board was
    cleared. `since_hand` are how many rows came since a hand was there last, None before the whole
    board was read: there may be many at first. `laid` are the rows beside which something lies and
    stays: a sheet, a phone. `pictures` are those that look like a picture of pegs. `arrivals` tells
    which came with no hand.
    """

    limits: Limits
    known: tuple[str, ...]
    cells: tuple[tuple[PlaceHistory[str], ...], ...]
    keys: tuple[PlaceHistory[tuple[int, int]], ...]
    said_keys: tuple[tuple[int, int] | None, ...]
    touched: frozenset[int]
    code: PlaceHistory[str] = CELL
    said_code: str = ""
    asked: frozenset[tuple[int, str]] = frozenset()
    overrides: frozenset[tuple[int, int, str]] = frozenset()
    corrected: frozenset[tuple[int, int]] = frozenset()
    likely: tuple[str, ...] = ()
    begun: bool = False
    since_hand: int | None = None
    early: frozenset[int] = frozenset()
    laid: frozenset[int] = frozenset()
    pictures: frozenset[int] = frozenset()
    arrivals: RowArrivals = NO_ARRIVALS

    @classmethod
    def empty(cls, limits: Limits) -> "BoardMemory":
        """Return a board of which nothing was seen."""
        rows, cols = limits.rows, limits.cols
        return cls(
            limits,
            known=(EMPTY * cols,) * rows,
            cells=((CELL,) * cols,) * rows,
            keys=(KEYS,) * rows,
            said_keys=(None,) * rows,
            touched=frozenset(range(rows)),
        )

    @property
    def standing(self) -> tuple[tuple[int, str], ...]:
        """The rows that have pegs, from 1, and were read so since a hand may have been there."""
        rows = enumerate(self.known)
        return tuple((r + 1, row) for r, row in rows if has_pegs(row) and r not in self.touched)

    def has_read(self, pace: Pace) -> bool:
        """Whether every place was seen often enough, or half of them so often that more helps not.

        Places under a hand that stays are never seen.
        """
        places = [place for row in self.cells for place in row]
        waiting = sum(place.value(pace) == NOT_YET for place in places)
        most = max(len(place.looks) for place in places)
        return not waiting or (most >= pace.patience and 2 * waiting < len(places))

    def expecting(self, rows: tuple[tuple[int, str], ...]) -> "BoardMemory":
        """Return the board on which `rows` (from 1) should stand, whatever hands did since."""
        new = BoardMemory.empty(self.limits)
        known = list(new.known)
        for row, letters in rows:
            known[row - 1] = letters
        return replace(
            new,
            known=tuple(known),
            begun=bool(rows),
            code=self.code,
            said_code=self.said_code,
            laid=self.laid,
        )

    def anew(self) -> "BoardMemory":
        """Return the board to be looked at anew: what was seen before says nothing any more."""
        new = BoardMemory.empty(self.limits)
        return replace(self, cells=new.cells, keys=new.keys, code=new.code)

    def cleared(self) -> "BoardMemory":
        """Return the board after all pegs were taken off; what it looks like now stays."""
        return replace(
            BoardMemory.empty(self.limits),
            cells=self.cells,
            keys=self.keys,
            code=self.code,
            said_code=self.said_code,
            since_hand=0,
            laid=self.laid,
        )

    def after_hand(self, near: tuple[int, ...] | None) -> "BoardMemory":
        """Return the board after a hand near some rows, from 1; None: it may have been anywhere.

        What was asked there may be asked again: the hand may have changed what it was about.
        """
        rows = frozenset(range(self.limits.rows) if near is None else (row - 1 for row in near))
        # a hand that comes now was not there when it was asked why there was none
        asked = frozenset(ask for ask in self.asked if ask[0] not in rows or ask[1] == Why.NO_HAND)
        # a clear letter is news again, an unclear cell that looks the same is not
        overrides = frozenset(
            each for each in self.overrides if each[0] not in rows or each[2].startswith(UNSURE)
        )
        since = None if self.since_hand is None else 0
        return replace(
            self,
            touched=self.touched | rows,
            asked=asked,
            overrides=overrides,
            since_hand=since,
        )

    def beside(self, rows: tuple[int, ...]) -> "BoardMemory":
        """Return the board with something lying beside `rows`, from 1, and beside no others."""
        return replace(self, laid=frozenset(row - 1 for row in rows))

    def with_pictures(self, rows: tuple[int, ...]) -> "BoardMemory":
        """Return the board on which `rows`, from 1, look like a picture of pegs, and no others."""
        pictures = frozenset(row - 1 for row in rows)
        return self if pictures == self.pictures else replace(self, pictures=pictures)

    def with_new_row(self, r: int, letters: str) -> "BoardMemory":
        """Return the board with row `r` seen for the first time."""
        since = None if self.since_hand is None else self.since_hand + 1
        return replace(self.with_known_row(r, letters), since_hand=since)

    def told(self, row: int, letters: str) -> "BoardMemory":
        """Return the board with what a person said of `row`, from 1."""
        r = row - 1
        is_new = not has_pegs(self.known[r])
        board = (self.with_new_row if is_new else self.with_known_row)(r, letters)
        overrides = {
            (r, c, UNSURE + self.likely[r][c] if value is None else value)
            for c, place in enumerate(self.cells[r])
            for value, _ in place.looks
            if value != letters[c]
        }
        cells = with_at(self.cells, r, (CELL,) * self.limits.cols)
        corrected = board.corrected | {(r, c) for r, c, _ in overrides}
        return replace(
            board, cells=cells, overrides=board.overrides | overrides, corrected=corrected
        )

    def with_known_row(self, r: int, letters: str) -> "BoardMemory":
        """Return the board with row `r` known: its questions are answered."""
        gone = not has_pegs(letters)
        return replace(
            self,
            known=with_at(self.known, r, letters),
            begun=self.begun or not gone,
            touched=self.touched - {r},
            early=self.early - {r},
            said_keys=with_at(self.said_keys, r, None) if gone else self.said_keys,
            asked=frozenset(ask for ask in self.asked if ask[0] != r),
            overrides=frozenset(each for each in self.overrides if each[0] != r),
            corrected=frozenset(each for each in self.corrected if each[0] != r),
        )

    def confirmed(self, r: int) -> "BoardMemory":
        """Return the board with row `r` read as it is known: no hand has changed it."""
        if r not in self.touched:
            return self
        return replace(self, touched=self.touched - {r}, asked=self.asked - {(r, Why.NO_HAND)})

    def observed(self, reading: Reading, pace: Pace) -> "BoardMemory":
        """Return the board with one more look at every place that is not hidden."""
        hidden = frozenset((row - 1, col - 1) for row, col in reading.hidden)
        cells = tuple(
            tuple(
                place if (r, c) in hidden else self._cell(place, r, c, reading, pace)
                for c, place in enumerate(row)
            )
            for r, row in enumerate(self.cells)
        )
        answers = reading.keys or reading.sliders
        keys = tuple(
            place.seen(_counts_of(answers[r]), pace) if r < len(answers) else place
            for r, place in enumerate(self.keys)
        )
        code = self.code.seen(_code_of(reading, self.limits), pace)
        return replace(self, cells=cells, keys=keys, code=code, likely=reading.likely)

    def _cell(
        self, place: PlaceHistory[str], r: int, c: int, reading: Reading, pace: Pace
    ) -> PlaceHistory[str]:
        letter, likely, known = reading.rows[r][c], reading.likely[r][c], self.known[r][c]
        if (
            self.overrides
            and (r, c, UNSURE + likely if letter == UNSURE else letter) in self.overrides
        ):
            return place.seen(known, pace, sure=False)
        if letter != UNSURE:
            return place.seen(letter, pace, sure=reading.confidence[r][c] >= SURE_CONFIDENCE)
        # pegs stay: what looks most like the peg that stands there is no reason to ask
        same = likely == known != EMPTY
        return place.seen(known if same else None, pace, sure=False)


def with_at(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return `values` with another at one place."""
    return (*values[:at], value, *values[at + 1 :])


def _counts_of(answer: RowKeys) -> tuple[int, int] | None:
    """Return (black, white), None when the picture does not say."""
    black, white = answer.black, answer.white
    return None if black is None or white is None else (black, white)


def _code_of(reading: Reading, limits: Limits) -> str | None:
    """Return the open code, nothing ("") for a covered one, None when neither is clear."""
    code = reading.code
    if code.covered:
        return ""
    whole = EMPTY not in code.letters or (limits.blanks and has_pegs(code.letters))
    clear = code.letters and UNSURE not in code.letters and whole
    return code.letters if code.covered is False and clear else None
