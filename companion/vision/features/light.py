"""Light: stored pixels made linear, and the light on each place from the board's own surface. Pure.

The light on a place is known from the board's surface beside it, which the picture of the empty
board shows too: the change between the two is the change of light (a white-patch method whose
patch is the board). Heads cover some of that surface and shadows fall on it, so the median of the
points whose tint agrees with most of the board's is taken, and of nine neighbouring places.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.features.patches import Patches
from companion.vision.geometry.arrays import F32, Indices, Mask

__all__ = [
    "DARKEST",
    "Ground",
    "learn_ground",
    "light_on",
    "linear",
    "log_light",
    "log_of_steps",
    "neighbours",
]

# linear light added before a logarithm: about one step of 8-bit shadows, a guess
DARKEST = 0.004
# natural logarithms by which the tint of the light may differ over a board, and its strength:
# guesses
SAME_TINT, MOST_BRIGHTER, MOST_DARKER = 0.8, 1.0, 1.3
# points that are asked for the usual tint, of which all pairs are compared: a guess
TINT_POINTS = 96


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


def linear(stored: F32) -> F32:
    """Return linear light 0..1 of stored 0..255: undoes sRGB's curve (IEC 61966-2-1)."""
    c = stored * np.float32(1 / 255)
    low = c <= 0.04045
    return np.asarray(np.where(low, c / 12.92, ((c + 0.055) / 1.055) ** 2.4), np.float32)


def log_light(stored: F32) -> F32:
    """Return the natural logarithm of the linear light of stored 0..255."""
    return np.asarray(np.log(linear(stored) + np.float32(DARKEST)))


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


@lru_cache(maxsize=32)
def neighbours(rows: int, cols: int) -> Indices:
    """Return (9, rows * cols): each place with its eight neighbours, edges repeated."""
    grid = np.pad(np.arange(rows * cols).reshape(rows, cols), 1, mode="edge")
    nine = [grid[i : i + rows, j : j + cols].ravel() for i in range(3) for j in range(3)]
    return np.stack(nine)


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


def log_of_steps(stored: F32) -> F32:
    """Return the log of the linear light of stored 0..255, to the nearest step: cheaper than it."""
    return np.asarray(LOG_OF_STEP[np.rint(stored).astype(np.intp)])


LOG_OF_STEP = np.log(linear(np.arange(256, dtype=np.float32)) + np.float32(DARKEST))
