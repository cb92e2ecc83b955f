"""``keypeg doctor``, ``test-lights`` and ``firmware`` as a person uses them."""

import json
import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.displays.arduino.avr_toolchain import BOARDS, build, sketch_folder
from companion.displays.arduino.avr_upload import flash
from companion.displays.arduino.fake_board import StandInBoard
from companion.displays.arduino.port_facts import PortFact
from companion.errors import DisplayError, KeypegError
from tests.avr.harness import firmware, missing
from tests.stages import quick


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text("")
    monkeypatch.setenv("KEYPEG_SETTINGS", str(path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("companion.displays.arduino.port.attached_ports", list)
    return path


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args)


def findings(result: Result) -> dict[str, dict[str, object]]:
    return {finding["name"]: finding for finding in json.loads(result.stdout)}


def test_doctor_is_content_when_nothing_was_asked_for(settings: Path) -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert "no Arduino is plugged in" in result.stdout
    assert result.stdout.count("charging cable") == 1
    assert "MISSING" not in result.stdout
    assert result.stdout.splitlines()[-1].startswith("Nothing is wrong.")


def test_doctor_asks_nobody_without_pins_to_install_what_drives_them(
    settings: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse() -> None:
        raise DisplayError("No lgpio.", hint="Install it.")

    monkeypatch.setattr("companion.displays.pins.open_pins", refuse)
    monkeypatch.setattr("companion.cli.hardware.attached_devices.DEVICES", tmp_path)
    found = findings(run("doctor", "--json"))["pins"]
    assert (found["text"], "Raspberry Pi" in str(found["hint"])) == ("none", True)
    # who asks for them, or has a chip, is told what is missing
    (tmp_path / "gpiochip0").touch()
    assert findings(run("doctor", "--json"))["pins"]["text"] == "No lgpio."
    (tmp_path / "gpiochip0").unlink()
    settings.write_text('display = ["gpio"]\n')
    result = run("doctor")
    assert "MISSING pins            No lgpio." in result.stdout
    assert result.stdout.splitlines()[-1].startswith("Mend what is MISSING")


def test_doctor_fails_when_what_the_settings_ask_for_is_not_there(settings: Path) -> None:
    settings.write_text('display = ["serial:auto"]\ncamera = "usb:77"\n')
    result = run("doctor", "--json")
    assert result.exit_code == 1
    found = findings(result)
    assert (found["board"]["ok"], found["board"]["wanted"]) == (False, True)
    assert (found["camera"]["ok"], found["camera"]["wanted"]) == (False, True)
    assert found["folder"]["ok"]


def test_doctor_says_what_to_do_about_a_board_that_is_named_and_not_there(settings: Path) -> None:
    settings.write_text('[serial]\nserial_number = "7523"\n')
    said = run("doctor").stdout
    assert "no board has the number 7523" in said
    assert "Plug that one in, or run 'keypeg config unset serial.serial_number'." in said


def test_doctor_tells_of_settings_that_cannot_be(settings: Path) -> None:
    settings.write_text("[gpio]\nblak = [5]\n")
    result = run("doctor")
    assert result.exit_code == 1
    assert "Did you mean 'black'?" in result.stdout


def test_doctor_names_the_firmware_of_a_board(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uno = PortFact("/dev/ttyACM0", 0x2341, 0x0043, "7543")
    monkeypatch.setattr("companion.displays.arduino.port.attached_ports", lambda: [uno])
    monkeypatch.setattr("companion.displays.arduino.port.SerialPort", lambda _: StandInBoard())
    settings.write_text('display = ["serial:auto"]\n')
    found = findings(run("doctor", "--json"))["board"]
    assert (found["ok"], found["text"]) == (True, "/dev/ttyACM0: firmware 1.1")


def test_doctor_finds_the_calibration_of_today(settings: Path, tmp_path: Path) -> None:
    assert findings(run("doctor", "--json"))["calibration"]["text"] == "none yet"
    kitchen = tmp_path / "keypeg" / "calibrations" / "kitchen"
    kitchen.mkdir(parents=True)
    (kitchen / "1.json").write_text("{}")
    found = findings(run("doctor", "--json"))["calibration"]
    assert (found["ok"], found["text"]) == (True, "kitchen; the newest of today")


def test_doctor_says_all_of_it_in_the_language_spoken(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYPEG_LANGUAGE", "nl")
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=68_445 * 2**20))
    monkeypatch.setattr("companion.cli.hardware.attached_devices._buses", lambda: {"SPI"})
    lines = run("doctor").stdout.splitlines()
    assert "ok      schijf          68445 MiB vrij" in lines
    assert "-       poorten         geen seriële poort aan een USB-aansluiting" in lines
    assert any(line.startswith("ok      deel camera     ja, opencv") for line in lines)
    (warning, *_) = (line for line in lines if "gpio.turn[0] = 8 is ook SPI" in line)
    assert warning.startswith("-       pinnen          ")
    # what a program reads keeps its names
    assert {"disk", "ports", "part camera", "pins"} <= set(findings(run("doctor", "--json")))


def test_doctor_lists_ports_of_other_makers_too(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = PortFact("/dev/ttyUSB7", 0x1234, 1, "")
    monkeypatch.setattr("companion.displays.arduino.port.attached_ports", lambda: [other])
    found = findings(run("doctor", "--json"))
    assert found["ports"]["text"] == "/dev/ttyUSB7"
    assert not found["board"]["ok"]


def test_doctor_tells_of_a_supply_that_is_too_weak(
    settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "vcgencmd"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho throttled=0x50005\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    found = findings(run("doctor", "--json"))["power"]
    assert not found["ok"]
    assert str(found["text"]).startswith("the supply is too weak now; it runs slower now")
    program.write_text("#!/bin/sh\necho throttled=0x0\n")
    assert findings(run("doctor", "--json"))["power"]["text"] == "steady"


def test_lights_are_tried_one_after_another(settings: Path) -> None:
    result = run("test-lights", "--display", "null", "--seconds", "0")
    lines = result.stdout.splitlines()
    assert lines[0] == "0 black key lights, red slider at 0"
    assert "row 1 of the code strip: white, black, silver, green" in lines
    assert lines[-1] == "all dark"
    assert result.exit_code == 0


def test_lights_that_are_not_there_are_said(settings: Path) -> None:
    result = run("test-lights", "--display", "serial:/dev/ttyACM77", "--seconds", "0")
    assert isinstance(result.exception, DisplayError)
    assert "There is no /dev/ttyACM77" in str(result.exception)


def test_flash_without_a_board_says_so(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.hardware.firmware.attached_ports", list)
    result = run("firmware", "flash")
    assert isinstance(result.exception, DisplayError)
    assert "No Arduino is plugged in" in str(result.exception)


def test_a_copy_of_the_sketch_keeps_what_was_chosen_in_it(tmp_path: Path) -> None:
    assert "keypeg.ino" in run("firmware", "copy", str(tmp_path)).stdout
    copy = tmp_path / "keypeg"
    ours = sketch_folder()
    assert {p.name for p in copy.iterdir()} == {p.name for p in ours.iterdir()}
    (copy / "config.h").write_text("mine")
    (copy / "talk.c").write_text("an older one")
    said = run("firmware", "copy", str(tmp_path)).stdout
    assert re.search(r"config\.h(?:(?:, | and )config_\w+\.h)* stayed", said)
    assert (copy / "config.h").read_text() == "mine"
    assert (copy / "talk.c").read_text() == (ours / "talk.c").read_text()


def test_a_folder_with_other_things_in_it_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "keypeg").mkdir()
    (tmp_path / "keypeg" / "homework.txt").write_text("mine")
    result = run("firmware", "copy", str(tmp_path))
    assert isinstance(result.exception, KeypegError)
    assert "homework.txt" in str(result.exception)
    assert len(list((tmp_path / "keypeg").iterdir())) == 1


def limits() -> list[tuple[str, int, int, int, int]]:
    """The table of hardware.md."""
    page = (Path(__file__).resolve().parents[1] / "hardware.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    return [(row[0], int(row[1]), int(row[2]), int(row[3]), int(row[4])) for row in rows]


@pytest.mark.skipif(bool(missing()), reason=f"the firmware's toolchain: {missing()}")
class TestBuilding:
    @pytest.mark.parametrize("chip", ["attiny85", "atmega8"])
    def test_a_board_that_it_does_not_run_on_is_told_in_one_sentence(self, chip: str) -> None:
        sketch = str(sketch_folder() / "keypeg.ino")
        command = ["avr-gcc", "-x", "c++", "-fsyntax-only", f"-mmcu={chip}", sketch]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
        errors = [line for line in said.splitlines() if "error" in line]
        assert "runs on an Arduino Uno R3, Nano, Leonardo, Mega 2560 or Uno R4" in errors[0]

    @pytest.mark.parametrize(("board", "flash", "chip", "ram", "memory"), quick(limits()))
    def test_it_fits_with_room_to_spare(
        self, board: str, flash: int, chip: int, ram: int, memory: int
    ) -> None:
        assert (BOARDS[board].flash_bytes, BOARDS[board].ram_bytes) == (chip, memory)
        made = firmware(board)
        assert 3_000 < made.flash_bytes <= flash
        assert 300 < made.ram_bytes <= ram
        assert made.hex.read_text().startswith(":")

    @pytest.mark.parametrize(
        ("defines", "said"),
        [
            ({"ROWS": 13}, "ROWS in config.h must be 1 to 12"),
            ({"HOLES": 2}, "HOLES in config.h must be 3 to 5"),
            ({"TURN_LED_PINS": "9,12"}, "uses a pin twice"),
            ({"LINK_LED_PIN": 0}, "pins 0 and 1"),
            ({"WHITE_SERVO_PIN": 8}, "can only be 9"),
            ({"RED_SERVO_PIN": 8}, "can only be 10"),
            ({"KEY_STRIP_PIN": 8}, "choose 2, 4 or 6"),
            ({"KEY_STRIP_PIN": "NO_PIN"}, "needs one for the key pegs"),
            ({"MAX_MILLIAMPS": 90}, "less than the dark strips take"),
            ({"RED_SERVO_CLICKS": "400,1,2,3,4,5"}, "outside 500 to 2500"),
        ],
    )
    def test_what_cannot_work_is_refused_with_a_sentence(
        self, tmp_path: Path, defines: dict[str, str | int], said: str
    ) -> None:
        with pytest.raises(KeypegError, match=said):
            build(tmp_path, defines=defines)

    @pytest.mark.parametrize(
        "defines",
        quick(
            [
                {"CODE_STRIP_PIN": "NO_PIN", "KEY_STRIP_PIN": "NO_PIN"},
                {"CODE_STRIP_PIN": "NO_PIN"},
                {"WHITE_SERVO_PIN": "NO_PIN", "RED_SERVO_PIN": "NO_PIN"},
                {"ROWS": 4, "HOLES": 5},
            ]
        ),
        ids=str,
    )
    def test_what_can_be_left_out_can(self, tmp_path: Path, defines: dict[str, str | int]) -> None:
        assert build(tmp_path, defines=defines).flash_bytes > 3_000


def test_a_board_that_falls_silent_is_tried_three_times_and_let_go(tmp_path, monkeypatch):
    avrdude, begun = tmp_path / "avrdude", tmp_path / "begun"
    avrdude.write_text(
        f"#!/bin/sh\necho x >>{begun}\n"
        "while :; do echo 'avrdude error: programmer is not responding' >&2; done\n"
    )
    avrdude.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    said = []
    with pytest.raises(KeypegError, match="could not upload to /dev/ttyACM9"):
        flash(tmp_path / "keypeg.hex", "/dev/ttyACM9", progress=said.append)
    assert begun.read_text() == "x\n" * 3
    assert "not responding" in said[0]
