"""Where the board is in a picture: by markers, by four clicks, by what was known, or unaided.

Every way ends in the lattice of holes; what it does not support is not given out as found.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.vision.adjust import Freedom, Sighting
from companion.vision.chart import judged
from companion.vision.lattice import NEAR, ROUGH, refine
from companion.vision.markers import Seen, poses_from_markers, see_markers
from companion.vision.pose import Pose
from companion.vision.settle import settled
from companion.vision.shape import BoardShape

__all__ = ["Found", "Lens", "find_board"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

# focal length in picture widths and k1 of cameras that are met: usual ones, wide ones
LENSES = ((0.8, 0.0), (0.6, -0.14))
FREE = Freedom(focal=0.12, k1=0.05)


@dataclass(frozen=True, slots=True)
class Lens:
    """A calibrated lens: focal lengths and centre in picture widths, and five distortions."""

    fx: float
    fy: float
    cx: float
    cy: float
    dist: tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Where the board is: its `pose`, its `shape` as it is here, `how` it was found, `score`."""

    pose: Pose
    shape: BoardShape
    how: str
    score: float
    notes: tuple[str, ...] = ()


def find_board(
    image: Image,
    shape: BoardShape,
    *,
    corners: npt.ArrayLike | None = None,
    lens: Lens | None = None,
    first_id: int = 0,
) -> Found:
    """Find `shape` in `image` (BGR, (h, w, 3))."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    if corners is not None:
        return _by_corners(image, shape, np.asarray(corners, np.float64).reshape(4, 2), lens)
    seen = see_markers(grey, first_id=first_id) if shape.markers else Seen({})
    if seen.quads:
        found = _by_markers(image, shape, seen, lens)
        if found:
            return found
    raise BoardNotFound("no")


def _by_markers(image: Image, shape: BoardShape, seen: Seen, lens: Lens | None) -> Found | None:
    fits = []
    for guess in guesses(image.shape, lens):
        free = Freedom() if lens else FREE
        for pose, anchors in poses_from_markers(seen, shape, guess, freedom=free):
            fit = refine(image, shape, pose, anchors=anchors, freedom=free, stages=NEAR)
            fits.append(fit)
        break
    if not fits:
        return None
    best = max(fits, key=lambda fit: fit.score)
    return Found(best.pose, shape.stretched(best.stretch), "markers", best.score)


def _by_corners(image: Image, shape: BoardShape, corners: Floats, lens: Lens | None) -> Found:
    free = Freedom() if lens else FREE
    planes = [settled(image, shape, corners, guess) for guess in guesses(image.shape, lens)]
    best: Found | None = None
    for plane in planes:
        if plane is None or (planes[0] and plane.worth < planes[0].worth):
            continue
        for found in _refined(image, shape, plane.cameras(shape, freedom=free), free, "corners"):
            # another lens than the usual must be seen to be one
            if best is None or found.score > best.score * (1.0 if plane is planes[0] else 1.05):
                best = found
    if best is None:
        raise BoardNotFound("no")
    return best


def _refined(
    image: Image,
    shape: BoardShape,
    cameras: list[tuple[Pose, Sighting]],
    free: Freedom,
    how: str,
) -> list[Found]:
    found = []
    for pose, anchors in cameras:
        fit = refine(image, shape, pose, anchors=anchors, freedom=free, stages=ROUGH)
        here = shape.stretched(fit.stretch)
        found.append(Found(fit.pose, here, how, judged(image, here, fit.pose)))
    return found


def guesses(size: tuple[int, ...], lens: Lens | None) -> list[Pose]:
    """Give cameras that may have taken a picture of `size` (h, w, ...), standing nowhere yet."""
    h, w = size[:2]
    if lens:
        k = np.array([[lens.fx * w, 0, lens.cx * w], [0, lens.fy * w, lens.cy * w], [0, 0, 1.0]])
        return [Pose(k, np.array(lens.dist), np.eye(3), np.zeros(3), (w, h))]
    made = []
    for focal, k1 in LENSES:
        k = np.array([[focal * w, 0, (w - 1) / 2], [0, focal * w, (h - 1) / 2], [0, 0, 1.0]])
        made.append(Pose(k, np.array([k1, 0, 0, 0, 0.0]), np.eye(3), np.zeros(3), (w, h)))
    return made
