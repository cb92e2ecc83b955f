"""How far each slider is pulled out, as a small net says that sees a strip along it, flat.

The net (`benchmarks/train_sliders.py`) was taught on drawn tables of every pattern, with shadows
and hands, and says 0 to 4 clicks, or hidden. The segments (`segments`) are hand-made evidence. Each
is fooled by other things: on 70 drawn tables with patterned cloths the segments alone read 71%
right and 8.8% wrongly; what both say, or the net alone where it is sure, is 98.3% right on the
first set, none wrongly.
"""

from functools import lru_cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, Image
from companion.vision.geometry.pose import Pose

__all__ = ["CLASSES", "HIDDEN", "prepared", "slider_chances", "strips_of"]

# samples of a strip: along, from before the tip of a slider that is in to past one that is out,
# in clicks; and across, in half widths of a slider, outwards from the row's line
ALONG = np.linspace(-1.2, 5.2, 52)
ACROSS = np.linspace(-2.4, 2.4, 12)
# what is told apart: 0 to 4 clicks, and that it cannot be seen; by definition
HIDDEN, CLASSES = 5, 6
# of 255, added to the spread by which a strip is scaled: an even one is not noise blown up; a guess
FAINT = 4.0
# clicks from which on a strip shows slider or table, no board: these set the scale, so that a white
# slider is told from a pale table beside a dark board; what is far out is cut, in spreads; chosen
# by eye on the first set
OUT, MOST = -0.8, 5.0
LOCK = Lock()  # a net of OpenCV's is used by one thread at a time


def slider_chances(image: Image, pose: Pose, shape: BoardShape) -> F32:
    """Return (2 * rows, 6) probabilities: of the red sliders, row 1 first, then of the white."""
    if shape.sliders is None:
        return np.zeros((0, CLASSES), np.float32)
    inputs = prepared(strips_of(image, pose, shape))
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


def strips_of(image: Image, pose: Pose, shape: BoardShape) -> F32:
    """Return (2 * rows, 12, 52, 3): strips of the red sliders, row 1 first, then of the white."""
    points = _strip_points(shape)
    pixels = np.nan_to_num(pose.project(points), nan=-1e4).astype(np.float32)
    x, y = np.ascontiguousarray(pixels.reshape(-1, len(ALONG), 2).transpose(2, 0, 1))
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(-1, len(ACROSS), len(ALONG), 3), np.float32)


@lru_cache(maxsize=8)
def _strip_points(shape: BoardShape) -> F32:
    """Return (2 * rows * 12 * 52, 3) points of the board in mm, in the order of the strips."""
    sliders = shape.sliders
    if sliders is None:
        raise ValueError("a board without sliders has no strips")
    strips = []
    for colour, dy in (("red", sliders.red_dy), ("white", sliders.white_dy)):
        x = ALONG * sliders.step
        y = ACROSS * sliders.radius * np.copysign(1.0, dy)
        offsets = np.stack(np.broadcast_arrays(x[None, :], y[:, None], 0.0), -1).reshape(-1, 3)
        strips += [shape.slider_track(row, colour)[0] + offsets for row in range(1, shape.rows + 1)]
    return np.concatenate(strips).astype(np.float32)


def prepared(strips: F32) -> F32:
    """Return (n, 6, 12, 52) inputs: each strip, and what those of its colour have in common."""
    half = len(strips) // 2
    common = [np.median(part, axis=0) for part in (strips[:half], strips[half:])]
    beside = np.repeat(np.array(common), half, axis=0)
    made = np.concatenate([strips, beside], axis=3)
    out = strips[:, :, ALONG > OUT]
    middle = out.mean(axis=(1, 2), keepdims=True)
    spread = out.std(axis=(1, 2, 3), keepdims=True) + FAINT
    made = (made - np.concatenate([middle, middle], axis=3)) / spread
    return np.ascontiguousarray(np.clip(made, -MOST, MOST).transpose(0, 3, 1, 2), np.float32)
