"""The best way to lay a board on its chart: slides of its plane are sampled, near the best again.

A slide of a plane onto itself has eight numbers: it may turn, stretch and tilt.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.fit.score_map import Chart
from companion.vision.geometry.arrays import F64

__all__ = ["BRIEF", "THOROUGH", "Effort", "best_slide", "smoothed_for"]


# how much wider than the best of a round the next is drawn
WIDER = 3.0
# the smoothing of the last round, mm
SHARP = 0.4
# what a corner one sigma off costs
PRIOR = 0.005


@dataclass(frozen=True, slots=True)
class Effort:
    """How ways are sampled: how many at `first` and in `each` other round.

    The `elite` of them say where to draw next; `smooth` smooths the maps in each round, mm.
    """

    first: int
    each: int
    elite: int
    smooth: tuple[float, ...]


# each smoothing serves for some rounds: it costs more than a round
THOROUGH = Effort(3000, 700, 40, tuple(np.repeat(np.geomspace(2.0, SHARP, 5), 3).tolist()))
BRIEF = Effort(500, 250, 25, tuple(np.repeat(np.geomspace(1.2, SHARP, 3), 2).tolist()))


def best_slide(
    chart: Chart,
    corners: F64,
    *,
    sigma: float,
    base: F64 | None = None,
    effort: Effort = THOROUGH,
    smoothed: Sequence[Chart] | None = None,
) -> tuple[F64, float]:
    """Give the slide (3, 3) that lays the board best, and its worth with sharp maps.

    `corners` (4, 2) in mm are known to `sigma` mm each way. Chance is always the same.
    The slide comes after `base` (3, 3) when that is given; `smoothed` saves smoothing again.
    """
    chance = np.random.default_rng(0)
    middle, half = corners.mean(axis=0), np.maximum(np.ptp(corners, axis=0) / 2, 1.0)
    mean, spread = np.zeros(8), np.r_[np.full(6, sigma / np.sqrt(2)), np.full(2, sigma / 2)]
    spread[:2] = sigma / 2
    covariance = np.diag(spread**2)
    for turn, soft in enumerate(smoothed or smoothed_for(chart, effort)):
        count = effort.each if turn else effort.first
        ways = chance.multivariate_normal(mean, covariance, count, method="cholesky")
        ways[0] = mean
        slides = _slides(ways, middle, half)
        off = (_moved(slides, corners) - corners) / sigma
        value = soft.worth(slides if base is None else base @ slides) - PRIOR * (off**2).sum(
            axis=(1, 2)
        )
        best = ways[np.argsort(-value)[: effort.elite]]
        mean = best.mean(axis=0)
        covariance = np.cov(best.T) * WIDER + np.eye(8) * 1e-4
    slide = _slides(mean[None], middle, half)
    slide = slide if base is None else base @ slide
    return slide[0], float(soft.worth(slide)[0])


def smoothed_for(chart: Chart, effort: Effort) -> list[Chart]:
    """Give the chart as `effort` smooths it, round by round; the last is that of a judgement."""
    soft = {blur: chart.blurred(blur) for blur in set(effort.smooth)}
    return [soft[blur] for blur in effort.smooth]


def _slides(ways: F64, middle: F64, half: F64) -> F64:
    """Give (K, 3, 3) slides of eight numbers each: mm that the rim moves by."""
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


def _moved(slides: F64, points: F64) -> F64:
    moved = np.c_[points, np.ones(len(points))] @ slides.transpose(0, 2, 1)
    return np.asarray(moved[..., :2] / moved[..., 2:])
