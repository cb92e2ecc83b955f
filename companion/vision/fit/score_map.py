"""How well a board's lattice would lie on a picture, for thousands of ways to lay it.

The fits of all rings are mapped once, in a flat view of a rough plane. A way to lay the board is
a slide of that plane onto itself.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.lattice_refine import Feature, features_of
from companion.vision.fit.score_terms import (
    CLUTTER,
    MINOR,
    OUTLINE,
    OUTSIDE,
    PLAIN,
    around,
    ground_level,
    ground_spots,
    outline_spots,
)
from companion.vision.fit.top_view import Overhead, seen_from_above
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose

__all__ = ["Chart", "draw_chart"]


# pixels a mm of the maps, if nothing else is said
SCALE = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A map (h, w) that should be high at `places` (N, 2) in mm, each with a weight (N,).

    `onto` (3, 3) takes places to pixels; `ground` says that it is of the ground's colours.
    """

    field: F32
    onto: F64
    places: F64
    weights: F64
    ground: bool = False

    def worth(self, slides: F64) -> F64:
        """Give (K,) the sum of what the map has at the places after each of `slides`."""
        return np.asarray(self.at(slides, self.places) @ self.weights, np.float64)

    def at(self, slides: F64, places: F64) -> F32:
        """Give (K, N) what the map has at places after each of `slides` (K, 3, 3)."""
        ways = (self.onto @ slides).astype(np.float32)
        x, y, w = (ways[:, i, :2] @ places.T.astype(np.float32) + ways[:, i, 2:] for i in range(3))
        tall, wide = self.field.shape
        column = np.clip(x / w, 0, wide - 1).astype(np.intp)
        row = np.clip(y / w, 0, tall - 1).astype(np.intp)
        return np.asarray(self.field.take(row * wide + column), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """Maps of ring fits for the places of cells, empty or not, and for all that is around.

    `outside` (N, 2) are the places in mm one step around them.
    """

    scale: float
    hole: Layer
    head: Layer
    outside: F64
    layers: tuple[Layer, ...]

    def minor(self, slides: F64) -> F64:
        """Give (K,) what is neither cells nor ground: outline, studs, key holes."""
        every = [layer.worth(slides) for layer in self.layers if not layer.ground]
        return np.asarray(np.sum(every, axis=0), np.float64)

    def blurred(self, mm: float) -> "Chart":
        """Give the chart with its maps smoothed."""

        def soft(layer: Layer) -> Layer:
            field = cv2.GaussianBlur(layer.field, (0, 0), mm * self.scale)
            return replace(layer, field=np.asarray(field, np.float32))

        head = soft(self.head)
        hole = head if self.hole is self.head else soft(self.hole)
        return replace(self, hole=hole, head=head, layers=tuple(map(soft, self.layers)))

    def worth(self, slides: F64) -> F64:
        """Give (K,) how well the board lies after each of `slides` (K, 3, 3), in mm."""
        places = self.head.places
        total = np.maximum(self.hole.at(slides, places), self.head.at(slides, places)).mean(axis=1)
        if len(self.outside):
            heads = self.head.at(slides, self.outside) - CLUTTER
            beyond = np.maximum(self.hole.at(slides, self.outside), heads).sum(axis=1)
            total = total - OUTSIDE * beyond / len(places)
        for layer in self.layers:
            total = total + layer.worth(slides)
        return np.asarray(total, np.float64)


def draw_chart(
    lab: Image,
    shape: BoardShape,
    plane: Pose,
    *,
    margin: float,
    turned: bool = False,
    scale: float = SCALE,
) -> Chart:
    """Map the rings of `shape` in a flat view of `plane` that reaches `margin` mm beyond.

    With `turned` the view also reaches around the board laid end for end; `scale` is in pixels
    a mm.
    """
    features = features_of(shape)
    points = np.concatenate([*(f.points for f in features), shape.outline_points()])
    if turned:
        ends = 2 * shape.corners()[:, :2].mean(axis=0)
        about = np.c_[ends - points[:, :2], points[:, 2]]
        points = np.concatenate([points, about])
    view = seen_from_above(lab, plane, points, level=shape.head.edge, rim=margin, scale=scale)
    rings = {f.kind: _rings(view, f, 1.0) for f in features if f.kind in ("head", "hole")}
    others = [_rings(view, f, MINOR) for f in features if f.kind not in rings]
    ground = [_ground(lab, view, shape)] if shape.ground else []
    head = rings["head"]
    layers = (*ground, *_outline(view, shape), *others)
    return Chart(scale, rings.get("hole", head), head, around(shape), layers)


def _rings(view: Overhead, feature: Feature, weight: float) -> Layer:
    fields = view.fields[: feature.channels]
    certain = feature.certain([field.everywhere(feature.radius) for field in fields])
    return _layer(view, certain, feature.points, weight)


def _outline(view: Overhead, shape: BoardShape) -> list[Layer]:
    """Give layers of edges along the outline: those across the sides, those across the ends."""
    field = view.fields[0]
    return [
        _layer(view, np.abs(g) - np.float32(PLAIN), np.c_[spots, np.zeros(len(spots))], OUTLINE)
        for g, spots in zip((field.gx, field.gy), outline_spots(shape), strict=True)
    ]


def _layer(view: Overhead, field: F32, points: F64, weight: float) -> Layer:
    weights = np.full(len(points), weight / len(points))
    return Layer(field, view.onto(points[0, 2]), points[:, :2], weights)


def _ground(lab: Image, view: Overhead, shape: BoardShape) -> Layer:
    """Give a layer of brightness, -1 to 1, that is white ground less black ground."""
    seen = view.flat.of(np.ascontiguousarray(lab[..., 0]), view.pose, z=view.level)
    return Layer(ground_level(seen), view.onto(0.0), *ground_spots(shape), ground=True)
