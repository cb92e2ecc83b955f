"""What is not table: how much lighter or darker each place is than the table around it."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

__all__ = ["Blob", "Ground", "blobs", "ground"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

WIDTH = 640
DARK = 12.0
# the part of the picture's width that a place's surroundings reach; tiles cover less than half
AROUND = 0.3
# log light away from the table at least, and in spreads of the table's own pattern
LEAST, SPREADS = 0.22, 3.5
# parts of the picture that the smallest and the largest thing take
SMALLEST, LARGEST = 0.0006, 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """`away` (h, w): log light less that of the table around; `least` what counts as a thing.

    `scale` is its pixels per pixel of the picture.
    """

    away: npt.NDArray[np.float32]
    least: float
    scale: float


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """Something on the table: its `hull` (N, 2) and `area` in pixels of the picture."""

    hull: Floats
    area: float


def ground(image: Image) -> Ground:
    """Compare BGR `image` with the table, which is taken to be most of every neighbourhood."""
    scale = WIDTH / image.shape[1]
    size = (WIDTH, max(8, round(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    light = np.log(small.max(axis=2).astype(np.float32) + DARK)
    away = light - _table(light)
    spread = 1.48 * float(np.median(np.abs(away)))
    return Ground(away, max(LEAST, SPREADS * spread), scale)


def _table(light: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Give the light of the bare table: the median of wide neighbourhoods, smoothed."""
    tiny = cv2.resize(light, (160, max(4, light.shape[0] // 4)), interpolation=cv2.INTER_AREA)
    low, high = float(tiny.min()), float(tiny.max()) + 1e-3
    levels = np.round((tiny - low) / (high - low) * 255).astype(np.uint8)
    reach = 2 * round(AROUND * 160 / 2) + 1
    flat = cv2.medianBlur(cv2.copyMakeBorder(levels, *(reach,) * 4, cv2.BORDER_REFLECT), reach)
    middle = flat[reach:-reach, reach:-reach].astype(np.float32) / 255 * (high - low) + low
    soft = cv2.GaussianBlur(middle, (0, 0), 6)
    return np.asarray(cv2.resize(soft, light.shape[::-1], interpolation=cv2.INTER_LINEAR))


def blobs(seen: Ground) -> list[Blob]:
    """Give the things on the table, largest first; tiles that nearly touch are one thing."""
    mask = (np.abs(seen.away) > seen.least).astype(np.uint8)
    clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    whole = cv2.morphologyEx(clean, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        hull = cv2.convexHull(contour).reshape(-1, 2)
        share = cv2.contourArea(contour) / mask.size
        if SMALLEST <= share <= LARGEST and len(hull) >= 3:
            outline = (hull.astype(np.float64) + 0.5) / seen.scale - 0.5
            found.append(Blob(outline, cv2.contourArea(contour) / seen.scale**2))
    return sorted(found, key=lambda blob: -blob.area)
