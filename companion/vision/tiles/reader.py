"""Reads a table of tiles: a picture becomes rows of colours and open faces."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.game.tiles.tile import BLACK, HIDDEN, WHITE
from companion.vision.geometry.lens_priors import Lens
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, Stance, TileBox, TilePlace
from companion.vision.tiles.detect import FoundTile
from companion.vision.tiles.face_net import ALIKE, FaceGuess, FaceNet, faces_of
from companion.vision.tiles.face_patch import Patch, patch_of
from companion.vision.tiles.locate_table import SeenTable, look_at_table
from companion.vision.tiles.reading import UNREAD, SeenTile, TileReading, TileRow
from companion.vision.tiles.rows import FoundRow

__all__ = ["colours_of", "read_table", "upright_turn"]

Image = npt.NDArray[np.uint8]

# log light against a table of middling brightness that parts black tiles from white ones, how near
# to it a colour is not sure, and what lies between the two colours in one picture
MIDDLE, NEAR, APART = -0.3, 0.08, 0.45
# log light of print that says the colour of an open tile by itself
CLEAR = 0.45
NOT_SURE = (
    "Where the camera stands is not sure, so no face is read: calibrate it with keypeg calibrate "
    "davinci, all tiles open."
)
# mm between the middles of rows before they are those of several owners
SEVERAL = 60.0


def read_table(
    image: Image,
    *,
    pose: Pose | None = None,
    lens: Lens | None = None,
    box: TileBox = BOX,
    faces: FaceNet | None = None,
) -> TileReading:
    """Read a BGR picture of a table; `pose` is a calibrated camera's, `faces` a learned set's.

    Raises BoardNotFound when there are no tiles. Where the camera's place is only guessed and the
    guess is not sure, no face is read: a standing tile could pass for a lying one.
    """
    table = look_at_table(image, pose=pose, lens=lens, box=box)
    read = _tiles(image, table, faces)
    rows = [_owned(row, [read[tile] for tile in row.tiles], table.rows) for row in table.rows]
    rows.sort(key=lambda row: round(-row.turn / (np.pi / 2)) % 4)
    return TileReading(tuple(rows), table, () if table.is_sure else (NOT_SURE,))


def upright_turn(image: Image, table: SeenTable) -> float | None:
    """Give the turn (radians) of the reader for whom most open faces are upright, if any are."""
    ways = []
    for found, read in _tiles(image, table, None).items():
        if read.turned is not None:
            turn = found.turn + np.pi * read.turned
            ways.append((np.cos(turn), np.sin(turn)))
    if not ways:
        return None
    x, y = np.sum(ways, axis=0)
    return float(np.arctan2(y, x))


@dataclass(frozen=True, slots=True)
class _Read:
    """A tile and whether its face was seen upside down against its row's `turn`."""

    tile: SeenTile
    turned: bool | None = None


def _tiles(image: Image, table: SeenTable, net: FaceNet | None) -> dict[FoundTile, _Read]:
    """Read all tiles that were found."""
    found = [tile for row in table.rows for tile in row.tiles]
    colours = colours_of(table)
    lying = [tile for tile in found if tile.stance is Stance.LIES and table.is_sure]
    patches = [patch_of(image, table.pose, tile.place, table.box) for tile in lying]
    faces = zip(patches, faces_of(patches, net), strict=True)
    seen = dict(zip(lying, faces, strict=True))
    return {tile: _tile(tile, colours[tile], seen.get(tile)) for tile in found}


def colours_of(table: SeenTable) -> dict[FoundTile, str]:
    """Give the colour of each tile, ``"B"``, ``"W"`` or ``"?"``."""
    found = [tile for row in table.rows for tile in row.tiles]
    middle = _middle([tile.light for tile in found])
    return {tile: _colour(tile.light, middle) for tile in found}


def _tile(found: FoundTile, colour: str, seen: tuple[Patch, FaceGuess] | None) -> _Read:
    """Give what is read of a tile; of one that is not `seen` flat no face."""
    if found.stance is Stance.STANDS:
        return _Read(SeenTile(found.place, colour))
    if seen is None:
        return _Read(SeenTile(found.place, colour, UNREAD, 0.0))
    patch, guess = seen
    if guess.face in (HIDDEN, UNREAD):
        return _Read(SeenTile(found.place, colour, guess.face, guess.share))
    return _open(found.place, _printed(patch, colour), guess)


def _open(place: TilePlace, colour: str, guess: FaceGuess) -> _Read:
    turned = None if guess.face in ALIKE else guess.turned
    return _Read(SeenTile(place, colour, guess.face, guess.share), turned)


def _printed(patch: Patch, colour: str) -> str:
    """Give the colour that a clear print tells: light print is on black. Two that differ: "?"."""
    if abs(patch.contrast) < CLEAR:
        return colour
    told = BLACK if patch.contrast > 0 else WHITE
    return told if colour in (told, "?") else "?"


def _middle(lights: Sequence[float]) -> float:
    """Give the light that parts black from white: the widest gap in a picture that has both."""
    ordered = np.sort(lights)
    gaps = np.diff(ordered)
    if not len(gaps):
        return MIDDLE
    i = int(gaps.argmax())
    at = float(ordered[i] + ordered[i + 1]) / 2
    return at if gaps[i] > APART and abs(at - MIDDLE) < 2 * APART else MIDDLE


def _colour(light: float, middle: float) -> str:
    if abs(light - middle) < NEAR:
        return "?"
    return WHITE if light > middle else BLACK


def _owned(found: FoundRow, read: list[_Read], rows: Sequence[FoundRow]) -> TileRow:
    """Give a row from its owner's left.

    Its owner sits outside where there are several rows, else where the open faces are upright;
    failing both he sits on the near side of the calibrated frame.
    """
    turn = found.turn
    votes = [
        each.turned is _is_turned(each.tile.place.turn, turn)
        for each in read
        if each.turned is not None
    ]
    inward = _inward(found, rows)
    if inward is not None:
        ahead = np.array([-np.sin(turn), np.cos(turn)])
        is_back = bool(ahead @ inward < 0)
    elif votes:
        is_back = sum(votes) * 2 < len(votes)
    else:
        is_back = bool(np.cos(turn) < 0)
    tiles = tuple(each.tile for each in read)
    return TileRow(turn + np.pi, tiles[::-1]) if is_back else TileRow(turn, tiles)


def _is_turned(own: float, turn: float) -> bool:
    """Say whether a tile's own turn is opposite to its row's."""
    return bool(np.cos(own - turn) < 0)


def _inward(found: FoundRow, rows: Sequence[FoundRow]) -> npt.NDArray[np.float64] | None:
    """Give the way (2,) from a row to the middle of all; None when there is only one place."""
    middles = [np.mean([(tile.x, tile.y) for tile in row.tiles], axis=0) for row in rows]
    own = np.mean([(tile.x, tile.y) for tile in found.tiles], axis=0)
    way = np.mean(middles, axis=0) - own
    return way if np.linalg.norm(way) > SEVERAL else None
