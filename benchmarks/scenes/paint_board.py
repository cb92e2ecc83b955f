"""Paints one board on a canvas: its body, places, answers, code, markers and pegs."""

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.rooms.specimens import STUD, STUD_RADIUS, Specimen
from benchmarks.scenes.canvas import Canvas, disc, flat, rectangle
from benchmarks.scenes.paint_bricks import paint_bricks, paint_studs
from benchmarks.scenes.paint_sliders import paint_sliders
from benchmarks.scenes.setting import Setting
from companion.vision.board.shape import BoardShape

__all__ = ["paint_board"]

F64 = npt.NDArray[np.float64]
Chance = np.random.Generator

MARKERS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def paint_board(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    """Paint all of `board`, back to front."""
    shape = board.shape
    corners = np.array(shape.outline)[::-1]
    canvas.shadow(corners, -setting.thick, 0.0)
    if shape.sliders:
        paint_sliders(canvas, board, setting, chance)
    if shape.hole.kind == "bore":
        body = _rounded(corners, float(chance.uniform(0, 8)))
        canvas.prism(body, -setting.thick, 0.0, board.plastic)
        _surface(canvas, board, chance)
        _bores(canvas, board, chance)
    else:
        canvas.prism(corners, -setting.thick, -STUD if board.kind == "C" else 0.0, board.frame)
        paint_bricks(canvas, board, setting, chance)
    if setting.has_markers and shape.markers:
        _markers(canvas, shape)
    _code(canvas, board, setting, chance)
    _pegs(canvas, board, setting, chance)


def _rounded(corners: F64, radius: float) -> F64:
    """Cut the corners of a polygon."""
    cut = []
    for i, at in enumerate(corners):
        for other in (corners[i - 1], corners[(i + 1) % len(corners)]):
            way = other - at
            cut.append(at + way / np.linalg.norm(way) * (radius + 0.01))
    return np.array(cut)


def _surface(canvas: Canvas, board: Specimen, chance: Chance) -> None:
    """Paint what is printed or moulded on a board: bands, lines between rows, a name."""
    shape = board.shape
    (x0, _), (x1, _), (_, y0), _ = shape.outline
    last = shape.row_y(shape.rows)
    tone = board.plastic * float(chance.choice([0.6, 0.8, 1.25, 1.6]))
    if chance.random() < 0.4:
        other = colours.ground(chance) if chance.random() < 0.3 else tone
        left = shape.first[0] - shape.hole_pitch * 0.6
        right = shape.first[0] + (shape.cols - 0.4) * shape.hole_pitch
        canvas.polygon(
            flat(rectangle(left, -0.6 * shape.row_pitch, right, last + 0.6 * shape.row_pitch)),
            other,
        )
    if chance.random() < 0.4:
        beside = x1 - 8 if _side(shape) > 0 else x0 + 8
        canvas.polygon(flat(rectangle(beside - 6, y0 + 10, beside + 6, last + 8)), tone)
    if chance.random() < 0.55:
        wide = float(chance.uniform(0.15, 0.5))
        for row in range(1, shape.rows + 2):
            y = shape.row_y(row) - shape.row_pitch / 2
            canvas.polygon(flat(rectangle(x0 + 2, y - wide, x1 - 2, y + wide)), tone)
    if chance.random() < 0.6:
        _print(canvas, (x0 + x1) / 2, y0 + float(chance.uniform(5, 12)), chance)


def _side(shape: BoardShape) -> float:
    middle = shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2
    if shape.keys:
        return float(np.sign(np.mean([x for x, _ in shape.keys.offsets]) - middle))
    return float(np.sign(shape.sliders.zero_x - middle)) if shape.sliders else 1.0


def _print(canvas: Canvas, x: float, y: float, chance: Chance) -> None:
    """Paint a line of strokes that looks like a name."""
    ink = colours.ground(chance)
    size = float(chance.uniform(1.5, 4))
    for i in range(int(chance.integers(5, 12))):
        at = x + (i - 5) * size * 1.1
        for _ in range(2):
            dx, dy = chance.uniform(0, size * 0.7), chance.uniform(-0.5, 0.3) * size
            wide, tall = (
                (size * 0.2, size * 0.6) if chance.random() < 0.5 else (size * 0.5, size * 0.2)
            )
            canvas.polygon(flat(rectangle(at + dx, y + dy, at + dx + wide, y + dy + tall)), ink)


def _bores(canvas: Canvas, board: Specimen, chance: Chance) -> None:
    shape = board.shape
    deep = board.plastic * float(chance.uniform(0.02, 0.3))
    rim = board.plastic * float(chance.choice([0.6, 0.75, 1.2, 1.5]))
    places = shape.holes()
    if shape.code is not None:
        places = np.concatenate([places, shape.code_holes()])
    for at in places:
        if shape.hole.recess:
            canvas.polygon(flat(disc(at, shape.hole.recess)), rim)
        elif chance.random() < 0.5:
            canvas.polygon(flat(disc(at, shape.hole.radius * 1.2)), rim)
        canvas.polygon(flat(disc(at, shape.hole.radius)), deep)
    if shape.keys:
        for row in range(1, shape.rows + 1):
            for at in shape.key_holes(row):
                canvas.polygon(flat(disc(at, shape.keys.look.radius)), deep)


def _markers(canvas: Canvas, shape: BoardShape) -> None:
    assert shape.markers
    for name, (x, y) in enumerate(shape.markers.centres):
        half = shape.markers.size / 2
        z = max(shape.markers.height, 0.0)
        canvas.polygon(
            flat(rectangle(x - 1.3 * half, y - 1.3 * half, x + 1.3 * half, y + 1.3 * half), z),
            np.full(3, 0.85),
        )
        canvas.polygon(flat(rectangle(x - half, y - half, x + half, y + half), z), np.full(3, 0.03))
        bits = cv2.aruco.generateImageMarker(MARKERS, name, 6)
        cell = 2 * half / 6
        for row, col in zip(*np.nonzero(bits), strict=True):
            u, v = x - half + col * cell, y + half - (row + 1) * cell
            canvas.polygon(flat(rectangle(u, v, u + cell, v + cell), z), np.full(3, 0.85))


def _code(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    shape = board.shape
    code = shape.code
    if code is None:
        return
    (x0, y1), (x1, _), _, _ = shape.outline
    low = code.y - min(code.pitch, code.y - shape.row_y(shape.rows)) * 0.55
    if shape.hole.kind == "stud":
        top = float(chance.choice([0.0, 9.6, 19.2, 28.8], p=[0.1, 0.4, 0.3, 0.2]))
        box = (x0, max(low, y1 - 40), x1, y1)
        canvas.shadow(rectangle(*box), 0.0, top)
        canvas.prism(rectangle(*box), -0.1, top, board.frame)
        paint_studs(canvas, box, top, board.frame)
        return
    if not setting.has_shield:
        return
    right = code.first_x + (shape.cols - 1) * code.pitch
    box = (
        code.first_x - code.pitch * 0.7,
        low,
        right + code.pitch * 0.7,
        min(y1 - 2, 2 * code.y - low),
    )
    if chance.random() < 0.4:
        box = (x0 + 3, box[1], x1 - 3, y1 - 1)
    tone = (
        board.plastic * float(chance.uniform(0.8, 1.2))
        if chance.random() < 0.6
        else colours.lego(chance)
    )
    top = float(chance.uniform(8, 24))
    canvas.shadow(rectangle(*box), 0.0, top)
    canvas.prism(_rounded(rectangle(*box), float(chance.uniform(0, 5))), 0.0, top, tone)


def _pegs(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    shape = board.shape
    pegs = []
    for at, letter in zip(shape.holes(), "".join(setting.rows), strict=True):
        if letter != ".":
            pegs.append((at, shape.head.radius, board.head[-1][1], board.paint[letter]))
    if shape.code and shape.hole.kind == "bore" and not setting.has_shield:
        pegs += [
            (at, shape.head.radius, board.head[-1][1], board.paint[letter])
            for at, letter in zip(shape.code_holes(), setting.code, strict=True)
            if letter != "."
        ]
    if shape.keys and board.kind != "C":
        for row in range(1, shape.rows + 1):
            for at, letter in zip(shape.key_holes(row), setting.keys[row - 1], strict=True):
                if letter != ".":
                    top = shape.keys.peg.height * 1.6
                    pegs.append((at, shape.keys.peg.radius, top, board.keys[letter]))
    lift = 0.0
    for at, radius, top, _ in pegs:
        canvas.shadow(disc(at, radius), lift, top)
    eye = canvas.pose.position[:2]
    for at, radius, top, colour in sorted(
        pegs, key=lambda p: -float(np.linalg.norm(p[0][:2] - eye))
    ):
        _peg(canvas, at[:2], radius, top, colour, is_stud=shape.hole.kind == "stud")


def _peg(canvas: Canvas, at: F64, radius: float, top: float, colour: F64, *, is_stud: bool) -> None:
    if is_stud:
        body = max(top - STUD, 1.0)
        canvas.round(at, radius, 0.0, body, colour)
        canvas.round(at, STUD_RADIUS, body, top, colour)
        return
    canvas.round(at, radius, top * 0.3, top * 0.6, colour)
    canvas.polygon(flat(disc(at, radius * 0.75), top * 0.85), np.clip(colour * 1.08 + 0.02, 0, 1))
    shine = at + radius * 0.3 * canvas.light[:2] / max(float(np.linalg.norm(canvas.light[:2])), 0.3)
    canvas.polygon(flat(disc(shine, radius * 0.2), top * 0.95), np.clip(colour * 1.3 + 0.35, 0, 1))
