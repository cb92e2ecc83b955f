"""Several frames of a camera become one still picture, or a sentence on why they cannot. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from companion.errors import CalibrationError
from companion.i18n import _, number, percent
from companion.vision.geometry.arrays import F32, F64, Image

__all__ = ["FRAMES", "Quality", "measure", "still_of"]


# frames that make a picture: half a second, and noise falls to less than half; a guess
FRAMES = 5
# px, the width at which frames are measured, and the side of the blocks that are compared
VIEW_WIDTH, BLOCK_PX = 640, 16
# grey levels by which a block may differ from one frame to the next, light as a whole left out: a
# guess
MOTION_LEVEL = 9.0
# of 255: brightest fiftieth of a picture in which colours are hardly told, and plain white; a guess
DARK_LEVEL, WHITE_LEVEL = 60, 250
# part of a picture from which plain white is worth a word (it may be the table), or is useless: a
# guess
CLIPPED_PART, LOST_PART = 0.2, 0.8
# 0 sharp .. 1 blurred (Crete et al. 2007): photographs of boards have 0.18 to 0.43, and about 0.6
# after a blur of 4 in 1280 pixels
BLURRED = 0.62
# stops that the light may wander over the frames when exposure is locked: a guess
WANDERS = 0.12
# how far red against blue may wander, as a fraction, when white balance is locked; a guess
TINTS = 0.05


@dataclass(frozen=True, slots=True)
class Quality:
    """What frames are like: `bright` (0..255), `clipped` (0..1), `blur` (0 sharp .. 1), `motion`.

    `motion` is in grey levels; `wander` in stops and `tint` as a fraction are how much exposure
    and white balance change.
    """

    bright: float
    clipped: float
    blur: float
    motion: float
    wander: float
    tint: float

    def trouble(self) -> CalibrationError | None:
        """Return what makes the frames useless, with the remedy; None when they serve."""
        if self.bright < DARK_LEVEL:
            return CalibrationError(
                _("The picture is too dark."), hint=_("Add light, or open the exposure.")
            )
        if self.clipped > LOST_PART:
            return CalibrationError(
                _("The picture is plain white."), hint=_("Take light or exposure away.")
            )
        if self.motion > MOTION_LEVEL:
            return CalibrationError(
                _("Something moves in the picture."),
                hint=_("Take your hands away and leave the camera alone for a second."),
            )
        if self.blur > BLURRED:
            return CalibrationError(
                _("The picture is blurred."),
                hint=_("Focus the camera on the board, or move it further away."),
            )
        return None

    def report(self) -> tuple[str, ...]:
        """Say what was measured, with a remedy where something would make readings worse."""
        lines = [
            _(
                "Sharp: {sharp} of 1. Bright: {bright} of 255, {clipped} plain white. "
                "Steady: {motion} grey levels from frame to frame."
            ).format(
                sharp=number(1 - self.blur, digits=2),
                bright=number(self.bright, digits=0),
                clipped=percent(self.clipped),
                motion=number(self.motion, digits=0),
            )
        ]
        if self.clipped > CLIPPED_PART:
            lines.append(_("If more than the table is white, take light away."))
        if self.wander > WANDERS:
            lines.append(
                _(
                    "Exposure wanders by {stops} stops: lock it in the camera's settings, "
                    "or light the table with one steady lamp."
                ).format(stops=number(self.wander, digits=2))
            )
        if self.tint > TINTS:
            lines.append(
                _("White balance wanders by {share}: lock it in the camera's settings.").format(
                    share=percent(self.tint)
                )
            )
        if self.wander <= WANDERS and self.tint <= TINTS:
            lines.append(_("Exposure and white balance stay as they are."))
        return tuple(lines)


def measure(frames: Sequence[Image]) -> Quality:
    """Measure frames (h, w, 3), uint8 BGR, taken one after another; they are of one size."""
    small = [_small(frame) for frame in frames]
    grey = [np.asarray(cv2.cvtColor(s, cv2.COLOR_BGR2GRAY), np.float32) for s in small]
    middle = _median(small)
    levels = [max(1.0, float(g.mean())) for g in grey]
    tints = [float((s[..., 2].mean() + 1) / (s[..., 0].mean() + 1)) for s in small]
    return Quality(
        bright=float(np.percentile(middle.max(axis=2), 98)),
        clipped=float((middle.min(axis=2) >= WHITE_LEVEL).mean()),
        blur=_blur(grey[-1]),
        motion=max(
            (_motion(a, b) for a, b in pairwise(grey)),
            default=0.0,
        ),
        wander=float(2.2 * np.log2(max(levels) / min(levels))),
        tint=max(tints) / min(tints) - 1,
    )


def still_of(frames: Sequence[Image]) -> Image:
    """Return the median of frames; raises CalibrationError, with the remedy, when one is no use."""
    if len({frame.shape for frame in frames}) != 1:
        raise CalibrationError(
            _("The camera changed the size of its pictures."),
            hint=_("Wait a second and try again."),
        )
    trouble = measure(frames).trouble()
    if trouble:
        raise trouble
    return np.asarray(_median(frames), np.uint8)


def _median(frames: Sequence[Image]) -> F64:
    """Return the median of each value over frames of one shape.

    By odd-even transposition sort (Knuth, The Art of Computer Programming 3, 5.3.4), in which whole
    frames are compared at once: a fifth of the time of `np.median`.
    """
    ordered, number = list(frames), len(frames)
    for step in range(number):
        for i in range(step % 2, number - 1, 2):
            a, b = ordered[i], ordered[i + 1]
            ordered[i : i + 2] = np.minimum(a, b), np.maximum(a, b)
    low, high = ordered[(number - 1) // 2], ordered[number // 2]
    return np.add(low, high, dtype=np.float64) / 2


def _small(frame: Image) -> Image:
    h, w = frame.shape[:2]
    if w <= VIEW_WIDTH:
        return frame
    size = (VIEW_WIDTH, max(1, round(h * VIEW_WIDTH / w)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def _motion(before: F32, now: F32) -> float:
    """Return the largest change of a block, light as a whole left out."""
    a, b = (view * (100.0 / max(1.0, float(np.median(view)))) for view in (before, now))
    h, w = (max(1, n // BLOCK_PX) for n in a.shape)
    blocks = cv2.resize(abs(a - b), (w, h), interpolation=cv2.INTER_AREA)
    return float(np.max(blocks))


def _blur(grey: F32) -> float:
    """Return how little a picture loses when it is blurred once more: 0 sharp .. 1 blurred."""
    parts = []
    for view in (grey, np.ascontiguousarray(grey.T)):
        soft = cv2.blur(view, (9, 1))
        edges, left = (np.abs(np.diff(v, axis=1)) for v in (view, np.asarray(soft)))
        lost = np.maximum(edges - left, 0).sum()
        parts.append(1 - float(lost) / max(1e-6, float(edges.sum())))
    return max(parts)
