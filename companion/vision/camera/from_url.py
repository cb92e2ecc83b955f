"""A camera behind a URL: an MJPEG stream (a phone as camera, ustreamer) or a snapshot.

A stream is read piece by piece; a snapshot is fetched again for every picture.
"""

import base64
import http.client
import socket
import time
from contextlib import suppress
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
        if kind.startswith(("image/", "application/octet-stream")):
            _hang_up(link, answer)
            return SnapshotStream(self)
        _hang_up(link, answer)
        raise CameraError(
            _("{title} answers with {kind}, which is no picture.").format(
                title=self.title, kind=kind
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

    def _ask(self) -> tuple[Link, socket.socket, Answer]:
        parts = urlsplit(self.url)
        try:
            link = _link(parts)
        except ValueError as error:
            raise CameraError(
                _("'{url}' is no address of a camera.").format(url=self.url),
                hint=_("Write http://HOST:PORT/PATH."),
            ) from error
        try:
            link.request("GET", _path(parts), headers=_headers(parts))
            # taken now: http.client forgets it when the answer says that it closes
            sock = link.sock
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
            _("{title} does not answer: {why}.").format(title=self.title, why=why), hint=_(APP)
        )

    def _refused(self, answer: Answer) -> CameraError:
        if answer.status in (401, 403):
            hint = _("Give name and password: url:http://NAME:PASSWORD@HOST/PATH.")
        elif 300 <= answer.status < 400:
            hint = _("Use the address it points to: {address}.").format(
                address=answer.headers.get("Location", "unknown")
            )
        else:
            hint = _("Check the path; the app shows it (often /video, /stream or /shot.jpg).")
        return CameraError(
            _("{title} answers {status} {reason}.").format(
                title=self.title, status=answer.status, reason=answer.reason
            ),
            hint=hint,
        )


class MultipartStream:
    """An MJPEG stream: JPEGs with anything between them."""

    notes: tuple[str, ...] = NOTES
    rest = 0.0

    def __init__(self, title: str, link: Link, sock: socket.socket, answer: Answer) -> None:
        self._title = title
        self._link = link
        self._socket = sock
        self._answer = answer
        self._jpegs = JpegSplitter()

    def grab(self, timeout: float) -> Image | None:
        """Return the newest picture that came; CameraError when the stream has ended or is silent.

        A read cannot be cut short without losing the connection: it waits for up to `PATIENCE_S`
        seconds whatever `timeout` says, and `interrupt` ends it.
        """
        del timeout
        try:
            data = self._answer.read1(CHUNK_BYTES)
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            # AttributeError: what http.client raises when its connection goes while it reads
            raise CameraError(
                _("{title} broke off: {error}.").format(title=self._title, error=error), hint=_(APP)
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
