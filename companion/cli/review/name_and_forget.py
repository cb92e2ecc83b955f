"""``keypeg name`` and ``keypeg forget``: a title for a match, and the bin."""

from pathlib import Path

import click

from companion.cli.common.load_log import find_log
from companion.cli.common.log_options import folder_option, log_argument
from companion.cli.common.prompt import confirmed
from companion.errors import UnknownName
from companion.history.titles import forget as move_to_bin
from companion.history.titles import give_title
from companion.i18n import _
from companion.session.log_names import SUFFIX

__all__ = ["forget", "name"]


@click.command()
@log_argument
@click.argument("title")
@folder_option
def name(log: str, title: str, folder: Path | None) -> None:
    """Give match LOG a title, as in: keypeg name last "Christmas". An empty one takes it away."""
    path = _there(log, folder)
    give_title(path, title)
    if title.strip():
        click.echo(_("{log} is '{title}' now.").format(log=path.stem, title=title.strip()))
    else:
        click.echo(_("{log} has no title now.").format(log=path.stem))


@click.command()
@log_argument
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@folder_option
def forget(log: str, is_sure: bool, folder: Path | None) -> None:  # noqa: FBT001
    """Move match LOG into the bin, a folder beside the logs: it counts nowhere any more."""
    path = _there(log, folder)
    question = _("Move {log} into the bin?").format(log=path.stem)
    if not is_sure and not confirmed(question):
        click.echo(_("It stays."))
        return
    target = move_to_bin(path)
    click.echo(
        _("{log} lies in the bin. To have it back: mv {target} {folder}").format(
            log=path.stem, target=f"'{target}'", folder=f"'{path.parent}'"
        )
    )


def _there(name: str, folder: Path | None) -> Path:
    """Return the log of match `name`, damaged or not; raise `UnknownName` for any other file."""
    path = find_log(name, folder)
    if path.suffix != SUFFIX or not path.is_file():
        raise UnknownName(
            _("There is no such match."), hint=_("'keypeg games' lists the logs there are.")
        )
    return path
