"""What speaks for a board beside its rings: its ground, its outline, and that around it is smooth.

Places are in mm of the board, weights say how much each counts where a good ring counts 1.
"""

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image

__all__ = [
    "CLUTTER",
    "MINOR",
    "OUTLINE",
    "OUTSIDE",
    "PLAIN",
    "around",
    "ground_level",
    "ground_spots",
    "outline_spots",
    "spots_beside",
]


# all studs of a field, or all key holes, count as much as this part of all cells
MINOR = 0.5
# so does each pair of sides of the outline; a cut gradient where nothing is; spots a side
OUTLINE, PLAIN, SPOTS = 0.4, 0.2, 24
# where the ground shows beside a peg, as parts of a pitch
GROUND_X, GROUND_Y = 0.3, 0.38
# a place around the lattice that should be smooth counts this much against it;
# a round thing there that is no hole must be this clear
OUTSIDE, CLUTTER = 2.5, 0.3


def ground_spots(shape: BoardShape) -> tuple[F64, F64]:
    """Give spots (N, 2) of the two-coloured ground and their weights (N,), white positive."""
    spots = spots_beside(shape)
    white = np.array([letter == "w" for word in shape.ground for letter in word])
    weights = np.repeat(np.where(white, 1.0, -1.0), spots.shape[1]) / (spots.size / 2)
    return spots.reshape(-1, 2), weights


def spots_beside(shape: BoardShape) -> F64:
    """Give (rows * cols, 6, 2): spots around each place where its ground shows beside a peg."""
    x, y = GROUND_X * shape.hole_pitch, GROUND_Y * shape.row_pitch
    spots = np.array([(i * x, j * y) for i in (-1, 0, 1) for j in (-1, 1)])
    return np.asarray(shape.holes()[:, None, :2] + spots)


def ground_level(view: Image) -> F32:
    """Give the brightness of a view (h, w), -1 to 1 from black ground to white."""
    grey = view.astype(np.float32)
    low, high = np.percentile(grey, (10, 90))
    level = np.clip((grey - (low + high) / 2) / max((high - low) / 2, 8.0), -1, 1)
    return np.asarray(level, np.float32)


def outline_spots(shape: BoardShape) -> tuple[F64, F64]:
    """Give spots (N, 2) along the sides, where edges go across x, and along the ends."""
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    inset = 0.12
    xs = np.linspace(x0 + inset * (x1 - x0), x1 - inset * (x1 - x0), SPOTS // 2)
    ys = np.linspace(y0 + inset * (y1 - y0), y1 - inset * (y1 - y0), SPOTS)
    sides = np.array([(x, y) for x in (x0, x1) for y in ys])
    return sides, np.array([(x, y) for y in (y0, y1) for x in xs])


def around(shape: BoardShape) -> F64:
    """Give (N, 2) the places one step beyond the lattice, where a board with bores is smooth.

    Not those of the side on which keys or sliders are.
    """
    if shape.hole.kind != "bore":
        return np.zeros((0, 2))
    beside = shape.keys.offsets[0][0] if shape.keys else None
    if shape.sliders:
        beside = shape.sliders.zero_x
    cols = range(-1, shape.cols + 1)
    if beside is not None:
        cols = range(-1, shape.cols) if beside > shape.first[0] else range(shape.cols + 1)
    x0, y0 = shape.first
    places = [
        (x0 + c * shape.hole_pitch, y0 + r * shape.row_pitch)
        for r in range(-1, shape.rows + 1)
        for c in cols
        if r in (-1, shape.rows) or c in (-1, shape.cols)
    ]
    return np.array(places)
