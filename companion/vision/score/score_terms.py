"""Terms of a board's score beside its rings: ground, outline, and an empty surround. Pure.

Places are in mm of the board, weights say how much each counts where a good ring counts 1.
"""

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image

__all__ = [
    "CLUTTER_LEVEL",
    "MINOR_WEIGHT",
    "OUTLINE_WEIGHT",
    "PLAIN_EDGE",
    "SURROUND_WEIGHT",
    "VIEW_SCALE",
    "ground_level",
    "ground_spots",
    "outline_spots",
    "spots_beside",
    "surrounding_places",
]


# pixels a mm of the views, if nothing else is said: a guess
VIEW_SCALE = 2.0
# weight of all studs of a field, or of all key holes, against that of all cells: a guess
MINOR_WEIGHT = 0.5
# weight of each pair of sides of the outline, a cut gradient where nothing is, spots a side:
# guesses
OUTLINE_WEIGHT, PLAIN_EDGE, SIDE_SPOTS = 0.4, 0.2, 24
# parts of a pitch from a place to where its ground shows beside a peg: guesses
GROUND_X, GROUND_Y = 0.3, 0.38
# weight of a place around the lattice that should be smooth, and how clear a round thing there must
# be that is no hole: guesses
SURROUND_WEIGHT, CLUTTER_LEVEL = 2.5, 0.3


def ground_spots(shape: BoardShape) -> tuple[F64, F64]:
    """Return spots (N, 2) of the two-coloured ground and their weights (N,), white positive."""
    spots = spots_beside(shape)
    white = np.array([letter == "w" for word in shape.ground for letter in word])
    weights = np.repeat(np.where(white, 1.0, -1.0), spots.shape[1]) / (spots.size / 2)
    return spots.reshape(-1, 2), weights


def spots_beside(shape: BoardShape) -> F64:
    """Return (rows * cols, 6, 2): spots around each place where its ground shows beside a peg."""
    x, y = GROUND_X * shape.hole_pitch, GROUND_Y * shape.row_pitch
    spots = np.array([(i * x, j * y) for i in (-1, 0, 1) for j in (-1, 1)])
    return np.asarray(shape.holes()[:, None, :2] + spots)


def ground_level(view: Image) -> F32:
    """Return the brightness of a view (h, w), -1 to 1 from black ground to white."""
    grey = view.astype(np.float32)
    low, high = np.percentile(grey, (10, 90))
    level = np.clip((grey - (low + high) / 2) / max((high - low) / 2, 8.0), -1, 1)
    return np.asarray(level, np.float32)


def outline_spots(shape: BoardShape) -> tuple[F64, F64]:
    """Return spots (N, 2) along the sides, where edges run across x, and (M, 2) along the ends."""
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    inset = 0.12
    xs = np.linspace(x0 + inset * (x1 - x0), x1 - inset * (x1 - x0), SIDE_SPOTS // 2)
    ys = np.linspace(y0 + inset * (y1 - y0), y1 - inset * (y1 - y0), SIDE_SPOTS)
    sides = np.array([(x, y) for x in (x0, x1) for y in ys])
    return sides, np.array([(x, y) for y in (y0, y1) for x in xs])


def surrounding_places(shape: BoardShape) -> F64:
    """Return (N, 2) the places one step beyond the lattice, where a board with bores is smooth.

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
