"""Which boards and tiles a round shows, ready for a page: drawings, and the same in words."""

from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from companion.vision.board.shape import BoardShape
from companion.web.show.boards.board_svg import shape_for
from companion.web.table.snapshot import Snapshot

__all__ = ["BoardRules", "BoardView", "RowView", "TileRow", "shape_of", "shipped_board"]


class BoardRules(Protocol):
    """The rules of a box that has boards of pegs."""

    @property
    def usual_board(self) -> str:
        """The board that comes in the box."""

    @property
    def rows(self) -> int:
        """Its rows."""

    @property
    def holes(self) -> int:
        """The holes of a row."""


@dataclass(frozen=True, slots=True)
class RowView:
    """A row in words, as screen readers and lists have it."""

    number: int
    player: str
    letters: tuple[tuple[str, str], ...]
    answer: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board: its drawing (SVG), and its rows in words."""

    title: str
    svg: str
    rows: tuple[RowView, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TileRow:
    """A player's row: each tile as (back, what it shows, may it be claimed)."""

    seat: int
    player: str
    tiles: tuple[tuple[str, str, bool], ...]
    clue: str = ""
    is_out: bool = False
    ruled_out: tuple[str, ...] = field(default=())


@cache
def shipped_board(name: str) -> BoardShape:
    """Give the shape of a board that is shipped."""
    from calibration.board_files.load import load_board

    return load_board(name)


def shape_of(snapshot: Snapshot, rules: BoardRules) -> BoardShape:
    """Return the board before the camera, or the one of the box, with the rows that are played."""
    shape = snapshot.shape or shipped_board(rules.usual_board)
    return shape_for(shape, rules.rows, rules.holes)
