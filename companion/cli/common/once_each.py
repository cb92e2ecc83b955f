"""Saying on standard error what a camera has to say, nothing twice in a row."""

from collections.abc import Callable

import click

__all__ = ["once_each"]


def once_each() -> Callable[[str], None]:
    """Return a way to say things on standard error, none twice in a row."""
    last = ""

    def say(text: str) -> None:
        nonlocal last
        if text != last:
            click.echo(text, err=True)
        last = text

    return say
