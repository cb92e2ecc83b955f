"""Colours of the palette that were never shown: what they may look like, so as to be read as `?`.

A classifier that knows six of seven plastics reads the seventh as one of the six. So each missing
one is given a stand-in: the nearest sample that was shown, with the reflectance of a usual plastic
of the missing name in place of its own. What looks most like a stand-in is not read.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from companion.vision.features.cells import COLOUR, STRAY, CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.read.reading import UNSURE

__all__ = ["with_unseen"]


# linear reflectance, blue green red, of toys' plastics: CIELAB values of usual bricks and pegs
TYPICAL = {
    "r": (0.020, 0.020, 0.330),
    "b": (0.340, 0.075, 0.030),
    "y": (0.030, 0.520, 0.840),
    "g": (0.060, 0.170, 0.020),
    "o": (0.025, 0.220, 0.740),
    "n": (0.020, 0.045, 0.120),
    "w": (0.800, 0.830, 0.840),
    "k": (0.016, 0.014, 0.014),
    "s": (0.320, 0.300, 0.290),
    "p": (0.430, 0.250, 0.690),
    "l": (0.050, 0.480, 0.350),
    "a": (0.720, 0.320, 0.120),
}
# a plastic of one name is as light as the usual one times one of these; a guess
SHADES = (0.6, 1.0, 1.6)


@lru_cache(maxsize=16)
def with_unseen(samples: ColourSamples, palette: str) -> ColourSamples:
    """Return `samples` with stand-ins, lettered ``?``, for the colours of `palette` they lack."""
    shown = [letter for letter in samples.letters if letter in TYPICAL]
    missing = [x for x in palette if x in TYPICAL and x not in samples.letters]
    if not missing or not shown:
        return samples
    donors, rows = [], []
    for letter in missing:
        donor = samples.letters.index(min(shown, key=lambda other: _apart(letter, other)))
        ratio = np.divide(TYPICAL[letter], TYPICAL[samples.letters[donor]]).astype(np.float32)
        for shade in SHADES:
            row = samples.features.table[donor].copy()
            row[COLOUR:STRAY] = np.minimum(
                row[COLOUR:STRAY] * np.tile(ratio * np.float32(shade), 3), 1
            )
            donors.append(donor)
            rows.append(row)
    stand_ins = replace(samples.features[donors], table=np.array(rows, np.float32))
    return replace(
        samples,
        features=CellFeatures.joined([samples.features, stand_ins]),
        letters=samples.letters + UNSURE * len(rows),
    )


def _apart(one: str, other: str) -> float:
    return float(np.abs(np.log(TYPICAL[one]) - np.log(TYPICAL[other])).sum())
