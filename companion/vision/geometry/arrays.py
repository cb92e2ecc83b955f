"""The arrays that vision passes around, by what they hold; shapes and units stand where each is."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

__all__ = ["F32", "F64", "Image", "Indices", "Mask", "are_equal", "mean"]

# a picture, 0..255: (h, w, 3) in the order blue, green, red as OpenCV has it, or (h, w) grey
Image = npt.NDArray[np.uint8]
# samples, features and fields of filters: single precision is as exact as the pictures are
F32 = npt.NDArray[np.float32]
# coordinates, poses and what is solved for
F64 = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]


def are_equal(a: Image, b: Image) -> bool:
    """Return whether two pictures are the same to the pixel.

    Noise makes nearly any two of a live camera differ in their first row already.
    """
    return a.shape == b.shape and np.array_equal(a[:1], b[:1]) and np.array_equal(a, b)


def mean(values: F32) -> F32:
    """Return the mean over the last axis; cheaper than numpy's for short ones."""
    return np.asarray(values @ _equal_weights(values.shape[-1]))


@lru_cache
def _equal_weights(count: int) -> F32:
    return np.full(count, 1 / count, np.float32)
