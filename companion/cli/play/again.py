"""``keypeg again``: the newest match once more, roles turned; and what ``keypeg`` alone offers."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli.common import render
from companion.cli.common.command_name import command_name
from companion.cli.common.log_options import folder_option
from companion.cli.common.prompt import Asker, Left
from companion.cli.play.ask_choice import Back, ask_choice
from companion.cli.play.start import match_before, rematch
from companion.i18n import _
from companion.session.log_names import games_folder

__all__ = ["again", "offer"]


@click.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]}
)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF PLAY]...")
@folder_option
def again(more: tuple[str, ...], folder: Path | None) -> None:
    """Play the newest match once more: same game, players and rules; who began second begins.

    What 'keypeg play' takes besides can be added, as in: keypeg again --camera usb:0
    """
    from companion.cli.play.command import play

    words = [*rematch(match_before(folder or games_folder())), *more]
    render.terminal().print(shlex.join([command_name(), "play", *words]))
    play.main(_with_folder(words, folder), prog_name="keypeg play", standalone_mode=False)


def _with_folder(words: Sequence[str], folder: Path | None) -> list[str]:
    return [*words, *(["--games", str(folder)] if folder else [])]


def offer() -> list[str]:
    """Ask what shall be done; return the words of that command, none when the person leaves."""
    before = match_before(games_folder())
    choices = {"play": _("play a match")}
    if before.seated is not None:
        choices |= {
            "play --resume": _("go on with a match that is not over"),
            "again": _("the last match once more, roles turned"),
            "show last": _("look at the last match"),
            "players": _("what all matches add up to"),
        }
    choices |= {
        "demo": _("see a match play itself"),
        "serve": _("the table as a page for every phone"),
        "doctor": _("see what is attached to this machine"),
        "--help": _("all commands"),
    }
    asker = Asker(render.terminal())
    asker.console.print(_("Enter takes the answer in brackets; quit leaves."))
    try:
        return shlex.split(ask_choice(asker, _("What shall be done?"), choices, "play"))
    except (Left, Back):
        return []
