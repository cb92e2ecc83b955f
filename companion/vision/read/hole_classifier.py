"""Is it a peg, an empty hole, or something in front of the board? Scores of each, a place. Pure.

A place is compared with its own picture on the empty board, in today's light (background
subtraction with an illumination model), and with the calibrated pegs. What each difference means
is learned by an ensemble of networks (`set_ensemble`) that sees all places of the picture at once:
how holes look today the other holes tell, and what lies over one place reaches over the next. No
threshold on the difference can do it: shadows of pegs and pegs in the board's own colour lie on
both sides of any.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.features.colours import ColourSamples
from companion.vision.features.comparison import Comparison, Likeness
from companion.vision.features.patches import HEAD_RINGS, Patches
from companion.vision.features.texture import OFFSET
from companion.vision.geometry.arrays import F32, Mask, mean
from companion.vision.read.set_ensemble import load_set_ensemble

__all__ = [
    "EMPTY",
    "HIDDEN",
    "PEG",
    "KindScores",
    "hole_inputs",
    "kind_scores",
]

# classes, as the ensemble has them; by definition of its training
PEG, EMPTY, HIDDEN = 0, 1, 2
# margin for "empty", and most `difference`, by which no colour could make a place a peg: half a
# step beyond what `peg_decision` asks of an empty place in camouflage; chosen by that
CERTAIN_MARGIN, CERTAIN_DIFFERENCE = 3.5, 2.0


@dataclass(frozen=True, slots=True, eq=False)
class KindScores:
    """What n places are: `votes` (members, n, 3) are log odds of `PEG`, `EMPTY` and `HIDDEN`.

    `difference` (n,) is how far the middle is from the empty place's own plastic in today's light,
    in sigmas of what shade and tint do to it: under 1 it may well be the board itself.
    `camouflage` (n, m) is the `difference` that each of m samples would make at each empty place.
    `pattern_change` (n,) is by how much the texture of the middle has changed, in log luma.
    """

    votes: F32
    difference: F32
    camouflage: F32
    pattern_change: F32

    def __getitem__(self, which: slice) -> "KindScores":
        rest = self.difference[which], self.camouflage[which], self.pattern_change[which]
        return KindScores(self.votes[:, which], *rest)

    @property
    def peg_probability(self) -> F32:
        """Return (n,): the mean of the members."""
        each = np.exp(self.votes - self.votes.max(axis=2, keepdims=True))
        return np.asarray((each[..., PEG] / each.sum(axis=2)).mean(axis=0))

    @property
    def certainly_empty(self) -> Mask:
        """Return (n,) what no colour could make a peg, so that colours need not be compared."""
        others = np.maximum(self.votes[..., PEG], self.votes[..., HIDDEN])
        margin = (self.votes[..., EMPTY] - others).min(axis=0)
        return np.asarray((margin > CERTAIN_MARGIN) & (self.difference < CERTAIN_DIFFERENCE))


def kind_scores(compared: Comparison, patches: Patches, cols: int) -> KindScores:
    """Return scores of n places that were sampled as `patches` and stand in rows of `cols`."""
    inputs = hole_inputs(compared, patches)
    return KindScores(
        load_set_ensemble("empties").of_places(inputs, cols),
        compared.difference,
        compared.camouflage,
        compared.pattern_change,
    )


def hole_inputs(compared: Comparison, patches: Patches) -> F32:
    """Return (n, d): what the ensemble is given of each place."""
    now, then = compared.cells, compared.empty
    own = mean(now.own_light - now.light)
    parts = [
        *compared.texture_change,
        *compared.profiles,
        *_chroma_spread(patches.heads[:, HEAD_RINGS[0]]),
        now.contrast,
        then.contrast,
        now.clipped,
        own,
        abs(own),
        abs(compared.ev),
        *_colour_change(compared.now.views, compared.then.views),
        *compared.left_of_ground,
        *compared.now.nearest,
        *_like_pegs(compared.now, compared.samples),
        *_of_empty(compared.then, compared.samples),
    ]
    return np.concatenate([np.array(parts, np.float32), compared.residuals]).T


@lru_cache(maxsize=16)
def _of_empty(then: Likeness, samples: ColourSamples) -> list[F32]:
    """Return sixteen (n,): how like pegs the empty places are, the same for every picture."""
    return [*_like_pegs(then, samples), *then.nearest[2:6]]


def _like_pegs(places: Likeness, samples: ColourSamples) -> list[F32]:
    """Return twelve (n,): similarity of textures to pegs': best, mean, nearest colour's."""
    apart = places.views[:, None, 1, :3] - samples.views[None][:, :, 1, :3]
    chosen = np.argmin(apart**2 @ np.array([0.25, 1, 1], np.float32), axis=1)[:, None]
    parts = []
    for table in places.similarity:
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


def _chroma_spread(heads: F32) -> list[F32]:
    """Return two (n,): 1st to 7th octile of log R/G and of log B/G within heads (n, k, 3).

    A finger on a head has tints of its own.
    """
    log = np.log(heads + OFFSET)
    tints = np.sort(log[..., [2, 0]] - log[..., 1:2], axis=1)
    count = heads.shape[1]
    apart = tints[:, -1 - count // 8] - tints[:, count // 8]
    return [apart[:, 0], apart[:, 1]]
