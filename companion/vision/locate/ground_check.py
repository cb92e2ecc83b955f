"""Whether all places of a board stand on the ground that they should: a table has other colours.

A lattice of studs goes on around the places, so a board laid some rows further fits nearly as
well. Its end then stands on the frame, the wall or the table.
"""

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.score_terms import spots_beside
from companion.vision.geometry.arrays import F64, Image, Mask
from companion.vision.geometry.pose import Pose

__all__ = ["ground_consistency"]


# steps of Lab that are still the same tint, and the same colour in light or shadow
TINT, LIGHT = 10.0, 60.0


def ground_consistency(lab: Image, shape: BoardShape, pose: Pose) -> float:
    """Return the share of spots beside pegs that have the ground's colour, in the worst line.

    A line is a row or a column; the colour is the usual one of ground of the same letter.
    """
    spots = spots_beside(shape)
    colours, seen = _colours(lab, pose, spots.reshape(-1, 2))
    colours = colours.reshape(*spots.shape[:2], 3)
    letters = np.array(list("".join(shape.ground) or "." * len(spots)))
    usual = np.empty((len(spots), 1, 3))
    for letter in set(letters):
        usual[letters == letter] = np.median(colours[letters == letter], axis=(0, 1))
    light, a, b = np.moveaxis(np.abs(colours - usual), 2, 0)
    same = seen.reshape(light.shape) & (np.hypot(a, b) < TINT) & (light < LIGHT)
    share = same.mean(axis=1).reshape(shape.rows, shape.cols)
    return float(min(share.mean(axis=1).min(), share.mean(axis=0).min()))


def _colours(lab: Image, pose: Pose, spots: F64) -> tuple[F64, Mask]:
    """Return Lab (N, 3) at spots of z = 0, and which of them are in the picture."""
    at = np.rint(pose.project(np.c_[spots, np.zeros(len(spots))]))
    h, w = lab.shape[:2]
    x, y = np.clip(np.nan_to_num(at, nan=-1.0), -1, max(h, w)).astype(np.intp).T
    seen = (x >= 0) & (y >= 0) & (x < w) & (y < h)
    soft = cv2.boxFilter(lab, -1, (5, 5))
    return soft[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)].astype(np.float64), seen
