"""Other ways in which a board may lie, held against a find by one score. Where a find is doubted.

A lattice is nearly the same a step further, end for end, or in a mirror, and light and pegs change
how like its empty self a board looks. So likeness alone only raises a doubt: the other way is
refined as the find was, and both are compared by how well they fit and how like they look together.

Measured on 31 pictures of the first labelled set and of five rendered rooms: refined at its true
pose a board had a higher joint score than a row or a column further, end for end or mirrored, by
0.12 at least. Likeness alone was higher by 0.02 at least; the fit alone was up to 0.07 lower.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import BoardFit, refit_at
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.lens_priors import KNOWN_LENS
from companion.vision.geometry.pose import Pose
from companion.vision.locate.ambiguity import discriminative_score
from companion.vision.match.empty_match import (
    EmptySimilarity,
    MirrorSimilarity,
    compare_with_empty,
)

__all__ = [
    "LIKENESS_WEIGHT",
    "are_apart",
    "elsewhere_start",
    "joint_score",
    "likeness",
    "mirrored_start",
    "rivals_at",
]

# what a likeness of 1 to the empty board counts against the score of the fit, as measured above
LIKENESS_WEIGHT = 3.0


def joint_score(image: Image, found: BoardFit, likeness: float) -> float:
    """Return how well a board fits `image`, and how like its empty self it looks there, in one."""
    return discriminative_score(image, found) + LIKENESS_WEIGHT * likeness


def elsewhere_start(found: BoardFit, like: EmptySimilarity) -> Pose:
    """Return the pose at which the board looked most `like` its empty self elsewhere."""
    pose = found.pose
    start = replace(pose, t=pose.t + pose.r @ np.array([*like.shift, 0.0]))
    return _end_for_end(start, found.shape) if like.turned else start


def mirrored_start(found: BoardFit, mirror: MirrorSimilarity) -> Pose:
    """Return the pose that has the board in the mirror image of the picture where `mirror` has."""
    pose, outline = found.pose, np.mean(found.shape.outline, axis=0)
    ends = np.array([*mirror.shift, 0.0])
    ends[mirror.axis] += 2 * outline[mirror.axis]
    board, picture = np.eye(3), np.diag([-1.0, 1.0, 1.0])
    board[mirror.axis, mirror.axis] = -1.0
    k, (k1, k2, p1, p2, k3) = pose.k.copy(), pose.dist
    k[0, 2] = pose.size[0] - 1 - k[0, 2]
    return Pose(
        k,
        np.array([k1, k2, p1, -p2, k3]),
        picture @ pose.r @ board,
        picture @ (pose.t + pose.r @ ends),
        pose.size,
    )


def rivals_at(
    found: BoardFit, starts: Sequence[tuple[Image, Pose]], empty: tuple[Image, Pose]
) -> list[tuple[BoardFit, float]]:
    """Return the fit of the same board near each start, a picture and a pose, and its joint score.

    `empty` is the picture of the empty board, with its pose.
    """
    fits = [(image, refit_at(image, found, start, KNOWN_LENS)) for image, start in starts]
    return [(fit, joint_score(image, fit, likeness(image, fit, empty))) for image, fit in fits]


def likeness(image: Image, found: BoardFit, empty: tuple[Image, Pose]) -> float:
    """Return how like its `empty` self the board looks where it was found, -1 to 1."""
    return compare_with_empty(image, found.shape, found.pose, *empty).here


def are_apart(one: BoardFit, other: BoardFit) -> bool:
    """Return whether two fits put the corners on different places."""
    mine, other_one = (f.pose.project(f.shape.corners()) for f in (one, other))
    pitch = one.shape.hole_pitch * float(np.median(one.pose.px_per_mm(one.shape.corners())))
    return bool(np.linalg.norm(mine - other_one, axis=1).max() > 0.5 * pitch)


def _end_for_end(pose: Pose, shape: BoardShape) -> Pose:
    """Return the pose that has the lattice where `pose` has it, its last place first."""
    ends = np.append(2 * shape.corners()[:, :2].mean(axis=0), 0.0)
    return replace(pose, r=pose.r @ np.diag([-1.0, -1.0, 1.0]), t=pose.t + pose.r @ ends)
