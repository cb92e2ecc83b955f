"""A picture that is painted back to front: reflectance and direct light of solids on a table.

The painter's algorithm with planar shadows: every solid is a prism, painted as its sides and its
top; its shadow is the hull of base and top, cast along the light on the plane it stands on.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.pose import Pose

__all__ = ["Canvas", "disc", "flat", "rectangle"]

F64 = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

SUBPIXEL_BITS = 4
DISC_CORNERS = 14
GAMMA = 2.2
TURN = np.linspace(0, 2 * np.pi, DISC_CORNERS, endpoint=False)
CIRCLE = np.stack([np.cos(TURN), np.sin(TURN)], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """`paint` (h, w, 3) BGR reflectance, gamma encoded; `lit` (h, w), 255 in direct light.

    `light` is the direction to the light, z = 1; `side` how bright upright faces are (2,): away
    from the light and towards it.
    """

    pose: Pose
    paint: Image
    lit: Image
    light: F64
    side: tuple[float, float]

    def polygon(self, points: F64, colour: F64) -> None:
        """Paint a flat polygon (n, 3) in linear RGB `colour`."""
        self._fill(self._pixels(points), colour, lit=None)

    def shadow(self, corners: F64, low: float, top: float) -> None:
        """Cast the shadow of a prism on the plane it stands on."""
        away = -self.light[:2] * (top - low)
        reach = np.concatenate([corners, corners + away])
        pixels = self._pixels(np.c_[reach, np.full(len(reach), low)])
        hull = cv2.convexHull(pixels)
        cv2.fillConvexPoly(self.lit, hull, 0, cv2.LINE_AA, SUBPIXEL_BITS)

    def prism(self, corners: F64, low: float, top: float, colour: F64) -> None:
        """Paint an upright prism on `corners` (n, 2), counterclockwise seen from above."""
        n = len(corners)
        ring = np.concatenate([np.c_[corners, np.full(n, z)] for z in (low, top)])
        pixels = self._pixels(ring)
        eye = self.pose.position[:2]
        for i in range(n):
            j = (i + 1) % n
            edge = corners[j] - corners[i]
            normal = np.array([edge[1], -edge[0]])
            if normal @ (eye - corners[i]) > 0:
                length = np.linalg.norm(normal) * np.linalg.norm(self.light[:2])
                facing = 0.5 + 0.5 * float(normal @ self.light[:2]) / max(float(length), 1e-6)
                bright = self.side[0] + (self.side[1] - self.side[0]) * facing
                self._fill(pixels[[i, j, n + j, n + i]], colour * bright)
        self._fill(pixels[n:], colour)

    def round(self, centre: F64, radius: float, low: float, top: float, colour: F64) -> None:
        """Paint an upright cylinder on `centre` (2,): its hull darker, then its top."""
        ring = disc(centre, radius)
        n = len(ring)
        pixels = self._pixels(np.concatenate([np.c_[ring, np.full(n, z)] for z in (low, top)]))
        self._fill(cv2.convexHull(pixels)[:, 0], colour * float(np.mean(self.side)))
        self._fill(pixels[n:], colour)

    def _pixels(self, points: F64) -> npt.NDArray[np.int32]:
        pose = self.pose
        eye = points @ pose.r.T + pose.t
        ray = eye[:, :2] / np.maximum(eye[:, 2:], 1.0)
        ray *= 1 + pose.dist[0] * (ray * ray).sum(axis=1, keepdims=True)
        at = ray * pose.k[0, 0] + pose.k[:2, 2]
        return (np.clip(at, -1e4, 1e4) * (1 << SUBPIXEL_BITS) + 0.5).astype(np.int32)

    def _fill(self, pixels: npt.NDArray[np.int32], colour: F64, *, lit: int | None = 255) -> None:
        b, g, r = (255 * np.clip(colour[::-1], 0, 1) ** (1 / GAMMA)).tolist()
        cv2.fillPoly(self.paint, [pixels], (b, g, r), cv2.LINE_AA, SUBPIXEL_BITS)
        if lit is not None:
            cv2.fillPoly(self.lit, [pixels], lit, cv2.LINE_AA, SUBPIXEL_BITS)


def disc(centre: F64, radius: float) -> F64:
    """Return (n, 2) corners of a circle, counterclockwise."""
    return np.asarray(centre[:2] + radius * CIRCLE)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> F64:
    """Return (4, 2) corners, counterclockwise."""
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def flat(points: F64, z: float = 0.0) -> F64:
    """Return (N, 3) mm: (N, 2) points at height `z`."""
    return np.c_[points, np.full(len(points), z)]
