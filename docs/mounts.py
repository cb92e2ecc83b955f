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
BEAM_STUDS = 28  # a brick of 16 and one of 12
TOWER_STUDS = 4
HEIGHT_MM = 380  # as arm.scad comes: within what hardware.md says for every board
BOARD_MM = 280
ACROSS_MM = 110  # the same board from a player's seat
INK, PART, BOARD, LIGHT = "#2b2b2b", "#c9c9c9", "#8a5a2b", "#e69f00"
SCALE = 0.55  # pixels a millimetre
MIDDLE = 200  # mm from the table's left end to the middle of the board


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

    def table(self, board: float = BOARD_MM) -> Iterator[str]:
        """Yield table and board."""
        yield self.box(-20, -18, 420, 18, "#efe6d8")
        yield self.box(MIDDLE - board / 2, 0, board, 12, BOARD)

    def camera(self, height: float, board: float = BOARD_MM) -> Iterator[str]:
        """Yield the lens above the board's middle, what it sees, and how high it is."""
        yield self.box(MIDDLE - 12, height, 24, 8, INK)
        for side in (-1, 1):
            seen = MIDDLE + side * (board / 2 + 10)
            yield self.line([(MIDDLE, height), (seen, 0)], LIGHT, 0.8)
        yield self.text(MIDDLE, height / 2, f"{height / 10:.0f} cm")


def arm() -> Iterator[str]:
    """Yield the printed arm, clamped to the table's edge behind the board."""
    sheet, side = Sheet(40), number("side")
    post = MIDDLE + number("reach")
    yield sheet.box(-20, -18, post + 42, 18, "#efe6d8")
    yield sheet.box(MIDDLE - BOARD_MM / 2, 0, BOARD_MM, 12, BOARD)
    for x, y, wide, high in (
        (-30, 0, 60, 8),
        (22, -64, 8, 72),
        (-15, -64, 45, 12),
        (-3, -52, 6, 34),
    ):
        yield sheet.box(post + x, y, wide, high, PART)
    yield sheet.box(post - side / 2, 8, side, HEIGHT_MM + side - 8, PART)
    yield sheet.box(MIDDLE, HEIGHT_MM, post - MIDDLE, side, PART)
    yield from sheet.camera(HEIGHT_MM)
    yield sheet.text(MIDDLE, -90, "printed arm, clamped to the table")


def lego() -> Iterator[str]:
    """Yield two towers of bricks and a beam of two layers across, from a player's seat."""
    sheet, high = Sheet(500), bricks(HEIGHT_MM)
    wide, tower = BEAM_STUDS * STUD_MM, TOWER_STUDS * STUD_MM
    left = MIDDLE - wide / 2
    yield from sheet.table(ACROSS_MM)
    yield sheet.box(MIDDLE - 16 * STUD_MM, 0, 32 * STUD_MM, 3.2, "#8fae7a")
    for n in range(high):
        for x in (left, left + wide - tower):
            # one layer lies lengthways, the next across: its joint is seen
            for part in range(1 + n % 2):
                size = tower / (1 + n % 2)
                yield sheet.box(x + part * size, 3.2 + n * BRICK_MM, size, BRICK_MM, PART)
    top = 3.2 + high * BRICK_MM
    for layer, studs in enumerate((16, 12)):
        y = top + layer * BRICK_MM
        yield sheet.box(left, y, studs * STUD_MM, BRICK_MM, PART)
        yield sheet.box(left + studs * STUD_MM, y, wide - studs * STUD_MM, BRICK_MM, PART)
    yield from sheet.camera(top - 8, ACROSS_MM)
    yield sheet.text(MIDDLE, -90, f"two towers of {high} layers, beams of {BEAM_STUDS} studs")


def lamp() -> Iterator[str]:
    """Yield the arm of a desk lamp with the camera tied to it, the lamp itself aside."""
    sheet = Sheet(960)
    yield from sheet.table()
    yield sheet.box(362, 0, 30, 14, PART)
    yield sheet.line([(377, 14), (395, 260), (MIDDLE, HEIGHT_MM + 10)], INK, 4)
    yield from sheet.camera(HEIGHT_MM)
    yield sheet.line([(10, 0), (-10, 300), (40, 430)], INK, 4)
    yield sheet.line([(20, 440), (70, 410)], LIGHT, 8)
    yield sheet.text(MIDDLE, -90, "a desk lamp's arm, a lamp aside")


def drawing() -> str:
    """Return the SVG."""
    shapes = "\n".join((*arm(), *lego(), *lamp()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {1400 * SCALE:.0f} '
        f'{670 * SCALE:.0f}" font-family="sans-serif" font-size="11">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{shapes}\n</svg>\n'
    )


if __name__ == "__main__":
    (HERE / "mounts.svg").write_text(drawing(), encoding="utf-8")
