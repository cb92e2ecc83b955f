"""The command `keypeg`. Each command's module is imported when the command is used.

In: what is typed. Out: what is printed, and an exit code.
May import: everything. Inside: a room a kind of command; common, for what several of them need.
"""

import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from companion import __version__
from companion.cli.common.command_name import command_name
from companion.errors import KeypegError, did_you_mean, os_reason
from companion.i18n import N_, _, language, typed_as
from companion.optional import missing_part
from companion.spoken_help import SpokenFormatter

__all__ = ["cli", "main"]

# command -> (module, one line of help), in the order in which a newcomer meets them; the module is
# one of this room, or, with a dot before it, of a room beside
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("play.demo", N_("A game that plays itself; nothing attached.")),
    "play": ("play.command", N_("Play a match, or go on with one.")),
    "again": ("play.again", N_("The newest match once more, roles turned.")),
    "menu": ("play.menu", N_("Choose and play with two buttons; no keyboard.")),
    "serve": (".web.command", N_("The table as a page, for every phone there.")),
    "duel": ("play.duel", N_("A match between two houses, over a broker.")),
    "hub": (".hall.command", N_("All tables of a club in one index and on one page.")),
    "rules": ("review.mark_verify_rules", N_("The rulebooks, and the rules of each in short.")),
    "games": ("review.games", N_("List the matches that are kept.")),
    "players": ("review.players", N_("List the players.")),
    "stats": ("review.players", N_("What all matches of a player add up to.")),
    "name": ("review.name_and_forget", N_("Give a match a title.")),
    "forget": ("review.name_and_forget", N_("Move a match into the bin.")),
    "show": ("review.show", N_("Show a match: its rounds, score card and winner.")),
    "replay": ("review.show", N_("Replay a match event by event.")),
    "export": ("review.export", N_("Write a match as CSV, JSON, text or a picture.")),
    "hint": ("review.hint_and_analyse", N_("A good next step in a match.")),
    "analyse": ("review.hint_and_analyse", N_("What each guess of a match was worth.")),
    "verify": (
        "review.mark_verify_rules",
        N_("Check hidden codes and answers of a match."),
    ),
    "recover": ("review.recover", N_("Save what stands before the damage in a log.")),
    "mark": ("review.mark_verify_rules", N_("Answer one row against one code.")),
    "sheets": ("calibrate.sheets", N_("Print markers, a card, the lens sheet, a score card.")),
    "board": ("calibrate.board", N_("List the boards, or describe one of your own.")),
    "calibrate": ("calibrate.calibrate", N_("Measure the colours of a board in its place.")),
    "read": ("photos.read", N_("Read the board in one picture.")),
    "watch": ("play.watch", N_("Watch a board through a camera; print what happens.")),
    "evaluate": ("photos.evaluate", N_("Read a labelled set of pictures and score it.")),
    "doctor": ("hardware.doctor", N_("What is attached, what is missing, what to do.")),
    "test-lights": ("hardware.test_lights", N_("Try every light and slider, one after another.")),
    "config": ("hardware.config", N_("Read and change the settings.")),
    "backup": ("hardware.backup", N_("Matches, calibrations and settings as one file.")),
    "restore": ("hardware.backup", N_("Put a backup back; nothing that is here is changed.")),
    "install-service": ("hardware.service", N_("Have the page start with this machine.")),
    "update-service": ("hardware.update", N_("A newer Keypeg for the service, or the one before.")),
    "report": ("hardware.report", N_("What shows why a peg was misread, as one file; asks first.")),
    "firmware": ("hardware.firmware", N_("Make the Arduino's firmware, and upload it.")),
}

# command -> the part that it takes, of those that a table may do without; ./run installs by this
NEEDS = {
    "demo": "camera",
    "menu": "camera",
    "calibrate": "camera",
    "read": "camera",
    "watch": "camera",
    "evaluate": "camera",
    "board": "camera",
    "sheets": "camera",
    "hint": "hints",
    "analyse": "hints",
    "serve": "page",
}


click.Context.formatter_class = SpokenFormatter


class LazyGroup(click.Group):
    """A group that imports a command only to run it or to show its own help."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read what was typed; all of it, refusals too, is said in the language asked for."""
        from companion.cli.choose_language import choose_language

        typed_as(command_name(), COMMANDS)
        choose_language(_language_in(args))
        return super().make_context(info_name, args, parent, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the module of command `name` and give its ``command``."""
        if name not in COMMANDS:
            return None
        module = import_module(f".{COMMANDS[name][0]}", "companion.cli")
        command = getattr(module, name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_module, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown command with the nearest known one."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(
                _("There is no command '{name}'.").format(name=args[0])
                + f" {did_you_mean(args[0], COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a part that it takes and that is not installed is a `MissingPart`."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            missing = missing_part(error, NEEDS.get(ctx.invoked_subcommand or "", ""))
            if missing is None:
                raise
            raise missing from error


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="keypeg")
@click.option(
    "--language",
    metavar="en|nl|fr|nb",
    expose_value=False,
    help="The language that is spoken.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Keypeg keeps the score of physical code-breaking games."""
    if ctx.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(ctx.get_help())
        return
    from companion.cli.play.again import offer

    words = offer()
    if words == ["--help"]:
        click.echo(ctx.get_help())
    elif words:
        cli.main(["--language", language(), *words], prog_name="keypeg", standalone_mode=False)


def _language_in(args: Sequence[str]) -> str:
    """Return the value of ``--language`` before the command, nothing where it is not given.

    It is looked for before the arguments are read, as their reading may end in a refusal.
    """
    for word, following in pairwise((*args, "")):
        if word == "--language":
            return following
        if word.startswith("--language="):
            return word.partition("=")[2]
        if not word.startswith("-"):
            return ""
    return ""


def main() -> None:
    """Run the command; an error is one sentence on standard error and exit 2, no traceback."""
    _open_what_is_closed()
    _replace_what_cannot_be_written()
    try:
        cli(prog_name=command_name())
    except KeypegError as error:
        click.echo(f"keypeg: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        _say_no_more()
        sys.exit(1)
    except OSError as error:
        if error.errno != errno.ENOSPC and error.filename:
            said = _("'{file}' cannot be used: {why}.")
            said = said.format(file=error.filename, why=os_reason(error))
            hint = _("Look at its name, its rights, and the space there.")
            click.echo(f"keypeg: {said} {hint}", err=True)
            sys.exit(2)
        if error.errno != errno.ENOSPC:
            raise
        _say_no_more()
        said = _("What is printed cannot be written: no space left.")
        click.echo(f"keypeg: {said}", err=True)
        sys.exit(1)


def _open_what_is_closed() -> None:
    """Give a program that was started without input or output one that is empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open to the end


def _replace_what_cannot_be_written() -> None:
    """Have a letter that a terminal of another encoding lacks shown as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _say_no_more() -> None:
    """Let what still waits to be printed go nowhere, so that the end is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
