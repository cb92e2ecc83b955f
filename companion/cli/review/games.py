"""``keypeg games``: the matches that are kept."""

from datetime import date
from pathlib import Path

import click

from companion.cli.common.json_output import echo_json, json_option
from companion.cli.common.log_options import folder_option
from companion.cli.common.plain_lines import echo_line
from companion.cli.review.all_matches import read_all
from companion.history.listing import game_facts
from companion.history.selection import chosen
from companion.history.titles import titles
from companion.i18n import _, headed
from companion.session.log_names import games_folder

__all__ = ["games"]

# a list longer than a screen or two is searched, not read; a guess
LISTED = 50


def _day(_ctx: click.Context, _param: click.Parameter, text: str | None) -> date | None:
    """Return the day that was typed; what is none is refused with one that can be read."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        told = _("'{text}' is no day; write it as {example}.")
        example = date.today().isoformat()
        raise click.BadParameter(told.format(text=text, example=example)) from error


@click.command()
@click.option("--book", default="", help="Only matches of this rulebook.")
@click.option("--player", default="", help="Only matches in which this player sat.")
@click.option("--since", callback=_day, metavar="DAY", help="Only since this day.")
@click.option("--all", "is_all", is_flag=True, help=f"List all, not the newest {LISTED} alone.")
@folder_option
@json_option
def games(
    book: str,
    player: str,
    since: date | None,
    is_all: bool,  # noqa: FBT001
    folder: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """List the matches: date, game, players, result; the newest first."""
    folder = folder or games_folder()
    is_filtered = bool(book or player or since)
    is_whole = is_all or as_json or is_filtered
    wanted = chosen(
        read_all(folder, None if is_whole else LISTED + 1),
        book=_name_of(book) if book else "",
        player=player,
        since=since,
    )
    named = titles(folder)
    shown = wanted if is_all or as_json else wanted[:LISTED]
    rows = [game_facts(match, named.get(match.log, "")) for match in shown]
    if as_json:
        echo_json(rows)
        return
    if not rows:
        echo_line(_nothing(folder, is_filtered=is_filtered))
        return
    # two lines a match: a table with four columns folds to a letter a line on a narrow terminal
    for row in rows:
        echo_line(f"{row['log']}  {row['date']}")
        seated = f"{', '.join(row['players'])} · " if row["players"] else ""
        told = f"{seated}{row['result']}"
        echo_line(headed(row["title"], told) if row["title"] else told, indent=4)
    if len(rows) < len(wanted):
        echo_line(_("... and older ones: --all lists them."))


def _name_of(book: str) -> str:
    # the rules of all games: only if it is asked for
    from companion.rulebooks.shelf import find_book

    return find_book(book).name


def _nothing(folder: Path, *, is_filtered: bool) -> str:
    if is_filtered:
        return _("There is no such match in '{folder}'.").format(folder=folder)
    return _("There are no matches in '{folder}' yet.").format(folder=folder)
