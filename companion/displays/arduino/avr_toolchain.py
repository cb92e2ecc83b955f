"""Making the Arduino's firmware with Debian's compiler."""

import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import KeypegError, UnknownName, did_you_mean
from companion.i18n import _

__all__ = ["BOARDS", "Board", "Firmware", "board_named", "build", "need_programs", "sketch_folder"]

PACKAGES = "gcc-avr avr-libc arduino-core-avr avrdude"
CORE = Path("/usr/share/arduino/hardware/arduino/avr")
CLOCK_HZ = 16_000_000  # the crystal of every board named here, by its datasheet
# as the Arduino IDE compiles, but for one define: gcc-avr 5.4 lacks DECIMAL_DIG in C++
FLAGS = ["-Os", "-w", "-ffunction-sections", "-fdata-sections", "-flto", "-fno-fat-lto-objects"]
CPP_FLAGS = [
    "-std=gnu++11",
    "-fno-exceptions",
    "-fno-threadsafe-statics",
    "-DDECIMAL_DIG=__DECIMAL_DIG__",
]
LINK_FLAGS = ["-Os", "-w", "-flto", "-fuse-linker-plugin", "-Wl,--gc-sections"]


@dataclass(frozen=True, slots=True)
class Board:
    """An Arduino: its chip, how its core and avrdude call it, its bootloader's speed and room.

    `programmer` is what avrdude calls the protocol of its bootloader.
    """

    chip: str
    variant: str
    define: str
    baud: int
    flash_bytes: int
    ram_bytes: int
    usb: tuple[int, int] | None = None
    programmer: str = "arduino"

    @property
    def can_flash(self) -> bool:
        """Whether a bootloader that avrdude reaches over the serial line is on it."""
        return self.baud > 0


BOARDS: Mapping[str, Board] = {
    "uno": Board("atmega328p", "standard", "ARDUINO_AVR_UNO", 115_200, 32_256, 2_048),
    "nano": Board("atmega328p", "eightanaloginputs", "ARDUINO_AVR_NANO", 115_200, 30_720, 2_048),
    "nano-old": Board("atmega328p", "eightanaloginputs", "ARDUINO_AVR_NANO", 57_600, 30_720, 2_048),
    "leonardo": Board(
        "atmega32u4", "leonardo", "ARDUINO_AVR_LEONARDO", 0, 28_672, 2_560, (0x2341, 0x8036)
    ),
    "mega": Board(
        "atmega2560",
        "mega",
        "ARDUINO_AVR_MEGA2560",
        115_200,
        253_952,
        8_192,
        programmer="wiring",
    ),
}


@dataclass(frozen=True, slots=True)
class Firmware:
    """What was built: the files for debugging and for uploading, and what it takes of the chip."""

    elf: Path
    hex: Path
    flash_bytes: int
    ram_bytes: int


def sketch_folder() -> Path:
    """Return the folder that the Arduino IDE opens: in a checkout, or as it was installed."""
    package = Path(__file__).resolve().parents[2]
    for folder in (package.parent / "firmware" / "keypeg", package / "firmware" / "keypeg"):
        if (folder / "keypeg.ino").is_file():
            return folder
    raise KeypegError(_("The firmware's sketch is not installed."), hint=_("Install keypeg again."))


def build(
    folder: Path,
    *,
    board: str = "uno",
    defines: Mapping[str, str | int] | None = None,
    sketch: Path | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Firmware:
    """Compile the sketch for `board` into `folder`; `defines` overrule lines of config.h.

    `progress(file, done, total)` is told after each file. Raises `KeypegError` with the compiler's
    first complaint.
    """
    kind = board_named(board)
    need_programs("avr-gcc", "avr-objcopy", "avr-size")
    if not (CORE / "cores" / "arduino").is_dir():
        raise KeypegError(_("The Arduino core is not installed."), hint=_install())
    sources = _sources(sketch or sketch_folder(), folder, kind)
    objects = []
    for done, source in enumerate(sources, start=1):
        objects.append(_compile(source, folder, kind, sketch or sketch_folder(), defines or {}))
        progress(source.name, done, len(sources))
    return _link(objects, folder, kind)


def board_named(name: str) -> Board:
    """Return the board called `name`; raises UnknownName."""
    if name not in BOARDS:
        raise UnknownName(
            _("There is no board '{name}'.").format(name=name), hint=did_you_mean(name, BOARDS)
        )
    return BOARDS[name]


def need_programs(*programs: str) -> None:
    """Raise KeypegError with what to install unless all `programs` are there."""
    for program in programs:
        if shutil.which(program) is None:
            raise KeypegError(
                _("The program {program} is not installed.").format(program=program),
                hint=_install(),
            )


def _install() -> str:
    return _("Run: sudo apt install {packages}. Or open the sketch in the Arduino IDE.").format(
        packages=PACKAGES
    )


def _sources(sketch: Path, folder: Path, kind: Board) -> list[Path]:
    core = CORE / "cores" / "arduino"
    ours = [p for p in sorted(sketch.iterdir()) if p.suffix in {".c", ".cpp", ".ino"}]
    folder.mkdir(parents=True, exist_ok=True)
    return ours + [p for p in sorted(core.iterdir()) if p.suffix in {".c", ".cpp", ".S"}]


def _compile(
    source: Path, folder: Path, kind: Board, sketch: Path, defines: Mapping[str, str | int]
) -> Path:
    target = folder / f"{source.name}.o"
    core, variant = CORE / "cores" / "arduino", CORE / "variants" / kind.variant
    usb = (
        [
            f"-DUSB_VID={kind.usb[0]}",
            f"-DUSB_PID={kind.usb[1]}",
            '-DUSB_MANUFACTURER="Arduino"',
            '-DUSB_PRODUCT="Keypeg"',
        ]
        if kind.usb
        else []
    )
    language = {
        ".c": ["-std=gnu11"],
        ".S": ["-x", "assembler-with-cpp"],
        ".ino": ["-x", "c++", "-include", "Arduino.h", *CPP_FLAGS],
    }.get(source.suffix, CPP_FLAGS)
    _run(
        ["avr-gcc", "-c", *FLAGS, *language, f"-mmcu={kind.chip}", f"-DF_CPU={CLOCK_HZ}L"]
        + ["-DARDUINO=10819", f"-D{kind.define}", "-DARDUINO_ARCH_AVR", *usb]
        + [f"-D{name}={value}" for name, value in defines.items()]
        + [f"-I{sketch}", f"-I{core}", f"-I{variant}", str(source), "-o", str(target)]
    )
    return target


def _link(objects: Iterable[Path], folder: Path, kind: Board) -> Firmware:
    elf, hex_file = folder / "keypeg.elf", folder / "keypeg.hex"
    files = [str(o) for o in objects]
    _run(["avr-gcc", *LINK_FLAGS, f"-mmcu={kind.chip}", *files, "-o", str(elf), "-lm"])
    _run(["avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(elf), str(hex_file)])
    text, data, bss = (int(n) for n in _run(["avr-size", str(elf)]).splitlines()[1].split()[:3])
    firmware = Firmware(elf, hex_file, text + data, data + bss)
    if firmware.flash_bytes > kind.flash_bytes or firmware.ram_bytes > kind.ram_bytes:
        raise KeypegError(
            _(
                "The firmware takes {flash} bytes of flash and {ram} of RAM; this board has "
                "{flash_room} and {ram_room}."
            ).format(
                flash=firmware.flash_bytes,
                ram=firmware.ram_bytes,
                flash_room=kind.flash_bytes,
                ram_room=kind.ram_bytes,
            ),
            hint=_("Use fewer ROWS in config.h."),
        )
    return firmware


def _run(command: list[str]) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if ended.returncode:
        lines = ended.stderr.splitlines()
        first = next((line for line in lines if "error" in line), ended.stderr[-300:])
        raise KeypegError(
            _("{program} failed: {why}").format(program=command[0], why=first.strip()),
            hint=_("Look at config.h."),
        )
    return ended.stdout
