"""What drawings of hardware.md are made of: a breadboard, wires, lights, buttons, boxes. SVG."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

__all__ = ["HALO", "LEDS", "LEFT", "WIDTH", "Box", "Sheet"]

# pixels: from hole to hole of the breadboard, and the room beside it, in which wires go down
PITCH, LEFT = 16, 96
COLUMNS = 63  # of a full-size breadboard
WIDTH = 2 * LEFT + COLUMNS * PITCH
HOLES = "abcdefghij"
# rows of holes in pixels from the breadboard's edge, in pitches: a gap between e and f, rails below
ROWS = {**{name: n + (3 if n > 4 else 1) for n, name in enumerate(HOLES)}, "-": 14.5, "+": 15.7}
HIGH = 17 * PITCH
COLOURS = {
    "black": "#c02020",
    "white": "#808890",
    "turn": "#208040",
    "button": "#2060b0",
    "signal": "#c07000",
    "ground": "#202020",
    "supply": "#d03030",
    "volts": "#b03090",
}
LEDS = {"black": "#e04040", "white": "#f4f4f4", "turn": "#40c060"}
# words over holes and wires stay readable
HALO = 'paint-order="stroke" stroke="#faf6ec" stroke-width="4" stroke-linejoin="round"'
BOX, STEP = (184, 76), 12 * PITCH
# of a box's three legs, from its left edge: below a column each
LEGS = (24, 88, 152)


@dataclass(frozen=True)
class Box:
    """Something beside the breadboard: its legs from left to right, what goes to the first."""

    name: str
    legs: tuple[str, str, str]
    pin: str
    words: str


def column_x(column: int) -> float:
    """Return where a column of the breadboard is, in pixels."""
    return LEFT + (column - 0.5) * PITCH


@dataclass
class Sheet:
    """A drawing that grows: the breadboard's top edge is at `top`, boxes stand at `boxes`."""

    title: str
    top: float
    body: list[str] = field(default_factory=list)
    _lanes: int = 0
    _sides: int = 0

    @property
    def boxes(self) -> float:
        """Return the upper edge of the boxes beside the breadboard."""
        return self.top + HIGH + 116

    def hole(self, row: str, column: int) -> tuple[float, float]:
        """Return the pixel of a hole: rows a to j, "-" and "+" the rails below."""
        return column_x(column), self.top + ROWS[row] * PITCH

    def leg(self, place: int, which: int) -> tuple[float, float]:
        """Return the pixel of a leg of the box at a place from the left."""
        return LEFT + place * STEP + LEGS[which], self.boxes

    def lane(self) -> float:
        """Return the height of a way across, above the breadboard, that no wire has yet."""
        self._lanes += 1
        return self.top - 90 - 8 * self._lanes

    def side(self) -> tuple[float, float]:
        """Return a way down beside the breadboard, and across below it, that no wire has yet."""
        self._sides += 1
        out = 20 + 7 * (self._sides // 2)
        return (
            LEFT - out if self._sides % 2 else WIDTH - LEFT + out,
            self.top + HIGH + 8 + 10 * self._sides,
        )

    def wire(self, kind: str, corners: Iterable[tuple[float, float]]) -> None:
        """Draw a wire, with a dot where it ends."""
        points = list(corners)
        way = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.body.append(
            f'<polyline points="{way}" fill="none" stroke="{COLOURS[kind]}" stroke-width="2"/>'
            f'<circle cx="{points[-1][0]:g}" cy="{points[-1][1]:g}" r="3" fill="{COLOURS[kind]}"/>'
        )

    def text(self, x: float, y: float, words: str, more: str = "") -> None:
        """Write words whose middle is at x."""
        style = more or 'font-size="10" font-weight="bold" text-anchor="middle"'
        self.body.append(f'<text x="{x:g}" y="{y:g}" {style}>{words}</text>')

    def breadboard(self) -> None:
        """Draw the breadboard with its holes and the two rails below."""
        size = f'width="{COLUMNS * PITCH}" height="{HIGH}"'
        style = 'rx="4" fill="#faf6ec" stroke="#808080"'
        self.body.append(f'<rect x="{LEFT}" y="{self.top}" {size} {style}/>')
        for row in ROWS:
            (x1, y), (x2, _) = self.hole(row, 1), self.hole(row, COLUMNS)
            self.text(WIDTH - LEFT + 9, y + 4, row.replace("-", "−"))
            if row in HOLES:
                self.text(LEFT - 9, y + 4, row)
            self.body.append(
                f'<line x1="{x1:g}" y1="{y:g}" x2="{x2:g}" y2="{y:g}" stroke="#b0a890" '
                f'stroke-width="4" stroke-linecap="round" stroke-dasharray="0 {PITCH}"/>'
            )
        for row, beside, colour in (("-", -8, "#3060c0"), ("+", 8, "#d03030")):
            (x1, y), (x2, _) = self.hole(row, 1), self.hole(row, COLUMNS)
            at = f'x1="{x1:g}" y1="{y + beside:g}" x2="{x2:g}" y2="{y + beside:g}"'
            self.body.append(f'<line {at} stroke="{colour}"/>')
        for column in range(5, COLUMNS, 5):
            x, y = self.hole("e", column)
            self.text(x, y + 27, str(column), _PLAIN)

    def led(self, kind: str, ohms: int, label: str, column: int) -> None:
        """Draw a resistor, a light, its long leg (+) in row e, and its wire to the blue rail."""
        (x1, y), (x2, _) = self.hole("c", column), self.hole("c", column + 2)
        size = f'width="{x2 - x1 - 12:g}" height="8"'
        self.body += [
            f'<line x1="{x1:g}" y1="{y:g}" x2="{x2:g}" y2="{y:g}" stroke="black"/>',
            f'<rect x="{x1 + 6:g}" y="{y - 4:g}" {size} fill="#eed9b0" stroke="black"/>',
        ]
        self.text((x1 + x2) / 2, y + 15, str(ohms), f"{_SMALL} {HALO}")
        (x, above), (_, below) = self.hole("e", column + 2), self.hole("f", column + 2)
        at = f'cx="{x:g}" cy="{(above + below) / 2:g}"'
        self.body += [
            f'<line x1="{x:g}" y1="{above:g}" x2="{x:g}" y2="{below:g}" stroke="black" '
            'stroke-width="2"/>',
            f'<circle {at} r="8" fill="{LEDS[kind]}" stroke="black"/>',
        ]
        self.text(x + 8, above + 5, "+")
        self._grounded(label, column)

    def button(self, label: str, column: int) -> None:
        """Draw a button over the gap, and the wire to the blue rail from its far corner."""
        (x1, y1), (x2, y2) = self.hole("e", column), self.hole("f", column + 2)
        size = f'width="{x2 - x1 + 8:g}" height="{y2 - y1 + 4:g}"'
        self.body += [
            f'<rect x="{x1 - 4:g}" y="{y1 - 2:g}" {size} rx="4" fill="#505050"/>',
            f'<circle cx="{(x1 + x2) / 2:g}" cy="{(y1 + y2) / 2:g}" r="9" fill="#b0b0b0"/>',
        ]
        self._grounded(label, column)

    def _grounded(self, label: str, column: int) -> None:
        self.wire("ground", [self.hole("j", column + 2), self.hole("-", column + 2)])
        x, y = self.hole("g" if column % 8 < 4 else "i", column + 1)
        self.text(x, y + 4, label, f"{_SMALL} {HALO}")

    def box(self, place: int, box: Box) -> None:
        """Draw a box, its legs on its upper edge."""
        x, y = self.leg(place, 0)[0] - LEGS[0], self.boxes
        size = f'width="{BOX[0]}" height="{BOX[1]}"'
        self.body.append(f'<rect x="{x:g}" y="{y:g}" {size} rx="4" fill="#e0e8f4" stroke="black"/>')
        for name, out in zip(box.legs, LEGS, strict=True):
            if name:
                self.body.append(f'<circle cx="{x + out}" cy="{y:g}" r="4" fill="#d0b040"/>')
                self.text(x + out, y + 17, name)
        self.text(x + 6, y + 32, box.pin, 'font-size="10" fill="#a05800"')
        self.text(x + BOX[0] / 2, y + 50, box.name, 'font-weight="bold" text-anchor="middle"')
        self.text(x + BOX[0] / 2, y + 66, box.words, _PLAIN)

    def between(self, start: tuple[float, float], end: tuple[float, float], words: str) -> None:
        """Draw a part with two legs between points beside or above each other, and its words."""
        (x1, y1), (x2, y2) = start, end
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        size = (24, 8) if y1 == y2 else (8, 24)
        at = f'x="{x - size[0] / 2:g}" y="{y - size[1] / 2:g}"'
        self.body += [
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="black"/>',
            f'<rect {at} width="{size[0]}" height="{size[1]}" fill="#eed9b0" stroke="black"/>',
        ]
        self.text(x + (0 if y1 == y2 else 18), y + (-8 if y1 == y2 else 4), words, _SMALL)

    def svg(self) -> Iterator[str]:
        """Yield the lines of the file."""
        height = self.boxes + BOX[1] + 24
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
            'font-family="sans-serif" font-size="12">'
        )
        yield f"<title>{self.title}</title>"
        yield f'<rect width="{WIDTH}" height="{height:g}" fill="white"/>'
        yield f'<text x="{LEFT}" y="26" font-size="18" font-weight="bold">{self.title}</text>'
        yield from self.body
        yield "</svg>"


_SMALL = 'font-size="10" font-weight="bold" text-anchor="middle"'
_PLAIN = 'font-size="10" text-anchor="middle" fill="#404040"'
