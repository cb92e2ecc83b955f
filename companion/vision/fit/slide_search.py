"""Where else a board may lie in its plane: shifted by a step or two, and turned by a few degrees.

What holds a board may have slid under it: a card of markers, a sheet. The plane is right then, and
only three numbers are open, so all of them are tried on the score maps of that plane.
"""

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.score.score_maps import map_scores
from companion.vision.score.top_view import crop_to_lab

__all__ = ["slides"]

# pitches by which a build may have slid, and degrees by which it may have turned, in steps: guesses
REACH, TURNS = 1.6, (-3.0, -1.5, 0.0, 1.5, 3.0)
# mm between two shifts, and of smoothing, as between them nothing fits exactly; pixels a mm:
# guesses
STEP, BLUR, SCALE = 1.5, 1.0, 1.4
# shifts nearer to each other than this part of the smaller pitch are one; a guess
SAME = 0.6
# by how much a shift may score lower than the best and still be one: of 21 pictures of the first
# labelled set, as they are and slid, the right shift was the best on the maps each time, and none
# that scored lower by this came nearer to it than 0.24 when both were refined
MOST_BEHIND = 0.25


def slides(image: Image, shape: BoardShape, pose: Pose, *, count: int) -> list[Pose]:
    """Return up to `count` poses in the plane of `pose` of nearly the highest score, best first."""
    reach = REACH * np.array([shape.hole_pitch, shape.row_pitch])
    ends = np.ptp(shape.corners()[:, :2], axis=0).max() / 2
    margin = float(reach.max() + ends * np.sin(np.radians(max(TURNS))) + 4.0)
    lab, now = crop_to_lab(image, shape, pose, rim=1.5 * margin)
    maps = map_scores(lab, shape, now, margin=margin, scale=SCALE).blurred(BLUR)
    shifts, turns, warps = _warps(shape, reach)
    score = maps.score(warps)
    found: list[int] = []
    for k in np.argsort(-score, kind="stable"):
        if len(found) == count or score[k] < score.max() - MOST_BEHIND:
            break
        apart = [np.linalg.norm(shifts[k] - shifts[other]) for other in found]
        if all(gap > SAME * min(shape.hole_pitch, shape.row_pitch) for gap in apart):
            found.append(int(k))
    return [_moved(pose, warps[k], turns[k]) for k in found]


def _warps(shape: BoardShape, reach: F64) -> tuple[F64, F64, F64]:
    """Return shifts (K, 2) mm, turns (K,) degrees, and the warps (K, 3, 3) that do both."""
    x, y = (np.arange(-(r // STEP), r // STEP + 1) * STEP for r in reach)
    grid = np.stack(np.meshgrid(x, y, TURNS, indexing="ij"), axis=-1).reshape(-1, 3)
    shifts, turns = grid[:, :2], grid[:, 2]
    middle = shape.corners()[:, :2].mean(axis=0)
    c, s = np.cos(np.radians(turns)), np.sin(np.radians(turns))
    warps = np.tile(np.eye(3), (len(grid), 1, 1))
    warps[:, :2, :2] = np.stack([c, -s, s, c], axis=1).reshape(-1, 2, 2)
    warps[:, :2, 2] = middle + shifts - warps[:, :2, :2] @ middle
    return shifts, turns, warps


def _moved(pose: Pose, warp: F64, degrees: float) -> Pose:
    turn = np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, np.radians(degrees)]))[0], np.float64)
    shift = pose.r @ np.array([warp[0, 2], warp[1, 2], 0.0])
    return replace(pose, r=pose.r @ turn, t=pose.t + shift)
