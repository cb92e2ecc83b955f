"""Light: stored pixels made linear, and the light on each place from the board's own surface. Pure.

The light on a place is known from the board's surface beside it, which the picture of the empty
board shows too: the change between the two is the change of light (a white-patch method whose
patch is the board). Heads cover some of that surface and shadows fall on it, so the median of the
points whose tint agrees with most of the board's is taken, and of nine neighbouring places.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.features.patches import Patches
from companion.vision.geometry.arrays import F32, Indices, Mask

__all__ = [
    "CLIPPED_LEVEL",
    "DARKEST",
    "LOG_OF_CLIPPED",
    "Ground",
    "UsualLight",
    "change_of_light",
    "learn_ground",
    "light_on",
    "linear",
    "log_light",
    "log_of_steps",
    "neighbours",
    "usual_change",
    "usual_light",
]

# linear light added before a logarithm: about one step of 8-bit shadows, a guess
DARKEST = 0.004
# 0..255: above, a channel says no more than "much"; others who built such readers found about 250;
# a guess
CLIPPED_LEVEL = 250.0
# part of the board's points, clipped in no channel, that tell the light on the others: a guess
LEAST_UNCLIPPED = 0.05
# natural logarithms by which the tint of the light may differ over a board, and its strength:
# guesses
SAME_TINT, MOST_BRIGHTER, MOST_DARKER = 0.8, 1.0, 1.3
# points that are asked for the usual tint, of which all pairs are compared: a guess
TINT_POINTS = 96
# natural logarithms by which the tint of two points of the board may differ in one light; a guess
USUAL_TINT = 0.4
# points that are asked for the usual tint: all pairs of them are compared; a guess, enough for a
# median
USUAL_POINTS = 64


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
    own = ground.spread @ _median_of_ground(
        change_of_light(patches.ground, log_light(patches.ground), ground)
    )
    near = np.sort(own.take(neighbours(ground.rows, ground.cols), axis=0), axis=0)[4]
    return ground.field + near, ground.field + own


def change_of_light(stored: F32, log: F32, ground: Ground) -> F32:
    """Return (n, k, 3) by how much the light on the ground changed, natural logarithms.

    `stored` 0..255 and its `log` light are of the same points. A channel that is clipped now has
    changed by more than is seen, one that was by less: there, if it is more, or less, what the
    point's other channels and the tint of the light elsewhere say is taken (imputation of censored
    values), so that a white board under a warm lamp does not seem less warm than it is.
    """
    change = np.asarray(log - ground.surface)
    now, then = stored > CLIPPED_LEVEL, ground.surface > LOG_OF_CLIPPED
    clipped = now | then
    free = ~clipped.any(axis=2)
    if not clipped.any() or free.mean() < LEAST_UNCLIPPED:
        return change
    usual = np.median(change[free], axis=0)
    told = ~clipped
    count = np.count_nonzero(told, axis=2)
    level = np.where(told, change - usual, 0).sum(axis=2) / np.maximum(count, 1)
    likely = level[..., None] + usual
    change = np.where(now, np.maximum(change, likely), change)
    return np.asarray(np.where(then, np.minimum(change, likely), change), np.float32)


@dataclass(frozen=True, eq=False)
class UsualLight:
    """The light on most of a board, of which `stored` (n, k, 3) 0..255 are points of the `ground`.

    `straight` (3,) is by how much it changed, natural logarithms; `median` that of the points in
    linear light 0..1, of all channels. `clipped` (n, k) are the points with a clipped channel now,
    of which none was, `from_clipped` (n,) the part of the ground each place has its light from that
    is so.
    """

    stored: F32
    ground: Ground
    straight: F32
    median: float
    clipped: Mask
    from_clipped: F32

    @cached_property
    def swapped(self) -> F32:
        """As `straight`, (3,), were red and blue swapped in the picture."""
        return _usual_change_of(self.stored[..., ::-1], self.ground)


def usual_light(stored: F32, ground: Ground) -> UsualLight:
    """Return the light that points (n, k, 3), 0..255, of the `ground` tell."""
    now = (stored > CLIPPED_LEVEL).any(axis=2)
    clipped = now & ~(ground.surface > LOG_OF_CLIPPED).any(axis=2)
    near = neighbours(ground.rows, ground.cols)
    return UsualLight(
        stored,
        ground,
        straight=_usual_change_of(stored, ground),
        median=float(np.median(linear(stored))),
        clipped=np.asarray(clipped),
        from_clipped=(ground.spread @ clipped.mean(axis=1))[near].mean(axis=0).astype(np.float32),
    )


def _usual_change_of(stored: F32, ground: Ground) -> F32:
    change = change_of_light(stored, log_of_steps(stored), ground)
    return usual_change(change.reshape(-1, 3))


def usual_change(points: F32) -> F32:
    """Return (3,): by how much most of `points` (m, 3) changed; what lies on the board is outvoted.

    Light has one tint all over a board, more or less: the tint that the most points agree on is
    taken for its own, and the median of what has it.
    """
    level = points.mean(axis=1)
    tint = points - level[:, None]
    some = tint[:: max(1, len(tint) // USUAL_POINTS)]
    apart = np.abs(some.T[:, :, None] - some.T[:, None])
    # channel by channel: a reduction over a short last axis is slow
    alike = np.maximum(np.maximum(apart[0], apart[1]), apart[2]) < USUAL_TINT / 2
    usual = some[np.count_nonzero(alike, axis=1).argmax()]
    valid = (np.abs(tint - usual) < USUAL_TINT).all(axis=1)
    return np.asarray(np.median(points[valid], axis=0), np.float32)


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


LOG_OF_CLIPPED = float(log_light(np.array([CLIPPED_LEVEL], np.float32))[0])
LOG_OF_STEP = np.log(linear(np.arange(256, dtype=np.float32)) + np.float32(DARKEST))
