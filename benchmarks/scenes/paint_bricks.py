"""Paints LEGO builds: studs, a base with walls at its sides, jumper plates for the answers."""

import numpy as np
import numpy.typing as npt

from benchmarks.rooms.specimens import STUD, STUD_RADIUS, Specimen
from benchmarks.scenes.canvas import Canvas, disc, flat, rectangle
from benchmarks.scenes.setting import Setting

__all__ = ["paint_bricks", "paint_studs"]

F64 = npt.NDArray[np.float64]
Chance = np.random.Generator


def paint_bricks(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    """Paint a LEGO build: base, walls at its sides, jumper plates for the answers."""
    shape = board.shape
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    if board.kind == "C":
        (a, b), (c, d) = shape.studs[0].x, shape.studs[0].y
        base = (a - 4, c - 4, b + 4, d + 4)
        wall = float(chance.choice([0.0, 3.2, 9.6], p=[0.3, 0.3, 0.4]))
        canvas.polygon(flat(rectangle(*base)), board.plastic)
        for box in ((x0, y0, base[0], y1), (base[2], y0, x1, y1)):
            canvas.shadow(rectangle(*box), 0.0, wall)
            canvas.prism(rectangle(*box), -0.1, wall, board.frame)
            paint_studs(canvas, box, wall, board.frame)
        paint_studs(canvas, base, 0.0, board.plastic)
        _jumpers(canvas, board, setting, chance)
        return
    for row, word in enumerate(shape.ground, start=1):
        for at, letter in zip(shape.holes()[(row - 1) * shape.cols :], word, strict=False):
            tone = board.light if letter == "w" else board.dark
            y = shape.row_y(row)
            canvas.polygon(flat(rectangle(at[0] - 3.95, y - 7.95, at[0] + 3.95, y + 7.95)), tone)
            _stud(canvas, at[:2], 0.0, tone)
    if shape.keys:
        keys = board.keys["w"] if chance.random() < 0.6 else board.frame
        for row in range(1, shape.rows + 1):
            for at in shape.key_holes(row):
                canvas.polygon(
                    flat(rectangle(at[0] - 3.95, at[1] - 3.95, at[0] + 3.95, at[1] + 3.95)), keys
                )
                _stud(canvas, at[:2], 0.0, keys)


def _jumpers(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    shape = board.shape
    if shape.keys is None:
        return
    shown = shape.rows if chance.random() < 0.5 else sum("k" in w or "w" in w for w in setting.keys)
    for row in range(1, shown + 1):
        for at, letter in zip(shape.key_holes(row), setting.keys[row - 1], strict=True):
            tone = board.keys.get(letter) if letter in board.keys else None
            if tone is None:
                continue
            box = rectangle(at[0] - 7.9, at[1] - 3.9, at[0] + 7.9, at[1] + 3.9)
            canvas.prism(box, 0.0, 3.2, tone)
            _stud(canvas, at[:2], 3.2, tone)


def paint_studs(
    canvas: Canvas, box: tuple[float, float, float, float], z: float, colour: F64
) -> None:
    """Paint studs 8 mm apart in the rectangle x0, y0, x1, y1 on a surface at `z`."""
    x0, y0, x1, y1 = box
    for x in np.arange(x0 + 4, x1 - 3.9, 8):
        for y in np.arange(y1 - 4, y0 + 3.9, -8):
            _stud(canvas, np.array([x, y]), z, colour)


def _stud(canvas: Canvas, at: F64, z: float, colour: F64) -> None:
    away = -canvas.light[:2] * STUD
    canvas.polygon(flat(disc(at + away, STUD_RADIUS), z), colour * canvas.side[0])
    canvas.round(at, STUD_RADIUS, z, z + STUD, colour)
