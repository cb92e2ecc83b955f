"""Is a row that came at once a picture of pegs? The noise of the bare board beside it tells.

Pegs leave the board between them as it was, but for their shadows, which are smooth. A photograph
has a grain of its own there, its sensor's noise and its print's, which stays the same from frame to
frame: averaged over some frames it is what is left of the difference to the board before, where
everywhere else the camera's own noise averages out (as fixed-pattern noise is told in photon
transfer, Janesick 2007). Only rows that came whole are asked about: people set pegs one by one, and
where one was seen before the next, no picture was laid. Builds with studs are left out, as plates
that are set there change what is seen between them.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.game.core.codes import EMPTY
from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image, Mask
from companion.vision.geometry.pose import Pose
from companion.vision.read.reading import UNSURE, Reading

__all__ = ["RowTexture"]

# head radii around a hole and around a head in which the board is not looked at, for edges and what
# JPEG makes of them; and how far around a row's places it is: what is laid on a row reaches as far.
# Chosen on filmed games of the first set
HOLE_REACH, HEAD_REACH, ROW_REACH = 1.2, 1.45, 1.3
# sigma in pixels of what is taken out of a difference, light and shadows: noise is finer; a guess
SHADE_SIGMA_PX = 1.2
# pixels of bare board that a row must have to be judged: a guess
FEWEST_PIXELS = 150
# looks that are averaged, before and now, at least: a row is said after so many; by definition
FEWEST_LOOKS = 3
# how much more is left beside a row than beside rows that stayed as they were, for it to be a
# picture. In two filmed games of the first set on boards with bores (10 rows) it is 1.0 to 1.2; on
# 130 rows of six sessions, by one picture before and one now, 1.0 to 1.3, but on the one of
# 640 x 480 (19 rows) 1.8 at most. Beside 36 strips of these boards' own pictures, painted on them,
# it is 2.6 and more where the camera's noise has averaged out; by photon noise alone 1.7 of six
# looks before, 1.9 of 24
GRAIN = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class BareRows:
    """The bare board beside each row in the picture: the `window` looked at, and each row's mask.

    `window` is (top, bottom, left, right) in pixels, `masks` (rows, h, w).
    """

    window: tuple[int, int, int, int]
    masks: tuple[Mask, ...]

    @classmethod
    def at(cls, shape: BoardShape, pose: Pose) -> "BareRows":
        """Return where the bare board is beside each row of a board that lies at `pose`."""
        width, height = pose.size
        bands = [_band(shape, pose, row) for row in range(1, shape.rows + 1)]
        low, high = np.min(bands, axis=(0, 1)), np.max(bands, axis=(0, 1)) + 1
        left, right = (int(np.clip(x, 0, width)) for x in (low[0], high[0]))
        top, bottom = (int(np.clip(y, 0, height)) for y in (low[1], high[1]))
        free = np.ones((bottom - top, right - left), np.uint8)
        for points, reach in ((shape.holes(), HOLE_REACH), (shape.heads(), HEAD_REACH)):
            radii = pose.px_per_mm(points) * shape.head.radius * reach
            for (x, y), radius in zip(pose.project(points) - (left, top), radii, strict=True):
                cv2.circle(free, (round(x), round(y)), round(radius), 0, -1)
        masks = []
        for band in bands:
            row = np.zeros_like(free)
            cv2.fillConvexPoly(row, np.rint(band - (left, top)).astype(np.int32), 1)
            masks.append(np.asarray(row & free, np.bool_))
        return cls((top, bottom, left, right), tuple(masks))

    def of(self, image: Image) -> F32:
        """Return the grey window (h, w) of a BGR picture."""
        top, bottom, left, right = self.window
        grey = cv2.cvtColor(image[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
        return np.asarray(grey, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """Looks at a board on which the same places have pegs: their sum (h, w), and their number.

    `rows` has of each row whether it is bare, begun or full, as `_state_of` tells.
    """

    rows: tuple[str, ...]
    total: F32
    count: int

    @property
    def mean(self) -> F32:
        """The mean picture."""
        return np.asarray(self.total / np.float32(self.count), np.float32)


class RowTexture:
    """Looks at the bare board beside rows, at one place of the board, look after look."""

    def __init__(self, located: Located, pictures: frozenset[int] = frozenset()) -> None:
        shape, pose = located.shape, located.pose
        is_judged = shape.hole.kind != "stud"
        self._bare = BareRows.at(shape, pose) if is_judged else None
        self._before: Looks | None = None
        self._now: Looks | None = None
        # rows, from 0, that are pictures
        self._pictures = pictures

    def at(self, located: Located) -> "RowTexture":
        """Return one for the board found in another place: what is a picture stays one."""
        return RowTexture(located, self._pictures)

    def on(self, image: Image, reading: Reading) -> tuple[int, ...]:
        """Return the rows, from 1, that are pictures of pegs, after one more look."""
        if self._bare is None or not self._bare.masks[0].size:
            return ()
        view, rows = self._bare.of(image), tuple(map(_state_of, reading.rows))
        now = self._now
        if now is None or rows != now.rows:
            if now is not None and now.count >= FEWEST_LOOKS:
                self._before = now
            self._now = Looks(rows, view, 1)
        else:
            self._now = Looks(rows, now.total + view, now.count + 1)
        full = frozenset(r for r, state in enumerate(rows) if state == "full")
        self._pictures = (self._pictures | self._new_pictures()) & full
        return tuple(r + 1 for r in sorted(self._pictures))

    def _new_pictures(self) -> frozenset[int]:
        """Return the rows, from 0, that were bare before, are full now, and have a grain."""
        before, now = self._before, self._now
        if before is None or now is None or now.count != FEWEST_LOOKS:
            return frozenset()
        each = list(enumerate(zip(before.rows, now.rows, strict=True)))
        came = [r for r, states in each if states == ("bare", "full")]
        if not came:
            return frozenset()
        left = self._left(before.mean, now.mean)
        usual = [left[r] for r, (then, state) in each if then == state and left[r] > 0]
        if not usual:
            return frozenset()
        limit = GRAIN * float(np.median(usual))
        return frozenset(r for r in came if left[r] > limit)

    def _left(self, before: F32, now: F32) -> list[float]:
        """Return for each row what is left of the difference beside it in grey levels, or 0."""
        assert self._bare is not None
        free = np.logical_or.reduce(self._bare.masks)
        level = max(float(np.median(now[free])), 1.0) if free.any() else 1.0
        gain = np.float32(float(np.median(before[free])) / level) if free.any() else np.float32(1)
        apart = np.where(free, now * gain - before, 0).astype(np.float32)
        weight = free.astype(np.float32)
        near = np.maximum(cv2.GaussianBlur(weight, (0, 0), SHADE_SIGMA_PX), 1e-3)
        fine = np.abs(apart - cv2.GaussianBlur(apart, (0, 0), SHADE_SIGMA_PX) / near)
        return [
            float(np.median(fine[mask])) if mask.sum() >= FEWEST_PIXELS else 0.0
            for mask in self._bare.masks
        ]


def _band(shape: BoardShape, pose: Pose, row: int) -> F64:
    """Return the corners (4, 2) in pixels of the board beside a row (from 1)."""
    y, reach = shape.row_y(row), ROW_REACH * shape.head.radius
    left = shape.first[0] - reach
    right = shape.first[0] + (shape.cols - 1) * shape.hole_pitch + reach
    corners = ((left, y + reach), (right, y + reach), (right, y - reach), (left, y - reach))
    return pose.project([(*corner, 0.0) for corner in corners])


def _state_of(row: str) -> str:
    """Return "full" for a row without an empty place, "bare" without a clear peg, else "begun"."""
    if EMPTY not in row:
        return "full"
    return "begun" if row.replace(UNSURE, EMPTY).strip(EMPTY) else "bare"
