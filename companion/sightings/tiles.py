"""What the eyes give of a table of tiles, as values. Pure.

A tile is ``"B7"`` or ``"W-"`` lying open, ``"B?"`` hidden, ``"B??"`` open with a face that is not
clear; a colour that is not clear is ``"?"``. A hidden tile never has a face here.
"""

from dataclasses import dataclass, replace

from companion.game.tiles.tile import BACKS, HIDDEN
from companion.sightings.boards import (
    BoardFound,
    BoardMoved,
    HandGone,
    HandSeen,
    LightBack,
    LightChanged,
    LightLost,
)

__all__ = [
    "NO",
    "UNCLEAR",
    "YES",
    "AnswerPointed",
    "ClaimPointed",
    "TileSighting",
    "TilesLying",
    "TilesSeen",
    "fits",
    "is_clear",
    "is_open",
]

# what fields of a printed strip say beside numbers
YES, NO = "yes", "no"
# the face of a tile that lies open and cannot be read
UNCLEAR = "??"


@dataclass(frozen=True, slots=True)
class TilesLying:
    """A look at the table: `rows` by side, from each owner's left, the nearest side first.

    The next row is that of the neighbour to the left. `clue` is the back of the clue tile that is
    kept aside, or nothing. `pool` is how many black and white tiles lie hidden in the middle, if
    that is seen. `steady` is false while a tile seems to be missing or too many, and it was not
    looked at for long: that may be a hand, or a shine.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    clue: str = ""
    pool: tuple[int, int] | None = None
    steady: bool = True

    @property
    def count(self) -> int | None:
        """How many tiles are seen in all; None where the pool is not."""
        if self.pool is None:
            return None
        return sum(map(len, self.rows)) + len(self.clue) + sum(self.pool)

    def turned(self, seats: int) -> "TilesLying":
        """Return the same table, told from the row so many seats to the left."""
        return replace(self, rows=(*self.rows[seats:], *self.rows[:seats]))

    def with_tile(self, row: int, place: int, tile: str) -> "TilesLying":
        """Return the table with another tile at `place` of `row` (both from 0)."""
        tiles = list(self.rows[row])
        tiles[place] = tile
        return replace(self, rows=(*self.rows[:row], tuple(tiles), *self.rows[row + 1 :]))


@dataclass(frozen=True, slots=True)
class TilesSeen:
    """The table lies like this, steadily: said when it is another than before."""

    lying: TilesLying


@dataclass(frozen=True, slots=True)
class ClaimPointed:
    """Pawns stand before the tile at `place` (from 1) of `row` (from 0), and on `number`."""

    row: int
    place: int
    number: str


@dataclass(frozen=True, slots=True)
class AnswerPointed:
    """A pawn stands on a field that says `said`, yes, no or a number, and none before a tile."""

    said: str


TileSighting = (
    TilesSeen
    | ClaimPointed
    | AnswerPointed
    | HandSeen
    | HandGone
    | BoardMoved
    | BoardFound
    | LightLost
    | LightBack
    | LightChanged
)


def is_open(tile: str) -> bool:
    """Return whether a tile lies open, read or not."""
    return tile[1:] != HIDDEN


def is_clear(tile: str) -> bool:
    """Return whether all of a tile is read that can be seen of it."""
    return tile[:1] in BACKS and tile[1:] != UNCLEAR


def fits(seen: str, known: str) -> bool:
    """Return whether what is seen can be the tile `known`, as all know it: ``"B7"`` or ``"B?"``."""
    if seen[0] not in (known[0], "?"):
        return False
    return seen[1:] == known[1:] or (seen[1:] == UNCLEAR and is_open(known))
