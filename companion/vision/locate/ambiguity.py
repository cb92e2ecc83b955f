"""Which of several symmetric poses of a stud board is right, when most of it looks the same.

Such a build covers itself when it is turned end for end or shifted by some rows. What tells is
small: key places, ends and sides, seams, the rims of its fields, and whether all places stand on
the ground that they should.
"""

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import BoardFit, min_score, refine_all
from companion.vision.fit.lattice_refine import ROUGH
from companion.vision.geometry.arrays import F64, Image, Mask
from companion.vision.geometry.camera_fit import Observations, ParamPriors
from companion.vision.geometry.pose import Pose
from companion.vision.match.border_match import border_score
from companion.vision.score.board_score import spots_beside
from companion.vision.score.score_maps import map_scores
from companion.vision.score.top_view import crop_to_lab

__all__ = [
    "SURE_LIKENESS",
    "ambiguous_fits",
    "discriminative_score",
    "ground_consistency",
    "looks_right",
    "passes_threshold",
    "passes_where_seen",
]


# weight of borders against the fit's own score, of which the minor terms count twice: a guess
BORDER_WEIGHT = 2.0
# a line of places of which less than this share stands on its usual ground costs up to so much:
# guesses
EVEN_SHARE, UNEVEN_COST = 0.3, 0.4
# least score of the fit and least discriminative score of a board that was looked for everywhere,
# on two-coloured ground, and with studs alone; what only looked like one had up to 1.12 and 2.01,
# 0.66 and 1.65; chosen between on the boards of the first set, five of the seven LEGO ones among
# them
LEAST_GROUND, LEAST_STUDS = (1.2, 2.1), (0.7, 1.75)
# least discriminative score of studs alone where a net sees the board as well: on 60 pictures of
# such builds, rendered, what was not the board and led by more than 0.15 had up to 0.96 there, and
# 1.22 while the net had learned less; chosen on these
LEAST_STUDS_SEEN = 1.4
# a fit whose correlation with the empty board is so high is no chance; a guess, by chance it is 0.1
# at most
SURE_LIKENESS = 0.2
# columns and rows by which a symmetric pose may be shifted, and mm of smoothing at first: guesses
SHIFT_COLS, SHIFT_ROWS, FIRST_BLUR = 1, 3, 0.8
# how many symmetric poses are refined, and how much lower their first score may be: guesses
MOST_TRIED, MOST_BEHIND = 3, 0.5
# mm, 1 sigma, of the places of a symmetric pose: a guess
START_SIGMA = 2.0
# steps of 8-bit Lab that are still the same tint, and the same colour in light or shadow: guesses
SAME_TINT, SAME_LIGHT = 10.0, 60.0


def discriminative_score(image: Image, found: BoardFit) -> float:
    """Return a score by which symmetric poses of one board in a BGR `image` are told apart.

    It is that of the fit, and more only for boards of studs.
    """
    if found.shape.hole.kind == "bore":
        return found.score
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    uneven = UNEVEN_COST * max(
        0.0, 1.0 - ground_consistency(lab, found.shape, found.pose) / EVEN_SHARE
    )
    borders = BORDER_WEIGHT * border_score(lab, found.shape, found.pose)
    return found.score + found.minor + borders - uneven


def passes_threshold(found: BoardFit, score: float) -> bool:
    """Return whether a fit with such a `discriminative_score` is believed without corners."""
    if found.shape.hole.kind == "bore":
        return score >= min_score(found.shape)
    least = LEAST_GROUND if found.shape.ground else LEAST_STUDS
    return found.score >= least[0] and score >= least[1]


def passes_where_seen(found: BoardFit, score: float) -> bool:
    """Return whether a fit that ends where a net sees the board's ends is believed."""
    if found.shape.hole.kind == "bore" or found.shape.ground:
        return passes_threshold(found, score)
    return found.score >= min_score(found.shape) and score >= LEAST_STUDS_SEEN


def looks_right(found: BoardFit, like: float) -> bool:
    """Return whether a fit that is not enough alone is, with its likeness to the empty board."""
    return found.score >= min_score(found.shape) and like >= SURE_LIKENESS


def ambiguous_fits(image: Image, found: BoardFit, priors: ParamPriors) -> list[BoardFit]:
    """Return refined fits of the likeliest other poses in which the board covers itself."""
    shape = found.shape
    reach = SHIFT_ROWS * shape.row_pitch + 4.0
    lab, now = crop_to_lab(image, shape, found.pose, rim=2 * reach)
    maps = map_scores(lab, shape, now, margin=reach, turned=True).blurred(FIRST_BLUR)
    warps = _warps(shape)
    score = maps.score(warps) + maps.minor(warps)
    best = np.argsort(-score)[: MOST_TRIED + 1]
    ways = [warps[k] for k in best if k and score[k] > score[0] - MOST_BEHIND]
    return [each for warp in ways[:MOST_TRIED] for each in _refined_at(image, found, warp, priors)]


def _refined_at(image: Image, found: BoardFit, warp: F64, priors: ParamPriors) -> list[BoardFit]:
    pose = found.pose
    turn = np.diag([warp[0, 0], warp[1, 1], 1.0])
    shift = pose.r @ np.array([warp[0, 2], warp[1, 2], 0.0])
    start = replace(pose, r=pose.r @ turn, t=pose.t + shift)
    points = found.shape.holes()
    seen = Observations(points, start.project(points), START_SIGMA * start.px_per_mm(points))
    return refine_all(image, found.shape, [(start, seen)], priors, found.how, ROUGH)


def _warps(shape: BoardShape) -> F64:
    """Return (K, 3, 3) warps in mm by half steps, and those end for end; the first is none.

    Where places are two studs apart the board lies on as many studs half a step further.
    """
    twice = 2 * shape.corners()[:, :2].mean(axis=0)
    across, along = (sorted(np.arange(-n, n + 0.5, 0.5), key=abs) for n in (SHIFT_COLS, SHIFT_ROWS))
    steps = [(i, j) for i in across for j in along]
    ways = []
    for sign, (x, y) in ((1, (0.0, 0.0)), (-1, twice)):
        for i, j in steps:
            shift = (x + i * shape.hole_pitch, y + j * shape.row_pitch)
            ways.append([[sign, 0, shift[0]], [0, sign, shift[1]], [0, 0, 1]])
    return np.array(ways, np.float64)


def ground_consistency(lab: Image, shape: BoardShape, pose: Pose) -> float:
    """Return the least share, over rows and columns, of spots beside pegs in the ground's colour.

    The colour is the usual one of ground of the same letter.
    """
    spots = spots_beside(shape)
    colours, seen = _colours(lab, pose, spots.reshape(-1, 2))
    colours = colours.reshape(*spots.shape[:2], 3)
    letters = np.array(list("".join(shape.ground) or "." * len(spots)))
    usual = np.empty((len(spots), 1, 3))
    for letter in set(letters):
        usual[letters == letter] = np.median(colours[letters == letter], axis=(0, 1))
    light, a, b = np.moveaxis(np.abs(colours - usual), 2, 0)
    same = seen.reshape(light.shape) & (np.hypot(a, b) < SAME_TINT) & (light < SAME_LIGHT)
    share = same.mean(axis=1).reshape(shape.rows, shape.cols)
    return float(min(share.mean(axis=1).min(), share.mean(axis=0).min()))


def _colours(lab: Image, pose: Pose, spots: F64) -> tuple[F64, Mask]:
    """Return Lab (N, 3) at spots of z = 0, and which of them are in the picture."""
    at = np.rint(pose.project(np.c_[spots, np.zeros(len(spots))]))
    h, w = lab.shape[:2]
    x, y = np.clip(np.nan_to_num(at, nan=-1.0), -1, max(h, w)).astype(np.intp).T
    seen = (x >= 0) & (y >= 0) & (x < w) & (y < h)
    soft = cv2.boxFilter(lab, -1, (5, 5))
    return soft[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)].astype(np.float64), seen
