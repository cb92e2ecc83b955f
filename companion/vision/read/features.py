"""What the samples of a place say: its colour in several ways, the light on it, its veil. Pure.

Values are linear light of 0..1 in the order blue, green, red, as OpenCV stores pictures.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.geometry.arrays import F32, Indices, Mask
from companion.vision.read.patches import Patches

__all__ = [
    "DARKEST",
    "LUMA",
    "Ground",
    "Seen",
    "beside",
    "ground_of",
    "learn_ground",
    "linear",
    "see",
]


LUMA = np.array([0.114, 0.587, 0.299], np.float32)
INNER, AROUND = slice(0, 40), slice(40, 76)
EDGE = np.r_[40:56, 76:92]
CLIPPED = 250.0  # above, a channel says no more than "much"
# logarithms by which the tint of the light may differ over a board, and its strength
SAME_TINT, BRIGHTER, DARKER = 0.8, 1.0, 1.3
MANY = 96  # points that are asked for the usual tint
DARKEST = 0.004  # added before a logarithm: about one step of 8-bit shadows
# first columns of what is seen, three channels each
BODY, DARK, RIM, VEIL, LIGHT, OWN = range(0, 18, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """n places as rows of 20 numbers, float32; the names below are columns of it.

    `body` is the mean of the middle of the head between its shadows and highlights, `dark` that
    of its darker third, `rim` of its most saturated edge, `veil` the darkest that is near (stray
    light lies on that too). `light` is the logarithm of the light on the board near the place,
    `own` that right beside it. `clip` is the part with a clipped channel, `texture` the spread.
    """

    data: F32

    body = property(lambda self: self.data[:, BODY : BODY + 3])
    dark = property(lambda self: self.data[:, DARK : DARK + 3])
    rim = property(lambda self: self.data[:, RIM : RIM + 3])
    veil = property(lambda self: self.data[:, VEIL : VEIL + 3])
    light = property(lambda self: self.data[:, LIGHT : LIGHT + 3])
    own = property(lambda self: self.data[:, OWN : OWN + 3])
    clip = property(lambda self: self.data[:, 18])
    texture = property(lambda self: self.data[:, 19])

    def __getitem__(self, which: Indices | Mask | slice) -> "Seen":
        return Seen(self.data[which])


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The empty board's own surface: `surface` (n, k, 3) log light beside each place.

    `spread` (n, n) takes each place's light from itself, or on ground of two colours from the
    bright places near it; `field` (n, 3) is the light on the empty board, made so.
    """

    surface: F32
    spread: F32
    field: F32
    rows: int
    cols: int


def linear(stored: F32) -> F32:
    """Undo sRGB's curve (IEC 61966-2-1): 0..255 to 0..1."""
    c = stored * np.float32(1 / 255)
    low = c <= 0.04045
    return np.asarray(np.where(low, c / 12.92, ((c + 0.055) / 1.055) ** 2.4), np.float32)


def learn_ground(patches: Patches, rows: int, cols: int, words: tuple[str, ...]) -> Ground:
    """Learn from the empty board; `words` is the board's `ground`."""
    surface = _log(patches.ground)
    spread = _spread(rows, cols, "".join(words))
    field = spread @ np.median(surface, axis=1)
    return Ground(surface, spread, np.asarray(field, np.float32), rows, cols)


def ground_of(patches: Patches, ground: Ground | None) -> tuple[F32, F32]:
    """Give the log light (n, 3) near each place and right beside it; zeros if nothing is known."""
    n = len(patches.heads)
    if ground is None:
        return np.zeros((n, 3), np.float32), np.zeros((n, 3), np.float32)
    own = ground.spread @ _middle_of_ground(_log(patches.ground) - ground.surface)
    near = np.sort(own.take(beside(ground.rows, ground.cols), axis=0), axis=0)[4]
    return ground.field + near, ground.field + own


def see(patches: Patches, light: tuple[F32, F32], near: Indices) -> Seen:
    """Give what n places show; `light` is near each place and right beside it.

    `near` (9, n) are each place and those beside it, as `beside` lists them.
    """
    heads = patches.heads
    luma = heads @ LUMA
    inner = heads[:, INNER]
    b, g, r = np.moveaxis(inner > CLIPPED, 2, 0)
    clip = np.count_nonzero(b | g | r, axis=1) / np.float32(inner.shape[1])
    body, spread = _trimmed(heads, luma[:, INNER], b & g & r)
    dark = _mean_of(heads, np.argsort(luma[:, :56], axis=1)[:, 5:21])
    veil = _veil(patches, luma, near)
    stored = np.concatenate([body, dark, _rim(heads), veil], axis=1)
    rest = np.stack([clip, spread], axis=1)
    return Seen(np.concatenate([linear(stored), *light, rest], axis=1).astype(np.float32))


@lru_cache(maxsize=32)
def beside(rows: int, cols: int) -> Indices:
    """Give (9, rows * cols): each place with its neighbours, edges repeated."""
    grid = np.pad(np.arange(rows * cols).reshape(rows, cols), 1, mode="edge")
    nine = [grid[i : i + rows, j : j + cols].ravel() for i in range(3) for j in range(3)]
    return np.stack(nine)


def _log(stored: F32) -> F32:
    return np.asarray(np.log(linear(stored) + np.float32(DARKEST)))


def _picked(samples: F32, which: Indices) -> F32:
    """Give those of samples (n, k, 3) that `which` (n, j) numbers within each place."""
    first = np.arange(len(samples))[:, None] * samples.shape[1]
    return np.asarray(samples.reshape(-1, 3).take(which + first, axis=0))


def _mean_of(samples: F32, which: Indices) -> F32:
    """Give (n, 3): the mean of what is picked; cheaper than numpy's over a middle axis."""
    count = which.shape[1]
    return np.asarray(np.full(count, 1 / count, np.float32) @ _picked(samples, which))


def _trimmed(heads: F32, luma: F32, clipped: Mask) -> tuple[F32, F32]:
    """Give the mean between the 20th and 80th percentile of brightness, and the spread 10 to 90.

    Clipped pixels are left out unless hardly anything else is there.
    """
    count = luma.shape[1]
    order = np.argsort(np.where(clipped, np.float32(999), luma), axis=1)
    usable = count - np.count_nonzero(clipped, axis=1)
    usable = np.where(usable < count / 4, count, usable)
    place = (np.arange(count) + 0.5)[None] / usable[:, None]
    weight = ((place > 0.2) & (place < 0.8)).astype(np.float32)
    mean = np.matmul(weight[:, None], _picked(heads, order))[:, 0]
    mean /= weight.sum(axis=1, keepdims=True)
    lows = np.sort(luma, axis=1)
    spread = (lows[:, count * 9 // 10] - lows[:, count // 10]) / np.float32(255)
    return np.asarray(mean, np.float32), np.asarray(spread, np.float32)


def _rim(heads: F32) -> F32:
    b, g, r = np.moveaxis(heads[:, EDGE], 2, 0)
    most, least = np.maximum(np.maximum(b, g), r), np.minimum(np.minimum(b, g), r)
    order = np.argsort((most - least) / (most + 12), axis=1)[:, 19:30]
    return _mean_of(heads, EDGE[order])


def _veil(patches: Patches, luma: F32, near: Indices) -> F32:
    """Give the darkest that is seen at a place or one beside it, as stored."""
    around = np.concatenate([patches.heads[:, AROUND], patches.holes], axis=1)
    bright = np.concatenate([luma[:, AROUND], patches.holes @ LUMA], axis=1)
    dark = _mean_of(around, np.argpartition(bright, 4, axis=1)[:, :4])
    best = np.argmin((dark @ LUMA).take(near), axis=0)
    return np.asarray(dark[near[best, np.arange(len(dark))]])


def _middle_of_ground(change: F32) -> F32:
    """Give (n, 3): the middle of each place's points (n, k, 3) that still show the ground.

    Wide heads cover it. Light has one tint all over the board, more or less: where the most points
    agree is the ground's, and what is far from it is something else.
    """
    points = np.ascontiguousarray(change.reshape(-1, 3).T)
    level = points.mean(axis=0)
    tint = points - level
    some = tint[:, :: max(1, tint.shape[1] // MANY)]
    alike = (np.abs(some[:, :, None] - some[:, None]) < SAME_TINT / 2).all(axis=0)
    usual = some[:, np.count_nonzero(alike, axis=1).argmax()]
    valid = (np.abs(tint - usual[:, None]) < SAME_TINT).all(axis=0)
    stronger = level - np.median(level[valid])
    valid &= (stronger < BRIGHTER) & (stronger > -DARKER)
    return _masked_middle(change, valid.reshape(change.shape[:2]))


def _masked_middle(values: F32, valid: Mask) -> F32:
    """Give the median over axis 1 of what is valid; that of all where nothing is."""
    ranked = np.sort(np.where(valid[..., None], values, np.float32(np.inf)), axis=1)
    count = np.count_nonzero(valid, axis=1)
    low, high = (np.maximum(count + step, 0) // 2 for step in (-1, 0))
    rows = np.arange(len(values))
    middle = (ranked[rows, low] + ranked[rows, np.minimum(high, values.shape[1] - 1)]) / 2
    if not count.all():
        middle[count == 0] = np.median(values[valid], axis=0)
    return np.asarray(middle, np.float32)


def _spread(rows: int, cols: int, words: str) -> F32:
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
