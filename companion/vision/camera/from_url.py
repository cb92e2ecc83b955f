"""A camera behind a URL: an MJPEG stream (a phone as camera, ustreamer) or a snapshot.

A stream is read piece by piece; a snapshot is fetched again for every picture.
"""

import base64
import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from companion.errors import CameraError
from companion.i18n import N_, _
from companion.vision.camera.frames import decoded
from companion.vision.camera.jpeg_stream import MOST_BYTES, JpegSplitter
from companion.vision.geometry.arrays import Image

__all__ = ["UrlSource"]

CHUNK_BYTES = 1 << 16  # bytes read at once: chosen, about one frame of a small camera
# seconds to reach a host, and that one may be silent: the same as any camera's silence; a guess
PATIENCE_S = 5.0
# seconds between two snapshots: as many as a game needs, few enough for a phone
SNAPSHOT_REST = 0.2
# how the parts of a stream begin, and pictures of their own: JPEG, PNG, GIF, WebP
BOUNDARY = b"--"
PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF")
MOST_SAID = 120  # characters of what a server says that are shown: chosen, a line or two
Link = http.client.HTTPConnection
Answer = http.client.HTTPResponse
NOTES = (N_("Exposure and white balance are the phone's or server's: lock them in its app."),)
APP = N_("Check that the app is running and that both are in the same network.")


@dataclass(frozen=True)
class UrlSource:
    """The camera at `url`, http or https; name and password may stand in it."""

    url: str

    @property
    def title(self) -> str:
        """The URL without its password."""
        parts = urlsplit(self.url)
        return _("The camera at {scheme}://{host}{path}").format(
            scheme=parts.scheme, host=_host(parts), path=parts.path
        )

    def open(self) -> "MultipartStream | SnapshotStream":
        """Ask for the URL; raises CameraError with what to do."""
        link, sock, answer = self._ask()
        kind = answer.headers.get_content_type()
        if kind.startswith("multipart/"):
            return MultipartStream(self.title, link, sock, answer)
        # what comes decides, not what the header calls it: some cameras send none, or a wrong one
        begun = self._first_piece(link, answer)
        if begun.lstrip(b"\r\n").startswith(BOUNDARY):
            return MultipartStream(self.title, link, sock, answer, begun)
        _hang_up(link, answer)
        if kind.startswith(("image/", "application/octet-stream")) or begun.startswith(PICTURES):
            return SnapshotStream(self)
        raise CameraError(
            _("{title} answers with {kind}, which is no picture.").format(
                title=self.title, kind=_printable(kind)
            ),
            hint=_(
                "Give the address of the video or snapshot itself; the app shows it (often "
                "/video, /stream or /shot.jpg)."
            ),
        )

    def snapshot(self) -> Image | None:
        """Fetch one picture; None when it is damaged."""
        link, _, answer = self._ask()
        try:
            return decoded(_in_time(answer))
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from error
        finally:
            _hang_up(link, answer)

    def _first_piece(self, link: Link, answer: Answer) -> bytes:
        try:
            return answer.read1(CHUNK_BYTES)
        except (OSError, http.client.HTTPException) as error:
            _hang_up(link, answer)
            raise self._unreachable(error) from error

    def _ask(self) -> tuple[Link, socket.socket, Answer]:
        parts = urlsplit(self.url)
        try:
            link = _link(parts)
        except ValueError as error:
            raise CameraError(
                _("'{url}' is no address of a camera.").format(url=_shown(self.url)),
                hint=_("Write http://HOST:PORT/PATH."),
            ) from error
        try:
            link.connect()
            # taken now: http.client forgets it when the answer says that it closes
            sock = link.sock
            with _cut_short(sock):
                link.request("GET", _path(parts), headers=_headers(parts))
                answer = link.getresponse()
        except (OSError, http.client.HTTPException) as error:
            link.close()
            raise self._unreachable(error) from error
        if answer.status != http.client.OK:
            _hang_up(link, answer)
            raise self._refused(answer)
        return link, sock, answer

    def _unreachable(self, error: Exception) -> CameraError:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return CameraError(
            _("{title} does not answer: {why}.").format(title=self.title, why=_printable(why)),
            hint=_(APP),
        )

    def _refused(self, answer: Answer) -> CameraError:
        if answer.status in (401, 403):
            hint = _("Give name and password: url:http://NAME:PASSWORD@HOST/PATH.")
        elif 300 <= answer.status < 400:
            hint = _("Use the address it points to: {address}.").format(
                address=_printable(_shown(answer.headers.get("Location", "?")))
            )
        else:
            hint = _("Check the path; the app shows it (often /video, /stream or /shot.jpg).")
        return CameraError(
            _("{title} answers {status} {reason}.").format(
                title=self.title, status=answer.status, reason=_printable(answer.reason)
            ),
            hint=hint,
        )


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
                    title=self._title, error=_printable(str(error))
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
        _hang_up(self._link, self._answer)


class SnapshotStream:
    """A picture at a time, each asked for."""

    notes: tuple[str, ...] = NOTES
    rest = SNAPSHOT_REST

    def __init__(self, source: UrlSource) -> None:
        self._source = source

    def grab(self, timeout: float) -> Image | None:
        """Fetch a picture; the host gets its own time to answer, whatever `timeout`."""
        del timeout
        return self._source.snapshot()

    def interrupt(self) -> None:
        """Do nothing: a snapshot ends by itself."""

    def close(self) -> None:
        """Do nothing: no connection stays open."""


def _hang_up(link: Link, answer: Answer) -> None:
    answer.close()
    link.close()


def _in_time(answer: Answer) -> bytes:
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
def _cut_short(sock: socket.socket) -> Iterator[None]:
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


def _printable(text: str) -> str:
    """Return `text` of a stranger's machine without what steers a terminal, and not too long."""
    return "".join(c if c.isprintable() else "?" for c in text)[:MOST_SAID]


def _shown(url: str) -> str:
    """Return `url` without name and password, also where it is no proper one."""
    before, at, after = url.rpartition("@")
    scheme = before.partition("//")[0] + "//" if "//" in before else ""
    return f"{scheme}…@{after}" if at else url


def _link(parts: SplitResult) -> http.client.HTTPConnection:
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(parts.scheme)
    make = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return make(parts.hostname, parts.port, timeout=PATIENCE_S)


def _host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _headers(parts: SplitResult) -> dict[str, str]:
    if parts.username is None:
        return {}
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
