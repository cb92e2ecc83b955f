"""Every command that hardware.md names is run here as it stands there, or it is said why not.

The boards are emulated ones, the header is gpiozero's mock and the camera gives pictures of
`tests/data/walk`; a table that starts by itself is installed into a folder.
"""

import os
import re
import shlex
from collections.abc import Callable
from functools import partialmethod
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, _NamedTextIOWrapper

from companion.cli import cli
from companion.config import load_settings
from companion.displays.arduino.display import ArduinoDisplay
from companion.displays.arduino.port_facts import PortFact
from companion.displays.gpio import GpioDisplay
from companion.game.core.key_pegs import Keys
from companion.scene import Scene, SceneRow
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from tests.avr import expected
from tests.avr.harness import HANGS_S, Bench, bootloader, firmware, missing

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "hardware.md").read_text(encoding="utf-8")
PROGRAMS = r"keypeg|\./run|sudo|pipx|arduino-cli|pio|journalctl|gpioinfo|pinout"

# commands that are run elsewhere, or by nobody here, and why
ELSEWHERE = {
    "keypeg": "tests/test_cli_play.py: alone on a terminal it asks what shall be done",
    "keypeg calibrate": "named once more",
    "keypeg firmware copy": "named once more",
    "keypeg menu --camera usb:0 --board hasbro-2004": "tests/test_menu_at_the_board.py, on a film",
    "keypeg install-service": "tests/test_service.py: who is not root is told the line to type",
    "keypeg firmware flash --board nano-old": "its bootloader is not emulated, its chip is",
    "keypeg firmware flash --board mega": "no bootloader of a Mega is emulated; its firmware is",
    "sudo keypeg update-service ./keypeg": "tests/test_update_service.py, systemd stood in for",
    "sudo keypeg update-service --back": "tests/test_update_service.py, systemd stood in for",
    "sudo apt install gcc-avr avr-libc arduino-core-avr avrdude": ".ci/run installs them so",
    "sudo apt install rpicam-apps": "a package of Raspberry Pi OS; changes the machine",
    "sudo apt install python3-lgpio": "a package of Raspberry Pi OS; changes the machine",
    "sudo apt remove brltty modemmanager": "changes the machine",
    "sudo usermod -aG dialout $USER": "changes the machine",
    "sudo usermod -aG gpio $USER": "changes the machine",
    "journalctl -u keypeg": "a program of systemd",
    "sudo systemctl restart keypeg": "a program of systemd",
    "sudo nano /etc/keypeg/settings.toml": "an editor",
    "sudo apt install git pipx python3-venv": "changes the machine",
    "pipx install --system-site-packages '.[camera,page,pi]'": "tests/device/installs.py",
    "pipx ensurepath": "changes the user's shell",
    "./run demo": "a demo is tried below, on the header",
    "gpioinfo": "a program of libgpiod",
    "sudo poweroff": "switches the machine off",
    "pinout": "a program of gpiozero; draws the Raspberry Pi it runs on",
    "arduino-cli compile --profile pico": "the Pico's compiler could not be had",
    "pio run -e pico -t upload": "the Pico's compiler could not be had",
}

needs_avr = pytest.mark.skipif(bool(missing()), reason=f"the emulated board needs: {missing()}")


def named_commands() -> set[str]:
    fenced = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
    spans = re.findall(rf"`((?:{PROGRAMS})(?: [^`]*)?)`", PAGE)
    return {*fenced, *spans}


def words_of(command: str) -> list[str]:
    """Give what stands behind the program, of a command that the page has."""
    assert command in named_commands(), command
    program, *words = shlex.split(command.removeprefix("sudo "))
    assert program in ("keypeg", "./run")
    return words


class Typed:
    """What runs a command of the page, some words changed for what is attached here."""

    def __init__(self) -> None:
        self.commands: set[str] = set()

    def __call__(
        self, command: str, *more: str, typed: str = "", instead: dict[str, str] | None = None
    ) -> str:
        words = [(instead or {}).get(word, word) for word in words_of(command)]
        result = CliRunner().invoke(cli, [*words, *more], input=typed, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output


@pytest.fixture
def type_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    for name in ("DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    settings = tmp_path / "settings.toml"
    settings.touch()
    monkeypatch.setenv("KEYPEG_SETTINGS", str(settings))
    monkeypatch.chdir(tmp_path)
    return Typed()


def test_every_command_is_run_here_or_it_is_said_why_not() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    here = set(re.findall(r"type_in\(\s*\"([^\"]+)\"", source))
    assert named_commands() == here | ELSEWHERE.keys()
    assert not here & ELSEWHERE.keys()


def test_what_ci_installs_for_the_boards_is_what_the_page_says() -> None:
    (line,) = (command for command in ELSEWHERE if "gcc-avr" in command)
    installed = (ROOT / ".ci/run").read_text(encoding="utf-8").split()
    assert set(line.split()[3:]) <= set(installed)


# build 1: a camera


def test_doctor_says_what_is_there(type_in: Typed) -> None:
    said = type_in("keypeg doctor")
    assert re.search(r"camera\b.*\n", said)
    assert "hardware.md" in said
    # `./run` itself is tried by tests/test_start.py
    assert type_in("./run doctor").splitlines()[0] == said.splitlines()[0]


def test_the_boards_it_names_are_listed(type_in: Typed) -> None:
    said = type_in("keypeg board list")
    assert "hasbro-2004" in [line.split()[0] for line in said.splitlines()]


def test_a_board_says_how_high_a_camera_stands(type_in: Typed) -> None:
    said = type_in("keypeg board show BOARD", instead={"BOARD": "hasbro-2004"})
    assert "Camera Module 3: 30 to 39 cm above it" in said


def test_a_board_is_calibrated_step_by_step(type_in: Typed, tmp_path: Path) -> None:
    said = type_in(
        "keypeg calibrate hasbro-2004 --camera usb:0",
        instead={"usb:0": "sim:hasbro-2?width=720"},
        typed="\n" * 20,
    )
    assert "Saved 'drawn', version 1" in said
    pictures = list((tmp_path / "DATA/keypeg/calibrations/drawn").glob("*.png"))
    assert pictures


def test_a_row_that_is_set_is_answered_and_lights_its_answer(
    type_in: Typed,
    walk: Path,
    header: list[tuple[int, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # as the steps before have left it: the board is calibrated under its own name
    type_in(
        "keypeg calibrate hasbro-2004 --camera usb:0",
        *("--photos", str(walk / "calibrate")),
        instead={"--camera": "--name", "usb:0": "hasbro-2004"},
    )
    film = tmp_path / "film"
    film.mkdir()
    for number in "12":
        (film / f"{number}.jpg").write_bytes((walk / "frames" / f"{number}.jpg").read_bytes())
    with Path(os.devnull).open() as nobody:
        # the keyboard is read by its number, which no stand-in has
        monkeypatch.setattr(_NamedTextIOWrapper, "fileno", lambda _: nobody.fileno())
        said = type_in(
            "keypeg play hasbro-2 --players Ada,Ben --camera usb:0 --board hasbro-2004",
            # as the page has it where lights are built too
            *("--display", "gpio", "--games", str(tmp_path / "games")),
            instead={"usb:0": f"photos:{film}"},
        )
    assert "I see row 1: gppr." in said
    (log,) = list_logs(tmp_path / "games")
    *_, match = matches_of(read_log(log))
    (row,) = match.round.rows
    assert (row.player, row.code) == ("Ben", "gppr")
    assert row.keys is not None
    assert lit_for(row.keys) in header


# builds 2 and 3: lights


def test_the_lights_on_the_header_are_tried(
    type_in: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    said = type_in("keypeg test-lights --display gpio", "--seconds", "0")
    assert said.splitlines()[2].startswith("1 black key lights")


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Give what the black and white key lights on the header stood at after each scene."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    really, stood = GpioDisplay.show, []

    def show_and_look(self: GpioDisplay, scene: Scene) -> None:
        really(self, scene)
        lights = [*self._wired("black"), *self._wired("white")]
        stood.append(tuple(int(light.value) for light in lights))

    monkeypatch.setattr(GpioDisplay, "show", show_and_look)
    return stood


def lit_for(keys: Keys) -> tuple[int, ...]:
    """Give how the four black lights, then the four white ones, stand for an answer."""
    black, white = keys.black, keys.white
    blacks = (1,) * black + (0,) * (4 - black)
    return blacks + (0,) * black + (1,) * white + (0,) * (4 - black - white)


def test_the_lights_on_the_header_follow_a_match_of_robots(
    type_in: Typed, header: list[tuple[int, ...]]
) -> None:
    said = type_in("keypeg demo --display gpio", "--seed", "4")
    answers = [
        Keys(int(black), int(white)) for black, white in re.findall(r"(\d) black (\d) white", said)
    ]
    assert len(answers) > 4
    assert {lit_for(keys) for keys in answers} <= set(header)


def test_the_lights_on_the_header_follow_rows_that_are_typed(
    type_in: Typed, header: list[tuple[int, ...]], tmp_path: Path
) -> None:
    said = type_in("keypeg config set display gpio")
    assert 'display = ["gpio"]' in said
    said = type_in(
        "keypeg play hasbro-2 --players Ada,Ben --display gpio",
        *("--games", str(tmp_path / "games")),
        typed="rgby\nbbry\nquit\n",
    )
    (log,) = list_logs(tmp_path / "games")
    *_, match = matches_of(read_log(log))
    keys = [row.keys for row in match.round.rows]
    assert len(keys) == 2
    shown = [lit for before, lit in pairwise([(0,) * 8, *header]) if lit != before]
    # the code is of chance: two answers that are the same are one change of the lights
    expected = [lit_for(answer) for answer in keys if answer and answer.black + answer.white]
    assert [lit for lit, _same in groupby(expected)] == [lit for lit in shown if any(lit)]


def test_the_settings_it_shows_put_a_bar_in_a_servo_s_place(
    type_in: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    (shown,) = re.findall(r"^```toml\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "settings.toml").write_text(shown)
    wired = load_settings().gpio
    assert (wired.turn, wired.white_servo, wired.white_bar) == ((), (), (17, 7, 8, 18))
    display = GpioDisplay(wired)
    display.show(Scene(size=(12, 4), rows=(SceneRow("rgby", Keys(1, 2)),)))
    assert [light.value for light in display._wired("white_bar")] == [1, 1, 0, 0]
    display.close()


@pytest.fixture
def on_strips(monkeypatch: pytest.MonkeyPatch) -> Callable[[Bench], list[Scene]]:
    """Plug a bench in as the only Arduino; give the scenes that its strips have shown."""
    really = ArduinoDisplay.show

    def plug(bench: Bench) -> list[Scene]:
        steps: list[Scene] = []

        def show_and_look(self: ArduinoDisplay, scene: Scene) -> None:
            really(self, scene)
            assert self.wait_shown(HANGS_S)
            bench.settle()
            keys, code = expected.strips(scene, holes=scene.size[1])
            assert (bench.pixels("key"), bench.pixels("code")) == (keys, code)
            steps.append(scene)

        attached = {
            "open_port": bench.open_port,
            "clock": bench.clock,
            "ports": lambda: [PortFact(bench.port, 0x2341, 0x0043, "7543")],
        }
        begin = partialmethod(ArduinoDisplay.__init__, **attached)
        monkeypatch.setattr(ArduinoDisplay, "__init__", begin)
        monkeypatch.setattr(ArduinoDisplay, "show", show_and_look)
        return steps

    return plug


@needs_avr
@pytest.mark.parametrize("is_in_settings", [False, True])
def test_the_lights_of_an_arduino_are_tried(
    type_in: Typed,
    on_strips: Callable[[Bench], list[Scene]],
    tmp_path: Path,
    is_in_settings: bool,
) -> None:
    quick = ("--seconds", "0")
    with Bench("--warp") as bench:
        steps = on_strips(bench)
        if is_in_settings:
            (tmp_path / "settings.toml").write_text('display = ["serial:auto"]\n')
            said = type_in("keypeg test-lights", *quick)
        else:
            said = type_in("keypeg test-lights --display serial:auto", *quick)
    assert len(steps) == len(said.splitlines()) > 10


@needs_avr
def test_the_lights_of_an_arduino_follow_a_match_of_robots(
    type_in: Typed, on_strips: Callable[[Bench], list[Scene]]
) -> None:
    with Bench("--warp") as bench:
        steps = on_strips(bench)
        said = type_in("keypeg demo --display serial:auto", "--seed", "4")
    answers = re.findall(r"(\d) black (\d) white", said)
    shown = {row.keys for scene in steps for row in scene.rows}
    assert {Keys(int(black), int(white)) for black, white in answers} <= shown


@needs_avr
def test_the_lights_of_an_arduino_follow_rows_that_are_typed(
    type_in: Typed, on_strips: Callable[[Bench], list[Scene]], tmp_path: Path
) -> None:
    assert '["serial:auto"]' in type_in("keypeg config set display serial:auto")
    with Bench("--warp") as bench:
        steps = on_strips(bench)
        type_in(
            "keypeg play hasbro-2 --players Ada,Ben --display serial:auto",
            *("--games", str(tmp_path / "games")),
            typed="rgby\nbbry\nquit\n",
        )
    (log,) = list_logs(tmp_path / "games")
    *_, match = matches_of(read_log(log))
    answers = [(row.code, row.keys) for row in match.round.rows]
    assert [code for code, _ in answers] == ["rgby", "bbry"]
    assert answers in [[(row.code, row.keys) for row in scene.rows] for scene in steps]


@needs_avr
def test_the_firmware_is_built_and_told_how_large_it_is(type_in: Typed) -> None:
    assert re.search(r"flash \d+ of 32256 bytes, RAM \d+ of 2048", type_in("keypeg firmware build"))


@needs_avr
def test_the_firmware_goes_onto_a_board(type_in: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    old = firmware(PROTOCOL=9)
    with Bench("--boot", str(bootloader()), "--reset-on-open", elf=old.elf) as bench:
        bench.settle()
        plugged = [PortFact(bench.port, 0x2341, 0x0043, "7543")]
        monkeypatch.setattr("companion.cli.hardware.firmware.attached_ports", lambda: plugged)
        said = type_in("keypeg firmware flash")
        assert f"The firmware is on the board at {bench.port}." in said
        assert bench.display().close() is None


@needs_avr
def test_a_sketch_of_one_s_own_goes_onto_the_board(
    type_in: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine = {"DIR": str(tmp_path / "mine"), "DIR/keypeg": str(tmp_path / "mine/keypeg")}
    type_in("keypeg firmware copy DIR", instead=mine)
    config = tmp_path / "mine/keypeg/config.h"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("CODE_STRIP_PIN 4", "CODE_STRIP_PIN NO_PIN"), encoding="utf-8")
    assert config.read_text(encoding="utf-8") != text
    with Bench("--boot", str(bootloader()), "--reset-on-open") as bench:
        bench.settle()
        plugged = [PortFact(bench.port, 0x2341, 0x0043, "7543")]
        monkeypatch.setattr("companion.cli.hardware.firmware.attached_ports", lambda: plugged)
        type_in("keypeg firmware flash --sketch DIR/keypeg", instead=mine)
        bench.forget()
        display = bench.display()
        display.show(Scene(size=(12, 4)))
        assert display.wait_shown(HANGS_S)
        bench.settle()
        # what was chosen is what runs: there is no code strip any more
        assert bench.named("strip", pin="D6")
        assert not bench.named("strip", pin="D4")
        display.close()
    type_in("keypeg firmware copy DIR", instead=mine)
    assert "CODE_STRIP_PIN NO_PIN" in config.read_text(encoding="utf-8")


# a table that starts by itself


def test_a_table_without_a_screen_speaks_beside_its_lights(type_in: Typed) -> None:
    assert '["gpio", "speech"]' in type_in("keypeg config set display gpio,speech")
    assert load_settings().display == ("gpio", "speech")


def test_the_service_is_written_shown_and_taken_out(type_in: Typed, tmp_path: Path) -> None:
    card = tmp_path / "card"
    (card / "etc").mkdir(parents=True)
    (card / "etc/group").write_text("root:x:0:\nvideo:x:44:\n")
    root = ("--root", str(card))
    shown = type_in("keypeg install-service --print", *root)
    assert not (card / "etc/systemd").exists()
    type_in("sudo keypeg install-service", *root)
    unit = (card / "etc/systemd/system/keypeg.service").read_text()
    assert unit in shown
    type_in("sudo keypeg install-service --undo", *root)
    assert not (card / "etc/systemd/system/keypeg.service").exists()
