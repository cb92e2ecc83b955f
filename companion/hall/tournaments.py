"""The tournaments of a hall: what happened beside the index, results taken from the tables.

A match counts for a game when the same people played it, it began after the round was drawn, and it
is over, at whichever table it ended. What a referee says stands above it.
"""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.club.tournament.events import (
    MATCH,
    Entry,
    Event,
    Game,
    Scored,
    format_entry,
    parse_entry,
)
from companion.club.tournament.tournament import Tournament, after, merged
from companion.errors import IllegalMove, JournalError, KeypegError, LogError, os_reason
from companion.game.core.names import name_key
from companion.hall.overview import Results
from companion.history.summary import MatchSummary
from companion.i18n import _

__all__ = ["Tournaments"]


@dataclass(frozen=True, slots=True)
class _Ended:
    """A match that is over, and what it counts for."""

    name: str
    summary: MatchSummary

    def fits(self, game: Game, since: str) -> bool:
        """Whether it is `game`, drawn at `since`."""
        played, drawn = map(name_key, self.summary.players), map(name_key, game.players)
        same = sorted(played) == sorted(drawn)
        return same and self.summary.at >= since

    def scores(self, game: Game) -> tuple[int, ...]:
        """Return the points in the order of `game`."""
        names = map(name_key, self.summary.players)
        points = dict(zip(names, self.summary.totals, strict=True))
        return tuple(points[name_key(player)] for player in game.players)


class Tournaments:
    """The tournaments of the hall, of which the newest is played; each event a line in `file`.

    `hub` is the one that keeps them here. Others may keep the same: `hear` takes in what they let
    happen, and `tell` is told what happened here. Their order of coming does not matter.
    """

    def __init__(
        self, file: Path, hub: str = "hub", tell: Callable[[int, bytes], None] = lambda *__: None
    ) -> None:
        """Read what was kept; raise `LogError` if it is damaged, `JournalError` if it cannot be."""
        self.tell = tell
        self._file, self._hub = file, hub
        self._lock = threading.Lock()
        try:
            lines = _whole_lines(file)
            self._entries = {_place(e): e for e in _entries_of(lines)}
            self.state, self.left_out = merged(self._entries.values())
        except KeypegError as error:
            raise LogError(
                _("The tournament '{file}' is damaged: {why}").format(file=file, why=error.message),
                hint=_("Mend or remove its last line."),
            ) from error

    def post(self, event: Event) -> None:
        """Let `event` happen, on the disk before it counts; raise and change nothing if not."""
        with self._lock:
            state = after(self.state, event)
            number = 1 + max((entry.number for entry in self._entries.values()), default=0)
            entry = Entry(number, self._hub, event)
            self._keep([entry])
            self.state = state
        self.tell(number, format_entry(entry).encode())

    def hear(self, lines: Iterable[tuple[str, bytes]]) -> None:
        """Take in `lines` of other hubs, each with its hub; one that is no event is left out."""
        with self._lock:
            came = {_place(entry): entry for entry in map(_heard, lines) if entry}
            new = [entry for place, entry in came.items() if place not in self._entries]
            if new:
                self._keep(new)
                self.state, self.left_out = merged(self._entries.values())

    def own(self) -> list[tuple[int, bytes]]:
        """Return the lines of what this hub let happen, with their numbers."""
        own = [entry for entry in self._entries.values() if entry.hub == self._hub]
        return [(entry.number, format_entry(entry).encode()) for entry in own]

    def _keep(self, entries: list[Entry]) -> None:
        """Write `entries`, on the disk when this returns; none counts if it cannot be."""
        text = "".join(format_entry(entry) + "\n" for entry in entries)
        try:
            with self._file.open("a", encoding="utf-8") as out:
                out.write(text)
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise JournalError(
                _("The tournament cannot be kept: {why}.").format(why=os_reason(error)),
                hint=_("Free some space."),
            ) from error
        self._entries |= {_place(entry): entry for entry in entries}

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

    def check_begun(self) -> None:
        """Raise `IllegalMove` if no tournament was begun."""
        if not self.state.players:
            raise IllegalMove(_("No tournament has begun."), hint=_("Begin one."))


def _place(entry: Entry) -> tuple[int, str]:
    return entry.number, entry.hub


def _whole_lines(file: Path) -> list[str]:
    """Return the lines of `file`; half a line of a power cut never counted, and is cut off."""
    if not file.exists():
        return []
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with file.open("r+b") as out:
            out.truncate(len(whole))
    return whole.decode("utf-8", "replace").splitlines()


def _entries_of(lines: Iterable[str]) -> Iterator[Entry]:
    for number, line in enumerate(lines, start=1):
        yield parse_entry(line, number)


def _heard(told: tuple[str, bytes]) -> Entry | None:
    """Return the entry in a line of a hub; None if it is none, or speaks in another's name."""
    hub, line = told
    try:
        entry = parse_entry(line)
    except KeypegError:
        return None
    return entry if entry.hub == hub else None
