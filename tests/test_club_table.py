"""A table tells a club what happens at it: in order, from its log, no secret, never waiting."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from club import log_lines, mosquitto, needs_mosquitto, table, wait_until
from evenings import Blind, ticking
from games import begin, play, played
from test_canary import ROWS, SECRETS, Chance
from test_club_wire import refusals_of

from companion.club.broker_address import parse_broker
from companion.club.connection import Down, Got, Message, Up
from companion.club.mqtt import Link
from companion.club.sending.feed import Feed
from companion.club.sending.hook import Hook, check_hook
from companion.club.sending.ledger import Ledger
from companion.club.sending.told import telling
from companion.club.wire import topics
from companion.club.wire.messages import Ack, Ask, Command, EventMessage, Heads
from companion.club.wire.topics import all_tables, table_topic
from companion.config import ClubChoices
from companion.displays.options import Press
from companion.errors import BadNotation
from companion.game.core.events import Seated, Way
from companion.game.log_line import anchor_of
from companion.scene import scene_of
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.sightings.boards import RowSeen


def told(at, session):
    """Let the table tell of `session`, scene and all."""
    at.feed.follow(session)
    at.feed.show(scene_of(session.match))


def all_lines(at, path):
    """Wait until every line of the log has come, in its order; return how many."""
    lines = log_lines(path)
    at.link.wait_for(lambda __: len(at.lines()) >= len(lines))
    assert [event.line for event in at.lines()] == lines
    assert [event.seq for event in at.lines()] == list(range(len(lines)))
    assert {event.match for event in at.lines()} == {anchor_of(lines[1])}
    return len(lines)


def test_each_event_is_told_once_it_is_on_the_disk(tmp_path):
    session = begin("hasbro-2", 3, folder=tmp_path, way=Way.COMPANION)
    with table() as at:
        told(at, session)
        play(session, 3)
        session.close()
        assert all_lines(at, session.path) > 10
    assert json.loads(at.link.on(topics.META)[-1])["players"] == list(session.match.players)
    heads = Heads.from_bytes(at.link.on(topics.MATCHES)[-1]).heads
    lines = log_lines(session.path)
    assert [(head.lines, head.hash) for head in heads] == [(len(lines), anchor_of(lines[-1]))]
    assert [json.loads(p)["state"] for p in at.link.on(topics.STATUS)] == ["online", "left"]
    assert at.link.is_closed


def test_what_happened_while_the_broker_was_away_is_told_when_it_comes(tmp_path):
    session = begin("hasbro-2", 3, folder=tmp_path, way=Way.COMPANION)
    with table(is_up=False) as at:
        told(at, session)
        play(session, 3)
        session.close()
        assert at.link.sent == []
        at.publisher.hear(Down("nobody answers"))
        at.publisher.hear(Down("nobody answers"))
        at.publisher.hear(Up())
        all_lines(at, session.path)
        assert [said for said in at.said if "nobody answers" in said] == at.said[:1]


def test_a_match_that_is_gone_on_with_is_told_from_its_first_line(tmp_path):
    first = play(begin("bouwblokje", 5, folder=tmp_path, way=Way.COMPANION), 5, steps=4)
    first.close()
    session, __ = Session.resume(first.path)
    with table() as at:
        told(at, session)
        play(session, 5)
        session.close()
        all_lines(at, session.path)


def test_a_hub_that_asks_gets_the_lines_of_an_older_match_from_its_log(tmp_path):
    older = begin("hasbro-2", 1, folder=tmp_path)
    with table(is_up=False) as at:
        told(at, older)
        play(older, 1)
        older.close()
    with table() as at:
        newer = begin("hasbro-2", 2, folder=tmp_path)
        told(at, newer)
        at.link.wait_for(lambda __: len(at.lines()) == len(newer.kept_lines()))
        lines = log_lines(older.path)

        def newest_heads():
            return [Heads.from_bytes(p).heads for p in at.link.on(topics.MATCHES)][-1:]

        # what matches there are is told apart from the lines, sooner or later
        at.link.wait_for(
            lambda __: any(h and h[0].match == anchor_of(lines[1]) for h in newest_heads())
        )
        at.link.sent.clear()
        at.asked(topics.ASK, Ask(anchor_of(lines[1]), 2, 7).to_bytes())
        at.asked(topics.ASK, Ask("0123456789abcdef", 0, 5).to_bytes())
        at.asked(topics.ASK, b"nonsense")
        at.link.wait_for(lambda __: len(at.lines()) == 6)
        assert [event.line for event in at.lines()] == lines[2:8]
        newer.close()


def test_a_match_that_was_played_at_home_is_not_told(tmp_path):
    home = played("hasbro-2", 1, folder=tmp_path)
    home.close()
    with table() as at:
        here = begin("hasbro-2", 2, folder=tmp_path)
        told(at, here)
        here.close()
        at.asked(topics.ASK, Ask(anchor_of(log_lines(home.path)[1]), 0, 99).to_bytes())
        all_lines(at, here.path)
    heads = Heads.from_bytes(at.link.on(topics.MATCHES)[-1]).heads
    assert [head.match for head in heads] == [anchor_of(log_lines(here.path)[1])]


def test_events_wait_for_a_broker_that_acknowledges_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.club.sending.publisher.WINDOW", 20)
    session = played("invicta-4", 4, folder=tmp_path)
    session.close()
    with table(kind=False) as at:
        told(at, session)
        at.link.wait_for(lambda link: link.on(topics.SCENE))
        assert len(at.lines()) == 20
        assert len(log_lines(session.path)) > 20
        # left all the same: what was not sent stays in the log
        at.publisher.close(0.0)


def test_a_line_that_is_not_on_the_disk_is_not_told(tmp_path, monkeypatch):
    session = begin("hasbro-2", 3, folder=tmp_path, way=Way.COMPANION)
    with table() as at:
        told(at, session)
        at.link.wait_for(lambda __: len(at.lines()) == 3)

        def full(*_):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("companion.session.journal._write_all", full)
            play(session, 3, steps=2)
            assert "No space left" in session.trouble
            assert at.feed.told.seq == 2
        play(session, 3, steps=1)
        session.close()
        all_lines(at, session.path)


def test_a_button_far_away_is_pressed_once_and_acknowledged(tmp_path):
    session = begin("hasbro-2", 3, folder=tmp_path, way=Way.COMPANION)
    with table() as at:
        told(at, session)
        seq = at.feed.told.seq
        for command in (
            Command("1", "done", seq),
            Command("1", "done", seq),
            Command("2", "take-back"),
            Command("3", "take-back", seq + 9),
            Command("4", "shout"),
        ):
            at.asked(topics.DO, command.to_bytes())
        at.link.wait_for(lambda link: len(link.on(topics.ACK)) == 5)
        acks = [Ack.from_bytes(payload) for payload in at.link.on(topics.ACK)]
        session.close()
    assert at.pressed == [Press.DONE, Press.TAKE_BACK]
    assert [(ack.id, ack.ok) for ack in acks] == [
        ("1", True), ("1", True), ("2", True), ("3", False), ("4", False),
    ]  # fmt: skip
    assert "done, take-back, yes, no" in acks[-1].said


def test_everything_told_is_as_the_page_describes(tmp_path):
    session = begin("invicta-4", 6, folder=tmp_path)
    with table() as at:
        told(at, session)
        play(session, 6)
        at.feed.show(scene_of(session.match))
        session.close()
        at.asked(topics.DO, Command("1", "done").to_bytes())
        all_lines(at, session.path)
    leaves = {topics.leaf_of(message.topic)[1] for message in at.link.sent}
    assert leaves == set(topics.TOLD)
    for message in at.link.sent:
        leaf = topics.leaf_of(message.topic)[1]
        assert refusals_of(leaf, json.loads(message.payload)) == []
        assert message.retain == (leaf not in (topics.EVENTS, topics.ACK))


def evening_told(secret, way, folder):
    """Play four rows in which nothing is right; return all that was published before the end."""
    folder.mkdir()
    rng = Chance(secret) if way is Way.COMPANION else None
    seated = Seated(("Ada", "Ben"), 2, way, "Ada")
    session = Session.begin("bouwblokje", {}, seated, folder=folder, now=ticking(), rng=rng)
    with table() as at:
        at.feed.follow(session)

        def show(night):
            at.feed.show(scene_of(session.match, night.table.sentence, night.mood))

        night = WatchedSession(session, Blind(), show=show)
        if way is Way.TOLD:
            session.tell((secret,), "keyboard")
        night.refresh()
        for number, row in enumerate(ROWS, start=1):
            night.on(RowSeen(number, row, 0.9))
        assert session.secret.codes == (secret,)
        at.asked(topics.DO, Command("1", "done").to_bytes())
        all_lines(at, session.path)
        at.link.wait_for(lambda link: link.on(topics.ACK))
        session.close()
    return at.link.sent


@pytest.mark.parametrize("way", [Way.COMPANION, Way.TOLD])
def test_no_topic_has_the_secret_before_it_is_shown(way, tmp_path):
    for secret in SECRETS:
        sent = evening_told(secret, way, tmp_path / secret)
        assert {topics.leaf_of(m.topic)[1] for m in sent} == set(topics.TOLD)
        for message in sent:
            for shape in (secret, " ".join(secret), '","'.join(secret)):
                assert shape not in message.payload.decode()


@pytest.mark.parametrize("way", [Way.COMPANION, Way.TOLD])
def test_two_evenings_that_differ_in_the_secret_alone_are_told_alike(way, tmp_path):
    one, other = (evening_told(secret, way, tmp_path / secret) for secret in SECRETS)
    # the match has another name, for its code has another commitment; the board looks the same
    last = [
        [m.payload for m in sent if m.topic.endswith("/scene")][-1].partition(b'"title"')[2]
        for sent in (one, other)
    ]
    assert len(json.loads(b'{"title"' + last[0])["rows"]) == len(ROWS)
    assert last[0] == last[1]


def test_a_damaged_list_of_matches_is_one_without_any(tmp_path):
    for odd in ("", "{", "{}", "[1]", '["../../etc/passwd"]'):
        (tmp_path / "club-window.json").write_text(odd)
        assert Ledger(tmp_path, "window").heads() == ()


class _Hooked(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        with self.server.changed:
            self.server.heard.append((self.headers["keypeg-topic"], body))
            self.server.changed.notify_all()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def listening(port=0):
    server = ThreadingHTTPServer(("127.0.0.1", port), _Hooked)
    server.heard, server.changed = [], threading.Condition()
    threading.Thread(target=server.serve_forever, name="hooked", daemon=True).start()
    return server


def test_a_hook_is_posted_the_same_events(tmp_path):
    server = listening()
    session = begin("hasbro-2", 3, folder=tmp_path, way=Way.COMPANION)
    feed = Feed("window")
    hook = Hook(feed, f"http://127.0.0.1:{server.server_port}/keypeg", print)
    hook.start()
    feed.follow(session)
    play(session, 3)
    session.close()
    feed.show(scene_of(session.match))
    wanted = len(log_lines(session.path))
    with server.changed:
        assert server.changed.wait_for(lambda: len(server.heard) > wanted, 60)
    hook.close()
    server.shutdown()
    server.server_close()
    events = [json.loads(body) for topic, body in server.heard if topic == topics.EVENTS]
    assert [event["seq"] for event in events] == list(range(wanted))
    assert all(refusals_of(topics.EVENTS, event) == [] for event in events)
    last = [json.loads(body) for topic, body in server.heard if topic == topics.SCENE][-1]
    assert last["seq"] == wanted - 1


def test_a_hook_that_does_not_answer_is_said_once_and_told_all_when_it_does(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.club.sending.hook.RETRY_S", (0.01, 0.02))
    gone = listening()
    port = gone.server_port
    gone.shutdown()
    gone.server_close()
    said = []
    session, feed = begin("hasbro-2", 3, folder=tmp_path, way=Way.COMPANION), Feed("window")
    hook = Hook(feed, f"http://127.0.0.1:{port}/", said.append)
    hook.start()
    feed.follow(session)
    play(session, 3)
    session.close()
    wait_until(lambda: said, "a word of the hook")
    server = listening(port)
    wanted = len(log_lines(session.path))
    with server.changed:
        assert server.changed.wait_for(lambda: len(server.heard) > wanted, 60)
    wait_until(lambda: len(said) == 2, "the word that it is back")
    hook.close()
    server.shutdown()
    server.server_close()
    assert "does not answer" in said[0]
    assert "all is told" in said[1]


@pytest.mark.parametrize("url", ["ftp://x", "http://", "/etc/passwd", "file:///etc/passwd"])
def test_a_hook_is_an_address_on_the_web(url):
    with pytest.raises(BadNotation, match="hook"):
        check_hook(url)


def test_a_brokers_address_is_read(monkeypatch):
    monkeypatch.delenv("KEYPEG_MQTT_PASSWORD", raising=False)
    plain = parse_broker("mqtt://hub.local")
    assert (plain.host, plain.port, plain.user, plain.is_tls) == ("hub.local", 1883, "", False)
    whole = parse_broker("mqtts://window:p%40ss@10.0.0.2:9000?ca=/etc/ca.crt")
    assert (whole.user, whole.password, whole.port) == ("window", "p@ss", 9000)
    assert (whole.is_tls, str(whole.ca), whole.address) == (True, "/etc/ca.crt", "10.0.0.2:9000")
    monkeypatch.setenv("KEYPEG_MQTT_PASSWORD", "from outside")
    assert parse_broker("mqtts://window@hub").password == "from outside"
    assert parse_broker("mqtts://hub").port == 8883


@pytest.mark.parametrize("url", ["http://x", "mqtt://", "hub.local", "mqtt://u:secret@h:notaport"])
def test_what_is_no_brokers_address_is_refused_without_its_password(url):
    with pytest.raises(BadNotation, match="mqtt://NAME") as caught:
        parse_broker(url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        (ClubChoices(table="window"), "--mqtt or --hook"),
        (ClubChoices(mqtt="mqtt://hub"), "needs a name"),
        (ClubChoices(mqtt="mqtt://hub", table="Wrong Name"), "small letters"),
        (ClubChoices(hook=("ftp://x",)), "hook"),
    ],
)
def test_options_that_cannot_be_are_refused_before_anything_is_sent(choices, why):
    with pytest.raises(BadNotation, match=why), telling(choices, print, print):
        pass


def asked_for(url, table, count):
    """Give the `count` lines of the match at `table`, by number, as who asks late hears them."""
    heard = []

    def hear(happened):
        """Ask for the whole log once it is known how long it is."""
        if isinstance(happened, Got):
            heard.append(happened)
            link.taken(happened.number)
            if happened.topic == table_topic(table, topics.MATCHES):
                (head,) = Heads.from_bytes(happened.payload).heads
                ask = Ask(head.match, 0, head.lines - 1).to_bytes()
                link.publish(Message(table_topic(table, topics.ASK), ask))

    def events():
        got = [EventMessage.from_bytes(h.payload) for h in heard if "/events" in h.topic]
        return {event.seq: event.line for event in got}

    link = Link(parse_broker(url), "hub", hear, subscribed=(all_tables("+"),))
    link.start()
    wait_until(lambda: len(events()) == count, "the whole match")
    link.close()
    return events()


@needs_mosquitto
def test_a_real_broker_that_is_away_at_first_and_dies_in_mid_match_loses_nothing(tmp_path):
    with mosquitto(tmp_path) as broker:
        broker.stop()
        said = []
        session = begin("hasbro-2", 3, folder=tmp_path / "games", way=Way.COMPANION)
        choices = ClubChoices(mqtt=broker.url, table="window")

        def is_heard(times):
            return sum("hears this table" in each for each in said) == times

        with telling(choices, said.append, lambda __: None) as feed:
            feed.follow(session)
            play(session, 3, steps=3)
            wait_until(lambda: said, "that nobody answers")
            broker.start()
            wait_until(lambda: is_heard(1), "the broker")
            play(session, 3, steps=2)
            broker.kill()
            play(session, 3)
            session.close()
            broker.start()
            wait_until(lambda: is_heard(2), "the broker again")
            lines = log_lines(session.path)
            got = asked_for(broker.url, "window", len(lines))
        assert [got[seq] for seq in range(len(lines))] == lines
