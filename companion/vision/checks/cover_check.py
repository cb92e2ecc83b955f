"""Does a thing lie over a place? What hides one, and how sure a letter must be beside it. Pure.

The odds are those of `read.cover_classifier`, whose ensembles were shown sheets, caps, coins,
phones, fingers, prints, stickers and reflections on boards of the first set and of rendered rooms.
What is laid on a board is larger than a place: beside what is surely covered less is enough. Or it
lies there like pegs, as a row of stickers does: the odds of a row's pegs add up.
"""

import numpy as np

from companion.vision.checks.picture_fault import PictureCheck
from companion.vision.geometry.arrays import F32, Mask

__all__ = ["ALONE", "covered", "needed_margins"]

# log odds for a cover: alone or in all pegs of a row together, and beside a place that is covered.
# Chosen on five boards of the first set that earlier weights were not taught: of their pegs 0.13 %
# had more than 2.0 alone, 0.27 % more than 1.5; the 198 rows of them had -0.7 together at most,
# those of painted stickers, coins and buttons there 2.2 and more
ALONE, BESIDE = 2.0, 0.5
# a letter must be surer by so much for each log odds for a cover past the first; chosen on boards
# left out of the training, as above
PER_ODDS, FREE_ODDS = 2.0, -0.5
# log odds that a colour needs where the ground that tells the light is clipped, and the part from
# which all of it is: the light is more than is seen, and tinted otherwise. In bright pictures and
# casts of the first set and of 49 rendered rooms 13 of 53 places that were read wrongly are doubted
# so, and 29 of 6,284 read rightly; of pictures of the first set and 24 rooms as they are 7 of 7,146
# read rightly. With 3.0 it is 17, 79 and 15; chosen on these
CLIPPED_MARGIN, ALL_CLIPPED = 2.0, 0.2


def covered(odds: F32, pegs: Mask, cols: int) -> Mask:
    """Return (n,) which places are covered, with what lies beside them (8 neighbours).

    `odds` (n,) are log odds for a cover, `pegs` (n,) the places that look most like pegs.
    """
    odds, there = odds.reshape(-1, cols), pegs.reshape(-1, cols)
    rows = len(odds)
    sure = odds > ALONE
    # a hand over one peg says nothing of the next, which lies open
    rest = there & ~sure
    together = np.where(rest, odds, 0).sum(axis=1, keepdims=True)
    sure |= rest & (together > ALONE)
    weak = odds > BESIDE
    while True:
        edged = np.pad(sure, 1)
        near = np.logical_or.reduce(
            [edged[i : i + rows, j : j + cols] for i in range(3) for j in range(3)]
        )
        grown = sure | (weak & near)
        if (grown == sure).all():
            return np.asarray(grown.ravel(), np.bool_)
        sure = grown


def needed_margins(odds: F32, pegs: Mask, picture: PictureCheck) -> F32:
    """Return (n,) the log odds that a letter needs where a cover has these `odds` (n,).

    And at least what the `picture` needs. On a peg, of `pegs` (n,), its colour needs the more of
    the ground by which the light on it is known is clipped.
    """
    wanted = np.maximum(PER_ODDS * np.maximum(odds - FREE_ODDS, 0), np.float32(picture.needed))
    if picture.clipped is not None:
        colour = CLIPPED_MARGIN * np.minimum(1, picture.clipped / ALL_CLIPPED)
        wanted = np.where(pegs, np.maximum(wanted, colour), wanted)
    return np.asarray(wanted, np.float32)
