"""Tables on which much is misread all the time: people answer, and the record is what was laid."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.game.core.events import Claimed, Dealt, Passed
from companion.game.tiles.round import TileRound
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import find_book
from companion.sightings.tiles import TilesLying, TilesSeen
from companion.simulator.tiles.robots import TileRobots
from companion.table import Done, No, TypedRow, Yes
from companion.table.tiles.questions import AboutTiles
from tests.stages import quick
from tests.test_tile_misreadings import misread
from tests.tile_looks import evening_of, lying_of

PLAYERS = ("Ada", "Ben", "Cleo", "Dirk")


class BadEyes:
    """A figure of the cloth is taken for a tile of one row, a tile of another is never seen."""

    def __init__(self, rng, players):
        self.rng = rng
        self.ghost, self.blind = rng.sample(range(players), 2)
        self.tile = rng.choice(("B?", "W?", "B??"))
        self.pool = rng.choice(((0, 0), (1, 0), (0, -1), (-1, 1)))

    def look(self, lying: TilesLying) -> TilesLying:
        rows = list(lying.rows)
        rows[self.ghost] = (self.tile, *rows[self.ghost])
        rows[self.blind] = rows[self.blind][1:]
        pool = tuple(max(0, a + b) for a, b in zip(lying.pool, self.pool, strict=True))
        return replace(lying, rows=tuple(rows), pool=pool)


class People:
    """They see what is asked about, and say it."""

    def __init__(self, evening):
        self.evening, self.asked = evening, Counter()

    @property
    def recorded(self):
        return self.evening.session.match.rounds[0]

    def see(self, look, event, after):
        self.evening.on(TilesSeen(look))
        for _ in range(12):
            asked = self.evening.table.question
            said = self.answer(asked, event, after) if asked else self.unasked(event, after)
            if said is None:
                return
            self.asked[asked.about.name if asked else "unasked"] += 1
            self.evening.on(said)
        raise AssertionError(f"asked again and again: {self.evening.table.sentence}")

    def answer(self, asked, event, after):
        match asked.about:
            case AboutTiles.SEATS:
                return Yes()
            case AboutTiles.PLACE:
                return TypedRow(str(event.position))
            case AboutTiles.STEP:
                return Yes() if self.is_step(asked, event) and self.recorded != after else No()
            case AboutTiles.FACE:
                return TypedRow(after.rows[asked.player][asked.places[0] - 1])
        return Done() if self.recorded == after else self.unasked(event, after)

    def is_step(self, asked, event):
        """Whether what is asked about is what was done."""
        if isinstance(event, Dealt):
            told = [" ".join(row) for row in event.rows]
            return all(row in asked.sentence for row in told)
        return getattr(event, "player", "") == asked.player

    def unasked(self, event, after):
        """Say how the row lies in which something was done, where the companion did not see it."""
        if self.recorded == after:
            return None
        table = self.evening.table
        for at, player in enumerate(after.players):
            row = tuple(after.rows[player])
            is_seen = table.lying.rows[at] == row or (at, row) in table.told
            if not is_seen and (isinstance(event, Dealt) or player == event.player):
                return TypedRow(f"{player} {' '.join(row)}")
        return None


@pytest.mark.parametrize("seed", quick(range(8)))
def test_whole_rounds_on_a_table_with_lasting_and_passing_errors_are_recorded_as_laid(seed):
    rng, players = Random(seed), PLAYERS[: 2 + seed % 3]
    rules = {"points": "yes"} | ({"dashes": "yes"} if seed % 2 else {})
    eyes, robots = BadEyes(rng, len(players)), TileRobots(rng, luck=0.6)
    before = TileRound.begin(with_rules(find_book("davinci"), rules), players)
    event = robots.move(before)
    people = People(evening_of(players, rules=rules, first=event.first))
    while not before.is_over:
        after = before.on(event)
        if isinstance(event, Claimed | Passed):
            people.evening.session.post(event, "keyboard")
            people.evening.refresh()
        else:
            passing = misread(lying_of(after), rng)
            people.evening.on(TilesSeen(replace(eyes.look(passing), steady=False)))
            people.see(eyes.look(lying_of(after)), event, after)
        assert people.recorded == after, (event, people.evening.table.sentence)
        before = after
        event = None if before.is_over else robots.move(before)
    # few answers are needed
    assert people.asked.total() <= 20
