"""The sketch on boards that libraries drive (Uno R4, ESP32, Pico), compiled for this computer.

The libraries are stand-ins with the same functions, in `tests/library_port`: they remember what the
sketch told them. The sketch itself is the one that is uploaded.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.displays.arduino.protocol import Frame, Kind, Unpacker, checksum, pack, picture
from companion.game.core.key_pegs import Keys
from companion.scene import Scene, SceneRow
from tests.stages import once

ROOT = Path(__file__).resolve().parents[1]
SKETCH = ROOT / "firmware" / "keypeg"
HOST = ROOT / "tests" / "library_port"
CHIPS = ("ARDUINO_ARCH_RENESAS", "ARDUINO_ARCH_ESP32", "ARDUINO_ARCH_RP2040")
# compilers for the boards' processors that Debian has; for the ESP32's Xtensa it has none, but one
# for that of the ESP8266 (the same instructions and types, another way to call a function)
PROCESSORS = {
    "ARDUINO_ARCH_RENESAS": ("clang", "--target=thumbv7em-none-eabi", "-mcpu=cortex-m4"),
    "ARDUINO_ARCH_RP2040": ("clang", "--target=thumbv6m-none-eabi", "-mcpu=cortex-m0plus"),
    "ARDUINO_ARCH_ESP32": ("xtensa-lx106-elf-gcc", "-mlongcalls"),
}
MOST_BYTES = 12288  # of flash, without core and libraries; as of an Uno's, with them
SESSION = 0x2A
HELLO = pack(Frame(Kind.HELLO, 1, bytes((1, SESSION, 30, 255))))
SCENE = Scene(size=(12, 4), rows=(SceneRow("rgby", Keys(1, 2)),), turn=0)

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler (c++)")


def compiled(folder: Path, chip: str, *defines: str) -> Path:
    """Return the sketch as a program, compiled as a core's builder does it."""
    objects = []
    for source in [*sorted(SKETCH.glob("*.c*")), SKETCH / "keypeg.ino", HOST / "host.cpp"]:
        target = folder / f"{source.name}.o"
        language = ["-std=gnu11"] if source.suffix == ".c" else ["-x", "c++", "-std=gnu++17"]
        command = ["cc", "-c", "-O0", "-Wall", "-Wextra", "-Werror", *language]
        command += ["-include", "Arduino.h"] if source.suffix == ".ino" else []
        command += [f"-D{chip}", *(f"-D{each}" for each in defines)]
        command += ["-fsanitize=address,undefined", f"-I{SKETCH}", f"-I{HOST}"]
        ended = subprocess.run(
            [*command, str(source), "-o", str(target)], capture_output=True, text=True, check=False
        )
        if ended.returncode:
            raise RuntimeError(ended.stderr)
        objects.append(str(target))
    program = folder / "sketch"
    link = ["c++", "-fsanitize=address,undefined", *objects, "-o", str(program)]
    subprocess.run(link, check=True)
    return program


@pytest.mark.parametrize("chip", PROCESSORS)
def test_the_sketch_is_compiled_for_the_boards_own_processor(chip, tmp_path):
    compiler, *processor = PROCESSORS[chip]
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    words = [compiler, *processor, f"-D{chip}", "-c", "-Os", "-ffreestanding"]
    words += ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"]
    words += [f"-I{SKETCH}", f"-I{HOST}", f"-I{HOST / 'chip'}"]
    objects = []
    for source in [*sorted(SKETCH.glob("*.c*")), SKETCH / "keypeg.ino"]:
        objects.append(tmp_path / f"{source.name}.o")
        language = ["-std=gnu11"] if source.suffix == ".c" else ["-x", "c++", "-std=gnu++17"]
        language += [] if source.suffix == ".c" else ["-fno-exceptions", "-fno-rtti"]
        core = ["-include", "Arduino.h"] if source.suffix == ".ino" else []
        subprocess.run([*words, *language, *core, source, "-o", objects[-1]], check=True)
    told = subprocess.run(["size", "-t", *objects], capture_output=True, text=True, check=True)
    text, data, *_others = told.stdout.splitlines()[-1].split()
    assert 2000 < int(text) + int(data) < MOST_BYTES


class Sketch:
    """The running sketch: what is told it, and what it says, lights and pushes."""

    def __init__(self, program: Path) -> None:
        self._process = subprocess.Popen(
            [str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, line: str) -> list[str]:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answers = []
        while (answer := self._process.stdout.readline().strip()) != "ok":
            assert answer, "the sketch has ended"
            answers.append(answer)
        return answers

    def frames(self, *lines: str) -> list[Frame]:
        """Return the frames that it says while `lines` are done."""
        wire = "".join(
            each.removeprefix("said ")
            for line in lines
            for each in self.ask(line)
            if each.startswith("said ")
        )
        return list(Unpacker().feed(bytes.fromhex(wire)))

    def state(self) -> dict[str, dict[int, str]]:
        """Return levels, strips and pulses by pin."""
        found: dict[str, dict[int, str]] = {"pin": {}, "strip": {}, "servo": {}}
        for line in self.ask("state"):
            kind, pin, value = line.split(" ", 2)
            found[kind][int(pin)] = value
        return found

    def close(self) -> int:
        self._process.communicate()
        return self._process.returncode


PIN_NAMES = (
    *("BLACK_LED_PINS", "WHITE_LED_PINS", "TURN_LED_PINS", "KEY_STRIP_PIN", "CODE_STRIP_PIN"),
    *("WHITE_SERVO_PIN", "RED_SERVO_PIN", "DONE_BUTTON_PIN", "TAKE_BACK_BUTTON_PIN"),
)


def pins_of(chip: str) -> dict[str, list[int]]:
    """Return the pins that the preprocessor finds in config.h for a chip; NO_PIN is left out."""
    text = '#include <Arduino.h>\n#include "config.h"\n'
    text += "".join(f"name{n} {name}\n" for n, name in enumerate(PIN_NAMES))
    ended = subprocess.run(
        ["cc", "-E", "-P", "-x", "c++", f"-D{chip}", f"-I{SKETCH}", f"-I{HOST}", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = re.findall(r"^name(\d) (.+)$", ended.stdout, re.MULTILINE)
    return {
        PIN_NAMES[int(n)]: [int(pin) for pin in re.findall(r"(?<!-)\b\d+", pins)]
        for n, pins in lines
    }


@pytest.fixture(scope="module", params=CHIPS)
def chip(request):
    return request.param


@pytest.fixture(scope="module")
def program(chip, tmp_path_factory, run_folder):
    return once(run_folder, chip, lambda: compiled(tmp_path_factory.mktemp("port"), chip))


@pytest.fixture
def sketch(program):
    running = Sketch(program)
    yield running
    assert running.close() == 0


@pytest.fixture
def live(sketch):
    """The sketch after its self-test and a greeting."""
    sketch.ask("run 5000")
    (info,) = sketch.frames(f"bytes {HELLO.hex()}", "run 10")
    assert info.kind == Kind.INFO
    return sketch


def show(scene: Scene, seq: int = 2) -> str:
    return f"bytes {pack(Frame(Kind.SHOW, seq, bytes((SESSION,)) + picture(scene))).hex()}"


def lit(state, pins):
    return [state["pin"][pin] == "1" for pin in pins]


def test_a_picture_is_on_lights_strips_and_sliders_and_is_acknowledged(live, chip):
    (shown,) = live.frames(show(SCENE), "run 10")
    assert shown.kind == Kind.SHOWN
    assert shown.payload == bytes((SESSION, 2)) + checksum(picture(SCENE)).to_bytes(2)
    state, pins = live.state(), pins_of(chip)
    assert lit(state, pins["BLACK_LED_PINS"]) == [True, False, False, False]
    assert lit(state, pins["WHITE_LED_PINS"]) == [False, True, True, False]
    assert lit(state, pins["TURN_LED_PINS"]) == [True, False]
    keys = state["strip"][pins["KEY_STRIP_PIN"][0]].split()
    code = state["strip"][pins["CODE_STRIP_PIN"][0]].split()
    assert len(keys) == len(code) == 48
    red, white = keys[0], keys[1]
    assert (red[2:], white[:2], keys[2], keys[3:]) == ("0000", white[2:4], white, ["000000"] * 45)
    # red, green, blue, yellow: which channel each has most of
    assert [max(range(3), key=lambda c: each[2 * c : 2 * c + 2]) for each in code[:3]] == [0, 1, 2]
    assert code[3][4:] == "00"
    assert code[4:] == ["000000"] * 44
    assert state["servo"] == {pins["WHITE_SERVO_PIN"][0]: "1400", pins["RED_SERVO_PIN"][0]: "1200"}


def test_servos_are_let_go_half_a_second_after_a_move_and_are_moved_again(live, chip):
    live.ask(show(SCENE))
    live.ask("run 490")
    assert len(live.state()["servo"]) == 2
    live.ask("run 30")
    assert live.state()["servo"] == {}
    live.ask(show(Scene(size=(12, 4), rows=(SceneRow("rgby", Keys(3, 0)),)), 3))
    live.ask("run 10")
    pins = pins_of(chip)
    assert live.state()["servo"] == {
        pins["WHITE_SERVO_PIN"][0]: "1000",
        pins["RED_SERVO_PIN"][0]: "1600",
    }


def test_buttons_are_heard_once_each(live, chip):
    for press, name in enumerate(("DONE_BUTTON_PIN", "TAKE_BACK_BUTTON_PIN")):
        (pin,) = pins_of(chip)[name]
        (pressed,) = live.frames(f"hold {pin}", "run 200", f"free {pin}", "run 200")
        assert (pressed.kind, pressed.payload[-1]) == (Kind.PRESSED, press)


def test_it_waits_in_violet_and_silence_takes_the_answer_away(live, chip):
    live.ask(show(SCENE))
    live.ask("run 4000")
    (pin,) = pins_of(chip)["KEY_STRIP_PIN"]
    strip = live.state()["strip"][pin].split()
    assert sum(each != "000000" for each in strip) == 1
    assert set(strip[:2]) > {"000000"}


@pytest.mark.parametrize(
    ("define", "said"),
    [
        ("DONE_BUTTON_PIN=35", "an ESP32 needs itself or cannot drive"),
        ("KEY_STRIP_PIN=6", "an ESP32 needs itself or cannot drive"),
        ("TURN_LED_PINS=13,25", "uses a pin twice"),
    ],
)
def test_a_choice_that_cannot_work_on_an_esp32_is_refused_in_words(tmp_path, define, said):
    with pytest.raises(RuntimeError, match=said):
        compiled(tmp_path, "ARDUINO_ARCH_ESP32", define)


def test_another_board_is_told_which_there_are(tmp_path):
    with pytest.raises(RuntimeError, match=r"runs on an Arduino Uno R3, Nano, .* and a Raspberry"):
        compiled(tmp_path, "ARDUINO_ARCH_SAMD")


def test_strips_and_servos_may_be_left_out(tmp_path):
    none = ("KEY_STRIP_PIN=NO_PIN", "CODE_STRIP_PIN=NO_PIN", "RED_SERVO_PIN=NO_PIN")
    running = Sketch(compiled(tmp_path, "ARDUINO_ARCH_RENESAS", *none, "WHITE_SERVO_PIN=NO_PIN"))
    running.ask("run 5000")
    running.ask(f"bytes {HELLO.hex()}")
    running.ask(show(SCENE))
    running.ask("run 10")
    state = running.state()
    assert (state["strip"], state["servo"], state["pin"][14]) == ({}, {}, "1")
    assert running.close() == 0
