"""A plain face for each number, drawn with strokes: the same on every machine and version."""

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import Image
from companion.vision.tile_faces.boxes import BOX, TileBox

__all__ = ["FACES", "face_picture"]


FACES = (*(str(number) for number in range(12)), "-")
# strokes in a box 1 wide and 2 high, y down; an ellipse is its centre, half axes and angles
Line = tuple[tuple[float, float], ...]
Arc = tuple[float, float, float, float, int, int]
LINES: dict[str, tuple[Line, ...]] = {
    "0": (),
    "1": (((0.15, 0.4), (0.6, 0.0), (0.6, 2.0)),),
    "2": (((0.93, 0.75), (0.0, 2.0), (1.0, 2.0)),),
    "3": (),
    "4": (((0.75, 2.0), (0.75, 0.0), (0.0, 1.4), (1.0, 1.4)),),
    "5": (((0.95, 0.0), (0.15, 0.0), (0.05, 0.9)),),
    "6": (((0.8, 0.0), (0.08, 1.15)),),
    "7": (((0.0, 0.0), (1.0, 0.0), (0.35, 2.0)),),
    "8": (),
    "9": (((0.2, 2.0), (0.92, 0.85)),),
    "-": (((-0.1, 1.0), (1.1, 1.0)),),
}
ARCS: dict[str, tuple[Arc, ...]] = {
    "0": ((0.5, 1.0, 0.5, 1.0, 0, 360),),
    "2": ((0.5, 0.5, 0.5, 0.5, 180, 390),),
    "3": ((0.45, 0.48, 0.48, 0.48, 200, 450), (0.45, 1.48, 0.55, 0.52, 270, 520)),
    "5": ((0.45, 1.38, 0.55, 0.62, 220, 500),),
    "6": ((0.5, 1.4, 0.5, 0.6, 0, 360),),
    "8": ((0.5, 0.48, 0.43, 0.48, 0, 360), (0.5, 1.48, 0.52, 0.52, 0, 360)),
    "9": ((0.5, 0.6, 0.5, 0.6, 0, 360),),
}
BITS = 4  # sub-pixel bits of OpenCV's polylines: 16 places a pixel are more than eyes see
# the height of a number as part of a face's, its strokes as part of that; chosen by eye on the
# tiles of the first set
TALL, STROKE = 0.42, 0.16


@cache
def face_picture(face: str, scale: int, box: TileBox = BOX) -> Image:
    """Return the face (h, w) at `scale` px a mm as read: 0 plain, 255 printed; "" is blank."""
    w, h = round(box.width * scale), round(box.height * scale)
    picture = np.zeros((h, w), np.uint8)
    tall = h * TALL
    wide = tall * (0.28 if len(face) > 1 else 0.5)
    apart = wide * 1.75
    thick = max(1, round(tall * STROKE * (0.8 if len(face) > 1 else 1.0)))
    for i, letter in enumerate(face):
        x = w / 2 - wide / 2 + (i - (len(face) - 1) / 2) * apart
        _stroke(picture, letter, (x, h / 2 - tall / 2), (wide, tall / 2), thick)
    if face in ("6", "9"):
        y = round(h / 2 + tall * 0.68)
        ends = round(w / 2 - wide * 0.7), round(w / 2 + wide * 0.7)
        cv2.line(picture, (ends[0], y), (ends[1], y), 255, max(1, thick // 2), cv2.LINE_AA)
    return picture


def _stroke(
    picture: Image,
    letter: str,
    corner: tuple[float, float],
    unit: tuple[float, float],
    thick: int,
) -> None:
    for line in LINES.get(letter, ()):
        _path(picture, np.array(line), corner, unit, thick)
    for x, y, a, b, start, end in ARCS.get(letter, ()):
        turn = np.radians(np.linspace(start, end, 40))
        path = np.stack([x + a * np.cos(turn), y + b * np.sin(turn)], axis=1)
        _path(picture, path, corner, unit, thick)


def _path(
    picture: Image,
    path: npt.NDArray[np.float64],
    corner: tuple[float, float],
    unit: tuple[float, float],
    thick: int,
) -> None:
    pixels = np.round((path * unit + corner) * (1 << BITS)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(picture, [pixels], False, 255, thick, cv2.LINE_AA, BITS)  # noqa: FBT003
