"""Are red and blue swapped in a picture? Heads and board against the calibration, both ways. Pure.

The limits were chosen on the pictures that `picture_check` names.
"""

import numpy as np

from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import DARKEST, Ground
from companion.vision.geometry.arrays import F32

__all__ = ["is_swapped"]

# natural logarithms by which heads are nearer to a sample with red and blue swapped, and their
# board; rooms had 0 at most, swapped pictures 0.2 and more
SWAPPED = 0.15
# natural logarithms within which heads are as calibrated, whatever the board; swapped ones had 0.4
# at least, most rooms less; chosen as said above
AS_CALIBRATED = 0.3
# chroma, a natural logarithm, from which a head counts, and how many must; guesses
COLOURFUL, FEWEST_COLOURFUL = 0.5, 2


def is_swapped(
    features: CellFeatures, usual: F32, back: F32, ground: Ground, samples: ColourSamples
) -> bool:
    """Say whether heads and board are nearer to the calibration with red and blue swapped.

    `usual` (3,) is the natural logarithm by which most of the bare board changed, `back` (3,) the
    same with the channels swapped. A head's chroma is taken in the light of the whole board.
    """
    known = samples.features
    wanted = _chroma(known.colour, known.light)
    board = ground.field.mean(axis=0)
    change = np.asarray(usual / np.log(2), np.float32)
    straight = _chroma(features.colour, board + change * np.log(2))
    colourful = np.hypot(*straight.T) > COLOURFUL
    if colourful.sum() < FEWEST_COLOURFUL:
        return False
    near = float(np.median(_nearest(straight[colourful], wanted)))
    if near < AS_CALIBRATED:
        return False
    swapped = _chroma(features.colour[:, ::-1], board + back)
    far = float(np.median(_nearest(swapped[colourful], wanted)))
    by_board = float(np.clip(np.ptp(change) - np.ptp(back) / np.log(2), -1, 1))
    return near - far + by_board / 2 > SWAPPED


def _chroma(colour: F32, light: F32) -> F32:
    """Return (n, 2): log R/G and log B/G of colours (n, 3), the light taken off."""
    log = np.log(colour + np.float32(DARKEST)) - light
    return np.stack([log[:, 2] - log[:, 1], log[:, 0] - log[:, 1]], axis=1)


def _nearest(chroma: F32, wanted: F32) -> F32:
    apart = chroma[:, None] - wanted[None]
    return np.asarray(np.sqrt((apart * apart).sum(axis=2)).min(axis=1))
