"""What is looked at around each place: a few pixels of its head, its hole and the board beside.

Points lie in head radii from a place's middle, x right and y away from the breaker, and are seen
through the board's pose, so a patch means the same from every side. One remap reads all of them;
where they lie is worked out once a pose.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.pose import Pose
from companion.vision.shape import BoardShape

__all__ = ["Patches", "look_at_code", "look_at_keys", "look_at_pegs"]

Floats = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]
Wide = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """Samples of n places, BGR as stored, float32.

    `heads` (n, 92, 3) at the height of heads: 40 within 0.7 radii, 16 at 0.9, 20 at 1.35, 16 at
    1.1. `holes` (n, 46, 3) at the height of holes: 10 within 0.3, 12 each at 0.5, 0.75 and 1.05.
    `ground` (n, k, 3) the board beside the place; `inside` (n,) whether the picture shows it.
    """

    heads: Floats
    holes: Floats
    ground: Floats
    inside: npt.NDArray[np.bool_]

    def __getitem__(self, which: slice) -> "Patches":
        ground, inside = self.ground[which], self.inside[which]
        return Patches(self.heads[which], self.holes[which], ground, inside)


def look_at_pegs(image: Image, pose: Pose, shape: BoardShape) -> Patches:
    """Sample every place for a code peg, in the order of `shape.cells()`."""
    return _look(image, _peg_maps(pose, shape))


def look_at_keys(image: Image, pose: Pose, shape: BoardShape) -> Patches:
    """Sample every key hole, row 1 first; the ground is the ring around the hole."""
    return _look(image, _key_maps(pose, shape))


def look_at_code(image: Image, pose: Pose, shape: BoardShape) -> Patches:
    """Sample the code's places, left to right as the breaker sees them; without ground."""
    return _look(image, _code_maps(pose, shape))


def _disc(count: int, radius: float) -> Wide:
    """Give points spread evenly over a disc (Vogel's sunflower)."""
    k = np.arange(count) + 0.5
    turn = k * np.pi * (3 - 5**0.5)
    far = radius * np.sqrt(k / count)
    return np.stack([far * np.cos(turn), far * np.sin(turn)], 1)


def _ring(count: int, radius: float, *, start: float = 0.0) -> Wide:
    turn = (np.arange(count) + start) * 2 * np.pi / count
    return radius * np.stack([np.cos(turn), np.sin(turn)], 1)


HEAD = np.concatenate([_disc(40, 0.7), _ring(16, 0.9), _ring(20, 1.35), _ring(16, 1.1, start=0.5)])
HOLE = np.concatenate([_disc(10, 0.3), _ring(12, 0.5), _ring(12, 0.75), _ring(12, 1.05)])
# the board between places, in pitches: corners of a cell, before and behind, left and right
CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
ALONG = ((0.0, -0.35), (0.0, 0.35))
ACROSS = ((-0.5, 0.0), (0.5, 0.0))
# each point of the ground is the middle of a small cross, in head radii
CROSS = 0.22 * np.array([(0, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)])


@dataclass(frozen=True, slots=True, eq=False)
class _Maps:
    """Where to sample, in OpenCV's own fixed point, and how the pixels are shared out."""

    at: npt.NDArray[np.int16]
    part: npt.NDArray[np.uint16]
    places: int
    ground: int
    inside: npt.NDArray[np.bool_]


def _look(image: Image, maps: _Maps) -> Patches:
    flat = cv2.remap(image, maps.at, maps.part, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = flat.reshape(-1, 3).astype(np.float32)
    n, heads, holes = maps.places, len(HEAD), len(HOLE)
    a, b = n * heads, n * (heads + holes)
    ground = seen[b:].reshape(n, len(CROSS), maps.ground, 3).mean(axis=1)
    return Patches(
        seen[:a].reshape(n, heads, 3), seen[a:b].reshape(n, holes, 3), ground, maps.inside
    )


@lru_cache(maxsize=8)
def _peg_maps(pose: Pose, shape: BoardShape) -> _Maps:
    holes, heads = shape.holes(), shape.heads()
    pitch = np.array([shape.hole_pitch, shape.row_pitch])
    beside = _inwards(np.array(_beside(pitch / shape.head.radius)), shape) * pitch
    cross = CROSS[:, None] * shape.head.radius
    ground = (beside[:, None] + cross).reshape(len(heads), -1, 2)
    return _maps(pose, heads, holes, radius=shape.head.radius, ground=ground)


@lru_cache(maxsize=8)
def _key_maps(pose: Pose, shape: BoardShape) -> _Maps:
    rows = range(1, shape.rows + 1)
    heads = np.concatenate([shape.key_heads(row) for row in rows])
    holes = np.concatenate([shape.key_holes(row) for row in rows])
    radius = shape.keys.peg.radius if shape.keys else 1.0
    return _maps(pose, heads, holes, radius=radius, ground=np.zeros((1, 0, 2)))


@lru_cache(maxsize=8)
def _code_maps(pose: Pose, shape: BoardShape) -> _Maps:
    radius = shape.code.peg.radius if shape.code else 1.0
    ground = np.zeros((1, 0, 2))
    return _maps(pose, shape.code_heads(), shape.code_holes(), radius=radius, ground=ground)


def _beside(pitch: Wide) -> list[tuple[float, float]]:
    """Choose what lies between heads, for pitches in head radii."""
    wide, deep = pitch
    narrow = wide < 2.5 and deep > 3
    return [
        *(() if narrow else CORNERS),
        *(ALONG if deep > 3.2 else ()),
        *(ACROSS if wide > 3.2 else ()),
    ]


def _inwards(beside: Wide, shape: BoardShape) -> Wide:
    """Give (n, k, 2): at the edges what would lie outside is mirrored; walls may stand there."""
    row, col = (np.array(shape.cells()) - 1).T
    last = np.array([shape.cols - 1, shape.rows - 1])
    at = np.stack([col, row], axis=1)
    outside = (beside == -0.5)[None] & (at == 0)[:, None]
    outside |= (beside == 0.5)[None] & (at == last)[:, None]
    lonely = (last == 0)[None, None]
    return np.where(outside & ~lonely, -beside[None], beside[None])


def _maps(pose: Pose, heads: Wide, holes: Wide, *, radius: float, ground: Wide) -> _Maps:
    points = [_around(pose, heads, HEAD[None] * radius, unit=radius)]
    points.append(_around(pose, holes, HOLE[None] * radius, unit=radius))
    points.append(_around(pose, holes, ground, unit=radius))
    flat = np.nan_to_num(np.concatenate([p.reshape(-1, 2) for p in points]), nan=-1e4)
    width, height = pose.size
    middles = np.nan_to_num(pose.project(heads), nan=-1e4)
    inside = np.all((middles > 0) & (middles < (width - 1, height - 1)), axis=1)
    # OpenCV 4 takes no map wider than 32,767: a line a place
    lines = flat.reshape(len(heads), -1, 2)
    x, y = (np.ascontiguousarray(lines[..., i], np.float32) for i in (0, 1))
    at, part = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return _Maps(
        np.asarray(at, np.int16),
        np.asarray(part, np.uint16),
        len(heads),
        ground.shape[1] // len(CROSS),
        inside,
    )


def _around(pose: Pose, middles: Wide, offsets: Wide, *, unit: float) -> Wide:
    """Project offsets (1 or n, m, 2) in mm around (n, 3) middles, as an affine map at each."""
    at = pose.project(middles)
    along_x = (pose.project(middles + np.array([unit, 0, 0])) - at) / unit
    along_y = (pose.project(middles + np.array([0, unit, 0])) - at) / unit
    axes = np.stack([along_x, along_y], axis=1)
    return np.asarray(at[:, None] + offsets @ axes)
