"""Draws the breadboards of hardware.md: wiring-gpio.svg and wiring-arduino.svg.

The pins come from where the drivers read them: the settings' defaults, which are those of
`companion.displays.options`, and the firmware's `config.h`. A test draws both anew and compares.

    python docs/wiring.py
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from companion.displays.options import HEADER, GpioChoices, named_pins  # noqa: E402

__all__ = ["arduino_drawing", "config_pins", "gpio_drawing"]

# pixels: from hole to hole of the breadboard, and the room around it
PITCH, MARGIN = 16, 60
COLUMNS = 63  # of a full-size breadboard
HOLES = "abcdefghij"
WIRES = {"black": "#c02020", "white": "#808890", "turn": "#208040", "signal": "#c07000"}
GROUND, SUPPLY = "#202020", "#d03030"
LEDS = {"black": "#e04040", "white": "#f4f4f4", "turn": "#40c060"}
PLAIN = {
    "black": "black key {n}",
    "white": "white key {n}",
    "turn": "player {n}'s turn",
    "white_servo": "servo, white slider",
    "red_servo": "servo, red slider",
    "buzzer": "buzzer module",
    "done": "done",
    "take_back": "take back",
}


@dataclass(frozen=True)
class Part:
    """Something at a pin: its kind, its words, the pin as printed, its series resistor in ohms."""

    kind: str
    label: str
    pin: str
    ohms: int = 0


def gpio_drawing() -> str:
    """Return the SVG of the Raspberry Pi's breadboard."""
    parts = [
        Part(_kind(name), _plain(name), f"GPIO{bcm} (pin {HEADER[bcm]})", _ohms(name))
        for name, bcm in named_pins(GpioChoices())
    ]
    return _drawing("Raspberry Pi: lights, sliders, buttons", "Raspberry Pi header", parts)


def _kind(name: str) -> str:
    stem = name.partition("[")[0]
    return {"white_servo": "servo", "red_servo": "servo", "done": "button"}.get(
        stem, "button" if stem == "take_back" else stem
    )


def _plain(name: str) -> str:
    stem, _, place = name.partition("[")
    return PLAIN[stem].format(n=int(place.rstrip("]") or 0) + 1 if place else 1)


def _ohms(name: str) -> int:
    """Return the resistor: 3.3 V less 1.9 V (red, green) or 3.0 V (white) at about 4 mA."""
    return 68 if name.startswith("white[") else 330 if "[" in name else 0


def arduino_drawing() -> str:
    """Return the SVG of the Arduino's breadboard."""
    parts, counts = [], dict.fromkeys(LEDS, 0)
    for name, pin in config_pins():
        kind = name.removesuffix("_PINS").removesuffix("_LED").lower()
        if kind in LEDS:
            counts[kind] += 1
            parts.append(Part(kind, PLAIN[kind].format(n=counts[kind]), pin, 330))
        elif "STRIP" in name:
            words = "key strip" if name.startswith("KEY") else "code strip"
            parts.append(Part("strip", words, pin, 330))
        elif "SERVO" in name:
            colour = name.partition("_")[0].lower()
            parts.append(Part("servo", PLAIN[f"{colour}_servo"], pin))
        elif "BUTTON" in name:
            words = "done" if name.startswith("DONE") else "take back"
            parts.append(Part("button", words, pin))
    return _drawing("Arduino Uno: lights, strips, sliders", "Arduino Uno", parts)


def config_pins() -> list[tuple[str, str]]:
    """Return each pin of config.h with its name, as printed: ("TURN_LED_PINS", "D11").

    A list of pins gives a pair for each.
    """
    text = (DOCS.parent / "firmware" / "keypeg" / "config.h").read_text(encoding="utf-8")
    pins = []
    for name, value in re.findall(r"^#define (\w+_PINS?) +([^/\n]+)", text, re.MULTILINE):
        for pin in (each.strip().removeprefix("PIN_") for each in value.split(",")):
            if pin.isdigit() or pin.startswith("A"):
                pins.append((name, f"D{pin}" if pin.isdigit() else pin))
    return list(dict.fromkeys(pins))


def _drawing(title: str, board: str, parts: list[Part]) -> str:
    on_board = [p for p in parts if p.kind in LEDS or p.kind == "button"]
    beside = [p for p in parts if p not in on_board]
    width = 2 * MARGIN + COLUMNS * PITCH
    lanes = 150 + 9 * len(parts)
    bottom = lanes + 16 * PITCH + 60
    height = bottom + 52 * ((len(beside) + 1) // 2) + 20
    body = [*_sheet(title, board, width, height), *_breadboard(lanes)]
    step = (width - 2 * MARGIN - 200) / len(parts)
    columns = _columns(on_board)
    for place, part in enumerate(parts):
        x = MARGIN + 150 + place * step
        lane = 122 + 9 * place
        body += _pin(part, x)
        if part in on_board:
            column = columns[on_board.index(part)]
            body += _wire(part, [(x, 110), (x, lane), (_x(column), lane), _at("a", column, lanes)])
            body += _led(part, column, lanes) if part.kind in LEDS else _button(part, column, lanes)
        else:
            spot = beside.index(part)
            at = (MARGIN + (spot % 2) * (width // 2), bottom + 52 * (spot // 2))
            out = 24 + 5 * (spot // 2)
            side = MARGIN - out if spot % 2 == 0 else width - MARGIN + out
            body += _wire(part, [(x, 110), (x, lane), (side, lane), (side, at[1] - 8)])
            body += _wire(part, [(side, at[1] - 8), (at[0] + 60, at[1] - 8), (at[0] + 60, at[1])])
            body += _device(part, at)
    ground = _at("-", COLUMNS, lanes)
    body += [
        f'<text x="{ground[0] - 200}" y="{ground[1] + 36}">the blue rail goes to a GND pin</text>',
        "</svg>",
    ]
    return "\n".join(body) + "\n"


def _sheet(title: str, board: str, width: int, height: int) -> list[str]:
    """Begin a drawing: its title, and the board that all is wired to."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{MARGIN}" y="26" font-size="18" font-weight="bold">{title}</text>',
        f'<rect x="{MARGIN}" y="40" width="{width - 2 * MARGIN}" height="70" rx="6" '
        'fill="#e8f0e8" stroke="black"/>',
        f'<text x="{MARGIN + 10}" y="58" font-weight="bold">{board}</text>',
    ]


def _columns(parts: list[Part]) -> list[int]:
    """Return the first column of each part: lights take four, buttons five."""
    columns, at = [], 2
    for part in parts:
        columns.append(at)
        at += 4 if part.kind in LEDS else 5
    return columns


def _x(column: int) -> float:
    return MARGIN + (column - 0.5) * PITCH


def _at(row: str, column: int, top: float) -> tuple[float, float]:
    """Return the pixel of a hole: rows a to e, a gap, f to j, and '-', the blue rail below."""
    place = {**{name: n + (2 if n > 4 else 0) for n, name in enumerate(HOLES)}, "-": 13.5}[row]
    return _x(column), top + (place + 1) * PITCH


def _breadboard(top: float) -> Iterator[str]:
    width = COLUMNS * PITCH
    yield (
        f'<rect x="{MARGIN}" y="{top}" width="{width}" height="{15.5 * PITCH}" rx="4" '
        'fill="#faf6ec" stroke="#808080"/>'
    )
    for row in (*HOLES, "-"):
        y = _at(row, 1, top)[1]
        yield f'<text x="{MARGIN - 14}" y="{y + 4}" font-size="10">{row}</text>'
        yield (
            f'<line x1="{_x(1)}" y1="{y}" x2="{_x(COLUMNS)}" y2="{y}" stroke="#b0a890" '
            f'stroke-width="4" stroke-linecap="round" stroke-dasharray="0 {PITCH}"/>'
        )
    y = _at("-", 1, top)[1] + 9
    yield f'<line x1="{_x(1)}" y1="{y}" x2="{_x(COLUMNS)}" y2="{y}" stroke="#3060c0"/>'
    for column in range(5, COLUMNS, 5):
        yield (
            f'<text x="{_x(column)}" y="{top + 6.9 * PITCH}" font-size="9" text-anchor="middle" '
            f'fill="#606060">{column}</text>'
        )


def _pin(part: Part, x: float) -> Iterator[str]:
    yield f'<circle cx="{x}" cy="104" r="4" fill="#d0b040" stroke="black"/>'
    yield (
        f'<text x="{x + 4}" y="98" font-size="10" transform="rotate(-32 {x} 98)">{part.pin}</text>'
    )


def _wire(part: Part, corners: Iterable[tuple[float, float]]) -> Iterator[str]:
    colour = WIRES.get(part.kind, WIRES["signal"])
    points = " ".join(f"{x:g},{y:g}" for x, y in corners)
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _ground(column: int, top: float) -> str:
    (x, high), (_, low) = _at("j", column, top), _at("-", column, top)
    return f'<line x1="{x}" y1="{high}" x2="{x}" y2="{low}" stroke="{GROUND}" stroke-width="2"/>'


def _led(part: Part, column: int, top: float) -> Iterator[str]:
    (x1, y), (x2, _) = _at("c", column, top), _at("c", column + 2, top)
    yield f'<line x1="{x1}" y1="{y}" x2="{x2}" y2="{y}" stroke="black"/>'
    yield (
        f'<rect x="{x1 + 6}" y="{y - 4}" width="{x2 - x1 - 12}" height="8" fill="#eed9b0" '
        'stroke="black"/>'
    )
    yield _text((x1 + x2) / 2, y + 14, f"{part.ohms}")
    (x, y1), (_, y2) = _at("e", column + 2, top), _at("f", column + 2, top)
    yield f'<line x1="{x}" y1="{y1}" x2="{x}" y2="{y2}" stroke="black" stroke-width="2"/>'
    yield f'<circle cx="{x}" cy="{(y1 + y2) / 2}" r="8" fill="{LEDS[part.kind]}" stroke="black"/>'
    yield f'<text x="{x - 7}" y="{y1 + 4}" font-size="11">+</text>'
    yield _ground(column + 2, top)
    yield _caption(part, column + 1, top)


def _button(part: Part, column: int, top: float) -> Iterator[str]:
    (x1, y1), (x2, y2) = _at("e", column, top), _at("f", column + 2, top)
    yield (
        f'<rect x="{x1 - 4}" y="{y1 - 2}" width="{x2 - x1 + 8}" height="{y2 - y1 + 4}" rx="4" '
        'fill="#505050"/>'
    )
    yield f'<circle cx="{(x1 + x2) / 2}" cy="{(y1 + y2) / 2}" r="9" fill="#b0b0b0"/>'
    yield _ground(column + 2, top)
    yield _caption(part, column + 1, top)


def _caption(part: Part, column: int, top: float) -> str:
    x, y = _at("g" if column % 8 < 4 else "i", column, top)
    return _text(x, y + 4, part.label)


def _text(x: float, y: float, words: str) -> str:
    style = 'font-size="10" font-weight="bold" text-anchor="middle"'
    return f'<text x="{x}" y="{y}" {style}>{words}</text>'


def _device(part: Part, at: tuple[float, float]) -> Iterator[str]:
    x, y = at
    text = {
        "servo": "orange: this wire. red: + of the servo supply, 5 V. brown: its − and GND",
        "strip": f"DIN through {part.ohms} Ω. 5V and GND of the strip to 5V and GND",
        "buzzer": "S: this wire. +: 3.3 V. −: GND",
    }[part.kind]
    yield f'<rect x="{x}" y="{y}" width="120" height="32" rx="4" fill="#e0e8f4" stroke="black"/>'
    yield f'<text x="{x + 8}" y="{y + 20}">{part.label}</text>'
    yield f'<text x="{x + 128}" y="{y + 20}" font-size="10">{text}</text>'


def main() -> None:
    """Write both drawings."""
    for name, text in (("gpio", gpio_drawing()), ("arduino", arduino_drawing())):
        (DOCS / f"wiring-{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
