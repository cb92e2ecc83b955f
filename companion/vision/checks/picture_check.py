"""Is a picture as the calibrated ones are, or is something wrong with all of it? Pure.

A camera that goes grey at night, swaps red and blue, or looks into a lamp still gives pictures, and
every colour in them can be read, wrongly. So before any letter the whole is held against the empty
board: by how much the bare board between the places changed, and how dark the darkest still is; and
when its pegs are known, whether their colours are those of the calibration with red and blue
swapped. What is beyond all that rooms do is refused; what is merely unusual makes every letter need
to be surer.

The limits were chosen on the first labelled set (s00-s11, f00-f04) and nine rendered rooms, and on
these with the light, the colours and the veil of the whole picture changed: no picture of theirs is
refused, and all but a few spoilt by twice what they do.
"""

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.checks.picture_fault import PictureCheck, PictureFault
from companion.vision.features.board import BoardPicture
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import DARKEST, Ground, UsualLight, linear
from companion.vision.features.patches import ON_HEAD, Patches
from companion.vision.geometry.arrays import F32, Image

__all__ = ["check_grey", "check_picture", "check_sharpness", "shows_colour"]

# of 255, between the channels of the mean of every head, or of all but one block of pixels in a
# thousand: no colour at all, means, for a sensor's noise has colours. In pictures of the first set
# some head had 55 and more
NO_COLOUR = 6
BLOCK = 4  # rows and columns of pixels: a guess, sixteen of them average most of the noise
# natural logarithm of the light by which a place may differ from the empty board and count as
# empty in a picture without colour: drawn boards had 0.14 at most, twice that is a guess
AS_EMPTY = 0.25
# exposure values by which the bare board is darker or brighter than the calibrated one: rooms of
# the first set had -2.6 to 1.65. A black board, whose own light is near none, tells too little: in
# six pictures of the first set, at their true places in 0.08 of the light, 52 places were read
# wrongly, white as black, and 109 rightly, before such were refused (`_is_too_dark`); of 380
# pictures as they were taken none is
MOST_DARKER, MOST_BRIGHTER = -2.7, 1.8
# exposure values between the channels of that change. A cast makes letters need to be surer, see
# `PER_UNIT`, and that is enough up to here: of 30 pictures of the first set in casts of 1, 2, 3 and
# 4 exposure values from red to blue, both ways, 0.1, 0.5, 1.3 and 3.1 % of the places are read
# wrong where the picture is not refused; at 4 most are. At 1.9 a picture of the set as it was taken
# was refused, 36 of whose 40 places are read right
MOST_CAST = 3.0
# stray light of a white peg's that lies on the darkest fiftieth; rooms had 0.04 at most; chosen as
# said above
MOST_STRAY = 0.055
# part of the bare board's points that are clipped, and were not: then the light on it is not known;
# pictures of the first set had 0.72 at most, over-exposed by 1.8 exposure values up to 0.98
MOST_CLIPPED = 0.85
# what makes a picture unusual by one: level and cast in exposure values, stray light; guesses,
# about half of what is refused
LEVEL_UNIT, CAST_UNIT, STRAY_UNIT = 1.5, 1.0, 0.06
# log odds that a letter needs for each unit past what is usual. On the first set as it is 0.1 % of
# the places are lost by it; of those 30 pictures in all eight casts 0.8 % are read wrong. With 1.5
# a unit 0.3 % were lost and 0.7 read wrong
PER_UNIT, FREE_UNITS = 1.2, 0.4
# least sharpness that is read, and that is usual: pictures of the first set had 1.97 and more,
# blurred along a line of an eightieth of the picture 1.74 and less, by 0.2 head radii 1.5 to 1.8.
# A lens soft by 0.8 pixels on heads of 5 pixels' radius, as of small cameras, is read well and has
# 1.70: what is between is doubted, not refused
LEAST_SHARPNESS, USUAL_SHARPNESS = 1.6, 1.95
# log odds that a letter needs for each unit of sharpness that is missing: a guess
PER_SHARPNESS = 8.0


def check_grey(patches: Patches) -> PictureFault | None:
    """Return GREY for samples without any colour; asked where no empty board is known."""
    heads = patches.heads[:, :ON_HEAD].mean(axis=1)
    return PictureFault.GREY if np.ptp(heads, axis=1).max() <= NO_COLOUR else None


def shows_colour(image: Image) -> bool:
    """Return whether anything in a picture (BGR) has colour, on the board or beside it.

    A board of grey plastic with black and white pegs has none; the table and the hands have.
    """
    size = image.shape[1] // BLOCK, image.shape[0] // BLOCK
    apart = np.ptp(cv2.resize(image, size, interpolation=cv2.INTER_AREA), axis=2).ravel()
    few = max(1, len(apart) // 1000)
    return bool(np.partition(apart, -few)[-few] > NO_COLOUR)


def check_sharpness(sharpness: float) -> PictureCheck:
    """Return BLUR for a picture that is not sharp enough, else how sure a letter must be."""
    if sharpness < LEAST_SHARPNESS:
        return PictureCheck(PictureFault.BLUR)
    return PictureCheck(None, PER_SHARPNESS * max(0.0, USUAL_SHARPNESS - sharpness))


def check_picture(
    board: BoardPicture, empty: CellFeatures | None, samples: ColourSamples
) -> PictureCheck:
    """Return what is wrong with the whole picture, as far as the calibration can tell."""
    sharp = check_sharpness(board.sharpness)
    if empty is None or board.usual_light is None:
        found = PictureCheck(check_grey(board.pegs.patches))
    else:
        found = _as_calibrated(board, empty, board.usual_light, samples)
    if found.fault or not sharp.fault:
        return replace(found, needed=max(found.needed, sharp.needed))
    return sharp


def _as_calibrated(
    board: BoardPicture, empty: CellFeatures, usual: UsualLight, samples: ColourSamples
) -> PictureCheck:
    """Hold a picture's places for pegs against the same on the `empty` board, and the samples."""
    patches, features = board.pegs.patches, board.pegs.features
    fault = check_grey(patches)
    if fault and not shows_colour(board.image) and not _is_as_empty(features, empty):
        return PictureCheck(fault)
    ground, change = usual.ground, np.asarray(usual.straight / np.log(2), np.float32)
    level, cast = float(change.mean()), float(np.ptp(change))
    stray = _stray(features, empty, change, ground, samples)
    for fault, is_there in (
        (PictureFault.DARK, level < MOST_DARKER or _is_too_dark(usual)),
        (PictureFault.CAST, cast > MOST_CAST),
        (PictureFault.STRAY, stray > MOST_STRAY),
        (PictureFault.BRIGHT, level > MOST_BRIGHTER or usual.clipped.mean() > MOST_CLIPPED),
    ):
        if is_there:
            return PictureCheck(fault)
    unusual = max(abs(level) / LEVEL_UNIT, cast / CAST_UNIT, stray / STRAY_UNIT)
    needed = PER_UNIT * max(0.0, unusual - FREE_UNITS)
    return PictureCheck(None, needed, usual.from_clipped)


def _is_too_dark(usual: UsualLight) -> bool:
    """Say whether most of the bare board shows less light than can be told from none.

    And half or less of what it did: a black board may have shown no more when it was calibrated.
    """
    then = float(np.median(np.exp(usual.ground.surface))) - DARKEST
    return usual.median < min(DARKEST, then / 2)


def _is_as_empty(features: CellFeatures, empty: CellFeatures) -> bool:
    """Say whether every place has the colour that it has on the empty board, but for brightness.

    A board of grey plastic has no colour while nothing stands on it; nothing can be misread then.
    """
    apart = np.log(features.colour + DARKEST) - np.log(empty.colour + DARKEST)
    return bool(np.abs(apart - np.median(apart)).max() < AS_EMPTY)


def _stray(
    features: CellFeatures,
    empty: CellFeatures,
    change: F32,
    ground: Ground,
    samples: ColourSamples,
) -> float:
    """Return by how much more light lies on the darkest fiftieth than did, of a white peg's."""
    board = ground.field.mean(axis=0) - samples.light
    white_then = float((samples.white * np.exp(board)).mean())
    white_now = float((samples.white * np.exp(board + change * np.log(2))).mean())
    return _darkest(features) / white_now - _darkest(empty) / white_then


def _darkest(features: CellFeatures) -> float:
    luma = np.concatenate([features.heads.ravel(), features.holes.ravel()])
    few = len(luma) // 50
    return float(linear(np.partition(luma, few)[few : few + 1])[0])
