"""A match as a line of a list: log, title, date, game, players, result."""

from datetime import datetime
from typing import Any

from companion.game.core.companion_seat import COMPANION
from companion.history.summary import MatchSummary
from companion.i18n import _, joined

__all__ = ["day_of", "game_facts"]


def game_facts(match: MatchSummary, title: str = "") -> dict[str, Any]:
    """Return log, book, title, date, players and result of `match`, whatever state it is in."""
    facts = {
        "log": match.log,
        "book": match.book,
        "date": _local(match.at),
        "players": list(_seats(match)),
        "title": title,
    }
    return facts | {"result": match.error or _result(match)}


def _seats(match: MatchSummary) -> tuple[str, ...]:
    """Return the seats, with the companion's if one player plays alone."""
    is_alone = len(match.players) == 1
    return (*match.players, COMPANION) if is_alone else match.players


def _result(match: MatchSummary) -> str:
    if not match.players:
        return _("nobody seated")
    totals = zip(_seats(match), match.totals, strict=False)
    scores = ", ".join(f"{player} {total}" for player, total in totals)
    if not match.is_over:
        return _("not over: {scores}").format(scores=scores)
    if not match.winners:
        return _("nobody won: {scores}").format(scores=scores)
    if len(match.winners) > 1:
        return _("{winners} shared the win: {scores}").format(
            winners=joined(match.winners), scores=scores
        )
    return _("{winners} won: {scores}").format(winners=joined(match.winners), scores=scores)


def day_of(at: str) -> str:
    """Return the day of a time of a log, by the clock on the wall; nothing for none."""
    return _local(at)[:10]


def _local(at: str) -> str:
    """Return the time of a log as the clock on the wall showed it."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return ""
