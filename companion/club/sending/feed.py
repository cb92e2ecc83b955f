"""What a table tells, between the game, which writes it, and the threads that send it.

The game never waits: it leaves its newest scene and the lines of its log here and wakes who sends.
The log is the outbox. Each sender remembers how far it is, and comes for the rest.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.club.sending.ledger import Ledger
from companion.club.wire.encoding import bare_line
from companion.club.wire.messages import EventMessage, Head, Heads
from companion.club.wire.plain_scene import plain_scene
from companion.game.log_line import anchor_of
from companion.game.match import Match
from companion.scene import Scene
from companion.session.session import Session

__all__ = ["CurrentMatch", "Feed"]


@dataclass(frozen=True, slots=True)
class CurrentMatch:
    """What is played at the table now: the log's lines as they are sent, and what is agreed.

    `name` is the log's; `match` is empty while none is played.
    """

    match: str = ""
    name: str = ""
    lines: tuple[bytes, ...] = ()
    book: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    rounds: int = 0
    way: str = ""

    @property
    def seq(self) -> int:
        """The number of the newest event."""
        return max(0, len(self.lines) - 1)


class Feed:
    """What `table` tells; a display to the game. Any thread may read it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self._lock = threading.Lock()
        self._told = CurrentMatch()
        self._scene = Scene()
        self._ledger: Ledger | None = None
        self._wake: list[Callable[[], None]] = []

    def woken(self, wake: Callable[[], None]) -> None:
        """Call `wake`, which must return at once, whenever there is more to tell."""
        self._wake.append(wake)

    def follow(self, session: Session) -> None:
        """Tell of `session` from now on, from its first line."""
        with self._lock:
            self._told = CurrentMatch()
        session.follow(lambda: self._hear(session))

    def show(self, scene: Scene) -> None:
        """Take in what is to be seen at the table."""
        with self._lock:
            self._scene = scene
        self._woken()

    def close(self) -> None:
        """Do nothing: the scene stays what it was last."""

    @property
    def told(self) -> CurrentMatch:
        """What is played now."""
        with self._lock:
            return self._told

    @property
    def scene(self) -> dict[str, Any]:
        """The newest scene as it is sent."""
        with self._lock:
            told, scene = self._told, self._scene
        return plain_scene(scene, self.table, told.match, told.seq)

    def heads(self) -> Heads:
        """Return how far the logs go that this table has."""
        told, ledger = self.told, self._ledger
        older = [h for h in ledger.heads() if h.match != told.match] if ledger else []
        newest = (
            [Head(told.match, len(told.lines), anchor_of(told.lines[-1]))] if told.match else []
        )
        return Heads(self.table, (*older, *newest))

    def events(self, match: str, first: int, last: int) -> list[EventMessage]:
        """Return events `first` to `last` of a match of this table, as many as there are."""
        told, ledger = self.told, self._ledger
        lines = told.lines if told.match == match else tuple(ledger.lines(match) if ledger else ())
        wanted = enumerate(lines[first : last + 1], start=first)
        return [EventMessage(self.table, match, seq, line) for seq, line in wanted]

    def _hear(self, session: Session) -> None:
        """Take in what is new in the log of `session`; called by the game."""
        fresh = [bare_line(line) for line in session.kept_lines(len(self._told.lines))]
        if not fresh or session.path is None:
            return
        lines = (*self._told.lines, *fresh)
        if len(lines) > 1:
            with self._lock:
                self._told = _told(lines, session.path, session.match)
            self._keep(session.path)
        self._woken()

    def _keep(self, path: Path) -> None:
        if self._ledger is None:
            self._ledger = Ledger(path.parent, self.table)
        self._ledger.note(path.stem)

    def _woken(self) -> None:
        for wake in self._wake:
            wake()


def _told(lines: tuple[bytes, ...], path: Path, match: Match) -> CurrentMatch:
    seated = match.seated
    return CurrentMatch(
        anchor_of(lines[1]),
        path.stem,
        lines,
        match.rules.name,
        match.rules.title,
        match.players,
        seated.rounds if seated else 0,
        str(seated.way) if seated else "",
    )
