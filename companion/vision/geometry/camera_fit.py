"""A camera fitted to observed points: robust Gauss-Newton over pose, lens and the board's stretch.

Damped Gauss-Newton (Levenberg 1944, Marquardt 1963) on reprojection errors, each weighed anew in
every round by the Geman-McClure function (iteratively reweighted least squares): a ring fitted to
a shadow or a finger loses its say. Gaussian priors hold what a view from above cannot tell (focal
length, k1). OpenCV's `solvePnPRefineLM` has neither weights nor priors.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.geometry.arrays import F64, Indices
from companion.vision.geometry.opencv_compat import projected
from companion.vision.geometry.pose import Pose

__all__ = ["Observations", "ParamPriors", "adjust"]


# of Gauss-Newton: a guess
MOST_ROUNDS = 6
# a round that lowers the cost by a smaller part is the last: a guess
LEAST_GAIN = 1e-3
# sigmas from which a point has no say and no slope, a guess: its weight is under 1e-9 of a right
# one's, and squares of what a bent lens throws further would overflow
FARTHEST = 1e3
# sigmas a unit of a parameter, from which a slope is that of no view, a guess: its square would
# overflow
STEEPEST = 1e100
# mm that a point must lie ahead of the camera, a guess; OpenCV mirrors what lies behind it
LEAST_DEPTH = 1e-3


@dataclass(frozen=True, slots=True)
class ParamPriors:
    """Priors, 1 sigma, of what is fitted beside the pose; 0 keeps a parameter as it is.

    `focal` as a fraction, `k1` as such, `stretch` as a fraction of the board's length.
    """

    focal: float = 0.0
    k1: float = 0.0
    stretch: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """Board points (N, 3) in mm observed at `pixels` (N, 2), with `sigma` (N,) in pixels.

    `across` (N, 2) are directions in the picture along which alone a point is known; a point
    whose direction is (0, 0), as is usual, is known both ways.
    """

    points: F64
    pixels: F64
    sigma: F64
    across: F64 | None = None

    def __add__(self, other: "Observations") -> "Observations":
        return Observations(
            np.concatenate([self.points, other.points]),
            np.concatenate([self.pixels, other.pixels]),
            np.concatenate([self.sigma, other.sigma]),
            np.concatenate([self.directions(), other.directions()]),
        )

    def directions(self) -> F64:
        """Return `across` (N, 2), zeros when none is set."""
        return np.zeros((len(self.points), 2)) if self.across is None else self.across


def adjust(
    start: Pose,
    observed: Observations,
    *,
    priors: ParamPriors,
    prior: Pose | None = None,
    stretch: float = 1.0,
    cut: float = 3.0,
) -> tuple[Pose, float]:
    """Return the camera, and the board's stretch in y, that fit what was `observed` best.

    Points further off than about `cut` sigma lose their say, those behind the camera and those
    that are not finite have none. Focal length and k1 are held to those of `prior` (else of
    `start`) by `priors`, the stretch to 1.
    """
    home = prior or start
    sigmas = np.array([0.0] * 6 + [priors.focal, priors.k1, priors.stretch])
    free = np.r_[np.arange(6), 6 + np.flatnonzero(sigmas[6:] > 0)]
    hold = np.diag(1 / np.where(sigmas > 0, sigmas, np.inf) ** 2)[np.ix_(free, free)]
    pose, damping = start, 1e-3
    cost, a, b = _equations(pose, stretch, observed, home, hold, free, cut)
    for _ in range(MOST_ROUNDS):
        step = np.zeros(9)
        step[free] = np.linalg.lstsq(a + damping * np.diag(np.diag(a)), b, rcond=None)[0]
        there = _moved(pose, stretch, np.clip(step, -STEP_LIMIT, STEP_LIMIT))
        found = _equations(*there, observed, home, hold, free, cut)
        if found[0] < cost:
            gain = 1 - found[0] / cost
            (pose, stretch), (cost, a, b), damping = there, found, damping / 5
            if gain < LEAST_GAIN:
                break
        else:
            damping = damping * 30 + 1e-2
    return pose, stretch


def _equations(
    pose: Pose,
    stretch: float,
    observed: Observations,
    home: Pose,
    hold: F64,
    free: Indices,
    cut: float,
) -> tuple[float, F64, F64]:
    """Return the robust cost, and the normal equations (matrix, right side) of the next step."""
    error, slopes = _linear(pose, stretch, observed)
    square = (error**2).sum(axis=1)
    weight = 1 / (1 + square / cut**2) ** 2
    rows = slopes[:, :, free].reshape(-1, len(free))
    heavy = rows * np.repeat(weight, 2)[:, None]
    off = np.zeros(9)
    off[6:] = np.log(pose.k[0, 0] / home.k[0, 0]), pose.dist[0] - home.dist[0], stretch - 1.0
    off = off[free]
    cost = float((square / (1 + square / cut**2)).sum() + off @ hold @ off)
    return cost, heavy.T @ rows + hold, heavy.T @ error.reshape(-1) - hold @ off


# the furthest that one round may go: rotation vector, mm, log focal length, k1, stretch; guesses
STEP_LIMIT = np.array([0.3] * 3 + [100.0] * 3 + [0.2, 0.1, 0.05])


def _linear(pose: Pose, stretch: float, observed: Observations) -> tuple[F64, F64]:
    """Return the errors (N, 2) in sigmas and their derivatives (N, 2, 9), all finite.

    A point without a say is `FARTHEST` off, and no step brings it nearer.
    """
    points = observed.points * (1.0, stretch, 1.0)
    now, slopes = projected(points, pose.turned(), pose.t, pose.k, pose.dist)
    with np.errstate(all="ignore"):
        along = slopes[:, :, 3:6] @ pose.r[:, 1] * observed.points[:, 1:2]
        error = (observed.pixels - now) / observed.sigma[:, None]
        slopes = np.concatenate([slopes, along[:, :, None]], axis=2) / observed.sigma[:, None, None]
        is_near = np.hypot(*error.T) < FARTHEST
    is_ahead = points @ pose.r[2] + pose.t[2] > LEAST_DEPTH
    n = observed.directions()
    has_say = is_near & is_ahead & (np.abs(slopes) < STEEPEST).all(axis=(1, 2))
    has_say &= np.isfinite(n).all(axis=1)
    error[~has_say], slopes[~has_say] = FARTHEST, 0.0
    if observed.across is None:
        return error, slopes
    n = np.where(has_say[:, None], n, 0.0)
    free = np.asarray(np.abs(n).sum(axis=1) == 0, np.float64)
    both = free[:, None, None] * np.eye(2)
    kept = n[:, :, None] * n[:, None, :] + both
    return (kept @ error[:, :, None])[:, :, 0], kept @ slopes


def _moved(pose: Pose, stretch: float, step: F64) -> tuple[Pose, float]:
    r = np.asarray(cv2.Rodrigues(pose.turned() + step[:3])[0], np.float64)
    k, dist = pose.k.copy(), pose.dist.copy()
    k[[0, 1], [0, 1]] *= np.exp(step[6])
    dist[0] += step[7]
    return replace(pose, k=k, dist=dist, r=r, t=pose.t + step[3:6]), stretch + step[8]
