"""Calibrated samples of colours, and the views in which places are compared with them. Pure."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.vision.features import cells as columns
from companion.vision.features.cells import DARKEST, CellFeatures
from companion.vision.geometry.arrays import F32, Mask

__all__ = ["ColourSamples", "views"]

# of each view: columns, part of the light that is corrected, which light, part of the stray light
# that is taken off
VIEWS = (
    (columns.COLOUR, 0.0, columns.LIGHT, 0.0),
    (columns.COLOUR, 0.5, columns.LIGHT, 0.0),
    (columns.COLOUR, 1.0, columns.LIGHT, 0.0),
    (columns.COLOUR, 1.0, columns.OWN_LIGHT, 0.0),
    (columns.SHADE, 0.5, columns.LIGHT, 0.0),
    (columns.RIM, 0.5, columns.LIGHT, 0.0),
    (columns.COLOUR, 0.5, columns.LIGHT, 0.8),
)
CHANNELS = np.arange(3)[:, None]
VIEW_COLUMN, VIEW_LIGHT = (np.array([view[i] for view in VIEWS]) + CHANNELS for i in (0, 2))
LIGHT_PART, STRAY_PART = (
    np.array([view[i] for view in VIEWS], np.float32)[:, None] for i in (1, 3)
)
# part of a sample's points with a clipped channel, from which its brightness is not known: a guess
CLIPPED_PART = 0.5
# natural logarithms between samples that differ in brightness alone: chroma at most, and level;
# white and silver of the first labelled set lie within
SAME_CHROMA, NEAR_LEVEL = 0.4, 1.6


@dataclass(frozen=True, eq=False)
class ColourSamples:
    """m calibrated heads, a letter each; `white` (3,) is a white peg, `light` (3,) its light."""

    features: CellFeatures
    letters: str
    white: F32
    light: F32

    @cached_property
    def views(self) -> F32:
        """Return the samples' own (m, 7, 4) views."""
        return views(self.features, self)

    @cached_property
    def clipped(self) -> Mask:
        """Return (m,): which samples say no more than "at least so bright"."""
        return np.asarray(self.features.clipped > CLIPPED_PART)

    @cached_property
    def brightness_only(self) -> Mask:
        """Return (m, m): which samples differ in brightness alone, and not by very much."""
        log = np.log(self.features.colour + np.float32(DARKEST)) - self.features.light
        apart = log[:, None] - log[None]
        chroma = np.hypot(apart[..., 2] - apart[..., 1], apart[..., 0] - apart[..., 1])
        return np.asarray((chroma < SAME_CHROMA) & (abs(apart.mean(axis=2)) < NEAR_LEVEL))


def views(cells: CellFeatures, samples: ColourSamples) -> F32:
    """Return (n, 7, 4): lightness, two opponent colours and chroma of each view.

    Like CIELAB's cube roots, but of the camera's channels balanced by the samples' white peg.
    """
    # channels and views before places, as is quickest
    data = cells.table.T
    clear = data[VIEW_COLUMN] - STRAY_PART * data[columns.STRAY + CHANNELS]
    brighter = data[VIEW_LIGHT] - samples.light[:, None, None]
    balanced = clear * np.exp(-LIGHT_PART * brighter) / samples.white[:, None, None]
    b, g, r = np.cbrt(np.maximum(balanced, 0))
    first, second = r - g, (r + g) / 2 - b
    return np.array([(b + 2 * g + r) / 4, first, second, np.hypot(first, second)]).T
