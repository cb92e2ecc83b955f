"""A club in tests: a link that only remembers, a real mosquitto on a free port."""

import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Condition

import pytest

from companion.club.connection import Acked, Got, Up
from companion.club.sending.commands import Commands
from companion.club.sending.feed import Feed
from companion.club.sending.publisher import Publisher
from companion.club.sending.told import telling
from companion.club.wire.messages import EventMessage
from companion.club.wire.topics import EVENTS, table_topic
from companion.config import ClubChoices
from companion.game.log_line import anchor_of

# seconds until what must come counts as lost: generous, for a busy machine
PATIENCE_S = 60


def wait_until(is_so, what="it", patience_s=PATIENCE_S):
    """Wait for a state, never for a duration."""
    by = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < by, f"{what} did not come"
        time.sleep(0.01)


@dataclass
class MemoryLink:
    """A link to no broker: it remembers what is published, and acknowledges it if it is `kind`."""

    kind: bool = True
    sent: list = field(default_factory=list)
    hear: object = None
    is_closed: bool = False
    changed: Condition = field(default_factory=Condition)

    def publish(self, message):
        with self.changed:
            self.sent.append(message)
            number = len(self.sent)
            self.changed.notify_all()
        if self.kind:
            self.hear(Acked(number))
        return number

    def close(self):
        self.is_closed = True

    def on(self, leaf, table="window"):
        return [m.payload for m in list(self.sent) if m.topic == table_topic(table, leaf)]

    def wait_for(self, is_so):
        with self.changed:
            assert self.changed.wait_for(lambda: is_so(self), PATIENCE_S)


@dataclass
class AtTable:
    """A table with its feed and a link that remembers."""

    feed: Feed
    publisher: Publisher
    link: MemoryLink
    pressed: list
    said: list

    def lines(self):
        return [EventMessage.from_bytes(payload) for payload in self.link.on(EVENTS)]

    def asked(self, leaf, payload, number=1):
        topic = table_topic(self.feed.table, leaf)
        self.publisher.hear(Got(topic, payload, number, retain=False))


@contextmanager
def table(name="window", *, is_up=True, kind=True, commands=None):
    said, pressed, link = [], [], MemoryLink(kind)
    feed = Feed(name)
    publisher = Publisher(feed, commands or Commands(pressed.append), said.append)
    link.hear = publisher.hear
    publisher.start(link)
    if is_up:
        publisher.hear(Up())
    try:
        yield AtTable(feed, publisher, link, pressed, said)
    finally:
        publisher.close()


def log_lines(path):
    return [line for line in path.read_bytes().split(b"\n") if line]


MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
needs_mosquitto = pytest.mark.skipif(
    MOSQUITTO is None, reason="mosquitto is not installed: apt install mosquitto"
)
OPEN = "listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Mosquitto:
    """A real broker that can be killed and started again on the same port."""

    conf: object
    port: int
    process: object = None
    starts: object = field(default_factory=lambda: count(1))

    @property
    def url(self):
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self):
        log = self.conf.parent / f"mosquitto-{next(self.starts)}.log"
        with log.open("w") as out:
            self.process = subprocess.Popen(
                [MOSQUITTO, "-c", str(self.conf)], stdout=out, stderr=subprocess.STDOUT
            )

        def answers():
            assert self.process.poll() is None, log.read_text()
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        wait_until(answers, "mosquitto")
        return self

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE_S)

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE_S)


@contextmanager
def mosquitto(folder, conf=OPEN):
    port = free_port()
    place = folder / "mosquitto.conf"
    place.write_text(conf.format(port=port, folder=folder))
    with running(Mosquitto(place, port)) as broker:
        yield broker


@contextmanager
def mosquitto_at(folder):
    """Run the broker of a club's folder as its files have it, by root too."""
    place = folder / "mosquitto.conf"
    port = int(re.search(r"^listener (\d+)", place.read_text(), re.MULTILINE)[1])
    with running(Mosquitto(place, port)) as broker:
        yield broker


@contextmanager
def running(broker):
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


@contextmanager
def playing_at(url, session, table):
    """Let `session` be told at the broker at `url`, and close it at the end."""
    choices = ClubChoices(mqtt=url, table=table)
    with telling(choices, lambda __: None, lambda __: None) as feed:
        feed.follow(session)
        yield feed
        session.close()


def has_all(index, session, table):
    """Whether the index has the log of `session`, byte for byte."""
    lines = log_lines(session.path)
    return index.log(table, anchor_of(lines[1])) == b"".join(line + b"\n" for line in lines)
