"""From scores to the answers of rows: key pegs counted, sliders read, or None. Pure."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.game.core.codes import EMPTY
from companion.vision.geometry.arrays import F32, Mask
from companion.vision.read.key_classifier import KEY_CLASSES, KeyScores
from companion.vision.read.reading import RowKeys
from companion.vision.sliders.strips import HIDDEN

__all__ = ["decide_keys", "decide_sliders"]

# least probability, by the mean of the members, of all key pegs of a row together; and where a key
# hole that is read as empty looks like none. Chosen with the networks before on 105 rendered rooms;
# of the answers that `key_classifier` names 72.3 % were right with 0.9 and 0.95, 1.4 % wrong
SURE_KEY_ROW, SURE_UNLIKE = 0.85, 0.9
# the same of one key hole in a row without a code peg: a guess
SURE_KEY_HOLE = 0.8
# the least probability of what the net says of a slider where its segments say the same, where
# they cannot tell, and where they say something else; chosen on drawn tables and the first set
SAME, ALONE, AGAINST = 0.4, 0.9, 0.97


def decide_keys(
    scores: KeyScores | None, rows: Sequence[str], used: int, hidden: Mask
) -> tuple[RowKeys, ...]:
    """Count black and white of each of `rows`, the letters as read; None when they are unsure.

    `scores` are of the key holes of the first `used` rows, None where nothing is known of key
    pegs; `hidden` (n,) are the places for pegs that are. An answer needs a guess (all leaflets):
    rows past those have none, and in a row without a code peg an unsure key hole is an empty one.
    A key hole that is read as empty and looks like none must be surer. What hides most of a row may
    well lie on its answer too.
    """
    rest = (RowKeys(0, 0, 1.0),) * (len(rows) - used)
    if scores is None:
        return (RowKeys(None, None),) * used + rest
    best = scores.votes.mean(axis=0).argmax(axis=1)
    share = np.exp(scores.votes).mean(axis=0)[np.arange(len(best)), best]
    names = np.array(list(KEY_CLASSES))[best].reshape(used, -1)
    unlike = (scores.unlike.reshape(used, -1) & (names == EMPTY)).any(axis=1)
    least = np.where(unlike, SURE_UNLIKE, SURE_KEY_ROW)
    covered = hidden.reshape(len(rows), -1)[:used].mean(axis=1) > 0.5
    least = np.where(covered, np.inf, least)
    each = names, share.reshape(used, -1), rows[:used], least
    return tuple(map(_row_keys, *each)) + rest


def _row_keys(names: npt.NDArray[np.str_], share: F32, letters: str, least: float) -> RowKeys:
    if set(letters) == {EMPTY}:
        names = np.where(share < SURE_KEY_HOLE, EMPTY, names)
        share = np.maximum(share, SURE_KEY_HOLE)
    elif share.prod() < least:
        return RowKeys(None, None, 0.0)
    confidence = float(share.prod())
    return RowKeys(int((names == "k").sum()), int((names == "w").sum()), confidence)


def decide_sliders(chances: F32, segments: Sequence[int | None]) -> tuple[RowKeys, ...]:
    """Return the red and white clicks of each row; None where they cannot be told.

    `chances` (2 * rows, 6) are the net's, `segments` what the sliders' own plastic says; of all
    red ones first. What both say is read, and what the net alone is sure of.
    """
    clicks = [_clicks(*pair) for pair in zip(chances, segments, strict=True)]
    rows = len(clicks) // 2
    return tuple(map(RowKeys, clicks[:rows], clicks[rows:]))


def _clicks(chances: F32, segments: int | None) -> int | None:
    best = int(chances.argmax())
    least = ALONE if segments is None else SAME if segments == best else AGAINST
    return best if best != HIDDEN and chances[best] > least else None
