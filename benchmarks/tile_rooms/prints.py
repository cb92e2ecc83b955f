"""Random prints: numbers of any font and size, boxes around them, lines under 6 and 9."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from benchmarks.face_examples import fonts
from companion.vision.geometry.arrays import Image
from companion.vision.tile_faces.boxes import TileBox
from companion.vision.tile_faces.glyphs import face_picture

__all__ = ["LEFT_OUT", "random_print", "training_fonts"]

PrintOf = Callable[[str, int, TileBox], Image]

# fonts that are never trained on: those of tables that are only measured
LEFT_OUT = "DejaVu"


@cache
def training_fonts() -> tuple[Path, ...]:
    """Give all fonts of this machine but those left out."""
    return tuple(path for path in fonts() if LEFT_OUT not in path.name)


def random_print(chance: np.random.Generator, font: Path | None = None) -> PrintOf:
    """Give a set's print: a font, its size, where it stands, and how 6 and 9 are told apart."""
    if font is None:
        if chance.random() < 0.06:
            return face_picture
        chosen = training_fonts()
        font = chosen[int(chance.integers(len(chosen)))]
    style = _Style(
        tall=float(chance.uniform(0.28, 0.6)),
        shift=float(chance.choice([0.0, 0.0, chance.uniform(-0.18, 0.18)])),
        wide=float(chance.uniform(0.55, 0.85)),
        line=float(chance.choice([0.0, 1.0, 1.0, 2.0])),
        frame=float(chance.choice([0.0] * 6 + [chance.uniform(0.6, 0.85)])),
        dash=(float(chance.uniform(0.12, 0.34)), float(chance.uniform(0.02, 0.06))),
    )
    drawn: dict[tuple[str, int, float], Image] = {}

    def print_of(face: str, scale: int, box: TileBox) -> Image:
        key = face, scale, box.height / box.width
        if key not in drawn:
            drawn[key] = _drawn(face, scale, box, font, style)
        return drawn[key]

    return print_of


class _Style:
    """How a set is printed; parts of the face's width or height."""

    def __init__(
        self,
        *,
        tall: float,
        shift: float,
        wide: float,
        line: float,
        frame: float,
        dash: tuple[float, float],
    ) -> None:
        self.tall, self.shift, self.wide = tall, shift, wide
        self.line, self.frame, self.dash = line, frame, dash


def _drawn(face: str, scale: int, box: TileBox, font: Path, style: _Style) -> Image:
    w, h = round(box.width * scale), round(box.height * scale)
    canvas = Picture.new("L", (w, h))
    pen = ImageDraw.Draw(canvas)
    middle = w / 2, h / 2 + style.shift * h
    if face == "-":
        half = style.dash[0] * w, style.dash[1] * h
        pen.rectangle(
            [middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]],
            255,
        )
    elif face:
        _number(pen, face, (w, h), middle, font, style)
    if style.frame and face:
        side = style.frame * w / 2
        pen.rounded_rectangle(
            [w / 2 - side, h / 2 - side * h / w, w / 2 + side, h / 2 + side * h / w],
            radius=w * 0.1,
            outline=255,
            width=max(1, round(w * 0.03)),
        )
    return np.asarray(canvas).copy()


def _number(
    pen: ImageDraw.ImageDraw,
    face: str,
    size: tuple[int, int],
    middle: tuple[float, float],
    font: Path,
    style: _Style,
) -> None:
    w, h = size
    kind = _type(font, 100)
    box = pen.textbbox((0, 0), face, font=kind)
    points = 100 * min(
        style.tall * h / max(1, box[3] - box[1]), style.wide * w / max(1, box[2] - box[0])
    )
    kind = _type(font, max(8, round(points)))
    box = pen.textbbox((0, 0), face, font=kind)
    at = middle[0] - (box[0] + box[2]) / 2, middle[1] - (box[1] + box[3]) / 2
    pen.text(at, face, 255, font=kind)
    if face in ("6", "9") and style.line:
        low = at[1] + box[3] + 0.03 * h
        half = (box[2] - box[0]) * 0.45
        if style.line > 1:
            pen.ellipse([middle[0] + half, low - 0.05 * h, middle[0] + half + 0.07 * w, low], 255)
        else:
            pen.rectangle([middle[0] - half, low, middle[0] + half, low + 0.022 * h], 255)


@cache
def _type(font: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font), size)
