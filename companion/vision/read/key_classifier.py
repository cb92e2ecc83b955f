"""Key pegs: scores of black, white and an empty key hole, a key hole. Pure.

A key hole is compared with itself on the empty board, in today's light, and with the calibrated
key pegs. What each difference means is learned by an ensemble of networks (`mlp_ensemble`). Key
pegs have samples of their own: the plastic of red keys may be that of orange code pegs.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.features.cells import DARKEST, CellFeatures
from companion.vision.features.colour_samples import ColourSamples, views
from companion.vision.features.texture import mean
from companion.vision.geometry.arrays import F32, Mask
from companion.vision.read.hole_classifier import left_of_ground
from companion.vision.read.mlp_ensemble import load_ensemble

__all__ = ["KEY_CLASSES", "KeyCalibration", "key_inputs", "key_scores", "relight"]

# classes, as the ensemble has them: black, an empty hole, white
KEY_CLASSES = "k.w"


@dataclass(frozen=True, slots=True, eq=False)
class KeyCalibration:
    """What key pegs look like here, and the `empty` key holes, row 1 first."""

    samples: ColourSamples
    empty: CellFeatures


def key_scores(cells: CellFeatures, known: KeyCalibration, count: int) -> F32:
    """Return (members, count, 3): log probabilities of `KEY_CLASSES` of the first key holes.

    The others are taken to be empty, as those of rows without a guess are, and tell the light.
    """
    lit = relight(cells, known.empty, np.arange(len(cells)) >= count)
    votes = load_ensemble("keys")(key_inputs(lit[:count], known))
    return np.asarray(votes - np.log(np.exp(votes).sum(axis=2, keepdims=True)))


def relight(cells: CellFeatures, empty: CellFeatures, free: Mask) -> CellFeatures:
    """Return key holes in the light that those which are surely `free` (n,) of pegs tell.

    The board beside code pegs may be of another plastic, which stray light changes otherwise.
    """
    if not free.any():
        return cells
    now, then = (np.log(one.colour[free] + np.float32(DARKEST)) for one in (cells, empty))
    return cells.relit(np.median(now - then - (cells.light - empty.light)[free], axis=0))


def key_inputs(cells: CellFeatures, known: KeyCalibration) -> F32:
    """Return (n, d): what the ensemble is given of the first n key holes."""
    count = len(cells)
    empty = known.empty[:count]
    texture, before = cells.texture, known.empty.texture
    parts = [
        *texture.differences(before[:count], mean(cells.light - empty.light)),
        *texture.profile,
        *(part[:count] for part in before.profile),
        *left_of_ground(cells, empty),
        *_from_pegs(cells, known.samples),
        *_like_pegs(cells, known.samples),
        *(part[:count] for part in _empty_like_pegs(known)),
    ]
    return np.array(parts, np.float32).T


@lru_cache(maxsize=16)
def _empty_like_pegs(known: KeyCalibration) -> list[F32]:
    return _like_pegs(known.empty, known.samples)


def _like_pegs(cells: CellFeatures, samples: ColourSamples) -> list[F32]:
    """Return eight (n,): best similarity of textures to black and to white key pegs'."""
    letters = np.array(list(samples.letters))
    tables = cells.texture.similarity(samples.features.texture.patterns)
    return [table[:, letters == letter].max(axis=1) for table in tables for letter in "kw"]


def _from_pegs(cells: CellFeatures, samples: ColourSamples) -> list[F32]:
    """Return twelve (n,): lightness against the nearest black and white, and distance in chroma.

    In three views.
    """
    chosen = [1, 2, 4]
    seen = views(cells, samples)[:, None, chosen]
    known = samples.views[None][:, :, chosen]
    letters = np.array(list(samples.letters))
    parts = []
    for letter in "kw":
        apart = seen - known[:, letters == letter]
        chroma = np.hypot(apart[..., 1], apart[..., 2]).min(axis=1)
        lightness = apart[..., 0]
        nearest = np.abs(lightness).argmin(axis=1)[:, None]
        level = np.take_along_axis(lightness, nearest, axis=1)[:, 0]
        parts += [part for view in range(3) for part in (level[:, view], chroma[:, view])]
    return parts
