"""Which matches are meant: of a book, with a player at the table, since a day. Pure."""

from collections.abc import Iterable
from datetime import date, datetime

from companion.game.core.names import name_key
from companion.history.summary import MatchSummary

__all__ = ["chosen", "seat_of"]


def chosen(
    matches: Iterable[MatchSummary],
    *,
    book: str = "",
    player: str = "",
    since: date | None = None,
) -> list[MatchSummary]:
    """Return the matches of `book` in which `player` sat, begun on `since` or later."""
    return [
        match
        for match in matches
        if book in ("", match.book)
        and (not player or seat_of(match, player))
        and (since is None or _day(match) >= since)
    ]


def seat_of(match: MatchSummary, name: str) -> str:
    """Return how `name` is spelled at this table, or nothing."""
    if name in match.players:
        return name
    wanted = name_key(name)
    return next((p for p in match.players if name_key(p) == wanted), "")


def _day(match: MatchSummary) -> date:
    try:
        return datetime.fromisoformat(match.at).astimezone().date()
    except ValueError:
        return date.min
