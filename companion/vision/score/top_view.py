"""The part of a picture that shows a board, and its edges in a rectified top view of it.

One view is made, in which all heights are looked up: a view for each height would cost
as much again. What stands higher or lower than the view's plane is looked for where its line of
sight meets it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Flat, Pose
from companion.vision.score.ring_filter import EdgeField, edge_fields

__all__ = ["CROP_RIM", "FINEST", "TopView", "crop_to_lab", "top_view"]

# pixels a mm: finer brings nothing; a guess
FINEST = 3.5
# mm of the picture kept around a board's outline: a guess
CROP_RIM = 15.0


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """The edge fields of L, a and b in the plane at height `level`, mm, as `pose` sees it."""

    pose: Pose
    level: float
    fields: tuple[EdgeField, ...]

    @property
    def flat(self) -> Flat:
        """The window of the plane that is seen."""
        return self.fields[0].flat

    def onto(self, z: float) -> F64:
        """Return (3, 3) that takes (x, y, 1) mm of the board's plane at `z` to pixels of the view.

        A pixel's whole numbers are its corner's.
        """
        (ax, ay), (bx, _) = self.pose.cast([(0.0, 0.0, z), (1.0, 0.0, z)], z=self.level)
        size, flat = self.flat.scale, self.flat
        part = (bx - ax) * size
        return np.array(
            [[part, 0, (ax - flat.x0) * size], [0, -part, (flat.y1 - ay) * size], [0, 0, 1]]
        )

    def places(self, points: F64) -> F64:
        """Return (N, 2) mm: where in the view (N, 3) board points are seen."""
        return self.pose.cast(points, z=self.level)

    def pixels(self, places: F64) -> F64:
        """Return (N, 2) pixels of the camera's picture for (N, 2) places of the view."""
        return self.pose.project(np.c_[places, np.full(len(places), self.level)])


def crop_to_lab(
    image: Image, shape: BoardShape, pose: Pose, *, rim: float = CROP_RIM
) -> tuple[Image, Pose]:
    """Return the part of a BGR `image` that shows the board, in CIE Lab, no finer than is of use.

    `rim` mm are kept around its outline. The pose is that of the part; its r, t and
    distortion are those of the whole.
    """
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    box = np.array([(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (0.0, 8.0)])
    seen = pose.project(box)
    w, h = pose.size
    if np.isfinite(seen).all():
        margin = rim * float(np.median(pose.px_per_mm(box)))
        low = np.clip(np.floor(seen.min(0) - margin), 0, (w - 2, h - 2)).astype(int)
        high = np.clip(np.ceil(seen.max(0) + margin), low + 2, (w, h)).astype(int)
    else:
        low, high = np.array([0, 0]), np.array([w, h])
    part = image[low[1] : high[1], low[0] : high[0]]
    k = pose.k.copy()
    k[:2, 2] -= low
    now = replace(pose, k=k, size=(part.shape[1], part.shape[0]))
    fine = float(np.median(pose.px_per_mm(shape.corners())))
    if fine > 1.3 * FINEST:
        size = (
            max(2, round(now.size[0] * FINEST / fine)),
            max(2, round(now.size[1] * FINEST / fine)),
        )
        now = now.resized(size)
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2LAB), np.uint8), now


def top_view(
    lab: Image, pose: Pose, points: F64, *, level: float, rim: float, scale: float
) -> TopView:
    """Return `lab` (CIE Lab) rectified, `rim` mm around (N, 3) points, in `scale` pixels a mm."""
    there = pose.cast(points, z=level)
    (x0, y0), (x1, y1) = there.min(axis=0) - rim, there.max(axis=0) + rim
    flat = Flat(x0, y0, x1, y1, scale)
    return TopView(pose, level, edge_fields(lab, pose, flat, z=level, channels=3))
