"""What one frame is like before anything is read: still, a hand in it, the board moved, or dark.

The board is seen flat, small, grey. A hand comes from outside, so what has changed and reaches the
edge of the view is one; pegs stand within. Moved is a shift of the whole view against what stood
there before, by phase correlation of its edges. Costs one small warp a frame.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.pose import Flat, Pose
from companion.vision.shape import BoardShape
from companion.vision.watcher import Sight

__all__ = ["Glance", "Onlook"]

Image = npt.NDArray[np.uint8]
Grey = npt.NDArray[np.float32]
Marks = npt.NDArray[np.bool_]

# pixels a mm of the view, and the side of its blocks in pixels (about a peg's head)
SCALE, BLOCK = 1.2, 8
# mean grey (0-255) below which colours cannot be told
DARK = 9.0
# grey levels (of a view brought to the same mean) by which a block must differ to count: motion
# from one frame to the next, and change against the still view before
MOTION, CHANGE = 9.0, 16.0
# mean grey to which views are brought before they are compared
LEVEL = 90.0
# blocks at the edge that make a hand; one alone may be a shadow of the board's own rim
HAND_BLOCKS = 4
# agreement of edges: as good as the same; above it nothing has shifted
SAME = 0.97
# a shift that counts as moved, in hole pitches: less, and heads are still hit
MOVED = 0.12
# share of the view's blocks in motion that is more than hands: the camera itself
SHAKEN = 0.6


@dataclass(frozen=True, slots=True)
class Glance:
    """What a frame is like; `near` are the rows, from 1, under a hand, `light` in stops.

    `shift` is how far the view moved, in hole pitches.
    """

    sight: Sight
    near: tuple[int, ...] = ()
    light: float = 0.0
    shift: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Onlook:
    """What is remembered of a board at one pose: the still view before, and the last frame's."""

    shape: BoardShape
    flat: Flat
    maps: npt.NDArray[np.float32]
    level: float = 0.0
    still: Grey | None = None
    last: Grey | None = None

    @classmethod
    def at(cls, shape: BoardShape, pose: Pose) -> "Onlook":
        """Begin with the board at `pose`; its first frame is taken to be still."""
        (x0, y1), _, (x1, y0), _ = shape.outline
        flat = Flat(x0, y0, x1, y1, SCALE)
        return cls(shape, flat, flat.maps(pose))

    def on(self, image: Image) -> "tuple[Onlook, Glance]":
        """Take in a frame."""
        grey = self._view(image)
        level = float(np.median(grey))
        if level < DARK:
            return replace(self, last=None), Glance(Sight.DARK)
        view = grey * np.float32(LEVEL / level)
        if self.still is None:
            return replace(self, still=view, last=view, level=level), Glance(Sight.STILL)
        light = float(np.log2(level / self.level))
        glance = replace(self._glance(view, self.still), light=light)
        kept = view if glance.sight is Sight.STILL else self.still
        return replace(self, still=kept, last=view), glance

    def _glance(self, view: Grey, still: Grey) -> Glance:
        moving = _blocks(view, still if self.last is None else self.last) > MOTION
        changed = _blocks(view, still) > CHANGE
        if moving.any():
            shaken = moving.mean() > SHAKEN
            return Glance(Sight.MOVED if shaken else Sight.HAND, self._rows(moving | changed))
        if not changed.any():
            return Glance(Sight.STILL)
        shift = self._shift(view, still)
        if shift >= MOVED:
            return Glance(Sight.MOVED, shift=shift)
        hand = _from_outside(changed)
        if hand.any():
            return Glance(Sight.HAND, self._rows(hand))
        return Glance(Sight.STILL, shift=shift)

    def _view(self, image: Image) -> Grey:
        flat = cv2.remap(image, self.maps[..., 0], self.maps[..., 1], cv2.INTER_LINEAR)
        grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32)

    def _shift(self, view: Grey, still: Grey) -> float:
        """Give how far `view` lies from `still`, in hole pitches; 0 when their edges agree."""
        a, b = _edges(still), _edges(view)
        if _agreement(a, b) >= SAME:
            return 0.0
        window = np.asarray(cv2.createHanningWindow(a.shape[::-1], cv2.CV_32F), np.float32)
        (dx, dy), _ = cv2.phaseCorrelate(a, b, window)
        return float(np.hypot(dx, dy) / (SCALE * self.shape.hole_pitch))

    def _rows(self, blocks: Marks) -> tuple[int, ...]:
        """Give the rows, from 1, that the blocks touch."""
        ys = self.flat.pixels(self.shape.holes()[:: self.shape.cols])[:, 1]
        lines = np.clip(np.round(ys / BLOCK - 0.5).astype(int), 0, len(blocks) - 1)
        spread = cv2.dilate(blocks.astype(np.uint8), np.ones((3, 1), np.uint8))
        wide = np.asarray(spread).max(axis=1)
        return tuple(row for row, line in enumerate(lines, start=1) if wide[line])


def _blocks(a: Grey, b: Grey) -> Grey:
    """Give the mean absolute difference of each block of 8 x 8 pixels."""
    h, w = (side // BLOCK for side in a.shape)
    apart = np.abs(a - b)[: h * BLOCK, : w * BLOCK]
    return np.asarray(cv2.resize(apart, (w, h), interpolation=cv2.INTER_AREA), np.float32)


def _from_outside(changed: Marks) -> Marks:
    """Keep the changed areas that reach the edge of the view and are no mere trifle."""
    count, names = cv2.connectedComponents(changed.astype(np.uint8), connectivity=8)
    edge = np.unique(np.concatenate([names[0], names[-1], names[:, 0], names[:, -1]]))
    big = [n for n in range(1, count) if n in edge and (names == n).sum() >= HAND_BLOCKS]
    return np.asarray(np.isin(names, big), np.bool_)


def _edges(view: Grey) -> Grey:
    x = cv2.Sobel(view, cv2.CV_32F, 1, 0)
    y = cv2.Sobel(view, cv2.CV_32F, 0, 1)
    return np.asarray(np.minimum(cv2.magnitude(x, y), 60.0), np.float32)


def _agreement(a: Grey, b: Grey) -> float:
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / max(1e-6, np.sqrt((a * a).sum() * (b * b).sum())))
