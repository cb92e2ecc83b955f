"""The part of a picture that shows a board, in the colour space that it is looked for in."""

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose

__all__ = ["CROP_RIM", "FINEST", "crop_to_lab"]


# pixels a mm: finer brings nothing; a guess
FINEST = 3.5
# mm of the picture kept around a board's outline: a guess
CROP_RIM = 15.0


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
