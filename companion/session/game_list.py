"""The matches that are kept, as facts: date, game, players, result."""

from datetime import datetime
from pathlib import Path
from typing import Any

from companion.errors import KeypegError
from companion.game.core.events import Ended, Seated
from companion.game.match import Match, seats_of
from companion.i18n import _, joined
from companion.session.journal import read_ends, read_log
from companion.session.session import matches_of

__all__ = ["game_facts"]


def game_facts(path: Path) -> dict[str, Any]:
    """Return log, book, date, players and result of the log at `path`, whatever state it is in."""
    row: dict[str, Any] = {"log": path.stem, "book": "", "date": "", "players": [], "result": ""}
    try:
        header, first, last = read_ends(path)
        row |= {"book": header.book, "date": _local(first.at) if first else ""}
        if first is None or last is None or not isinstance(first.event, Seated):
            return row | {"result": _("nobody seated")}
        seats = seats_of(first.event)
        if isinstance(last.event, Ended):
            end = last.event
            return row | {"players": list(seats), "result": _won(end, _scores(seats, end.totals))}
        # only what is not over, or was not left, has to be played through
        return row | {"players": list(seats), "result": _result(_last_match(path))}
    except KeypegError as error:
        return row | {"result": error.message.removeprefix(f"{path}: ")}


def _local(at: str) -> str:
    """Give the time of a log as the clock on the wall showed it."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return ""


def _result(match: Match) -> str:
    scores = _scores(match.players, match.result.totals)
    return (
        _won(match.result, scores)
        if match.is_over
        else _("not over: {scores}").format(scores=scores)
    )


def _won(end: Ended, scores: str) -> str:
    if not end.winners:
        return _("nobody won: {scores}").format(scores=scores)
    return _("{winners} won: {scores}").format(winners=joined(end.winners), scores=scores)


def _scores(seats: tuple[str, ...], totals: tuple[int, ...]) -> str:
    return ", ".join(f"{player} {total}" for player, total in zip(seats, totals, strict=False))


def _last_match(path: Path) -> Match:
    *_before, match = matches_of(read_log(path))
    return match
