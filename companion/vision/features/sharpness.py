"""How sharp is a picture where the board is? Its edges against those of a blurred copy. Pure.

An edge that is spread by s becomes flatter by sqrt(1 + b^2 / s^2) when it is blurred by b more:
where it hardly becomes flatter it was blurred before. That is asked along four directions, as a
camera that moves, or a board, blurs along one of them alone; the least sharp counts. The steepest
edges are taken, which stand above a sensor's noise. (A re-blur measure, as Crete et al., 2007.)
"""

import cv2
import numpy as np

from companion.vision.board.located import Located
from companion.vision.geometry.arrays import F32, Image

__all__ = ["sharpness"]

# pixels of a head's radius to which a picture is made smaller: enough to see 0.1 radii; a guess
RADIUS_PX = 8.0
# the blur it is held against, 1 sigma: of a head's radius, and in pixels at least, as no lens and
# no JPEG is sharper than about one; a guess
BLUR_RADII, LEAST_BLUR_PX = 0.3, 1.7
# part of the points whose slope is less than that of the steepest edges, and the points asked of
# rows and columns, to save time: guesses
STEEPEST, POINT_STEP = 0.995, 2
# stored luma added before a logarithm: the noise of shadows, a guess
OFFSET = 12.0
# head radii around the middles of the outer heads that are looked at: a guess
MARGIN_RADII = 2.0
# across, along and both diagonals
DIRECTIONS = np.array([(1, 0), (0, 1), (0.5**0.5, 0.5**0.5), (0.5**0.5, -(0.5**0.5))], np.float32)


def sharpness(image: Image, located: Located) -> float:
    """Return how many times steeper edges are than blurred by 0.3 head radii, where least so.

    One is no detail at all; pictures of the first labelled set had 1.9 and more.
    """
    grey, radius = _board_in_grey(image, located)
    if min(grey.shape) < 2 * RADIUS_PX:
        return float(np.inf)
    log = np.log(grey + np.float32(OFFSET))
    blurred = cv2.GaussianBlur(log, (0, 0), max(BLUR_RADII * radius, LEAST_BLUR_PX))
    now, then = _steepest(log), _steepest(np.asarray(blurred, np.float32))
    return float((now / np.maximum(then, 1e-6)).min())


def _board_in_grey(image: Image, located: Located) -> tuple[F32, float]:
    """Return what is around the heads, in grey and not too large, and a head's radius there."""
    pose, heads = located.pose, located.shape.heads()
    at = pose.project(heads)
    radius = float(np.median(pose.px_per_mm(heads))) * located.shape.head.radius
    height, width = image.shape[:2]
    low, high = (
        np.clip(edge, 0, (width, height)).astype(int)
        for edge in (at.min(0) - MARGIN_RADII * radius, at.max(0) + MARGIN_RADII * radius)
    )
    part = image[low[1] : high[1], low[0] : high[0]]
    if min(part.shape[:2]) < 1:
        return np.zeros((0, 0), np.float32), radius
    scale = min(1.0, RADIUS_PX / radius)
    if scale < 1:
        part = np.asarray(
            cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    return np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.float32), radius * scale


def _steepest(log: F32) -> F32:
    """Return (4,): the slope of the steepest edges along each direction."""
    x = log[1:-1, 2:] - log[1:-1, :-2]
    y = log[2:, 1:-1] - log[:-2, 1:-1]
    slopes = np.stack([each[::POINT_STEP, ::POINT_STEP].ravel() for each in (x, y)])
    along = np.abs(DIRECTIONS @ slopes)
    rank = int(STEEPEST * along.shape[1])
    return np.asarray(np.partition(along, rank, axis=1)[:, rank])
