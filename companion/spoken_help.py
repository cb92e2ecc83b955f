"""The help of all commands in the language spoken: click writes it through this formatter.

Texts stay English where they are written, at the options and in the docstrings of the commands;
`.ci/catalogues.py` finds them there.
"""

from collections.abc import Iterable
from inspect import cleandoc

import click

from companion.i18n import N_, NN_, _, ngettext

__all__ = ["SpokenFormatter", "SpokenGroup"]

# click asks the system's gettext, which knows neither --language nor the settings: it asks ours
for module in (click.core, click.exceptions, click.parser, click.termui, click.types):
    for name, ours in (("_", _), ("ngettext", ngettext)):
        if hasattr(module, name):
            setattr(module, name, ours)

# what click itself says in a help
CLICKS_OWN = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
)
# of what is typed wrongly
REFUSALS = (
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Option {name!r} does not take a value."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    *(N_("file"), N_("directory"), N_("path")),
    N_("Choose from:\n\t{choices}"),
    N_("Aborted!"),
    NN_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    NN_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    NN_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    NN_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    NN_(
        "{value!r} does not match the format {format}.",
        "{value!r} does not match the formats {formats}.",
    ),
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
