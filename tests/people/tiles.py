"""Whole matches of tiles with people who blunder, before unsure eyes: the record is true.

Watcher, table, evening and session are the real ones; what lies on the table becomes looks with
the noise that readings have. People take tiles away, exchange them, lay them open unasked, lift the
clue tile and do two things between two looks; some faces are never read and must be typed.
"""

from dataclasses import replace
from random import Random

from companion.game.core.events import Claimed, Dealt, Passed, Placed
from companion.game.core.turn import Need
from companion.sightings.tiles import UNCLEAR, TilesLying, is_open
from companion.simulator.tiles.robots import TileRobots
from companion.table import Done, No, TypedRow, Yes
from companion.table.tiles.questions import AboutTiles
from companion.vision.tile_watch.watcher import TileLook, TileWatcher
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.stability import Pace
from tests.people.blunderers import Blunderers, Outcome
from tests.tile_looks import evening_of, lying_of

# of the looks at a tile, so many are not clear; of the tiles, so many are never read
NOISE, UNREADABLE = 0.02, 0.05
BLUNDER = 0.15
# looks with nothing new after which people go on: more than the watcher's patience
QUIET = 8
# a quick watcher, so that two hundred matches take no longer than they must
QUICK = Pace(steady=3, patience=7, settling=7)
NAMES = ("Ada", "Ben", "Cleo", "Dirk")


class TileMatch(Blunderers):
    """One match: `truth` is what was played, `evening` what the companion made of it."""

    def __init__(self, seed, folder=None):
        chance = Random(seed)
        players = NAMES[: chance.choice((2, 3, 4))]
        rules = {"points": "yes"} | ({"dashes": "yes"} if chance.random() < 0.5 else {})
        watched = evening_of(players, rules=rules, rounds=1, folder=folder)
        super().__init__(lambda: watched, chance, Outcome())
        self.nearest = self.chance.randrange(len(players))
        self.truth = self.match
        self.robots = TileRobots(self.chance)
        self.watcher = TileWatcher(len(players), QUICK)
        self.unreadable = {t for t in map(str, self.truth.rules.deck) if self.happens(UNREADABLE)}
        self.placed = 0
        self.now = TilesLying()

    def play(self):
        """Play to the end, or to the first fault."""
        while not self.truth.is_over and not self.outcome.faults:
            self._move()
        mine = self.match
        if not self.outcome.faults and mine.rounds != self.truth.rounds:
            self.outcome.faults.append(f"recorded {mine.rounds[-1]}, played {self.truth.rounds}")
        return self.outcome

    def _move(self):
        move = self.robots.move(self.truth.round)
        if isinstance(move, Dealt):
            move = replace(move, first=self.truth.round.mover)
        before = self.truth
        self.truth = self.truth.on(move)
        self.outcome.did[type(move).__name__] += 1
        if isinstance(move, Placed):
            self.placed = move.position
        if isinstance(move, Claimed):
            self._look(self._lying())
            self.types(move)
        elif isinstance(move, Passed):
            self.says(Done())
        elif self._may_wait(before):
            self.outcome.did["two at once"] += 1
        else:
            self._look(self._lying())
            self._check()
        if self.truth.round.rows and not self.truth.is_over and self.happens(BLUNDER):
            self._blunder()

    def _may_wait(self, before):
        """Whether the next thing is done before anybody looks: not when an answer may be asked."""
        if self.truth.is_over or len(self.truth.rounds) != len(before.rounds):
            return False
        need = self.truth.turn.need
        return need is Need.DRAW and before.turn.need is not Need.DEAL and self.happens(0.2)

    def _blunder(self):
        """Do what nobody may do, see that it is said, and put it right."""
        self._look(self._lying())
        if self.asked:
            self.outcome.faults.append(f"asked before: {self.sentence}")
            return
        what = self.chance.choice(
            (self._taken, self._exchanged, self._turned, self._no_clue, self._pool_taken)
        )
        wrong = what()
        if wrong is None:
            return
        lying, player, *places = wrong
        record = self.match
        self._look(lying)
        if (asked := self.asked) and asked.about is AboutTiles.STEP and asked.player == player:
            # a move that would explain it: nobody made it, and then the tile is named
            self.says(No())
            self._look(lying)
        asked = self.asked
        self.outcome.did[what.__name__] += 1
        if asked is None or asked.player != player or not set(places) & {0, *asked.places}:
            self.outcome.faults.append(f"{what.__name__} {player} {places}: {self.sentence}")
        if self.match is not record:
            self.outcome.faults.append(f"{what.__name__} {player} {places} was recorded")
        self._look(self._lying())
        self._check()

    def _taken(self):
        row, player = self._some_row()
        tiles = self._lying().rows[row]
        place = self.chance.randrange(len(tiles))
        return self._with(row, tiles[:place] + tiles[place + 1 :]), player, place + 1

    def _exchanged(self):
        row, player = self._some_row()
        tiles = list(self._lying().rows[row])
        place = self.chance.randrange(len(tiles) - 1)
        # tiles are put in order after the deal
        is_dealt = not any(tile[1:] != "?" for row in self._lying().rows for tile in row)
        if tiles[place] == tiles[place + 1] or is_dealt:
            return None
        tiles[place : place + 2] = tiles[place + 1], tiles[place]
        return self._with(row, tuple(tiles)), player, place + 1, place + 2

    def _turned(self):
        row, player = self._some_row()
        tiles = list(self._lying().rows[row])
        place = self.chance.randrange(len(tiles))
        current = self.truth.round
        # what may be laid open now is no blunder
        if is_open(tiles[place]):
            tiles[place] = tiles[place][0] + "?"
        elif current.claim or current.turn.need is Need.SHOW_ROW:
            return None
        else:
            tiles[place] = self.robots.rows[player][place]
        return self._with(row, tuple(tiles)), player, place + 1

    def _no_clue(self):
        current = self.truth.round
        if current.turn.need is not Need.CLAIM or not current.clue:
            return None
        return replace(self._lying(), clue=""), current.mover, 0

    def _pool_taken(self):
        """Take a tile out of the middle when none may be drawn."""
        pool = self._lying().pool
        current = self.truth.round
        if current.turn.need is Need.DRAW or not pool or not pool[0]:
            return None
        return replace(self._lying(), pool=(pool[0] - 1, pool[1])), current.mover, 0

    def _some_row(self):
        row = self.chance.randrange(len(self.truth.players))
        return row, self.truth.players[(row + self.nearest) % len(self.truth.players)]

    def _with(self, row, tiles):
        lying = self._lying()
        return replace(lying, rows=(*lying.rows[:row], tiles, *lying.rows[row + 1 :]))

    def _lying(self):
        """Give what lies there now: between two rounds the tiles of the first still do."""
        return lying_of(self.truth.round_to_see, nearest=self.nearest)

    def _look(self, lying):
        """Let hands work and then the table be looked at until nothing new is said."""
        self.now = lying
        looks = [TileLook(FrameKind.HAND)] * self.chance.randint(1, 4)
        looks += [TileLook(FrameKind.STILL, self._noisy(lying)) for _ in range(60)]
        quiet = 0
        for look in looks:
            if self.happens(0.05):
                continue
            self.watcher, seen = self.watcher.on(look)
            quiet = 0 if seen else quiet + 1
            for sighting in seen:
                self.says(sighting)
                self._answer()
            if quiet > QUIET and self._is_told():
                break

    def _is_told(self):
        """Whether the watcher has said what lies there for sure: people wait for it."""
        said, now = self.watcher.said, self.now
        if (said.clue, said.pool) != (now.clue, now.pool) or len(said.rows) != len(now.rows):
            return False
        if not said.steady:
            return False
        return all(
            len(seen) == len(row)
            and all(
                (a[0], is_open(a)) == (b[0], is_open(b)) for a, b in zip(seen, row, strict=True)
            )
            for seen, row in zip(said.rows, self.now.rows, strict=True)
        )

    def _noisy(self, lying):
        rows = tuple(tuple(map(self._read, row)) for row in lying.rows)
        return replace(lying, rows=rows)

    def _read(self, tile):
        if tile in self.unreadable or (is_open(tile) and self.happens(NOISE)):
            return tile[0] + UNCLEAR
        return "?" + tile[1:] if self.happens(NOISE / 4) else tile

    def _answer(self):
        """Answer what is asked as one who looks at the table."""
        while asked := self.asked:
            if asked.about is AboutTiles.SEATS:
                right = asked.player == self.truth.players[self.nearest]
                self.says(Yes() if right else No())
            elif asked.about is AboutTiles.FACE:
                tile = self._face(asked.player, asked.places[0] - 1)
                self.outcome.did["face asked"] += 1
                self.says(TypedRow(tile))
            elif asked.about is AboutTiles.PLACE:
                self.outcome.did["place asked"] += 1
                self.says(TypedRow(str(self.placed)))
            else:
                return

    def _face(self, player, place):
        """Give what a person sees there: no face of a hidden tile."""
        row = (self.truth.players.index(player) - self.nearest) % len(self.truth.players)
        return self.now.rows[row][place]

    def _check(self):
        """See that what was done is recorded, and nothing is asked."""
        mine = self.match
        if self.asked:
            self.outcome.faults.append(f"asks: {self.sentence}")
        elif mine.rounds != self.truth.rounds:
            self.outcome.faults.append(f"recorded {mine.rounds[-1].rows}, {self.truth.round.rows}")
