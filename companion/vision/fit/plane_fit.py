"""From four rough corners to a camera: the board's plane is laid on the picture freely first.

Four clicks fix a plane's perspective but hardly a camera: a few pixels turn it by many degrees.
So the plane settles on the lattice as a mere plane, and the camera is fitted to all of it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.homography_search import THOROUGH, Effort, best_slide
from companion.vision.fit.lattice_refine import worked
from companion.vision.fit.score_map import draw_chart
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Freedom, Sighting, adjust
from companion.vision.geometry.opencv_compat import homography, plane_poses
from companion.vision.geometry.pose import Pose

__all__ = ["CLICK", "Settled", "laid", "settled"]


# how exactly corners are given, pixels
CLICK = 6.0
# how exactly a settled plane is known, mm
SETTLED = 0.5
# cameras nearer to each other than this part of their distance are one
SAME = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A plane that has settled: a free "pose" with the lens of its guess, and its worth."""

    plane: Pose
    worth: float

    def cameras(self, shape: BoardShape, *, freedom: Freedom) -> list[tuple[Pose, Sighting]]:
        """Give the one or two cameras that see the board so, with the places it lies at."""
        points = shape.holes()
        pixels = self.plane.project(points)
        if not np.isfinite(pixels).all():
            return []
        seen = Sighting(points, pixels, SETTLED * self.plane.px_per_mm(points))
        found: list[Pose] = []
        for r, t in plane_poses(points, pixels, self.plane.k, self.plane.dist):
            start = replace(self.plane, r=r, t=t)
            pose, _ = adjust(start, seen, freedom=freedom, prior=start)
            apart = [np.linalg.norm(pose.position - other.position) for other in found]
            if all(gap > SAME * np.linalg.norm(pose.t) for gap in apart):
                found.append(pose)
        return [(pose, seen) for pose in found]


def settled(
    image: Image,
    shape: BoardShape,
    corners: F64,
    guess: Pose,
    *,
    sigma: float = CLICK,
    effort: Effort = THOROUGH,
) -> Settled | None:
    """Let a board whose outer holes are near `corners` (4, 2) settle on a BGR `image`.

    `guess` gives the lens, `sigma` how well the corners are known, in pixels. None when they
    make no plane.
    """
    plane = laid(shape.corners(), corners, guess)
    if plane is None:
        return None
    small, now = worked(image, shape, plane)
    click = sigma / float(np.median(plane.px_per_mm(shape.corners())))
    chart = draw_chart(small, shape, now, margin=2.5 * click + 4.0)
    slide, worth = best_slide(chart, shape.corners()[:, :2], sigma=click, effort=effort)
    now = _slid(now, slide)
    return Settled(replace(plane, r=now.r, t=now.t), worth)


def laid(points: F64, pixels: F64, guess: Pose) -> Pose | None:
    """Give a "pose" that takes the plane of `points` (N, 3) to `pixels` exactly (N = 4) or best.

    Its `r` is no rotation: it may only project. None when the points make no plane.
    """
    rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), guess.k, guess.dist).reshape(-1, 2)
    plane = homography(points[:, :2], np.asarray(rays, np.float64))
    if plane is None:
        return None
    return _of_plane(plane, guess, z=float(points[0, 2]))


def _of_plane(plane: F64, guess: Pose, *, z: float) -> Pose | None:
    """Give the free "pose" whose plane at height `z` is seen by `plane` (3, 3)."""
    size = float(np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1])))
    if not size > 1e-12:
        return None
    m = plane / (size if plane[2, 2] > 0 else -size)
    up = np.cross(m[:, 0], m[:, 1])
    r = np.stack([m[:, 0], m[:, 1], up / max(float(np.linalg.norm(up)), 1e-12) ** 0.5], axis=1)
    return Pose(guess.k, guess.dist, r, m[:, 2] - r[:, 2] * z, guess.size)


def _slid(pose: Pose, slide: F64) -> Pose:
    """Give the free "pose" after the plane z = 0 has moved by `slide` (3, 3), in mm."""
    plane = np.stack([pose.r[:, 0], pose.r[:, 1], pose.t], axis=1) @ slide
    return _of_plane(plane, pose, z=0.0) or pose
