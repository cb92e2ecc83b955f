"""The tournaments of a hall: their events kept beside the index, results taken from the tables.

A match counts for a game when the same people played it, it began after the round was drawn, and it
is over, at whichever table it ended. What a referee says stands above it.
"""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.club.tournament.events import Event, Game, Scored, format_event, parse_event
from companion.club.tournament.tournament import Tournament, tournament_of
from companion.errors import IllegalMove, JournalError, KeypegError, LogError
from companion.hall.overview import Results
from companion.history.summary import MatchSummary
from companion.i18n import _

__all__ = ["MATCH", "Tournaments"]

MATCH = "match "  # before the name of the match that a result is taken from


@dataclass(frozen=True, slots=True)
class _Ended:
    """A match that is over, and what it counts for."""

    name: str
    summary: MatchSummary

    def fits(self, game: Game, since: str) -> bool:
        """Whether it is `game`, drawn at `since`."""
        same = sorted(self.summary.players) == sorted(game.players)
        return same and self.summary.at >= since

    def scores(self, game: Game) -> tuple[int, ...]:
        """Return the points in the order of `game`."""
        points = dict(zip(self.summary.players, self.summary.totals, strict=True))
        return tuple(points[player] for player in game.players)


class Tournaments:
    """The one tournament that is played in the hall, its events a line each in `file`."""

    def __init__(self, file: Path) -> None:
        """Read what was kept; raise `LogError` if it is damaged."""
        self._file = file
        self._lock = threading.Lock()
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        try:
            self.events: list[Event] = [parse_event(line) for line in lines]
            self.state: Tournament = tournament_of(self.events)
        except KeypegError as error:
            raise LogError(
                _("The tournament '{file}' is damaged: {why}").format(file=file, why=error.message),
                hint=_("Mend or remove its last line."),
            ) from error

    def post(self, event: Event) -> None:
        """Let `event` happen, on the disk before it counts; raise and change nothing if not."""
        with self._lock:
            after = self.state.on(event)
            try:
                with self._file.open("a", encoding="utf-8") as out:
                    out.write(format_event(event) + "\n")
            except OSError as error:
                raise JournalError(
                    _("The tournament cannot be kept: {why}.").format(why=error.strerror),
                    hint=_("Free some space."),
                ) from error
            self.state = after
            self.events.append(event)

    def put_away(self) -> None:
        """Keep the tournament under another name, so that a next one can begin."""
        with self._lock:
            if self._file.exists():
                taken = len(list(self._file.parent.glob(f"{self._file.stem}-*")))
                number = f"{taken + 1:03}"
                self._file.rename(self._file.with_stem(f"{self._file.stem}-{number}"))
            self.events, self.state = [], Tournament()

    def take_results(self, results: Results) -> int:
        """Give each open game the result of its match, if it is over; return how many."""
        state = self.state
        if not state.open_games:
            return 0
        found = list(
            self._results(state, [_Ended(m, s) for __, m, s in results.all() if s.is_over])
        )
        for event in found:
            self.post(event)
        return len(found)

    def _results(self, state: Tournament, ended: list[_Ended]) -> Iterator[Scored]:
        since, used = state.drawn[-1].at, {each.why for each in state.scores.values()}
        for number, game in state.open_games:
            fits = [e for e in ended if e.fits(game, since) and MATCH + e.name not in used]
            if fits:
                why = MATCH + fits[0].name
                yield Scored(len(state.drawn), number, fits[0].scores(game), why)

    def plain(self) -> str:
        """Return the events as JSON, to be looked into."""
        return json.dumps([json.loads(format_event(event)) for event in self.events])

    def check_begun(self) -> None:
        """Raise `IllegalMove` if no tournament was begun."""
        if not self.state.players:
            raise IllegalMove(_("No tournament has begun."), hint=_("Begin one."))
