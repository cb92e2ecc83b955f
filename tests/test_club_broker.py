"""The broker's files: what a table may write, what is kept, who is let in; on a real mosquitto."""

import stat
import tomllib
from queue import SimpleQueue

import pytest
from click.testing import CliRunner
from club import (
    PATIENCE_S,
    free_port,
    has_all,
    log_lines,
    mosquitto,
    mosquitto_at,
    needs_mosquitto,
    playing_at,
    wait_until,
)
from games import begin, play

from companion.cli import cli
from companion.club.broker.setup import Club, set_up
from companion.club.broker_address import parse_broker
from companion.club.connection import Acked, Down, Got, Message, Up
from companion.club.mqtt import Lasting, Link
from companion.club.wire import topics
from companion.club.wire.topics import all_tables, table_topic
from companion.errors import BadNotation
from companion.game.core.events import Way
from companion.hall.serve import HubChoices, gathering

NOT_LASTING = Lasting()
TABLES = ("window", "door")


def url_of(folder, name):
    place = folder / ("tables" if name in TABLES else "") / f"{name}.toml"
    return tomllib.loads(place.read_text())["club"]["mqtt"]


@pytest.fixture
def folder(tmp_path):
    club = Club(TABLES, ("hub",), ("127.0.0.1", "localhost"), free_port())
    assert set_up(tmp_path / "club", club) == ["hub", "home", *TABLES]
    return tmp_path / "club"


class Client:
    """Somebody at the broker, who remembers what he hears."""

    def __init__(self, url, name, *subscribed, lasting=NOT_LASTING):
        self.heard, self.ups, self.downs, self.acked = [], 0, [], set()
        self.link = Link(parse_broker(url), name, self.hear, subscribed=subscribed, lasting=lasting)
        self.link.start()

    def hear(self, happened):
        match happened:
            case Got():
                self.heard.append((happened.topic, happened.payload))
                self.link.taken(happened.number)
            case Up():
                self.ups += 1
            case Down(why):
                self.downs.append(why)
            case Acked(number):
                self.acked.add(number)

    def say(self, topic, payload=b"x"):
        """Publish, and wait until the broker has heard it."""
        number = self.link.publish(Message(topic, payload))
        wait_until(lambda: number in self.acked, "an acknowledgement")

    def __enter__(self):
        wait_until(lambda: self.ups, "the broker")
        return self

    def __exit__(self, *_):
        self.link.close()


def test_secrets_lie_in_files_of_their_own_and_in_no_other(folder):
    for name in ("hub", "home", *TABLES):
        password = parse_broker(url_of(folder, name)).password
        assert len(password) >= 20
        holders = [p for p in folder.rglob("*") if p.is_file() and password in p.read_text()]
        assert [p.name for p in holders] == [f"{name}.toml"]
    for name in ("passwords", "ca.key", "hub.key", "hub.toml", "tables/window.toml"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_more_tables_later_leave_the_others_passwords_as_they_are(folder):
    before = {name: url_of(folder, name) for name in TABLES}
    authority = (folder / "ca.crt").read_bytes()
    port = parse_broker(before["window"]).port
    assert set_up(folder, Club((*TABLES, "bar"), ("hub",), ("127.0.0.1",), port)) == ["bar"]
    assert {name: url_of(folder, name) for name in TABLES} == before
    assert (folder / "ca.crt").read_bytes() == authority


@pytest.mark.parametrize("tables", [("hub",), ("home",), ("a", "a"), ("A",), ("a/b",)])
def test_names_that_would_be_anothers_are_refused(tables, tmp_path):
    with pytest.raises(BadNotation):
        set_up(tmp_path / "club", Club(tables, ("hub",), ("localhost",), 8883))
    assert not (tmp_path / "club").exists()


def test_the_command_says_what_to_do_next(tmp_path):
    words = ["hub", "init", str(tmp_path / "club"), "--tables", "3", "--host", "hub.local"]
    run = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert "Made for: hub, home, table-01, table-02, table-03." in run.output
    for name in ("mosquitto.conf", "keypeg-broker.service", "tables/table-03.toml", "hub.crt"):
        assert (tmp_path / "club" / name).exists()
    again = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert "Made for: -." in again.output


@needs_mosquitto
def test_a_table_cannot_write_or_hear_anothers_topics(folder):
    with (
        mosquitto_at(folder),
        Client(url_of(folder, "hub"), "hub", all_tables("+"), "keypeg/1/#") as hub,
        Client(url_of(folder, "door"), "door", "#", table_topic("window", "+")) as door,
        Client(url_of(folder, "window"), "keypeg-door", table_topic("window", "do")) as window,
    ):
        for leaf in topics.LEAVES:
            door.say(table_topic("window", leaf), b"forged")
        door.say("keypeg/1/hubs/hub/total", b"forged")
        door.say("keypeg/1/hubs/hub/tournament/1", b"forged")
        door.say("homeassistant/sensor/keypeg-window/turn/config", b"forged")
        window.say(table_topic("window", topics.SCENE), b"true")
        door.say(table_topic("door", topics.SCENE), b"true")
        hub.say(table_topic("window", topics.DO), b"press")
        wait_until(lambda: len(hub.heard) >= 2 and window.heard, "what is allowed")
        told = {(topic, payload) for topic, payload in hub.heard if payload != b"press"}
        assert told == {
            (table_topic("window", topics.SCENE), b"true"),
            (table_topic("door", topics.SCENE), b"true"),
        }
        assert window.heard == [(table_topic("window", topics.DO), b"press")]
        assert door.heard == []
        # who took another's client name has thrown nobody out
        assert (door.ups, door.downs) == (1, [])


# paho leaves the socket of a handshake that failed to the collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@needs_mosquitto
def test_nobody_comes_in_without_his_password_or_past_the_certificate(folder):
    with mosquitto_at(folder):
        right = url_of(folder, "window")
        password = parse_broker(right).password
        for url in (right.replace(password, "wrong"), right.replace(f"window:{password}@", "")):
            client = Client(url, "x")
            wait_until(lambda client=client: client.downs, "a refusal")
            assert client.ups == 0
            assert "ot authorized" in client.downs[0] or "ad user" in client.downs[0]
            client.link.close()
        other = folder.parent / "other"
        set_up(other, Club((), ("hub",), ("127.0.0.1",), 1))
        strange = right.partition("?ca=")[0] + f"?ca={other}/ca.crt"
        client = Client(strange, "x")
        wait_until(lambda: client.downs, "a refusal")
        assert client.ups == 0
        client.link.close()


@needs_mosquitto
def test_who_leaves_in_order_is_heard_to_the_end_and_never_said_to_be_gone(tmp_path):
    with mosquitto(tmp_path) as broker, Client(broker.url, "hub", "+") as hub:
        for number in range(10):
            came = SimpleQueue()
            will = Message("window", b"gone")
            link = Link(parse_broker(broker.url), "window", came.put, will=will)
            link.start()
            while not isinstance(came.get(timeout=PATIENCE_S), Up):
                pass
            # the broker's answers to these are not yet read when the link is closed
            for word in (b"a", b"b", b"left"):
                link.publish(Message("window", word + b"%d" % number))
            link.close()
        hub.say("window", b"last")
        wait_until(lambda: ("window", b"last") in hub.heard, "the last word")
    words = [word for _, word in hub.heard]
    assert words == [
        *(word + b"%d" % number for number in range(10) for word in (b"a", b"b", b"left")),
        b"last",
    ]


@needs_mosquitto
def test_a_hub_that_is_away_while_5000_events_come_loses_none(folder):
    """Mosquitto's own queue holds 1,000 a client: the rest would be gone."""
    with mosquitto_at(folder) as broker:
        events = (all_tables(topics.EVENTS),)
        with Client(url_of(folder, "hub"), "hub", *events, lasting=Lasting(3600)):
            pass
        with Client(url_of(folder, "window"), "window") as window:
            numbers = [
                window.link.publish(Message(table_topic("window", topics.EVENTS), b"%d" % n))
                for n in range(5000)
            ]
            wait_until(lambda: window.acked >= set(numbers), "the broker")
        broker.stop()
        broker.start()
        with Client(url_of(folder, "hub"), "hub", *events, lasting=Lasting(3600)) as hub:
            wait_until(lambda: len({payload for __, payload in hub.heard}) == 5000, "all")


@needs_mosquitto
def test_a_match_is_gathered_through_tls_and_passwords(folder, tmp_path):
    session = begin("hasbro-2", 3, folder=tmp_path / "games", way=Way.COMPANION)
    choices = HubChoices(
        parse_broker(url_of(folder, "hub")), "hub", tmp_path / "hub.sqlite3", tmp_path
    )
    with (
        mosquitto_at(folder),
        gathering(choices, lambda __: None) as here,
        playing_at(url_of(folder, "window"), session, "window"),
    ):
        play(session, 3)
        wait_until(lambda: has_all(here.collector.index, session, "window"), "the match")
        assert len(log_lines(session.path)) > 10
