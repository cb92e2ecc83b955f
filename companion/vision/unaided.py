"""The board in a picture with no help: a lattice among spots, laid every way and weighed."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.blobs import see_blobs
from companion.vision.chart import best_slide, draw_chart
from companion.vision.lattice import worked
from companion.vision.nodes import Grid, grids
from companion.vision.pose import Pose
from companion.vision.settle import Settled, laid
from companion.vision.shape import BoardShape

__all__ = ["Lay", "lays"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

# windows beside the fullest that are weighed too, in columns and rows; how many are looked into
ASIDE, ASIDE_ROWS, TRIED = 2, 4, 1
# how smoothly they are weighed, and how far the lattice may have drifted at a corner, mm
ROUGHLY, DRIFT = 1.2, 1.5


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """A way in which the board may lie: a settled plane, and whether it is `turned` end for end.

    `turned` only tells two ways of one lattice apart.
    """

    settled: Settled
    turned: bool
    corners: Floats


def lays(image: Image, shape: BoardShape, guess: Pose) -> list[Lay]:
    """Give the likeliest ways in which `shape` lies in a BGR `image`, best first."""
    size = (image.shape[1], image.shape[0])
    found: list[Lay] = []
    for grid in grids(see_blobs(image), shape, size):
        found += _ways(image, shape, grid, guess)
    found.sort(key=lambda lay: -lay.settled.worth)
    return found


def _ways(image: Image, shape: BoardShape, grid: Grid, guess: Pose) -> list[Lay]:
    """Give the best way for each end of one lattice."""
    plane = laid(shape.corners(), _corners(shape, grid), guess)
    if plane is None:
        return []
    rim = shape.row_pitch * ASIDE_ROWS + 3.0
    lab, now = worked(image, shape, plane, rim=2 * rim)
    chart = draw_chart(lab, shape, now, margin=rim, turned=True)
    found = []
    for turned, slides in enumerate(_slides(shape)):
        worth = chart.blurred(ROUGHLY).worth(slides)
        corners = shape.corners()[:, :2]
        for top in np.argsort(-worth)[:TRIED]:
            slide, value = best_slide(chart, corners, sigma=DRIFT, base=slides[top])
            moved = np.c_[corners, np.ones(4)] @ slide.T
            pixels = plane.project(np.c_[moved[:, :2] / moved[:, 2:], np.zeros(4)])
            so = laid(shape.corners(), pixels, guess) if np.isfinite(pixels).all() else None
            if so is not None:
                found.append(Lay(Settled(so, value), bool(turned), pixels))
    return found


def _corners(shape: BoardShape, grid: Grid) -> Floats:
    """Give the pixels (4, 2) of the outer places TL, TR, BR, BL of the fullest window."""
    x, y = grid.window
    right, far = x + shape.cols - 1, y + shape.rows - 1
    nodes = np.array([(x, far, 1), (right, far, 1), (right, y, 1), (x, y, 1)])
    at = nodes @ grid.plane.T
    return np.asarray(at[:, :2] / at[:, 2:])


def _slides(shape: BoardShape) -> tuple[Floats, Floats]:
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
