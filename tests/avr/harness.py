"""The emulated board for tests: builds firmware and bench, starts it, follows what it says."""

import fcntl
import json
import mmap
import os
import pickle
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeVar, cast

from companion.displays.arduino.avr_toolchain import CORE, Firmware, build
from companion.displays.arduino.clock import Clock
from companion.displays.arduino.display import ArduinoDisplay
from companion.displays.arduino.link import Conversation
from companion.displays.arduino.port import SerialPort

HERE = Path(__file__).resolve().parent
OPTIBOOT = CORE / "bootloaders" / "optiboot" / "optiboot.c"
CLOCK_HZ = 16_000_000
HANGS_S = 60  # of the host: after so long without a word, something hangs
RUN_FOLDER = "KEYPEG_RUN_FOLDER"  # the variable that names the folder of a run of the tests
STRIPS = {"key": "D6", "code": "D4"}
SERVOS = {"white": "B1", "red": "B2"}
T = TypeVar("T")


@cache
def missing() -> str:
    """Why the emulated board cannot be had here; an empty text if it can."""
    programs = [p for p in ("avr-gcc", "avrdude", "cc") if shutil.which(p) is None]
    if programs:
        return f"no {', '.join(programs)}"
    if not Path("/usr/include/simavr/sim_avr.h").is_file():
        return "no libsimavr-dev"
    return "" if OPTIBOOT.is_file() else "no arduino-core-avr"


def _once_a_run(name: str, make: Callable[[Path], T]) -> T:
    """Return what `make` builds in a folder of its own: the process that asks first has it built.

    The processes of a run of the tests share what is built (tests/conftest.py); the others wait.
    """
    folder = Path(os.environ.get(RUN_FOLDER) or mkdtemp(prefix="keypeg-")) / f"built-{name}"
    folder.mkdir(exist_ok=True)
    known = folder / "made.pickle"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not known.exists():
            made = make(folder)
            known.write_bytes(pickle.dumps(made))
    return cast(T, pickle.loads(known.read_bytes()))


@cache
def firmware(board: str = "uno", **defines: int) -> Firmware:
    """The firmware, built once a run for each board and set of defines."""
    name = "-".join([board, *(f"{key}={value}" for key, value in sorted(defines.items()))])
    return _once_a_run(name, lambda folder: build(folder, board=board, defines=defines))


@cache
def bench_program() -> Path:
    """The test bench, built once a run."""
    return _once_a_run("bench", _build_bench)


def _build_bench(folder: Path) -> Path:
    program = folder / "bench"
    sources = [str(p) for p in sorted(HERE.glob("*.c"))]
    subprocess.run(
        ["cc", "-O2", "-w", "-I/usr/include/simavr", *sources, "-o", str(program), "-lsimavr"],
        check=True,
    )
    return program


@cache
def bootloader() -> Path:
    """The Uno's bootloader, optiboot, from its source.

    The one that Debian compiled is 20 bytes too long for its place at the end of the flash and
    loses its last function; this one begins 512 bytes earlier.
    """
    return _once_a_run("optiboot", _build_bootloader)


def _build_bootloader(folder: Path) -> Path:
    flags = "-Os -w -std=gnu89 -fno-inline-small-functions -fno-split-wide-types -mmcu=atmega328p"
    flags += " -DF_CPU=16000000L -DBAUD_RATE=115200 -DLED_START_FLASHES=3 -nostartfiles -nostdlib"
    flags += " -Wl,--section-start=.text=0x7c00 -Wl,--relax"
    elf, hex_file = str(folder / "boot.elf"), folder / "boot.hex"
    subprocess.run(["avr-gcc", *flags.split(), str(OPTIBOOT), "-o", elf], check=True)
    copy = ["avr-objcopy", "-j", ".text", "-j", ".data", "-O", "ihex", elf, str(hex_file)]
    subprocess.run(copy, check=True)
    return hex_file


class BoardClock(Clock):
    """The emulated board's time: who waits by it waits longer when the computer is slow."""

    LOOK_S = 0.002  # of the host: between two looks at the board's time

    def __init__(self, place: mmap.mmap, is_running: Callable[[], bool]) -> None:
        self._place, self.is_running = place, is_running

    def now(self) -> float:
        return int.from_bytes(self._place[:8], "little") / CLOCK_HZ

    def wait_for(
        self, changed: threading.Condition, is_so: Callable[[], bool], timeout_s: float
    ) -> bool:
        until = self.now() + timeout_s
        while not is_so() and self.now() < until and self.is_running():
            changed.wait(self.LOOK_S)
        return is_so()


class BoardPort(SerialPort):
    """The port of an emulated board, waited at by the board's time."""

    def __init__(self, device: str, clock: BoardClock) -> None:
        super().__init__(device)
        self._clock = clock

    def read(self, timeout_s: float) -> bytes:
        until = self._clock.now() + timeout_s
        while not (data := super().read(min(timeout_s, self._clock.LOOK_S))):
            if self._clock.now() >= until or not self._clock.is_running():
                break
        return data


class Bench:
    """A running board. `events` is all that it has said; its time is `clock`.

    What is opened here waits by that time: emulator and host have one clock.
    """

    def __init__(
        self,
        *options: str,
        elf: Path | None = None,
        strips: Mapping[str, str] = STRIPS,
        servos: Mapping[str, str] = SERVOS,
    ) -> None:
        self._strips, self._servos = strips, servos
        self.folder = Path(mkdtemp(prefix="keypeg-port-"))
        self.port = str(self.folder / "ttyACM0")
        wiring = [x for pin in strips.values() for x in ("--strip", pin)]
        wiring += [x for pin in servos.values() for x in ("--servo", pin)]
        command = [str(bench_program()), "--elf", str(elf or firmware().elf), "--link", self.port]
        clock = self.folder / "clock"
        clock.write_bytes(bytes(8))
        command += ["--clock", str(clock)]
        with clock.open("r+b") as file:
            self._time = mmap.mmap(file.fileno(), 8)
        self.clock = BoardClock(self._time, lambda: self._process.poll() is None)
        self._process = subprocess.Popen(
            [*command, *wiring, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._queue: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.events: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._follow, name="bench")
        self._reader.start()
        self.wait("plug")

    def _follow(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._queue.put(json.loads(line))
        self._queue.put(None)

    def _take(self, timeout_s: float) -> dict[str, Any]:
        event = self._queue.get(timeout=timeout_s)
        if event is None:
            raise EOFError("the bench has ended")
        self.events.append(event)
        return event

    def open_port(self, device: str = "") -> BoardPort:
        """Open the board's port, or another, by the board's time."""
        return BoardPort(device or self.port, self.clock)

    def talk(self, **options: Any) -> tuple[BoardPort, Conversation]:
        """Open the port and a conversation over it, in which hello was not said yet."""
        port = self.open_port()
        return port, Conversation(port, now=self.clock.now, **options)

    def display(self, device: str = "", **options: Any) -> ArduinoDisplay:
        """Open the display at the board's port, or at another."""
        options = {"ports": list, "open_port": self.open_port, "clock": self.clock} | options
        return ArduinoDisplay(device or self.port, **options)

    def tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")

    def wait(self, name: str, timeout_s: float = HANGS_S, **fields: object) -> dict[str, Any]:
        """Wait for an event that is yet to come."""
        until = time.monotonic() + timeout_s
        while True:
            event = self._take(max(0.001, until - time.monotonic()))
            if event["ev"] == name and fields.items() <= event.items():
                return event

    def wait_image(self, strip: str, pixels: list[tuple[int, int, int]]) -> dict[str, Any]:
        """Wait until `strip` is told to show `pixels`; give the event."""
        while rgb(event := self.wait("strip", pin=self._strips[strip])) != pixels:
            pass
        return event

    def ask(self, command: str, answer: str) -> dict[str, Any]:
        """Give a command; all that was said before its answer is in `events` then."""
        self.tell(command)
        return self.wait(answer)

    def settle(self, cycles: int = CLOCK_HZ // 100) -> dict[str, Any]:
        """Let emulated time pass, and give the levels of the ports then."""
        start = self.ask("state", "state")["t"]
        while (state := self.ask("state", "state"))["t"] < start + cycles:
            pass
        return state

    def named(self, name: str, **fields: object) -> list[dict[str, Any]]:
        return [e for e in self.events if e["ev"] == name and fields.items() <= e.items()]

    def pixels(self, strip: str) -> list[tuple[int, int, int]]:
        """The red, green, blue of each pixel as the strip was last told."""
        return rgb(self.named("strip", pin=self._strips[strip])[-1])

    def pulse_us(self, servo: str) -> float:
        return float(self.named("servo", pin=self._servos[servo])[-1]["us"])

    def forget(self) -> None:
        self.settle()
        self.events.clear()

    def close(self) -> None:
        if self._process.poll() is None:
            self.tell("quit")
        self._process.wait(HANGS_S)
        self._reader.join()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._time.close()
        shutil.rmtree(self.folder)

    def __enter__(self) -> "Bench":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def rgb(strip: dict[str, Any]) -> list[tuple[int, int, int]]:
    data = bytes.fromhex(strip["grb"])
    assert strip["bits"] == len(data) * 8
    return [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data), 3)]


def images(bench: Bench) -> Iterable[tuple[tuple[int, int, int], ...]]:
    """Every image that the key strip has shown."""
    return [tuple(rgb(e)) for e in bench.named("strip", pin=STRIPS["key"])]
