"""Pose hypotheses of a board in a picture with no help, scored.

A board with bores is a lattice among spots; one of studs, which are everywhere, is known by its
borders.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.homography_search import BRIEF, cross_entropy_search, smoothed_maps
from companion.vision.fit.plane_fit import FittedPlane, fit_plane, plane_pose
from companion.vision.geometry.arrays import F64
from companion.vision.geometry.pose import Pose
from companion.vision.locate.search import Search
from companion.vision.match.blobs import detect_blobs
from companion.vision.match.border_match import match_borders
from companion.vision.match.lattice_search import Lattice, find_lattices
from companion.vision.match.plane_orientation import likely_rotations
from companion.vision.score.board_crop import crop_to_lab
from companion.vision.score.score_maps import ScoreMaps, map_scores

__all__ = ["PoseHypothesis", "pose_hypotheses"]


# windows beside the fullest that are scored too, in columns and rows; how many are kept: guesses
SHIFT_COLS, SHIFT_ROWS, MOST_WINDOWS = 2, 4, 3
# how many windows are refined in all, and how much lower than the best their score may be: guesses
MOST_POLISHED, MOST_BEHIND = 8, 0.35
# pixels a mm in which windows are scored: a guess
WINDOW_SCALE = 1.4
# mm, 1 sigma, by which the lattice may have drifted at a corner: a guess
DRIFT_SIGMA = 1.5
# rotations and matches that are tried by borders, and how exactly those tell a corner, mm: guesses
MOST_ROTATIONS, MOST_MATCHES, CORNER_SIGMA = 4, 6, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class PoseHypothesis:
    """Where the board may lie: a fitted plane, its outer `corners`, pixels (4, 2), and an end.

    `turned` end for end or not only tells two hypotheses of one lattice apart.
    """

    fitted: FittedPlane
    turned: bool
    corners: F64


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """A window of a lattice by whole steps, not yet looked into."""

    maps: ScoreMaps
    plane: Pose
    warp: F64
    turned: bool
    score: float


def pose_hypotheses(search: Search) -> list[PoseHypothesis]:
    """Return the likeliest hypotheses of where the board lies, best first."""
    found = _by_spots if search.shape.hole.kind == "bore" else _by_borders
    return sorted(found(search), key=lambda hypothesis: -hypothesis.fitted.score)


def _by_spots(search: Search) -> list[PoseHypothesis]:
    lattices = find_lattices(detect_blobs(search.image), search.shape, search.size)
    found = [_ways(search, lattice) for lattice in lattices]
    score = sorted((way.score for ways in found for way in ways), reverse=True)[:MOST_POLISHED]
    least = max(score[0] - MOST_BEHIND, score[-1]) if score else 0.0
    pose_hypotheses = []
    for ways in found:
        good = [way for way in ways if way.score >= least]
        smoothed = smoothed_maps(good[0].maps, BRIEF) if good else []
        pose_hypotheses += [
            hypothesis for way in good if (hypothesis := _polished(search.shape, way, smoothed))
        ]
    return pose_hypotheses


def _by_borders(search: Search) -> list[PoseHypothesis]:
    image, shape, guess = search.image, search.shape, search.cameras[0]
    turns = likely_rotations(image, guess, count=MOST_ROTATIONS)
    found = []
    for way in match_borders(search.lab, shape, guess, turns, count=MOST_MATCHES):
        plane = plane_pose(shape.corners(), way.corners, guess)
        if plane is None:
            continue
        rough = CORNER_SIGMA * float(np.median(plane.px_per_mm(shape.corners())))
        there = fit_plane(image, shape, way.corners, guess, sigma=rough, budgets=(BRIEF,))
        if there:
            found.append(PoseHypothesis(there, turned=False, corners=way.corners))
    return found


def _ways(search: Search, lattice: Lattice) -> list[_Window]:
    """Return the best windows of one lattice, for each end."""
    shape = search.shape
    plane = plane_pose(shape.corners(), _corners(shape, lattice), search.cameras[0])
    if plane is None:
        return []
    rim = shape.row_pitch * SHIFT_ROWS + 3.0
    lab, now = crop_to_lab(search.image, shape, plane, rim=2 * rim)
    maps = map_scores(lab, shape, now, margin=rim, turned=True, scale=WINDOW_SCALE)
    smooth = maps.blurred(BRIEF.smooth[0])
    found = []
    for turned, warps in enumerate(_warps(shape)):
        score = smooth.score(warps)
        found += [
            _Window(maps, plane, warps[top], bool(turned), float(score[top]))
            for top in np.argsort(-score)[:MOST_WINDOWS]
        ]
    return found


def _polished(shape: BoardShape, way: _Window, smoothed: list[ScoreMaps]) -> PoseHypothesis | None:
    """Return the window with its plane warped a little to the best score."""
    corners = shape.corners()[:, :2]
    warp, score = cross_entropy_search(
        way.maps, corners, sigma=DRIFT_SIGMA, base=way.warp, budget=BRIEF, smoothed=smoothed
    )
    moved = np.c_[corners, np.ones(4)] @ warp.T
    pixels = way.plane.project(np.c_[moved[:, :2] / moved[:, 2:], np.zeros(4)])
    if not np.isfinite(pixels).all():
        return None
    plane = plane_pose(shape.corners(), pixels, way.plane)
    return None if plane is None else PoseHypothesis(FittedPlane(plane, score), way.turned, pixels)


def _corners(shape: BoardShape, lattice: Lattice) -> F64:
    """Return the pixels (4, 2) of the outer places TL, TR, BR, BL of the fullest window."""
    x, y = lattice.window
    right, far = x + shape.cols - 1, y + shape.rows - 1
    nodes = np.array([(x, far, 1), (right, far, 1), (right, y, 1), (x, y, 1)])
    at = nodes @ lattice.plane.T
    return np.asarray(at[:, :2] / at[:, 2:])


def _warps(shape: BoardShape) -> tuple[F64, F64]:
    """Return (K, 3, 3) warps in mm by whole steps, and those end for end besides."""
    centre = shape.corners()[:, :2].mean(axis=0)
    ways = []
    for sign in (1.0, -1.0):
        there = centre - sign * centre
        ways.append(
            [
                [
                    [sign, 0, there[0] + i * shape.hole_pitch],
                    [0, sign, there[1] + j * shape.row_pitch],
                    [0, 0, 1],
                ]
                for i in range(-SHIFT_COLS, SHIFT_COLS + 1)
                for j in range(-SHIFT_ROWS, SHIFT_ROWS + 1)
            ]
        )
    return np.array(ways[0], np.float64), np.array(ways[1], np.float64)
