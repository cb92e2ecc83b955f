"""The printed patterns that are looked for: the black cells of a marker and of the lens sheet."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["LENS_SHEET", "LensSheet", "board_dictionary", "marker_cells"]

Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LensSheet:
    """A ChArUco sheet: `columns` x `rows` squares of `square` mm, markers of `marker` mm in them.

    Its markers are of another dictionary than a board's, so neither is taken for the other.
    """

    columns: int
    rows: int
    square: float
    marker: float

    def board(self) -> cv2.aruco.CharucoBoard:
        """Return OpenCV's board, in millimetres."""
        return cv2.aruco.CharucoBoard(
            (self.columns, self.rows), self.square, self.marker, _dictionary(cv2.aruco.DICT_5X5_50)
        )

    def markers(self) -> list[tuple[float, float, Cells]]:
        """Return each marker: x and y of its top left corner in mm, and its cells, True = black."""
        board = self.board()
        corners = np.asarray(board.getObjPoints(), np.float64).reshape(-1, 4, 3)
        numbers = np.asarray(board.getIds()).ravel()
        return [
            (float(corner[0, 0]), float(corner[0, 1]), _cells(cv2.aruco.DICT_5X5_50, int(number)))
            for corner, number in zip(corners, numbers, strict=True)
        ]


# 168 x 224 mm: fills an A4 page and leaves room for the ruler; a marker's cell is 3 mm
LENS_SHEET = LensSheet(columns=6, rows=8, square=28.0, marker=21.0)


def board_dictionary() -> cv2.aruco.Dictionary:
    """Return the dictionary of a board's own markers: 4x4 bits, so 6x6 cells with the border."""
    return _dictionary(cv2.aruco.DICT_4X4_50)


def marker_cells(number: int) -> Cells:
    """Return the (6, 6) cells of board marker `number`, True = black, the border included."""
    return _cells(cv2.aruco.DICT_4X4_50, number)


def _dictionary(name: int) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(name)


def _cells(name: int, number: int) -> Cells:
    dictionary = _dictionary(name)
    side = dictionary.markerSize + 2
    image = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, side), np.uint8)
    return np.equal(image, 0)
