"""The emulated board for tests: builds firmware and bench, starts it, follows what it says."""

import json
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from companion.displays.avr_toolchain import CORE, Firmware, build

HERE = Path(__file__).resolve().parent
OPTIBOOT = CORE / "bootloaders" / "optiboot" / "optiboot.c"
CLOCK_HZ = 16_000_000
STRIPS = {"key": "D6", "code": "D4"}
SERVOS = {"white": "B1", "red": "B2"}


@cache
def missing() -> str:
    """Why the emulated board cannot be had here; an empty text if it can."""
    programs = [p for p in ("avr-gcc", "avrdude", "cc") if shutil.which(p) is None]
    if programs:
        return f"no {', '.join(programs)}"
    if not Path("/usr/include/simavr/sim_avr.h").is_file():
        return "no libsimavr-dev"
    return "" if OPTIBOOT.is_file() else "no arduino-core-avr"


@cache
def firmware(board: str = "uno", **defines: int) -> Firmware:
    """The firmware, built once a run for each board and set of defines."""
    return build(Path(mkdtemp(prefix="keypeg-firmware-")), board=board, defines=defines)


@cache
def bench_program() -> Path:
    """The test bench, built once a run."""
    program = Path(mkdtemp(prefix="keypeg-bench-")) / "bench"
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
    folder = Path(mkdtemp(prefix="keypeg-optiboot-"))
    flags = "-Os -w -std=gnu89 -fno-inline-small-functions -fno-split-wide-types -mmcu=atmega328p"
    flags += " -DF_CPU=16000000L -DBAUD_RATE=115200 -DLED_START_FLASHES=3 -nostartfiles -nostdlib"
    flags += " -Wl,--section-start=.text=0x7c00 -Wl,--relax"
    elf, hex_file = str(folder / "boot.elf"), folder / "boot.hex"
    subprocess.run(["avr-gcc", *flags.split(), str(OPTIBOOT), "-o", elf], check=True)
    copy = ["avr-objcopy", "-j", ".text", "-j", ".data", "-O", "ihex", elf, str(hex_file)]
    subprocess.run(copy, check=True)
    return hex_file


class Bench:
    """A running board. `events` is all that it has said; `seen` by name: the newest of each."""

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

    def tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")

    def wait(self, name: str, timeout_s: float = 10, **fields: object) -> dict[str, Any]:
        """Wait for an event that is yet to come."""
        until = time.monotonic() + timeout_s
        while True:
            event = self._take(max(0.001, until - time.monotonic()))
            if event["ev"] == name and fields.items() <= event.items():
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
        self._process.wait(10)
        self._reader.join()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
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
