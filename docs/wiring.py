"""Draws the breadboards of hardware.md: wiring-gpio.svg and wiring-arduino.svg.

The pins come from where the drivers read them: the settings' defaults, which are those of
`companion.displays.options`, and the firmware's `config.h`. A test draws both anew and compares.

    python docs/wiring.py
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS), str(DOCS.parent)]

from breadboard import HALO, LEDS, LEFT, WIDTH, Box, Sheet  # noqa: E402

from companion.displays.options import HEADER, GpioChoices, named_pins  # noqa: E402

__all__ = ["arduino_drawing", "config_pins", "gpio_drawing"]

PLAIN = {
    "black": "black key {n}",
    "white": "white key {n}",
    "turn": "player {n}'s turn",
    "white_servo": "servo, white slider",
    "red_servo": "servo, red slider",
    "key_strip": "key strip",
    "code_strip": "code strip",
    "buzzer": "buzzer module",
    "done": "done",
    "take_back": "take back",
}
SERVO = ("orange", "red", "brown")
SUPPLY = Box("supply, 5 V, 2 A", ("", "+", "−"), "", "for the servos alone")
# of the header: pins that are ground, and 3.3 V
GROUNDS, GROUND, THREE_VOLTS = (6, 9, 14, 20, 25, 30, 34, 39), 30, 17
# the edges of an Arduino Uno, its USB plug to the right: as they are printed from left to right
ANALOG = "A5 A4 A3 A2 A1 A0 _ VIN GND GND 5V 3.3V RESET IOREF"
DIGITAL = "D0 D1 D2 D3 D4 D5 D6 D7 _ D8 D9 D10 D11 D12 D13 GND AREF"


@dataclass(frozen=True)
class Part:
    """Something at a pin: its kind, its words, what stands at its wire, its resistor in ohms."""

    kind: str
    label: str
    pin: str
    at_wire: str
    ohms: int = 0


@dataclass(frozen=True)
class Spot:
    """Where a pin of a board is, and where its wire leaves the board downwards."""

    x: float
    y: float
    out: float


def gpio_drawing() -> str:
    """Return the SVG of the Raspberry Pi's breadboard."""
    sheet = Sheet("Raspberry Pi: lights, sliders, buttons", 384)
    counts = dict.fromkeys(PLAIN, 0)
    parts = []
    for name, bcm in named_pins(GpioChoices()):
        kind, pin = name.partition("[")[0], str(HEADER[bcm])
        counts[kind] += 1
        # 3.3 V less 1.9 V (red, green) or 3.0 V (white) at about 4 mA
        ohms = {"white": 68}.get(kind, 330) if kind in LEDS else 0
        label = PLAIN[kind].format(n=counts[kind])
        parts.append(Part(kind, label, pin, f"GPIO{bcm} (pin {pin})", ohms))
    spots = _header(sheet, {part.pin for part in parts})
    _wired(sheet, parts, spots, str(GROUND), str(THREE_VOLTS))
    return "\n".join(sheet.svg()) + "\n"


def _header(sheet: Sheet, used: set[str]) -> dict[str, Spot]:
    """Draw the header as it lies before one; return its pins by number."""
    _board(sheet, "Raspberry Pi, its header towards you", "◄ USB sockets", "memory card ►")
    spots, step = {}, 42
    for pin in range(1, 41):
        x, y = WIDTH / 2 + (10 - (pin - 1) // 2 - 0.5) * step, 84 if pin % 2 else 112
        spots[str(pin)] = Spot(x, y, x + (step / 2 if pin % 2 else 0))
        fill = "#202020" if pin in GROUNDS else "#d0b040" if str(pin) in used else "#ffffff"
        fill = "#d03030" if pin == THREE_VOLTS else fill
        sheet.body.append(f'<circle cx="{x:g}" cy="{y}" r="5" fill="{fill}" stroke="black"/>')
        sheet.text(x - 13, y + 4, str(pin))
    return spots


def arduino_drawing() -> str:
    """Return the SVG of the Arduino's breadboard."""
    sheet = Sheet("Arduino Uno: lights, strips, sliders, buttons", 396)
    counts = dict.fromkeys(PLAIN, 0)
    parts = []
    for name, pin in config_pins():
        kind = re.sub(r"(_LED|_BUTTON)?_PINS?$", "", name).lower()
        if kind in PLAIN:
            counts[kind] += 1
            ohms = 330 if kind in LEDS or "strip" in kind else 0
            parts.append(Part(kind, PLAIN[kind].format(n=counts[kind]), pin, pin, ohms))
    spots = _uno(sheet, {part.pin for part in parts})
    _wired(sheet, parts, spots, "GND", "5V")
    return "\n".join(sheet.svg()) + "\n"


def _uno(sheet: Sheet, used: set[str]) -> dict[str, Spot]:
    """Draw an Uno as it lies before one; return its pins as printed."""
    _board(sheet, "Arduino Uno, its numbers 0 to 13 towards you", "", "USB plug ►")
    spots, step = {}, 45  # no wire down meets one of the breadboard
    for row, y, shift in ((ANALOG, 84, 0.5), (DIGITAL, 112, 0)):
        for place, pin in enumerate(row.split()):
            if pin == "_":
                continue
            x = 208 + (place + shift) * step
            spots[pin] = Spot(x, y, x)
            plain = "#d0b040" if pin in used else "#ffffff"
            fill = {"GND": "#202020", "5V": "#d03030"}.get(pin, plain)
            sheet.body.append(f'<circle cx="{x:g}" cy="{y}" r="5" fill="{fill}" stroke="black"/>')
            sheet.text(x, y - 9, pin)
    return spots


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


def _board(sheet: Sheet, name: str, left: str, right: str) -> None:
    size = f'width="{WIDTH - 2 * LEFT}" height="92"'
    style = 'rx="6" fill="#e8f0e8" stroke="black"'
    sheet.body.append(f'<rect x="{LEFT}" y="36" {size} {style}/>')
    sheet.text(WIDTH / 2, 54, name, 'font-weight="bold" text-anchor="middle"')
    sheet.text(LEFT + 12, 54, left, 'font-size="11"')
    sheet.text(WIDTH - LEFT - 12, 54, right, 'font-size="11" text-anchor="end"')


def _wired(
    sheet: Sheet, parts: list[Part], spots: dict[str, Spot], ground: str, volts: str
) -> None:
    """Draw the breadboard and all wires; the board's pin `volts` feeds what is not a servo."""
    sheet.breadboard()
    boxes = [part for part in parts if not _is_plugged_in(part)]
    column = 2
    for part in parts:
        if _is_plugged_in(part):
            _plug_in(sheet, part, spots[part.pin], column)
            column += 4 if part.kind in LEDS else 5
    for place, part in enumerate(boxes):
        _beside(sheet, part, place, spots[part.pin])
    fed = [place for place, part in enumerate(boxes) if "servo" not in part.kind]
    _feed(sheet, spots[volts], fed)
    sheet.box(len(boxes), SUPPLY)
    _rails(sheet, len(boxes), ("-", "+"))
    _ground(sheet, spots[ground], ground)


def _is_plugged_in(part: Part) -> bool:
    return part.kind in LEDS or part.kind in ("done", "take_back")


def _leaving(spot: Spot, height: float) -> list[tuple[float, float]]:
    """Return the way of a wire from a pin out of its board, down to `height`."""
    return [(spot.x, spot.y), (spot.out, spot.y + 16), (spot.out, height)]


def _plug_in(sheet: Sheet, part: Part, spot: Spot, column: int) -> None:
    """Draw a light or a button on the breadboard, and its wire."""
    kind = part.kind if part.kind in LEDS else "button"
    x, y = sheet.hole("a", column)
    lane = sheet.lane()
    sheet.wire(kind, [*_leaving(spot, lane), (x, lane), (x, y)])
    turned = f'font-size="10" transform="rotate(-90 {x - 5:g} {sheet.top - 5:g})"'
    sheet.text(x - 5, sheet.top - 5, part.at_wire, turned)
    if kind == "button":
        sheet.button(part.label, column)
    else:
        sheet.led(kind, part.ohms, part.label, column)


def _around(sheet: Sheet, spot: Spot, kind: str, end: tuple[float, float]) -> None:
    """Draw a wire from a pin around the breadboard."""
    lane, (x, low) = sheet.lane(), sheet.side()
    low = end[1] if end[1] < low else low
    sheet.wire(kind, [*_leaving(spot, lane), (x, lane), (x, low), (end[0], low), end])


def _beside(sheet: Sheet, part: Part, place: int, spot: Spot) -> None:
    """Draw what stands beside the breadboard; servos are fed by the rails."""
    leg = sheet.leg(place, 0)
    _around(sheet, spot, "signal", leg)
    if "servo" in part.kind:
        legs, words = SERVO, "red: from the supply for servos"
    elif "strip" in part.kind:
        legs, words = ("DIN", "5V", "GND"), "DIN is the first pixel of row 1"
        sheet.between((leg[0], leg[1] - 34), (leg[0], leg[1] - 4), str(part.ohms))
    else:
        legs, words = ("S", "+", "−"), f"+ is 3.3 V, pin {THREE_VOLTS}"
    sheet.box(place, Box(part.label, legs, part.at_wire, words))
    _rails(sheet, place, ("-", "+") if "servo" in part.kind else ("-",))


def _rails(sheet: Sheet, place: int, rails: tuple[str, ...]) -> None:
    """Draw the wires from rails to the legs of a box."""
    for rail, which, kind in (("-", 2, "ground"), ("+", 1, "supply")):
        if rail in rails:
            x, y = sheet.leg(place, which)
            sheet.wire(kind, [(x, y), (x, sheet.hole(rail, 1)[1])])


def _feed(sheet: Sheet, spot: Spot, places: list[int]) -> None:
    """Draw the wire from the board's supply to the boxes at `places`, one after another."""
    first, *others = (sheet.leg(place, 1) for place in places)
    _around(sheet, spot, "volts", first)
    for x, y in others:
        sheet.wire("volts", [first, (first[0], y - 8), (x, y - 8), (x, y)])
    if others:
        (x, y), ground = first, sheet.leg(places[0], 2)[0]
        sheet.between((x, y - 22), (ground, y - 22), "1000 µF")


def _ground(sheet: Sheet, spot: Spot, pin: str) -> None:
    """Draw the wire from the board's ground to the blue rail."""
    x, y = sheet.hole("-", 1)
    _around(sheet, spot, "ground", (x, y))
    words = "GND" if pin == "GND" else f"GND, pin {pin}"
    sheet.text(x - 4, y - 14, words, f'font-size="10" {HALO}')


def main() -> None:
    """Write both drawings."""
    for name, text in (("gpio", gpio_drawing()), ("arduino", arduino_drawing())):
        (DOCS / f"wiring-{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
