"""What was read of a table of tiles: rows from their owners' left, colours, open faces.

A hidden tile has no face here, whatever the camera saw of it: only what lies with its print up is
ever recognised, and a reading that names the face of a standing tile cannot be made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.tiles.tile import HIDDEN
from companion.vision.tiles.boxes import Stance, TilePlace
from companion.vision.tiles.locate_table import SeenTable

__all__ = ["UNREAD", "SeenTile", "TileReading", "TileRow"]

# a tile that lies open, or may, but whose face is not sure; and a colour that is not
UNREAD = "??"


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile at `place`: `colour` is ``"B"``, ``"W"`` or ``"?"``.

    `face` is a number or the dash of an open tile, ``"?"`` of a hidden one (standing, or lying with
    its back up), and ``"??"`` when it lies but is not read surely. `share` is how sure the face is.
    """

    place: TilePlace
    colour: str
    face: str = HIDDEN
    share: float = 1.0

    def __post_init__(self) -> None:
        if self.place.stance is Stance.STANDS and self.face != HIDDEN:
            raise ValueError("The face of a standing tile is its owner's alone.")

    def __str__(self) -> str:
        return f"{self.colour}{self.face}"

    def as_dict(self) -> dict[str, Any]:
        """Give plain values, as ``--json`` prints them."""
        where = {"x": round(self.place.x, 1), "y": round(self.place.y, 1)}
        said = {"colour": self.colour, "face": self.face, "stance": self.place.stance.value}
        return {**said, "share": round(self.share, 3), **where}


@dataclass(frozen=True, slots=True)
class TileRow:
    """Tiles from their owner's left; `turn` (radians) is the owner's right on the table."""

    turn: float
    tiles: tuple[SeenTile, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles))


@dataclass(frozen=True, slots=True, eq=False)
class TileReading:
    """All rows, the nearest owner's first and then to his left; `table` is where they stand."""

    rows: tuple[TileRow, ...]
    table: SeenTable
    notes: Sequence[str] = ()

    def as_dict(self) -> dict[str, Any]:
        """Give plain values, as ``--json`` prints them."""
        return {
            "rows": [[tile.as_dict() for tile in row.tiles] for row in self.rows],
            "text": [str(row) for row in self.rows],
            "notes": list(self.notes),
        }
