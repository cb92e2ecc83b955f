"""A hub at a broker: one thread that keeps what comes and asks for what is missing.

A message is acknowledged to the broker when its line is on the disk, so a hub that is killed is
sent it again. What the broker itself lost shows in what tables keep there: how far each log goes.
Hubs tell each other how much they have, and what happened in the tournament.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from companion.club.collecting.gaps import Gaps
from companion.club.collecting.hub_topics import HUBS, hub_topic, tournament_topic
from companion.club.collecting.index import Index
from companion.club.connection import Acked, Down, Got, Happened, Message, Up
from companion.club.wire import topics
from companion.club.wire.encoding import bytes_of, record_of
from companion.club.wire.messages import EventMessage, Heads, Status
from companion.errors import JournalError, KeypegError
from companion.i18n import _

__all__ = ["Collector", "Peer", "Shared"]

BATCH = 500  # messages that are kept in one transaction; a guess, it takes a few milliseconds
TURN_S = 0.5  # seconds between two looks at what is missing; a guess
TOLD_S = 5.0  # seconds between two words on how much this hub has; a guess


@dataclass(frozen=True, slots=True)
class Peer:
    """Another hub, and how much it had when it last said so."""

    name: str
    total: str


class Shared(Protocol):
    """What hubs have together beside their indexes, each event under its hub and number."""

    def hear(self, lines: Iterable[tuple[str, bytes]]) -> None:
        """Take in lines of other hubs, each with its hub, on the disk when this returns."""

    def own(self) -> Iterable[tuple[int, bytes]]:
        """Return the lines that this hub made, with their numbers."""


@dataclass(frozen=True, slots=True)
class _Stop:
    pass


@dataclass
class Collector:
    """Gathers what tables tell into `index`; `changed` is told which tables, from its thread.

    `publish` and `taken` are the link's. `hub` is this hub's own name; `trouble` says why what
    comes cannot be kept, if it cannot. `shared` is the tournament, if hubs have one together.
    """

    index: Index
    hub: str
    publish: Callable[[Message], int]
    taken: Callable[[int], None]
    changed: Callable[[frozenset[str]], None] = lambda __: None
    shared: Shared | None = None
    now: Callable[[], float] = time.monotonic
    is_up: bool = False
    peers: dict[str, Peer] = field(default_factory=dict)
    refused: int = 0
    acks: dict[str, tuple[bool, str]] = field(default_factory=dict)
    trouble: str = ""
    _held: list[Got] = field(default_factory=list)
    _inbox: "queue.SimpleQueue[Happened | _Stop]" = field(default_factory=queue.SimpleQueue)
    _told: str = ""
    _told_at: float = 0.0

    def __post_init__(self) -> None:
        self._gaps = Gaps(self.index, self.publish, self.now)
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    def hear(self, happened: Happened) -> None:
        """Take in what happened at the link; may be called from any thread."""
        self._inbox.put(happened)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Keep what has come, and end."""
        self._inbox.put(_Stop())
        self._thread.join()

    def _run(self) -> None:
        while self.turn(TURN_S):
            pass

    def turn(self, wait_s: float = 0.0) -> bool:
        """Do all that is due, waiting for something at most so long; return False at the end."""
        batch = self._batch(wait_s)
        self._held += [each for each in batch if isinstance(each, Got)]
        for each in batch:
            if isinstance(each, Up | Down):
                self._connected(each)
        try:
            self._keep(self._held)
            self._held = []
            if self.is_up:
                self._gaps.ask()
                self._tell()
        except JournalError as error:
            # the broker sends no more than a few on; what was not kept is tried again
            self.trouble = error.message
        else:
            self.trouble = ""
        return not any(isinstance(each, _Stop) for each in batch)

    def _batch(self, wait_s: float) -> list[Happened | _Stop]:
        """Return what has come, waiting for something at most so long."""
        batch: list[Happened | _Stop] = []
        try:
            batch.append(self._inbox.get(timeout=wait_s) if wait_s else self._inbox.get_nowait())
            while len(batch) < BATCH:
                batch.append(self._inbox.get_nowait())
        except queue.Empty:
            pass
        return [each for each in batch if not isinstance(each, Acked)]

    def _connected(self, change: Up | Down) -> None:
        self.is_up = isinstance(change, Up)
        self._told = ""
        if self.is_up and self.shared:
            for number, line in self.shared.own():
                self.tell_shared(number, line)
        self.changed(frozenset())

    def tell_shared(self, number: int, line: bytes) -> None:
        """Tell the other hubs what this one let happen; the broker keeps it for them."""
        self.publish(Message(tournament_topic(self.hub, number), line, retain=True))

    def _keep(self, batch: list[Got]) -> None:
        """Keep what came, on the disk, then acknowledge it."""
        events, said, tables = [], {}, set()
        self._hear_hubs(got for got in batch if got.topic.startswith(f"{HUBS}/"))
        for got in batch:
            place = topics.leaf_of(got.topic)
            if place is None:
                continue
            tables.add(place[0])
            try:
                if place[1] == topics.EVENTS:
                    events.append(_event_of(place[0], got.payload))
                else:
                    self._hear_table(*place, got.payload)
                    said[place] = got.payload
            except KeypegError:
                self.refused += 1
        if events:
            self.index.add(events)
            self._expect(events)
        if said:
            self.index.keep((table, leaf, payload) for (table, leaf), payload in said.items())
        for got in batch:
            self.taken(got.number)
        if tables:
            self.changed(frozenset(tables))

    def _hear_table(self, table: str, leaf: str, payload: bytes) -> None:
        """Learn from what `table` says how far its logs go; raise `BadNotation` for nonsense."""
        if leaf == topics.STATUS:
            Status.from_bytes(payload)
            return
        record = record_of(payload)
        if leaf == topics.MATCHES:
            for head in Heads.from_bytes(payload).heads:
                self._gaps.expect(table, head.match, head.lines)
        elif leaf == topics.SCENE and record.get("match") and isinstance(record.get("seq"), int):
            self._gaps.expect(table, str(record["match"]), min(record["seq"], 10**6) + 1)
        elif leaf == topics.ACK:
            self.acks[str(record.get("id"))] = bool(record.get("ok")), str(record.get("said"))

    def _expect(self, events: Iterable[EventMessage]) -> None:
        """What comes before an event that came must be here too."""
        for event in events:
            self._gaps.expect(event.table, event.match, event.seq + 1)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be missing."""
        return self._gaps.is_closed

    def _tell(self) -> None:
        """Say how much this hub has, for another one to compare."""
        if self.now() - self._told_at < TOLD_S:
            return
        total = str(self.index.total())
        if total != self._told:
            self._told, self._told_at = total, self.now()
            payload = bytes_of({"v": 1, "hub": self.hub, "total": total})
            self.publish(Message(hub_topic(self.hub), payload, retain=True))

    def _hear_hubs(self, batch: Iterable[Got]) -> None:
        """Take in what hubs tell each other: how much they have, and their tournament."""
        lines = []
        for got in batch:
            hub, __, leaf = got.topic.removeprefix(f"{HUBS}/").partition("/")
            if leaf == "total" and hub != self.hub:
                self._hear_total(hub, got.payload)
            # a hub's own lines too: what its disk lost, the broker has
            elif leaf.startswith("tournament/"):
                lines.append((hub, got.payload))
        if lines and self.shared:
            self.shared.hear(lines)
            self.changed(frozenset())

    def _hear_total(self, hub: str, payload: bytes) -> None:
        try:
            total = record_of(payload).get("total")
        except KeypegError:
            return
        self.peers[hub] = Peer(hub, str(total)[:64])
        self.changed(frozenset())


def _event_of(table: str, payload: bytes) -> EventMessage:
    """Return the event in `payload`; raise `BadNotation` if it is none, or says another table."""
    event = EventMessage.from_bytes(payload)
    if event.table != table:
        raise KeypegError(_("A table spoke in the name of another."))
    return event
