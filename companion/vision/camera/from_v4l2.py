"""A USB camera, through OpenCV's V4L2: asked for by name, its automatics locked and read back.

What the drivers do (measured on real kernel nodes): `set` answers True for what it refuses, so the
picture's shape and the control's value are looked at; an unplugged camera reads False at once and
stays "opened"; a missing and a busy one look alike; a gain that is set while the automatic gain is
on reads back as set for a moment and goes its own way.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion.errors import CameraError
from companion.i18n import N_, _
from companion.vision.camera.frames import checked
from companion.vision.camera.v4l2_controls import AUTO_GAIN, switch_off
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.opencv_compat import only_errors

__all__ = ["V4l2Source", "holders"]

# pixels asked of a camera that is not told otherwise: chosen, the largest that most webcams give at
# 30 frames a second
ASKED = (1280, 720)
# pictures that the camera's own automatics get to settle before they are locked
SETTLE_FRAMES = 15
# pictures that may fail in a row before the camera counts as gone, and seconds that a read may
# block: together the silence after which any camera is opened again; OpenCV's own default is 10 s
MOST_FAILURES = 5
SELECT_TIMEOUT = "1"
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


def _capture(path: str) -> Capture:
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", SELECT_TIMEOUT)
    # what goes wrong is said here, and by OpenCV once more in words for its makers
    only_errors()
    number = re.fullmatch(r"/dev/video(\d+)", path)
    return cv2.VideoCapture(int(number[1]) if number else path, cv2.CAP_V4L2)


@dataclass(frozen=True)
class V4l2Source:
    """The camera at a device path, as ``/dev/video0``; `capture` makes OpenCV's object."""

    path: str
    size: tuple[int, int] = ASKED
    capture: Callable[[str], Capture] = _capture

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return _("The camera {path}").format(path=self.path)

    def open(self) -> "V4l2Stream":
        """Open, ask for the size, let it settle, lock; raises CameraError with what to do."""
        _check_path(self.path, self.title)
        capture = self.capture(self.path)
        if not capture.isOpened():
            capture.release()
            raise _not_opened(self.path, self.title)
        # MJPG: uncompressed, most cameras give 720p only a few times a second
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self.size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self.size[1])
        try:
            first = _settled(capture, self.title)
        except CameraError:
            capture.release()
            raise
        notes = (*_size_notes(first, self.size), *lock(capture, self.path))
        return V4l2Stream(self.title, self.path, capture, notes)


class V4l2Stream:
    """An opened device."""

    rest = 0.0

    def __init__(self, title: str, path: str, capture: Capture, notes: tuple[str, ...]) -> None:
        self.notes = notes
        self._title = title
        self._path = path
        self._capture = capture
        self._failures = 0

    def grab(self, timeout: float) -> Image | None:
        """Return the next picture; the driver's own deadline of 1 s holds, whatever `timeout`."""
        del timeout
        good, image = self._capture.read()
        if good:
            self._failures = 0
            return checked(image, self._title)
        self._failures += 1
        if not Path(self._path).exists():
            raise CameraError(
                _("{title} was unplugged.").format(title=self._title), hint=_("Plug it in again.")
            )
        if self._failures >= MOST_FAILURES:
            raise CameraError(
                _("{title} has stopped giving pictures.").format(title=self._title),
                hint=_("Check its cable and hub."),
            )
        return None

    def interrupt(self) -> None:
        """Do nothing: a read has the driver's deadline."""

    def close(self) -> None:
        """Let go of the device."""
        self._capture.release()


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


def holders(path: str, *, proc: Path = Path("/proc")) -> list[str]:
    """Return the programs, as ``name (pid)``, that hold `path` open, as far as we may look."""
    wanted, found = os.path.realpath(path), []
    for folder in sorted(proc.glob("[0-9]*")):
        try:
            held = any(os.path.realpath(link) == wanted for link in (folder / "fd").iterdir())
            if held:
                found.append(f"{(folder / 'comm').read_text().strip()} ({folder.name})")
        except OSError:
            # ended meanwhile, or another user's
            continue
    return found


def _check_path(path: str, title: str) -> None:
    if not Path(path).exists():
        there = sorted(str(each) for each in Path("/dev").glob("video*"))
        raise CameraError(
            _("{title} is not there.").format(title=title),
            hint=_("Check its cable; there are: {what}.").format(
                what=", ".join(there) or _("no cameras")
            ),
        )
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraError(
            _("{title} may not be used by you.").format(title=title),
            hint=_("Join the group video: sudo usermod -aG video $USER, then log in again."),
        )


def _not_opened(path: str, title: str) -> CameraError:
    others = [name for name in holders(path) if not name.endswith(f"({os.getpid()})")]
    if others:
        return CameraError(
            _("{title} is held by {names}.").format(title=title, names=", ".join(others)),
            hint=_("Close that program."),
        )
    return CameraError(
        _("{title} does not open: another program holds it, or it is no camera.").format(
            title=title
        ),
        hint=_(
            "See who holds it: fuser {path}. A camera often has two paths: try the next one."
        ).format(path=path),
    )


def _settled(capture: Capture, title: str) -> Image:
    """Return the last of some pictures; raises CameraError when none comes."""
    image, failures = None, 0
    for __ in range(SETTLE_FRAMES):
        good, taken = capture.read()
        if good:
            image = checked(taken, title)
        failures += not good
        if failures >= MOST_FAILURES:
            break
    if image is None:
        raise CameraError(
            _("{title} opens but gives no picture.").format(title=title),
            hint=_("Unplug it and plug it in again, at a port of its own rather than a hub."),
        )
    return image


def _size_notes(image: Image, asked: tuple[int, int]) -> tuple[str, ...]:
    h, w = image.shape[:2]
    if (w, h) == asked:
        return ()
    return (
        _("size: asked for {width} x {height}, the camera gives {w} x {h}.").format(
            width=asked[0], height=asked[1], w=w, h=h
        ),
    )
