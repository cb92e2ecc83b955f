"""What is found attached: pins, boards, cameras, a voice."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.cli.hardware.finding import Finding
from companion.config import Settings
from companion.displays.options import RESERVED, USB_MAKERS, pin_warnings
from companion.errors import KeypegError
from companion.i18n import N_, _
from companion.optional import require

__all__ = ["boards", "cameras", "pins", "speech"]

DEVICES = Path("/dev")
MOCK_PINS = N_("pretended (GPIOZERO_PIN_FACTORY=mock): nothing lights up")
NO_PINS = N_("Only a Raspberry Pi has them; an Arduino at a USB plug brings its own.")
HELLO_S = 2.5  # seconds for the first answer: as much as `AGAIN_BOOT_S` of the display gives it


def pins(settings: Settings) -> Iterator[Finding]:
    """Yield whether the pins can be used, then those that a bus uses too."""
    yield _pins(settings)
    for warning in pin_warnings(settings.gpio, _buses()):
        yield Finding("pins", ok=False, text=warning)


def _pins(settings: Settings) -> Finding:
    wanted = "gpio" in settings.display
    try:
        require("pi")
        from companion.displays.pins import is_mock, open_pins

        factory = open_pins()
    except KeypegError as error:
        if not wanted and not any(DEVICES.glob("gpiochip*")):
            return Finding("pins", ok=False, text=_("none"), hint=_(NO_PINS))
        return Finding("pins", ok=False, text=error.message, hint=error.hint, wanted=wanted)
    text = _(MOCK_PINS) if is_mock() else _("lgpio on gpiochip{chip}").format(chip=factory.chip)
    factory.close()
    return Finding("pins", ok=True, text=text, wanted=wanted)


def _buses() -> set[str]:
    """Return which of `RESERVED`'s buses are switched on, by what the kernel shows of them."""
    signs = {
        "SPI": DEVICES.glob("spidev0.*"),
        "I2C": DEVICES.glob("i2c-1"),
        RESERVED[14]: DEVICES.glob("serial0"),
        "1-Wire": Path("/sys/bus/w1/devices").glob("w1_bus_master*"),
    }
    on = {bus for bus, there in signs.items() if next(there, None)}
    cards = Path("/proc/asound/cards")
    # the names that the drivers of HATs and of the headphone overlay give their cards
    for bus, card in (
        (RESERVED[18], r"snd_rpi|hifiberry|MAX98357"),
        (RESERVED[12], r"audremap"),
    ):
        if cards.exists() and re.search(card, cards.read_text(errors="replace")):
            on.add(bus)
    return on


def boards(settings: Settings) -> Iterator[Finding]:
    """Yield the serial ports, and each board that may be ours."""
    from companion.displays.arduino.port import attached_ports

    asked = [spec.partition(":")[2] or "auto" for spec in settings.display if "serial" in spec]
    ports = attached_ports()
    yield Finding(
        "ports",
        ok=bool(ports),
        # what to do about none is said of the Arduino, which is all that is looked for there
        text=", ".join(p.device for p in ports) or _("no serial port at a USB plug"),
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
            hint=_("Plug that one in, or run 'keypeg config unset serial.serial_number'."),
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


def cameras(settings: Settings) -> Iterator[Finding]:
    """Yield the cameras there are."""
    kind, __, place = settings.camera.partition(":")
    videos = sorted(str(path) for path in DEVICES.glob("video*"))
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


def speech(settings: Settings) -> Finding:
    """Return what can speak."""
    ok = shutil.which("espeak-ng") is not None
    text = "espeak-ng" if ok else _("espeak-ng is not installed")
    hint = _("Run 'sudo apt install espeak-ng' to have answers spoken (--say).")
    return Finding("speech", ok=ok, text=text, hint=hint, wanted="speech" in settings.display)
