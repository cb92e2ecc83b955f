"""Where boxes may lie on a thing: how well their edges would lie, at all places at once.

The table is looked at along a direction, on the planes of a box's bottom and top. There the edges
of a box are straight runs along the two axes, so that a run's worth at every place is one blur.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, Stance, TileBox
from companion.vision.tiles.edge_score import HALF, EdgeField

__all__ = ["Spot", "spots_on"]

Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

# mm from place to place, and the part of an edge that is looked at
STEP = 1.5
PART = 0.84
# edges must lie at least so well
ROUGH = 0.42
# radians beside a thing's own direction
TURNS = (-0.12, 0.0, 0.12)
# places within so many steps are one
NEAR = 3
# mm that a row, with an arm reaching for it, may be long
LONGEST = 700.0


@dataclass(frozen=True, slots=True)
class Spot:
    """A box that may stand at `x`, `y` mm, turned by `turn`; `lies` is how well its edges do."""

    x: float
    y: float
    turn: float
    stance: Stance
    lies: float


def spots_on(field: EdgeField, pose: Pose, hull: Floats, box: TileBox = BOX) -> list[Spot]:
    """Give where boxes may stand on a thing with a `hull` (N, 2) in pixels, best first."""
    flat = pose.on_plane(hull)[:, :2]
    if not np.isfinite(flat).all() or np.ptp(flat, axis=0).max() > LONGEST:
        return []
    own = np.radians(cv2.minAreaRect(flat.astype(np.float32))[2])
    found = [spot for aside in TURNS for spot in _Strip(pose, flat, own + aside, box).spots(field)]
    return sorted(found, key=lambda spot: -spot.lies)


class _Strip:
    """The part of the table around a thing as a grid along `turn`, `STEP` mm from place to place.

    Its first axis is b, across `turn`, its second a, along it.
    """

    def __init__(self, pose: Pose, flat: Floats, turn: float, box: TileBox) -> None:
        self._pose, self._turn, self._box = pose, turn, box
        cos, sin = np.cos(turn), np.sin(turn)
        self._axes = np.array([[cos, sin], [-sin, cos]])
        around = box.height / 2 + STEP
        outline = flat @ self._axes.T
        self._low = outline.min(axis=0) - around
        self._shape = tuple(np.ceil((outline.max(axis=0) + around - self._low) / STEP).astype(int))
        a, b = (self._low[i] + STEP * np.arange(self._shape[i]) for i in (0, 1))
        eye = self._axes @ pose.position[:2]
        self._a, self._b = a - eye[0], b - eye[1]
        grid = np.stack(np.broadcast_arrays(a[None, :], b[:, None]), axis=-1)
        self._xy = grid @ self._axes
        corners = np.round((outline - self._low) / STEP).astype(np.int32)
        self._on = np.zeros(self._xy.shape[:2], np.uint8)
        cv2.fillConvexPoly(self._on, corners.reshape(-1, 1, 2), 1)
        cv2.polylines(self._on, [corners.reshape(-1, 1, 2)], True, 1, 5)  # noqa: FBT003

    def spots(self, field: EdgeField) -> Iterator[Spot]:
        """Give the best places of boxes along and across."""
        low = self._lies(field, 0.0)
        for stance in Stance:
            across, deep, high = self._box.solid(stance)
            top = self._lies(field, high)
            yield from self._peaks(self._worth(low, top, (across, deep)), 0.0, stance)
            yield from self._peaks(self._worth(low, top, (deep, across)), np.pi / 2, stance)

    def _lies(self, field: EdgeField, z: float) -> tuple[Map, Map]:
        """Give how far an edge along a, and one along b, lies at each place of the plane at z."""
        points = np.concatenate([self._xy, np.full((*self._xy.shape[:2], 1), z)], axis=2)
        pixels = self._pose.project(points.reshape(-1, 3)).reshape(*self._xy.shape)
        at = np.nan_to_num((pixels + 0.5) * field.scale - 0.5, nan=-9.0).astype(np.float32)
        gx, gy = (
            cv2.remap(part, at[..., 0], at[..., 1], cv2.INTER_LINEAR) for part in (field.x, field.y)
        )
        strength = cv2.magnitude(gx, gy) + HALF
        along = []
        for axis in (1, 0):
            way = np.gradient(at, axis=axis)
            long = cv2.magnitude(way[..., 0], way[..., 1]) + 1e-6
            along.append(np.abs(gy * way[..., 0] - gx * way[..., 1]) / (long * strength))
        return along[0], along[1]

    def _worth(self, low: tuple[Map, Map], top: tuple[Map, Map], half: tuple[float, float]) -> Map:
        """Give how well the edges of a box with `half` extents (a, b) lie at each place."""
        run_a, run_b = (2 * round(PART * each / STEP) + 1 for each in half)
        a_low, a_top = (_blurred(lies[0], (run_a, 1)) for lies in (low, top))
        b_low, b_top = (_blurred(lies[1], (1, run_b)) for lies in (low, top))
        i, j = (round(each / STEP) for each in half)
        near, far = (self._b - half[1] > 0)[:, None], (self._b + half[1] < 0)[:, None]
        left, right = (self._a - half[0] > 0)[None, :], (self._a + half[0] < 0)[None, :]
        worth = _moved(a_top, -j, 0) + _moved(a_top, j, 0)
        worth += _moved(b_top, -i, 1) + _moved(b_top, i, 1)
        worth += near * _moved(a_low, -j, 0) + far * _moved(a_low, j, 0)
        worth += left * _moved(b_low, -i, 1) + right * _moved(b_low, i, 1)
        return np.asarray(worth / (4.0 + near + far + left + right), np.float32)

    def _peaks(self, worth: Map, aside: float, stance: Stance) -> Iterator[Spot]:
        wide = 2 * NEAR + 1
        highest = cv2.dilate(worth, np.ones((wide, wide), np.uint8))
        rows, cols = np.nonzero((worth >= highest) & (worth > ROUGH) & (self._on > 0))
        for row, col in zip(rows, cols, strict=True):
            x, y = self._xy[row, col]
            lies = float(worth[row, col])
            yield Spot(float(x), float(y), self._turn + aside, stance, lies)


def _blurred(values: Map, size: tuple[int, int]) -> Map:
    return np.asarray(cv2.blur(values, size), np.float32)


def _moved(values: Map, by: int, axis: int) -> Map:
    """Give at each place the value `by` places further along `axis`."""
    return np.asarray(np.roll(values, -by, axis=axis), np.float32)
