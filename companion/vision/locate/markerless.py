"""The board in a picture with no help, laid every way that is likely and weighed.

A board with bores is a lattice among spots; one of studs, which are everywhere, is known by its
borders.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.homography_search import BRIEF, best_slide, smoothed_for
from companion.vision.fit.lattice_refine import worked
from companion.vision.fit.plane_fit import Settled, laid, settled
from companion.vision.fit.score_map import Chart, draw_chart
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.locate.blobs import see_blobs
from companion.vision.locate.border_match import lying
from companion.vision.locate.lattice_search import Grid, grids
from companion.vision.locate.plane_orientation import likely_turns

__all__ = ["Lay", "lays"]


# windows beside the fullest that are weighed too, in columns and rows; how many are looked into
ASIDE, ASIDE_ROWS, TRIED = 2, 4, 3
# how many ways are polished in all, and how much worse than the best they may be
POLISHED, BEHIND = 8, 0.35
# pixels a mm in which windows are weighed
SCALE = 1.4
# how far the lattice may have drifted at a corner, mm
DRIFT = 1.5
# turns and ways that are tried by borders, and how exactly those tell a corner, mm
TURNS, LYING, ROUGHLY = 4, 6, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """A way in which the board may lie: a settled plane, and whether it is `turned` end for end.

    `turned` only tells two ways of one lattice apart.
    """

    settled: Settled
    turned: bool
    corners: F64


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A window of a lattice by whole steps, not yet looked into."""

    chart: Chart
    plane: Pose
    slide: F64
    turned: bool
    worth: float


def lays(image: Image, shape: BoardShape, guess: Pose) -> list[Lay]:
    """Give the likeliest ways in which `shape` lies in a BGR `image`, best first."""
    found = _by_spots if shape.hole.kind == "bore" else _by_borders
    return sorted(found(image, shape, guess), key=lambda lay: -lay.settled.worth)


def _by_spots(image: Image, shape: BoardShape, guess: Pose) -> list[Lay]:
    size = (image.shape[1], image.shape[0])
    found = [_ways(image, shape, grid, guess) for grid in grids(see_blobs(image), shape, size)]
    worth = sorted((way.worth for ways in found for way in ways), reverse=True)[:POLISHED]
    least = max(worth[0] - BEHIND, worth[-1]) if worth else 0.0
    lays = []
    for ways in found:
        good = [way for way in ways if way.worth >= least]
        smoothed = smoothed_for(good[0].chart, BRIEF) if good else []
        lays += [lay for way in good if (lay := _polished(shape, way, smoothed))]
    return lays


def _by_borders(image: Image, shape: BoardShape, guess: Pose) -> list[Lay]:
    turns = likely_turns(image, guess, count=TURNS)
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    found = []
    for way in lying(lab, shape, guess, turns, count=LYING):
        plane = laid(shape.corners(), way.corners, guess)
        if plane is None:
            continue
        rough = ROUGHLY * float(np.median(plane.px_per_mm(shape.corners())))
        there = settled(image, shape, way.corners, guess, sigma=rough, effort=BRIEF)
        if there:
            found.append(Lay(there, turned=False, corners=way.corners))
    return found


def _ways(image: Image, shape: BoardShape, grid: Grid, guess: Pose) -> list[_Way]:
    """Give the best windows of one lattice, for each end."""
    plane = laid(shape.corners(), _corners(shape, grid), guess)
    if plane is None:
        return []
    rim = shape.row_pitch * ASIDE_ROWS + 3.0
    lab, now = worked(image, shape, plane, rim=2 * rim)
    chart = draw_chart(lab, shape, now, margin=rim, turned=True, scale=SCALE)
    smooth = chart.blurred(BRIEF.smooth[0])
    found = []
    for turned, slides in enumerate(_slides(shape)):
        worth = smooth.worth(slides)
        found += [
            _Way(chart, plane, slides[top], bool(turned), float(worth[top]))
            for top in np.argsort(-worth)[:TRIED]
        ]
    return found


def _polished(shape: BoardShape, way: _Way, smoothed: list[Chart]) -> Lay | None:
    """Let the plane drift a little to where the board lies best."""
    corners = shape.corners()[:, :2]
    slide, worth = best_slide(
        way.chart, corners, sigma=DRIFT, base=way.slide, effort=BRIEF, smoothed=smoothed
    )
    moved = np.c_[corners, np.ones(4)] @ slide.T
    pixels = way.plane.project(np.c_[moved[:, :2] / moved[:, 2:], np.zeros(4)])
    if not np.isfinite(pixels).all():
        return None
    plane = laid(shape.corners(), pixels, way.plane)
    return None if plane is None else Lay(Settled(plane, worth), way.turned, pixels)


def _corners(shape: BoardShape, grid: Grid) -> F64:
    """Give the pixels (4, 2) of the outer places TL, TR, BR, BL of the fullest window."""
    x, y = grid.window
    right, far = x + shape.cols - 1, y + shape.rows - 1
    nodes = np.array([(x, far, 1), (right, far, 1), (right, y, 1), (x, y, 1)])
    at = nodes @ grid.plane.T
    return np.asarray(at[:, :2] / at[:, 2:])


def _slides(shape: BoardShape) -> tuple[F64, F64]:
    """Give (K, 3, 3) slides in mm by whole steps, and those end for end besides."""
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
                for i in range(-ASIDE, ASIDE + 1)
                for j in range(-ASIDE_ROWS, ASIDE_ROWS + 1)
            ]
        )
    return np.array(ways[0], np.float64), np.array(ways[1], np.float64)
