"""Places compared with the empty board and with calibrated samples, once for all classifiers. Pure.

What the light does not explain is what counts: every difference to the empty place is taken after
the change of light on the board's own surface is taken off.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples, nearest_distances, views_of
from companion.vision.features.light import DARKEST
from companion.vision.geometry.arrays import F32, mean

__all__ = ["Comparison", "Likeness", "compare"]

# natural logarithms: what shade and tint do to the board's own plastic between two pictures, 1
# sigma: guesses
SHADE_SIGMA, TINT_SIGMA = np.float32(0.3), np.float32(0.25)


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How like m samples n places look.

    `views` (n, 7, 4) are their colours as `ColourSamples.views` are; `nearest` eleven (n,) the
    least distances in colour; `similarity` four (n, m) how alike the textures are.
    """

    views: F32
    nearest: list[F32]
    similarity: list[F32]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """n places, `cells`, against themselves on the `empty` board and against m `samples`.

    `ev` (n,) is the natural logarithm of the light now against then. `left_of_ground` are twelve
    (n,): log colour's change that the light does not explain, its level, size and tint, of four
    pairs of a colour and a light. `difference` (n,) is how far the middle is from the empty place's
    own plastic in today's light, in sigmas of what shade and tint do to it: under 1 it may well be
    the board itself; `camouflage` (n, m) the `difference` that each sample would make there.

    Of the texture, against the empty place's: `texture_change` are thirty (n,), `profiles` nine of
    now and nine of then, `residuals` (276, n) log luma and its change, point by point, each less
    its mean, `pattern_change` (n,) by how much the middle has changed, in log luma. `now` and
    `then` are how like the samples the places look, and looked when they were empty.
    """

    cells: CellFeatures
    empty: CellFeatures
    samples: ColourSamples
    ev: F32
    left_of_ground: list[F32]
    difference: F32
    camouflage: F32
    texture_change: list[F32]
    profiles: list[F32]
    residuals: F32
    pattern_change: F32
    now: Likeness
    then: Likeness


def compare(cells: CellFeatures, empty: CellFeatures, samples: ColourSamples) -> Comparison:
    """Return all that classifiers ask of n places, worked out once."""
    ev = mean(cells.light - empty.light)
    left, difference = _left_of_ground(cells, empty), _difference(cells, empty)
    camouflage = _camouflage(empty, samples)
    like_then, like_now = _likeness_when_empty(empty, samples), _likeness(cells, samples)
    now, then = cells.texture, empty.texture
    return Comparison(
        cells,
        empty,
        samples,
        ev,
        left,
        difference,
        camouflage,
        texture_change=now.differences(then, ev),
        profiles=[*now.profile, *then.profile],
        residuals=now.residuals(then),
        pattern_change=now.pattern_change(then),
        now=like_now,
        then=like_then,
    )


def _difference(now: CellFeatures, empty: CellFeatures) -> F32:
    near, own = (_shade_and_tint(now.colour, light, empty) for light in (now.light, now.own_light))
    return np.asarray(np.hypot(np.minimum(near[0], own[0]), np.minimum(near[1], own[1])))


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


def _likeness(cells: CellFeatures, samples: ColourSamples) -> Likeness:
    similarity = cells.texture.similarity(samples.features.texture.patterns)
    views = views_of(cells, samples)
    return Likeness(views, nearest_distances(views, cells, samples), similarity)


@lru_cache(maxsize=64)
def _likeness_when_empty(empty: CellFeatures, samples: ColourSamples) -> Likeness:
    """Return how like the samples the empty places look, the same for every picture."""
    return _likeness(empty, samples)
