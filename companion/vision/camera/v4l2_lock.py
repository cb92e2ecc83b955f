"""What a USB camera's automatics found is frozen, and read back: drivers say yes to anything.

An automatic that OpenCV has no name for is switched off by the kernel's calls; the numbers are
those of linux/videodev2.h and linux/v4l2-controls.h. A second opening of a device that is capturing
may ask for controls; only capturing is exclusive.
"""

import os
import struct
from dataclasses import dataclass
from typing import Any

import cv2

from companion.i18n import N_, _

__all__ = ["AUTO_GAIN", "LOCKS", "Lock", "is_automatic", "lock", "switch_off"]

# V4L2_CID_AUTOGAIN; by the definition in linux/v4l2-controls.h
AUTO_GAIN = 0x00980912
# VIDIOC_G_CTRL and VIDIOC_S_CTRL, on struct v4l2_control {__u32 id; __s32 value;}
GET, SET, CONTROL = 0xC008561B, 0xC008561C, struct.Struct("=Ii")


# V4L2's V4L2_EXPOSURE_MANUAL, as OpenCV passes it on; by the definition in linux/v4l2-controls.h
MANUAL_EXPOSURE = 1
NOT_THERE = -1.0  # what OpenCV gives for a property that a camera has not, by its convention

Capture = Any


@dataclass(frozen=True)
class Lock:
    """A value to be frozen: its property, and the automatic to be switched to `off` first.

    `kernel` is an automatic of V4L2 that OpenCV does not know.
    """

    name: str
    value: int
    automatic: int | None = None
    off: float = 0.0
    kernel: int | None = None


LOCKS = (
    Lock("exposure", cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE),
    Lock("gain", cv2.CAP_PROP_GAIN, kernel=AUTO_GAIN),
    Lock(N_("white balance"), cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB),
    Lock("focus", cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS),
)


def lock(capture: Capture, path: str) -> tuple[str, ...]:
    """Freeze what the automatics have found; give a sentence on each value, as it reads back."""
    return tuple(_locked(capture, path, each) for each in LOCKS)


def _locked(capture: Capture, path: str, what: Lock) -> str:
    value = capture.get(what.value)
    if what.automatic is not None and capture.get(what.automatic) == NOT_THERE:
        return _("{name}: the driver has no such control; keep the light steady.").format(
            name=_(what.name)
        )
    if not _is_by_hand(capture, path, what):
        return _("{name}: the driver ignored the lock, it stays automatic.").format(
            name=_(what.name)
        )
    if value == NOT_THERE:
        return _("{name}: the driver has no such control.").format(name=_(what.name))
    capture.set(what.value, value)
    kept = capture.get(what.value)
    if kept != value:
        return _("{name}: asked for {value:g}, the driver keeps {kept:g}.").format(
            name=_(what.name), value=value, kept=kept
        )
    return _("{name}: locked at {value:g}.").format(name=_(what.name), value=value)


def _is_by_hand(capture: Capture, path: str, what: Lock) -> bool:
    """Switch off what sets a value by itself; say whether it is off, as it reads back."""
    if what.kernel is not None and not switch_off(path, what.kernel):
        return False
    if what.automatic is None:
        return True
    capture.set(what.automatic, what.off)
    return bool(capture.get(what.automatic) == what.off)


def is_automatic(path: str, automatic: int) -> bool:
    """Return whether the device at `path` has this `automatic`, and it is on."""
    return _asked(path, GET, automatic, 0) == 1


def switch_off(path: str, automatic: int) -> bool:
    """Switch `automatic` off; say whether it is off, or not there at all, by what is read back."""
    if is_automatic(path, automatic):
        _asked(path, SET, automatic, 0)
    return not is_automatic(path, automatic)


def _asked(path: str, call: int, control: int, value: int) -> int | None:
    """Return the control's value after `call`; None when there is no such device or control."""
    from fcntl import ioctl

    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return int(CONTROL.unpack(ioctl(device, call, CONTROL.pack(control, value)))[1])
    except OSError:
        return None
    finally:
        os.close(device)
