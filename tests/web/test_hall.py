"""The hall: all tables, one table live, results, and a tournament under a referee's hands."""

import asyncio
import csv
import io
import json
from urllib.parse import urlencode

import pytest
from club import MemoryLink
from games import begin, play
from page_client import HOST, asked

from companion.club.collecting.collector import Collector
from companion.club.collecting.index import Index
from companion.club.tournament.events import MATCH, Opened, System
from companion.club.wire import topics
from companion.club.wire.encoding import bytes_of
from companion.club.wire.messages import EventMessage, Status
from companion.club.wire.plain_scene import plain_scene
from companion.errors import LogError
from companion.game.core.events import Seated, Way
from companion.game.log_line import anchor_of
from companion.hall.app import application
from companion.hall.site import COOKIE, Hall
from companion.hall.tournaments import Tournaments
from companion.scene import Mood, scene_of
from companion.session.session import Session
from companion.web.door.access import Access, Role


class Visitor:
    """A hall in memory, visited without a socket."""

    def __init__(self, folder):
        self.folder = folder
        self.index = Index(folder / "hub.sqlite3")
        self.link = MemoryLink(kind=False)
        collector = Collector(self.index, "hub", self.link.publish, lambda __: None)
        self.tournaments = Tournaments(folder / "tournament.jsonl")
        self.hall = Hall(self.index, collector, Access(), self.tournaments, f"http://{HOST}")
        self.app = application(self.hall)
        self.cookie = ""

    def become_referee(self):
        token = self.hall.access.invite(Role.OWNER)
        answer = self.post("/enter", token=token)
        assert answer.status == 303
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        assert self.cookie.startswith(f"{COOKIE}=")

    def get(self, path):
        return self._ask("GET", path, b"", {})

    def post(self, path, **fields):
        kind = {"content-type": "application/x-www-form-urlencoded", "origin": f"http://{HOST}"}
        return self._ask("POST", path, urlencode(fields).encode(), kind)

    def _ask(self, method, path, body, headers):
        given = {"host": HOST, "accept": "text/html", **headers}
        if self.cookie:
            given["cookie"] = self.cookie
        return asyncio.run(asked(self.app, method, path, body, given))

    def table(self, name, session, state="online", mood=None):
        """Let the index know all that a table with `session` told."""
        lines = [line.rstrip(b"\n") for line in session.kept_lines()]
        match = anchor_of(lines[1])
        self.index.add(EventMessage(name, match, n, line) for n, line in enumerate(lines))
        scene = plain_scene(scene_of(session.match, mood=mood), name, match, len(lines) - 1)
        self.index.keep(
            [
                (name, topics.STATUS, Status(name, state).to_bytes()),
                (name, topics.SCENE, bytes_of(scene)),
            ]
        )
        return match


@pytest.fixture
def hall(tmp_path):
    visitor = Visitor(tmp_path)
    yield visitor
    visitor.index.close()


def match_of(players, folder, seed, *, is_over=True):
    seated = Seated(players, 2, Way.COMPANION, players[0])
    session = Session.begin("hasbro-2", {}, seated, folder=folder)
    play(session, seed, steps=10_000 if is_over else 3)
    session.close()
    return session


def test_the_hall_shows_every_table_those_that_need_help_first(hall, tmp_path):
    for name, state, mood in (
        ("bar", "online", None),
        ("door", "offline", None),
        ("window", "online", Mood.ASKING),
        ("attic", "left", None),
    ):
        players = (f"Ada {name}", "<b>Ben</b>")
        session = match_of(players, tmp_path / name, 3, is_over=False)
        hall.table(name, session, state, mood)
    page = hall.get("/").text
    places = [page.index(f'href="/table/{name}"') for name in ("door", "window", "attic", "bar")]
    assert places == sorted(places)
    assert "Ada door" in page
    assert "&lt;b&gt;Ben&lt;/b&gt;" in page
    assert "<b>Ben" not in page
    assert "offline" in page
    assert "may be old" in page
    assert hall.get("/screen").status == 200


def test_a_table_is_shown_from_its_log_alone(hall, tmp_path):
    session = match_of(("Ada", "Ben"), tmp_path / "games", 3)
    hall.table("window", session)
    page = hall.get("/table/window").text
    assert "Score card" in page
    assert f"ROUND {len(session.match.rounds)}" in page
    assert "Table window is heard." in page
    assert hall.get("/table/nowhere").status == 409
    assert hall.get("/table/..%2fetc").status in (404, 409)
    assert hall.get("/static/page.css").status == 200
    assert hall.get("/static/..").status == 404


def test_a_match_whose_log_is_not_whole_is_shown_as_far_as_it_is_here(hall, tmp_path):
    session = match_of(("Ada", "Ben"), tmp_path / "games", 3)
    lines = [line.rstrip(b"\n") for line in session.kept_lines()]
    match = anchor_of(lines[1])
    events = [EventMessage("window", match, n, line) for n, line in enumerate(lines)]
    hall.index.add(events[:5] + events[7:])
    scene = plain_scene(scene_of(session.match), "window", match, len(lines) - 1)
    hall.index.keep([("window", topics.SCENE, bytes_of(scene))])
    assert "ROUND 1" in hall.get("/table/window").text


def test_results_are_a_table_that_a_spreadsheet_reads_and_does_not_run(hall, tmp_path):
    hall.table("window", match_of(("Ada", "=1+1"), tmp_path / "1", 1))
    hall.table("door", match_of(("Cleo", "Dirk"), tmp_path / "2", 2, is_over=False))
    answer = hall.get("/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert {(row["table"], row["over"]) for row in rows} == {("window", "yes"), ("door", "no")}
    assert {row["players"] for row in rows} == {"Ada, '=1+1", "Cleo, Dirk"}


REFEREES = ("begin", "draw", "score", "withdraw", "cut")


def test_only_a_referee_changes_anything(hall):
    for move in REFEREES:
        assert hall.post(f"/tournament/{move}", players="A\nB", system="swiss").status == 403
    assert hall.tournaments.state.players == ()
    assert hall.post("/enter", token="guessed").status == 409
    hall.become_referee()
    bad = {"players": "A\nA", "system": "swiss", "rounds": "3"}
    answer = hall.post("/tournament/begin", **bad)
    assert answer.status == 409
    assert "Two players are called &#39;A&#39;" in answer.text


def test_a_tournament_from_the_first_pairing_to_the_standings(hall, tmp_path):
    hall.become_referee()
    players = ("Ada", "Ben", "Cleo", "Dirk")
    begun = {"players": "\n".join(players), "system": "swiss", "rounds": "2"}
    assert hall.post("/tournament/begin", **begun).status == 303
    assert hall.post("/tournament/draw").status == 303
    (one, two) = hall.tournaments.state.drawn[0].games
    # one game at two tables: the first died in the middle, the second went on from its log
    session = match_of(one.players, tmp_path / "1", 3, is_over=False)
    hall.table("window", session, "offline")
    assert hall.tournaments.take_results(hall.hall.results) == 0
    assert "without a result: 2" in hall.post("/tournament/draw").text
    gone_on, __ = Session.resume(session.path)
    play(gone_on, 3)
    gone_on.close()
    match = hall.table("door", gone_on)
    hall.get("/tournament")
    scored = hall.tournaments.state.scores[1, 1]
    assert scored.why == MATCH + match
    totals = gone_on.match.totals()
    assert scored.scores == tuple(totals[player] for player in one.players)
    # a walk-over, then a wrong result put right
    hall.post("/tournament/score", game="2", score0="1", score1="", why="did not come")
    assert hall.tournaments.state.scores[1, 2].scores == (1, None)
    hall.post("/tournament/score", game="1", score0="0", score1="5", why="counted again")
    page = hall.get("/tournament").text
    assert "counted again" in page
    assert "did not come" in page
    standing = [each.player for each in hall.tournaments.state.standings()[:2]]
    assert set(standing) == {one.players[1], two.players[0]}
    assert hall.post("/tournament/draw").status == 303
    # what was kept is what is there after a power cut
    again = Tournaments(hall.folder / "tournament.jsonl")
    assert again.state == hall.tournaments.state
    # the match of round 1 does not count for round 2
    assert hall.tournaments.take_results(hall.hall.results) == 0


def test_a_name_is_the_same_in_any_letters_as_at_a_table(hall, tmp_path):
    hall.become_referee()
    twice = {"players": "Ada\nada", "system": "swiss", "rounds": "1"}
    assert "Two players are called" in hall.post("/tournament/begin", **twice).text
    unseen = twice | {"players": "Ada\n" + "B" * 41}
    assert "cannot be a player" in hall.post("/tournament/begin", **unseen).text
    hall.post("/tournament/begin", **twice | {"players": "Ada\nZoë"})
    hall.post("/tournament/draw")
    session = match_of(("ZOE\u0308", "ada"), tmp_path / "1", 3)
    hall.table("window", session)
    hall.get("/tournament")
    (game,) = hall.tournaments.state.drawn[0].games
    totals = session.match.totals()
    assert hall.tournaments.state.scores[1, 1].scores == tuple(
        totals["ada" if player == "Ada" else "ZOE\u0308"] for player in game.players
    )


def test_a_tournament_that_is_played_is_not_ended_by_mistake(hall):
    hall.become_referee()
    first, next_one = (
        {"players": players, "system": "swiss", "rounds": "1"} for players in ("A\nB", "C\nD")
    )
    hall.post("/tournament/begin", **first)
    hall.post("/tournament/draw")
    refused = hall.post("/tournament/begin", **next_one)
    assert refused.status == 409
    assert "A tournament is being played. Tick that it ends" in refused.text
    assert 'name="ends"' in hall.get("/tournament").text
    assert hall.tournaments.state.players == ("A", "B")
    assert hall.post("/tournament/begin", **next_one, ends="yes").status == 303
    assert hall.tournaments.state.players == ("C", "D")
    hall.post("/tournament/draw")
    hall.post("/tournament/score", game="1", score0="1", score1="0")
    assert 'name="ends"' not in hall.get("/tournament").text
    assert hall.post("/tournament/begin", **first).status == 303


@pytest.mark.parametrize("fields", [{}, {"game": "0"}, {"game": "9"}, {"game": "x" * 90}])
def test_odd_forms_are_refused_in_words(hall, fields):
    hall.become_referee()
    hall.tournaments.post(Opened(("A", "B"), System.SWISS, 1))
    hall.post("/tournament/draw")
    for move in ("score", "cut", "withdraw", "begin"):
        answer = hall.post(f"/tournament/{move}", **fields, score0="1e9", score1="٣")
        assert answer.status == 409
        assert "Traceback" not in answer.text


def test_a_next_tournament_takes_the_place_of_the_last_which_stays_on_the_disk(hall):
    hall.become_referee()
    for players in ("A\nB", "C\nD"):
        hall.post("/tournament/begin", players=players, system="round-robin", rounds="1")
    assert hall.tournaments.state.players == ("C", "D")
    assert hall.post("/tournament/begin", players="E", system="swiss", rounds="1").status == 409
    assert hall.tournaments.state.players == ("C", "D")
    kept = (hall.folder / "tournament.jsonl").read_text()
    assert [json.loads(line)["players"] for line in kept.splitlines()] == [["A", "B"], ["C", "D"]]


def test_a_damaged_tournament_is_said(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"do":"opened"}\n')
    with pytest.raises(LogError, match="damaged"):
        Tournaments(tmp_path / "t.jsonl")


def test_a_played_match_of_another_kind_is_shown_too(hall, tmp_path):
    for book in ("davinci", "invicta-4"):
        session = begin(book, 4, folder=tmp_path / book)
        play(session, 4)
        session.close()
        hall.table(book, session)
        assert hall.get(f"/table/{book}").status == 200
    assert hall.tournaments.state.players == ()
