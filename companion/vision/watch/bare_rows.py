"""Where in a picture the bare board is beside each row of a board, between its heads and holes."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image, Mask
from companion.vision.geometry.pose import Pose

__all__ = ["BareRows", "maps_between"]

# head radii around a hole and around a head in which the board is not looked at, for edges and what
# JPEG makes of them; and how far around a row's places it is: what is laid on a row reaches as far.
# Chosen on filmed games of the first set
HOLE_REACH, HEAD_REACH, ROW_REACH = 1.2, 1.45, 1.3
# pixels around all rows that are kept, for a find that is a little off, or another place: a guess
MARGIN_PX = 6
# side in pixels of the squares at whose corners one view is projected into another: a guess
MAP_STRIDE = 8

# (top, bottom, left, right) in pixels
Window = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class BareRows:
    """The bare board beside each row in the picture: the `window` looked at, and what counts there.

    `window` is (top, bottom, left, right) in pixels. `parts` has for each row its parts, between
    columns and on both sides of the middle, as places (k,) in the flat window. `free` (h, w)
    is all of it, `bands` (h, w) the number of the row, from 1.
    """

    window: Window
    parts: tuple[tuple[npt.NDArray[np.intp], ...], ...]
    free: Mask
    bands: npt.NDArray[np.uint8]

    @classmethod
    def at(cls, shape: BoardShape, pose: Pose) -> "BareRows":
        """Return where the bare board is beside each row of a board that lies at `pose`."""
        width, height = pose.size
        each = [_parts(shape, pose, row) for row in range(1, shape.rows + 1)]
        low = np.min(each, axis=(0, 1, 2)) - MARGIN_PX
        high = np.max(each, axis=(0, 1, 2)) + 1 + MARGIN_PX
        left, right = (int(np.clip(x, 0, width)) for x in (low[0], high[0]))
        top, bottom = (int(np.clip(y, 0, height)) for y in (low[1], high[1]))
        free = np.ones((bottom - top, right - left), np.uint8)
        for points, reach in ((shape.holes(), HOLE_REACH), (shape.heads(), HEAD_REACH)):
            radii = pose.px_per_mm(points) * shape.head.radius * reach
            for (x, y), radius in zip(pose.project(points) - (left, top), radii, strict=True):
                cv2.circle(free, (round(x), round(y)), round(radius), 0, -1)
        bands, rows, beside = np.zeros_like(free), [], np.zeros_like(free)
        for number, outlines in enumerate(each, start=1):
            places = np.zeros_like(free)
            for i, outline in enumerate(outlines, start=1):
                cv2.fillConvexPoly(places, np.rint(outline - (left, top)).astype(np.int32), i)
            bands[places > 0] = number
            places *= free
            beside |= places
            rows.append(tuple(np.flatnonzero(places == i + 1) for i in range(len(outlines))))
        window = (top, bottom, left, right)
        return cls(window, tuple(rows), np.asarray(beside > 0, np.bool_), bands)

    def of(self, image: Image) -> F32:
        """Return the grey window (h, w) of a BGR picture."""
        top, bottom, left, right = self.window
        grey = cv2.cvtColor(image[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
        return np.asarray(grey, np.float32)


def maps_between(to: Pose, window: Window, of: Pose, other: Window) -> tuple[F32, F32]:
    """Return x and y (h, w): where the board's plane in a `window` at `to` is in the `other`."""
    top, bottom, left, right = window
    x = np.arange(left, right + MAP_STRIDE, MAP_STRIDE)
    y = np.arange(top, bottom + MAP_STRIDE, MAP_STRIDE)
    nodes = of.project(to.on_plane(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)))
    coarse = np.nan_to_num(nodes - (other[2], other[0]), nan=-1e4).astype(np.float32)
    j, i = np.meshgrid(np.arange(right - left), np.arange(bottom - top))
    at = [np.asarray(k / MAP_STRIDE, np.float32) for k in (j, i)]
    shape = (len(y), len(x))
    across, along = (
        cv2.remap(each.reshape(shape), at[0], at[1], cv2.INTER_LINEAR) for each in coarse.T
    )
    return np.asarray(across, np.float32), np.asarray(along, np.float32)


def _parts(shape: BoardShape, pose: Pose, row: int) -> F64:
    """Return (2 (cols - 1), 4, 2) pixels: the corners of the board beside a row (from 1), in parts.

    They lie between the columns, behind and before the middle of the row: a picture of a row may
    end where its outer pegs stand.
    """
    y, reach = shape.row_y(row), ROW_REACH * shape.head.radius
    columns = shape.first[0] + np.arange(shape.cols) * shape.hole_pitch
    quads = [
        ((a, y + side), (b, y + side), (b, y), (a, y))
        for a, b in pairwise(columns)
        for side in (reach, -reach)
    ]
    corners = [(*corner, 0.0) for quad in quads for corner in quad]
    return pose.project(corners).reshape(-1, 4, 2)
