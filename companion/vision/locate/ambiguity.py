"""Which of several ways to lay a board of studs is right, when most of it looks alike.

Such a build lies on itself when it is turned end for end or shifted by some rows. What tells are
the smaller things: key places, ends and sides, seams, the rims of its fields.
"""

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import BoardFit, min_score, refine_all
from companion.vision.fit.board_score import map_scores
from companion.vision.fit.lattice_refine import ROUGH, crop_to_lab
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations, ParamPriors
from companion.vision.locate.border_match import border_score
from companion.vision.locate.ground_check import ground_consistency

__all__ = ["ambiguous_fits", "discriminative_score", "passes_threshold"]


# borders count this much beside what a board is judged by, of which the minor things count twice
BORDERS = 2.0
# a line of places of which less than this share stands on its usual ground counts up to so much
# against a board
EVEN, UNEVEN = 0.3, 0.4
# the least score and worth of a board that was looked for everywhere, on two-coloured ground, and
# with studs alone; what only looked like one had up to 1.12 and 2.01, 0.66 and 1.65
GROUND, STUDS = (1.2, 2.1), (0.7, 1.75)
# columns and rows by which a rival may be shifted, and how softly it is looked at first, mm
ASIDE, ALONG, SOFT = 1, 3, 0.8
# how many rivals are looked into, and how much worse they may look at first
TRIED, BEHIND = 3, 0.5
# how exactly a rival's place is known, mm
ROUGHLY = 2.0


def discriminative_score(image: Image, found: BoardFit) -> float:
    """Return a worth by which ways to lay one board in a BGR `image` are told apart.

    It is that of the find, and more only for boards of studs.
    """
    if found.shape.hole.kind == "bore":
        return found.score
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    uneven = UNEVEN * max(0.0, 1.0 - ground_consistency(lab, found.shape, found.pose) / EVEN)
    borders = BORDERS * border_score(lab, found.shape, found.pose)
    return found.score + found.minor + borders - uneven


def passes_threshold(found: BoardFit, score: float) -> bool:
    """Say whether a find of `worth` by `told_apart` is a board, though nobody pointed at it."""
    if found.shape.hole.kind == "bore":
        return score >= min_score(found.shape)
    least = GROUND if found.shape.ground else STUDS
    return found.score >= least[0] and score >= least[1]


def ambiguous_fits(image: Image, found: BoardFit, priors: ParamPriors) -> list[BoardFit]:
    """Return the likeliest other ways to lay a find's board on itself, each looked into."""
    shape = found.shape
    reach = ALONG * shape.row_pitch + 4.0
    lab, now = crop_to_lab(image, shape, found.pose, rim=2 * reach)
    maps = map_scores(lab, shape, now, margin=reach, turned=True).blurred(SOFT)
    warps = _warps(shape)
    score = maps.score(warps) + maps.minor(warps)
    best = np.argsort(-score)[: TRIED + 1]
    ways = [warps[k] for k in best if k and score[k] > score[0] - BEHIND]
    return [each for warp in ways[:TRIED] for each in _laid(image, found, warp, priors)]


def _laid(image: Image, found: BoardFit, warp: F64, priors: ParamPriors) -> list[BoardFit]:
    pose = found.pose
    turn = np.diag([warp[0, 0], warp[1, 1], 1.0])
    shift = pose.r @ np.array([warp[0, 2], warp[1, 2], 0.0])
    start = replace(pose, r=pose.r @ turn, t=pose.t + shift)
    points = found.shape.holes()
    seen = Observations(points, start.project(points), ROUGHLY * start.px_per_mm(points))
    return refine_all(image, found.shape, [(start, seen)], priors, found.how, ROUGH)


def _warps(shape: BoardShape) -> F64:
    """Return (K, 3, 3) slides in mm by whole steps, and those end for end; the first is none."""
    twice = 2 * shape.corners()[:, :2].mean(axis=0)
    across = sorted(range(-ASIDE, ASIDE + 1), key=abs)
    steps = [(i, j) for i in across for j in sorted(range(-ALONG, ALONG + 1), key=abs)]
    ways = []
    for sign, (x, y) in ((1, (0.0, 0.0)), (-1, twice)):
        for i, j in steps:
            shift = (x + i * shape.hole_pitch, y + j * shape.row_pitch)
            ways.append([[sign, 0, shift[0]], [0, sign, shift[1]], [0, 0, 1]])
    return np.array(ways, np.float64)
