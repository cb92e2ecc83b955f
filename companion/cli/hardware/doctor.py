"""``keypeg doctor``: what is attached, what is missing, and what to do about it."""

import grp
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
from platformdirs import user_data_path

from companion.cli.common.json_output import echo_json, json_option
from companion.config import Settings, load_settings, settings_path
from companion.displays.options import USB_MAKERS, pin_warnings
from companion.errors import KeypegError, MissingPart
from companion.i18n import N_, _, ngettext
from companion.optional import require

__all__ = ["Finding", "doctor", "examine"]

OPENCV = ("opencv-python-headless", "opencv-contrib-python-headless", "opencv-python")
MOCK_PINS = N_("pretended (GPIOZERO_PIN_FACTORY=mock): nothing lights up")
HELLO_S = 2.5  # seconds for the first answer: as much as `AGAIN_BOOT_S` of the display gives it
ENOUGH_MIB = 200  # a match with its kept frames takes 20, a calibration 1
# bits of `vcgencmd get_throttled`, from Raspberry Pi's documentation of vcgencmd
THROTTLED = {
    0: N_("the supply is too weak now"),
    2: N_("it runs slower now, to keep cool or for want of power"),
    16: N_("the supply was too weak since it was switched on"),
    18: N_("it has run slower since it was switched on"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is there, and what to do if it is not.

    `wanted` says that the settings ask for it, so that missing it is a failure.
    """

    name: str
    ok: bool
    text: str
    hint: str = ""
    wanted: bool = False


@click.command()
@json_option
def doctor(as_json: bool) -> None:  # noqa: FBT001
    """Look at this computer and say what is attached, what is missing, and what to do.

    Exit 1 if something that the settings ask for is not there.
    """
    findings = list(examine())
    if as_json:
        echo_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            _say(finding)
    if any(finding.wanted and not finding.ok for finding in findings):
        sys.exit(1)


def _say(finding: Finding) -> None:
    mark = _("ok") if finding.ok else _("MISSING") if finding.wanted else "-"
    click.echo(f"{mark:8}{finding.name:15}{finding.text}")
    if finding.hint and not finding.ok:
        click.echo(f"{'':23}{finding.hint}")


def examine() -> Iterator[Finding]:
    """Yield all findings; nothing that is missing raises."""
    try:
        settings = load_settings()
        yield Finding("settings", ok=True, text=_settings_text())
    except KeypegError as error:
        settings = Settings()
        yield Finding("settings", ok=False, text=error.message, hint=error.hint, wanted=True)
    yield _computer()
    yield from _groups()
    yield _pins(settings)
    for warning in pin_warnings(settings.gpio, _buses()):
        yield Finding("pins", ok=False, text=warning)
    yield from _boards(settings)
    yield from _cameras(settings)
    yield from _parts(settings)
    yield _speech(settings)
    yield from _pages()
    yield _folder()
    yield from _disk()
    yield from _power()
    yield _calibration()


def _settings_text() -> str:
    path = settings_path()
    return (
        str(path)
        if path.exists()
        else _("{path} is not there; all settings have their defaults").format(path=path)
    )


def _computer() -> Finding:
    model = Path("/proc/device-tree/model")
    if model.exists():
        text = model.read_bytes().decode(errors="replace").strip("\0 ")
        return Finding("computer", ok="Raspberry Pi" in text, text=text)
    return Finding(
        "computer",
        ok=False,
        text=_("no Raspberry Pi"),
        hint=_("GPIO needs one; an Arduino does not."),
    )


def _groups() -> Iterator[Finding]:
    mine = {*os.getgroups(), os.getegid()}
    for name, what in (
        ("gpio", N_("pins")),
        ("dialout", N_("serial ports")),
        ("video", N_("cameras")),
    ):
        try:
            member = grp.getgrnam(name).gr_gid in mine or os.geteuid() == 0
        except KeyError:
            continue
        hint = _("Run 'sudo usermod -aG {name} $USER', then log out and in again.").format(
            name=name
        )
        is_in = _("yes") if member else _("no")
        text = _("for {what}: {is_in}").format(what=_(what), is_in=is_in)
        yield Finding(f"group {name}", ok=member, text=text, hint=hint)


def _pins(settings: Settings) -> Finding:
    wanted = "gpio" in settings.display
    try:
        require("pi")
        from companion.displays.gpio import is_mock, open_pins

        factory = open_pins()
    except KeypegError as error:
        return Finding("pins", ok=False, text=error.message, hint=error.hint, wanted=wanted)
    text = _(MOCK_PINS) if is_mock() else f"lgpio on gpiochip{factory.chip}"
    factory.close()
    return Finding("pins", ok=True, text=text, wanted=wanted)


def _buses() -> set[str]:
    """Return which of `RESERVED`'s buses are switched on, by what the kernel shows of them."""
    signs = {
        "SPI": Path("/dev").glob("spidev0.*"),
        "I2C": Path("/dev").glob("i2c-1"),
        "the UART": Path("/dev").glob("serial0"),
        "1-Wire": Path("/sys/bus/w1/devices").glob("w1_bus_master*"),
    }
    on = {bus for bus, there in signs.items() if next(there, None)}
    cards = Path("/proc/asound/cards")
    # the names that the drivers of HATs and of the headphone overlay give their cards
    for bus, card in (
        ("I2S sound", r"snd_rpi|hifiberry|MAX98357"),
        ("analogue sound", r"audremap"),
    ):
        if cards.exists() and re.search(card, cards.read_text(errors="replace")):
            on.add(bus)
    return on


def _boards(settings: Settings) -> Iterator[Finding]:
    from companion.displays.arduino.port import attached_ports

    asked = [spec.partition(":")[2] or "auto" for spec in settings.display if "serial" in spec]
    ports = attached_ports()
    yield Finding(
        "ports",
        ok=bool(ports),
        text=", ".join(p.device for p in ports) or _("no serial port at a USB plug"),
        hint=_("Plug the Arduino in; a charging cable without data wires will not do."),
    )
    devices = [p.device for p in ports if p.vendor in USB_MAKERS]
    named = [device for device in asked if device != "auto"]
    number = settings.serial.serial_number
    numbers = [p.serial_number for p in ports]
    if number and number not in numbers:
        yield Finding(
            "board",
            ok=False,
            text=_("no board has the number {number}").format(number=number),
            wanted=True,
        )
    for device in dict.fromkeys(named + devices):
        yield _board(device, wanted=device in named or ("auto" in asked and len(devices) == 1))
    if not devices and not named:
        yield Finding(
            "board",
            ok=False,
            text=_("no Arduino is plugged in"),
            hint=_("Plug it in; a charging cable without data wires will not do."),
            wanted=bool(asked),
        )


def _board(device: str, *, wanted: bool) -> Finding:
    from companion.displays.arduino.link import Conversation
    from companion.displays.arduino.port import SerialPort

    try:
        port = SerialPort(device)
    except KeypegError as error:
        return Finding("board", ok=False, text=error.message, hint=error.hint, wanted=wanted)
    try:
        info = Conversation(port).hello(brightness=0, patience_s=3, wait_s=HELLO_S)
    except OSError as error:
        what = getattr(error, "message", _("it went away"))
        text = f"{device}: {what}"
        hint = getattr(error, "hint", _("Plug it in again."))
        return Finding("board", ok=False, text=text, hint=hint, wanted=wanted)
    finally:
        port.close()
    return Finding(
        "board",
        ok=True,
        text=_("{device}: firmware {version}").format(device=device, version=info.version),
        wanted=wanted,
    )


def _cameras(settings: Settings) -> Iterator[Finding]:
    kind, __, place = settings.camera.partition(":")
    videos = sorted(str(path) for path in Path("/dev").glob("video*"))
    csi = next((p for p in ("rpicam-vid", "libcamera-vid") if shutil.which(p)), None)
    there = {
        "usb": lambda: f"/dev/video{place or 0}" in videos,
        "csi": lambda: csi is not None,
    }
    found: Callable[[], bool] = there.get(kind, lambda: bool(videos or csi))
    yield Finding(
        "camera",
        ok=found(),
        text=", ".join(videos + ([_("csi by {csi}").format(csi=csi)] if csi else [])) or _("none"),
        hint=_("Plug one in, or run 'sudo apt install rpicam-apps' for a ribbon camera."),
        wanted=kind in there,
    )


def _parts(settings: Settings) -> Iterator[Finding]:
    """Yield which parts are installed that a table may do without."""
    for part in ("hints", "camera", "page"):
        wanted = part == "camera" and bool(settings.camera)
        try:
            require(part)
        except MissingPart as error:
            yield Finding(f"part {part}", ok=False, text="no", hint=error.hint, wanted=wanted)
        else:
            yield Finding(f"part {part}", ok=True, text=f"yes{_opencv(part)}", wanted=wanted)


def _opencv(part: str) -> str:
    """Return which OpenCV reads the pictures; nothing for another part than the camera's."""
    for package in OPENCV if part == "camera" else ():
        try:
            return f": {package} {version(package)}"
        except PackageNotFoundError:
            continue
    return ""


def _pages() -> Iterator[Finding]:
    """Yield where hardware.md and the other pages lie: in a clone, or where they were installed."""
    for folder in (Path(__file__).parents[3], Path(sys.prefix) / "share/doc/keypeg"):
        if (folder / "hardware.md").is_file():
            yield Finding("pages", ok=True, text=str(folder / "hardware.md"))
            return


def _folder() -> Finding:
    folder = user_data_path("keypeg")
    nearest = next(p for p in (folder, *folder.parents) if p.exists())
    ok = os.access(nearest, os.W_OK)
    hint = _("Make {nearest} writable: matches are kept there.").format(nearest=nearest)
    return Finding("folder", ok=ok, text=str(folder), hint=hint, wanted=True)


def _speech(settings: Settings) -> Finding:
    ok = shutil.which("espeak-ng") is not None
    text = "espeak-ng" if ok else _("espeak-ng is not installed")
    hint = _("Run 'sudo apt install espeak-ng' to have answers spoken (--say).")
    return Finding("speech", ok=ok, text=text, hint=hint, wanted="speech" in settings.display)


def _disk() -> Iterator[Finding]:
    folder = user_data_path("keypeg")
    nearest = next(p for p in (folder, *folder.parents) if p.exists())
    free = shutil.disk_usage(nearest).free // 2**20
    hint = _("Make room where {nearest} is: matches and calibrations are kept there.").format(
        nearest=nearest
    )
    yield Finding(
        "disk",
        ok=free >= ENOUGH_MIB,
        text=_("{free} MiB free").format(free=free),
        hint=hint,
        wanted=True,
    )


def _power() -> Iterator[Finding]:
    """Yield what a Raspberry Pi says of its supply and heat; nothing on other computers."""
    if shutil.which("vcgencmd") is None:
        return
    said = subprocess.run(
        ["vcgencmd", "get_throttled"],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    bits = int(found[1], 16) if (found := re.search(r"0x([0-9a-fA-F]+)", said)) else 0
    troubles = [_(words) for bit, words in THROTTLED.items() if bits & 1 << bit]
    hint = _("Use the supply made for it (5 V, 3 A or more) and a short cable; give it air.")
    yield Finding("power", ok=not troubles, text="; ".join(troubles) or _("steady"), hint=hint)


def _calibration() -> Finding:
    folder = user_data_path("keypeg") / "calibrations"
    kept = list(folder.glob("*/*.json"))
    newest = max((path.stat().st_mtime for path in kept), default=None)
    if newest is None:
        hint = _("Run 'keypeg calibrate' with your board before the camera.")
        return Finding("calibration", ok=False, text=_("none yet"), hint=hint)
    days = (date.today() - date.fromtimestamp(newest)).days
    when = {0: _("today"), 1: _("yesterday")}.get(
        days, ngettext("{days} day ago", "{days} days ago", days).format(days=days)
    )
    names = ", ".join(sorted({path.parent.name for path in kept}))
    return Finding(
        "calibration",
        ok=True,
        text=_("{names}; the newest of {when}").format(names=names, when=when),
    )
