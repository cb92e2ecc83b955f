"""What is wrong with a frame as such: a part that never came, a picture that stands still. Pure.

A JPEG that ends early is filled with the grey that zeros decode to (libjpeg, `jdhuff.c`), a raw
frame with the green that they are in YUV: no lens sees exactly that, row after row.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.geometry.arrays import Image, are_equal

__all__ = ["STANDSTILL", "Standstill", "is_cut_off"]

# seconds of one and the same picture after which it is no live one: even a dim webcam gives five
# frames a second, and no two of a sensor's are alike in every pixel: a guess
STANDSTILL = 3.0
# zeros as BGR, out of JPEG and out of YUV of both ranges, and what encoding again adds to them; by
# the standard of JPEG and the definition of YUV
FILLINGS = ((128, 128, 128), (0, 135, 0), (0, 154, 0))
# grey levels by which a filled row may differ from its filling: what encoding it again adds, tried
# with OpenCV's encoder
ROUNDING = 1
# part of the height that must be filled: less shows no row of a board; a guess
LEAST_MISSING = 1 / 32
# of 255: a picture nowhere brighter is a covered lens, which may well give nothing but zeros;
# a guess
BLACK = 16
# seconds between two pictures from which there was a pause; a guess
PAUSE = 1.0
# pixels between two that are compared, rows and columns; chosen: what was not sent is filled whole
# rows long
SPARSE, SPARSER = 8, 32


def is_cut_off(image: Image) -> bool:
    """Return whether the lower part of `image` (h, w, 3) BGR is what a decoder fills in."""
    last = image[-1, ::SPARSE].astype(np.int16)
    if int(np.ptp(last, axis=0).max()) > 2 * ROUNDING:
        return False
    missing = max(2, round(len(image) * LEAST_MISSING))
    low, high = (image[part, ::SPARSER] for part in (slice(-missing, None), slice(0, missing)))
    return any(_is_all(low, filling) and not _is_all(high, filling) for filling in FILLINGS)


def _is_all(part: Image, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(part.astype(np.int16) - colour) <= ROUNDING).all())


@dataclass
class Standstill:
    """Since when one and the same picture comes; `is_same` says that of the last one."""

    is_same: bool = False
    _sample: Image | None = None
    _since: float = 0.0
    _last: float = 0.0

    def seconds(self, image: Image, at: float) -> float:
        """Return for how long, at `at` seconds, the same picture has come; 0 for a black one.

        A pause between two pictures does not count: who sends nothing is silent, not still.
        """
        sample = image[::SPARSE, ::SPARSE]
        self.is_same = self._sample is not None and are_equal(sample, self._sample)
        if not self.is_same:
            # a copy: a driver may use its buffer again
            self._sample = sample.copy()
        if not self.is_same or at - self._last > PAUSE or int(sample.max(initial=0)) < BLACK:
            self._since = at
        self._last = at
        return at - self._since
