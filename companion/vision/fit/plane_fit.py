"""From four rough corners to a camera: first a free homography of the plane, then the camera.

Four clicks fix a plane's perspective but hardly a camera: a few pixels turn it by many degrees. So
the homography is fitted to the whole lattice (`homography_search`), kept as a pseudo-pose whose
`r` need not be a rotation, and then the camera is fitted to all places of it (IPPE and
Gauss-Newton). A prototype that fitted the camera to the four clicks found 32 of 39 boards clicked
with 3-6 px of noise, and 38 when it was refined on the lattice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.homography_search import THOROUGH, SearchBudget, cross_entropy_search
from companion.vision.fit.lattice_refine import ROUGH
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust
from companion.vision.geometry.opencv_compat import homography, plane_poses
from companion.vision.geometry.pose import Pose
from companion.vision.score.score_maps import map_scores
from companion.vision.score.top_view import crop_to_lab

__all__ = ["CLICK", "FittedPlane", "fit_plane", "plane_pose"]


# pixels, 1 sigma, of corners that a person clicked: a guess for pictures 1280 wide
CLICK = 6.0
# mm, 1 sigma, of the places of a fitted plane: a guess
PLANE_SIGMA = 0.5
# cameras nearer to each other than this part of their distance are one: a guess
SAME_CAMERA = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class FittedPlane:
    """A homography fitted to the lattice, as pseudo-pose `plane` with a guessed lens; its score.

    `sigma` is how well it tells each place, in mm; `stages` how it is to be refined.
    """

    plane: Pose
    score: float
    sigma: float = PLANE_SIGMA
    stages: tuple[tuple[float, float], ...] = ROUGH

    def cameras(self, shape: BoardShape, *, priors: ParamPriors) -> list[tuple[Pose, Observations]]:
        """Return the one or two cameras that see the plane so, each with the places as observed."""
        points = shape.holes()
        pixels = self.plane.project(points)
        if not np.isfinite(pixels).all():
            return []
        seen = Observations(points, pixels, self.sigma * self.plane.px_per_mm(points))
        found: list[Pose] = []
        for r, t in plane_poses(points, pixels, self.plane.k, self.plane.dist):
            start = replace(self.plane, r=r, t=t)
            pose, _ = adjust(start, seen, priors=priors, prior=start)
            if not pose.looks_down_on(points):
                continue
            apart = [np.linalg.norm(pose.position - other.position) for other in found]
            if all(gap > SAME_CAMERA * np.linalg.norm(pose.t) for gap in apart):
                found.append(pose)
        return [(pose, seen) for pose in found]


def fit_plane(
    image: Image,
    shape: BoardShape,
    corners: F64,
    guess: Pose,
    *,
    sigma: float = CLICK,
    budgets: Sequence[SearchBudget] = (THOROUGH,),
    enough: float = 0.0,
) -> FittedPlane | None:
    """Return the plane of a board whose outer holes are near `corners` (4, 2) of a BGR `image`.

    `guess` gives the lens, `sigma` how well the corners are known, in pixels; `budgets` are tried
    in turn until a score is `enough`. None when they make no plane.
    """
    plane = plane_pose(shape.corners(), corners, guess)
    if plane is None:
        return None
    small, now = crop_to_lab(image, shape, plane)
    click = sigma / float(np.median(plane.px_per_mm(shape.corners())))
    maps = map_scores(small, shape, now, margin=2.5 * click + 4.0)
    best, top = np.eye(3), -np.inf
    for budget in budgets:
        warp, score = cross_entropy_search(maps, shape.corners()[:, :2], sigma=click, budget=budget)
        if score > top:
            best, top = warp, score
        if top >= enough:
            break
    now = _warped(now, best)
    return FittedPlane(replace(plane, r=now.r, t=now.t), top)


def plane_pose(points: F64, pixels: F64, guess: Pose) -> Pose | None:
    """Return a pseudo-pose that takes the plane of `points` (N, 3) to `pixels` exactly or best.

    Its `r` is no rotation: it may only project. None when the points make no plane that is seen
    from above.
    """
    rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), guess.k, guess.dist).reshape(-1, 2)
    plane = homography(points[:, :2], np.asarray(rays, np.float64))
    pose = None if plane is None else _of_plane(plane, guess, z=float(points[0, 2]))
    return pose if pose and pose.looks_down_on(points) else None


def _of_plane(plane: F64, guess: Pose, *, z: float) -> Pose | None:
    """Return the pseudo-pose whose plane at height `z` is seen by the homography `plane` (3, 3)."""
    size = float(np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1])))
    if not size > 1e-12:
        return None
    m = plane / (size if plane[2, 2] > 0 else -size)
    up = np.cross(m[:, 0], m[:, 1])
    r = np.stack([m[:, 0], m[:, 1], up / max(float(np.linalg.norm(up)), 1e-12) ** 0.5], axis=1)
    return Pose(guess.k, guess.dist, r, m[:, 2] - r[:, 2] * z, guess.size)


def _warped(pose: Pose, warp: F64) -> Pose:
    """Return the pseudo-pose after the plane z = 0 was warped by `warp` (3, 3), in mm."""
    plane = np.stack([pose.r[:, 0], pose.r[:, 1], pose.t], axis=1) @ warp
    return _of_plane(plane, pose, z=0.0) or pose
