"""Rings in a top view: how well the edge of a circle of known radius fits around a point.

The response is the mean, around the circle, of the gradient across it: a matched filter for a ring,
as in the circular Hough transform with known radius, but signed (dark or bright inside). Each
gradient is first cut to a length below one (g / (|g| + k)), so that a faint edge all around counts
more than a strong one on one side.
"""

from dataclasses import dataclass
from math import ceil, cos, pi, sin

import cv2
import numpy as np

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Flat, Pose

__all__ = ["EdgeField", "edge_fields"]


# a gradient of so many times the field's median counts half of the strongest: a guess
HALF_GRADIENT = 2.0
# grey steps a pixel below which all is noise: a guess
NOISE_GRADIENT = 4.0
# directions in which a circle is looked at, by its size in pixels: guesses
FEWEST_DIRECTIONS, MOST_DIRECTIONS = 12, 16


@dataclass(frozen=True, slots=True, eq=False)
class EdgeField:
    """The cut gradient (gx to the right, gy down) of a `flat` view, each (h, w)."""

    flat: Flat
    gx: F32
    gy: F32

    def rings(self, points: F64, radius: float, *, reach: float) -> F32:
        """Return (N, 2m+1, 2m+1): the fit of a circle of `radius` mm around each point and nearby.

        `points` are (N, 2) mm; `reach` mm are looked at to each side, a pixel of the view a step.
        Positive is dark inside, negative bright inside; 1 would be the strongest edge all around.
        The view must reach that far around each point.
        """
        steps = np.arange(-self.margin(reach), self.margin(reach) + 1)
        h, w = self.gx.shape
        r = radius * self.flat.scale
        rim = len(steps) // 2 + ceil(r)
        at = np.rint(self.flat.pixels(points)).astype(np.intp)
        x, y = np.clip(at, rim, (w - 1 - rim, h - 1 - rim)).T[:, :, None] + steps
        around = y[:, :, None] * w + x[:, None, :]
        fit = np.zeros(around.shape, np.float32)
        count = int(np.clip(round(2 * pi * r), FEWEST_DIRECTIONS, MOST_DIRECTIONS))
        for k in range(count):
            nx, ny = cos(2 * pi * k / count), sin(2 * pi * k / count)
            there = around + (round(r * ny) * w + round(r * nx))
            fit += nx * self.gx.take(there) + ny * self.gy.take(there)
        return np.asarray(fit / count, np.float32)

    def everywhere(self, radius: float) -> F32:
        """Return (h, w): the fit of a circle of `radius` mm around each pixel of the view."""
        r = radius * self.flat.scale
        m = ceil(r)
        count = int(np.clip(round(2 * pi * r), FEWEST_DIRECTIONS, MOST_DIRECTIONS))
        across = np.zeros((2, 2 * m + 1, 2 * m + 1), np.float32)
        for k in range(count):
            nx, ny = cos(2 * pi * k / count), sin(2 * pi * k / count)
            across[:, m + round(r * ny), m + round(r * nx)] += nx / count, ny / count
        fit = cv2.filter2D(self.gx, -1, across[0]) + cv2.filter2D(self.gy, -1, across[1])
        return np.asarray(fit, np.float32)

    def margin(self, reach: float) -> int:
        """Return how many pixels `reach` mm are."""
        return max(1, int(np.ceil(reach * self.flat.scale)))

    def snapped(self, points: F64) -> F64:
        """Return (N, 2) mm: the centres of the pixels in which `points` lie."""
        at = np.rint(self.flat.pixels(points))
        return np.stack(
            [
                (at[:, 0] + 0.5) / self.flat.scale + self.flat.x0,
                self.flat.y1 - (at[:, 1] + 0.5) / self.flat.scale,
            ],
            axis=-1,
        )


def edge_fields(
    lab: Image, pose: Pose, flat: Flat, *, z: float, channels: int = 1
) -> tuple[EdgeField, ...]:
    """Build the fields of the plane at height `z`: of lightness, with 3 channels of a and b too.

    `lab` is (h, w, 3), OpenCV's 8-bit CIE Lab. Pegs as light as their board show in a and b only.
    """
    source = lab if channels > 1 else np.ascontiguousarray(lab[..., 0])
    view = flat.of(source, pose, z=z)
    planes = cv2.split(view) if channels > 1 else (view,)
    return tuple(_edge_field(np.asarray(plane, np.uint8), flat) for plane in planes)


def _edge_field(view: Image, flat: Flat) -> EdgeField:
    soft = cv2.GaussianBlur(view, (3, 3), 0)
    gx = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=1 / 8), np.float32)
    gy = np.asarray(cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)
    size = np.asarray(cv2.magnitude(gx, gy), np.float32)
    some = size[::3, ::3].ravel()
    middle = len(some) // 2
    size += np.float32(
        max(NOISE_GRADIENT / 4, HALF_GRADIENT * float(np.partition(some, middle)[middle]))
    )
    # in place: fresh memory of this size costs more than the division
    gx /= size
    gy /= size
    return EdgeField(flat, gx, gy)
