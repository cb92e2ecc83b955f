"""From four rough corners to a camera: the board's plane is laid on the picture freely first.

Four clicks fix a plane's perspective but hardly a camera: a few pixels turn it by many degrees.
So the plane settles on the lattice as a mere plane, and the camera is fitted to all of it.
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.adjust import Freedom, Sighting, adjust
from companion.vision.chart import best_slide, draw_chart
from companion.vision.cv import homography, plane_poses
from companion.vision.lattice import worked
from companion.vision.pose import Pose
from companion.vision.shape import BoardShape

__all__ = ["laid", "settled"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

# how exactly corners are given, pixels
CLICK = 6.0
# how exactly a settled plane is known, mm
SETTLED = 0.5


def settled(
    grey: Image, shape: BoardShape, corners: Floats, guess: Pose, *, freedom: Freedom
) -> list[tuple[Pose, Sighting]]:
    """Give cameras with the lens of `guess` for a board whose outer holes are near `corners`.

    Each comes with the places to which the plane has settled. `corners` are (4, 2) pixels.
    """
    plane = laid(shape.corners(), corners, guess)
    if plane is None:
        return []
    plane, _ = _settle(grey, shape, plane)
    points = shape.holes()
    pixels = plane.project(points)
    if not np.isfinite(pixels).all():
        return []
    seen = Sighting(points, pixels, SETTLED * plane.px_per_mm(points))
    found = []
    for r, t in plane_poses(points, pixels, guess.k, guess.dist):
        pose = Pose(guess.k, guess.dist, r, t, guess.size)
        found.append((adjust(pose, seen, freedom=freedom, prior=guess)[0], seen))
    return found


def laid(points: Floats, pixels: Floats, guess: Pose) -> Pose | None:
    """Give a "pose" that takes the plane of `points` (N, 3) to `pixels` exactly (N = 4) or best.

    Its `r` is no rotation: it may only project. None when the points make no plane.
    """
    rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), guess.k, guess.dist).reshape(-1, 2)
    plane = homography(points[:, :2], np.asarray(rays, np.float64))
    if plane is None:
        return None
    return _of_plane(plane, guess, z=float(points[0, 2]))


def _of_plane(plane: Floats, guess: Pose, *, z: float) -> Pose | None:
    """Give the free "pose" whose plane at height `z` is seen by `plane` (3, 3)."""
    size = np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1]))
    if not size > 1e-12:
        return None
    m = plane / (size if plane[2, 2] > 0 else -size)
    up = np.cross(m[:, 0], m[:, 1])
    r = np.stack([m[:, 0], m[:, 1], up / np.sqrt(max(np.linalg.norm(up), 1e-12))], axis=1)
    return Pose(guess.k, guess.dist, r, m[:, 2] - r[:, 2] * z, guess.size)


def _settle(grey: Image, shape: BoardShape, plane: Pose) -> tuple[Pose, float]:
    """Let the plane slide onto the features near it; give it with its worth."""
    small, now = worked(grey, shape, plane)
    click = CLICK / float(np.median(plane.px_per_mm(shape.corners())))
    chart = draw_chart(small, shape, now, margin=2.5 * click + 4.0)
    slide, worth = best_slide(chart, shape.corners()[:, :2], sigma=click)
    now = _slid(now, slide)
    return replace(now.resized(plane.size), r=now.r, t=now.t), worth


def _slid(pose: Pose, slide: Floats) -> Pose:
    """Give the free "pose" after the plane z = 0 has moved by `slide` (3, 3), in mm."""
    plane = np.stack([pose.r[:, 0], pose.r[:, 1], pose.t], axis=1) @ slide
    return _of_plane(plane, pose, z=0.0) or pose
