"""Does a thing lie over a place? Log odds for it, and what they hide. Pure.

The cues of `place_cues` are weighed by an ensemble that was shown sheets, caps, coins, phones,
fingers, prints, stickers and reflections on boards of the first labelled set and of rendered rooms.
What is laid on a board is larger than a place: beside what is surely covered less is enough. Or it
lies there like pegs, as a row of stickers does: the odds of a row's pegs add up.
"""

import numpy as np

from companion.vision.geometry.arrays import F32

__all__ = ["ALONE", "BESIDE", "FREE_ODDS", "PER_ODDS", "cover_margins"]

# log odds for a cover: alone or in all pegs of a row together, and beside a place that is covered.
# Of the pegs on five boards of the first set that were left out of the training 0.13 % have more
# than 2.0 alone, 0.27 % more than 1.5; the 198 rows of them have -0.7 together at most, those of
# painted stickers, coins and buttons there 2.2 and more
ALONE, BESIDE = 2.0, 0.5
# a letter must be surer by so much for each log odds for a cover past the first; chosen on boards
# left out of the training, as above
PER_ODDS, FREE_ODDS = 2.0, -0.5


def cover_margins(votes: F32) -> F32:
    """Return (n,) log odds that something lies over each place, of votes (members, n, 3)."""
    peg, hole, cover = np.moveaxis(votes.mean(axis=0), 1, 0)
    return np.asarray(cover - np.maximum(peg, hole))
