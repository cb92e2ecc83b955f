"""What is looked at around each place: a few pixels of its head, its hole and the board beside.

Points lie in head radii from a place's middle, x right and y away from the breaker, and are seen
through the board's pose, so a patch means the same from every side. Where they lie is worked out
once a pose.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image, Mask
from companion.vision.geometry.pose import Pose

__all__ = [
    "HEAD_POINTS",
    "HEAD_RINGS",
    "HOLE_POINTS",
    "HOLE_RINGS",
    "ON_HEAD",
    "Patches",
    "SamplingMap",
    "affine_at",
    "is_inside",
    "key_places",
    "sample_patches",
    "sampled",
    "sampled_pixels",
    "sampling_map",
]

# the points of a head: its disc, its edge, around it and just beside it; those of a hole: its bore,
# near it, farther and around. How many there are of each is a guess
HEAD_RINGS = DISC, EDGE, AROUND, BESIDE = slice(40), slice(40, 56), slice(56, 76), slice(76, 92)
HOLE_RINGS = slice(10), slice(10, 22), slice(22, 34), slice(34, 46)
ON_HEAD = 56  # of the 92: those on the head itself, by definition of the rings


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """Samples of n places, BGR as stored, float32.

    `heads` (n, 92, 3) at the height of heads: 40 within 0.7 radii, 16 at 0.9, 20 at 1.35, 16 at
    1.1. `holes` (n, 46, 3) at the height of holes: 10 within 0.3, 12 each at 0.5, 0.75 and 1.05.
    `ground` (p, k, 3) the board beside the first p, which are for code pegs; `inside` (n,) whether
    the picture shows it.
    """

    heads: F32
    holes: F32
    ground: F32
    inside: Mask

    def __getitem__(self, which: slice) -> "Patches":
        ground, inside = self.ground[which], self.inside[which]
        return Patches(self.heads[which], self.holes[which], ground, inside)


def sample_patches(image: Image, pose: Pose, shape: BoardShape) -> Patches:
    """Sample all places: for code pegs, in the order of `shape.cells()`, then the code's.

    Those are from left to right as the breaker sees them. Last come key holes, row 1 first.
    """
    maps = _maps(pose, shape)
    n = len(maps.inside)
    seen, ground = sampled(image, maps.places), sampled(image, maps.ground)
    return Patches(
        heads=seen[: 2 * n].reshape(n, len(HEAD_POINTS), 3),
        holes=seen[2 * n :],
        ground=ground.reshape(len(ground), len(CROSS_POINTS), -1, 3).mean(axis=1),
        inside=maps.inside,
    )


def sampled_pixels(pose: Pose, shape: BoardShape) -> tuple[F64, F64, F64]:
    """Return the pixels of `Patches.heads`, `holes` and `ground` of the n places for pegs.

    They are (n, 92, 2), (n, 46, 2) and (n, k, 2); a sample of the ground is the mean of a small
    cross, of which this is the middle.
    """
    n = shape.rows * shape.cols
    radius = np.full((n, 1), shape.head.radius)
    heads = _around(pose, shape.heads(), HEAD_POINTS, radius)
    holes = _around(pose, shape.holes(), HOLE_POINTS, radius)
    ground = _around(pose, shape.holes(), _ground(shape), radius)
    return heads, holes, ground.reshape(n, len(CROSS_POINTS), -1, 2)[:, 0]


def key_places(shape: BoardShape) -> tuple[F64, F64]:
    """Return (n, 3) mm: where key pegs of all rows are seen, and their holes, row 1 first."""
    rows = range(1, shape.rows + 1)
    heads, holes = [shape.key_heads(row) for row in rows], [shape.key_holes(row) for row in rows]
    return np.concatenate(heads), np.concatenate(holes)


def is_inside(pose: Pose, heads: F64) -> Mask:
    """Return (n,) which of the points (n, 3) mm the picture shows."""
    middles = np.nan_to_num(pose.project(heads), nan=-1e4)
    width, height = pose.size
    return np.asarray(np.all((middles > 0) & (middles < (width - 1, height - 1)), axis=1))


def sampled(image: Image, at: "SamplingMap") -> F32:
    """Return what `image` shows at the points of a map, between pixels linearly."""
    seen = cv2.remap(image, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _disc(count: int, radius: float) -> F64:
    """Return points spread evenly over a disc (Vogel's sunflower)."""
    k = np.arange(count) + 0.5
    turn = k * np.pi * (3 - 5**0.5)
    far = radius * np.sqrt(k / count)
    return np.stack([far * np.cos(turn), far * np.sin(turn)], 1)


def _ring(count: int, radius: float, *, start: float = 0.0) -> F64:
    turn = (np.arange(count) + start) * 2 * np.pi / count
    return radius * np.stack([np.cos(turn), np.sin(turn)], 1)


HEAD_POINTS = np.concatenate(
    [_disc(40, 0.7), _ring(16, 0.9), _ring(20, 1.35), _ring(16, 1.1, start=0.5)]
)
HOLE_POINTS = np.concatenate([_disc(10, 0.3), _ring(12, 0.5), _ring(12, 0.75), _ring(12, 1.05)])
# the board between places, in pitches: corners of a cell, before and behind, left and right; a
# guess
CORNER_SPOTS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
ALONG_SPOTS = ((0.0, -0.35), (0.0, 0.35))  # before and behind, a guess as well
ACROSS_SPOTS = ((-0.5, 0.0), (0.5, 0.0))  # left and right, a guess as well
# each point of the ground is the middle of a small cross, in head radii: a guess
CROSS_POINTS = 0.22 * np.array([(0, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)])


# whole pixels and parts of them, as OpenCV is quickest with
SamplingMap = tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]


@dataclass(frozen=True, slots=True, eq=False)
class _Maps:
    """Where to sample: for n places 2n lines of half a head, then n of holes; the ground."""

    places: SamplingMap
    ground: SamplingMap
    inside: Mask


@lru_cache(maxsize=8)
def _maps(pose: Pose, shape: BoardShape) -> _Maps:
    key_heads, key_holes = key_places(shape)
    heads = np.concatenate([shape.heads(), shape.code_heads(), key_heads])
    holes = np.concatenate([shape.holes(), shape.code_holes(), key_holes])
    radius = np.full((len(heads), 1), shape.head.radius)
    pegs = slice(shape.rows * shape.cols)
    if shape.code:
        radius[pegs.stop :] = shape.code.peg.radius
    if shape.keys:
        radius[len(radius) - len(key_heads) :] = shape.keys.peg.radius
    spots = [_around(pose, heads, HEAD_POINTS, radius), _around(pose, holes, HOLE_POINTS, radius)]
    places = np.concatenate([each.reshape(-1, len(HOLE_POINTS), 2) for each in spots])
    ground = _around(pose, holes[pegs], _ground(shape), radius[pegs])
    return _Maps(sampling_map(places), sampling_map(ground), is_inside(pose, heads))


def sampling_map(points: F64 | F32) -> SamplingMap:
    """Return pixels (n, k, 2) as `sampled` takes them; what is behind the camera lies outside."""
    x, y = np.moveaxis(np.nan_to_num(points, nan=-1e4).astype(np.float32), 2, 0)
    at, part = cv2.convertMaps(x.copy(), y.copy(), cv2.CV_16SC2)
    return np.asarray(at, np.int16), np.asarray(part, np.uint16)


def _ground(shape: BoardShape) -> F64:
    """Return (n, m, 2): the crosses beside each place, in head radii, point by point."""
    pitch = np.array([shape.hole_pitch, shape.row_pitch]) / shape.head.radius
    beside = _inwards(np.array(_beside(pitch)), shape) * pitch
    return np.asarray((beside[:, None] + CROSS_POINTS[:, None]).reshape(len(beside), -1, 2))


def _beside(pitch: F64) -> list[tuple[float, float]]:
    """Choose what lies between heads, for pitches in head radii."""
    wide, deep = pitch
    narrow = wide < 2.5 and deep > 3
    return [
        *(() if narrow else CORNER_SPOTS),
        *(ALONG_SPOTS if deep > 3.2 else ()),
        *(ACROSS_SPOTS if wide > 3.2 else ()),
    ]


def _inwards(beside: F64, shape: BoardShape) -> F64:
    """Return (n, k, 2): at the edges what would lie outside is mirrored; walls may stand there."""
    row, col = (np.array(shape.cells()) - 1).T
    last = np.array([shape.cols - 1, shape.rows - 1])
    at = np.stack([col, row], axis=1)
    outside = (beside == -0.5)[None] & (at == 0)[:, None]
    outside |= (beside == 0.5)[None] & (at == last)[:, None]
    lonely = (last == 0)[None, None]
    return np.where(outside & ~lonely, -beside[None], beside[None])


def _around(pose: Pose, middles: F64, offsets: F64, radius: F64) -> F64:
    """Project offsets (1 or n, m, 2) in radii (n, 1) around (n, 3) mm, as an affine map at each."""
    at, axes = affine_at(pose, middles, radius)
    return np.asarray(at[:, None] + offsets @ axes)


def affine_at(pose: Pose, middles: F64, radius: F64) -> tuple[F64, F64]:
    """Return the pixels (n, 2) of (n, 3) mm, and a radius (n, 1) across and along, (n, 2, 2)."""
    at = pose.project(middles)
    across, along = (pose.project(middles + radius * step) - at for step in np.eye(3)[:2])
    return at, np.stack([across, along], axis=1)
