"""Draws docs/mounts.svg: three ways to hang a camera above a board, from the side, in one scale.

The printed arm has the measures of mount/arm.scad, the LEGO towers those of bricks. Run it to draw
the file anew; a test compares the two.
"""

import re
from collections.abc import Iterator
from math import ceil
from pathlib import Path

HERE = Path(__file__).resolve().parent
BRICK_MM = 9.6  # the height of a LEGO brick, by its maker's standard
STUD_MM = 8.0
HEIGHT_MM = 400  # as arm.scad comes: within what hardware.md says for every board but one
BOARD_MM = 280
INK, PART, BOARD, LIGHT = "#2b2b2b", "#c9c9c9", "#8a5a2b", "#e69f00"
SCALE = 0.55  # pixels a millimetre


def number(name: str) -> float:
    """Return a choice of arm.scad."""
    text = (HERE / "mount" / "arm.scad").read_text(encoding="utf-8")
    found = re.search(rf"^{name} = ([\d.]+);", text, re.MULTILINE)
    assert found, name
    return float(found[1])


def bricks(height_mm: float) -> int:
    """Return how many bricks on each other are at least `height_mm` high."""
    return ceil(height_mm / BRICK_MM)


class Sheet:
    """A drawing in millimetres: x to the right, y up from the table's top."""

    def __init__(self, left: float) -> None:
        self.left = left

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> str:
        """Return a filled box."""
        at = f'x="{(self.left + x) * SCALE:.1f}" y="{(560 - y - height) * SCALE:.1f}"'
        size = f'width="{width * SCALE:.1f}" height="{height * SCALE:.1f}"'
        return f'<rect {at} {size} fill="{colour}" stroke="{INK}" stroke-width="0.7"/>'

    def text(self, x: float, y: float, words: str) -> str:
        """Return words whose middle is at x."""
        at = f'x="{(self.left + x) * SCALE:.1f}" y="{(560 - y) * SCALE:.1f}"'
        return f'<text {at} text-anchor="middle">{words}</text>'

    def line(self, points: list[tuple[float, float]], colour: str, width: float) -> str:
        """Return a bent line."""
        way = " ".join(f"{(self.left + x) * SCALE:.1f},{(560 - y) * SCALE:.1f}" for x, y in points)
        return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{width}"/>'

    def table(self) -> Iterator[str]:
        """Yield table and board."""
        yield self.box(-20, -18, 420, 18, "#efe6d8")
        yield self.box(60, 0, BOARD_MM, 12, BOARD)

    def camera(self, height: float) -> Iterator[str]:
        """Yield the lens above the board's middle, what it sees, and how high it is."""
        x = 60 + BOARD_MM / 2
        yield self.box(x - 12, height, 24, 8, INK)
        yield self.line([(x, height), (50, 0)], LIGHT, 0.8)
        yield self.line([(x, height), (350, 0)], LIGHT, 0.8)
        yield self.text(x, height / 2, f"{height / 10:.0f} cm")


def arm() -> Iterator[str]:
    """Yield the printed arm, clamped to the table behind the board."""
    sheet, side = Sheet(40), number("side")
    post = 60 + BOARD_MM / 2 + number("reach")
    yield from sheet.table()
    yield sheet.box(post - 30, -18 - 56, 8, 64, PART)
    yield sheet.box(post - side / 2, 0, side, HEIGHT_MM + side, PART)
    yield sheet.box(200, HEIGHT_MM, post - 200, side, PART)
    yield from sheet.camera(HEIGHT_MM)
    yield sheet.text(200, -60, "printed arm, clamped to the table")


def lego() -> Iterator[str]:
    """Yield two towers of bricks and a beam across."""
    sheet, high = Sheet(500), bricks(HEIGHT_MM)
    yield from sheet.table()
    for x in (20, 350):
        for n in range(high):
            yield sheet.box(x, n * BRICK_MM, 4 * STUD_MM, BRICK_MM, PART)
    yield sheet.box(20, high * BRICK_MM, 350 + 4 * STUD_MM - 20, BRICK_MM, PART)
    yield from sheet.camera(high * BRICK_MM - 8)
    yield sheet.text(200, -60, f"two towers of {high} bricks 2 x 4, a beam of 1 x 16")


def lamp() -> Iterator[str]:
    """Yield the arm of a desk lamp with the camera tied to it, the lamp itself aside."""
    sheet = Sheet(960)
    yield from sheet.table()
    yield sheet.box(362, 0, 30, 14, PART)
    yield sheet.line([(377, 14), (395, 260), (200, HEIGHT_MM + 10)], INK, 4)
    yield from sheet.camera(HEIGHT_MM)
    yield sheet.line([(10, 0), (-10, 300), (40, 430)], INK, 4)
    yield sheet.line([(20, 440), (70, 410)], LIGHT, 8)
    yield sheet.text(200, -60, "a desk lamp's arm, a lamp aside")


def drawing() -> str:
    """Return the SVG."""
    shapes = "\n".join((*arm(), *lego(), *lamp()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {1400 * SCALE:.0f} '
        f'{660 * SCALE:.0f}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{shapes}\n</svg>\n'
    )


if __name__ == "__main__":
    (HERE / "mounts.svg").write_text(drawing(), encoding="utf-8")
