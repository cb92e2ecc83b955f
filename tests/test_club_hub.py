"""A hub gathers what tables tell: each line once, nothing lost, whatever was away in between."""

import json
import tempfile
from itertools import count
from pathlib import Path

import pytest
from club import (
    MemoryLink,
    has_all,
    log_lines,
    mosquitto,
    needs_mosquitto,
    playing_at,
    wait_until,
)
from games import begin, play, played
from hypothesis import given
from hypothesis import strategies as st
from postgres import needs_postgres, postgres

from companion.club.broker_address import parse_broker
from companion.club.collecting.collector import Collector
from companion.club.collecting.hub_topics import hub_topic, subscriptions
from companion.club.collecting.index import Index
from companion.club.connection import Got, Up
from companion.club.tournament.events import MATCH, Opened, Scored, System, Withdrawn
from companion.club.wire import topics
from companion.club.wire.encoding import bytes_of
from companion.club.wire.messages import Ask, EventMessage, Head, Heads, Status
from companion.club.wire.topics import table_topic
from companion.errors import JournalError
from companion.game.core.events import Way
from companion.game.log_line import anchor_of
from companion.hall.serve import HubChoices, gathering
from companion.hall.tournaments import Tournaments


def events_of(path, table="window"):
    lines = log_lines(path)
    match = anchor_of(lines[1])
    return [EventMessage(table, match, seq, line) for seq, line in enumerate(lines)]


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    session = played("hasbro-2", 1, folder=tmp_path_factory.mktemp("games"))
    session.close()
    return events_of(session.path)


@pytest.fixture(scope="module")
def server():
    # a socket's path is short, which a folder of pytest's is not
    with tempfile.TemporaryDirectory(prefix="kp") as folder, postgres(Path(folder)) as running:
        yield running


NUMBERS = count(1)


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=[needs_postgres, pytest.mark.long])]
)
def place(request, tmp_path):
    """Return where an index may be begun: a file, or a database of a real server."""
    if request.param == "sqlite":
        return tmp_path / "hub.sqlite3"
    pytest.importorskip("psycopg")
    return request.getfixturevalue("server").make(f"hub{next(NUMBERS)}")


@pytest.fixture
def index(place):
    made = Index(place)
    yield made
    made.close()


def quiet(_said):
    pass


def hub_at(broker, folder, name):
    return HubChoices(parse_broker(broker.url), name, folder / f"{name}.sqlite3", folder)


class Clock:
    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


class Hub:
    """A collector whose thread does not run: it is turned by hand, and so is its clock."""

    def __init__(self, index, name="hub"):
        self.link, self.clock, self.taken = MemoryLink(kind=False), Clock(), []
        self.collector = Collector(
            index, name, self.link.publish, self.taken.append, now=self.clock
        )
        self.numbers = count(1)
        self.hear(Up())

    def hear(self, *happened):
        for each in happened:
            self.collector.hear(each)
        self.collector.turn()

    def got(self, leaf, payload, table="window"):
        return Got(table_topic(table, leaf), payload, next(self.numbers), retain=False)

    def told(self, *events):
        self.hear(*(self.got(topics.EVENTS, event.to_bytes(), event.table) for event in events))

    def later(self, seconds):
        self.clock.seconds += seconds
        self.collector.turn()

    def asked(self, table="window"):
        return [Ask.from_bytes(payload) for payload in self.link.on(topics.ASK, table)]


@given(st.data())
def test_whatever_order_and_however_often_lines_come_they_are_there_once(events, data):
    dealt = data.draw(st.lists(st.sampled_from(events), max_size=60))
    with tempfile.TemporaryDirectory() as folder:
        index = Index(Path(folder) / "i")
        assert index.add(dealt) == len(set(dealt))
        assert index.add(dealt) == 0
        seqs = {event.seq for event in dealt}
        assert index.total().count == len(seqs)
        missing = index.missing("window", events[0].match, len(events))
        asked = {seq for first, last in missing for seq in range(first, last + 1)}
        assert asked == set(range(len(events))) - seqs
        assert index.add(events) == len(events) - len(seqs)
        whole = index.total()
        assert index.log("window", events[0].match) == b"".join(e.line + b"\n" for e in events)
        other = Index(Path(folder) / "other")
        other.add(reversed(events))
        assert other.total() == whole
        assert index.odd() == []
        index.close()
        other.close()


def test_a_log_that_was_told_in_two_ways_is_noted_and_the_first_stays(events, index):
    index.add(events)
    forged = EventMessage("window", events[5].match, 5, events[6].line)
    assert index.add([forged]) == 0
    assert [(odd.table, odd.seq) for odd in index.odd()] == [("window", 5)]
    assert index.log("window", events[0].match).count(b"\n") == len(events)


def test_an_index_that_cannot_be_opened_is_said(tmp_path):
    (tmp_path / "taken").mkdir()
    with pytest.raises(JournalError, match="--index"):
        Index(tmp_path / "taken")
    (tmp_path / "text").write_text("no database " * 1000)
    with pytest.raises(JournalError, match="cannot be used: file is not a database"):
        Index(tmp_path / "text")


def test_what_came_is_on_the_disk_before_the_broker_may_forget_it(events, index, monkeypatch):
    hub = Hub(index)
    assert hub.taken == []
    hub.told(*events[:3])
    assert hub.taken == [1, 2, 3]

    def full(_events):
        raise JournalError("The index cannot be used: database or disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(index, "add", full)
        hub.told(events[3])
        hub.told(events[4])
        assert "disk is full" in hub.collector.trouble
        assert hub.taken == [1, 2, 3]
    hub.later(1)
    assert hub.taken == [1, 2, 3, 4, 5]
    assert index.total().count == 5
    assert hub.collector.trouble == ""


def test_a_gap_is_asked_for_when_it_stays_and_again_until_it_is_closed(events, index):
    hub = Hub(index)
    hub.told(*events[:3], *events[6:8])
    assert hub.asked() == []
    hub.later(2)
    assert hub.asked() == [Ask(events[0].match, 3, 5)]
    hub.later(1)
    assert len(hub.asked()) == 1
    hub.later(1)
    assert len(hub.asked()) == 2
    hub.told(*events[3:6])
    hub.later(60)
    assert len(hub.asked()) == 2
    assert hub.collector.is_whole


def test_what_tables_keep_at_the_broker_tells_what_is_missing(events, index):
    hub = Hub(index)
    heads = Heads("window", (Head(events[0].match, len(events), events[-1].hash),))
    hub.hear(hub.got(topics.MATCHES, heads.to_bytes()))
    hub.later(2)
    assert hub.asked() == [Ask(events[0].match, 0, len(events) - 1)]
    scene = bytes_of({"v": 1, "match": events[0].match, "seq": 4})
    hub.hear(hub.got(topics.SCENE, scene, "door"))
    hub.later(2)
    assert hub.asked("door") == [Ask(events[0].match, 0, 4)]


def test_nonsense_and_a_table_in_anothers_name_are_left_out(events, index):
    hub = Hub(index)
    hub.hear(
        hub.got(topics.EVENTS, events[0].to_bytes(), table="door"),
        hub.got(topics.EVENTS, b"\xff"),
        hub.got(topics.STATUS, b"{}"),
        hub.got(topics.SCENE, b"[]"),
        Got("elsewhere", b"{}", 9, retain=False),
    )
    assert index.total().count == 0
    assert hub.collector.refused == 4
    assert len(hub.taken) == 5


def test_two_hubs_say_whether_they_have_the_same(events, tmp_path):
    first, second = (Index(tmp_path / name) for name in ("1", "2"))
    hubs = [Hub(first, "hub"), Hub(second, "standby")]
    for hub in hubs:
        hub.told(*events)
        hub.later(6)
    said = {hub.collector.hub: hub.link.sent[-1] for hub in hubs}
    assert {message.topic for message in said.values()} == {hub_topic("hub"), hub_topic("standby")}
    hubs[0].hear(Got(hub_topic("standby"), said["standby"].payload, 1, retain=True))
    assert hubs[0].collector.peers["standby"].total == str(first.total())
    first.close()
    second.close()


def test_hubs_that_share_a_name_share_the_events_alone():
    assert "$share/hall/keypeg/1/tables/+/events" in subscriptions("hall")
    assert "keypeg/1/tables/+/events" in subscriptions()
    assert all("$share" not in each for each in subscriptions("hall") if "events" not in each)


@needs_mosquitto
def test_a_hub_that_was_away_has_every_line_when_it_comes_back_and_so_has_a_second(tmp_path):
    with mosquitto(tmp_path) as broker:
        choices = hub_at(broker, tmp_path, "hub")
        standby = hub_at(broker, tmp_path, "standby")
        session = begin("hasbro-2", 3, folder=tmp_path / "games", way=Way.COMPANION)

        with playing_at(broker.url, session, "window"):
            with gathering(choices, quiet) as here:
                hub = here.collector
                wait_until(lambda: hub.is_up, "the broker")
                play(session, 3, steps=3)
                wait_until(lambda: hub.index.total().count >= 3, "the first lines")
            # the hub is away
            play(session, 3)
            with (
                gathering(choices, quiet) as here,
                gathering(standby, quiet) as there,
            ):
                hub, second = here.collector, there.collector
                wait_until(lambda: has_all(hub.index, session, "window"), "the rest")
                wait_until(lambda: has_all(second.index, session, "window"), "the second hub")
                assert hub.index.total() == second.index.total()
                wait_until(lambda: "standby" in hub.peers, "a word of the second hub")


@needs_mosquitto
def test_two_hubs_that_share_the_load_write_one_index(tmp_path, place):
    with mosquitto(tmp_path) as broker:
        one, two = (
            HubChoices(parse_broker(broker.url), name, place, tmp_path, share="hall")
            for name in ("hub-1", "hub-2")
        )
        session = begin("hasbro-2", 3, folder=tmp_path / "games", way=Way.COMPANION)

        with (
            playing_at(broker.url, session, "window"),
            gathering(one, quiet) as here,
            gathering(two, quiet) as there,
        ):
            hub = here.collector
            wait_until(lambda: hub.is_up and there.collector.is_up, "the broker")
            play(session, 3)
            wait_until(lambda: has_all(hub.index, session, "window"), "the match")


def test_a_status_is_kept_as_it_was_said_last(index):
    hub = Hub(index)
    for state in ("online", "offline"):
        hub.hear(hub.got(topics.STATUS, Status("window", state).to_bytes()))
    (row,) = index.tables()
    assert json.loads(row.said[topics.STATUS])["state"] == "offline"


@needs_postgres
@pytest.mark.long
def test_a_server_that_was_away_is_used_again_and_nothing_is_lost(events, server):
    pytest.importorskip("psycopg")
    index = Index(server.make("away"))
    hub = Hub(index)
    hub.told(*events[:3])
    server.stop()
    try:
        hub.told(*events[3:5])
        assert "cannot be used" in hub.collector.trouble
        assert hub.taken == [1, 2, 3]
    finally:
        server.start()
    hub.later(1)
    assert hub.taken == [1, 2, 3, 4, 5]
    assert hub.collector.trouble == ""
    assert index.total().count == 5
    index.close()


def test_a_url_that_cannot_be_read_is_refused_without_its_password():
    pytest.importorskip("psycopg")
    with pytest.raises(JournalError, match="postgresql://USER@HOST") as refused:
        Index("postgresql://keypeg:hush%zz@/hub?nonsense=1")
    assert "hush" not in str(refused.value)
    with pytest.raises(JournalError, match="cannot be used") as refused:
        Index("postgresql://keypeg:hush@nowhere.invalid/hub")
    assert "hush" not in str(refused.value)


def test_hubs_that_played_on_apart_agree_on_their_tournament_again(tmp_path):
    """Whatever each hub did while the broker was away, and in whichever order it is heard."""
    ours, theirs = (Tournaments(tmp_path / f"{name}.jsonl", name) for name in ("hub", "standby"))
    ours.post(Opened(("Ada", "Ben", "Cleo", "Dirk"), System.SWISS, 3))
    ours.post(ours.state.next_round("2026-11-28T18:00:00.000Z"))
    theirs.hear(("hub", line) for __, line in reversed(ours.own()))
    assert theirs.state == ours.state
    # apart: both take the results of the matches, one is put right, both draw
    for hub in (ours, theirs):
        for game in (1, 2):
            hub.post(Scored(1, game, (9, game), f"{MATCH}{game}"))
    ours.post(Scored(1, 1, (0, 5), "counted again"))
    ours.post(ours.state.next_round("2026-11-28T19:00:00.000Z"))
    theirs.post(theirs.state.next_round("2026-11-28T19:00:01.000Z"))
    heard = [("standby", line) for __, line in theirs.own()]
    theirs.hear(("hub", line) for __, line in ours.own())
    ours.hear(heard[::-1])
    ours.hear(heard)
    assert ours.state == theirs.state
    assert len(ours.state.drawn) == 2
    assert ours.state.scores[1, 1].why == "counted again"
    assert ours.left_out == theirs.left_out != ()
    # and so they do after a power cut, half a line of which never counted
    with (tmp_path / "hub.jsonl").open("a") as torn:
        torn.write('{"do": "cut", "cou')
    again = Tournaments(tmp_path / "hub.jsonl", "hub")
    assert again.state == ours.state
    again.post(Withdrawn("Ada"))
    assert Tournaments(tmp_path / "hub.jsonl", "hub").state == again.state


def test_a_hub_does_not_speak_in_anothers_name_nor_nonsense(tmp_path):
    other = Tournaments(tmp_path / "standby.jsonl", "standby")
    other.post(Opened(("Ada", "Ben"), System.SWISS, 1))
    ((__, line),) = other.own()
    ours = Tournaments(tmp_path / "hub.jsonl", "hub")
    ours.hear([("door", line), ("standby", b"[]"), ("standby", b"\xff"), ("standby", line[:-2])])
    assert ours.state.players == ()
    assert not (tmp_path / "hub.jsonl").exists()
    ours.hear([("standby", line), ("standby", line)])
    assert ours.state.players == ("Ada", "Ben")


@needs_mosquitto
def test_a_standby_has_the_tournament_when_the_hub_is_gone_and_the_hub_when_it_is_back(tmp_path):
    with mosquitto(tmp_path) as broker:
        hub, standby = (hub_at(broker, tmp_path, name) for name in ("hub", "standby"))
        with gathering(hub, quiet) as here:
            here.tournaments.post(Opened(("Ada", "Ben"), System.SWISS, 2))
            here.tournaments.post(here.tournaments.state.next_round())
            wait_until(lambda: here.collector.is_up, "the broker")
            with gathering(standby, quiet) as there:
                same = here.tournaments.state
                wait_until(lambda: there.tournaments.state == same, "the tournament")
        with gathering(standby, quiet) as there:
            there.tournaments.post(Scored(1, 1, (4, 2), "the referee"))
            with gathering(hub, quiet) as here:
                played = there.tournaments.state
                wait_until(lambda: here.tournaments.state == played, "the result")
        # a new disk in the hub: the broker and the other hub have it all
        (tmp_path / "tournament.jsonl").unlink()
        with gathering(hub, quiet) as here:
            wait_until(lambda: here.tournaments.state == played, "the tournament again")
