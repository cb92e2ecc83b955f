"""How the heads of places are shaded, held against calibrated pegs of nearly their colour. Pure.

A head is round: it has a lit side, a darker one and often a highlight. A sticker, a printed number
and a lamp's reflection in an empty hole have its colour, its size and its place, but not that. How
much shading a peg shows depends on the room and on its plastic, so the calibrated pegs tell it.
"""

from functools import lru_cache

import numpy as np

from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import DARKEST
from companion.vision.features.patches import HEAD_POINTS, ON_HEAD
from companion.vision.geometry.arrays import F32

__all__ = ["shading_cues"]

# stored luma added before a logarithm: the noise of shadows, a guess
OFFSET = 12.0
# natural logarithms of luma added before the logarithm of a shading, as noise alone makes so much:
# a guess
NOISE = 0.02
# squared norm added before patterns are compared, so that noise alone compares to nothing: a guess
FLAT_ENERGY = 0.05
# natural logarithms of colour, 1 sigma, within which a calibrated peg counts: a guess
NEAR_COLOUR = 0.25
# ranks, by luma, of the points on a head: of its highlight, of its middle one, by definition, and
# of its dark side. Two points at each end are left out, as a camera's noise may be; a guess
BRIGHT, MIDDLE, DARK = -3, ON_HEAD // 2, 2
_X, _Y = HEAD_POINTS[:ON_HEAD].T
_TERMS = np.stack([np.ones(ON_HEAD), _X, _Y, _X * _X + _Y * _Y, _X * _X - _Y * _Y, _X * _Y], axis=1)
# takes luma at the points to the quadratic surface that fits it best
SMOOTH = np.asarray(_TERMS @ np.linalg.pinv(_TERMS), np.float32)


def shading_cues(places: CellFeatures, samples: ColourSamples) -> F32:
    """Return (n, 12): four sizes of the shading, the same against pegs of nearly the colour.

    Then how alike the pattern is to those, and to the most alike of all; how far the colour is
    from the nearest, and how much those are shaded.
    """
    pattern, sizes = _shading(places.heads)
    known_pattern, known_sizes, known_colour = _known(samples)
    apart = _colour(places)[:, None] - known_colour[None]
    far = (apart * apart).sum(axis=2)
    nearest = far.min(axis=1, keepdims=True)
    weight = np.exp((nearest - far) / (2 * NEAR_COLOUR**2))
    weight /= weight.sum(axis=1, keepdims=True)
    usual = weight @ known_sizes
    energy = (pattern**2).sum(axis=1)[:, None] * (known_pattern**2).sum(axis=1)[None]
    alike = (pattern @ known_pattern.T) / np.sqrt(energy + FLAT_ENERGY)
    rest = [(weight * alike).sum(axis=1), alike.max(axis=1), np.sqrt(nearest[:, 0]), usual[:, 0]]
    return np.concatenate([sizes, sizes - usual, np.stack(rest, axis=1)], axis=1).astype(np.float32)


@lru_cache(maxsize=16)
def _known(samples: ColourSamples) -> tuple[F32, F32, F32]:
    """Return patterns (m, 56), sizes (m, 4) and colours (m, 3) of the calibrated pegs."""
    return *_shading(samples.features.heads), _colour(samples.features)


def _shading(heads: F32) -> tuple[F32, F32]:
    """Return (n, 56) log luma less its mean, and (n, 4) logarithms of sizes of it.

    Of what is smooth and of what is not, 1 sigma; from the middle to the highlight, and to the dark
    side.
    """
    log = np.log(heads[:, :ON_HEAD] + np.float32(OFFSET))
    smooth = log @ SMOOTH.T
    ranked = np.sort(log, axis=1)
    sizes = [
        smooth.std(axis=1),
        (log - smooth).std(axis=1),
        ranked[:, BRIGHT] - ranked[:, MIDDLE],
        ranked[:, MIDDLE] - ranked[:, DARK],
    ]
    pattern = log - log.mean(axis=1, keepdims=True)
    return np.asarray(pattern), np.log(np.stack(sizes, axis=1) + np.float32(NOISE))


def _colour(places: CellFeatures) -> F32:
    """Return (n, 3) log colours less the light on them."""
    return np.asarray(np.log(places.colour + np.float32(DARKEST)) - places.light)
