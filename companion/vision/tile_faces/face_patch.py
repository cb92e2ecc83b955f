"""The top of a lying tile, seen flat and in one light: what its face is recognised by."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import BOX, TileBox, TilePlace

__all__ = ["FAINT", "HIGH", "WIDE", "Patch", "patch_in", "patch_of", "printed"]


# part of a face's width and height that is looked at, around its middle; pixels that it becomes;
# guesses
ACROSS, ALONG = 20 / 24, 30 / 37
WIDE, HIGH = 40, 60  # pixels of a patch: as the net was trained on, chosen
FINER = 2  # times finer that a patch is cut out than it is kept, so that it is averaged: a guess
# grey levels added before a logarithm, so that noise in the dark counts little: a guess
DARK = 12.0
# log light by which the brightest and darkest print differs from the plastic at least; a guess
FAINT = 0.12


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A face (60, 40): 0 plastic, about 1 print. `contrast` is the print's log light.

    A negative `contrast` is dark print, which is on a white tile.
    """

    pixels: F32
    contrast: float

    def turned(self) -> "Patch":
        """Return the face as somebody opposite sees it."""
        return Patch(np.ascontiguousarray(self.pixels[::-1, ::-1]), self.contrast)


def patch_of(image: Image, pose: Pose, place: TilePlace, box: TileBox = BOX) -> Patch:
    """Return the top of a tile that lies at `place` in a BGR `image`."""
    return patch_in(image, pose.project(place.corners(box)[4:]))


def patch_in(image: Image, top: F64) -> Patch:
    """Return the top of a tile seen in a BGR `image` at (4, 2) px, from its bottom left."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    across, along = ACROSS / 2, ALONG / 2
    part = np.array([(-across, along), (across, along), (across, -along), (-across, -along)]) + 0.5
    seen = cv2.perspectiveTransform(
        part.astype(np.float32)[None],
        cv2.getPerspectiveTransform(unit, np.asarray(top, np.float32)),
    )[0]
    w, h = WIDE * FINER, HIGH * FINER
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(seen, flat)
    fine = cv2.warpPerspective(image, onto, (w, h), flags=cv2.INTER_LINEAR)
    small = cv2.resize(fine, (w // FINER, h // FINER), interpolation=cv2.INTER_AREA)
    return printed(np.asarray(small, np.uint8))


def printed(flat: Image) -> Patch:
    """Tell print from plastic in a flat BGR or grey face (60, 40), whatever shines on it."""
    value = flat.max(axis=2) if flat.ndim == 3 else flat
    light = np.log(value.astype(np.float32) + DARK)
    difference = light - _plastic(light)
    low, high = (float(v) for v in np.quantile(difference, (0.03, 0.97)))
    contrast = high if high > -low else low
    scale = contrast if abs(contrast) > FAINT / 4 else FAINT
    return Patch(np.clip(difference / scale, -0.6, 1.3).astype(np.float32), contrast)


def _plastic(light: F32) -> F32:
    """Return the light of the plain plastic: a smooth surface that print does not pull at."""
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
