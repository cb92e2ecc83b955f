"""A camera behind a child process that writes MJPEG to its output: `csi`, through rpicam-vid.

Why a pipe: it needs no Python package, works in any virtual environment, and OpenCV cannot open a
CSI camera on a current Raspberry Pi OS.
"""

import os
import selectors
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.errors import CameraError
from companion.i18n import N_, _
from companion.vision.camera.frames import decoded
from companion.vision.camera.jpeg_stream import JpegSplitter
from companion.vision.geometry.arrays import Image

__all__ = ["PipeSource", "csi_source", "remedy_for"]

# the name since Bookworm, and the one before
PROGRAMS = ("rpicam-vid", "libcamera-vid")
# options of rpicam-vid that a user may give behind `csi?`
CSI_OPTIONS = {"width": "1280", "height": "720", "framerate": "10", "camera": "0"}
# those that lock what drifts; the lens's position is in dioptres, 1 / metres
CSI_LOCKS = ("shutter", "gain", "awbgains", "lens-position")
# what a lens that is not locked does; continuous focus hunts when a hand passes (picamera2 #1082)
CSI_FOCUS = "autofocus-mode"
CHUNK_BYTES = 1 << 16  # bytes read at once: as many as a pipe of Linux holds
# bytes of the child's last words that are kept for a message: a guess
LAST_WORDS = 2000
# seconds that a child gets to end when asked: a guess
GRACE = 1.0
INSTALL = N_(
    "Install it: sudo apt install rpicam-apps. Or take csi?with=picamera2, or a USB camera (usb:0)."
)
# what the child may say -> what is to be done
CABLE = N_(
    "Switch the Pi off, check both ends of the flat cable, then try `rpicam-hello --list-cameras`."
)
REMEDIES = (
    ("no cameras available", CABLE),
    ("no camera number", CABLE),
    (
        "in use",
        N_("Another program holds the camera: close it (`fuser /dev/media*` names it)."),
    ),
    ("busy", N_("Another program holds the camera: close it (`fuser /dev/media*` names it).")),
    ("failed to acquire", N_("Another program holds the camera: close it.")),
    ("permission", N_("Join the group video: sudo usermod -aG video $USER, then log in again.")),
)


@dataclass(frozen=True)
class PipeSource:
    """A command that writes JPEGs one after another to its standard output."""

    title: str
    command: tuple[str, ...]
    missing: str = N_("Check its name and path.")
    notes: tuple[str, ...] = ()

    def open(self) -> "PipeStream":
        """Start the child; raises CameraError when there is no such program."""
        try:
            child = subprocess.Popen(  # noqa: S603
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise CameraError(
                _("{title} cannot be started: there is no '{command}' that runs here.").format(
                    title=self.title, command=self.command[0]
                ),
                hint=_(self.missing),
            ) from error
        return PipeStream(self.title, child, self.notes)


class PipeStream:
    """A running child and what it has written so far."""

    rest = 0.0

    def __init__(self, title: str, child: subprocess.Popen[bytes], notes: tuple[str, ...]) -> None:
        assert child.stdout is not None
        assert child.stderr is not None
        self.notes = notes
        self._title = title
        self._child = child
        self._out, self._err = child.stdout, child.stderr
        self._jpegs = JpegSplitter()
        self._words = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)

    def grab(self, timeout: float) -> Image | None:
        """Return the newest whole picture that has come; CameraError when the child has ended."""
        for key, __ in self._selector.select(timeout):
            data = os.read(key.fd, CHUNK_BYTES)
            if key.fileobj is self._err:
                self._listen(data)
            elif not data:
                raise self._ended()
            elif pictures := self._jpegs.feed(data):
                return decoded(pictures[-1])
        return None

    def interrupt(self) -> None:
        """Do nothing: a grab keeps its time."""

    def close(self) -> None:
        """End the child, with force if it does not hear."""
        self._selector.close()
        self._child.terminate()
        try:
            self._child.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._out.close()
        self._err.close()

    def _listen(self, data: bytes) -> None:
        if not data:
            self._selector.unregister(self._err)
        self._words = (self._words + data)[-LAST_WORDS:]

    def _ended(self) -> CameraError:
        rest = b"" if self._err.closed else _rest_of(self._err.fileno())
        words = (self._words + rest).decode("utf-8", "replace").strip()
        last = words.splitlines()[-1].strip() if words else _("it said nothing")
        return CameraError(
            _("{title} has ended: {last}.").format(title=self._title, last=last).replace("..", "."),
            hint=remedy_for(words),
        )


def remedy_for(words: str) -> str:
    """Return what is to be done when a Pi's camera says `words`."""
    heard = words.casefold()
    return next(
        (_(remedy) for sign, remedy in REMEDIES if sign in heard),
        _("Run the command by hand to see more."),
    )


def _rest_of(fd: int) -> bytes:
    """Return what waits in a pipe, without waiting for more."""
    os.set_blocking(fd, False)
    try:
        return os.read(fd, CHUNK_BYTES)
    except BlockingIOError:
        return b""


def csi_source(options: Mapping[str, str], *, command: Sequence[str] | None = None) -> PipeSource:
    """Return the CSI camera through rpicam-vid; `command` runs instead of it.

    `options` are those of `CSI_OPTIONS`, `CSI_LOCKS` and `CSI_FOCUS`. Raises CameraError for an
    unknown one, and when no program is installed.
    """
    known = (*CSI_OPTIONS, *CSI_LOCKS, CSI_FOCUS)
    for name in options:
        if name not in known:
            raise CameraError(
                _("A CSI camera has no option '{name}'.").format(name=name),
                hint=_("Choose from: {names}.").format(names=", ".join(known)),
            )
    return PipeSource(
        _("The CSI camera"),
        tuple(command) if command else _rpicam(options),
        missing=INSTALL,
        notes=_lock_notes(options),
    )


def _rpicam(options: Mapping[str, str]) -> tuple[str, ...]:
    program = next((name for name in PROGRAMS if shutil.which(name)), None)
    if program is None:
        raise CameraError(
            _("The CSI camera cannot be used: rpicam-vid is not installed here."), hint=_(INSTALL)
        )
    focus = {CSI_FOCUS: "manual"} if "lens-position" in options else {}
    asked = [
        word
        for name, value in {**CSI_OPTIONS, **options, **focus}.items()
        for word in (f"--{name}", value)
    ]
    return (program, "-t", "0", "-n", "--codec", "mjpeg", "--flush", *asked, "-o", "-")


def _lock_notes(options: Mapping[str, str]) -> tuple[str, ...]:
    free = [name for name in CSI_LOCKS if name not in options]
    if not free:
        return (_("Exposure, gain, white balance and focus are locked as given."),)
    example = "csi?shutter=12000&gain=2&awbgains=1.8,1.5&lens-position=2"
    return (
        _("Not locked: {names}. Lock with values that fit the room, as {example}.").format(
            names=", ".join(free), example=example
        ),
    )
