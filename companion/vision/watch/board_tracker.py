"""Frames become observations: is it still, where is the board now, and what stands on it.

The only thing here that changes is the tracker itself: where it last found the board.
"""

from collections.abc import Callable
from dataclasses import replace
from math import inf

import numpy as np

from companion.errors import BoardNotFound, UnfitPicture
from companion.vision.board.located import Located
from companion.vision.camera.frames import Frame
from companion.vision.geometry.arrays import Image, are_equal
from companion.vision.geometry.pose import Pose
from companion.vision.read.reading import Reading
from companion.vision.watch.hands_and_motion import MOTION, MotionDetector
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.row_texture import RowTexture
from companion.vision.watch.watcher import Observation

__all__ = ["BoardTracker"]

# given where the board was a moment ago, if it was
Find = Callable[[Image, Pose | None], Located]
Read = Callable[[Image, Located], Reading]

# frames without motion before a moved board is looked for: a search costs many frames; a guess
REST_FRAMES = 3
# readings of the same still view after which another says nothing new: twice what settles anything;
# by the watcher's `Pace`: twice its patience of 12, chosen
ENOUGH_READINGS = 24
# times that a board is found with a hand over it before it is taken as it is: it may be another
# shadow, now that it lies elsewhere: a guess
COVERED_FINDS = 3
# pixels between two that are compared, rows and columns, to tell the same frame sent again: no two
# pictures of a sensor are alike in all of them; a guess
SAMPLE_STEP = 8
# hole pitches by which a corner must lie elsewhere: less is the error of two finds; a guess, below
# the half pitch that takes a row for another
ELSEWHERE_PITCHES = 0.3


class BoardTracker:
    """Looks at a board with `find`, which raises BoardNotFound, and `read`.

    `motion` is as for `MotionDetector.at`.
    """

    def __init__(self, find: Find, read: Read, *, motion: float = MOTION) -> None:
        self._motion = motion
        self._find = find
        self._read = read
        self._detector: MotionDetector | None = None
        self._texture: RowTexture | None = None
        self._found: Located | None = None
        self._lost = False
        self._rest = 0
        # the last frame was not still
        self._busy = False
        # how often it was found with a hand over it
        self._hidden = 0
        # the onlook at the first of the readings of what stands there now, and their number
        self._read_at: MotionDetector | None = None
        self._reads = 0
        # some pixels of the frame that was read last
        self._sample: Image | None = None
        # looks for it at once with the first frame
        self._size: tuple[int, ...] = ()

    @property
    def place(self) -> Located | None:
        """Where the board is now, for who shows the picture; None while it is looked for."""
        return None if self._lost else self._found

    def look(self, frame: Frame) -> Observation:
        """Return what `frame` shows."""
        if self._detector is None or frame.image.shape != self._size:
            return self._search(frame)
        detector, state = self._detector.on(frame.image)
        if fault := self._fault_at_once(frame.image, state.kind):
            return Observation(frame.at, FrameKind.STILL, fault=fault)
        self._detector = detector
        if state.laid is not None and self._lies_elsewhere(frame.image):
            # what changed was no thing laid there but the board, lifted or turned
            self._rest, state = REST_FRAMES, replace(state, kind=FrameKind.MOVED)
        if state.kind is FrameKind.MOVED:
            self._lost = True
        if self._lost:
            return replace(self._wait(frame, state.kind), moves=state.moves)
        near = state.near or None
        look = Observation(frame.at, state.kind, light=state.light, near=near, laid=state.laid)
        if state.kind is not FrameKind.STILL:
            self._reads = 0
            return replace(look, moves=state.moves)
        return self._read_if_new(frame.image, look)

    def _fault_at_once(self, image: Image, kind: FrameKind) -> str:
        """Return why a first frame that is not still cannot be read, if that is why it is not.

        Only the first: what is not still for longer is a hand, and may look like a brighter light.
        """
        is_first = kind is not FrameKind.STILL and not self._busy
        self._busy = kind is not FrameKind.STILL
        if not is_first or self._lost or self._found is None:
            return ""
        fault = self._read(image, self._found).fault
        if fault:
            # what comes after it may be fit with no other news
            self._read_at = None
        return fault

    def _lies_elsewhere(self, image: Image) -> bool:
        """Return whether the board is found, and in another place than where it is looked at."""
        assert self._found is not None
        shape, pose = self._found.shape, self._found.pose
        try:
            there = self._find(image, pose).pose
        except BoardNotFound:
            return False
        apart = np.linalg.norm(
            pose.project(shape.corners()) - there.project(shape.corners()), axis=1
        )
        step = shape.hole_pitch * float(np.median(pose.px_per_mm(shape.corners())))
        return bool(apart.max() > ELSEWHERE_PITCHES * step)

    def read_anew(self) -> None:
        """Read what stands there again, though it was read often enough."""
        self._read_at = self._sample = None

    def _read_if_new(self, image: Image, look: Observation) -> Observation:
        """Return `look` with a reading, unless all that stands there was read often enough.

        A frame that is sent again proves nothing new: what is read counts by frames that differ.
        """
        assert self._detector is not None
        if self._motion < inf and self._is_read(image):
            return look
        if self._read_at is None or self._detector.is_news(self._read_at):
            self._reads = 0
        if self._reads >= ENOUGH_READINGS and self._motion < inf:
            return look
        if self._reads == 0:
            self._read_at = self._detector
        self._reads += 1
        return self._with_reading(image, look)

    def _is_read(self, image: Image) -> bool:
        """Return whether `image` is the one that was read last, to the pixel."""
        return self._sample is not None and are_equal(_sample_of(image), self._sample)

    def _with_reading(self, image: Image, look: Observation) -> Observation:
        """Return `look` with what is read in `image`, or why it cannot be."""
        assert self._found is not None
        # a copy: a camera may use its buffer again
        self._sample = _sample_of(image).copy()
        reading = self._read(image, self._found)
        fault = reading.fault
        if fault:
            # its light may change back with no other news
            self._read_at = None
            return replace(look, fault=fault)
        if self._motion == inf or self._texture is None:
            return replace(look, reading=reading)
        return replace(look, reading=reading, pictures=self._texture.on(image, reading))

    def _wait(self, frame: Frame, kind: FrameKind) -> Observation:
        """Let hands and shaking end before the board is looked for."""
        if kind is FrameKind.DARK:
            return Observation(frame.at, kind)
        self._rest = 0 if kind is FrameKind.HAND else self._rest + 1
        if self._rest < REST_FRAMES:
            return Observation(frame.at, FrameKind.MOVED)
        return self._search(frame)

    def _search(self, frame: Frame) -> Observation:
        self._size, self._rest = frame.image.shape, 0
        before = self._found
        try:
            found = self._find(frame.image, before.pose if before else None)
        except UnfitPicture as error:
            return Observation(frame.at, FrameKind.MOVED, fault=str(error))
        except BoardNotFound:
            return Observation(frame.at, FrameKind.MOVED)
        there, _ = MotionDetector.at(found, motion=self._motion).on(frame.image)
        self._hidden += 1
        if self._detector and self._hidden < COVERED_FINDS and there.is_under_hand(self._detector):
            # who moved it still reaches over it
            self._rest = REST_FRAMES
            return Observation(frame.at, FrameKind.MOVED)
        turned = before is not None and _has_turned(before.pose, found.pose)
        self._found, self._lost, self._read_at = found, False, None
        self._detector, self._hidden = there, 0
        self._texture = self._texture.at(found) if self._texture else RowTexture(found)
        look = Observation(frame.at, FrameKind.STILL, turned=turned)
        return self._with_reading(frame.image, look)


def _sample_of(image: Image) -> Image:
    return image[::SAMPLE_STEP, ::SAMPLE_STEP]


def _has_turned(before: Pose, after: Pose) -> bool:
    """Return whether the board faces another side: turned by over 45 degrees."""
    return bool(before.r[:2, 0] @ after.r[:2, 0] < 0.7)
