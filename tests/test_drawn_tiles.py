"""Robots at a drawn table of tiles: what they lay is recorded, and misreadings are set right."""

import re
from random import Random

import pytest
from click.testing import CliRunner
from stages import quick

from companion.cli import cli
from companion.errors import IllegalMove
from companion.game.core.events import Seated, Way
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.sightings.tiles import UNCLEAR, TilesLying, TilesSeen
from companion.simulator.tiles.hands import acted_at_table
from companion.simulator.tiles.players import DrawnTiles
from companion.table.tiles.questions import AboutTiles

NAMES = ("Ada", "Ben", "Cleo", "Dirk")


class Watched:
    """A match of robots, with eyes that are right but for `misread`, a share of what lies there."""

    def __init__(self, seed, *, players=2, rules=None, misread=0.0):
        seated = Seated(NAMES[:players], 1, Way.KEPT, "Ada")
        self.session = Session.begin("davinci", rules or {}, seated, folder=None, rng=Random(seed))
        self.evening = WatchedSession(self.session, None)
        self.robots = DrawnTiles(self.evening, Random(f"robots {seed}"))
        self.asked = []
        self._misread = misread
        self._seed = seed

    def play(self):
        self.evening.refresh()
        said = None
        for moment in acted_at_table(self.robots, len(self.session.match.players)):
            if moment.hand or not moment.rows[0]:
                continue
            lying = self._seen(moment)
            if lying != said:
                said = lying
                self.evening.on(TilesSeen(lying))
                if asked := self.evening.table.question:
                    self.asked.append(asked.about)
        return self

    def _seen(self, moment):
        rows = [tuple(t[:-1] if t.endswith("!") else f"{t[0]}?" for t in r) for r in moment.rows]
        clue = moment.clue[1] if moment.clue else ""
        chance = Random(f"{self._seed} {moment.slip} {rows} {clue}")
        if chance.random() < self._misread:
            row = chance.randrange(len(rows))
            gone = chance.randrange(len(rows[row]))
            tile = rows[row][gone]
            unclear = () if tile.endswith("?") else (tile[0] + UNCLEAR,)
            rows[row] = (*rows[row][:gone], *unclear, *rows[row][gone + 1 :])
        return TilesLying(tuple(rows), clue)


@pytest.mark.parametrize("seed", quick(range(3)))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", [{}, {"dashes": "yes", "points": "yes"}])
def test_a_match_is_recorded_as_it_was_laid(players, rules, seed):
    game = Watched(seed, players=players, rules=rules).play()
    assert game.session.match.is_over
    assert game.session.match.rounds == game.robots.truth.rounds
    assert set(game.asked) <= {AboutTiles.SEATS, AboutTiles.PLACE}


def test_what_is_misread_is_asked_about_or_set_anew_and_the_match_ends():
    asked = set()
    for seed in range(10):
        game = Watched(seed, misread=0.15).play()
        assert game.session.match.is_over, seed
        assert game.session.match.rounds == game.robots.truth.rounds
        asked |= set(game.asked)
    # one tile that is missed is known to be missed
    assert asked >= {AboutTiles.SEATS, AboutTiles.FACE}


def test_where_a_tile_is_missed_in_every_look_people_say_how_it_lies_and_the_match_ends():
    game = Watched(1, misread=1.0).play()
    assert game.session.match.is_over
    assert game.session.match.rounds == game.robots.truth.rounds


class NineForSix(Watched):
    """Eyes that take every open 9 for a 6, as one that is seen upside down."""

    def _seen(self, moment):
        seen = super()._seen(moment)
        rows = tuple(tuple(tile.replace("9", "6") for tile in row) for row in seen.rows)
        return TilesLying(rows, seen.clue)


@pytest.mark.parametrize("seed", quick(range(4)))
def test_where_a_face_is_misread_people_say_what_it_shows_and_the_match_ends(seed):
    game = NineForSix(seed, players=3).play()
    assert any("9" in tile for row in game.robots.truth.rounds[-1].rows.values() for tile in row)
    assert game.session.match.is_over
    assert game.session.match.rounds == game.robots.truth.rounds


class Blind(Watched):
    """Eyes that miss a whole row."""

    def _seen(self, moment):
        return TilesLying(super()._seen(moment).rows[1:])


def test_where_a_row_is_never_seen_people_give_up_and_nothing_is_recorded():
    game = Blind(1, players=3).play()
    assert game.evening.table.sentence.startswith("I look for the rows of all players")
    assert not game.session.match.round.rows


def test_a_round_that_was_begun_elsewhere_is_refused():
    game = Watched(3)
    table = acted_at_table(game.robots, 2)
    while not game.session.match.round.rows:
        moment = next(table)
        if not moment.hand and moment.rows[0]:
            game.evening.on(TilesSeen(game._seen(moment)))
    with pytest.raises(IllegalMove, match="not gone on with on a drawn table"):
        DrawnTiles(game.evening, Random(1))


@pytest.mark.long
def test_the_demo_shows_a_round_of_tiles_that_a_camera_reads():
    run = CliRunner().invoke(cli, ["demo", "davinci", "--seed", "116"])
    assert run.exit_code == 0
    assert re.search(r"I see tiles: B\? B\? B\? B\? \| W\? B\? W\? B\?\.", run.output)
    # laid open after it was said, and read from the picture
    assert re.search(r"I see tiles: .* \| W1 B4 W5 B8, and a clue tile B\?\.", run.output)
    assert "The match is over: Ada wins." in run.output
