"""The board in a picture with no help: a lattice among spots, laid every way, judged by all else."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.blobs import see_blobs
from companion.vision.chart import draw_chart
from companion.vision.lattice import worked
from companion.vision.nodes import Grid, grids
from companion.vision.pose import Pose
from companion.vision.settle import Settled, laid
from companion.vision.shape import BoardShape

__all__ = ["Lay", "lays"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

# windows beside the fullest that are tried too, in steps
ASIDE = 2
KEPT = 3


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
    lab, now = worked(image, shape, plane, rim=2 * shape.row_pitch * ASIDE)
    chart = draw_chart(lab, shape, now, margin=shape.row_pitch * ASIDE + 3.0, turned=True)
    best = []
    for turned in (False, True):
        slides = _slides(shape, turned)
        worth = chart.worth(slides)
        top = int(np.argmax(worth))
        corners = shape.corners()[:, :2]
        moved = np.c_[corners, np.ones(4)] @ slides[top].T
        pixels = plane.project(np.c_[moved[:, :2] / moved[:, 2:], np.zeros(4)])
        laid_so = laid(shape.corners(), pixels, guess) if np.isfinite(pixels).all() else None
        if laid_so is not None:
            best.append(Lay(Settled(laid_so, float(worth[top])), turned, pixels))
    return best


def _corners(shape: BoardShape, grid: Grid) -> Floats:
    """Give the pixels (4, 2) of the outer places TL, TR, BR, BL of the fullest window."""
    x, y = grid.window
    right, far = x + shape.cols - 1, y + shape.rows - 1
    nodes = np.array([(x, far, 1), (right, far, 1), (right, y, 1), (x, y, 1)])
    at = nodes @ grid.plane.T
    return np.asarray(at[:, :2] / at[:, 2:])


def _slides(shape: BoardShape, turned: bool) -> Floats:
    """Give (K, 3, 3) slides in mm by whole steps, end for end or not."""
    steps = range(-ASIDE, ASIDE + 1)
    centre = shape.corners()[:, :2].mean(axis=0)
    sign = -1.0 if turned else 1.0
    slides = []
    for i in steps:
        for j in steps:
            shift = np.array([i * shape.hole_pitch, j * shape.row_pitch])
            offset = centre - sign * centre + shift
            slides.append([[sign, 0, offset[0]], [0, sign, offset[1]], [0, 0, 1]])
    return np.array(slides, np.float64)
