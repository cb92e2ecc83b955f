"""A camera behind a child process that writes MJPEG to its output.

Why a pipe: it needs no Python package, works in any virtual environment, and OpenCV cannot open a
CSI camera on a current Raspberry Pi OS.
"""

import os
import selectors
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import CameraError
from companion.i18n import N_, _
from companion.vision.camera.frames import decoded
from companion.vision.camera.jpeg_stream import JpegSplitter
from companion.vision.geometry.arrays import Image

__all__ = ["BESIDE", "PipeSource", "PipeStream", "remedy_for"]

BESIDE = "{beside}"  # in a command: the path of a pipe for what it tells beside the pictures
CHUNK_BYTES = 1 << 16  # bytes read at once: as many as a pipe of Linux holds
# bytes of the child's last words that are kept for a message: a guess
LAST_WORDS = 2000
# seconds that a child gets to end when asked: a guess
GRACE = 1.0
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

    def open(self, hear: Callable[[bytes], None] | None = None) -> "PipeStream":
        """Start the child; raises CameraError when there is no such program.

        `hear` is given what the child writes to the pipe that `BESIDE` in its command stands for.
        """
        ends = os.pipe() if hear else None
        try:
            child = self._started(ends)
        except OSError as error:
            if ends:
                os.close(ends[0])
            raise CameraError(
                _("{title} cannot be started: there is no '{command}' that runs here.").format(
                    title=self.title, command=self.command[0]
                ),
                hint=_(self.missing),
            ) from error
        finally:
            if ends:
                os.close(ends[1])
        return PipeStream(self.title, child, ends[0] if ends else None, hear)

    def _started(self, ends: tuple[int, int] | None) -> subprocess.Popen[bytes]:
        beside = f"/dev/fd/{ends[1]}" if ends else os.devnull
        return subprocess.Popen(  # noqa: S603
            [word.replace(BESIDE, beside) for word in self.command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=ends[1:] if ends else (),
        )


class PipeStream:
    """A running child and what it has written so far; `hear` is given what comes from `beside`."""

    rest = 0.0

    def __init__(
        self,
        title: str,
        child: subprocess.Popen[bytes],
        beside: int | None = None,
        hear: Callable[[bytes], None] | None = None,
    ) -> None:
        assert child.stdout is not None
        assert child.stderr is not None
        self.notes: tuple[str, ...] = ()
        self._title = title
        self._child = child
        self._out, self._err = child.stdout, child.stderr
        self._jpegs = JpegSplitter()
        self._words = b""
        self._beside, self._hear = beside, hear
        self._selector = selectors.DefaultSelector()
        for each in (self._out, self._err, beside):
            if each is not None:
                self._selector.register(each, selectors.EVENT_READ)

    def grab(self, timeout: float) -> Image | None:
        """Return the newest whole picture that has come; CameraError when the child has ended."""
        for key, __ in self._selector.select(timeout):
            data = os.read(key.fd, CHUNK_BYTES)
            if key.fileobj is self._err:
                self._listen(data)
            elif key.fd == self._beside:
                self._told(data)
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
        if self._beside is not None:
            os.close(self._beside)
            self._beside = None

    def _listen(self, data: bytes) -> None:
        if not data:
            self._selector.unregister(self._err)
        self._words = (self._words + data)[-LAST_WORDS:]

    def _told(self, data: bytes) -> None:
        if not data and self._beside is not None:
            self._selector.unregister(self._beside)
        elif self._hear:
            self._hear(data)

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
