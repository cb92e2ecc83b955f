"""A hook: events and scenes as they happen, posted as JSON to an address, in a thread of its own.

The body is that of the MQTT message; the header ``Keypeg-Topic`` says whether it is ``events`` or
``scene``. An address that does not answer is tried again; events wait for it in the log, in order.
"""

import queue
import threading
import time
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from urllib.parse import urlsplit

from companion import __version__
from companion.club.sending.feed import Feed
from companion.club.wire import topics
from companion.club.wire.encoding import bytes_of
from companion.club.wire.messages import EventMessage
from companion.errors import BadNotation
from companion.i18n import _

__all__ = ["Hook", "check_hook"]

# until an address that does not answer is given up for now; seconds, chosen, no measurement
ANSWER_S = 5.0
# between two tries, doubled from the first to the second; seconds, chosen, no measurement
RETRY_S = (1.0, 30.0)
FAREWELL_S = 2.0  # seconds at the end for what is still to be sent: chosen, no measurement
MORE, END = "more", "end"  # words of the inbox


def check_hook(url: str) -> str:
    """Return `url`; raise `BadNotation` if nothing can be posted there."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadNotation(
            _("'{url}' is no address of a hook.").format(url=url),
            hint=_("Write it as http://NAME/PATH."),
        )
    return url


class Hook:
    """Posts what `feed` has to `url`; `say` is told once when it is lost, and when it is back."""

    def __init__(self, feed: Feed, url: str, say: Callable[[str], None]) -> None:
        self._feed = feed
        self._url = check_hook(url)
        self._say = say
        self._match, self._sent, self._scene = "", 0, b""
        self._wait = 0.0
        self._inbox: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._change = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hook", daemon=True)
        feed.woken(self._wake)

    def start(self) -> None:
        """Begin to post."""
        self._thread.start()

    def close(self, patience_s: float = FAREWELL_S) -> None:
        """Post what is left if the address answers, for so long at most."""
        self._inbox.put(END)
        self._thread.join(patience_s)

    def _wake(self) -> None:
        if not self._change.is_set():
            self._change.set()
            self._inbox.put(MORE)

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            goes_on = self._next()
            self._change.clear()
            self._post_all()

    def _next(self) -> bool:
        """Wait for something to do, or for the time of the next try; return False at the end."""
        again = time.monotonic() + self._wait
        while True:
            try:
                left = max(0.0, again - time.monotonic()) if self._wait else None
                word = self._inbox.get(timeout=left)
            except queue.Empty:
                return True
            if word == END or not self._wait:
                return word != END

    def _post_all(self) -> None:
        while (event := self._event()) is not None:
            if not self._post(topics.EVENTS, event.to_bytes()):
                return
            self._sent += 1
        scene = bytes_of(self._feed.scene)
        if scene != self._scene and self._post(topics.SCENE, scene):
            self._scene = scene

    def _event(self) -> EventMessage | None:
        told = self._feed.told
        if told.match != self._match:
            self._match, self._sent = told.match, 0
        if self._sent >= len(told.lines):
            return None
        return EventMessage(self._feed.table, told.match, self._sent, told.lines[self._sent])

    def _post(self, topic: str, body: bytes) -> bool:
        """Post `body`; return whether it was taken."""
        headers = {
            "content-type": "application/json",
            "user-agent": f"keypeg/{__version__}",
            "keypeg-topic": topic,
        }
        request = urllib.request.Request(self._url, body, headers)  # noqa: S310 - checked
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_S):  # noqa: S310 - checked
                pass
        except (OSError, HTTPException, ValueError) as error:
            self._lost(str(error))
            return False
        if self._wait:
            self._say(_("The hook answers again: all is told."))
        self._wait = 0.0
        return True

    def _lost(self, why: str) -> None:
        if not self._wait:
            self._say(
                _("The hook {url} does not answer ({why}). The game goes on.").format(
                    url=self._url, why=why
                )
            )
        first, most = RETRY_S
        self._wait = min(max(first, 2 * self._wait), most)
