"""Asking a person at the keyboard: a line, a secret without echo, yes or no."""

import select
import sys
from getpass import getpass

import click

from companion.cli.common.buttons import Buttons, Pressed
from companion.cli.common.stdin_lines import Lines
from companion.errors import BadNotation
from companion.i18n import _
from companion.terminal.console import Console

__all__ = ["Asker", "Left", "confirmed", "is_number", "parse_yes"]


class Left(Exception):
    """The person left: end of input or Ctrl-C."""


class Asker:
    """Reads lines from the keyboard, or from a pipe when there is no terminal.

    `lines` is the pipe where its lines are also taken while nothing is asked.
    """

    def __init__(
        self, console: Console, buttons: Buttons | None = None, lines: Lines | None = None
    ) -> None:
        self.console = console
        self._lines = lines
        self._buttons = buttons
        self._asked = ""

    @property
    def is_interactive(self) -> bool:
        """Whether a person can try again after a refused line."""
        return sys.stdin.isatty()

    def is_quiet(self, seconds: float) -> bool:
        """Wait for so long, but not for a pipe; say whether nobody typed or pressed anything."""
        if not self.is_interactive:
            return True
        inputs = [sys.stdin, *([self._buttons] if self._buttons else [])]
        return not select.select(inputs, [], [], seconds)[0]

    def line(self, prompt: str) -> str:
        """Ask for a line; raise `Left` at the end of input, `Pressed` if a button comes first."""
        try:
            self._asked = prompt
            self.console.print(prompt, end=" ")
            if self.is_interactive:
                return self._typed()
            return self._piped()
        except (EOFError, KeyboardInterrupt) as error:
            self.console.print()
            raise Left from error
        finally:
            self._asked = ""

    def tell(self, text: str) -> None:
        """Print `text`, from any thread; what is being asked is asked again below it."""
        asked = self._asked if self.is_interactive else ""
        if asked:
            self.console.print()
        self.console.print(text)
        if asked:
            self.console.print(asked, end=" ")

    def secret(self, prompt: str) -> str:
        """Ask for a line that is not echoed; raise `Left` at the end of input."""
        if not self.is_interactive:
            return self.line(prompt)
        try:
            return getpass(prompt + " ").strip()
        except (EOFError, KeyboardInterrupt) as error:
            self.console.print()
            raise Left from error

    def yes(self, prompt: str) -> bool:
        """Ask for yes or no; raise `BadNotation` for anything else."""
        return parse_yes(self.line(_("{question} (yes/no):").format(question=prompt)))

    def show_privately(self, text: str) -> None:
        """Show `text` to one person until Enter, then wipe it; only on a terminal that can."""
        if not (self.is_interactive and self.console.is_terminal):
            self.console.print(_("(Not shown: this is not a terminal.)"))
            return
        if self.console.is_dumb_terminal:
            self.console.print(_("(Not shown: this terminal cannot wipe it afterwards.)"))
            return
        with self.console.screen():
            self.console.print(text)
            self.line(_("Press Enter to hide it."))

    def _typed(self) -> str:
        if self._buttons is None:
            return input().strip()
        # a terminal gives whole lines, so none is left in Python's buffer when select waits
        ready, _, _ = select.select([self._buttons, sys.stdin], [], [])
        if self._buttons in ready:
            self.console.print()
            raise Pressed(self._buttons.take())
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def _piped(self) -> str:
        if self._lines is not None:
            return self._lines.wait()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.console.print()
        return line.strip()


def is_number(text: str) -> bool:
    """Whether `text` is a number of at most three digits, as rows and places are counted."""
    return text.isascii() and text.isdigit() and len(text) <= 3


def confirmed(question: str) -> bool:
    """Ask `question` until it is answered yes or no; nothing typed is no.

    Raises `click.Abort` at the end of input.
    """
    asked = _("{question} (yes/no):").format(question=question)
    while typed := click.prompt(asked, default="", show_default=False, prompt_suffix=" "):
        try:
            return parse_yes(typed)
        except BadNotation as error:
            click.echo(str(error), err=True)
    return False


def parse_yes(text: str) -> bool:
    """Read yes or no."""
    word = text.strip().casefold()
    if word in ("y", "yes", _("yes"), _("yes")[0]):
        return True
    if word in ("n", "no", _("no"), _("no")[0]):
        return False
    if not word:
        raise BadNotation(_("Yes or no?"), hint=_("Type one of them."))
    raise BadNotation(
        _("'{text}' is neither yes nor no.").format(text=text), hint=_("Type yes or no.")
    )
