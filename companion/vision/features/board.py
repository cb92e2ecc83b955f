"""All places of a board in one picture, sampled once and in the light they have: `BoardFeatures`.

The light on a place is known from the board's own surface beside it, which the picture of the empty
board shows too: the change between the two is the change of light (a white-patch method whose
patch is the board). Heads cover some of that surface and shadows fall on it, so the median of the
points whose tint agrees with most of the board's is taken, and of nine neighbouring places.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.features.cells import CellFeatures, features_of, log_light, neighbours
from companion.vision.features.patches import Patches, sample_patches
from companion.vision.geometry.arrays import F32, Image, Indices, Mask

__all__ = [
    "BoardFeatures",
    "CellSamples",
    "Ground",
    "board_features",
    "learn_ground",
    "light_on",
]

# natural logarithms by which the tint of the light may differ over a board, and its strength
SAME_TINT, MOST_BRIGHTER, MOST_DARKER = 0.8, 1.0, 1.3
# points that are asked for the usual tint: all pairs of them are compared
TINT_POINTS = 96
# 0..255, from the dark to the bright 2 % of all heads' points; bores alone make more
BLANK_CONTRAST = 10
# part of the heads with over half their points clipped, from which the picture is too bright
BRIGHT_PART = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class CellSamples:
    """Places of one sort: the `patches` that were sampled, and their `features`."""

    patches: Patches
    features: CellFeatures

    def __len__(self) -> int:
        return len(self.features)

    def __getitem__(self, which: slice) -> "CellSamples":
        return CellSamples(self.patches[which], self.features[which])


@dataclass(frozen=True, slots=True, eq=False)
class BoardFeatures:
    """All places: those for code pegs and key holes, row 1 first, and the code's.

    `keys` is None on a board without key holes, `code` where the code is never in sight.
    """

    pegs: CellSamples
    keys: CellSamples | None
    code: CellSamples | None

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all is to be seen: a lens cap, a wall, a burnt out picture."""
        ranked = np.sort(self.pegs.features.heads.ravel())
        few = len(ranked) // 50
        return bool(ranked[-1 - few] - ranked[few] < BLANK_CONTRAST)

    @property
    def is_too_bright(self) -> bool:
        """Whether many heads are clipped to white."""
        return bool((self.pegs.features.clipped > 0.5).mean() > BRIGHT_PART)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The empty board's own surface: `surface` (n, k, 3) log light at points beside each place.

    `spread` (n, n) takes each place's light from itself, or on ground of two colours from the
    bright places near it; `field` (n, 3) is the log light on the empty board, made so.
    """

    surface: F32
    spread: F32
    field: F32
    rows: int
    cols: int


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """How a board's n places are listed: `near` (9, n) neighbours; `lit_by` (n,) a peg's place.

    `pegs` and `keys` are how many there are.
    """

    near: Indices
    lit_by: Indices
    pegs: int
    keys: int


def board_features(image: Image, located: Located, ground: Ground | None) -> BoardFeatures:
    """Return what a BGR picture shows at all places of a board.

    Key holes and the code have the light of the nearest row's places. Without `ground` the light
    is taken to be that of the calibration everywhere.
    """
    layout = _layout(located.shape)
    patches = sample_patches(image, located.pose, located.shape)
    near, own = (light[layout.lit_by] for light in light_on(patches[: layout.pegs], ground))
    cells = CellSamples(patches, features_of(patches, (near, own), layout.near))
    code = layout.pegs + layout.keys
    return BoardFeatures(
        pegs=cells[: layout.pegs],
        keys=cells[layout.pegs : code] if layout.keys else None,
        code=cells[code:] if code < len(layout.lit_by) else None,
    )


def learn_ground(patches: Patches, shape: BoardShape) -> Ground:
    """Return the surface that the patches (n) of an empty board's places for pegs show."""
    surface = log_light(patches.ground)
    spread = _spread(shape.rows, shape.cols, "".join(shape.ground))
    field = spread @ np.median(surface, axis=1)
    return Ground(surface, spread, np.asarray(field, np.float32), shape.rows, shape.cols)


def light_on(patches: Patches, ground: Ground | None) -> tuple[F32, F32]:
    """Return the log light (n, 3) near each place and right beside it; zeros without `ground`."""
    n = len(patches.heads)
    if ground is None:
        return np.zeros((n, 3), np.float32), np.zeros((n, 3), np.float32)
    own = ground.spread @ _median_of_ground(log_light(patches.ground) - ground.surface)
    near = np.sort(own.take(neighbours(ground.rows, ground.cols), axis=0), axis=0)[4]
    return ground.field + near, ground.field + own


@lru_cache(maxsize=8)
def _layout(shape: BoardShape) -> _Layout:
    places = np.arange(shape.rows * shape.cols)
    offsets = shape.keys.offsets if shape.keys else ()
    beside_keys = np.repeat(places[_nearest_col(shape) :: shape.cols], len(offsets))
    code = places[-shape.cols :] if shape.code else places[:0]
    sizes = [(shape.rows, shape.cols), (shape.rows, len(offsets)), (1, len(code))]
    firsts = np.cumsum([0] + [rows * cols for rows, cols in sizes])
    near = [
        neighbours(*size) + first for size, first in zip(sizes, firsts[:-1], strict=True) if size[1]
    ]
    return _Layout(
        np.concatenate(near, axis=1),
        np.concatenate([places, beside_keys, code]),
        len(places),
        len(beside_keys),
    )


def _nearest_col(shape: BoardShape) -> int:
    """Return the column, from 0, whose places are nearest to the key holes."""
    offsets = shape.keys.offsets if shape.keys else ()
    x = sum(x for x, _ in offsets) / max(1, len(offsets))
    middle = shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2
    return 0 if x < middle else shape.cols - 1


def _median_of_ground(change: F32) -> F32:
    """Return (n, 3): the median of each place's points (n, k, 3) that still show the ground.

    Wide heads cover it. Light has one tint all over the board, more or less: where the most points
    agree is the ground's (a mode by counting neighbours), and what is far from it is something
    else.
    """
    points = np.ascontiguousarray(change.reshape(-1, 3).T)
    level = points.mean(axis=0)
    tint = points - level
    some = tint[:, :: max(1, tint.shape[1] // TINT_POINTS)]
    alike = (np.abs(some[:, :, None] - some[:, None]) < SAME_TINT / 2).all(axis=0)
    usual = some[:, np.count_nonzero(alike, axis=1).argmax()]
    valid = (np.abs(tint - usual[:, None]) < SAME_TINT).all(axis=0)
    stronger = level - np.median(level[valid])
    valid &= (stronger < MOST_BRIGHTER) & (stronger > -MOST_DARKER)
    return _masked_median(change, valid.reshape(change.shape[:2]))


def _masked_median(values: F32, valid: Mask) -> F32:
    """Return the median over axis 1 of what is valid; that of all where nothing is."""
    ranked = np.sort(np.where(valid[..., None], values, np.float32(np.inf)), axis=1)
    count = np.count_nonzero(valid, axis=1)
    low, high = (np.maximum(count + step, 0) // 2 for step in (-1, 0))
    rows = np.arange(len(values))
    middle = (ranked[rows, low] + ranked[rows, np.minimum(high, values.shape[1] - 1)]) / 2
    if not count.all():
        middle[count == 0] = np.median(values[valid], axis=0)
    return np.asarray(middle, np.float32)


def _spread(rows: int, cols: int, words: str) -> F32:
    """Return (n, n): how much each place's light is that of each."""
    n = rows * cols
    if len(words) != n or len(set(words)) < 2:
        return np.eye(n, dtype=np.float32)
    bright = np.array([letter == "w" for letter in words])
    row, col = np.divmod(np.arange(n), cols)
    apart = np.maximum(abs(row[:, None] - row), abs(col[:, None] - col))
    # a bright place speaks for itself, a dark one for it the bright ones at its sides
    weight = np.where(bright[None] & (apart <= 1), 1.0, 1e-6 * bright[None])
    weight[bright] = np.eye(n)[bright]
    return np.asarray(weight / weight.sum(axis=1, keepdims=True), np.float32)
