"""How far each slider is pulled out: read twice, by a small net and by its segments.

The net (`benchmarks/train_sliders.py`) sees a strip along the slider, flat; it was taught on drawn
tables of every pattern, with shadows and hands, and says 0 to 4 clicks, or hidden. The segments
(`slider_segments`) are hand-made evidence. Each is fooled by other things: on 70 drawn tables with
patterned cloths the segments alone read 71% right and 8.8% wrongly. What both say is read, and what
the net alone is sure of; on the first set 98.3% are right so, none wrongly.
"""

from functools import lru_cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, Image
from companion.vision.geometry.pose import Pose
from companion.vision.sliders.segments import read_segments
from companion.vision.sliders.strips import CLASSES, HIDDEN, prepared, strips_of

__all__ = ["read_sliders"]

# the least probability of what the net says where the segments say the same, where they cannot
# tell, and where they say something else; chosen on drawn tables and the first set
SAME, ALONE, AGAINST = 0.4, 0.9, 0.97
LOCK = Lock()  # a net of OpenCV's is used by one thread at a time


def read_sliders(
    image: Image, pose: Pose, shape: BoardShape
) -> tuple[tuple[int | None, int | None], ...]:
    """Return (red, white) clicks a row, row 1 first; None where it cannot be told."""
    if shape.sliders is None:
        return ()
    chances = _chances(prepared(strips_of(image, pose, shape)))
    red, white = zip(*read_segments(image, pose, shape), strict=True)
    clicks = [_both(*pair) for pair in zip(chances, (*red, *white), strict=True)]
    return tuple(zip(clicks[: shape.rows], clicks[shape.rows :], strict=True))


def _both(chances: F32, segments: int | None) -> int | None:
    best = int(chances.argmax())
    least = ALONE if segments is None else SAME if segments == best else AGAINST
    return best if best != HIDDEN and chances[best] > least else None


def _chances(inputs: F32) -> F32:
    """Return (n, 6) probabilities."""
    with LOCK:
        net = _net()
        net.setInput(inputs)
        votes = np.asarray(net.forward(), np.float32).reshape(-1, CLASSES)
    odds = np.exp(votes - votes.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


@lru_cache(maxsize=1)
def _net() -> "cv2.dnn.Net":
    file = resources.files("companion.vision") / "data" / "sliders.onnx"
    return cv2.dnn.readNetFromONNX(np.frombuffer(file.read_bytes(), np.uint8))
