"""The help of all commands in the language spoken: click writes it through this formatter.

Texts stay English where they are written, at the options and in the docstrings of the commands;
`.ci/catalogues.py` finds them there.
"""

from collections.abc import Iterable
from inspect import cleandoc

import click

from companion.i18n import N_, _

__all__ = ["SpokenFormatter", "SpokenGroup"]

# what click itself says in a help
CLICKS_OWN = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
)
# and the words of what it adds to an option's help
FACTS = (N_("default"), N_("required"))
EXTRAS = "  ["  # what click adds to an option's help, its default or range, begins so


class SpokenFormatter(click.HelpFormatter):
    """Writes a help in the language spoken; what is not translated stays English."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how the command is called."""
        super().write_usage(prog, args, prefix or f"{_('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        super().write_heading(_(heading))

    def write_text(self, text: str) -> None:
        """Write a text in paragraphs."""
        super().write_text(_(text))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options or commands, each with its help."""
        super().write_dl([(term, _spoken(text)) for term, text in rows], col_max, col_spacing)


class SpokenGroup(click.Group):
    """A group whose list of commands gives each one's first sentence, whole and translated."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, _first_sentence(each)) for name, each in commands if each])


def _first_sentence(command: click.Command) -> str:
    first = _(cleandoc(command.help or "")).partition("\n\n")[0]
    return " ".join(first.split()).partition(". ")[0].removesuffix(".") + "."


def _spoken(text: str) -> str:
    said, extras, more = text.partition(EXTRAS)
    if not extras:
        return _(said)
    facts = "; ".join(_fact(fact) for fact in more.removesuffix("]").split("; "))
    return f"{_(said)}{extras}{facts}]"


def _fact(fact: str) -> str:
    """Return ``"default: 2"`` or ``"required"`` with its word in the language spoken."""
    word, colon, value = fact.partition(": ")
    return f"{_(word) if word in FACTS else word}{colon}{value}"
