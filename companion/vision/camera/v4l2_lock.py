"""What a USB camera's automatics found is frozen, and read back: drivers say yes to anything."""

from dataclasses import dataclass
from typing import Any

import cv2

from companion.i18n import N_, _
from companion.vision.camera.v4l2_controls import AUTO_GAIN, switch_off

__all__ = ["LOCKS", "Lock", "lock"]


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
