"""hardware.md says what config.h and the settings say, and its drawings show it."""

import re
import sys
from itertools import combinations, pairwise
from math import radians, tan
from pathlib import Path

import pytest

from calibration.board_files.camera_height import LENSES, camera_heights
from calibration.board_files.load import board_names, load_board
from companion.cli import COMMANDS
from companion.displays.options import HEADER, RESERVED, GpioChoices, named_pins

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "hardware.md").read_text(encoding="utf-8")
sys.path.insert(0, str(ROOT / "docs"))
import mounts  # noqa: E402
import strips  # noqa: E402
import wiring  # noqa: E402
from wiring import arduino_drawing, config_pins, gpio_drawing  # noqa: E402

CONFIG = (ROOT / "firmware/keypeg/config.h").read_text(encoding="utf-8")


def drawing(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_the_header_s_table_is_that_of_the_settings() -> None:
    rows = re.findall(r"^\| ([a-z_]+(?:\[\d\])?) \| (\d{1,2}) \| (\d{1,2}) \|", PAGE, re.MULTILINE)
    assert [(name, int(bcm), int(pin)) for name, bcm, pin in rows] == [
        (name, bcm, HEADER[bcm]) for name, bcm in named_pins(GpioChoices())
    ]


def test_the_arduino_s_table_is_config_h() -> None:
    rows = re.findall(r"^\| ([A-Z_]+_PINS?) \| ([AD]\d+) \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(config_pins())
    assert len(rows) == 17


def test_the_drawings_are_drawn_from_the_tables() -> None:
    assert drawing("wiring-gpio.svg") == gpio_drawing()
    assert drawing("wiring-arduino.svg") == arduino_drawing()
    for _, bcm in named_pins(GpioChoices()):
        assert f">GPIO{bcm} (pin {HEADER[bcm]})<" in drawing("wiring-gpio.svg")
    for name, pin in config_pins():
        assert f">{pin}<" in drawing("wiring-arduino.svg") or name == "LINK_LED_PIN"


def test_the_ground_pins_it_draws_are_those_it_names() -> None:
    grounds = ", ".join(map(str, wiring.GROUNDS[:-1])) + f" and {wiring.GROUNDS[-1]}"
    assert f"GND is on pins {grounds}." in PAGE
    assert f"to pin {wiring.GROUND} (GND)" in PAGE
    assert f">GND, pin {wiring.GROUND}<" in drawing("wiring-gpio.svg")
    assert not {str(pin) for pin in (*wiring.GROUNDS, wiring.THREE_VOLTS)} & {
        str(HEADER[bcm]) for _, bcm in named_pins(GpioChoices())
    }


def test_no_wire_of_a_drawing_hides_another() -> None:
    for name in ("wiring-gpio.svg", "wiring-arduino.svg"):
        downs = [
            (number, x1, *sorted((y1, y2)))
            for number, way in enumerate(re.findall(r'<polyline points="([^"]+)"', drawing(name)))
            for (x1, y1), (x2, y2) in pairwise(
                tuple(map(float, corner.split(","))) for corner in way.split()
            )
            if x1 == x2
        ]
        for (one, x1, top1, end1), (other, x2, top2, end2) in combinations(downs, 2):
            is_apart = abs(x1 - x2) >= 4 or min(end1, end2) - max(top1, top2) <= 8
            assert one == other or is_apart, (name, x1, x2)


def test_the_strip_is_drawn_from_config_h() -> None:
    assert drawing("strips.svg") == strips.drawing()
    rows, holes = strips.number("ROWS"), strips.number("HOLES")
    assert f"rows of {holes} " in PAGE
    assert f"{3 * (rows - 1)} short wires a strip" in PAGE
    assert f"{rows * holes} pixels, 100 a metre" in PAGE


def test_how_far_pixels_are_from_holes_is_computed_from_the_board_files() -> None:
    said = dict(re.findall(r"^\| ([a-z0-9-]+) \| ([\d.]+ mm \| .+) \|$", PAGE, re.MULTILINE))
    assert list(said) == list(board_names())
    for name, cells in said.items():
        shape = load_board(name)
        off = [strips.offset_mm(shape.hole_pitch, shape.cols, each) for each in strips.DENSITIES]
        pitch, *offsets = (float(cell.removesuffix(" mm")) for cell in cells.split(" | "))
        assert pitch == shape.hole_pitch
        assert offsets == [pytest.approx(each, abs=0.051) for each in off]


def test_the_mounts_are_drawn_from_the_arm_s_measures() -> None:
    assert drawing("mounts.svg") == mounts.drawing()
    layers, apart = mounts.bricks(mounts.HEIGHT_MM), mounts.BEAM_STUDS - 2 * mounts.TOWER_STUDS
    assert f"towers of {layers} layers" in PAGE
    assert f"{4 * layers} bricks in all" in PAGE
    assert re.search(rf"towers are {apart} studs apart", " ".join(PAGE.split()))


def test_the_current_it_names_is_the_firmware_s() -> None:
    (cap,) = re.findall(r"#define MAX_MILLIAMPS (\d+)", CONFIG)
    assert f"`MAX_MILLIAMPS` ({cap})" in PAGE


def header_current_ma(goes_to: str) -> float:
    """What an LED of the header's table takes at 3.3 V, by the voltages that the page gives."""
    ohm, colour = re.match(r"(\d+) Ω, (\w+) LED", goes_to).groups()
    volts = dict(re.findall(r"(red|white)\s(?:LED|one) \((\d\.\d) V\)", PAGE.replace("\n", " ")))
    # a green LED has the voltage of a red one, nearly
    return (3.3 - float(volts["white" if colour == "white" else "red"])) / int(ohm) * 1000


def test_no_led_of_the_header_takes_more_than_a_pin_of_any_pi_gives() -> None:
    text = " ".join(PAGE.split())
    (on_a_pi_5, before, together) = map(
        int,
        re.search(
            r"at most (\d+) mA on a Pi 5 \((\d+) mA on the ones before\), all of them together "
            r"(\d+) mA",
            text,
        ).groups(),
    )
    assert (on_a_pi_5, before, together) == (12, 16, 50)
    rows = re.findall(r"^\| ([a-z]+)\[\d\] \| \d+ \| \d+ \| (.+?) \|$", PAGE, re.MULTILINE)
    takes = [header_current_ma(goes_to) for _name, goes_to in rows]
    assert len(takes) == 10
    assert max(takes) < on_a_pi_5
    assert sum(takes) < together
    # what is on at once: four keys and whose turn it is
    (said,) = map(int, re.findall(r"four keys and a turn light are (\d+) mA", text))
    assert sum(sorted(takes)[-5:]) == pytest.approx(said, rel=0.15)


def test_a_buzzer_is_bought_with_the_transistor_that_a_pin_cannot_do_without() -> None:
    text = " ".join(PAGE.split())
    bare = [
        int(ma) for ma in re.search(r"bare active buzzer takes (\d+) to (\d+) mA", text).groups()
    ]
    assert min(bare) > 16
    (bought,) = re.findall(r"^\| (.*buzzer.*?) \| 1 \|", PAGE, re.MULTILINE)
    assert bought == "active buzzer module, 3.3 V, with transistor (S, +, −)"
    (wired,) = re.findall(r"^\| buzzer \| \d+ \| \d+ \| (.+?) \|$", PAGE, re.MULTILINE)
    assert wired == "S of the buzzer module, its + to 3.3 V, its − to GND"


def test_the_header_s_pins_are_none_of_the_buses_that_others_use() -> None:
    buses = [RESERVED.get(bcm, "") for _name, bcm in named_pins(GpioChoices())]
    assert "leave I2C, the UART, 1-Wire and sound (I2S amplifiers and analogue) alone" in PAGE
    assert "Five are SPI's" in PAGE
    assert sorted(filter(None, buses)) == ["SPI"] * 5


def test_the_commands_it_names_are_there() -> None:
    named = set(re.findall(r"keypeg ([a-z-]+)", PAGE))
    assert named >= {"doctor", "test-lights", "firmware"}
    assert named <= COMMANDS.keys()


def test_the_drawings_it_shows_are_there() -> None:
    shown = re.findall(r"!\[\w+\]\((\S+)\)", PAGE)
    assert len(shown) == 4
    assert all((ROOT / place).is_file() for place in shown)


def test_the_camera_s_heights_are_those_of_the_board_files() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if " cm |" in line]
    said = {row[0]: row[1:] for row in rows if row[0] in board_names()}
    assert tuple(said) == tuple(board_names())
    for name, cells in said.items():
        for cell, angle in zip(cells, LENSES.values(), strict=True):
            high = camera_heights(load_board(name), angle)
            fits = high.lowest_mm <= high.highest_mm
            span = f"{high.lowest_mm / 10:.0f}-{high.highest_mm / 10:.0f} cm"
            assert cell == (span if fits else "too wide")


def test_a_camera_at_its_lowest_sees_the_whole_board_and_at_its_highest_large_enough_heads() -> (
    None
):
    shape = load_board("hasbro-2004")
    high = camera_heights(shape, 66)
    focal_px = 640 / tan(radians(33))
    xs, ys = zip(*shape.outline, strict=True)
    across = max(max(xs) - min(xs), max(ys) - min(ys)) * focal_px / high.lowest_mm
    assert across < 1280
    assert 2 * shape.head.radius * focal_px / high.highest_mm == pytest.approx(15)
