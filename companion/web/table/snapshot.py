"""What may be shown of a table: a value that leaves the host's thread, nothing in it secret."""

from dataclasses import dataclass

from companion.game.match import Match
from companion.table import WatchedTable
from companion.vision.board.shape import BoardShape

__all__ = ["Snapshot"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that may be shown of a table.

    `name` is that of the log; `told` are the boards whose owners have told their parts; `has_left`
    that the match was put away; `camera` is the camera's title, `shape` the board before it.
    `second` are rows that the one asked about may be as well.
    """

    match: Match | None = None
    table: WatchedTable | None = None
    name: str = ""
    trouble: str = ""
    can_undo: bool = False
    has_lost_code: bool = False
    told: frozenset[int] = frozenset()
    camera: str = ""
    shape: BoardShape | None = None
    has_left: bool = False
    notes: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
