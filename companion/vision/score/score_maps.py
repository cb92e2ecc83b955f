"""The score of a board as maps, which score thousands of warps of a rough plane.

The terms are those of `board_score`. Each is mapped once in a top view of the plane, so that a warp
of the plane, in mm, costs one look-up a place.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.score.board_score import (
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
from companion.vision.score.round_features import Feature, features_of
from companion.vision.score.top_view import TopView, top_view

__all__ = ["ScoreMap", "ScoreMaps", "map_scores"]


@dataclass(frozen=True, slots=True, eq=False)
class ScoreMap:
    """One term of the score: a map (h, w), high where `places` (N, 2) in mm should lie.

    `weights` (N,) are those of the places, `onto` (3, 3) takes places to pixels; `ground` says that
    it is of the ground's colours.
    """

    field: F32
    onto: F64
    places: F64
    weights: F64
    ground: bool = False

    def score(self, warps: F64) -> F64:
        """Return (K,): the weighted sum of the map at the places after each of `warps`."""
        return np.asarray(self.at(warps, self.places) @ self.weights, np.float64)

    def at(self, warps: F64, places: F64) -> F32:
        """Return (K, N): the map at places after each of `warps` (K, 3, 3)."""
        ways = (self.onto @ warps).astype(np.float32)
        x, y, w = (ways[:, i, :2] @ places.T.astype(np.float32) + ways[:, i, 2:] for i in range(3))
        tall, wide = self.field.shape
        column = np.clip(x / w, 0, wide - 1).astype(np.intp)
        row = np.clip(y / w, 0, tall - 1).astype(np.intp)
        return np.asarray(self.field.take(row * wide + column), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class ScoreMaps:
    """Score maps of one board in a top view: of holes, of heads, and of the other terms.

    `outside` (N, 2) are the places in mm one step around them.
    """

    scale: float
    hole: ScoreMap
    head: ScoreMap
    outside: F64
    terms: tuple[ScoreMap, ...]

    def minor(self, warps: F64) -> F64:
        """Return (K,): the part of the score that is neither cells nor ground."""
        every = [term.score(warps) for term in self.terms if not term.ground]
        return np.asarray(np.sum(every, axis=0), np.float64)

    def blurred(self, mm: float) -> "ScoreMaps":
        """Return the maps smoothed by a Gaussian of `mm`."""

        def soft(term: ScoreMap) -> ScoreMap:
            field = cv2.GaussianBlur(term.field, (0, 0), mm * self.scale)
            return replace(term, field=np.asarray(field, np.float32))

        head = soft(self.head)
        hole = head if self.hole is self.head else soft(self.hole)
        return replace(self, hole=hole, head=head, terms=tuple(map(soft, self.terms)))

    def score(self, warps: F64) -> F64:
        """Return (K,): the score of the board after each of `warps` (K, 3, 3), in mm."""
        places = self.head.places
        total = np.maximum(self.hole.at(warps, places), self.head.at(warps, places)).mean(axis=1)
        if len(self.outside):
            heads = self.head.at(warps, self.outside) - CLUTTER_LEVEL
            beyond = np.maximum(self.hole.at(warps, self.outside), heads).sum(axis=1)
            total = total - SURROUND_WEIGHT * beyond / len(places)
        for term in self.terms:
            total = total + term.score(warps)
        return np.asarray(total, np.float64)


def map_scores(
    lab: Image,
    shape: BoardShape,
    plane: Pose,
    *,
    margin: float,
    turned: bool = False,
    scale: float = VIEW_SCALE,
) -> ScoreMaps:
    """Return the score maps of `shape` in a top view of `plane` that reaches `margin` mm beyond.

    With `turned` the view also reaches around the board turned end for end; `scale` is in pixels
    a mm.
    """
    features = features_of(shape)
    points = np.concatenate([*(f.points for f in features), shape.outline_points()])
    if turned:
        ends = 2 * shape.corners()[:, :2].mean(axis=0)
        about = np.c_[ends - points[:, :2], points[:, 2]]
        points = np.concatenate([points, about])
    view = top_view(lab, plane, points, level=shape.head.edge, rim=margin, scale=scale)
    rings = {f.kind: _ring_map(view, f, 1.0) for f in features if f.kind in ("head", "hole")}
    others = [_ring_map(view, f, MINOR_WEIGHT) for f in features if f.kind not in rings]
    ground = [_ground_map(lab, view, shape)] if shape.ground else []
    head = rings["head"]
    terms = (*ground, *_outline_maps(view, shape), *others)
    return ScoreMaps(scale, rings.get("hole", head), head, surrounding_places(shape), terms)


def _ring_map(view: TopView, feature: Feature, weight: float) -> ScoreMap:
    fields = view.fields[: feature.channels]
    confidence = feature.confidence([field.everywhere(feature.radius) for field in fields])
    return _score_map(view, confidence, feature.points, weight)


def _outline_maps(view: TopView, shape: BoardShape) -> list[ScoreMap]:
    """Return maps of edges along the outline: those across the sides, those across the ends."""
    field = view.fields[0]
    return [
        _score_map(
            view,
            np.abs(g) - np.float32(PLAIN_EDGE),
            np.c_[spots, np.zeros(len(spots))],
            OUTLINE_WEIGHT,
        )
        for g, spots in zip((field.gx, field.gy), outline_spots(shape), strict=True)
    ]


def _score_map(view: TopView, field: F32, points: F64, weight: float) -> ScoreMap:
    weights = np.full(len(points), weight / len(points))
    return ScoreMap(field, view.onto(points[0, 2]), points[:, :2], weights)


def _ground_map(lab: Image, view: TopView, shape: BoardShape) -> ScoreMap:
    """Return a map of brightness, -1 to 1, whose score is white ground less black ground."""
    seen = view.flat.of(np.ascontiguousarray(lab[..., 0]), view.pose, z=view.level)
    return ScoreMap(ground_level(seen), view.onto(0.0), *ground_spots(shape), ground=True)
