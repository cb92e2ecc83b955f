"""What comes from a camera behind a URL: a stream, piece by piece; no answer may take for ever."""

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.errors import CameraError
from companion.i18n import N_, _
from companion.vision.camera.frames import decoded
from companion.vision.camera.jpeg_stream import MOST_BYTES, JpegSplitter
from companion.vision.geometry.arrays import Image

__all__ = [
    "APP",
    "CHUNK_BYTES",
    "NOTES",
    "PATIENCE_S",
    "Answer",
    "Link",
    "MultipartStream",
    "all_in_time",
    "cut_short",
    "hang_up",
    "printable",
]


CHUNK_BYTES = 1 << 16  # bytes read at once: chosen, about one frame of a small camera
# seconds to reach a host, and that one may be silent: the same as any camera's silence; a guess
PATIENCE_S = 5.0
MOST_SAID = 120  # characters of what a server says that are shown: chosen, a line or two
Link = http.client.HTTPConnection
Answer = http.client.HTTPResponse
NOTES = (N_("Exposure and white balance are the phone's or server's: lock them in its app."),)
APP = N_("Check that the app is running and that both are in the same network.")


class MultipartStream:
    """An MJPEG stream: JPEGs with anything between them."""

    notes: tuple[str, ...] = NOTES
    rest = 0.0

    def __init__(
        self, title: str, link: Link, sock: socket.socket, answer: Answer, begun: bytes = b""
    ) -> None:
        self._title = title
        self._link = link
        self._socket = sock
        self._answer = answer
        self._jpegs = JpegSplitter()
        self._begun = begun

    def grab(self, timeout: float) -> Image | None:
        """Return the newest picture that came; CameraError when the stream has ended or is silent.

        A read cannot be cut short without losing the connection: it waits for up to `PATIENCE_S`
        seconds whatever `timeout` says, and `interrupt` ends it.
        """
        del timeout
        try:
            data, self._begun = self._begun or self._answer.read1(CHUNK_BYTES), b""
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            # AttributeError: what http.client raises when its connection goes while it reads
            raise CameraError(
                _("{title} broke off: {error}.").format(
                    title=self._title, error=printable(str(error))
                ),
                hint=_(APP),
            ) from error
        if not data:
            raise CameraError(_("{title} has ended.").format(title=self._title), hint=_(APP))
        pictures = self._jpegs.feed(data)
        return decoded(pictures[-1]) if pictures else None

    def interrupt(self) -> None:
        """Wake a read that waits."""
        # gone already: there is nothing to wake
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        hang_up(self._link, self._answer)


def hang_up(link: Link, answer: Answer) -> None:
    """Close what was answered and its connection."""
    answer.close()
    link.close()


def all_in_time(answer: Answer) -> bytes:
    """Return all that comes; TimeoutError when it takes longer than `PATIENCE_S` in all.

    The time-out of a socket is that of one piece.
    """
    data, end = bytearray(), time.monotonic() + PATIENCE_S
    while piece := answer.read1(CHUNK_BYTES):
        data += piece
        if time.monotonic() > end or len(data) > MOST_BYTES:
            raise TimeoutError(_("its picture does not end"))
    return bytes(data)


@contextmanager
def cut_short(sock: socket.socket) -> Iterator[None]:
    """Hang up after `PATIENCE_S` in all: raise TimeoutError where a head does not end.

    The time-out of a socket is that of one piece, and a head may come a byte at a time, or be
    "100 Continue" for ever.
    """
    is_late = threading.Event()

    def hang_up() -> None:
        is_late.set()
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(PATIENCE_S, hang_up)
    timer.name = "keypeg-camera-patience"
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException) as error:
        if is_late.is_set():
            raise TimeoutError(_("its answer does not end")) from error
        raise
    finally:
        timer.cancel()
        timer.join()
    if is_late.is_set():  # a head that is cut off looks like one that has ended
        raise TimeoutError(_("its answer does not end"))


def printable(text: str) -> str:
    """Return `text` of a stranger's machine without what steers a terminal, and not too long."""
    return "".join(c if c.isprintable() else "?" for c in text)[:MOST_SAID]
