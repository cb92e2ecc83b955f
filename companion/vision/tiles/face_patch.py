"""The top of a lying tile, seen flat and in one light: what its face is recognised by."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, TileBox, TilePlace

__all__ = ["Patch", "cues", "patch_of", "printed"]

Floats = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

# mm of a face that are looked at, around its middle, and pixels a mm
ACROSS, ALONG, SCALE = 20.0, 30.0, 2
FINER = 2
DARK = 12.0
# log light by which the brightest and darkest print differs from the plastic at least
FAINT = 0.12
CELL, WAYS = 10, 8


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A face (60, 40): 0 plastic, about 1 print. `contrast` is the print's log light.

    A negative `contrast` is dark print, which is on a white tile.
    """

    pixels: Floats
    contrast: float

    def turned(self) -> "Patch":
        """Give the face as somebody opposite sees it."""
        return Patch(np.ascontiguousarray(self.pixels[::-1, ::-1]), self.contrast)


def patch_of(image: Image, pose: Pose, place: TilePlace, box: TileBox = BOX) -> Patch:
    """Give the top of a tile that lies at `place` in a BGR `image`."""
    quad = place.corners(box)[4:]
    across, along = quad[1] - quad[0], quad[3] - quad[0]
    middle = quad.mean(axis=0)
    half = across / box.width * ACROSS / 2, along / box.height * ALONG / 2
    corners = [middle - half[0] + half[1], middle + half[0] + half[1]]
    corners += [middle + half[0] - half[1], middle - half[0] - half[1]]
    seen = pose.project(np.array(corners)).astype(np.float32)
    w, h = (round(length * SCALE * FINER) for length in (ACROSS, ALONG))
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(seen, flat)
    fine = cv2.warpPerspective(image, onto, (w, h), flags=cv2.INTER_LINEAR)
    small = cv2.resize(fine, (w // FINER, h // FINER), interpolation=cv2.INTER_AREA)
    return printed(np.asarray(small, np.uint8))


def printed(flat: Image) -> Patch:
    """Tell print from plastic in a flat BGR or grey face (60, 40), whatever shines on it."""
    value = flat.max(axis=2) if flat.ndim == 3 else flat
    light = np.log(value.astype(np.float32) + DARK)
    away = light - _plastic(light)
    low, high = (float(v) for v in np.quantile(away, (0.03, 0.97)))
    contrast = high if high > -low else low
    scale = contrast if abs(contrast) > FAINT / 4 else FAINT
    return Patch(np.clip(away / scale, -0.6, 1.3).astype(np.float32), contrast)


def _plastic(light: Floats) -> Floats:
    """Give the light of the plain plastic: a smooth surface that print does not pull at."""
    h, w = light.shape
    y, x = np.meshgrid(np.linspace(-1, 1, h), np.linspace(-1, 1, w), indexing="ij")
    base = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], -1).reshape(-1, 6)
    values = light.reshape(-1).astype(np.float64)
    surface = np.full_like(values, np.median(values))
    for _ in range(5):
        off = np.abs(values - surface)
        spread = max(0.03, 1.5 * float(np.quantile(off, 0.6)))
        weight = 1 / (1 + (off / spread) ** 2) ** 2
        heavy = base * weight[:, None]
        hold = np.diag([0, 0.3, 0.3, 1, 1, 1]) * weight.sum() * 0.02
        surface = base @ np.linalg.solve(heavy.T @ base + hold, heavy.T @ values)
    return np.asarray(surface.reshape(h, w), np.float32)


def cues(patch: Patch) -> Floats:
    """Give what a face is recognised by: its strokes' directions place by place, and its print."""
    soft = np.asarray(cv2.GaussianBlur(patch.pixels, (0, 0), 0.8), np.float32)
    gx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8)
    gy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8)
    way = (np.arctan2(gy, gx) / (2 * np.pi) * WAYS) % WAYS
    strength = np.hypot(gx, gy)
    maps = []
    for k in range(WAYS):
        near = np.abs((way - k + WAYS / 2) % WAYS - WAYS / 2)
        maps.append(_cells(strength * np.maximum(0, 1 - near), CELL))
    ways = np.stack(maps)
    ways = np.sqrt(ways / (ways.sum() + 1e-3))
    print_ = _cells(soft, CELL // 2)
    return np.concatenate([ways.ravel() * 2, print_.ravel()]).astype(np.float32)


def _cells(picture: Floats, cell: int) -> Floats:
    soft = cv2.GaussianBlur(picture, (0, 0), cell * 0.4)
    size = (picture.shape[1] // cell, picture.shape[0] // cell)
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_AREA), np.float32)
