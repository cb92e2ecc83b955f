"""How well a picture agrees with a board where it was laid: 0 by chance, 1 clear."""

from dataclasses import dataclass

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

__all__ = ["Agreement", "agreement"]


# pixels a mm of the view, and mm of it around what is looked at
SCALE, RIM = 2.0, 0.0
# fits are smoothed by this much, mm: within three times that all is looked at
SMOOTH = 0.4
STEPS = 3


@dataclass(frozen=True, slots=True)
class Agreement:
    """The `worth` of a board as it was laid, and the `minor` part of it.

    That is neither of the cells nor of the ground: outline, studs, key holes.
    """

    worth: float
    minor: float


def agreement(lab: Image, shape: BoardShape, pose: Pose) -> Agreement:
    """Weigh all that `lab` (CIE Lab) shows of `shape` as `pose` sees it."""
    features = features_of(shape)
    outline = np.array([(x, y, 0.0) for x, y in shape.outline])
    every = np.concatenate([*(f.points for f in features), outline])
    rim = max(f.radius for f in features) + STEPS / SCALE + RIM
    view = seen_from_above(lab, pose, every, level=shape.head.edge, rim=rim, scale=SCALE)
    cells = {f.kind: f for f in features if f.kind in ("head", "hole")}
    others = [f for f in features if f.kind not in cells]
    minor = sum(MINOR * float(_certain(view, f, f.points).mean()) for f in others)
    minor += _outline(view, shape)
    return Agreement(_cells(view, shape, cells) + minor + _ground(lab, view, shape), minor)


def _cells(view: Overhead, shape: BoardShape, cells: dict[str, Feature]) -> float:
    head, hole = cells["head"], cells.get("hole", cells["head"])
    inside = np.maximum(_certain(view, head, head.points), _certain(view, hole, hole.points))
    total = float(inside.mean())
    beyond = around(shape)
    if len(beyond):
        heads, holes = (
            _certain(view, f, np.c_[beyond, np.full(len(beyond), f.points[0, 2])])
            for f in (head, hole)
        )
        total -= OUTSIDE * float(np.maximum(holes, heads - CLUTTER).sum()) / len(inside)
    return total


def _certain(view: Overhead, feature: Feature, points: F64) -> F64:
    """Give (N,) how certain `feature` is at each point."""
    places, reach = view.places(points), STEPS / SCALE
    fields = view.fields[: feature.channels]
    near = feature.certain([f.rings(places, feature.radius, reach=reach) for f in fields])
    at = fields[0].flat.pixels(places)
    apart = np.arange(-STEPS, STEPS + 1) - (at - np.rint(at))[:, :, None]
    soft = np.exp(-0.5 * (apart / (SMOOTH * SCALE)) ** 2)
    soft /= soft.sum(axis=2, keepdims=True)
    return np.asarray(np.einsum("nyx,ny,nx->n", near, soft[:, 1], soft[:, 0]))


def _outline(view: Overhead, shape: BoardShape) -> float:
    field = view.fields[0]
    total = 0.0
    for slope, spots in zip((field.gx, field.gy), outline_spots(shape), strict=True):
        at = view.places(np.c_[spots, np.zeros(len(spots))])
        total += OUTLINE * float((_at(field.flat.pixels(at), np.abs(slope)) - PLAIN).mean())
    return total


def _ground(lab: Image, view: Overhead, shape: BoardShape) -> float:
    if not shape.ground:
        return 0.0
    spots, weights = ground_spots(shape)
    flat = view.fields[0].flat
    level = ground_level(flat.of(np.ascontiguousarray(lab[..., 0]), view.pose, z=view.level))
    at = view.places(np.c_[spots, np.zeros(len(spots))])
    return float(_at(flat.pixels(at), level) @ weights)


def _at(pixels: F64, field: F32) -> F64:
    """Give (N,) a field's values at pixels, smoothed."""
    soft = np.asarray(cv2.GaussianBlur(field, (0, 0), SMOOTH * SCALE), np.float64)
    h, w = field.shape
    x, y = np.rint(pixels).astype(np.intp).T
    return np.asarray(soft[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)])
