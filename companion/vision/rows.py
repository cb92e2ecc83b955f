"""What still looks at a board add up to: rows, keys and the code, and what must be asked. Pure."""

from dataclasses import dataclass, replace
from typing import TypeVar

from companion.game.codes import EMPTY
from companion.sightings import (
    BoardCleared,
    CodeCovered,
    CodeSeen,
    KeysSeen,
    RowChanged,
    RowSeen,
    RowTaken,
    Sighting,
    Unsure,
)
from companion.vision.gist import code_of, counts_of, worst_of
from companion.vision.limits import Doubt, Limits, can_be_answer, doubt_of, has_pegs
from companion.vision.reading import UNSURE, Reading
from companion.vision.steady import NOT_YET, UNTOLD, Pace, Place

__all__ = ["Board"]

# confidence below which a letter is doubtful: it counts only if many looks agree
SURE = 0.5
# of all cells, so many may be unclear on a board that counts as cleared
UNCLEAR = 0.2
CELL: Place[str] = Place()
KEYS: Place[tuple[int, int]] = Place()
# why a person is asked
MARGINAL = "its colour is not clear"
ORDER = "a row below it is not full"
NO_HAND = "it reads differently, yet no hand was there"
IMPOSSIBLE = "there is no such answer"

T = TypeVar("T")
Said = tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The looks at every place, and what was said of each row. Rows and columns count from 0.

    `known[r]` are the letters said last, all empty before. `touched` are the rows that a hand may
    have changed since they were last read as known. `asked` are rows and reasons that wait for an
    answer. `alias` (row, column, read) are readings that a person corrected: they stand for what
    he said; ``?x`` is an unclear cell that looked most like x. `corrected` are their cells: a
    change there is asked about. `likely` is that of the last look. `begun` says that a row was
    known since the board was cleared.
    """

    limits: Limits
    known: tuple[str, ...]
    cells: tuple[tuple[Place[str], ...], ...]
    keys: tuple[Place[tuple[int, int]], ...]
    said_keys: tuple[tuple[int, int], ...]
    touched: frozenset[int]
    code: Place[str] = CELL
    said_code: str = ""
    asked: frozenset[tuple[int, str]] = frozenset()
    alias: frozenset[tuple[int, int, str]] = frozenset()
    corrected: frozenset[tuple[int, int]] = frozenset()
    likely: tuple[str, ...] = ()
    begun: bool = False

    @classmethod
    def empty(cls, limits: Limits) -> "Board":
        """Give a board of which nothing was seen."""
        rows, cols = limits.rows, limits.cols
        return cls(
            limits,
            known=(EMPTY * cols,) * rows,
            cells=((CELL,) * cols,) * rows,
            keys=(KEYS,) * rows,
            said_keys=((0, 0),) * rows,
            touched=frozenset(range(rows)),
        )

    def expecting(self, rows: tuple[tuple[int, str], ...]) -> "Board":
        """Give the board on which `rows` (from 1) should stand; hands may have been there since."""
        new = Board.empty(self.limits)
        known = list(new.known)
        for row, letters in rows:
            known[row - 1] = letters
        return replace(
            new, known=tuple(known), begun=bool(rows), code=self.code, said_code=self.said_code
        )

    def anew(self) -> "Board":
        """Give the board to be looked at anew: what was seen before says nothing any more."""
        new = Board.empty(self.limits)
        return replace(self, cells=new.cells, keys=new.keys, code=new.code)

    def after_hand(self, near: tuple[int, ...] | None) -> "Board":
        """Give the board after a hand near some rows, from 1; None: it may have been anywhere.

        What was asked there may be asked again: the hand may have changed what it was about.
        """
        rows = frozenset(range(self.limits.rows) if near is None else (row - 1 for row in near))
        asked = frozenset(ask for ask in self.asked if ask[0] not in rows or ask[1] == NO_HAND)
        # a clear letter is news again, an unclear cell that looks the same is not
        alias = frozenset(
            each for each in self.alias if each[0] not in rows or each[2].startswith(UNSURE)
        )
        return replace(self, touched=self.touched | rows, asked=asked, alias=alias)

    def told(self, row: int, letters: str) -> "Board":
        """Give the board with what a person said of `row`, from 1."""
        r = row - 1
        board = self._knowing(r, letters)
        alias = {
            (r, c, UNSURE + self.likely[r][c] if value is None else value)
            for c, place in enumerate(self.cells[r])
            for value, _ in place.looks
            if value != letters[c]
        }
        cells = _with(self.cells, r, (CELL,) * self.limits.cols)
        corrected = board.corrected | {(r, c) for r, c, _ in alias}
        return replace(board, cells=cells, alias=board.alias | alias, corrected=corrected)

    def on(self, reading: Reading, pace: Pace) -> "tuple[Board, Said]":
        """Take in one still look."""
        board = self._looked(reading, pace)
        states = ["".join(cell.value(pace) for cell in row) for row in board.cells]
        if board._is_cleared(pace):
            return board._cleared(), (BoardCleared(),)
        said: Said = ()
        for r in range(self.limits.rows):
            board, more = board._row(r, states, reading, pace)
            said += more
        for r in range(self.limits.rows):
            board, more = board._answer(r, pace)
            said += more
        board, more = board._open_code(reading, pace)
        return board, said + more

    # looks

    def _looked(self, reading: Reading, pace: Pace) -> "Board":
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
            place.seen(counts_of(answers[r]), pace) if r < len(answers) else place
            for r, place in enumerate(self.keys)
        )
        code = self.code.seen(code_of(reading), pace)
        return replace(self, cells=cells, keys=keys, code=code, likely=reading.likely)

    def _cell(self, place: Place[str], r: int, c: int, reading: Reading, pace: Pace) -> Place[str]:
        letter, likely, known = reading.rows[r][c], reading.likely[r][c], self.known[r][c]
        read = UNSURE + likely if letter == UNSURE else letter
        if (r, c, read) in self.alias:
            return place.seen(known, pace, sure=False)
        if letter != UNSURE:
            return place.seen(letter, pace, sure=reading.confidence[r][c] >= SURE)
        # pegs stay: what looks most like the peg that stands there is no reason to ask
        same = likely == known != EMPTY
        return place.seen(known if same else None, pace, sure=False)

    # rows

    def _row(self, r: int, states: list[str], reading: Reading, pace: Pace) -> "tuple[Board, Said]":
        state, before = states[r], self.known[r]
        if NOT_YET in state:
            return self, ()
        if has_pegs(before) and r not in self.touched:
            # pegs stay: where no hand was, what is unclear is what it was
            pairs = zip(state, before, strict=True)
            state = "".join(was if now == UNTOLD else now for now, was in pairs)
        if state == before:
            return self._confirmed(r), ()
        if (r, NO_HAND) in self.asked:
            return self, ()
        if UNTOLD in state:
            return self._vague(r, state, reading)
        whole = EMPTY not in state
        if not whole and not self._is_settled(r, state, pace):
            return self, ()
        if has_pegs(before):
            return self._changed(r, state, reading)
        if whole or self.limits.blanks:
            return self._new(r, states, reading)
        return self, ()

    def _new(self, r: int, states: list[str], reading: Reading) -> "tuple[Board, Said]":
        below = next((i for i in range(r) if not has_pegs(self.known[i])), None)
        if below is not None:
            # it may still be clearing up; only a row that is really not full is out of order
            late = EMPTY in states[below] and NOT_YET not in states[below]
            return self._ask(r, Doubt(ORDER), states[r]) if late else (self, ())
        doubt = doubt_of(self.limits, self.known, r, states[r])
        if doubt:
            return self._ask(r, doubt, states[r])
        return self._knowing(r, states[r]), (RowSeen(r + 1, states[r], worst_of(reading, r)),)

    def _changed(self, r: int, state: str, reading: Reading) -> "tuple[Board, Said]":
        before = self.known[r]
        changed = [c for c, letter in enumerate(state) if letter != before[c]]
        if r not in self.touched:
            return self._ask(r, Doubt(NO_HAND, tuple(c + 1 for c in changed)), state)
        weak = tuple(c + 1 for c in changed if (r, c) in self.corrected)
        if weak and has_pegs(state):
            return self._ask(r, Doubt(MARGINAL, weak), state)
        doubt = doubt_of(self.limits, self.known, r, state)
        if doubt:
            return self._ask(r, doubt, state)
        board = self._knowing(r, state)
        if not has_pegs(state):
            return board, (RowTaken(r + 1, before),)
        return board, (RowChanged(r + 1, state, before, worst_of(reading, r)),)

    def _vague(self, r: int, state: str, reading: Reading) -> "tuple[Board, Said]":
        """Ask for cells that stay unclear, once the row would be full but for them."""
        free = next((i for i, row in enumerate(self.known) if not has_pegs(row)), None)
        begun = has_pegs(state.replace(UNTOLD, EMPTY)) or has_pegs(self.known[r]) or r == free
        if EMPTY in state or not begun:
            return self, ()
        cols = tuple(c + 1 for c, letter in enumerate(state) if letter == UNTOLD)
        likely = "".join(
            reading.likely[r][c] if letter == UNTOLD else letter for c, letter in enumerate(state)
        )
        return self._ask(r, Doubt(MARGINAL, cols), likely)

    def _ask(self, r: int, doubt: Doubt, likely: str) -> "tuple[Board, Said]":
        if (r, doubt.why) in self.asked:
            return self, ()
        asked = self.asked | {(r, doubt.why)}
        return replace(self, asked=asked), (Unsure(r + 1, doubt.cols, likely, doubt.why),)

    def _is_settled(self, r: int, state: str, pace: Pace) -> bool:
        row = zip(self.cells[r], state, strict=True)
        return all(place.settled(pace) == letter for place, letter in row)

    # keys and code

    def _answer(self, r: int, pace: Pace) -> "tuple[Board, Said]":
        counts = self.keys[r].settled(pace)
        if counts is None or counts == self.said_keys[r] or not has_pegs(self.known[r]):
            return self, ()
        if r in self.touched:
            # what they answer may be another row by now
            return self, ()
        if not can_be_answer(self.limits, *counts):
            return self._ask(r, Doubt(IMPOSSIBLE), self.known[r])
        board = replace(self, said_keys=_with(self.said_keys, r, counts))
        return board, (KeysSeen(r + 1, *counts),)

    def _open_code(self, reading: Reading, pace: Pace) -> "tuple[Board, Said]":
        value = self.code.settled(pace)
        if value is None or value == self.said_code:
            return self, ()
        board = replace(self, said_code=value)
        if not value:
            return board, (CodeCovered(),)
        return board, (CodeSeen(value, reading.code.from_behind),)

    # what is known

    def _is_cleared(self, pace: Pace) -> bool:
        """Say whether every peg that stood is gone and no other has come."""
        if not self.begun:
            return False
        gone = [r for r, row in enumerate(self.known) if has_pegs(row)]
        now = [[place.settled(pace) for place in row] for row in self.cells]
        unclear = sum(row.count(None) for row in now)
        return (
            all(value in (EMPTY, None) for row in now for value in row)
            and unclear <= UNCLEAR * self.limits.rows * self.limits.cols
            and all(any(value == EMPTY for value in now[r]) for r in gone)
        )

    def _cleared(self) -> "Board":
        return replace(
            Board.empty(self.limits),
            cells=self.cells,
            keys=self.keys,
            code=self.code,
            said_code=self.said_code,
        )

    def _knowing(self, r: int, letters: str) -> "Board":
        """Give the board with row `r` known: its questions are answered."""
        gone = not has_pegs(letters)
        return replace(
            self,
            known=_with(self.known, r, letters),
            begun=self.begun or not gone,
            touched=self.touched - {r},
            said_keys=_with(self.said_keys, r, (0, 0)) if gone else self.said_keys,
            asked=frozenset(ask for ask in self.asked if ask[0] != r),
            alias=frozenset(each for each in self.alias if each[0] != r),
            corrected=frozenset(each for each in self.corrected if each[0] != r),
        )

    def _confirmed(self, r: int) -> "Board":
        if r not in self.touched:
            return self
        return replace(self, touched=self.touched - {r}, asked=self.asked - {(r, NO_HAND)})


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
