"""A rough place of a board becomes a find: the plane settles, the camera is fitted, all is weighed.

What every way of finding has in common.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.fit.fit_score import agreement
from companion.vision.fit.lattice_refine import NEAR, ROUGH, refine, worked
from companion.vision.fit.plane_fit import settled
from companion.vision.fit.score_map import draw_chart
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Freedom, Sighting
from companion.vision.geometry.pose import Pose

__all__ = [
    "WIDE",
    "BoardFit",
    "converged",
    "least_worth",
    "refined",
    "settled_best",
    "shifted",
    "with_steps",
]


# the least worth of a board that nobody pointed at: with bores, on two-coloured ground, and with
# studs, which are faint
UNAIDED, GROUND, STUDS = 0.9, 1.1, 0.33
# by how much a wide lens must be better to be believed
WIDE = 1.05
# how exactly the places of a start are known, mm
ROUGHLY = 2.0
# how often a find is fitted again, as long as its score gains so much
AGAIN, GAIN = 4, 0.02
# rows further that are compared, and how smoothly: they do not fit exactly there, mm
STEP_ROWS, STEP_BLUR = 3, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class BoardFit(Located):
    """A board that was found: `how`, and the `score` of its fit.

    A score of 1 is clear; `minor` is the part of it that is neither of the cells nor of the
    ground.
    """

    how: str
    score: float
    minor: float = 0.0


def settled_best(
    image: Image,
    shape: BoardShape,
    corners: F64,
    cameras: list[Pose],
    free: Freedom,
    how: str,
    sigma: float,
) -> BoardFit | None:
    """Let the board settle near `corners` with each camera's lens; the first is the usual one."""
    free = replace(free, stretch=shape.tolerance)
    planes = [settled(image, shape, corners, camera, sigma=sigma) for camera in cameras]
    best: BoardFit | None = None
    for plane in planes:
        if plane is None or (planes[0] and plane.worth < planes[0].worth):
            continue
        margin = 1.0 if plane is planes[0] else WIDE
        starts = plane.cameras(shape, freedom=free)
        for found in refined(image, shape, starts, free, how, ROUGH):
            if best is None or found.score > best.score * margin:
                best = found
    return best


def refined(
    image: Image,
    shape: BoardShape,
    starts: Iterable[tuple[Pose, Sighting]],
    free: Freedom,
    how: str,
    stages: tuple[tuple[float, float], ...],
) -> list[BoardFit]:
    """Give a find for each of `starts`, fitted in `stages` of (reach in mm, spread in pitches)."""
    found = []
    for pose, anchors in starts:
        fit = refine(image, shape, pose, anchors=anchors, freedom=free, stages=stages)
        here = shape if fit.stretch == 1.0 else shape.stretched(fit.stretch)
        agreed = agreement(fit.part, here, fit.here)
        found.append(BoardFit(here, fit.pose, how, agreed.worth, minor=agreed.minor))
    return found


def converged(image: Image, found: BoardFit, free: Freedom) -> BoardFit:
    """Fit a find again while that makes it better: its lens may be far from the one guessed."""
    for _ in range(AGAIN):
        (further,) = refined(
            image, found.shape, [_here(found.shape, found.pose)], free, found.how, NEAR
        )
        if further.score <= found.score:
            break
        gain, found = further.score - found.score, further
        if gain < GAIN:
            break
    return found


def _here(shape: BoardShape, pose: Pose) -> tuple[Pose, Sighting]:
    """Give a start whose places are roughly where `pose` sees them."""
    points = shape.holes()
    return pose, Sighting(points, pose.project(points), ROUGHLY * pose.px_per_mm(points))


def with_steps(image: Image, found: BoardFit, free: Freedom) -> list[BoardFit]:
    """Give a find, and the one some steps further if the board seems to lie better there."""
    bores = found.shape.hole.kind == "bore"
    i, j = _best_step(image, found.shape, found.pose) if bores else (0, 0)
    if (i, j) == (0, 0):
        return [found]
    further = (i * found.shape.hole_pitch, j * found.shape.row_pitch)
    return [found, *shifted(image, found, free, further)]


def _best_step(image: Image, shape: BoardShape, pose: Pose) -> tuple[int, int]:
    """Give the columns and rows by which the board lies better than `pose` says; (0, 0) is usual.

    A lattice looks nearly the same a row further: only its ends tell.
    """
    rim = STEP_ROWS * shape.row_pitch + 4.0
    lab, now = worked(image, shape, pose, rim=rim)
    chart = draw_chart(lab, shape, now, margin=rim).blurred(STEP_BLUR)
    steps = [(i, j) for i in (-1, 0, 1) for j in range(-STEP_ROWS, STEP_ROWS + 1)]
    slides = np.tile(np.eye(3), (len(steps), 1, 1))
    slides[:, :2, 2] = [(i * shape.hole_pitch, j * shape.row_pitch) for i, j in steps]
    return steps[int(np.argmax(chart.worth(slides)))]


def shifted(
    image: Image, found: BoardFit, free: Freedom, mm: tuple[float, float]
) -> list[BoardFit]:
    """Give the finds near the place that is `mm` (x, y) further on the board."""
    pose = replace(found.pose, t=found.pose.t + found.pose.r @ np.array([*mm, 0.0]))
    return refined(image, found.shape, [_here(found.shape, pose)], free, found.how, ROUGH)


def least_worth(shape: BoardShape) -> float:
    """Give the worth from which a board is believed that nobody pointed at."""
    if shape.hole.kind == "bore":
        return UNAIDED
    return GROUND if shape.ground else STUDS
