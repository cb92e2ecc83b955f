"""Evenings in tests: a table that is told what was seen, and a drawn one that is looked at."""

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from companion.game.core.events import Seated, Way
from companion.observers.simulated_game import begin_simulated
from companion.session.session import Session
from companion.session.watched_session import WatchedSession


class Blind:
    """Eyes that see nothing and remember what they are told."""

    def __init__(self):
        self.heard = []

    def expect(self, rows, board=1):
        self.heard += rows

    def told(self, row, letters, board=1):
        self.heard.append((row, letters) if board == 1 else (row, letters, board))


def ticking():
    """Give a clock that goes a second with each look at it."""
    seconds = count()
    return lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds))


def begin(
    book, *, way=Way.COMPANION, players=("Ada", "Ben"), rounds=2, rules=None, folder=None, seed=1
):
    seated = Seated(players, rounds, way, players[0])
    return Session.begin(book, rules or {}, seated, folder=folder, now=ticking(), rng=Random(seed))


def evening(book, **agreed):
    """Give an evening whose sightings the test says."""
    confirm = {"confirm": agreed.pop("confirm")} if "confirm" in agreed else {}
    return WatchedSession(begin(book, **agreed), Blind(), **confirm)


def drawn_evening(session, *, seed=1, width=480, show=lambda _: None):
    """Give an evening at a drawn table with robots."""
    spec = f"sim:{session.match.rules.name}?seed={seed}&width={width}"
    return begin_simulated(session, spec, Random(f"people {seed}"), show)
