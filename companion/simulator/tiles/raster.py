"""Filling polygons in a drawn picture: sub-pixel corners, edges, a window around, blending."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, Image

__all__ = ["blend", "fill", "trace", "window"]

BITS = 4  # sub-pixel bits of OpenCV's polygons: 16 places a pixel are more than eyes see


def fill(mask: Image, pixels: npt.NDArray[Any], value: int, line: int = cv2.LINE_8) -> None:
    """Fill the polygon with corners `pixels` (N, 2) in `mask` (h, w) by `value`."""
    cv2.fillPoly(mask, [_fixed(pixels)], value, line, BITS)


def trace(mask: Image, pixels: npt.NDArray[Any]) -> None:
    """Draw the closed line through `pixels` (N, 2), 1 px wide, in `mask` (h, w) as 255."""
    cv2.polylines(mask, [_fixed(pixels)], True, 255, 1, cv2.LINE_AA, BITS)  # noqa: FBT003


def _fixed(pixels: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    return np.round(pixels * (1 << BITS)).astype(np.int32).reshape(-1, 1, 2)


def window(image: F32, pixels: npt.NDArray[Any]) -> tuple[int, int, F32] | None:
    """Return left, top and the part of the picture around `pixels`; None outside of it."""
    h, w = image.shape[:2]
    left, top = np.maximum(np.floor(pixels.min(axis=0)) - 1, 0).astype(int)
    right, low = np.minimum(np.ceil(pixels.max(axis=0)) + 2, (w, h)).astype(int)
    if left >= right or top >= low:
        return None
    return int(left), int(top), image[top:low, left:right]


def blend(image: F32, mask: Image, onto: npt.NDArray[Any]) -> None:
    """Lay `onto` over `image` (h, w, 3) in place, as far as `mask` (h, w) is 255."""
    part = mask[..., None].astype(np.float32) / np.float32(255)
    image[:] = image * (1 - part) + onto * part
