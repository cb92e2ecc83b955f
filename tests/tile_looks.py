"""Evenings of tiles for tests: a table that looks are taken of, and people who say their claims."""

from random import Random

from companion.game.core.events import Claimed, Dealt, Passed, Seated, Way
from companion.game.tiles.round import TileRound
from companion.session.session import Session
from companion.session.watched_session import CAMERA, WatchedSession
from companion.sightings.tiles import TilesLying, TilesSeen
from companion.table import TypedRow, Yes
from companion.table.tiles.questions import AboutTiles


class BlindEyes:
    """Eyes that are told nothing here: looks are handed to the evening."""

    def expect(self, rows):
        raise AssertionError(rows)

    def told(self, row, letters):
        raise AssertionError((row, letters))


def evening_of(players, *, rules=None, rounds=1, first=None, folder=None):
    seated = Seated(tuple(players), rounds, Way.KEPT, first or players[0])
    session = Session.begin("davinci", rules or {}, seated, folder=folder, rng=Random(1))
    return WatchedSession(session, BlindEyes())


def lying_of(state: TileRound, *, nearest=0) -> TilesLying:
    """Give the table as it lies after what was recorded in `state`."""
    pool = tuple(state.pool.values()) if state.rows else None
    return TilesLying(tuple(state.rows.values()), state.clue, pool).turned(nearest)


def see(evening, lying):
    """Let `lying` be seen, and agree to the seats."""
    evening.on(TilesSeen(lying))
    asked = evening.table.question
    if asked and asked.about is AboutTiles.SEATS:
        evening.on(Yes())


def follow(evening, event, after, *, nearest=0):
    """Let `event` be done at the table, as `after` lies then."""
    if isinstance(event, Claimed):
        evening.session.post(event, "keyboard")
        evening.refresh()
        return
    if isinstance(event, Passed):
        evening.session.post(event, "keyboard")
        evening.refresh()
        return
    see(evening, lying_of(after, nearest=nearest))
    answer_place(evening, event)


def answer_place(evening, event):
    asked = evening.table.question
    if asked and asked.about is AboutTiles.PLACE:
        evening.on(TypedRow(str(event.position)))


def fold(events, rules, players):
    state = TileRound.begin(rules, tuple(players))
    for event in events:
        state = state.on(event)
    return state


__all__ = ["CAMERA", "Dealt", "answer_place", "evening_of", "fold", "follow", "lying_of", "see"]


def seen(*rows, clue=""):
    return TilesLying(tuple(tuple(row.split()) for row in rows), clue)


DEALT = seen("B? W? B? W?", "W? B? W? B?")


def begun(*looks, rules=None):
    """An evening of Ada and Ben, who play for points unless told, that has seen the deal."""
    evening = evening_of(("Ada", "Ben"), rules={"points": "yes"} if rules is None else rules)
    for look in (DEALT, *looks):
        see(evening, look)
    return evening


def claim(evening, owner, position, number):
    mover = evening.session.match.round.mover
    evening.session.post(Claimed(mover, owner, position, number), "keyboard")
    evening.refresh()
