"""Is it a peg, an empty hole, or something in front of the board? Scores of each, a place. Pure.

A place is compared with its own picture on the empty board, in today's light (background
subtraction with an illumination model), and with the calibrated pegs. What each difference means
is learned by an ensemble of networks (`mlp_ensemble`). A threshold on the difference alone was
tried: shadows of pegs and pegs in the board's own colour lie on both sides of any.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.features.board import CellSamples
from companion.vision.features.cells import DARKEST, CellFeatures
from companion.vision.features.colour_samples import ColourSamples, views
from companion.vision.features.texture import chroma_spread, mean
from companion.vision.geometry.arrays import F32, Mask
from companion.vision.read.colour_classifier import nearest
from companion.vision.read.mlp_ensemble import load_ensemble

__all__ = [
    "EMPTY",
    "HIDDEN",
    "PEG",
    "KindScores",
    "difference_of",
    "hole_inputs",
    "kind_scores",
    "left_of_ground",
    "margin_of",
]

# classes, as the ensemble has them
PEG, EMPTY, HIDDEN = 0, 1, 2
# natural logarithms: what shade and tint do to the board's own plastic between two pictures, 1
# sigma; guesses from the empty boards of the first labelled set
SHADE_SIGMA, TINT_SIGMA = np.float32(0.3), np.float32(0.25)
# margin for "empty", and most `difference`, by which no colour could make a place a peg: half a
# step beyond what `decision` asks of an empty place in camouflage
CERTAIN_MARGIN, CERTAIN_DIFFERENCE = 3.5, 2.0


@dataclass(frozen=True, slots=True, eq=False)
class KindScores:
    """What n places are: `votes` (members, n, 3) are log odds of `PEG`, `EMPTY` and `HIDDEN`.

    `difference` (n,) is how far the middle is from the empty place's own plastic in today's light,
    in sigmas of what shade and tint do to it: under 1 it may well be the board itself.
    `camouflage` (n, m) is the `difference` that each of m samples would make at each empty place.
    """

    votes: F32
    difference: F32
    camouflage: F32

    def margin(self, kind: int) -> F32:
        """Return (n,): by how much the least sure member prefers `kind`, log odds."""
        return margin_of(self.votes, kind)

    @property
    def certainly_empty(self) -> Mask:
        """Return (n,) what no colour could make a peg, so that colours need not be compared."""
        sure = self.margin(EMPTY) > CERTAIN_MARGIN
        return np.asarray(sure & (self.difference < CERTAIN_DIFFERENCE))


def kind_scores(cells: CellSamples, empty: CellFeatures, samples: ColourSamples) -> KindScores:
    """Return scores of n places; `empty` (n) are the same on the empty board."""
    return KindScores(
        load_ensemble("empties")(hole_inputs(cells, empty, samples)),
        difference_of(cells.features, empty),
        _camouflage(empty, samples),
    )


def margin_of(votes: F32, kind: int) -> F32:
    """Return (n,): by how much the least sure of members (members, n, 3) prefers `kind`."""
    others = np.delete(votes, kind, axis=2).max(axis=2)
    return np.asarray((votes[..., kind] - others).min(axis=0))


def hole_inputs(cells: CellSamples, empty: CellFeatures, samples: ColourSamples) -> F32:
    """Return (n, d): what the ensemble is given of each place."""
    now, then = cells.features, empty
    texture, before = now.texture, _of_empty(empty, samples)
    ev = mean(now.light - then.light)
    own = mean(now.own_light - now.light)
    seen = views(now, samples)
    parts = [
        *texture.differences(then.texture, ev),
        *texture.profile,
        *then.texture.profile,
        *chroma_spread(cells.patches.heads[:, :40]),
        now.contrast,
        then.contrast,
        now.clipped,
        own,
        abs(own),
        abs(ev),
        *_colour_change(seen, before.views),
        *left_of_ground(now, then),
        *nearest(now, seen, samples),
        *_like_pegs(now, seen, samples),
        *before.like_pegs,
        *before.nearest,
        *texture.residuals(then.texture),
    ]
    return np.array(parts, np.float32).T


@dataclass(frozen=True, slots=True, eq=False)
class _OfEmpty:
    """What the empty board is against the samples: the same in every picture."""

    views: F32
    nearest: list[F32]
    like_pegs: list[F32]


@lru_cache(maxsize=16)
def _of_empty(empty: CellFeatures, samples: ColourSamples) -> _OfEmpty:
    seen = views(empty, samples)
    return _OfEmpty(seen, nearest(empty, seen, samples)[2:6], _like_pegs(empty, seen, samples))


def difference_of(now: CellFeatures, empty: CellFeatures) -> F32:
    """Return (n,): the `difference` of `KindScores`."""
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


def _like_pegs(cells: CellFeatures, seen: F32, samples: ColourSamples) -> list[F32]:
    """Return twelve (n,): similarity of textures to calibrated pegs': best, mean, nearest colour's.

    `seen` are the views of `cells`.
    """
    apart = seen[:, None, 1, :3] - samples.views[None][:, :, 1, :3]
    chosen = np.argmin(apart**2 @ np.array([0.25, 1, 1], np.float32), axis=1)[:, None]
    parts = []
    for table in cells.texture.similarity(samples.features.texture.patterns):
        own = np.take_along_axis(table, chosen, axis=1)[:, 0]
        parts += [table.max(axis=1), mean(table), own]
    return parts


def _colour_change(now: F32, then: F32) -> list[F32]:
    """Return (n,) each: change of lightness, its size, of chroma and of colour, in four views."""
    parts = []
    for view in (1, 2, 4, 5):
        d = now[:, view] - then[:, view]
        parts += [d[:, 0], abs(d[:, 0]), d[:, 3], np.hypot(d[:, 1], d[:, 2])]
    return parts


def left_of_ground(now: CellFeatures, empty: CellFeatures) -> list[F32]:
    """Return twelve (n,): change of log colour less that of the ground: level, its size, tint."""
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
