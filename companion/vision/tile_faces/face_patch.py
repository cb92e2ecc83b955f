"""The top of a lying tile, seen flat and in one light: what its face is recognised by."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import BOX, TileBox, TilePlace

__all__ = ["FAINT", "HIGH", "WIDE", "Patch", "patch_of", "patches_in", "printed"]


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
    return patches_in(image, [pose.project(place.corners(box)[4:])])[0]


def patches_in(image: Image, tops: Sequence[F64]) -> list[Patch]:
    """Return the tops of tiles seen in a BGR `image` at (4, 2) px each, from its bottom left."""
    return all_printed([_flat(image, top) for top in tops])


def _flat(image: Image, top: F64) -> Image:
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
    return np.asarray(small, np.uint8)


def printed(flat: Image) -> Patch:
    """Tell print from plastic in a flat BGR or grey face (60, 40), whatever shines on it."""
    return all_printed([flat])[0]


def all_printed(flats: Sequence[Image]) -> list[Patch]:
    """Tell print from plastic in flat faces: many at once take a part of the time."""
    if not flats:
        return []
    values = np.stack([flat.max(axis=2) if flat.ndim == 3 else flat for flat in flats])
    light = np.log(values.astype(np.float32) + DARK)
    difference = light - _plastic(light)
    ends = np.quantile(difference.reshape(len(flats), -1), (0.03, 0.97), axis=1)
    patches = []
    for each, low, high in zip(difference, *ends.astype(float), strict=True):
        contrast = float(high if high > -low else low)
        scale = contrast if abs(contrast) > FAINT / 4 else FAINT
        pixels = np.clip(each / np.float32(scale), -0.6, 1.3)
        patches.append(Patch(np.asarray(pixels, np.float32), contrast))
    return patches


def _plastic(light: F32) -> F32:
    """Return the light (N, h, w) of the plain plastic of faces.

    It is a smooth surface that print does not pull at.
    """
    count, h, w = light.shape
    base = _base(h, w)
    pairs = (base[:, :, None] * base[:, None]).reshape(len(base), -1)
    values = light.reshape(count, -1).astype(np.float64)
    surface = np.repeat(np.median(values, axis=1)[:, None], values.shape[1], axis=1)
    for _ in range(5):
        off = np.abs(values - surface)
        spread = np.maximum(0.03, 1.5 * np.quantile(off, 0.6, axis=1))
        weight = 1 / (1 + (off / spread[:, None]) ** 2) ** 2
        hold = np.diag([0, 0.3, 0.3, 1, 1, 1]) * 0.02 * weight.sum(axis=1)[:, None, None]
        moments = (weight @ pairs).reshape(count, *hold.shape[1:])
        shape = np.linalg.solve(moments + hold, ((weight * values) @ base)[:, :, None])
        surface = shape[:, :, 0] @ base.T
    return np.asarray(surface.reshape(light.shape), np.float32)


@cache
def _base(h: int, w: int) -> F64:
    """Return (h w, 6) the values of a surface of the second degree at pixels."""
    y, x = np.meshgrid(np.linspace(-1, 1, h), np.linspace(-1, 1, w), indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], -1).reshape(-1, 6)
