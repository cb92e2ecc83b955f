"""From a rough place of a board to a `BoardFit`: plane, camera, score; every way ends here.

A start is a pose with observations that hold it; it is refined on the lattice (`lattice_refine`)
and scored (`board_score`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.fit.homography_search import THOROUGH, SearchBudget
from companion.vision.fit.lattice_refine import NEAR, ROUGH, refine
from companion.vision.fit.plane_fit import fit_plane
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations, ParamPriors
from companion.vision.geometry.pose import Pose
from companion.vision.score.board_score import fit_score
from companion.vision.score.score_maps import map_scores
from companion.vision.score.top_view import crop_to_lab

__all__ = [
    "WIDE_LENS_GAIN",
    "BoardFit",
    "fit_near_corners",
    "min_score",
    "refine_all",
    "refit",
    "refit_at",
    "refit_shifted",
    "shifted_candidates",
]


# least scores of a board that nobody pointed at, with bores, on two-coloured ground, and with
# studs, which are faint: guesses
MIN_BORES, MIN_GROUND, MIN_STUDS = 0.9, 1.1, 0.33
# factor by which the score with a wide lens must be better than with the usual one: a guess
WIDE_LENS_GAIN = 1.05
# mm, 1 sigma, of the places of a start: a guess
START_SIGMA = 2.0
# how often a fit is refined again, as long as its score gains so much: guesses
MOST_REFITS, LEAST_GAIN = 4, 0.02
# rows by which shifted candidates are compared, and mm of smoothing, as they do not fit exactly
# there: guesses
SHIFT_ROWS, SHIFT_BLUR = 3, 0.8


@dataclass(frozen=True, slots=True, eq=False)
class BoardFit(Located):
    """A board that was found: a word on `how`, and the `score` of its fit, 0 by chance, 1 clear.

    `minor` is the part of the score that is neither of the cells nor of the ground.
    """

    how: str
    score: float
    minor: float = 0.0


def fit_near_corners(
    image: Image,
    shape: BoardShape,
    corners: F64,
    cameras: list[Pose],
    priors: ParamPriors,
    how: str,
    sigma: float,
    budgets: Sequence[SearchBudget] = (THOROUGH,),
) -> BoardFit | None:
    """Return the best fit near `corners` (4, 2) with any camera's lens; the first is the usual one.

    `how` is a word on how the corners were found, `sigma` their error in pixels; `budgets` are
    tried in turn until a score is that of a board.
    """
    priors = replace(priors, stretch=shape.tolerance)
    enough = min_score(shape)
    planes = [
        fit_plane(image, shape, corners, camera, sigma=sigma, budgets=budgets, enough=enough)
        for camera in cameras
    ]
    best: BoardFit | None = None
    for plane in planes:
        if plane is None or (planes[0] and plane.score < planes[0].score):
            continue
        margin = 1.0 if plane is planes[0] else WIDE_LENS_GAIN
        starts = plane.cameras(shape, priors=priors)
        for found in refine_all(image, shape, starts, priors, how, ROUGH):
            if best is None or found.score > best.score * margin:
                best = found
    return best


def refine_all(
    image: Image,
    shape: BoardShape,
    starts: Iterable[tuple[Pose, Observations]],
    priors: ParamPriors,
    how: str,
    stages: tuple[tuple[float, float], ...],
) -> list[BoardFit]:
    """Return a fit for each start, refined in `stages` of (reach in mm, pooling in pitches).

    A start from which the board is not seen from above is given back with a score of -inf.
    """
    found = []
    for pose, anchors in starts:
        if not pose.looks_down_on(shape.heads()):
            found.append(BoardFit(shape, pose, how, -np.inf))
            continue
        fit = refine(image, shape, pose, anchors=anchors, priors=priors, stages=stages)
        here = shape if fit.stretch == 1.0 else shape.stretched(fit.stretch)
        fitted = fit_score(fit.part, here, fit.here)
        found.append(BoardFit(here, fit.pose, how, fitted.score, minor=fitted.minor))
    return found


def refit(image: Image, found: BoardFit, priors: ParamPriors) -> BoardFit:
    """Return a fit refined again while that makes it better: its lens may be far from the guess."""
    for _ in range(MOST_REFITS):
        (further,) = refine_all(
            image, found.shape, [_start_at(found.shape, found.pose)], priors, found.how, NEAR
        )
        if further.score <= found.score:
            break
        gain, found = further.score - found.score, further
        if gain < LEAST_GAIN:
            break
    return found


def _start_at(shape: BoardShape, pose: Pose) -> tuple[Pose, Observations]:
    """Return a start that is held where `pose` sees the places."""
    points = shape.holes()
    return pose, Observations(points, pose.project(points), START_SIGMA * pose.px_per_mm(points))


def shifted_candidates(image: Image, found: BoardFit, priors: ParamPriors) -> list[BoardFit]:
    """Return a fit, and the one some steps further where the score maps are higher there."""
    bores = found.shape.hole.kind == "bore"
    i, j = _best_step(image, found.shape, found.pose) if bores else (0, 0)
    if (i, j) == (0, 0):
        return [found]
    further = (i * found.shape.hole_pitch, j * found.shape.row_pitch)
    return [found, *refit_shifted(image, found, priors, further)]


def _best_step(image: Image, shape: BoardShape, pose: Pose) -> tuple[int, int]:
    """Return the columns and rows by which a shift has the best score; (0, 0) is usual.

    A lattice looks nearly the same a row further: only its ends tell.
    """
    rim = SHIFT_ROWS * shape.row_pitch + 4.0
    lab, now = crop_to_lab(image, shape, pose, rim=rim)
    maps = map_scores(lab, shape, now, margin=rim).blurred(SHIFT_BLUR)
    steps = [(i, j) for i in (-1, 0, 1) for j in range(-SHIFT_ROWS, SHIFT_ROWS + 1)]
    warps = np.tile(np.eye(3), (len(steps), 1, 1))
    warps[:, :2, 2] = [(i * shape.hole_pitch, j * shape.row_pitch) for i, j in steps]
    return steps[int(np.argmax(maps.score(warps)))]


def refit_shifted(
    image: Image, found: BoardFit, priors: ParamPriors, mm: tuple[float, float]
) -> list[BoardFit]:
    """Return the fits near the place that is `mm` (x, y) further on the board."""
    pose = replace(found.pose, t=found.pose.t + found.pose.r @ np.array([*mm, 0.0]))
    return [refit_at(image, found, pose, priors)]


def refit_at(image: Image, found: BoardFit, pose: Pose, priors: ParamPriors) -> BoardFit:
    """Return the fit of the same board refined near another `pose`."""
    (there,) = refine_all(
        image, found.shape, [_start_at(found.shape, pose)], priors, found.how, ROUGH
    )
    return there


def min_score(shape: BoardShape) -> float:
    """Return the least score of a board that was found without corners or markers."""
    if shape.hole.kind == "bore":
        return MIN_BORES
    return MIN_GROUND if shape.ground else MIN_STUDS
