"""How well a picture fits a board where a pose has it.

The score is a sum of terms: rings at the places of cells, empty or not (`ring_filter`), less rings
around them where the board should be smooth; studs, key holes and the outline; ground in two
colours (`score_terms`). Here they are looked up exactly, for a pose that is given out; `score_maps`
has them for thousands of warps.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.score.round_features import Feature, features_of
from companion.vision.score.score_terms import (
    CLUTTER_LEVEL,
    MINOR_WEIGHT,
    OUTLINE_WEIGHT,
    PLAIN_EDGE,
    SURROUND_WEIGHT,
    VIEW_SCALE,
    ground_level,
    ground_spots,
    outline_spots,
    surrounding_places,
)
from companion.vision.score.top_view import TopView, top_view

__all__ = ["FitScore", "fit_score"]

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
