"""What was read of a table of tiles: rows from their owners' left, colours, open faces, the pool.

A hidden tile has no face here, whatever the camera saw of it: only what lies with its print up is
ever recognised, and a reading that names the face of a standing tile cannot be made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.tiles.tile import BACKS, HIDDEN
from companion.vision.tile_faces.boxes import Stance, TilePlace
from companion.vision.tiles.known_table import KnownTable

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
        """Return plain values, as ``--json`` prints them."""
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
    """All rows, clue tiles before them and the pool of `table`; `stray` tiles are in no row."""

    rows: tuple[TileRow, ...]
    table: KnownTable
    clues: tuple[SeenTile, ...] = ()
    pool: tuple[SeenTile, ...] = ()
    stray: tuple[SeenTile, ...] = ()
    notes: Sequence[str] = ()

    @property
    def tiles(self) -> tuple[SeenTile, ...]:
        """Every tile that was found."""
        in_rows = (tile for row in self.rows for tile in row.tiles)
        return (*in_rows, *self.clues, *self.pool, *self.stray)

    @property
    def pool_counts(self) -> tuple[int, int]:
        """How many black and how many white tiles lie in the pool."""
        black, white = (sum(t.colour == back for t in self.pool) for back in BACKS)
        return black, white

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as ``--json`` prints them."""
        return {
            "rows": [[tile.as_dict() for tile in row.tiles] for row in self.rows],
            "text": [str(row) for row in self.rows],
            "clues": [tile.as_dict() for tile in self.clues],
            "pool": [tile.as_dict() for tile in self.pool],
            "notes": list(self.notes),
        }
