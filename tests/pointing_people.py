"""People at a drawn table of tiles who touch no computer: whatever they say, pawns say it."""

from dataclasses import replace
from random import Random

import numpy as np

from calibration.store.tile_tables import measure_table
from companion.errors import CameraEnded
from companion.game.core.events import Claimed, Seated, Way
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.sightings.tiles import NO, YES
from companion.simulator.tiles.camera import DrawnTable, TileCamera
from companion.simulator.tiles.cloths import chequered_cloth
from companion.simulator.tiles.hands import acted_at_table
from companion.simulator.tiles.looks import random_look
from companion.simulator.tiles.players import ANEW, DrawnTiles
from companion.table import Done, No, TypedRow, Yes
from companion.table.tiles.questions import AboutTiles
from companion.vision.tile_watch.claim_strip import ClaimEyes
from companion.vision.tile_watch.table_eyes import READINGS, TileEyes
from companion.vision.tile_watch.watcher import TileWatcher
from companion.vision.tiles.reader import TableReader
from companion.vision.tiles.seat_order import by_sides
from tests.claim_pixels import pawn_before, pawn_on, strip_on

# in a set without dashes
TILES = 24
NAMES = ("Ada", "Ben", "Cleo", "Dirk")


class PointingTiles(DrawnTiles):
    """Robots whose claims and answers are pawns that a hand sets and takes away again."""

    def __init__(self, evening, rng, *, luck, box):
        super().__init__(evening, rng, luck=luck)
        self._box = box
        self._pawns = ()
        self._claim = None
        self._answered = None

    def __call__(self, now):
        if now.pawns:
            self._taken_away()
            return replace(now, pawns=(), hand=(0, 1))
        self._answer()
        if self._claim and self.asked and not self._pawns:
            return self._waiting(now)
        if self._claim and not self._pawns:
            self._pawns = self._pawns_of(self._claim)
        after = now if self._pawns else super().__call__(now)
        if not self._pawns:
            return after
        pawns, self._pawns = self._pawns, ()
        return replace(now, pawns=pawns, hand=(0, 1))

    def types(self, event):
        assert isinstance(event, Claimed)
        self._claim = event

    def says(self, happening):
        if said := self._field(happening):
            self._pawns = (pawn_on(said),)

    def _waiting(self, now):
        """Lay the tiles anew now and then: what is asked is put right before more is claimed."""
        has_patience = self.has_patience(waits=True)
        if self.waited % ANEW == 0:
            self._slip += 1
            return self._table(0, 1)
        return now if has_patience else None

    def _taken_away(self):
        """Take the pawns off the table: what was not understood is pointed at again."""
        self._answered = None
        if self._claim and getattr(self.match.round, "claim", None) == self._claim:
            self.truth, self._claim = self.match, None

    def _answer(self):
        asked = self.asked
        if asked and asked != self._answered and (said := self._reply(asked)):
            self._answered = asked
            self.says(said)

    def _reply(self, asked):
        if self._claim and asked.about is AboutTiles.PLACE:
            return TypedRow(str(self._claim.position))
        return super()._reply(asked)

    def _field(self, happening):
        """Give the field on which a pawn says `happening`, if there is one."""
        match happening:
            case Yes():
                return YES
            case No():
                return NO
            case Done():
                return YES if self.asked else NO
            case TypedRow(letters) if " " not in letters:
                face = letters if letters.isdecimal() else letters[1:]
                return NO if face == "?" else face
        return None

    def _pawns_of(self, claim):
        players = self.truth.players
        seat, count = players.index(claim.owner), len(self.truth.round.rows[claim.owner])
        before = pawn_before(seat, len(players), claim.position, count, box=self._box)
        return (before, pawn_on(claim.number))


def chequered_table(seed, *, width=1280):
    """Give a drawn table with a chequered cloth of any dyes and squares, and tiles of any size."""
    chance = np.random.default_rng((seed, 31))
    look = replace(random_look(chance), cloth=chequered_cloth(chance))
    return DrawnTable.random(seed=seed, width=width, look=look)


def pointed_match(seed, drawn, *, players, rounds, luck, moves=None):
    """Give the record and the truth of a match before a camera in which no key is pressed.

    And the questions that were asked. The table is measured from its two pictures, as people do.
    No more than so many `moves` are played, if they are given.
    """
    drawn = strip_on(drawn)
    seated = Seated(NAMES[:players], rounds, Way.KEPT, NAMES[0])
    session = Session.begin("davinci", {}, seated, folder=None, rng=Random(seed))
    measured = measure_table(drawn.draw_open(), drawn.draw_empty())
    reader = TableReader(replace(measured.known, whole=TILES), watches=True)
    eyes = TileEyes(
        lambda image: by_sides(reader.read(image)),
        TileWatcher(players, READINGS),
        ClaimEyes(reader.view_for),
    )
    evening, asked = WatchedSession(session, eyes), []
    people = PointingTiles(evening, Random(f"robots {seed}"), luck=luck, box=drawn.box)
    camera = TileCamera(acted_at_table(people, players), drawn)
    evening.refresh()
    try:
        while not session.match.is_over and len(session.match.moves) != moves:
            for happening in eyes.look(camera.read(0.0)):
                evening.on(happening)
                if evening.table.question:
                    asked.append(evening.table.question.sentence)
    except CameraEnded:
        pass
    return session.match, people.truth, list(dict.fromkeys(asked))
