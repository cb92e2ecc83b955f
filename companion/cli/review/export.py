"""``keypeg export``: a match as CSV, JSON, plain text, a picture of its card, or a link."""

import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from companion.cli.common import render
from companion.cli.common.json_output import to_json
from companion.cli.common.load_log import Loaded, load
from companion.cli.common.log_options import folder_option, log_argument
from companion.cli.review.show import print_match
from companion.errors import BadNotation, JournalError, os_reason
from companion.game.log_line import format_anchor
from companion.game.record import entry_facts
from companion.history.listing import day_of
from companion.i18n import _
from companion.kinds.csv_lines import match_csv
from companion.kinds.facts import match_facts
from companion.kinds.play_link import bg_stats_link
from companion.kinds.score_card_svg import score_card_svg
from companion.optional import require

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
    return score_card_svg(loaded.match, **_marks(loaded))


def _marks(loaded: Loaded) -> dict[str, str]:
    """Return the day and the anchor that stand on the card's picture."""
    at = loaded.log.entries[0].at if loaded.log.entries else ""
    return {"date": day_of(at), "anchor": format_anchor(loaded.log.anchor)}


def _bg_stats(loaded: Loaded) -> str:
    at = loaded.log.entries[0].at if loaded.log.entries else ""
    return bg_stats_link(loaded.match, loaded.path.stem, at) + "\n"


def _png(loaded: Loaded) -> bytes:
    require("camera")
    from calibration.sheets.score_card_png import score_card_png

    return score_card_png(loaded.match, **_marks(loaded))


FORMS: Mapping[str, Callable[[Loaded], str | bytes]] = {
    "csv": _csv,
    "json": _json,
    "text": _text,
    "svg": _svg,
    "png": _png,
    "bgstats": _bg_stats,
}


@click.command()
@log_argument
@click.option(
    "--to", "form", type=click.Choice(list(FORMS)), required=True, help="What it becomes."
)
@click.option(
    "--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="A file to write."
)
@folder_option
def export(log: str, form: str, output: Path | None, folder: Path | None) -> None:
    """Export the match of LOG; csv has a line a guess, answer, call or claim, and the points.

    svg and png are a picture of the score card to share; bgstats a link that the app BG Stats takes
    in.
    """
    text = FORMS[form](load(log, folder))
    if output is not None:
        _write(output, text)
    elif isinstance(text, bytes) and sys.stdout.isatty():
        raise BadNotation(
            _("A picture cannot be printed in a terminal."),
            hint=_("Name a file: --output card.png"),
        )
    else:
        click.echo(text, nl=False)


def _write(output: Path, text: str | bytes) -> None:
    try:
        output.write_bytes(text if isinstance(text, bytes) else text.encode())
    except OSError as error:
        raise JournalError(
            _("'{file}' cannot be written: {reason}.").format(file=output, reason=os_reason(error)),
            hint=_("Name another file."),
        ) from error
