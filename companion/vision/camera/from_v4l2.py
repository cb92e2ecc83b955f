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
from companion.i18n import _
from companion.vision.camera.frames import checked
from companion.vision.camera.v4l2_lock import lock
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.opencv_compat import only_errors

__all__ = ["V4l2Source", "holders"]

# pixels asked of a camera that is not told otherwise: chosen, the largest that most webcams give at
# 30 frames a second
ASKED = (1280, 720)
# pictures that the camera's own automatics get to settle before they are locked; a guess
SETTLE_FRAMES = 15
# pictures that may fail in a row before the camera counts as gone, and seconds that a read may
# block: together the silence after which any camera is opened again; OpenCV's own default is 10 s
MOST_FAILURES = 5
SELECT_TIMEOUT = "1"

Capture = Any


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
