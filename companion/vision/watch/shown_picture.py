"""A camera's picture made ready to be shown: the code's place covered, a row enlarged, made small.

What lies where the code is hidden must not leave the camera; it is painted over before anything
else is done with the picture, wherever a shield or a maker's hand may leave it in sight.
"""

from collections.abc import Mapping

import cv2
import numpy as np

from companion.game.core.codes import EMPTY
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose

__all__ = ["board_alone", "cropped_row", "marked", "shrunk", "within_outline", "without_code"]

# mm above the board up to which pegs of the code, or fingers that set them, may stand: a guess
CODE_REACH_MM = 25.0
# hole pitches around the code's places that are covered too; chosen by eye
CODE_RIM = 1.0
# BGR: Okabe and Ito's blue and orange, told apart under every kind of colour blindness; Okabe and
# Ito 2008, chosen for that
BLUE, ORANGE, WHITE, BLACK = (178, 114, 0), (0, 159, 230), (255, 255, 255), (0, 0, 0)
FONT = cv2.FONT_HERSHEY_SIMPLEX
# pixels across of an enlarged row: a guess
ROW_WIDTH = 720


def without_code(image: Image, shape: BoardShape, pose: Pose) -> Image:
    """Return a copy of `image` (h, w, 3) in which the places of the code are black."""
    covered = image.copy()
    if shape.code is None:
        return covered
    holes = shape.code_holes()
    pad = CODE_RIM * shape.code.pitch
    xs = (holes[:, 0].min() - pad, holes[:, 0].max() + pad)
    ys = (shape.code.y - pad, shape.code.y + pad)
    corners = [
        (x, y, z) for x in xs for y in ys for z in (min(0.0, shape.code.height), CODE_REACH_MM)
    ]
    pixels = np.round(pose.project(np.array(corners))).astype(np.int32)
    cv2.fillConvexPoly(covered, np.asarray(cv2.convexHull(pixels.reshape(-1, 1, 2))), (0, 0, 0))
    return covered


def marked(image: Image, shape: BoardShape, pose: Pose, letters: Mapping[int, str]) -> Image:
    """Return a copy of `image` with a ring on each place, `letters` (row -> row) beside pegs."""
    drawing = image.copy()
    line = np.round(pose.project(shape.outline_points())).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(drawing, [line], isClosed=True, color=BLUE, thickness=2)
    radii = pose.px_per_mm(shape.heads()) * shape.head.radius
    places = zip(shape.cells(), pose.project(shape.heads()), radii, strict=True)
    for (row, col), (x, y), radius in places:
        if not (abs(x) < 2 * image.shape[1] and abs(y) < 2 * image.shape[0]):
            continue
        letter = letters.get(row, "")[col - 1 : col].strip(EMPTY)
        size = max(2, round(float(radius) * (1.0 if letter else 0.4)))
        colour = ORANGE if letter == "?" else BLUE
        cv2.circle(drawing, (round(float(x)), round(float(y))), size, colour, 1, cv2.LINE_AA)
        if letter:
            at = (round(float(x)) - 4, round(float(y)) + 4)
            for ink, width in ((BLACK, 3), (WHITE, 1)):
                cv2.putText(drawing, letter, at, FONT, 0.45, ink, width, cv2.LINE_AA)
    return drawing


def cropped_row(image: Image, shape: BoardShape, pose: Pose, row: int) -> Image:
    """Return `row` (from 1) of the board enlarged, the breaker's view upright."""
    y, pad = shape.row_y(row), 0.75
    left = shape.first[0] - pad * shape.hole_pitch
    right = shape.first[0] + (shape.cols - 1 + pad) * shape.hole_pitch
    near, far = y - pad * shape.row_pitch, y + pad * shape.row_pitch
    height = shape.head.height
    corners = np.array([(left, far, height), (right, far, height), (right, near, height)])
    size = (ROW_WIDTH, max(1, round(ROW_WIDTH * (far - near) / (right - left))))
    target = np.array([(0, 0), (size[0], 0), (size[0], size[1])], np.float32)
    matrix = cv2.getAffineTransform(np.asarray(pose.project(corners), np.float32), target)
    return np.asarray(cv2.warpAffine(image, matrix, size), np.uint8)


def within_outline(image: Image, shape: BoardShape, pose: Pose) -> Image:
    """Return what lies within the board's outline, with a little around it."""
    pixels = pose.project(shape.outline_points())
    (x0, y0), (x1, y1) = pixels.min(axis=0), pixels.max(axis=0)
    pad = 0.06 * max(x1 - x0, y1 - y0)
    height, width = image.shape[:2]
    left, right = int(max(0, x0 - pad)), int(min(width, x1 + pad))
    top, low = int(max(0, y0 - pad)), int(min(height, y1 + pad))
    return image[top:low, left:right] if right > left and low > top else image


def board_alone(image: Image, shape: BoardShape, pose: Pose) -> Image:
    """Return the board cut out of `image`: what lies outside its outline is black, or cut off."""
    outline = np.round(pose.project(shape.outline_points())).astype(np.int32)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline.reshape(-1, 1, 2)], color=(255,))
    x, y, width, height = cv2.boundingRect(mask)
    alone = np.where(mask[..., None] > 0, image, 0).astype(np.uint8)
    return np.asarray(alone[y : y + height, x : x + width], np.uint8)


def shrunk(image: Image, width: int) -> Image:
    """Return `image`, no wider than `width` pixels."""
    h, w = image.shape[:2]
    if w <= width:
        return image
    size = (width, max(1, round(h * width / w)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
