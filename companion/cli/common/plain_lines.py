"""Lines without colours, folded at words as wide as the terminal is: printed without Rich.

Its import takes as long as all the rest of a command that only looks something up.
"""

import shutil
from collections.abc import Iterator, Sequence
from textwrap import fill
from unicodedata import combining, east_asian_width

import click

__all__ = ["columns", "echo_line", "echo_table"]

GAP = "  "  # between two columns


def echo_line(text: str, *, indent: int = 0) -> None:
    """Print `text` so far from the left, folded at its words."""
    margin = " " * indent
    click.echo(
        fill(
            text,
            shutil.get_terminal_size().columns,
            initial_indent=margin,
            subsequent_indent=margin,
            break_on_hyphens=False,
            break_long_words=False,
        )
    )


def echo_table(rows: Sequence[Sequence[str]]) -> None:
    """Print `rows` in columns, the first one from the left, numbers from the right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [first + " " * (widths[0] - _width(first))]
        cells += [" " * (w - _width(cell)) + cell for cell, w in zip(rest, widths[1:], strict=True)]
        click.echo(GAP.join(cells).rstrip())


def columns(rows: Sequence[tuple[str, str]], *, indent: int = 0) -> Iterator[str]:
    """Yield each row as lines: what is named, and beside it, folded, what is said of it."""
    width = indent + max(_width(named) for named, _said in rows)
    for named, said in rows:
        head = " " * indent + named
        yield fill(
            said,
            shutil.get_terminal_size().columns,
            initial_indent=head + " " * (width - _width(head)) + GAP,
            subsequent_indent=" " * width + GAP,
            break_on_hyphens=False,
            break_long_words=False,
        )


def _width(text: str) -> int:
    """Return how many columns `text` takes: wide letters two, accents set apart none."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )
