"""Places compared with the empty board and with calibrated samples, once for all classifiers. Pure.

What the light does not explain is what counts: every difference to the empty place is taken after
the change of light on the board's own surface is taken off.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourComparison, ColourSamples
from companion.vision.features.light import DARKEST
from companion.vision.features.shading import shading_cues
from companion.vision.features.texture import mean
from companion.vision.geometry.arrays import F32

__all__ = ["Comparison"]


# natural logarithms: what shade and tint do to the board's own plastic between two pictures, 1
# sigma: guesses
SHADE_SIGMA, TINT_SIGMA = np.float32(0.3), np.float32(0.25)


@dataclass(frozen=True, eq=False)
class Comparison:
    """n places, `cells`, against themselves on the `empty` board and against m `samples`."""

    cells: CellFeatures
    empty: CellFeatures
    samples: ColourSamples

    @property
    def before(self) -> "Comparison":
        """Return the empty board against the samples: the same in every picture."""
        return _empty_compared(self.empty, self.samples)

    @cached_property
    def ev(self) -> F32:
        """Return (n,): the natural logarithm of the light now against then."""
        return mean(self.cells.light - self.empty.light)

    @cached_property
    def colours(self) -> ColourComparison:
        """Return the colours of the places against those of the samples."""
        return ColourComparison(self.cells, self.samples)

    @cached_property
    def similarity(self) -> list[F32]:
        """Return four (n, m): how alike the textures are to the samples'."""
        return self.cells.texture.similarity(self.samples.features.texture.patterns)

    @property
    def own_and_other(self) -> tuple[F32, F32]:
        """Return (n,) each: how alike the textures are to their empty places', and to a sample's.

        Correlations of heads with their surround and of holes, the mean of both; the best sample.
        """
        now, then = self.cells.texture.patterns, self.empty.texture.patterns
        own = ((now[2] * then[2]).sum(axis=1) + (now[3] * then[3]).sum(axis=1)) / 2
        other = (self.similarity[2] + self.similarity[3]).max(axis=1) / 2
        return np.asarray(own), np.asarray(other)

    @cached_property
    def texture_change(self) -> list[F32]:
        """Return thirty (n,): the texture against the empty place's."""
        return self.cells.texture.differences(self.empty.texture, self.ev)

    @cached_property
    def left_of_ground(self) -> list[F32]:
        """Return twelve (n,): log colour's change that the light does not explain.

        Its level, size and tint, of four pairs of a colour and a light.
        """
        return _left_of_ground(self.cells, self.empty)

    @cached_property
    def difference(self) -> F32:
        """Return (n,): how far the middle is from the empty place's own plastic in today's light.

        In sigmas of what shade and tint do to it: under 1 it may well be the board itself.
        """
        now = self.cells
        near, own = (
            _shade_and_tint(now.colour, light, self.empty) for light in (now.light, now.own_light)
        )
        return np.asarray(np.hypot(np.minimum(near[0], own[0]), np.minimum(near[1], own[1])))

    @property
    def camouflage(self) -> F32:
        """Return (n, m): the `difference` that each sample would make at each empty place."""
        return _camouflage(self.empty, self.samples)

    @property
    def shading(self) -> F32:
        """Return (n, 12): how heads are shaded, and against samples of nearly their colour."""
        return shading_cues(self.cells, self.samples)

    @property
    def residuals(self) -> F32:
        """Return (276, n): log luma and its change, point by point, each less its mean."""
        return self.cells.texture.residuals(self.empty.texture)

    @property
    def pattern_change(self) -> F32:
        """Return (n,): by how much the texture of the middle has changed, in log luma."""
        return self.cells.texture.pattern_change(self.empty.texture)


@lru_cache(maxsize=64)
def _empty_compared(empty: CellFeatures, samples: ColourSamples) -> Comparison:
    return Comparison(empty, empty, samples)


@lru_cache(maxsize=16)
def _camouflage(empty: CellFeatures, samples: ColourSamples) -> F32:
    known = samples.features
    axis = (slice(None), None)
    return np.asarray(
        np.hypot(*_shade_and_tint(known.colour[None], known.light[None], empty, axis=axis))
    )


def _shade_and_tint(
    colour: F32, light: F32, empty: CellFeatures, *, axis: tuple[slice | None, ...] = (slice(None),)
) -> tuple[F32, F32]:
    """Return the change of brightness and of tint that light does not explain, in sigmas."""
    then, old = np.log(empty.colour + np.float32(DARKEST)), empty.light
    left = np.log(colour + np.float32(DARKEST)) - then[axis] - (light - old[axis])
    tint = np.hypot(left[..., 2] - left[..., 1], left[..., 0] - left[..., 1])
    return abs(mean(left)) / SHADE_SIGMA, tint / TINT_SIGMA


def _left_of_ground(now: CellFeatures, empty: CellFeatures) -> list[F32]:
    parts = []
    for column, which in (
        ("colour", "own_light"),
        ("colour", "light"),
        ("shade", "own_light"),
        ("rim", "own_light"),
    ):
        one, other = (np.log(getattr(x, column) + np.float32(DARKEST)) for x in (now, empty))
        left = one - other - (getattr(now, which) - getattr(empty, which))
        middle = mean(left)
        parts += [middle, abs(middle), np.hypot(left[:, 2] - left[:, 1], left[:, 0] - left[:, 1])]
    return parts
