"""``keypeg games``: the matches that are kept."""

from pathlib import Path

import click
from rich.table import Table

from companion.cli.common import render
from companion.cli.common.json_output import echo_json, json_option
from companion.cli.common.load_log import folder_option
from companion.i18n import _
from companion.session.game_list import game_facts
from companion.session.journal import games_folder, list_logs

__all__ = ["games"]


@click.command()
@folder_option
@json_option
def games(folder: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """List the matches: date, game, players, result; the newest first."""
    folder = folder or games_folder()
    rows = [game_facts(path) for path in list_logs(folder)]
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
