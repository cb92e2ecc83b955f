"""What the hall shows of its tables, as values: what each said last, and what its log says."""

import csv
import io
import json
from dataclasses import dataclass
from typing import Any

from companion.club.collecting.index import Index, TableRow
from companion.club.wire import topics
from companion.errors import KeypegError
from companion.game.match import Match
from companion.game.record import Log, parse_log
from companion.history.reading import summary_of
from companion.history.summary import MatchSummary
from companion.kinds.csv_lines import harmless
from companion.scene import Mood
from companion.session.replay import matches_of

__all__ = ["Results", "TableView", "match_at", "table_views"]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as the hall sees it. `scores` go with `players`; `turn` is who must act."""

    table: str
    state: str = "offline"
    match: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    turn: str = ""
    sentence: str = ""
    mood: str = ""
    rows: int = 0

    @property
    def is_playing(self) -> bool:
        """Whether people play there now."""
        return self.state == "online" and bool(self.players) and self.mood == Mood.PLAYING

    @property
    def needs_help(self) -> bool:
        """Whether somebody should walk there: it is gone without a word, or asks something."""
        return self.mood == Mood.ASKING or (self.state == "offline" and bool(self.players))


def table_views(index: Index) -> list[TableView]:
    """Return all tables, those that need help first."""
    views = [_view(row) for row in index.tables()]
    return sorted(views, key=lambda view: (not view.needs_help, view.table))


def _view(row: TableRow) -> TableView:
    status, scene = _plain(row, topics.STATUS), _plain(row, topics.SCENE)
    players, scores = scene.get("players"), scene.get("scores")
    return TableView(
        row.table,
        str(status.get("state", "offline")),
        str(scene.get("match", "")),
        str(scene.get("title", "")),
        tuple(map(str, players)) if isinstance(players, list) else (),
        tuple(n for n in scores if isinstance(n, int)) if isinstance(scores, list) else (),
        str(scene.get("turn") or ""),
        str(scene.get("sentence", "")),
        str(scene.get("mood", "")),
        len(scene["rows"]) if isinstance(scene.get("rows"), list) else 0,
    )


def _plain(row: TableRow, leaf: str) -> dict[str, Any]:
    said = json.loads(row.said.get(leaf, b"{}"))
    return said if isinstance(said, dict) else {}


def match_at(index: Index, table: str, match: str) -> tuple[Match, Log] | None:
    """Return a match as far as its log is here without a gap; None if nothing of it can be read."""
    try:
        log = parse_log(index.log(table, match))
        *_before, played = matches_of(log)
    except KeypegError:
        return None
    return (played, log) if played.seated else None


class Results:
    """The results of all matches in an index; each is worked out once for each line it has."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known: dict[tuple[str, str, int], MatchSummary] = {}

    def all(self) -> list[tuple[str, str, MatchSummary]]:
        """Return (table, match, summary) of each match that can be read, the oldest first."""
        found = []
        for key in self._index.matches():
            if key not in self._known:
                table, match, __ = key
                read = match_at(self._index, table, match)
                at = read[1].entries[0].at if read else ""
                self._known[key] = summary_of(match, at, read[0]) if read else MatchSummary(match)
            if self._known[key].players:
                found.append((key[0], key[1], self._known[key]))
        return sorted(found, key=lambda each: (each[2].at, each[0]))

    def csv(self) -> str:
        """Return them as CSV, a line a match."""
        out = io.StringIO()
        lines = csv.writer(out, lineterminator="\r\n")
        lines.writerow(["table", "match", "begun", "book", "over", "players", "points", "winners"])
        for table, match, each in self.all():
            over, totals = "yes" if each.is_over else "no", " ".join(map(str, each.totals))
            players, winners = (
                ", ".join(map(harmless, names)) for names in (each.players, each.winners)
            )
            lines.writerow([table, match, each.at, each.book, over, players, totals, winners])
        return out.getvalue()
