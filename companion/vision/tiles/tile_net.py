"""Finds tiles with small nets: in the flat view of a table, and open ones in a raw picture.

Both are U-nets in the manner of CenterNet (Zhou et al., Objects as Points, 2019), trained by
`benchmarks/train_tiles.py` on drawn tables and run by `cv2.dnn`. A heat map has a peak at each
tile's middle; other maps tell there its colour, its exact place, and how it is turned.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.tile_faces.boxes import Stance, TileBox, TilePlace
from companion.vision.tiles.table_view import MULTIPLE, PER_WIDTH, TableView

__all__ = [
    "SPACING",
    "OpenTile",
    "SeenBox",
    "find_open_tiles",
    "find_tiles",
    "in_one_another",
    "raw_input",
]


# input pixels a map cell; by definition of the net
STEP = 4
# heat of a peak that may be a tile, at least: little, as more is weighed than the heat; tile widths
# between the middles of two: chosen on 24 drawn tables
MIN_HEAT, SPACING = 0.12, 0.72
# log light by which a place of the view must have changed, against that around it, to be looked at,
# and in parts of the usual change, which is noise; over how many pixels that is averaged, and
# blocks of pixels around all that has: chosen on 26 drawn tables, where all is told as in the whole
# view
CHANGED, NOISES, SOFT, AROUND = 0.1, 4.0, 5, 2
# part of the smaller of two tiles that may seem to be in the other: more cannot be. Both keep one
# place to one tile: `SPACING` the peaks that one makes in the view, whatever they say it is, and
# this what they say of the table, where one that lies reaches farther than its width. Of two side
# by side they ask the same, 1 less 0.72, and a little for being seen amiss: a guess
SHARED = 0.3
# a raw picture is looked at so many pixels wide; sides are multiples of 32; a guess
RAW_WIDTH, WIDEST_RAW = 640, 1280
# heat of an open tile; input pixels that one is wide where it is found best: on drawn tables;
# chosen there
OPEN_SCORE, GOOD_WIDE = 0.35, 17.0


@dataclass(frozen=True, slots=True, eq=False)
class SeenBox:
    """A tile that was found: where, whether its back or its face is up, colours' odds, its score.

    `white` is the log odds of its being white; `is_open` is of a lying tile, as the net sees it.
    What `is_sure` not is one only where the set is short of it.
    """

    place: TilePlace
    is_open: bool
    white: float
    score: float
    is_sure: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class OpenTile:
    """A lying tile in a raw picture: `corners` (8, 2) px, those below first; `white` log odds."""

    corners: F64
    white: float
    score: float

    @property
    def middle(self) -> F64:
        """The middle (2,) of its top, px."""
        return np.asarray(self.corners[4:].mean(axis=0), np.float64)


def find_tiles(planes: F32, view: TableView) -> list[SeenBox]:
    """Return what may be a tile in a net's input, made by `net_input` of a `view`: surest first."""
    rows, cols = changed_part(planes)
    part = np.ascontiguousarray(planes[:, rows, cols])
    both = _run("tables", part) + _mirrored(_run("tables", _mirrored_input(part)))
    maps = np.asarray(both / 2, np.float32)
    corner = np.array([cols.start, rows.start])
    found: list[tuple[F64, SeenBox]] = []
    for score, kind, row, col in _peaks(maps[:3]):
        if score < MIN_HEAT:
            break
        offset = np.asarray(maps[4:6, row, col], np.float64)
        at = corner + (np.array([col, row]) + offset) * STEP + (STEP - 1) / 2
        if any(np.hypot(*(at - other)) < SPACING * PER_WIDTH for other, _ in found):
            continue
        box = _seen_box(view, at, kind, maps[:, row, col], score)
        if not any(in_one_another(box.place, other.place, view.box) for _, other in found):
            found.append((at, box))
    return [box for _, box in found]


def changed_part(planes: F32) -> tuple[slice, slice]:
    """Return the rows and columns of a net's input in which something is not as on the empty table.

    All of it where there is no empty table.
    """
    high, wide = planes.shape[1:]
    light = cv2.blur(planes[6], (MULTIPLE, MULTIPLE))
    change = cv2.blur(np.abs(planes[6] - light), (SOFT, SOFT))
    blocks = change.reshape(high // MULTIPLE, MULTIPLE, wide // MULTIPLE, MULTIPLE).max(axis=(1, 3))
    found = blocks > max(CHANGED, NOISES * float(np.median(change)))
    if not planes[7].any() or not found.any():
        return slice(0, high), slice(0, wide)
    return _around(found.any(axis=1)), _around(found.any(axis=0))


def _around(changed: npt.NDArray[np.bool_]) -> slice:
    """Return the pixels of blocks of which some have changed, and some more around them."""
    first, last = np.flatnonzero(changed)[[0, -1]]
    return slice(
        max(0, int(first) - AROUND) * MULTIPLE,
        min(len(changed), int(last) + 1 + AROUND) * MULTIPLE,
    )


def in_one_another(a: TilePlace, b: TilePlace, box: TileBox) -> bool:
    """Whether two tiles would be where only one can be, by more than they may be seen amiss."""
    one, other = _footprint(a, box), _footprint(b, box)
    kind, corners = cv2.rotatedRectangleIntersection(one, other)
    if kind == cv2.INTERSECT_NONE:
        return False
    shared = cv2.contourArea(cv2.convexHull(corners))
    return bool(shared > SHARED * min(one[1][0] * one[1][1], other[1][0] * other[1][1]))


def _footprint(
    place: TilePlace, box: TileBox
) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Return what a tile covers of the table, as OpenCV has it: middle, sides, degrees."""
    across, deep, _ = box.solid(place.stance)
    return (place.x, place.y), (2 * across, 2 * deep), float(np.degrees(place.turn))


def find_open_tiles(
    still: Image, empty: Image | None, *, min_score: float = OPEN_SCORE
) -> list[OpenTile]:
    """Return lying tiles in a raw BGR picture, the surest first.

    A first look tells how large they are, a second one is taken at the scale that suits them.
    """
    found = _open_tiles(still, empty, RAW_WIDTH, min_score)
    if not found:
        return found
    wide = np.median([np.linalg.norm(tile.corners[5] - tile.corners[4]) for tile in found])
    whole = min(GOOD_WIDE * still.shape[1] / float(wide), WIDEST_RAW)
    return _open_tiles(still, empty, round(whole), min_score)


def _open_tiles(still: Image, empty: Image | None, width: int, min_score: float) -> list[OpenTile]:
    h, w = still.shape[:2]
    size = round(width / 32) * 32, max(2, round(width * h / w / 32)) * 32
    scale = np.array([w / size[0], h / size[1]])
    background = None if empty is None else _resized(empty, size)
    maps = _run("open_tiles", raw_input(_resized(still, size), background))
    found: list[OpenTile] = []
    for score, _, row, col in _peaks(maps[:1]):
        if score < min_score:
            break
        at = np.array([col, row]) * STEP + (STEP - 1) / 2
        corners = maps[2:, row, col].reshape(8, 2) * PER_WIDTH + at
        tile = OpenTile((corners + 0.5) * scale - 0.5, float(maps[1, row, col]), score)
        if not any(_overlap(tile, other) for other in found):
            found.append(tile)
    return found


def _overlap(tile: OpenTile, other: OpenTile) -> bool:
    wide = float(np.linalg.norm(other.corners[5] - other.corners[4]))
    return bool(np.linalg.norm(tile.middle - other.middle) < 0.6 * wide)


def _seen_box(view: TableView, at: F64, kind: int, maps: F32, score: float) -> SeenBox:
    """Return the tile whose middle is seen at view pixel `at`, in the table's mm."""
    stance = Stance.STANDS if kind == 0 else Stance.LIES
    turn = np.arctan2(maps[7], maps[6]) / 2
    way = np.array([np.cos(turn), np.sin(turn)]) * 4
    high = view.box.solid(stance)[2] / 2
    x, left, right = view.on_table(np.stack([at, at - way, at + way]), z=high)
    angle = float(np.arctan2(right[1] - left[1], right[0] - left[0]))
    place = TilePlace(float(x[0]), float(x[1]), angle, stance)
    return SeenBox(place, kind == 1, float(maps[3]), score)


def _peaks(odds: F32) -> Sequence[tuple[float, int, int, int]]:
    """Return (score, kind, row, column) of all peaks of (K, h, w) log odds, the highest first."""
    heat = np.asarray(1 / (1 + np.exp(-odds)), np.float32)
    top = np.stack([cv2.dilate(each, np.ones((3, 3), np.uint8)) for each in heat])
    kinds, rows, cols = np.nonzero((heat >= top) & (heat > 0.1))
    scores = heat[kinds, rows, cols]
    order = np.argsort(-scores)
    return [(float(scores[i]), int(kinds[i]), int(rows[i]), int(cols[i])) for i in order]


def _mirrored_input(planes: F32) -> F32:
    mirrored = planes[:, :, ::-1].copy()
    mirrored[8] *= -1
    return mirrored


def _mirrored(maps: F32) -> F32:
    """Return the maps of a mirrored view as those of the view itself."""
    back = maps[:, :, ::-1].copy()
    # x offsets and the sine of twice the turn change their sign
    back[4] *= -1
    back[7] *= -1
    return back


def raw_input(still: Image, empty: Image | None) -> F32:
    """Return (7, h, w): a picture, the empty table and whether there is one."""
    planes = np.zeros((7, *still.shape[:2]), np.float32)
    planes[:3] = still.transpose(2, 0, 1) / np.float32(128) - 1
    if empty is not None:
        planes[3:6] = empty.transpose(2, 0, 1) / np.float32(128) - 1
        planes[6] = 1
    return planes


def _resized(image: Image, size: tuple[int, int]) -> Image:
    way = cv2.INTER_AREA if image.shape[1] > size[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)


def _run(name: str, planes: F32) -> F32:
    net = _net(name)
    net.setInput(planes[None])
    return np.asarray(net.forward()[0], np.float32)


@cache
def _net(name: str) -> cv2.dnn.Net:
    data = (files("companion.vision") / "data" / f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
