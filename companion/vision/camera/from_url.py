"""A camera behind a URL: an MJPEG stream (a phone as camera, ustreamer) or a snapshot.

A stream is read piece by piece; a snapshot is fetched again for every picture.
"""

import base64
import http.client
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from companion.errors import CameraError
from companion.i18n import _
from companion.vision.camera.frames import decoded
from companion.vision.camera.url_streams import (
    APP,
    CHUNK_BYTES,
    NOTES,
    PATIENCE_S,
    Answer,
    Link,
    MultipartStream,
    all_in_time,
    cut_short,
    hang_up,
    printable,
)
from companion.vision.geometry.arrays import Image

__all__ = ["UrlSource"]

# seconds between two snapshots: as many as a game needs, few enough for a phone
SNAPSHOT_REST = 0.2
# how the parts of a stream begin, and pictures of their own: JPEG, PNG, GIF, WebP
BOUNDARY = b"--"
PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF")


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
        hang_up(link, answer)
        if kind.startswith(("image/", "application/octet-stream")) or begun.startswith(PICTURES):
            return SnapshotStream(self)
        raise CameraError(
            _("{title} answers with {kind}, which is no picture.").format(
                title=self.title, kind=printable(kind)
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
            return decoded(all_in_time(answer))
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from error
        finally:
            hang_up(link, answer)

    def _first_piece(self, link: Link, answer: Answer) -> bytes:
        try:
            return answer.read1(CHUNK_BYTES)
        except (OSError, http.client.HTTPException) as error:
            hang_up(link, answer)
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
            with cut_short(sock):
                link.request("GET", _path(parts), headers=_headers(parts))
                answer = link.getresponse()
        except (OSError, http.client.HTTPException) as error:
            link.close()
            raise self._unreachable(error) from error
        if answer.status != http.client.OK:
            hang_up(link, answer)
            raise self._refused(answer)
        return link, sock, answer

    def _unreachable(self, error: Exception) -> CameraError:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return CameraError(
            _("{title} does not answer: {why}.").format(title=self.title, why=printable(why)),
            hint=_(APP),
        )

    def _refused(self, answer: Answer) -> CameraError:
        if answer.status in (401, 403):
            hint = _("Give name and password: url:http://NAME:PASSWORD@HOST/PATH.")
        elif 300 <= answer.status < 400:
            hint = _("Use the address it points to: {address}.").format(
                address=printable(_shown(answer.headers.get("Location", "?")))
            )
        else:
            hint = _("Check the path; the app shows it (often /video, /stream or /shot.jpg).")
        return CameraError(
            _("{title} answers {status} {reason}.").format(
                title=self.title, status=answer.status, reason=printable(answer.reason)
            ),
            hint=hint,
        )


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
