"""What places of a board show: the features that every classifier of cells reads from. Pure.

Each place is sampled once (`features.patches`) and becomes a row of numbers here: its colour in
several ways, the light on it and the stray light over it, all in linear light, and its luma at
every point as stored. Robust order statistics (trimmed means, quantiles) stand for every colour: a
highlight, a shadow's edge or a fingertip covers some of a head's points and moves a plain mean.
Values are linear light of 0..1 in the order blue, green, red, as OpenCV stores pictures.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from companion.vision.features.light import CLIPPED_LEVEL, DARKEST, linear
from companion.vision.features.patches import HEAD_RINGS, ON_HEAD, Patches
from companion.vision.features.texture import Texture
from companion.vision.geometry.arrays import F32, Indices, Mask

__all__ = ["LUMA", "CellFeatures", "features_of"]

# weights of blue, green and red: BT.601's luma
LUMA = np.array([0.114, 0.587, 0.299], np.float32)
DISC, EDGE, AROUND, BESIDE = HEAD_RINGS
# the edge of a head and just beside it
RIM_POINTS = np.r_[EDGE, BESIDE]
# its edge and around it
OUTWARDS = slice(EDGE.start, AROUND.stop)
# first columns of `CellFeatures.table`, three channels each
COLOUR, SHADE, RIM, STRAY, LIGHT, OWN_LIGHT = range(0, 18, 3)


@dataclass(frozen=True, eq=False)
class CellFeatures:
    """Features of n places, float32; the names below are columns of `table` (n, 20).

    `colour` (n, 3) is the trimmed mean of the middle of the head, `shade` that of its darker third,
    `rim` of its most saturated edge, `stray_light` the darkest that is near (stray light lies on
    that too). `light` (n, 3) is the natural logarithm of the light on the board near the place,
    `own_light` that right beside it. `clipped` (n,) is the part of points with a clipped channel,
    `contrast` (n,) the luma from the 1st to the 9th decile, of 1. `heads` (n, 92) and `holes`
    (n, 46) are luma as stored.
    """

    table: F32
    heads: F32
    holes: F32

    colour = property(lambda self: self.table[:, COLOUR : COLOUR + 3])
    shade = property(lambda self: self.table[:, SHADE : SHADE + 3])
    rim = property(lambda self: self.table[:, RIM : RIM + 3])
    stray_light = property(lambda self: self.table[:, STRAY : STRAY + 3])
    light = property(lambda self: self.table[:, LIGHT : LIGHT + 3])
    own_light = property(lambda self: self.table[:, OWN_LIGHT : OWN_LIGHT + 3])
    clipped = property(lambda self: self.table[:, 18])
    contrast = property(lambda self: self.table[:, 19])

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, which: Indices | Mask | slice | list[int]) -> "CellFeatures":
        return CellFeatures(self.table[which], self.heads[which], self.holes[which])

    @cached_property
    def texture(self) -> Texture:
        """Return the texture of the places."""
        return Texture.of_luma(self.heads, self.holes)

    def log_colour(self, light_part: float, column: str = "colour") -> F32:
        """Return (n, 3): the natural logarithm of a colour, with a part of the light corrected."""
        seen: F32 = getattr(self, column)
        return np.asarray(np.log(seen + np.float32(DARKEST)) - np.float32(light_part) * self.light)

    @classmethod
    def joined(cls, parts: Iterable["CellFeatures"]) -> "CellFeatures":
        """Return the places of all parts, one after another."""
        rows = [(part.table, part.heads, part.holes) for part in parts]
        return cls(*(np.concatenate(column) for column in zip(*rows, strict=True)))

    def followed_by(self, other: "CellFeatures") -> "CellFeatures":
        """Return these places and then the others, as the same value each time."""
        return _both(self, other)

    def for_all(self, count: int) -> "CellFeatures":
        """Return `count` places; the first stands for all where another number is known."""
        return self if len(self) == count else _repeated(self, count)

    def first(self, count: int) -> "CellFeatures":
        """Return the first `count` places, as the same value each time."""
        return _first(self, count)

    def relit(self, empty: "CellFeatures", free: Mask) -> "CellFeatures":
        """Return key holes in the light that those which are surely `free` (n,) of pegs tell.

        Those are as they were on the `empty` board. The board beside code pegs may be of another
        plastic, which stray light changes otherwise.
        """
        if not free.any():
            return self
        now, then = (np.log(one.colour[free] + np.float32(DARKEST)) for one in (self, empty))
        left = np.median(now - then - (self.light - empty.light)[free], axis=0)
        table = self.table.copy()
        table[:, LIGHT : OWN_LIGHT + 3] += np.tile(left, 2)
        return replace(self, table=table)


@lru_cache(maxsize=16)
def _both(one: CellFeatures, other: CellFeatures) -> CellFeatures:
    return CellFeatures.joined([one, other])


@lru_cache(maxsize=16)
def _repeated(features: CellFeatures, count: int) -> CellFeatures:
    return features[np.zeros(count, np.intp)]


@lru_cache(maxsize=64)
def _first(features: CellFeatures, count: int) -> CellFeatures:
    return features[:count]


def features_of(patches: Patches, light: tuple[F32, F32], near: Indices) -> CellFeatures:
    """Return the features of n places; `light` (n, 3) is near each place and right beside it.

    `near` (9, n) are each place and those beside it, as `neighbours` lists them.
    """
    heads = patches.heads
    luma, hole_luma = heads @ LUMA, patches.holes @ LUMA
    inner = heads[:, DISC]
    b, g, r = np.moveaxis(inner > CLIPPED_LEVEL, 2, 0)
    clipped = np.count_nonzero(b | g | r, axis=1) / np.float32(inner.shape[1])
    colour, contrast = _trimmed(heads, luma[:, DISC], b & g & r)
    shade = _mean_of(heads, np.argsort(luma[:, :ON_HEAD], axis=1)[:, 5:21])
    stray = _stray_light(patches, luma, hole_luma, near)
    stored = np.concatenate([colour, shade, _rim(heads), stray], axis=1)
    rest = np.stack([clipped, contrast], axis=1)
    table = np.concatenate([linear(stored), *light, rest], axis=1).astype(np.float32)
    return CellFeatures(table, luma, hole_luma)


def _picked(samples: F32, which: Indices) -> F32:
    """Return those of samples (n, k, 3) that `which` (n, j) numbers within each place."""
    first = np.arange(len(samples))[:, None] * samples.shape[1]
    return np.asarray(samples.reshape(-1, 3).take(which + first, axis=0))


def _mean_of(samples: F32, which: Indices) -> F32:
    """Return (n, 3): the mean of what is picked; cheaper than numpy's over a middle axis."""
    count = which.shape[1]
    return np.asarray(np.full(count, 1 / count, np.float32) @ _picked(samples, which))


def _trimmed(heads: F32, luma: F32, clipped: Mask) -> tuple[F32, F32]:
    """Return the mean between the 20th and 80th percentile of luma, and the spread 10 to 90.

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
    b, g, r = np.moveaxis(heads[:, RIM_POINTS], 2, 0)
    most, least = np.maximum(np.maximum(b, g), r), np.minimum(np.minimum(b, g), r)
    order = np.argsort((most - least) / (most + 12), axis=1)[:, 19:30]
    return _mean_of(heads, RIM_POINTS[order])


def _stray_light(patches: Patches, luma: F32, hole_luma: F32, near: Indices) -> F32:
    """Return (n, 3): the darkest that is seen at a place or one beside it, as stored."""
    around = np.concatenate([patches.heads[:, OUTWARDS], patches.holes], axis=1)
    bright = np.concatenate([luma[:, OUTWARDS], hole_luma], axis=1)
    dark = _mean_of(around, np.argpartition(bright, 4, axis=1)[:, :4])
    best = np.argmin((dark @ LUMA).take(near), axis=0)
    return np.asarray(dark[near[best, np.arange(len(dark))]])
