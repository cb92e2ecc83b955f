"""What is attached to this machine, by the names that the options take: cameras and lights."""

import os
import shutil
from pathlib import Path

__all__ = ["attached_cameras", "attached_lights"]

# what shows the Raspberry Pi's own camera: the name since Bookworm, and the one before
CSI_PROGRAMS = ("rpicam-vid", "libcamera-vid")
MODEL = Path("/proc/device-tree/model")


def attached_cameras() -> list[str]:
    """Return the cameras that can be named here, as ``usb:0`` and ``csi``; none is opened.

    A camera that shows itself as several devices is named by its first: the kernel gives index 0
    to the one with pictures.
    """
    found = []
    for node in sorted(Path("/sys/class/video4linux").glob("video*"), key=_number):
        index = node / "index"
        name = (node / "name").read_text(errors="replace") if (node / "name").exists() else ""
        # a Raspberry Pi's codecs and its picture processor are such devices too
        is_camera = not name.startswith(("bcm2835-", "pispbe", "rpivid", "rpi-hevc", "rp1-cfe"))
        if is_camera and (not index.exists() or index.read_text().strip() == "0"):
            found.append(f"usb:{_number(node)}")
    if any(shutil.which(program) for program in CSI_PROGRAMS):
        found.append("csi")
    return found


def _number(node: Path) -> int:
    digits = node.name.removeprefix("video")
    return int(digits) if digits.isdecimal() else 0


def attached_lights() -> list[str]:
    """Return the lights that can be named: ``serial:auto`` for an Arduino, ``gpio`` on a Pi."""
    from companion.displays.arduino.port import attached_ports
    from companion.displays.options import USB_MAKERS

    found = []
    if any(port.vendor in USB_MAKERS for port in attached_ports()):
        found.append("serial:auto")
    if MODEL.exists() and "Raspberry Pi" in MODEL.read_text(errors="replace"):
        chips = list(Path("/dev").glob("gpiochip*"))
        if any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
            found.append("gpio")
    return found
