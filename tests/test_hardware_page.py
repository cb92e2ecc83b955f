"""hardware.md says what config.h and the settings say, and its drawings show it."""

import re
import sys
from pathlib import Path

from companion.cli import COMMANDS
from companion.displays.options import HEADER, GpioChoices, named_pins

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "hardware.md").read_text(encoding="utf-8")
sys.path.insert(0, str(ROOT / "docs"))
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


def test_the_current_it_names_is_the_firmware_s() -> None:
    (cap,) = re.findall(r"#define MAX_MILLIAMPS (\d+)", CONFIG)
    assert f"`MAX_MILLIAMPS` ({cap})" in PAGE


def test_the_commands_it_names_are_there() -> None:
    named = set(re.findall(r"keypeg ([a-z-]+)", PAGE))
    assert named >= {"doctor", "test-lights", "firmware"}
    assert named <= COMMANDS.keys()


def test_the_drawings_it_shows_are_there() -> None:
    shown = re.findall(r"!\[\w+\]\((\S+)\)", PAGE)
    assert len(shown) == 2
    assert all((ROOT / place).is_file() for place in shown)
