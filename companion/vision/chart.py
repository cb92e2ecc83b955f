"""How well a board's lattice would lie on a picture, for thousands of ways to lay it.

The fits of all rings are mapped once, in a flat view of a rough plane. A way to lay the board is
a slide of that plane onto itself.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.evidence import (
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
from companion.vision.lattice import Feature, features_of
from companion.vision.pose import Flat, Pose
from companion.vision.rings import edge_fields
from companion.vision.shape import BoardShape

__all__ = ["Chart", "draw_chart"]

Floats = npt.NDArray[np.float64]
Field = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

# pixels a mm of the maps
SCALE = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A map (h, w) that should be high at `places` (N, 2), where `weights` (N,) are positive.

    `ground` says that it is of the ground's colours.
    """

    field: Field
    places: Floats
    weights: Floats
    ground: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """Maps of ring fits (h, w) and the places (N, 2) in mm that should lie on them.

    `places` are the cells', `outside` those one step around them.
    """

    flat: Flat
    hole: Field
    head: Field
    places: Floats
    outside: Floats
    layers: tuple[Layer, ...]

    def minor(self, slides: Floats) -> Floats:
        """Give (K,) what is neither cells nor ground: outline, studs, key holes."""
        total = np.zeros(len(slides))
        for layer in self.layers:
            if not layer.ground:
                total = total + layer.field.take(self._pixels(slides, layer.places)) @ layer.weights
        return np.asarray(total, np.float64)

    def blurred(self, mm: float) -> "Chart":
        """Give the chart with its maps smoothed."""

        def soft(field: Field) -> Field:
            return np.asarray(cv2.GaussianBlur(field, (0, 0), mm * SCALE), np.float32)

        return replace(
            self,
            hole=soft(self.hole),
            head=soft(self.head),
            layers=tuple(replace(layer, field=soft(layer.field)) for layer in self.layers),
        )

    def worth(self, slides: Floats) -> Floats:
        """Give (K,) how well the board lies after each of `slides` (K, 3, 3), in mm."""
        inside = self._cells(slides, self.places).mean(axis=1)
        total = inside
        if len(self.outside):
            at = self._pixels(slides, self.outside)
            beyond = np.maximum(self.hole.take(at), self.head.take(at) - CLUTTER).sum(axis=1)
            total = total - OUTSIDE * beyond / len(self.places)
        for layer in self.layers:
            total = total + layer.field.take(self._pixels(slides, layer.places)) @ layer.weights
        return np.asarray(total, np.float64)

    def _cells(self, slides: Floats, places: Floats) -> Floats:
        at = self._pixels(slides, places)
        return np.maximum(self.hole.take(at), self.head.take(at)).astype(np.float64)

    def _pixels(self, slides: Floats, places: Floats) -> npt.NDArray[np.intp]:
        moved = np.c_[places, np.ones(len(places))] @ slides.transpose(0, 2, 1)
        there = moved[..., :2] / moved[..., 2:]
        w, h = self.flat.size
        x = np.clip((there[..., 0] - self.flat.x0) * self.flat.scale, 0, w - 1).astype(np.intp)
        y = np.clip((self.flat.y1 - there[..., 1]) * self.flat.scale, 0, h - 1).astype(np.intp)
        return np.asarray(y * w + x, np.intp)


def draw_chart(
    lab: Image,
    shape: BoardShape,
    plane: Pose,
    *,
    margin: float,
    turned: bool = False,
) -> Chart:
    """Map the rings of `shape` in a flat view of `plane` that reaches `margin` mm beyond.

    With `turned` the view also reaches around the board laid end for end.
    """
    features = features_of(shape)
    points = np.concatenate([f.points[:, :2] for f in features] + [np.array(shape.outline)])
    if turned:
        points = np.concatenate([points, 2 * shape.corners()[:, :2].mean(axis=0) - points])
    (x0, y0), (x1, y1) = points.min(0) - margin, points.max(0) + margin
    flat = Flat(x0, y0, x1, y1, SCALE)
    layers = [_ground(lab, shape, plane, flat)] if shape.ground else []
    layers += _outline(lab, shape, plane, flat)
    maps = [_certain(feature, lab, plane, flat) for feature in features]
    heads = next(i for i, f in enumerate(features) if f.kind == "head")
    holes = next((i for i, f in enumerate(features) if f.kind == "hole"), heads)
    for i, feature in enumerate(features):
        if i not in (heads, holes):
            count = len(feature.points)
            layers.append(Layer(maps[i], feature.points[:, :2], np.full(count, MINOR / count)))
    return Chart(
        flat,
        maps[holes],
        maps[heads],
        shape.holes()[:, :2],
        around(shape),
        tuple(layers),
    )


def _ground(lab: Image, shape: BoardShape, plane: Pose, flat: Flat) -> Layer:
    """Give a layer of brightness, -1 to 1, that is white ground less black ground."""
    view = flat.of(np.ascontiguousarray(lab[..., 0]), plane)
    return Layer(ground_level(view), *ground_spots(shape), ground=True)


def _outline(lab: Image, shape: BoardShape, plane: Pose, flat: Flat) -> list[Layer]:
    """Give layers of edges along the outline: those across the sides, those across the ends."""
    (field,) = edge_fields(lab, plane, flat, z=0.0)
    return [
        Layer(np.abs(g) - np.float32(PLAIN), spots, np.full(len(spots), OUTLINE / len(spots)))
        for g, spots in zip((field.gx, field.gy), outline_spots(shape), strict=True)
    ]


def _certain(feature: Feature, lab: Image, plane: Pose, flat: Flat) -> Field:
    z = float(feature.points[0, 2])
    fields = edge_fields(lab, plane, flat, z=z, channels=feature.channels)
    return feature.certain([field.everywhere(feature.radius) for field in fields])
