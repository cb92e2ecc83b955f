"""``keypeg recover``: what stands before the damage in a log is saved as a log of its own."""

from pathlib import Path

import click

from companion.cli.common.load_log import find_log
from companion.cli.common.log_options import folder_option
from companion.i18n import ngettext
from companion.session.journal import recover as recover_log
from companion.session.log_names import games_folder

__all__ = ["recover"]


@click.command()
@click.argument("log")
@folder_option
def recover(log: str, folder: Path | None) -> None:
    """Save the whole lines of a damaged LOG beside it; the damaged one stays as it is."""
    saved, kept = recover_log(find_log(log, folder or games_folder()))
    click.echo(kept.dropped)
    click.echo(
        ngettext(
            "Saved: {number} event, as '{path}'.",
            "Saved: {number} events, as '{path}'.",
            len(kept.entries),
        ).format(number=len(kept.entries), path=saved)
    )
