"""What lies on the board, as the eyes have said so far. Pure."""

from dataclasses import dataclass, replace
from typing import TypeVar

from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys
from companion.sightings.boards import (
    BoardCleared,
    ClearedUp,
    CodeCovered,
    CodeSeen,
    KeysSeen,
    RowChanged,
    RowSeen,
    RowTaken,
    Sighting,
    Unsure,
)

__all__ = ["BoardState"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class BoardState:
    """Rows from 1: `rows` have letters, `keys` the answers set, `doubts` what is not clear.

    `code` is what lies open where the code is hidden, empty while it is covered; `from_behind`
    when it is seen from the maker's side.
    """

    holes: int
    rows: tuple[tuple[int, str], ...] = ()
    keys: tuple[tuple[int, Keys], ...] = ()
    doubts: tuple[Unsure, ...] = ()
    code: str = ""
    from_behind: bool = False

    def row(self, number: int) -> str:
        """Return the letters of row `number`, all empty if nothing was seen there."""
        return dict(self.rows).get(number, EMPTY * self.holes)

    def answer(self, number: int) -> Keys | None:
        """Return the answer that lies at row `number`, or None if none was seen."""
        return dict(self.keys).get(number)

    @property
    def last_row(self) -> int:
        """The last row that has pegs, 0 if none has."""
        return max((number for number, _ in self.rows), default=0)

    @property
    def is_empty(self) -> bool:
        """Whether no peg was seen."""
        return not self.rows

    def on(self, seen: Sighting) -> "BoardState":
        """Return what lies there after `seen`."""
        match seen:
            case RowSeen(row, letters) | RowChanged(row, letters):
                return self.with_row(row, letters)
            case RowTaken(row):
                return self.with_row(row, "")
            case KeysSeen(row, black, white):
                return self.with_answer(row, Keys(black, white))
            case CodeSeen(letters, from_behind):
                return replace(self, code=letters, from_behind=from_behind)
            case CodeCovered():
                return replace(self, code="")
            case BoardCleared():
                return replace(self, rows=(), keys=(), doubts=())
            case ClearedUp(row):
                return replace(self, doubts=tuple(d for d in self.doubts if d.row != row))
            case Unsure():
                others = tuple(each for each in self.doubts if each.row != seen.row)
                return replace(self, doubts=(*others, seen))
            case _:
                return self

    def with_row(self, row: int, letters: str) -> "BoardState":
        """Return what lies there when `row` is known to be `letters` (empty: nothing)."""
        rows = tuple(each for each in self.rows if each[0] != row)
        keys = self.keys
        if letters.strip(EMPTY):
            rows = _with(rows, row, letters)
        else:
            keys = tuple(each for each in keys if each[0] != row)
        doubts = tuple(each for each in self.doubts if each.row != row)
        return replace(self, rows=rows, keys=keys, doubts=doubts)

    def with_answer(self, row: int, keys: Keys) -> "BoardState":
        """Return what lies there when the answer of `row` is known to be `keys`."""
        return replace(self, keys=_with(self.keys, row, keys))

    def without_code(self) -> "BoardState":
        """Return what lies there, the open code put away: it belongs to a round that is over."""
        return replace(self, code="")


def _with(pairs: tuple[tuple[int, T], ...], row: int, value: T) -> tuple[tuple[int, T], ...]:
    return (*(each for each in pairs if each[0] != row), (row, value))
