"""``keypeg games``: the matches that are kept."""

from pathlib import Path
from typing import Any

import click
from rich.table import Table

from companion.cli import draw
from companion.cli.facts import echo_json, json_option
from companion.cli.load import folder_option, load
from companion.errors import KeypegError
from companion.game.match import Match
from companion.journal import games_folder, list_logs

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
    console = draw.terminal()
    if not rows:
        console.print(f"There are no matches in '{folder}' yet.", markup=False)
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("log", "date", "players", "result"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(row["log"], row["date"], ", ".join(row["players"]), row["result"])
    console.print(table)


def _row(path: Path) -> dict[str, Any]:
    row: dict[str, Any] = {"log": path.stem, "book": "", "date": "", "players": [], "result": ""}
    try:
        loaded = load(str(path), None)
    except KeypegError as error:
        return row | {"result": error.message.removeprefix(f"{path}: ")}
    match, entries = loaded.match, loaded.log.entries
    return row | {
        "book": match.rules.name,
        "date": entries[0].at[:16].replace("T", " ") if entries else "",
        "players": list(match.players),
        "result": _result(match),
    }


def _result(match: Match) -> str:
    if match.seated is None:
        return "nobody seated"
    totals = ", ".join(f"{player} {total}" for player, total in match.totals().items())
    if not match.is_over:
        return f"not over: {totals}"
    winners = " and ".join(match.winners()) or "nobody"
    return f"{winners} won: {totals}"
