"""A table at a broker: one thread that sends what the feed has and hears what it is asked.

What the broker has not acknowledged is sent again by the link; what never left is still in the log.
Older matches are named in `matches`, and sent when a hub asks for them.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion import __version__
from companion.club.connection import Acked, Down, Got, Happened, Message, Publishing, Up
from companion.club.sending.commands import Commands
from companion.club.sending.event_queue import EventQueue
from companion.club.sending.feed import CurrentMatch, Feed
from companion.club.wire import topics
from companion.club.wire.encoding import bytes_of
from companion.club.wire.messages import Ack, Ask, EventMessage, Status
from companion.errors import KeypegError
from companion.i18n import _

__all__ = ["FAREWELL_S", "Publisher", "will_of"]

WINDOW = 50  # events sent and not acknowledged; a match has about a hundred; chosen, half of that
FAREWELL_S = 2.0  # at the end, for what is still to be sent; seconds, chosen, no measurement


def will_of(table: str) -> Message:
    """Return what the broker says of `table` when it is gone without a word."""
    return Message(
        topics.table_topic(table, topics.STATUS), Status(table, "offline").to_bytes(), retain=True
    )


@dataclass(frozen=True, slots=True)
class _Changed:
    """There is more to tell."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """The game is left; what can be sent until `by` (monotonic seconds) is."""

    by: float


class Publisher:
    """Sends what `feed` has over the link that `connect` makes; `say` is told when it is lost.

    `extra` are retained messages that are sent at each connection, as for a house's own software.
    """

    def __init__(
        self,
        feed: Feed,
        commands: Commands,
        say: Callable[[str], None],
        *,
        extra: Sequence[Message] = (),
    ) -> None:
        self._feed = feed
        self._commands = commands
        self._say = say
        self._extra = tuple(extra)
        self._inbox: queue.SimpleQueue[Happened | _Changed | _Stop] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)
        self._link: Publishing | None = None
        self._events = EventQueue(feed)
        self._pending: set[int] = set()
        self._is_up = False
        self._was_said: bool | None = None
        self._shown: dict[str, bytes] = {}
        self._stop: _Stop | None = None
        self._change = threading.Event()
        feed.woken(self._wake)

    def hear(self, happened: Happened) -> None:
        """Take in what happened at the link; may be called from any thread."""
        self._inbox.put(happened)

    def start(self, link: Publishing) -> None:
        """Begin to send over `link`."""
        self._link = link
        self._thread.start()

    def close(self, patience_s: float = FAREWELL_S) -> None:
        """Send what is left if the broker is there, for so long at most, and leave in order."""
        self._inbox.put(_Stop(time.monotonic() + patience_s))
        self._thread.join(patience_s + 1)

    def _wake(self) -> None:
        """Let the thread look at the feed; many changes at once are looked at once."""
        if not self._change.is_set():
            self._change.set()
            self._inbox.put(_Changed())

    def _run(self) -> None:
        while not self._is_done():
            try:
                self._take(self._inbox.get(timeout=self._patience()))
            except queue.Empty:
                continue
            self._pump()
        self._leave()

    def _patience(self) -> float | None:
        return None if self._stop is None else max(0.0, self._stop.by - time.monotonic())

    def _is_done(self) -> bool:
        if self._stop is None:
            return False
        if time.monotonic() >= self._stop.by:
            return True
        if not self._is_up:
            # one that was not heard of yet may still come
            return self._was_said is False
        return not self._pending and not self._events.has_more

    def _take(self, job: Happened | _Changed | _Stop) -> None:
        match job:
            case Up():
                self._begin()
            case Down(why, is_final):
                self._lost(why, is_final=is_final)
            case Acked(number):
                self._pending.discard(number)
            case Got():
                self._answer(job)
            case _Changed():
                self._change.clear()
                self._tell()
            case _Stop():
                self._stop = job

    def _begin(self) -> None:
        """Say at a new connection all that is kept there, as it is now."""
        self._is_up = True
        if self._was_said is not True:
            self._say(_("The club hears this table: {table}.").format(table=self._feed.table))
        self._was_said = True
        self._shown.clear()
        self._keep(topics.STATUS, Status(self._feed.table, "online").to_bytes())
        self._keep(topics.MATCHES, self._feed.heads().to_bytes())
        for message in self._extra:
            self._send(message)
        self._tell()

    def _lost(self, why: str, *, is_final: bool) -> None:
        self._is_up = False
        if is_final:
            self._say(
                _("Another Keypeg plays as table '{table}': this one is no longer heard.").format(
                    table=self._feed.table
                )
            )
        elif self._was_said is not False:
            self._say(
                _(
                    "The club does not hear this table ({why}). The game goes on; "
                    "all is sent when it does."
                ).format(why=why)
            )
        self._was_said = False

    def _tell(self) -> None:
        """Publish what is kept at the broker and has changed: what is played, the scene."""
        if not self._is_up:
            return
        if self._events.turns_to_another_match():
            self._keep(topics.MATCHES, self._feed.heads().to_bytes())
        self._keep(topics.META, _meta(self._feed.table, self._feed.told))
        self._pump()
        self._keep(topics.SCENE, bytes_of(self._feed.scene))

    def _keep(self, leaf: str, payload: bytes) -> None:
        if self._shown.get(leaf) != payload:
            self._shown[leaf] = payload
            topic = topics.table_topic(self._feed.table, leaf)
            self._send(Message(topic, payload, retain=True))

    def _pump(self) -> None:
        """Send events while fewer than `WINDOW` are under way."""
        while self._is_up and len(self._pending) < WINDOW:
            event = self._events.next()
            if event is None:
                return
            self._pending.add(self._event(event))

    def _event(self, event: EventMessage) -> int:
        topic = topics.table_topic(self._feed.table, topics.EVENTS)
        return self._send(Message(topic, event.to_bytes()))

    def _send(self, message: Message) -> int:
        assert self._link
        return self._link.publish(message)

    def _answer(self, got: Got) -> None:
        """Heed a hub that lacks events, or a command."""
        self._taken(got)
        __, leaf = topics.leaf_of(got.topic) or ("", "")
        try:
            if leaf == topics.ASK:
                ask = Ask.from_bytes(got.payload)
                self._events.ask(self._feed.events(ask.match, ask.first, ask.last))
            elif leaf == topics.DO and not got.retain:
                ack = self._commands.heed(got.payload, self._feed)
                self._acknowledge(ack)
        except KeypegError:
            # no message of ours: whoever sent it made a mistake, and the game knows nothing of it
            return

    def _acknowledge(self, ack: Ack) -> None:
        topic = topics.table_topic(self._feed.table, topics.ACK)
        self._send(Message(topic, ack.to_bytes()))

    def _taken(self, got: Got) -> None:
        take = getattr(self._link, "taken", None)
        if take:
            take(got.number)

    def _leave(self) -> None:
        assert self._link
        if self._is_up:
            self._keep(topics.MATCHES, self._feed.heads().to_bytes())
            self._keep(topics.STATUS, Status(self._feed.table, "left").to_bytes())
        self._link.close()


def _meta(table: str, told: CurrentMatch) -> bytes:
    return bytes_of(
        {
            "v": 1,
            "table": table,
            "keypeg": __version__,
            "match": told.match,
            "log": told.name,
            "book": told.book,
            "title": told.title,
            "players": list(told.players),
            "rounds": told.rounds,
            "way": told.way,
        }
    )
