"""People at a simulated table, whatever is played: they look, say, type and wait.

Those of each kind of game say what they do when their hands are at rest; so do the people of the
tests, who blunder.
"""

from collections.abc import Callable
from random import Random

from companion.game.core.events import Event, Way
from companion.game.match import Match
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.table import Happening, TableQuestion

__all__ = ["People"]


class People:
    """Everyone at one table, known to the record by the word `called`.

    `now_watched` gives the match as it is watched now: a program that was killed has another then.
    They wait at most `patience` times in a row for the companion.
    """

    def __init__(
        self,
        now_watched: Callable[[], WatchedSession],
        chance: Random,
        *,
        patience: int,
        called: str = "robot",
    ) -> None:
        self._now_watched = now_watched
        self._called = called
        self.chance = chance
        self.patience = patience
        self.waited = 0

    @property
    def watched(self) -> WatchedSession:
        """The match as it is watched now."""
        return self._now_watched()

    @property
    def session(self) -> Session:
        """The session of the match."""
        return self.watched.session

    @property
    def match(self) -> Match:
        """The record."""
        return self.session.match

    @property
    def way(self) -> Way:
        """Who knows the code."""
        assert self.match.seated
        return self.match.seated.way

    @property
    def asked(self) -> TableQuestion | None:
        """What the companion asks, if anything."""
        return self.watched.table.question

    def says(self, happening: Happening) -> None:
        """Say `happening` aloud."""
        self.watched.on(happening)

    def types(self, event: Event) -> None:
        """Type `event`, so that it is recorded."""
        self.session.post(event, self._called)
        self.watched.refresh()

    def takes_back(self) -> None:
        """Take back the last step."""
        self.session.take_back(self._called)
        self.watched.refresh()

    def has_patience(self, *, waits: bool) -> bool:
        """Whether they go on, after they waited once more or did something."""
        self.waited = self.waited + 1 if waits else 0
        return self.waited <= self.patience
