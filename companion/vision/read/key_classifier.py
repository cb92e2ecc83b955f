"""Key pegs: scores of black, white and an empty key hole, a key hole. Pure.

A key hole is compared with itself on the empty board, in today's light, and with the calibrated
key pegs. What each difference means is learned by an ensemble of networks (`set_ensemble`) that
sees all key holes of the rows with pegs at once: how empty ones look today the others tell. Key
pegs have samples of their own: the plastic of red keys may be that of orange code pegs.

Networks that saw each key hole alone, whose holes were then weighed in one common light by
expectation maximisation, read 64.9 % of the 1,258 answers of 42 rendered rooms that no weights had
seen rightly and 3.4 % wrongly; these 74.2 and 2.0 %, and of the same surety no more with that.
Taught by key holes that are registered as a reader does it, and by 148 more rooms, they read 75.7 %
of 1,940 answers of 81 rooms rightly and 1.6 % wrongly (75.0 and 1.7 before), of 462 of 36 rooms on
which nothing was chosen 76.4 and 1.1 (73.6 and 0.6).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.features.board import BoardPicture
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.comparison import Comparison, Likeness, compare
from companion.vision.features.key_registration import keys_in_place
from companion.vision.geometry.arrays import F32, Mask
from companion.vision.read.set_ensemble import load_set_ensemble

__all__ = ["KEY_CLASSES", "KeyCalibration", "KeyScores", "key_inputs", "score_keys", "unlike_empty"]

# classes, as the ensemble has them: black, an empty hole, white
KEY_CLASSES = "k.w"
# correlation with its own empty picture under which a key hole that looks more like a key peg is
# hardly empty: black pegs that mirror the sky are grey. On the first labelled set, with weights
# that had seen neither session nor room, 0.2 % of answers are wrong so and 81.0 % right, of the
# same surety 1.2 and 84.4 without it; chosen there
LEAST_LIKENESS = 0.1


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
    inputs = key_inputs(compared)
    votes = load_set_ensemble("keys").of_places(inputs, count // rows)
    return KeyScores(_normalised(votes), unlike_empty(compared))


def _normalised(votes: F32) -> F32:
    return np.asarray(votes - np.log(np.exp(votes).sum(axis=2, keepdims=True)))


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
