"""A board's edges in a rectified top view: one view, in which all heights are looked up.

A view for each height would cost as much again. What stands higher or lower than the view's plane
is looked for where its line of sight meets it.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Flat, Pose
from companion.vision.score.ring_filter import EdgeField, edge_fields

__all__ = ["TopView", "top_view"]


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


def top_view(
    lab: Image, pose: Pose, points: F64, *, level: float, rim: float, scale: float
) -> TopView:
    """Return `lab` (CIE Lab) rectified, `rim` mm around (N, 3) points, in `scale` pixels a mm."""
    there = pose.cast(points, z=level)
    (x0, y0), (x1, y1) = there.min(axis=0) - rim, there.max(axis=0) + rim
    flat = Flat(x0, y0, x1, y1, scale)
    return TopView(pose, level, edge_fields(lab, pose, flat, z=level, channels=3))
