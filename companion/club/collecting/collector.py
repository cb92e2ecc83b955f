"""A hub at a broker: one thread that keeps what comes and asks for what is missing.

A message is acknowledged to the broker when its line is on the disk, so a hub that is killed is
sent it again. What the broker itself lost shows in what tables keep there: how far each log goes.
"""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.club.collecting.index import Index
from companion.club.mqtt import Acked, Down, Got, Happened, Message, Up
from companion.club.wire import topics
from companion.club.wire.messages import Ask, EventMessage, Heads, Status, bytes_of, record_of
from companion.errors import KeypegError
from companion.i18n import _

__all__ = ["Collector", "Peer", "hub_topic", "subscriptions"]

BATCH = 500  # messages that are kept in one transaction, so at a few milliseconds together
GRACE_S = 2.0  # what is under way is not asked for
ASK_AGAIN_S = (2.0, 30.0)  # between two questions for the same gap, doubled from first to second
TURN_S = 0.5  # between two looks at what is missing
TOLD_S = 5.0  # between two words on how much this hub has
ASKED_AT_ONCE = 20  # gaps asked for in a turn: a thousand tables that come back do not all answer
HUBS = f"{topics.ROOT}/hubs"


def hub_topic(hub: str) -> str:
    """Return the topic on which `hub` says how much it has."""
    return f"{HUBS}/{hub}/total"


def subscriptions(share: str = "") -> tuple[str, ...]:
    """Return what a hub hears; hubs that `share` a name each get a part of the events."""
    events = topics.all_tables(topics.EVENTS)
    kept = (topics.STATUS, topics.META, topics.SCENE, topics.MATCHES, topics.ACK)
    shared = f"$share/{share}/{events}" if share else events
    return (*(topics.all_tables(leaf) for leaf in kept), shared, hub_topic("+"))


@dataclass
class _Wanted:
    """A match of which `lines` lines are known to be: looked for `at`, then every `pause` s."""

    lines: int
    at: float
    pause: float = ASK_AGAIN_S[0]


@dataclass(frozen=True, slots=True)
class Peer:
    """Another hub, and how much it had when it last said so."""

    name: str
    total: str


@dataclass(frozen=True, slots=True)
class _Stop:
    pass


@dataclass
class Collector:
    """Gathers what tables tell into `index`; `changed` is told which tables, from its thread.

    `publish` and `taken` are the link's. `hub` is this hub's own name; `trouble` says why what
    comes cannot be kept, if it cannot.
    """

    index: Index
    hub: str
    publish: Callable[[Message], int]
    taken: Callable[[int], None]
    changed: Callable[[frozenset[str]], None] = lambda __: None
    now: Callable[[], float] = time.monotonic
    is_up: bool = False
    peers: dict[str, Peer] = field(default_factory=dict)
    refused: int = 0
    acks: dict[str, tuple[bool, str]] = field(default_factory=dict)
    trouble: str = ""
    _held: list[Got] = field(default_factory=list)
    _inbox: "queue.SimpleQueue[Happened | _Stop]" = field(default_factory=queue.SimpleQueue)
    _wanted: dict[tuple[str, str], _Wanted] = field(default_factory=dict)
    _told: str = ""
    _told_at: float = 0.0

    def __post_init__(self) -> None:
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
        self._keep_held()
        for each in batch:
            if isinstance(each, Up | Down):
                self._connected(each)
        self._ask()
        self._tell()
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
        self.changed(frozenset())

    def _keep_held(self) -> None:
        """Keep what came and could not be kept before; the broker sends no more than that on."""
        try:
            self._keep(self._held)
        except sqlite3.Error as error:
            self.trouble = str(error)
            return
        self._held, self.trouble = [], ""

    def _keep(self, batch: list[Got]) -> None:
        """Keep what came, on the disk, then acknowledge it."""
        events, said, tables = [], {}, set()
        for got in batch:
            place = topics.leaf_of(got.topic)
            if place is None:
                self._hear_hub(got)
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
                self._want(table, head.match, head.lines)
        elif leaf == topics.SCENE and record.get("match") and isinstance(record.get("seq"), int):
            self._want(table, str(record["match"]), min(record["seq"], 10**6) + 1)
        elif leaf == topics.ACK:
            self.acks[str(record.get("id"))] = bool(record.get("ok")), str(record.get("said"))

    def _expect(self, events: Iterable[EventMessage]) -> None:
        """What comes before an event that came must be here too."""
        for event in events:
            self._want(event.table, event.match, event.seq + 1)

    def _want(self, table: str, match: str, lines: int) -> None:
        known = self._wanted.get((table, match))
        if known is None:
            self._wanted[table, match] = _Wanted(lines, self.now() + GRACE_S)
        elif lines > known.lines:
            known.lines = lines

    def _ask(self) -> None:
        """Ask for what is missing of the matches that were heard of, and forget the whole ones."""
        if not self.is_up:
            return
        due = [(key, each) for key, each in self._wanted.items() if each.at <= self.now()]
        asked = 0
        for (table, match), wanted in due:
            gaps = self.index.missing(table, match, wanted.lines)
            if not gaps:
                del self._wanted[table, match]
            elif asked < ASKED_AT_ONCE:
                asked += 1
                self._ask_for(table, match, gaps)
                wanted.at = self.now() + wanted.pause
                wanted.pause = min(2 * wanted.pause, ASK_AGAIN_S[1])

    def _ask_for(self, table: str, match: str, gaps: list[tuple[int, int]]) -> None:
        topic = topics.table_topic(table, topics.ASK)
        for first, last in gaps:
            ask = Ask(match, first, last).to_bytes()
            self.publish(Message(topic, ask, expires_s=round(ASK_AGAIN_S[1])))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is known to be missing."""
        return not self._wanted

    def _tell(self) -> None:
        """Say how much this hub has, for another one to compare."""
        if not self.is_up or self.now() - self._told_at < TOLD_S:
            return
        total = str(self.index.total())
        if total != self._told:
            self._told, self._told_at = total, self.now()
            payload = bytes_of({"v": 1, "hub": self.hub, "total": total})
            self.publish(Message(hub_topic(self.hub), payload, retain=True))

    def _hear_hub(self, got: Got) -> None:
        name = got.topic.removeprefix(f"{HUBS}/").removesuffix("/total")
        if name == self.hub or hub_topic(name) != got.topic:
            return
        try:
            total = record_of(got.payload).get("total")
        except KeypegError:
            return
        self.peers[name] = Peer(name, str(total)[:64])
        self.changed(frozenset())


def _event_of(table: str, payload: bytes) -> EventMessage:
    """Return the event in `payload`; raise `BadNotation` if it is none, or says another table."""
    event = EventMessage.from_bytes(payload)
    if event.table != table:
        raise KeypegError(_("A table spoke in the name of another."))
    return event
