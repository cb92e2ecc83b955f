"""``keypeg games``: the matches that are kept."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from companion.cli.common import render
from companion.cli.common.json_output import echo_json, json_option
from companion.cli.common.load_log import folder_option, load
from companion.errors import KeypegError
from companion.game.core.events import Ended, Seated
from companion.game.match import Match, seats_of
from companion.i18n import _, joined
from companion.session.journal import games_folder, list_logs, read_ends

__all__ = ["games"]


@click.command()
@folder_option
@json_option
def games(folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """List the matches: date, game, players, result; the newest first."""
    folder = folder or games_folder()
    rows = [_row(path) for path in list_logs(folder)]
    if as_json:
        echo_json(rows)
        return
    console = render.terminal()
    if not rows:
        console.print(_("There are no matches in '{folder}' yet.").format(folder=folder))
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("log", no_wrap=True)  # to be copied
    for heading in ("date", "players", "result"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(row["log"], row["date"], ", ".join(row["players"]), row["result"])
    console.print(table)


def _row(path: Path) -> dict[str, Any]:
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
        return row | {"players": list(seats), "result": _result(load(str(path), None).match)}
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
