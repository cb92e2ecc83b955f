"""What the lights must show, worked out from the scene and the colours alone."""

import re
from pathlib import Path

from companion.scene import Scene, SceneRow

ROOT = Path(__file__).resolve().parents[2]
RGB = tuple[int, int, int]
ROWS, HOLES = 12, 4
MAX_MA = 400  # MAX_MILLIAMPS of config.h
DARK: RGB = (0, 0, 0)


def colours() -> dict[str, RGB]:
    """The table of colours.h, by the first letter of each comment; keys are B and W."""
    text = (ROOT / "firmware/keypeg/colours.h").read_text()
    found = re.findall(r"\{(\d+), (\d+), (\d+)\},\s*/\* (a black key|a white key|\S) ", text)
    names = {"a black key": "B", "a white key": "W"}
    return {names.get(n, n): (int(r), int(g), int(b)) for r, g, b, n in found}


COLOURS = colours()


def letters(scene: Scene, holes: int) -> tuple[list[str], list[str]]:
    """What each key pixel and each code pixel is for: a letter of `COLOURS`."""
    rows = [] if scene.dark else list(scene.rows)
    rows += [SceneRow("." * holes)] * (ROWS - len(rows))
    keys = ["B" * r.keys.black + "W" * r.keys.white if r.keys else "" for r in rows]
    return [*"".join(k.ljust(holes, ".") for k in keys)], [*"".join(r.code for r in rows)]


def strips(scene: Scene, brightness: int = 64, holes: int = HOLES) -> tuple[list[RGB], list[RGB]]:
    """The pixels of the key strip and of the code strip."""
    keys, code = letters(scene, holes)
    light = sum((sum(COLOURS[c]) + 3) // 4 * 4 for c in keys + code)
    budget = MAX_MA - len(keys + code)  # a dark pixel takes 1 mA
    most = budget * 255 * 255 // (20 * light) if light else 255
    level = min(brightness, most)

    def lit(letter: str) -> RGB:
        r, g, b = COLOURS[letter]
        return r * (level + 1) >> 8, g * (level + 1) >> 8, b * (level + 1) >> 8

    return [lit(c) for c in keys], [lit(c) for c in code]


def milliamps(*pixels: RGB) -> float:
    """What the strips take: 20 mA a channel at 255, and 1 mA a pixel for its chip."""
    return sum(sum(p) * 20 / 255 + 1 for p in pixels)


def is_pattern(image: tuple[RGB, ...]) -> bool:
    """Whether an image is one of those that are no answer: at most one light, and that violet."""
    lit = [p for p in image if p != DARK]
    return len(lit) <= 1 and all(r > 0 and g == 0 and b > r for r, g, b in lit)
