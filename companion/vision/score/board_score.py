"""How well a picture fits a board where a pose has it.

The score is a sum of terms: rings at the places of cells, empty or not (`ring_filter`), less rings
around them where the board should be smooth; studs, key holes and the outline; ground in two
colours. Here they are looked up exactly, for a pose that is given out; `score_maps` has them for
thousands of warps. Places are in mm of the board; weights say how much each term counts where a
good ring counts 1.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.score.round_features import Feature, features_of
from companion.vision.score.top_view import TopView, top_view

__all__ = [
    "CLUTTER_LEVEL",
    "MINOR_WEIGHT",
    "OUTLINE_WEIGHT",
    "PLAIN_EDGE",
    "SURROUND_WEIGHT",
    "VIEW_SCALE",
    "FitScore",
    "fit_score",
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
# mm, 1 sigma, over which ring fits are averaged around a place, and pixels looked at to each side:
# guesses
PLACE_SIGMA, PLACE_REACH = 0.4, 3


@dataclass(frozen=True, slots=True)
class FitScore:
    """The `score` of a board where a pose has it: 0 by chance, 1 clear.

    `minor` is the part of it that is neither of the cells nor of the ground: outline, studs, key
    holes.
    """

    score: float
    minor: float


def fit_score(lab: Image, shape: BoardShape, pose: Pose) -> FitScore:
    """Return the score of all that `lab` (CIE Lab) shows of `shape` as `pose` sees it."""
    features = features_of(shape)
    outline = np.array([(x, y, 0.0) for x, y in shape.outline])
    every = np.concatenate([*(f.points for f in features), outline])
    rim = max(f.radius for f in features) + PLACE_REACH / VIEW_SCALE
    view = top_view(lab, pose, every, level=shape.head.edge, rim=rim, scale=VIEW_SCALE)
    cells = {f.kind: f for f in features if f.kind in ("head", "hole")}
    others = [f for f in features if f.kind not in cells]
    minor = sum(MINOR_WEIGHT * float(_confidence_at(view, f, f.points).mean()) for f in others)
    minor += _outline_score(view, shape)
    return FitScore(
        _cell_score(view, shape, cells) + minor + _ground_score(lab, view, shape), minor
    )


def _cell_score(view: TopView, shape: BoardShape, cells: dict[str, Feature]) -> float:
    head, hole = cells["head"], cells.get("hole", cells["head"])
    inside = np.maximum(
        _confidence_at(view, head, head.points), _confidence_at(view, hole, hole.points)
    )
    total = float(inside.mean())
    beyond = surrounding_places(shape)
    if len(beyond):
        heads, holes = (
            _confidence_at(view, f, np.c_[beyond, np.full(len(beyond), f.points[0, 2])])
            for f in (head, hole)
        )
        total -= (
            SURROUND_WEIGHT * float(np.maximum(holes, heads - CLUTTER_LEVEL).sum()) / len(inside)
        )
    return total


def _confidence_at(view: TopView, feature: Feature, points: F64) -> F64:
    """Return (N,): the confidence of `feature` around each point (N, 3), Gaussian-weighted."""
    places, reach = view.places(points), PLACE_REACH / VIEW_SCALE
    fields = view.fields[: feature.channels]
    near = feature.confidence([f.rings(places, feature.radius, reach=reach) for f in fields])
    at = fields[0].flat.pixels(places)
    apart = np.arange(-PLACE_REACH, PLACE_REACH + 1) - (at - np.rint(at))[:, :, None]
    soft = np.exp(-0.5 * (apart / (PLACE_SIGMA * VIEW_SCALE)) ** 2)
    soft /= soft.sum(axis=2, keepdims=True)
    return np.asarray(np.einsum("nyx,ny,nx->n", near, soft[:, 1], soft[:, 0]))


def _outline_score(view: TopView, shape: BoardShape) -> float:
    field = view.fields[0]
    total = 0.0
    for slope, spots in zip((field.gx, field.gy), outline_spots(shape), strict=True):
        at = view.places(np.c_[spots, np.zeros(len(spots))])
        total += OUTLINE_WEIGHT * float(
            (_at(field.flat.pixels(at), np.abs(slope)) - PLAIN_EDGE).mean()
        )
    return total


def _ground_score(lab: Image, view: TopView, shape: BoardShape) -> float:
    if not shape.ground:
        return 0.0
    spots, weights = ground_spots(shape)
    flat = view.fields[0].flat
    level = ground_level(flat.of(np.ascontiguousarray(lab[..., 0]), view.pose, z=view.level))
    at = view.places(np.c_[spots, np.zeros(len(spots))])
    return float(_at(flat.pixels(at), level) @ weights)


def _at(pixels: F64, field: F32) -> F64:
    """Return (N,) a field's values at pixels, smoothed."""
    soft = np.asarray(cv2.GaussianBlur(field, (0, 0), PLACE_SIGMA * VIEW_SCALE), np.float64)
    h, w = field.shape
    x, y = np.rint(pixels).astype(np.intp).T
    return np.asarray(soft[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)])


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
