"""The score card as a PNG, drawn with the font that OpenCV 5 carries.

It has Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese, Japanese and Korean letters and needs no
font on the machine, which a Raspberry Pi without a desktop lacks. What it lacks, emoji too, is
written in the Latin alphabet. It joins no letters, so that Arabic stands letter by letter. OpenCV 4
draws no letter beyond ASCII. Pillow's own font has none either, resvg and Cairo take the system's.
"""

import shlex
import sys
from functools import cache

import cv2
import numpy as np

from calibration.sheets.letters import drawn_order, written_with
from companion.errors import MissingPart
from companion.game.match import Match
from companion.i18n import _
from companion.kinds.score_card_svg import (
    GROUND,
    INK,
    LINE,
    MARGIN,
    CardText,
    card_picture,
)
from companion.vision.camera.image_files import encode_png
from companion.vision.geometry.arrays import Image

__all__ = ["score_card_png"]

SCALE = 2  # pixels a unit of the card, enough for a phone to show it sharp; a guess
WEIGHT = 400  # the font's usual weight, by the standard of CSS
LACKING = "?"  # what OpenCV draws instead of a letter that its font lacks
# pixels, the size at which it is tried whether the font has a letter: a guess, large enough to tell
# any other from a question mark
TRIED = 24


def score_card_png(match: Match, *, date: str = "", anchor: str = "") -> bytes:
    """Return `card_picture` as the bytes of a PNG file; raises `MissingPart` on OpenCV 4."""
    if not hasattr(cv2, "FontFace"):
        raise MissingPart(
            _("A picture as PNG needs OpenCV 5; this is {version}.").format(
                version=cv2.__version__
            ),
            hint=_("Take svg, or run: {command}").format(
                command=f"{shlex.quote(sys.executable)} -m pip install "
                "'opencv-python-headless>=5,<6'"
            ),
        )
    picture = card_picture(match, date=date, anchor=anchor, written=_written)
    pixels = np.full((picture.height * SCALE, picture.width * SCALE, 3), _bgr(GROUND), np.uint8)
    for y in picture.lines:
        ends = (MARGIN * SCALE, y * SCALE), ((picture.width - MARGIN) * SCALE, y * SCALE)
        cv2.line(pixels, *ends, _bgr(LINE), SCALE)
    for text in picture.texts:
        _write(pixels, text)
    return encode_png(pixels)


def _written(said: str) -> str:
    """Return `said` with letters that the font has, in the order in which it draws them."""
    return drawn_order(written_with(said, _has))


@cache
def _has(letter: str) -> bool:
    """Say whether the font has `letter`."""
    return letter == LACKING or not np.array_equal(_tried(letter), _tried(LACKING))


def _tried(letter: str) -> Image:
    pixels = np.zeros((2 * TRIED, 2 * TRIED, 3), np.uint8)
    font, at = cv2.FontFace("sans"), (TRIED // 2, TRIED)
    cv2.putText(pixels, letter, at, (255, 255, 255), font, TRIED, WEIGHT)
    return pixels


def _write(pixels: Image, text: CardText) -> None:
    font, size = cv2.FontFace("sans"), text.size * SCALE
    x, y = text.x * SCALE, text.y * SCALE
    if text.ends:
        __, __, width, __ = cv2.getTextSize((0, 0), text.said, (0, 0), font, size, WEIGHT)
        x -= width
    cv2.putText(pixels, text.said, (x, y), _bgr(INK), font, size, WEIGHT)


def _bgr(colour: str) -> tuple[int, int, int]:
    """Return ``"#rrggbb"`` as OpenCV has it."""
    blue, green, red = (int(colour[at : at + 2], 16) for at in (5, 3, 1))
    return blue, green, red
