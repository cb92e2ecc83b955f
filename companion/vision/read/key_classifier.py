"""Key pegs: scores of black, white and an empty key hole, a key hole. Pure.

A key hole is compared with itself on the empty board, in today's light, and with the calibrated
key pegs. What each difference means is learned by an ensemble of networks (`mlp_ensemble`). Key
pegs have samples of their own: the plastic of red keys may be that of orange code pegs.

Then all key holes of the picture tell together what light they have in common
(`features.common_gain`). Of 942 answers on 105 rendered rooms that no weights had seen 663 are
read right so and 23 wrong, without it, of less surety, 652 and 26; on the first labelled set 382
and 0 of 413 instead of 376 and 0; on 24 other rooms 170 and 5 of 284 instead of 170 and 4, where
with a level that counted twice as much, which is better on the first two, it was 163 and 7.

Tried, and worse on the first labelled set (456 and 2 of 528 instead of 465 and 1): a second
ensemble that is told what the first says of the holes around and in the whole picture
(auto-context). On 58 rendered rooms it read 1,096 answers right and 13 wrong instead of 1,082 and
20.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.game.core.codes import EMPTY
from companion.vision.features.board import BoardPicture
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.common_gain import CommonGain
from companion.vision.features.comparison import Comparison, Likeness, compare
from companion.vision.features.key_registration import keys_in_place
from companion.vision.geometry.arrays import F32, Mask
from companion.vision.read.mlp_ensemble import load_ensemble

__all__ = ["KEY_CLASSES", "KeyCalibration", "KeyScores", "key_inputs", "score_keys", "unlike_empty"]

# classes, as the ensemble has them: black, an empty hole, white
KEY_CLASSES = "k.w"
# correlation with its own empty picture under which a key hole that looks more like a key peg is
# hardly empty: black pegs that mirror the sky are grey. On the first labelled set, with weights
# that had seen neither session nor room, 0.2 % of answers are wrong so and 81.0 % right, of the
# same surety 1.2 and 84.4 without it; chosen there
LEAST_LIKENESS = 0.1
# the common light of all key holes, the part of the light that is corrected before, the part of the
# log likelihood that counts as votes, and the most it can speak against a class; chosen on all
# the rooms named above and the first labelled set
COMMON_LIGHT = CommonGain(level=1.0, chroma=0.2, gain=0.3)
LIGHT_PART, LIKELIHOOD_PART, MOST_UNLIKELY = np.float32(0.7), np.float32(0.35), 8.0


@dataclass(frozen=True, slots=True, eq=False)
class KeyCalibration:
    """What key pegs look like here, and the `empty` key holes, row 1 first."""

    samples: ColourSamples
    empty: CellFeatures


@dataclass(frozen=True, slots=True, eq=False)
class KeyScores:
    """What n key holes hold: `votes` (members, n, 3) are log probabilities of `KEY_CLASSES`.

    `unlike` (n,) are those that look like anything but empty ones.
    """

    votes: F32
    unlike: Mask


def score_keys(board: BoardPicture, known: KeyCalibration | None, rows: int) -> KeyScores | None:
    """Return the scores of the key holes of the first `rows`, None if nothing is known."""
    if not board.keys or not known or not rows:
        return None
    count = rows * (len(board.keys) // board.located.shape.rows)
    keys = keys_in_place(board, board.keys, known.empty, known.samples.features, count)
    compared = compare(keys, known.empty.first(count), known.samples)
    votes = _normalised(load_ensemble("keys")(key_inputs(compared)))
    votes = votes + LIKELIHOOD_PART * _in_common_light(compared, votes.mean(axis=0))
    return KeyScores(_normalised(votes), unlike_empty(compared))


def _normalised(votes: F32) -> F32:
    return np.asarray(votes - np.log(np.exp(votes).sum(axis=2, keepdims=True)))


def _in_common_light(compared: Comparison, prior: F32) -> F32:
    """Return (n, 3): the log likelihood of each of `KEY_CLASSES`, up to 0."""
    seen, empty, pegs = (
        one.log_colour(LIGHT_PART)
        for one in (compared.cells, compared.empty, compared.samples.features)
    )
    each = np.broadcast_to(pegs, (len(seen), *pegs.shape))
    known = np.concatenate([each, empty[:, None]], axis=1)
    of = np.array([KEY_CLASSES.index(letter) for letter in compared.samples.letters + EMPTY])
    likely = COMMON_LIGHT.log_likelihood(seen, known, prior[:, of])
    likely = np.maximum(likely, -MOST_UNLIKELY)
    classes = np.stack([likely[:, of == i].max(axis=1) for i in range(3)], axis=1)
    return np.asarray(classes - classes.max(axis=1, keepdims=True))


def unlike_empty(compared: Comparison) -> Mask:
    """Return which of n key holes look less like themselves empty than like a key peg.

    By correlations of heads with their surround and of holes, the mean of both.
    """
    now, then = compared.cells.texture.patterns, compared.empty.texture.patterns
    own = ((now[2] * then[2]).sum(axis=1) + (now[3] * then[3]).sum(axis=1)) / 2
    other = (compared.now.similarity[2] + compared.now.similarity[3]).max(axis=1) / 2
    return np.asarray((own < LEAST_LIKENESS) & (own < other))


def key_inputs(compared: Comparison) -> F32:
    """Return (n, d): what the ensemble is given of n key holes."""
    parts = [
        *compared.texture_change,
        *compared.profiles,
        *compared.left_of_ground,
        *_from_pegs(compared),
        *_like_pegs(compared.now, compared.samples.letters),
        *_like_pegs_empty(compared.then, compared.samples.letters),
    ]
    return np.array(parts, np.float32).T


@lru_cache(maxsize=64)
def _like_pegs_empty(then: Likeness, letters: str) -> list[F32]:
    """Return what `_like_pegs` says of the empty key holes, the same for every picture."""
    return _like_pegs(then, letters)


def _like_pegs(places: Likeness, letters: str) -> list[F32]:
    """Return eight (n,): best similarity of textures to black and to white key pegs'."""
    of = np.array(list(letters))
    return [each[:, of == letter].max(axis=1) for each in places.similarity for letter in "kw"]


def _from_pegs(compared: Comparison) -> list[F32]:
    """Return twelve (n,): lightness against the nearest black and white, and distance in chroma.

    In three views.
    """
    chosen = [1, 2, 4]
    seen = compared.now.views[:, None, chosen]
    known = compared.samples.views[None][:, :, chosen]
    letters = np.array(list(compared.samples.letters))
    parts = []
    for letter in "kw":
        apart = seen - known[:, letters == letter]
        chroma = np.hypot(apart[..., 1], apart[..., 2]).min(axis=1)
        lightness = apart[..., 0]
        nearest = np.abs(lightness).argmin(axis=1)[:, None]
        level = np.take_along_axis(lightness, nearest, axis=1)[:, 0]
        parts += [part for view in range(3) for part in (level[:, view], chroma[:, view])]
    return parts
