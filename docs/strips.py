"""Draws docs/strips.svg: rows cut from a strip, joined again; and says which strip fits a board.

How many rows and pixels there are stands in the firmware's `config.h`, how far apart holes are in
the board's file.

    python docs/strips.py
"""

import re
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
# pixels a metre that strips are sold with
DENSITIES = (60, 100, 144)
PIXEL, STEP, ROW = 30, 44, 72
LEFT = 190
WIRES = (("5V", "#b03090", -12), ("data", "#c07000", 0), ("GND", "#202020", 12))
SHOWN = 3


def number(name: str) -> int:
    """Return a choice of config.h."""
    text = (DOCS.parent / "firmware" / "keypeg" / "config.h").read_text(encoding="utf-8")
    found = re.search(rf"^#define {name} (\d+)", text, re.MULTILINE)
    assert found, name
    return int(found[1])


def offset_mm(pitch_mm: float, holes: int, density: int) -> float:
    """Return how far a row's outer pixels are from their holes, when its middle is at the row's."""
    return abs(1000 / density - pitch_mm) * (holes - 1) / 2


def drawing() -> str:
    """Return the SVG."""
    holes, rows = number("HOLES"), number("ROWS")
    width, height = LEFT + holes * STEP + 230, 60 + SHOWN * ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">\n'
        f"<title>{rows} rows of {holes} pixels, joined again</title>\n"
        '<rect width="100%" height="100%" fill="white"/>\n'
        + "\n".join(line for row in range(SHOWN) for line in _row(row, holes))
        + f'\n<text x="20" y="{height - 14}">and so on, to row {rows}; '
        "the arrows on the strip look to the right in every row</text>\n</svg>\n"
    )


def _row(row: int, holes: int) -> Iterator[str]:
    x, y = LEFT, 50 + row * ROW
    end = x + holes * STEP
    if row == 0:
        for name, colour, up in WIRES:
            words = {"data": "330 Ω, KEY_STRIP_PIN"}.get(name, name)
            yield f'<line x1="{x - 20}" y1="{y + up}" x2="{x}" y2="{y + up}" stroke="{colour}"/>'
            place = f'x="{x - 24}" y="{y + up + 4}" text-anchor="end" font-size="9"'
            yield f"<text {place}>{words}</text>"
    size = f'width="{end - x}" height="40" rx="3"'
    yield f'<rect x="{x}" y="{y - 20}" {size} fill="#eeeeee" stroke="#888888"/>'
    for place in range(holes):
        middle = x + (place + 0.5) * STEP
        at = f'x="{middle - PIXEL / 2}" y="{y - PIXEL / 2}"'
        yield f'<rect {at} width="{PIXEL}" height="{PIXEL}" fill="white" stroke="black"/>'
        yield f'<circle cx="{middle}" cy="{y}" r="10" fill="#f0e0a0" stroke="#888888"/>'
        words = row * holes + place + 1
        yield f'<text x="{middle}" y="{y + 4}" text-anchor="middle">{words}</text>'
    yield f'<text x="{end + 70}" y="{y + 4}">row {row + 1} ►</text>'
    if row == 0:
        yield f'<text x="{end + 70}" y="{y - 24}" font-size="10">DOUT is at this end</text>'
    if row < SHOWN - 1:
        for _, colour, up in WIRES:
            out, low, back = end + 30 + up, y + ROW / 2 + up, x - 30 - up
            there, next_row = f"{end},{y + up} {out},{y + up} {out},{low}", y + ROW + up
            way = f"{there} {back},{low} {back},{next_row} {x},{next_row}"
            yield f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>'


if __name__ == "__main__":
    (DOCS / "strips.svg").write_text(drawing(), encoding="utf-8")
