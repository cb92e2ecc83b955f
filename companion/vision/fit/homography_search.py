"""The homography of a board's plane, in mm, with the best score: the cross-entropy method.

A warp of the plane onto itself has eight parameters: it may shift, turn, stretch and tilt. The
score has many local maxima, a row and a column apart, and no useful gradient far from them. So
warps are drawn from a Gaussian, the best of them (the elite) give the mean and covariance of the
next round's, and the score maps become sharper from round to round (cross-entropy method,
Rubinstein 1999; covariances widened as in CMA-ES).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.score.score_maps import ScoreMaps

__all__ = ["BRIEF", "PATIENT", "THOROUGH", "SearchBudget", "cross_entropy_search", "smoothed_maps"]


# the covariance of the elite is widened by so much, else the search freezes early: a guess
COVARIANCE_GAIN = 3.0
# mm of smoothing in the last round: a guess
SHARPEST = 0.4
# score that a corner one sigma off costs: a guess
CORNER_COST = 0.005


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """How many warps are drawn at `first` and in `each` other round.

    The best `elite` of them say where to draw next; `smooth` are the mm of smoothing, a round.
    Another `seed` draws others.
    """

    first: int
    each: int
    elite: int
    smooth: tuple[float, ...]
    seed: int = 0


# guesses; each smoothing serves for some rounds, as it costs more than a round
THOROUGH = SearchBudget(3000, 700, 40, tuple(np.repeat(np.geomspace(2.0, SHARPEST, 5), 3).tolist()))
# what is tried in turn while nothing good is found; of ten clicked corners 8 mm off, 1 sigma 3 mm,
# the first finds six, all together nine
PATIENT = (
    THOROUGH,
    replace(THOROUGH, seed=1),
    SearchBudget(3000, 1500, 80, tuple(np.repeat(np.geomspace(3.0, SHARPEST, 6), 3).tolist())),
)
BRIEF = SearchBudget(500, 250, 25, tuple(np.repeat(np.geomspace(1.2, SHARPEST, 3), 2).tolist()))


def cross_entropy_search(
    maps: ScoreMaps,
    corners: F64,
    *,
    sigma: float,
    base: F64 | None = None,
    budget: SearchBudget = THOROUGH,
    smoothed: Sequence[ScoreMaps] | None = None,
) -> tuple[F64, float]:
    """Return the warp (3, 3), in mm, with the best score, and that score on the sharpest maps.

    `corners` (4, 2) in mm are known to `sigma` mm each way. The same input gives the same warp.
    The warp comes after `base` (3, 3) when that is given; `smoothed` saves smoothing again.
    """
    chance = np.random.default_rng(budget.seed)
    middle, half = corners.mean(axis=0), np.maximum(np.ptp(corners, axis=0) / 2, 1.0)
    mean, spread = np.zeros(8), np.r_[np.full(6, sigma / np.sqrt(2)), np.full(2, sigma / 2)]
    spread[:2] = sigma / 2
    covariance = np.diag(spread**2)
    for turn, soft in enumerate(smoothed or smoothed_maps(maps, budget)):
        count = budget.each if turn else budget.first
        ways = chance.multivariate_normal(mean, covariance, count, method="cholesky")
        ways[0] = mean
        warps = _warps(ways, middle, half)
        off = (_moved(warps, corners) - corners) / sigma
        value = soft.score(warps if base is None else base @ warps) - CORNER_COST * (off**2).sum(
            axis=(1, 2)
        )
        best = ways[np.argsort(-value)[: budget.elite]]
        mean = best.mean(axis=0)
        covariance = np.cov(best.T) * COVARIANCE_GAIN + np.eye(8) * 1e-4
    warp = _warps(mean[None], middle, half)
    warp = warp if base is None else base @ warp
    return warp[0], float(soft.score(warp)[0])


def smoothed_maps(maps: ScoreMaps, budget: SearchBudget) -> list[ScoreMaps]:
    """Return the maps as `budget` smooths them, round by round; the last give the final score."""
    soft = {blur: maps.blurred(blur) for blur in set(budget.smooth)}
    return [soft[blur] for blur in budget.smooth]


def _warps(ways: F64, middle: F64, half: F64) -> F64:
    """Return (K, 3, 3) warps of eight numbers each: mm that the rim moves by."""
    unit = np.array(
        [
            [1 / half[0], 0, -middle[0] / half[0]],
            [0, 1 / half[1], -middle[1] / half[1]],
            [0, 0, 1],
        ]
    )
    core = np.tile(np.eye(3), (len(ways), 1, 1))
    core[:, 0, 2], core[:, 1, 2] = ways[:, 0] / half[0], ways[:, 1] / half[1]
    core[:, 0, 0] += ways[:, 2] / half[0]
    core[:, 0, 1] += ways[:, 3] / half[0]
    core[:, 1, 0] += ways[:, 4] / half[1]
    core[:, 1, 1] += ways[:, 5] / half[1]
    core[:, 2, 0], core[:, 2, 1] = ways[:, 6] / half[0], ways[:, 7] / half[1]
    return np.asarray(np.linalg.inv(unit) @ core @ unit)


def _moved(warps: F64, points: F64) -> F64:
    moved = np.c_[points, np.ones(len(points))] @ warps.transpose(0, 2, 1)
    return np.asarray(moved[..., :2] / moved[..., 2:])
