"""Draws into a picture where the board was found and what was read, for a person to check.

Marks differ in shape and words, never in colour alone; the two colours used are told apart under
every kind of colour blindness (Okabe and Ito's sky blue and orange). Both are light, and each line
has a dark rim: one of the two stands out from any head and any hole.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys, format_keys
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.read.reading import UNSURE, Reading, RowKeys

__all__ = ["cropped_to_board", "draw_overlay"]


# BGR; sky blue and orange of Okabe and Ito 2008, chosen as told apart under every kind of colour
# blindness
SKY, ORANGE, WHITE, BLACK = (233, 180, 86), (0, 159, 230), (255, 255, 255), (0, 0, 0)
RIM_PX = 1  # px on either side of a line, so that it is seen on its own colour; a guess
# a board that fills less of the picture than this is shown alone: a guess
ROOMY = 0.5
# of the board's size, left around it for the row numbers and the answers; a guess
MARGIN = 0.12
# letters need a head of about so many pixels to be legible: a guess
LEGIBLE_PX = 13.0
# a guess
MOST_ENLARGED = 3
WIDEST_PX = 3200  # px, of the drawing; a guess
# a letter's dark edge: OpenCV 5 draws no thicker lines in its fonts
EDGE_STEPS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]
FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_overlay(
    image: Image, shape: BoardShape, pose: Pose, reading: Reading | None = None
) -> Image:
    """Return a larger or equal copy of `image` with the grid found, and the reading if any.

    A ring is around a peg's head and its letter, a small one around an empty hole; a square is
    around ``?``. Row numbers stand left of the rows as the breaker sees them, key pegs right.
    """
    pen = _pen(image, shape, pose)
    pen.polygon(shape.outline_points(), SKY)
    radii = pose.px_per_mm(shape.heads()) * shape.head.radius * pen.scale
    places = zip(shape.cells(), shape.holes(), shape.heads(), radii, strict=True)
    for (row, col), hole, head, radius in places:
        letter = reading.rows[row - 1][col - 1] if reading else EMPTY
        pen.cell(hole if letter == EMPTY else head, float(radius), letter)
    for row in range(1, shape.rows + 1):
        pen.words(_left_of(shape, row), str(row))
        if reading:
            pen.words(_right_of(shape, row), _answer(row, reading))
    if reading and shape.code:
        for point, letter in zip(shape.code_heads(), reading.code.letters, strict=False):
            pen.cell(point, float(radii[-1]), letter)
    return pen.image


def cropped_to_board(image: Image, shape: BoardShape, pose: Pose) -> tuple[Image, Pose]:
    """Return the part of `image` around a board that is small in it, and the pose in that part.

    A board that fills at least `ROOMY` of the picture, or lies partly outside, leaves both alone.
    """
    places = pose.project(shape.outline_points())
    low, high = places.min(axis=0), places.max(axis=0)
    margin = MARGIN * (high - low)
    left, top = np.floor(low - margin).clip(min=0).astype(int)
    right, bottom = np.ceil(high + margin).astype(int).clip(max=pose.size)
    is_inside = bool(np.isfinite(places).all() and (low >= 0).all() and (high < pose.size).all())
    if not is_inside or (right - left) * (bottom - top) >= ROOMY * pose.size[0] * pose.size[1]:
        return image, pose
    shift = np.array([[0.0, 0, left], [0, 0, top], [0, 0, 0]])
    size = (int(right - left), int(bottom - top))
    return image[top:bottom, left:right], replace(pose, k=pose.k - shift, size=size)


@dataclass(frozen=True, slots=True, eq=False)
class _Pen:
    """An enlarged copy to draw on; places are given in millimetres of the board."""

    image: Image
    pose: Pose
    scale: int
    letter: float

    def at(self, point: F64) -> tuple[int, int] | None:
        """Return the pixel of a board point; None behind the camera or far out of the picture."""
        x, y = (self.pose.project(point)[0] + 0.5) * self.scale - 0.5
        height, width = self.image.shape[:2]
        if not (-width < x < 2 * width and -height < y < 2 * height):
            return None
        return round(x), round(y)

    def polygon(self, points: F64, colour: tuple[int, int, int]) -> None:
        """Draw a closed line."""
        corners = [self.at(point) for point in points]
        if None not in corners:
            line = np.array(corners, np.int32).reshape(-1, 1, 2)
            for shade, wide in _rimmed(colour, 2):
                cv2.polylines(self.image, [line], isClosed=True, color=shade, thickness=wide)

    def cell(self, point: F64, radius: float, letter: str) -> None:
        """Draw a ring and the letter beside it; a square and a ? where nothing is sure."""
        centre = self.at(point)
        if centre is None:
            return
        x, y = centre
        half = max(3, round(radius))
        if letter == UNSURE:
            for shade, wide in _rimmed(ORANGE, 2):
                cv2.rectangle(self.image, (x - half, y - half), (x + half, y + half), shade, wide)
            self.text((x, y), letter, ORANGE)
        elif letter == EMPTY:
            self.ring(centre, max(2, half // 3), 1)
        else:
            self.ring(centre, half, 2)
            self.text((x, y), letter, WHITE)

    def ring(self, centre: tuple[int, int], radius: int, width: int) -> None:
        """Draw a ring with a dark rim."""
        for shade, wide in _rimmed(SKY, width):
            cv2.circle(self.image, centre, radius, shade, wide, cv2.LINE_AA)

    def words(self, point: F64, text: str) -> None:
        """Write `text` with its middle at a board point."""
        centre = self.at(point)
        if centre is not None:
            self.text(centre, text, WHITE)

    def text(self, centre: tuple[int, int], text: str, colour: tuple[int, int, int]) -> None:
        """Write on a dark edge, so that it is read on any ground."""
        (width, height), _ = cv2.getTextSize(text, FONT, self.letter, 1)
        x, y = centre[0] - width // 2, centre[1] + height // 2
        for right, down in EDGE_STEPS:
            spot = (x + right, y + down)
            cv2.putText(self.image, text, spot, FONT, self.letter, BLACK, 1, cv2.LINE_AA)
        cv2.putText(self.image, text, (x, y), FONT, self.letter, colour, 1, cv2.LINE_AA)


def _rimmed(
    colour: tuple[int, int, int], width: int
) -> tuple[tuple[tuple[int, int, int], int], ...]:
    """Return the colours and widths in which a line is drawn, one over the other."""
    return (BLACK, width + 2 * RIM_PX), (colour, width)


def _pen(image: Image, shape: BoardShape, pose: Pose) -> _Pen:
    radius = float(np.median(pose.px_per_mm(shape.heads()))) * shape.head.radius
    wide = max(image.shape[:2])
    scale = int(
        np.clip(np.ceil(LEGIBLE_PX / radius), 1, max(1, min(MOST_ENLARGED, WIDEST_PX // wide)))
    )
    drawing = np.repeat(np.repeat(image, scale, axis=0), scale, axis=1)
    letter = float(np.clip(radius * scale / 28, 0.35, 1.5))  # a capital is about 22 px at 1.0
    return _Pen(np.ascontiguousarray(drawing), pose, scale, letter)


def _left_of(shape: BoardShape, row: int) -> F64:
    return np.array([shape.first[0] - 0.8 * shape.hole_pitch, shape.row_y(row), 0.0])


def _right_of(shape: BoardShape, row: int) -> F64:
    """Return a place beside the last hole and whatever key holes there are."""
    x = shape.first[0] + (shape.cols - 0.2) * shape.hole_pitch
    if shape.keys:
        x = max(x, max(x for x, _ in shape.keys.offsets) + 0.6 * shape.hole_pitch)
    return np.array([x, shape.row_y(row), 0.0])


def _answer(row: int, reading: Reading) -> str:
    """Return a row's key pegs or clicks as the notation has them, ``?`` where they are not sure."""
    kept = reading.keys or reading.sliders
    answer = kept[row - 1] if row <= len(kept) else RowKeys(None, None)
    if answer.black is None or answer.white is None:
        return UNSURE
    return format_keys(Keys(answer.black, answer.white)) if answer.black + answer.white else ""
