"""Paints one board on a canvas: its body, places, answers, code, markers and pegs."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.rooms.specimens import Specimen
from benchmarks.scenes.canvas import Canvas, disc, rectangle
from companion.vision.board.shape import BoardShape

__all__ = ["Setting", "paint_board", "some_setting"]

F64 = npt.NDArray[np.float64]
Chance = np.random.Generator

MARKERS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
STUD_RADIUS, STUD = 2.4, 1.7


@dataclass(frozen=True, slots=True)
class Setting:
    """What stands on a board: letters a row ("." empty), key letters a row, slider clicks.

    `shield` covers the code; `thick` is how far the table lies under z = 0.
    """

    rows: tuple[str, ...]
    keys: tuple[str, ...]
    clicks: tuple[tuple[int, int], ...]
    code: str
    has_shield: bool
    has_markers: bool
    thick: float


def some_setting(board: Specimen, chance: Chance) -> Setting:
    """Return a moment of some game: empty, begun or full."""
    shape = board.shape
    played = int(
        chance.choice([0, chance.integers(0, shape.rows + 1), shape.rows], p=[0.2, 0.6, 0.2])
    )
    letters = list(shape.palette)
    rows, keys = [], []
    holes = len(shape.keys.offsets) if shape.keys else 0
    for row in range(shape.rows):
        full = row < played
        line = "".join(chance.choice(letters, shape.cols)) if full else "." * shape.cols
        if full and chance.random() < 0.15:
            line = "".join(c if chance.random() < 0.6 else "." for c in line)
        rows.append(line)
        word = "".join(chance.choice(["k", "w", "."], holes)) if full else "." * holes
        keys.append(word)
    clicks = tuple(
        (int(chance.integers(0, 5)), int(chance.integers(0, 5)))
        if row < played or chance.random() < 0.1
        else (0, 0)
        for row in range(shape.rows)
    )
    thick = (
        float(chance.uniform(4, 14)) if shape.hole.kind == "bore" else float(chance.uniform(8, 42))
    )
    if board.kind == "C":
        thick = float(chance.uniform(3, 10))
    return Setting(
        tuple(rows),
        tuple(keys),
        clicks,
        "".join(chance.choice(letters, shape.cols)) if chance.random() < 0.5 else "." * shape.cols,
        bool(chance.random() < 0.65),
        bool(chance.random() < 0.35),
        thick,
    )


def paint_board(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    """Paint all of `board`, back to front."""
    shape = board.shape
    corners = np.array(shape.outline)[::-1]
    canvas.shadow(corners, -setting.thick, 0.0)
    if shape.sliders:
        _sliders(canvas, board, setting, chance)
    if shape.hole.kind == "bore":
        body = _rounded(corners, float(chance.uniform(0, 8)))
        canvas.prism(body, -setting.thick, 0.0, board.plastic)
        _surface(canvas, board, chance)
        _bores(canvas, board, chance)
    else:
        canvas.prism(corners, -setting.thick, -STUD if board.kind == "C" else 0.0, board.frame)
        _bricks(canvas, board, setting, chance)
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


def _flat(points: F64, z: float = 0.0) -> F64:
    return np.c_[points, np.full(len(points), z)]


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
            _flat(rectangle(left, -0.6 * shape.row_pitch, right, last + 0.6 * shape.row_pitch)),
            other,
        )
    if chance.random() < 0.4:
        beside = x1 - 8 if _side(shape) > 0 else x0 + 8
        canvas.polygon(_flat(rectangle(beside - 6, y0 + 10, beside + 6, last + 8)), tone)
    if chance.random() < 0.55:
        wide = float(chance.uniform(0.15, 0.5))
        for row in range(1, shape.rows + 2):
            y = shape.row_y(row) - shape.row_pitch / 2
            canvas.polygon(_flat(rectangle(x0 + 2, y - wide, x1 - 2, y + wide)), tone)
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
            canvas.polygon(_flat(rectangle(at + dx, y + dy, at + dx + wide, y + dy + tall)), ink)


def _bores(canvas: Canvas, board: Specimen, chance: Chance) -> None:
    shape = board.shape
    deep = board.plastic * float(chance.uniform(0.02, 0.3))
    rim = board.plastic * float(chance.choice([0.6, 0.75, 1.2, 1.5]))
    places = shape.holes()
    if shape.code is not None:
        places = np.concatenate([places, shape.code_holes()])
    for at in places:
        if shape.hole.recess:
            canvas.polygon(_flat(disc(at, shape.hole.recess)), rim)
        elif chance.random() < 0.5:
            canvas.polygon(_flat(disc(at, shape.hole.radius * 1.2)), rim)
        canvas.polygon(_flat(disc(at, shape.hole.radius)), deep)
    if shape.keys:
        for row in range(1, shape.rows + 1):
            for at in shape.key_holes(row):
                canvas.polygon(_flat(disc(at, shape.keys.look.radius)), deep)


def _studs(canvas: Canvas, box: tuple[float, float, float, float], z: float, colour: F64) -> None:
    """Paint studs 8 mm apart in the rectangle x0, y0, x1, y1 on a surface at `z`."""
    x0, y0, x1, y1 = box
    for x in np.arange(x0 + 4, x1 - 3.9, 8):
        for y in np.arange(y1 - 4, y0 + 3.9, -8):
            _stud(canvas, np.array([x, y]), z, colour)


def _stud(canvas: Canvas, at: F64, z: float, colour: F64) -> None:
    away = -canvas.light[:2] * STUD
    canvas.polygon(_flat(disc(at + away, STUD_RADIUS), z), colour * canvas.side[0])
    canvas.round(at, STUD_RADIUS, z, z + STUD, colour)


def _bricks(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    """Paint a LEGO build: base, walls at its sides, jumper plates for the answers."""
    shape = board.shape
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    if board.kind == "C":
        (a, b), (c, d) = shape.studs[0].x, shape.studs[0].y
        base = (a - 4, c - 4, b + 4, d + 4)
        wall = float(chance.choice([0.0, 3.2, 9.6], p=[0.3, 0.3, 0.4]))
        canvas.polygon(_flat(rectangle(*base)), board.plastic)
        for box in ((x0, y0, base[0], y1), (base[2], y0, x1, y1)):
            canvas.shadow(rectangle(*box), 0.0, wall)
            canvas.prism(rectangle(*box), -0.1, wall, board.frame)
            _studs(canvas, box, wall, board.frame)
        _studs(canvas, base, 0.0, board.plastic)
        _jumpers(canvas, board, setting, chance)
        return
    for row, word in enumerate(shape.ground, start=1):
        for at, letter in zip(shape.holes()[(row - 1) * shape.cols :], word, strict=False):
            tone = board.light if letter == "w" else board.dark
            y = shape.row_y(row)
            canvas.polygon(_flat(rectangle(at[0] - 3.95, y - 7.95, at[0] + 3.95, y + 7.95)), tone)
            _stud(canvas, at[:2], 0.0, tone)
    if shape.keys:
        keys = board.keys["w"] if chance.random() < 0.6 else board.frame
        for row in range(1, shape.rows + 1):
            for at in shape.key_holes(row):
                canvas.polygon(
                    _flat(rectangle(at[0] - 3.95, at[1] - 3.95, at[0] + 3.95, at[1] + 3.95)), keys
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


def _markers(canvas: Canvas, shape: BoardShape) -> None:
    assert shape.markers
    for name, (x, y) in enumerate(shape.markers.centres):
        half = shape.markers.size / 2
        z = max(shape.markers.height, 0.0)
        canvas.polygon(
            _flat(rectangle(x - 1.3 * half, y - 1.3 * half, x + 1.3 * half, y + 1.3 * half), z),
            np.full(3, 0.85),
        )
        canvas.polygon(
            _flat(rectangle(x - half, y - half, x + half, y + half), z), np.full(3, 0.03)
        )
        bits = cv2.aruco.generateImageMarker(MARKERS, name, 6)
        cell = 2 * half / 6
        for row, col in zip(*np.nonzero(bits), strict=True):
            u, v = x - half + col * cell, y + half - (row + 1) * cell
            canvas.polygon(_flat(rectangle(u, v, u + cell, v + cell), z), np.full(3, 0.85))


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
        _studs(canvas, box, top, board.frame)
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


def _sliders(canvas: Canvas, board: Specimen, setting: Setting, chance: Chance) -> None:
    shape = board.shape
    s = shape.sliders
    assert s
    white = np.full(3, float(chance.uniform(0.45, 0.9))) * chance.uniform(0.9, 1.0, 3)
    red = colours.named("r", chance)
    if chance.random() < 0.15:
        white, red = colours.lego(chance), colours.lego(chance)
    moulded = _Slider(
        wide=s.radius * float(chance.uniform(0.7, 1.05)),
        groove=float(chance.choice([0.0, chance.uniform(0.25, 0.95)], p=[0.3, 0.7])),
        gap=float(chance.uniform(0.1, 0.45)),
        knob=float(chance.choice([0.0, chance.uniform(0.3, 2.2)], p=[0.3, 0.7])),
        loose=float(chance.uniform(0, 0.06)),
    )
    for row in range(1, shape.rows + 1):
        pair = zip((red, white), ("red", "white"), setting.clicks[row - 1], strict=True)
        for tone, name, clicks in pair:
            track = shape.slider_track(row, name)
            tip = float(track[clicks, 0]) + s.step * float(chance.normal(0, moulded.loose))
            _slider(canvas, moulded, track, tip, tone, -setting.thick)


@dataclass(frozen=True, slots=True)
class _Slider:
    """How sliders of one make look: half their width; grooves between clicks, how dark and half

    how wide; by how much the tip stands higher; by how much it misses its place, in clicks.
    """

    wide: float
    groove: float
    gap: float
    knob: float
    loose: float


def _slider(canvas: Canvas, made: _Slider, track: F64, tip: float, tone: F64, table: float) -> None:
    step, y, z = float(track[1, 0] - track[0, 0]), float(track[0, 1]), float(track[0, 2])
    start = float(track[0, 0]) - step
    box = rectangle(min(start, tip), y - made.wide, max(start, tip), y + made.wide)
    canvas.shadow(box, table, z)
    canvas.prism(box, z - 2, z, tone)
    if made.groove:
        for k in range(1, 6):
            x = tip - k * step
            if (x - start) * np.sign(step) > 0:
                line = rectangle(x - made.gap, y - made.wide, x + made.gap, y + made.wide)
                canvas.polygon(_flat(line, z), tone * made.groove)
    if made.knob:
        inner = tip - step * 0.92
        end = rectangle(min(inner, tip), y - made.wide, max(inner, tip), y + made.wide)
        canvas.prism(end, z, z + made.knob, np.clip(tone * 1.06, 0, 1))


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
    canvas.polygon(_flat(disc(at, radius * 0.75), top * 0.85), np.clip(colour * 1.08 + 0.02, 0, 1))
    shine = at + radius * 0.3 * canvas.light[:2] / max(float(np.linalg.norm(canvas.light[:2])), 0.3)
    canvas.polygon(_flat(disc(shine, radius * 0.2), top * 0.95), np.clip(colour * 1.3 + 0.35, 0, 1))
