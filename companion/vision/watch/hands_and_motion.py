"""What one frame is like before anything is read: still, a hand in it, the board moved, or dark.

Frame differencing on a small grey rectified view. Pegs, keys, sliders and the code change only
their own places, so those are masked out: what has changed on the bare board between them is a
hand, its shadow, or a thing that lies there. Light is taken out first by dividing by a wide
Gaussian blur of the bare board (single-scale retinex, Jobson 1997). Moved is a shift of the whole
view against what stood there before, by phase correlation (Kuglin and Hines 1975) of its edges. A
background model that adapts (mixture of Gaussians) would learn a hand that rests on the board.
"""

from dataclasses import dataclass, replace
from math import inf

import cv2
import numpy as np

from companion.vision.board.located import Located
from companion.vision.geometry.arrays import F32, Image, Mask
from companion.vision.watch.bare_board import (
    MEAN_LEVEL,
    block_change,
    correlation,
    edges_of,
    laid_since,
    masked_block_change,
    without_light,
)
from companion.vision.watch.grey_view import VIEW_SCALE, GreyView
from companion.vision.watch.phases import FrameKind

__all__ = ["MOTION", "FrameState", "MotionDetector"]


# mean grey (0-255) below which colours cannot be told: a guess
DARK_LEVEL = 9.0
# grey levels (of a view brought to the same mean) by which a block must differ to count: motion
# from one frame to the next, and change against the still view before; a guess that held on the
# four filmed games of the first set
MOTION, CHANGE_LEVEL = 9.0, 16.0
# bare blocks that make a hand: on four filmed games hands had 10 and more, pegs set 7 at most;
# chosen between
HAND_BLOCKS = 8
# and that make one over a board that was just found again, where a pose a little off and other
# shadows change some too: on filmed games hands had 22 and more, and most boards without one fewer;
# chosen between
COVERING_BLOCKS = 20
# still frames between two looks for a drift too slow to be seen from one frame to the next; a guess
DRIFT_FRAMES = 100
# grey levels by which a block must differ from the view that was read for it to be read again: the
# noise of a webcam at night makes half of it; chosen by that
NEWS_LEVEL = 4.0
# and stops of light: a guess
NEWS_EV = 0.1
# frames without motion after which what lies on the board, or a new light, is taken as it is;
# chosen: three seconds at ten frames a second
ACCEPT_FRAMES = 30
# photos that show the same after one: a hand does not hold so still, nor does its shadow; a guess
ACCEPT_PHOTOS = 1
# correlation of edges above which nothing has shifted: a guess
SAME_CORRELATION = 0.97
# a shift that counts as moved, in hole pitches: less, and heads are still hit; chosen by that, no
# measurement is kept
MOVED_PITCHES = 0.12
# hole pitches; a shift further than this is no shift, as correlation found nothing: a guess
FURTHEST_PITCHES = 1.0
# share of the view's blocks in motion that is more than hands, the camera itself: a guess
SHAKEN_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class FrameState:
    """What a frame is like; `near` are the rows, from 1, under a hand, `light` in exposure values.

    `shift` is how far the view moved, in hole pitches. `laid` is there when what has changed is
    taken as it is from now on, since it has not moved for long: the rows beside which something
    lies that did not when the board was found. `moves` says of what is not still that it
    moves: not what was laid there, nor a board that lies elsewhere.
    """

    kind: FrameKind
    near: tuple[int, ...] = ()
    light: float = 0.0
    shift: float = 0.0
    laid: tuple[int, ...] | None = None
    moves: bool = True


STILL = FrameState(FrameKind.STILL)


@dataclass(frozen=True, slots=True, eq=False)
class MotionDetector:
    """What is remembered of a board at one pose: the still view before, and the last frame's.

    Views are brought to the light of the first by a `gain`; `first` is what it looked like.
    `motion` is the change that counts as motion; `rest` counts frames without it, `calm` still
    ones.
    """

    grey_view: GreyView
    motion: float = MOTION
    gain: float = 1.0
    first: F32 | None = None
    still: F32 | None = None
    last: F32 | None = None
    light: float = 0.0
    rest: int = 0
    calm: int = 0

    @classmethod
    def at(cls, located: Located, *, motion: float = MOTION) -> "MotionDetector":
        """Return a detector for a located board; its first frame is taken to be still.

        `motion` is infinite for photos: there everything differs from one to the next.
        """
        return cls(GreyView.at(located), motion)

    def on(self, image: Image) -> "tuple[MotionDetector, FrameState]":
        """Return the detector after a frame (BGR), and what the frame is like."""
        grey = self.grey_view.of(image)
        lit = grey.ravel()[self.grey_view.lit]
        level = _median(lit)
        if level < DARK_LEVEL:
            return replace(self, last=None, rest=0, calm=0), FrameState(FrameKind.DARK)
        if self.still is None:
            gain = np.float32(MEAN_LEVEL / level)
            view = np.asarray(grey * gain, np.float32)
            return replace(self, first=view, still=view, last=view, gain=float(gain)), STILL
        # the median of ratios: a hand that is brighter or darker does not pass for a new light
        ratios = self.still.ravel()[self.grey_view.lit] / np.maximum(lit, 1)
        gain = _median(np.asarray(ratios, np.float32))
        view = np.asarray(grey * gain, np.float32)
        state, first = self._state(view, self.still), self.first
        rest = self._rests(view) if state.kind is FrameKind.HAND else 0
        if rest >= (ACCEPT_FRAMES if self.motion < inf else ACCEPT_PHOTOS):
            rows, first = self._against_first(view)
            state = replace(STILL, laid=rows)
        is_still = state.kind is FrameKind.STILL
        after = replace(
            self,
            first=first,
            still=view if is_still else self.still,
            last=view,
            light=float(np.log2(self.gain / gain)),
            rest=rest,
            calm=self.calm + 1 if is_still else 0,
        )
        # by its shift the board lies elsewhere, which a hand need not do
        shaken = state.kind is FrameKind.MOVED and not state.shift
        moves = shaken or (state.kind is FrameKind.HAND and not rest)
        return after, replace(state, light=after.light, moves=moves)

    def is_under_hand(self, before: "MotionDetector") -> bool:
        """Return whether something lies over the bare board that did not `before` it was moved."""
        if self.last is None or before.still is None:
            return False
        changed = _changed(self.last, before.still, self.grey_view.bare & before.grey_view.bare)
        return int(changed.sum()) >= COVERING_BLOCKS

    def is_news(self, before: "MotionDetector") -> bool:
        """Return whether the last frame shows anything that it did not `before`."""
        if self.last is None or before.last is None:
            return True
        if abs(self.light - before.light) > NEWS_EV:
            return True
        return bool((block_change(self.last, before.last) > NEWS_LEVEL).any())

    def _state(self, view: F32, still: F32) -> FrameState:
        moving = self._moving(view)
        if not moving.any() and self.calm and self.motion < inf:
            return self._drifted(view)
        if moving.mean() > SHAKEN_SHARE:
            return FrameState(FrameKind.MOVED)
        changed = _changed(view, still, self.grey_view.bare)
        if moving.any():
            return FrameState(FrameKind.HAND, self.grey_view.rows_of(moving | changed))
        shift = self._shift(view, still)
        if MOVED_PITCHES <= shift <= FURTHEST_PITCHES:
            return FrameState(FrameKind.MOVED, shift=shift)
        if changed.sum() >= HAND_BLOCKS:
            return FrameState(FrameKind.HAND, self.grey_view.rows_of(changed))
        return FrameState(FrameKind.STILL, shift=shift)

    def _drifted(self, view: F32) -> FrameState:
        """Compare with the first view now and then: what creeps is in no two frames."""
        if self.first is None or self.calm % DRIFT_FRAMES:
            return STILL
        shift = self._shift(view, self.first)
        return FrameState(
            FrameKind.MOVED if MOVED_PITCHES <= shift <= FURTHEST_PITCHES else FrameKind.STILL,
            shift=shift,
        )

    def _rests(self, view: F32) -> int:
        """Return for how many frames nothing has moved; the same picture again is no news."""
        if self.last is None or self._moving(view).any():
            return 0
        if self.motion < inf:
            return self.rest + 1
        if np.array_equal(view, self.last):
            return self.rest
        return 0 if _changed(view, self.last, self.grey_view.bare).any() else self.rest + 1

    def _against_first(self, view: F32) -> tuple[tuple[int, ...], F32]:
        """Return the rows, from 1, beside which something lies that did not at first, and `first`.

        What was taken away is in `first` no more.
        """
        assert self.first is not None
        laid, first = laid_since(
            view, self.first, self.grey_view.bare, self.grey_view.row_lines, CHANGE_LEVEL
        )
        return self.grey_view.rows_of(laid) if laid.sum() >= HAND_BLOCKS else (), first

    def _moving(self, view: F32) -> Mask:
        last = self.still if self.last is None else self.last
        assert last is not None
        return np.asarray(block_change(view, last) > self.motion, np.bool_)

    def _shift(self, view: F32, still: F32) -> float:
        """Return how far `view` lies from `still`, in hole pitches; 0 when their edges agree."""
        a, b = edges_of(still), edges_of(view)
        if correlation(a, b) >= SAME_CORRELATION:
            return 0.0
        window = np.asarray(cv2.createHanningWindow(a.shape[::-1], cv2.CV_32F), np.float32)
        (dx, dy), _ = cv2.phaseCorrelate(a, b, window)
        return float(np.hypot(dx, dy) / (VIEW_SCALE * self.grey_view.shape.hole_pitch))


def _median(values: F32) -> np.float32:
    """Return the median; in a third of the time of numpy's, which is asked for each frame."""
    half = len(values) // 2
    low, high = np.partition(values, (half - 1, half))[half - 1 : half + 1]
    return np.float32(high if len(values) % 2 else (low + high) / 2)


def _changed(view: F32, before: F32, bare: Mask) -> Mask:
    """Return the blocks of the bare board that have changed, whatever the light."""
    now, then = without_light(view, bare), without_light(before, bare)
    return np.asarray(masked_block_change(now, then, bare) > CHANGE_LEVEL, np.bool_)
