"""Where the camera stands: projection of board millimetres to pixels, and flat views of a plane.

OpenCV's axes: ``x_camera = R @ X + t``, x right, y down, z ahead; pixel centres are integers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image

__all__ = ["Flat", "Pose", "pose_from_label"]

# pixels of a flat view between two exactly projected ones: within 0.05 px for lenses met here;
# measured there
MAP_STRIDE = 8
# sine of the angle between a line of sight and the board's plane under which nothing of a board is
# seen, 5 degrees: a guess
FLATTEST = 0.087


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A camera before a board: `k` (3, 3), `dist` (k1, k2, p1, p2, k3), `r` (3, 3), `t` (3,).

    `size` is (width, height) of the picture in pixels.
    """

    k: F64
    dist: F64
    r: F64
    t: F64
    size: tuple[int, int]

    def project(self, points: npt.ArrayLike) -> F64:
        """Return (N, 2) pixels of (N, 3) board points in mm; nan for what is behind the camera."""
        eye = np.asarray(points, np.float64).reshape(-1, 3) @ self.r.T + self.t
        depth = np.where(eye[:, 2] > 1e-6, eye[:, 2], np.nan)
        return self._to_pixels(eye[:, 0] / depth, eye[:, 1] / depth)

    def px_per_mm(self, points: npt.ArrayLike) -> F64:
        """Return (N,) how many pixels a millimetre across the line of sight spans at each point."""
        eye = np.asarray(points, np.float64).reshape(-1, 3) @ self.r.T + self.t
        return np.asarray(np.sqrt(self.k[0, 0] * self.k[1, 1]) / eye[:, 2])

    def looks_down_on(self, points: npt.ArrayLike) -> bool:
        """Return whether (N, 3) board points lie ahead of the camera, and it well above them."""
        eye = np.asarray(points, np.float64).reshape(-1, 3) @ self.r.T + self.t
        up = self.r[:, 2] / max(float(np.linalg.norm(self.r[:, 2])), 1e-12)
        sine = -(eye @ up) / np.maximum(np.linalg.norm(eye, axis=1), 1e-12)
        return bool((eye[:, 2] > 0).all() and (sine > FLATTEST).all())

    def on_plane(self, pixels: npt.ArrayLike, *, z: float = 0.0) -> F64:
        """Return (N, 3) mm where the lines of sight of (N, 2) pixels meet the plane at height z."""
        px = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        rays = np.c_[cv2.undistortPoints(px, self.k, self.dist).reshape(-1, 2), np.ones(len(px))]
        ahead = rays @ self.r
        eye = self.position
        return np.asarray(eye + ahead * ((z - eye[2]) / ahead[:, 2])[:, None])

    def cast(self, points: npt.ArrayLike, *, z: float) -> F64:
        """Return (N, 2) mm: where the lines of sight to (N, 3) board points meet the plane at z."""
        p = np.asarray(points, np.float64).reshape(-1, 3)
        # `r` may be no rotation here
        eye = -np.linalg.solve(self.r, self.t)
        part = (z - eye[2]) / (p[:, 2] - eye[2])
        return np.asarray(eye[:2] + (p[:, :2] - eye[:2]) * part[:, None])

    @property
    def position(self) -> F64:
        """The camera's place in the board's frame, mm."""
        return np.asarray(-self.r.T @ self.t)

    def turned(self) -> F64:
        """Return the rotation vector (3,) of `r`."""
        return np.asarray(cv2.Rodrigues(self.r)[0], np.float64).reshape(3)

    def resized(self, size: tuple[int, int]) -> "Pose":
        """Return the same camera for the picture scaled to `size` (width, height)."""
        sx, sy = size[0] / self.size[0], size[1] / self.size[1]
        k = self.k.copy()
        k[0] *= sx
        k[1] *= sy
        # pixel centres are integers: the corner of the picture is at -0.5
        k[0, 2] += (sx - 1) / 2
        k[1, 2] += (sy - 1) / 2
        return Pose(k, self.dist, self.r, self.t, size)

    def _to_pixels(self, x: F64, y: F64) -> F64:
        k1, k2, p1, p2, k3 = self.dist
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        u = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        v = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        return np.stack([self.k[0, 0] * u + self.k[0, 2], self.k[1, 1] * v + self.k[1, 2]], axis=-1)


@dataclass(frozen=True, slots=True)
class Flat:
    """A window of a board plane to be seen from above: x0..x1, y0..y1 in mm, `scale` px a mm.

    In its picture x goes right and y up, so the far end is at the top, as the breaker sees it.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (
            max(1, round((self.x1 - self.x0) * self.scale)),
            max(1, round((self.y1 - self.y0) * self.scale)),
        )

    def pixels(self, points: npt.ArrayLike) -> F64:
        """Return (N, 2) pixels of the flat view of (N, 2 or 3) points in mm."""
        p = np.asarray(points, np.float64)
        return np.stack(
            [(p[:, 0] - self.x0) * self.scale - 0.5, (self.y1 - p[:, 1]) * self.scale - 0.5], -1
        )

    def maps(self, pose: Pose, *, z: float = 0.0) -> F32:
        """Return (h, w, 2) float32 pixels of the camera's picture for each pixel of the view.

        Every eighth pixel is projected, the others lie between: within 0.05 px for any lens here.
        """
        w, h = self.size
        cols, rows = -(-w // MAP_STRIDE) + 2, -(-h // MAP_STRIDE) + 2
        middle = (MAP_STRIDE - 1) / 2 - MAP_STRIDE + 0.5
        x = self.x0 + (np.arange(cols) * MAP_STRIDE + middle) / self.scale
        y = self.y1 - (np.arange(rows) * MAP_STRIDE + middle) / self.scale
        lattice = np.stack(np.broadcast_arrays(x[None, :], y[:, None], z), axis=-1)
        nodes = np.nan_to_num(pose.project(lattice.reshape(-1, 3)), nan=-1e4)
        coarse = nodes.reshape(rows, cols, 2).astype(np.float32)
        fine = cv2.resize(
            coarse, (cols * MAP_STRIDE, rows * MAP_STRIDE), interpolation=cv2.INTER_LINEAR
        )
        return np.asarray(
            fine[MAP_STRIDE : MAP_STRIDE + h, MAP_STRIDE : MAP_STRIDE + w], np.float32
        )

    def of(self, image: Image, pose: Pose, *, z: float = 0.0) -> Image:
        """Return the view of the plane at height `z`; what the picture does not show is black."""
        maps = self.maps(pose, z=z)
        # whole pixels and parts of one: half the time for three channels, and as exact
        whole, part = cv2.convertMaps(maps, None, cv2.CV_16SC2)  # type: ignore[call-overload, unused-ignore]
        return np.asarray(cv2.remap(image, whole, part, cv2.INTER_LINEAR), np.uint8)


def pose_from_label(camera: Mapping[str, Any], size: tuple[int, int]) -> Pose:
    """Return the pose of a labelled set's camera: K = [fx, fy, cx, cy], dist, R and t."""
    fx, fy, cx, cy = camera["K"]
    k = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    r = np.asarray(camera["R"], np.float64).reshape(3, 3)
    t = np.asarray(camera["t"], np.float64)
    return Pose(k, np.asarray(camera["dist"], np.float64), r, t, (int(size[0]), int(size[1])))
