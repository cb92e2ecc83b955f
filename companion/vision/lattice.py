"""The lattice of holes, studs and heads: a rough pose becomes an exact one, with its support.

Every feature of known radius is looked for in a flat view at its own height, near where it should
be; where they are found moves the camera. A few stages, each with a narrower view.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.adjust import Freedom, Sighting, adjust
from companion.vision.pose import Flat, Pose
from companion.vision.rings import EdgeField, edge_field
from companion.vision.shape import BoardShape, Look

__all__ = ["Fit", "refine"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

# mm looked at around each feature, stage by stage
STAGES = (3.0, 1.8, 1.0, 0.7)
# pixels a mm of the flat views: finer brings nothing, coarser loses bores of 1.5 mm
FINEST, COARSEST = 3.5, 1.5
# a wide look is coarser: pixels to each side
STEPS = 6.0
# how exactly a good ring is placed, mm
RING_SIGMA = 0.2
# ring fits below this are noise
FAINT = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """Round things of one kind: centres (N, 3), radius, `sign` 1 dark inside, -1 bright, 0 any."""

    points: Floats
    radius: float
    sign: int
    cell: npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A refined pose with the board's `stretch`, and `support` (cells,): how well each is seen.

    `score` is the mean support; 0 is noise and 1 the clearest edges.
    """

    pose: Pose
    stretch: float
    support: Floats

    @property
    def score(self) -> float:
        """The mean of the cells' support."""
        return float(self.support.mean())


def refine(
    grey: Image,
    shape: BoardShape,
    pose: Pose,
    *,
    anchors: Sighting | None = None,
    freedom: Freedom | None = None,
    stages: tuple[float, ...] = STAGES,
) -> Fit:
    """Move `pose` until the features of `shape` lie on what `grey` (h, w) shows.

    `anchors` are points that are known roughly (markers, clicks). The first stage also votes for
    a common shift, so the start may be off by nearly its reach.
    """
    freedom = freedom or Freedom(stretch=shape.tolerance)
    features = features_of(shape)
    small, now = _worked(grey, shape, pose)
    if anchors is not None:
        anchors = Sighting(
            anchors.points, _scaled(anchors.pixels, pose, now), anchors.sigma * _ratio(pose, now)
        )
    home, stretch = now, 1.0
    for stage, reach in enumerate(stages):
        views = _views(small, shape, now, stretch, features, reach)
        seen = _sight(views, features, now, stretch, reach, vote=stage == 0)
        if anchors is not None:
            seen = seen + anchors
        now, stretch = adjust(
            now,
            seen,
            freedom=freedom,
            prior=home,
            stretch=stretch,
            cut=max(2.0, reach / RING_SIGMA / 3),
        )
    views = _views(small, shape, now, stretch, features, reach)
    support = _support(views, features, stretch, shape.rows * shape.cols)
    return Fit(now.resized(pose.size), stretch, support)


def features_of(shape: BoardShape) -> tuple[Feature, ...]:
    """List what is round on a board: empty places, heads of pegs, key holes."""
    cells = np.arange(shape.rows * shape.cols)
    found = [Feature(shape.head_edges(), shape.head.radius, 0, cells)]
    for studs in shape.studs:
        points = studs.points()
        found.append(Feature(points, studs.radius, -1, np.full(len(points), -1)))
    if shape.studs:
        return tuple(found)
    found.append(Feature(shape.hole_edges(), shape.hole.radius, _sign(shape.hole), cells))
    if shape.keys:
        keys, look = shape.key_edges(), shape.keys.look
        found.append(Feature(keys, look.radius, _sign(look), np.full(len(keys), -1)))
    return tuple(found)


def _sign(look: Look) -> int:
    return 1 if look.kind == "bore" else -1


def _worked(grey: Image, shape: BoardShape, pose: Pose) -> tuple[Image, Pose]:
    """Give the picture made smaller when it shows the board finer than is of use."""
    fine = float(np.median(pose.px_per_mm(shape.corners())))
    if not fine > 1.3 * FINEST:
        return grey, pose
    size = (round(pose.size[0] * FINEST / fine), round(pose.size[1] * FINEST / fine))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA)), pose.resized(size)


def _ratio(pose: Pose, now: Pose) -> float:
    return now.size[0] / pose.size[0]


def _scaled(pixels: Floats, pose: Pose, now: Pose) -> Floats:
    ratio = np.array([now.size[0] / pose.size[0], now.size[1] / pose.size[1]])
    return np.asarray((pixels + 0.5) * ratio - 0.5)


def _views(
    small: Image,
    shape: BoardShape,
    pose: Pose,
    stretch: float,
    features: tuple[Feature, ...],
    reach: float,
) -> list[EdgeField]:
    """Give a field for each feature, at its height; features of one height share it."""
    points = np.concatenate([f.points for f in features]) * (1.0, stretch, 1.0)
    rim = reach + max(f.radius for f in features) + 3.0
    fine = float(np.median(pose.px_per_mm(shape.corners())))
    scale = float(np.clip(min(fine, STEPS / reach), COARSEST, FINEST))
    (x0, y0), (x1, y1) = points[:, :2].min(0) - rim, points[:, :2].max(0) + rim
    flat = Flat(x0, y0, x1, y1, scale)
    heights = {float(f.points[0, 2]) for f in features}
    made = {z: edge_field(small, pose, flat, z=z) for z in heights}
    return [made[float(f.points[0, 2])] for f in features]


def _sight(
    views: list[EdgeField],
    features: tuple[Feature, ...],
    pose: Pose,
    stretch: float,
    reach: float,
    *,
    vote: bool,
) -> Sighting:
    """Look for each feature near its place; those well seen weigh more."""
    fits = [_fits(v, f, stretch, reach) for v, f in zip(views, features, strict=True)]
    centre = _common_shift(fits) if vote else np.zeros(2)
    parts = []
    for view, feature, fit in zip(views, features, fits, strict=True):
        offset, height = _peaks(fit, centre)
        there = view.snapped(feature.points[:, :2] * (1.0, stretch)) + offset / view.flat.scale
        z = feature.points[:, 2]
        pixels = pose.project(np.c_[there, z])
        sigma = RING_SIGMA * pose.px_per_mm(feature.points) / np.maximum(height - FAINT, 1e-3)
        parts.append(Sighting(feature.points, pixels, sigma))
    seen = parts[0]
    for part in parts[1:]:
        seen = seen + part
    return seen


def _fits(view: EdgeField, feature: Feature, stretch: float, reach: float) -> Floats:
    """Give (N, 2m+1, 2m+1) how well a ring fits around each place, up being y up."""
    rings = view.rings(feature.points[:, :2] * (1.0, stretch), feature.radius, reach=reach)
    signed = np.abs(rings) if feature.sign == 0 else feature.sign * rings
    return np.asarray(signed[:, ::-1], np.float64)


def _common_shift(fits: list[Floats]) -> Floats:
    """Give the shift (x, y) in pixels of the view on which most features agree."""
    total = sum((np.clip(fit - FAINT, 0, None) ** 2).sum(axis=0) for fit in fits)
    field = cv2.GaussianBlur(np.asarray(total, np.float32), (5, 5), 0)
    y, x = np.unravel_index(int(np.argmax(field)), field.shape)
    m = field.shape[0] // 2
    return np.array([x - m, y - m], np.float64)


def _peaks(fit: Floats, centre: Floats) -> tuple[Floats, Floats]:
    """Give each feature's best offset (N, 2) in pixels, x right and y up, and its height (N,)."""
    n, size = fit.shape[:2]
    m = size // 2
    axis = np.arange(-m, m + 1)
    far = ((axis - centre[0]) ** 2)[None, :] + ((axis - centre[1]) ** 2)[:, None]
    best = np.argmax((fit - 0.25 * far / m**2).reshape(n, -1), axis=1)
    y, x = np.unravel_index(best, (size, size))
    each = np.arange(n)
    height = fit[each, y, x]
    dx = _between(
        fit[each, y, np.maximum(x - 1, 0)], height, fit[each, y, np.minimum(x + 1, 2 * m)]
    )
    dy = _between(
        fit[each, np.maximum(y - 1, 0), x], height, fit[each, np.minimum(y + 1, 2 * m), x]
    )
    return np.stack([x - m + dx, y - m + dy], axis=-1), height


def _between(before: Floats, top: Floats, after: Floats) -> Floats:
    """Give where the parabola through three neighbours is highest, from -0.5 to 0.5."""
    bend = before - 2 * top + after
    safe = np.where(bend < -1e-6, bend, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * safe), -0.5, 0.5))


def _support(
    views: list[EdgeField], features: tuple[Feature, ...], stretch: float, cells: int
) -> Floats:
    """Give (cells,) the best ring of each cell right where it should be."""
    support = np.zeros(cells)
    for view, feature in zip(views, features, strict=True):
        if feature.cell[0] < 0:
            continue
        near = _fits(view, feature, stretch, 0.5 / view.flat.scale)
        np.maximum.at(support, feature.cell, near.reshape(len(near), -1).max(axis=1))
    return support
