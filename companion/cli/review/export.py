"""``keypeg export``: a match as CSV, JSON or plain text."""

import io
from pathlib import Path

import click

from companion.cli.common import render
from companion.cli.common.json_output import to_json
from companion.cli.common.load_log import Loaded, folder_option, load, log_argument
from companion.cli.review.show import print_match
from companion.errors import JournalError
from companion.game.record import entry_facts
from companion.kinds.csv_lines import match_csv
from companion.kinds.facts import match_facts

__all__ = ["export"]


@click.command()
@log_argument
@click.option("--to", "form", type=click.Choice(["csv", "json", "text"]), required=True)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="A file to write.")
@folder_option
def export(log: str, form: str, output: Path | None, folder: Path | None) -> None:
    """Export the match of LOG; csv has a line a guess, call or claim."""
    loaded = load(log, folder)
    text = {"csv": _csv, "json": _json, "text": _text}[form](loaded)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise JournalError(
            f"'{output}' cannot be written: {error.strerror}.", hint="Name another file."
        ) from error


def _json(loaded: Loaded) -> str:
    entries = [entry_facts(entry) for entry in loaded.log.entries]
    return to_json(match_facts(loaded.match) | {"entries": entries})


def _csv(loaded: Loaded) -> str:
    return match_csv(loaded.match)


def _text(loaded: Loaded) -> str:
    with io.StringIO() as out:
        print_match(loaded, render.page(out))
        return out.getvalue()
