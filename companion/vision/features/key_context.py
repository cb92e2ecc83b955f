"""What key holes look like around each key hole: beside it and in the whole picture.

A key peg throws a shadow on the hole behind it, and a picture that is hard to read is so at every
hole: so the classifier of key pegs is run twice, the second time with its own first answers around
each hole (auto-context: Tu and Bai 2010).
"""

import numpy as np

from companion.vision.geometry.arrays import F32, F64

__all__ = ["key_context"]

# log odds past which a hole is simply sure, as where there is none: a guess
MOST_ODDS = np.float32(8.0)
# beside a hole in one direction: from least to most pitches along it, and most across: guesses
ALONG, ACROSS = (0.3, 2.2), 0.5
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
PARTS = (0.1, 0.5, 0.9)


def key_context(votes: F32, places: F64, pegs: F32) -> F32:
    """Return (n, 14) of `votes` (members, n, 3): log probabilities of black, empty and white.

    Each hole's own, the odds of a key peg in the next hole to each side and their ranks in the
    whole picture. `places` (n, 2) are where the key holes are, mm, answer by answer, `pegs` (rows,)
    the part of the places for code pegs of each row that are not read as empty.
    """
    mean = votes.mean(axis=0)
    odds = np.logaddexp(mean[:, 0], mean[:, 2]) - mean[:, 1]
    odds = np.clip(odds, -MOST_ODDS, MOST_ODDS)
    parts = [
        mean - mean.max(axis=1, keepdims=True),
        votes.std(axis=0),
        _beside(odds, places),
        np.broadcast_to(np.quantile(odds, PARTS), (len(odds), len(PARTS))),
        np.repeat(pegs, len(odds) // len(pegs))[:, None],
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


def _beside(odds: F32, places: F64) -> F32:
    """Return (n, 4): the odds of a key peg in the next hole to each side."""
    step = places[None] - places[:, None]
    apart = np.hypot(step[..., 0], step[..., 1])
    step /= apart[apart > 0].min(initial=np.inf)
    parts = []
    for x, y in SIDES:
        along = step[..., 0] * x + step[..., 1] * y
        across = np.abs(step[..., 0] * y - step[..., 1] * x)
        is_beside = (along > ALONG[0]) & (along < ALONG[1]) & (across < ACROSS)
        nearest = np.where(is_beside, along, np.inf).argmin(axis=1)
        parts.append(np.where(is_beside.any(axis=1), odds[nearest], -MOST_ODDS))
    return np.stack(parts, axis=1)
