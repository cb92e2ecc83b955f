"""Calibrated samples of colours, and the colours of places against them. Pure."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from companion.vision.features import cells as columns
from companion.vision.features.cells import CellFeatures
from companion.vision.geometry.arrays import F32

__all__ = ["ColourSamples", "balanced", "explained", "nearest_distances", "views_of"]

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
# priors, 1 sigma, of the fit of "the sample in other light, under stray light": change of exposure
# as a fraction, stray light of a white peg's: guesses
GAIN_SIGMA, STRAY_SIGMA = 0.35, 0.05


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
        return views_of(self.features, self)


def views_of(cells: CellFeatures, samples: ColourSamples) -> F32:
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


def nearest_distances(views: F32, cells: CellFeatures, samples: ColourSamples) -> list[F32]:
    """Return eleven (n,): least distance in colour, and in all, in five of the `views` (n, 7, 4).

    The last is what is least left unexplained of a colour (`explained`).
    """
    chosen = [0, 1, 2, 4, 5]
    light, first, second = views.T[:3, chosen, :, None] - samples.views.T[:3, chosen, None]
    colour = first * first + second * second
    whole = np.sqrt((colour + 0.25 * light * light).min(axis=2))
    chroma = np.sqrt(colour.min(axis=2))
    in_views = [part for pair in zip(chroma, whole, strict=True) for part in pair]
    left = explained(balanced(cells, samples, "colour"), samples, "colour")[0]
    return [*in_views, left.min(axis=1)]


def explained(mine: F32, samples: ColourSamples, column: str) -> list[F32]:
    """Return how heads (n, 3) are explained: samples times (1 + d) under stray light v of white.

    Ridge regression with Gaussian priors, v not negative, solved in closed form for each pair. Of
    each (n, m): the residual, that cut at 2, d, abs(d) and 10 v.
    """
    a, b, aa, bb, ab = _normal_equations(samples, column)
    t = mine.T[:, :, None] * b - a
    at, bt = _dot(a, t), (t[0] + t[1] + t[2]) * b
    stray = np.maximum((aa * bt - ab * at) / (aa * bb - ab * ab), 0)
    gain = (at - ab * stray) / aa
    rest = t - gain * a - stray * b
    left = np.sqrt(_dot(rest, rest))
    return [left, np.minimum(left, 2), gain, abs(gain), 10 * stray]


@lru_cache(maxsize=32)
def _normal_equations(samples: ColourSamples, column: str) -> tuple[F32, ...]:
    """Return the samples (3, 1, m) weighted, their weights (m,), and three sums of products."""
    s = balanced(samples.features, samples, column).T[:, None]
    b = 1 / (0.03 + 0.1 * s.mean(axis=0))
    a = s * b
    return a, b, _dot(a, a) + 1 / GAIN_SIGMA**2, 3 * b * b + 1 / STRAY_SIGMA**2, a.sum(axis=0) * b


def _dot(a: F32, b: F32) -> F32:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def balanced(cells: CellFeatures, samples: ColourSamples, column: str) -> F32:
    """Return (n, 3): a colour against the white peg, with half of the light corrected."""
    part = getattr(cells, column) / samples.white
    return np.asarray(part * np.exp(-0.5 * (cells.light - samples.light)))
