"""Tables: wood, cloths of every pattern, tiles, print; and what lies about on them."""

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.scenes.canvas import Canvas, disc, rectangle

__all__ = ["clutter", "some_table"]

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]
Chance = np.random.Generator

SIDE = 256  # pixels of a pattern's square


def some_table(size: tuple[int, int], plane: F64, chance: Chance) -> Image:
    """Return (h, w, 3), BGR gamma encoded: a patterned plane that `plane` (3, 3) takes from mm."""
    pattern = _pattern(chance)
    mm = float(np.exp(chance.uniform(np.log(60), np.log(900))))
    turn = chance.uniform(0, 2 * np.pi)
    c, s = np.cos(turn) * mm / SIDE, np.sin(turn) * mm / SIDE
    shift = chance.uniform(-200, 200, 2)
    there = plane @ np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]])
    w, h = size
    ys, xs = np.mgrid[0:h:8, 0:w:8].astype(np.float64)
    rays = np.stack([xs.ravel(), ys.ravel(), np.ones(xs.size)])
    at = np.linalg.inv(there) @ rays
    at = (at[:2] / at[2]).T.reshape(*xs.shape, 2).astype(np.float32)
    maps = cv2.resize(at, (xs.shape[1] * 8, xs.shape[0] * 8), interpolation=cv2.INTER_LINEAR)[
        :h, :w
    ]
    border = cv2.BORDER_WRAP if chance.random() < 0.6 else cv2.BORDER_REFLECT
    maps = np.clip(maps, -30000, 30000)
    seen = cv2.remap(pattern, maps, None, cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(255 * np.clip(seen, 0, 1) ** (1 / 2.2), np.uint8)


def _pattern(chance: Chance) -> F32:
    """Return (256, 256, 3) linear BGR."""
    a, b = (colours.ground(chance)[::-1].astype(np.float32) for _ in range(2))
    if chance.random() < 0.4:
        b = colours.lego(chance)[::-1].astype(np.float32)
    kind = str(chance.choice(list(_PATTERNS)))
    weight = np.clip(_PATTERNS[kind](chance), 0, 1)[..., None]
    made = a * (1 - weight) + b * weight
    grain = _noise(SIDE, int(chance.choice([64, 128, 256])), chance)[..., None]
    return np.asarray(made * (1 + float(chance.uniform(0, 0.25)) * grain), np.float32)


def _noise(side: int, cells: int, chance: Chance) -> F32:
    small = chance.standard_normal((cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC))


def _plain(chance: Chance) -> F32:
    return 0.15 * _noise(SIDE, 8, chance)


def _wood(chance: Chance) -> F32:
    lines = chance.standard_normal((int(chance.integers(40, 200)), int(chance.integers(3, 9))))
    made = 0.3 + 0.25 * cv2.resize(
        lines.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC
    )
    count = int(chance.integers(0, 4))
    for at in chance.integers(0, SIDE, count):
        made[at : at + 2] = 1.0
    return np.asarray(made, np.float32)


def _waves(chance: Chance, axis: int) -> F32:
    count = int(chance.integers(2, 9))
    turn = np.arange(SIDE) / SIDE * count % 1
    share = float(chance.uniform(0.15, 0.6))
    wave = (turn < share).astype(np.float32)
    if chance.random() < 0.5:
        wave += 0.5 * ((turn > share + 0.1) & (turn < share + 0.15))
    return np.asarray(
        np.broadcast_to(wave[:, None] if axis else wave[None], (SIDE, SIDE)), np.float32
    )


def _stripes(chance: Chance) -> F32:
    return _waves(chance, 0)


def _checks(chance: Chance) -> F32:
    made = _waves(chance, 0)
    return np.asarray(
        (made + made.T) / 2 if chance.random() < 0.6 else np.abs(made - made.T), np.float32
    )


def _dots(chance: Chance) -> F32:
    count = int(chance.integers(2, 8))
    made = np.zeros((SIDE, SIDE), np.float32)
    step = SIDE / count
    for i in range(count):
        for j in range(count):
            x, y = (i + 0.5) * step, (j + 0.5 + (i % 2) / 2) * step % SIDE
            cv2.circle(
                made, (int(x), int(y)), int(step * chance.uniform(0.18, 0.32)), 1.0, -1, cv2.LINE_AA
            )
    return made


def _blobs(chance: Chance) -> F32:
    made = _noise(SIDE, int(chance.integers(4, 40)), chance)
    return np.asarray(made > chance.uniform(-0.5, 1.0), np.float32)


def _tiles(chance: Chance) -> F32:
    count, wide = int(chance.integers(2, 10)), int(chance.integers(2, 8))
    at = np.arange(SIDE) % (SIDE // count) < wide
    return np.asarray(at[:, None] | at[None], np.float32)


def _lines_of_print(chance: Chance) -> F32:
    made = np.zeros((SIDE, SIDE), np.float32)
    for y in range(4, SIDE - 6, int(chance.integers(6, 16))):
        on = chance.random(SIDE // 2).repeat(2)[:SIDE] < 0.6
        made[y : y + 3] = on * (chance.random() < 0.9)
    return made


_PATTERNS = {
    "plain": _plain,
    "plain, as most are": _plain,
    "wood": _wood,
    "wood, of another grain": _wood,
    "stripes": _stripes,
    "checks": _checks,
    "checks of two sizes": _checks,
    "dots": _dots,
    "blobs": _blobs,
    "tiles": _tiles,
    "print": _lines_of_print,
}


def clutter(canvas: Canvas, level: float, span: float, chance: Chance) -> None:
    """Paint what lies about at height `level`, up to `span` mm from the board's middle."""
    for _ in range(int(chance.integers(0, 9))):
        at = chance.uniform(-span, span, 2)
        tone = colours.lego(chance) if chance.random() < 0.6 else colours.ground(chance)
        kind = chance.random()
        if kind < 0.5:
            size, tall = float(chance.uniform(2, 9)), float(chance.uniform(1, 12))
            canvas.shadow(disc(at, size), level, level + tall)
            canvas.round(at, size, level, level + tall, tone)
        elif kind < 0.6:
            _rings(canvas, at, level, chance)
        elif kind < 0.68:
            _grid(canvas, at, level, chance)
        else:
            _box(canvas, at, level, tone, chance)


def _box(canvas: Canvas, at: F64, level: float, tone: F64, chance: Chance) -> None:
    half = chance.uniform(5, 90, 2)
    tall = float(chance.choice([0.2, chance.uniform(1, 40)]))
    turn = chance.uniform(0, np.pi)
    c, s = np.cos(turn), np.sin(turn)
    corners = rectangle(-half[0], -half[1], *half) @ np.array([[c, s], [-s, c]]) + at
    canvas.shadow(corners, level, level + tall)
    canvas.prism(corners, level, level + tall, tone)


def _rings(canvas: Canvas, at: F64, level: float, chance: Chance) -> None:
    """A cup or a plate."""
    radius, tall = float(chance.uniform(20, 60)), float(chance.choice([5, 60]))
    canvas.shadow(disc(at, radius), level, level + tall)
    tone = colours.ground(chance)
    canvas.round(at, radius, level, level + tall, tone)
    canvas.polygon(np.c_[disc(at, radius * 0.85), np.full(14, level + tall)], tone * 0.6)


def _grid(canvas: Canvas, at: F64, level: float, chance: Chance) -> None:
    """Rows of things that are no board: keys, an egg box, a strip of tablets."""
    step = float(chance.uniform(8, 24))
    tone, other = colours.ground(chance), colours.ground(chance)
    cols, rows = (int(n) for n in chance.integers(2, 9, 2))
    box = rectangle(at[0] - step, at[1] - step, at[0] + cols * step, at[1] + rows * step)
    canvas.shadow(box, level, level + 4)
    canvas.prism(box, level, level + 4, tone)
    square = chance.random() < 0.5
    for i in range(cols):
        for j in range(rows):
            x, y = at + step * np.array([i, j])
            half = step * 0.35
            ring = (
                rectangle(x - half, y - half, x + half, y + half)
                if square
                else disc(np.array([x, y]), half)
            )
            canvas.polygon(np.c_[ring, np.full(len(ring), level + 4)], other)
