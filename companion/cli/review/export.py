"""``keypeg export``: a match as CSV, JSON, plain text, a picture of its card, or a link."""

import io
from pathlib import Path

import click

from companion.cli.common import render
from companion.cli.common.json_output import to_json
from companion.cli.common.load_log import Loaded, folder_option, load, log_argument
from companion.cli.review.show import print_match
from companion.errors import JournalError
from companion.game.log_line import format_anchor
from companion.game.record import entry_facts
from companion.kinds.csv_lines import match_csv
from companion.kinds.facts import match_facts
from companion.kinds.play_link import bg_stats_link
from companion.kinds.score_card_svg import score_card_svg

__all__ = ["export"]


def _json(loaded: Loaded) -> str:
    entries = [entry_facts(entry) for entry in loaded.log.entries]
    return to_json(match_facts(loaded.match) | {"entries": entries})


def _csv(loaded: Loaded) -> str:
    return match_csv(loaded.match)


def _text(loaded: Loaded) -> str:
    with io.StringIO() as out:
        print_match(loaded, render.page(out))
        return out.getvalue()


def _svg(loaded: Loaded) -> str:
    at = loaded.log.entries[0].at[:10] if loaded.log.entries else ""
    return score_card_svg(loaded.match, date=at, anchor=format_anchor(loaded.log.anchor))


def _bg_stats(loaded: Loaded) -> str:
    at = loaded.log.entries[0].at if loaded.log.entries else ""
    return bg_stats_link(loaded.match, loaded.path.stem, at) + "\n"


FORMS = {"csv": _csv, "json": _json, "text": _text, "svg": _svg, "bgstats": _bg_stats}


@click.command()
@log_argument
@click.option("--to", "form", type=click.Choice(list(FORMS)), required=True)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="A file to write.")
@folder_option
def export(log: str, form: str, output: Path | None, folder: Path | None) -> None:
    """Export the match of LOG; csv has a line a guess, answer, call or claim, and the points.

    svg is a picture of the score card to share; bgstats a link that the app BG Stats takes in.
    """
    loaded = load(log, folder)
    text = FORMS[form](loaded)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise JournalError(
            f"'{output}' cannot be written: {error.strerror}.", hint="Name another file."
        ) from error
