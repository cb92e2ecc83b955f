"""The board in a new picture by SIFT features of the calibrated picture of the empty board.

Every match votes for the place, scale and turn of the board's middle (generalised Hough transform,
as in Lowe 2004); the winners give the corners. The ratio test is left out: on a lattice the second
match is as good as the first.

What else was tried: features of the empty board seen straight from above and aslant from four
sides, each match voting for three points of the board. Of 27 pictures in which these fail (the
first labelled set and rendered rooms, free hand) its first place was within a pitch in 7 and one
of its first four in 10; of a LEGO build of one's own, never.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image, Indices, Mask
from companion.vision.geometry.opencv_compat import homography, sift, similarity
from companion.vision.geometry.pose import Pose

__all__ = ["corners_by_features"]


# pixels across at which pictures are compared: finer adds only wood grain
PICTURE_WIDTH = 640
# a guess
MOST_POINTS = 2000
# a vote's bin: a part of the scale, of a turn, and pixels of the board's middle; a guess
SCALE_BIN, TURN_BIN, PLACE_BIN = 1.4, 30.0, 40.0
# a guess
FEWEST_MATCHES = 6


@dataclass(frozen=True, slots=True, eq=False)
class _Marks:
    """Key points of a picture: places (N, 2), sizes, angles (degrees) and descriptors (N, 128)."""

    at: F64
    size: F64
    angle: F64
    words: F32


def corners_by_features(image: Image, shape: BoardShape, empty: Image, pose: Pose) -> F64 | None:
    """Return the outer places (4, 2) in BGR `image`, as `pose` sees them in the `empty` picture.

    Each match says where the board's middle would be, how large and how turned: the most votes
    win, matches are not sifted before. None when too few agree.
    """
    ratio = PICTURE_WIDTH / empty.shape[1]
    outline = (pose.project(shape.outline_points()) + 0.5) * ratio - 0.5
    corners = (pose.project(shape.corners()) + 0.5) * ratio - 0.5
    if not np.isfinite(outline).all():
        return None
    known = _marks(empty, within=outline)
    seen = _marks(image)
    if known is None or seen is None:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(known.words, seen.words, k=2)
    i, j = np.array([(m.queryIdx, m.trainIdx) for pair in pairs for m in pair], np.intp).T
    chosen = _voted(known, seen, i, j, corners.mean(axis=0))
    source, target = known.at[i[chosen]], seen.at[j[chosen]]
    moved = _moved(source, target, corners)
    return None if moved is None else (moved + 0.5) * image.shape[1] / PICTURE_WIDTH - 0.5


def _marks(image: Image, *, within: F64 | None = None) -> _Marks | None:
    height = max(8, round(image.shape[0] * PICTURE_WIDTH / image.shape[1]))
    small = cv2.resize(image, (PICTURE_WIDTH, height), interpolation=cv2.INTER_AREA)
    mask = None
    if within is not None:
        mask = np.zeros(small.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(within).astype(np.int32), 255)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    points, words = sift(MOST_POINTS).detectAndCompute(grey, mask)
    if words is None or len(points) < FEWEST_MATCHES:
        return None
    return _Marks(
        np.array([p.pt for p in points], np.float64),
        np.array([p.size for p in points], np.float64),
        np.array([p.angle for p in points], np.float64),
        np.asarray(words, np.float32),
    )


def _voted(
    known: _Marks,
    seen: _Marks,
    i: Indices,
    j: Indices,
    middle: F64,
) -> Mask:
    """Return which matches agree with the winning size, turn and place of the board's middle."""
    scale = seen.size[j] / known.size[i]
    turn = np.radians(seen.angle[j] - known.angle[i])
    offset = middle - known.at[i]
    cos, sin = np.cos(turn), np.sin(turn)
    there = seen.at[j] + scale[:, None] * np.stack(
        [cos * offset[:, 0] - sin * offset[:, 1], sin * offset[:, 0] + cos * offset[:, 1]], axis=1
    )
    log = np.log(scale) / np.log(SCALE_BIN)
    votes = np.c_[
        there / PLACE_BIN, log, np.cos(turn) * 57.3 / TURN_BIN, np.sin(turn) * 57.3 / TURN_BIN
    ]
    apart = np.abs(votes[:, None] - votes[None]).max(axis=-1) < 1.0
    return np.asarray(apart[int(np.argmax(apart.sum(axis=1)))])


def _moved(source: F64, target: F64, corners: F64) -> F64 | None:
    """Return the corners carried over by a homography if that holds, else by a similarity."""
    alike = similarity(source, target, robust=12.0)
    if alike is None or alike[1].sum() < FEWEST_MATCHES:
        return None
    rough = corners @ alike[0][:, :2].T + alike[0][:, 2]
    plane = homography(source, target, robust=5.0)
    if plane is None:
        return rough
    exact = np.c_[corners, np.ones(4)] @ plane.T
    exact = exact[:, :2] / exact[:, 2:]
    size = float(np.linalg.norm(rough[0] - rough[2]))
    far = np.linalg.norm(exact - rough, axis=1).max()
    return np.asarray(exact if far < 0.15 * size else rough)
