"""What a table waits for, as the docs carry it. Pure."""

import inspect
from collections.abc import Callable, Mapping

from companion.game.core.turn import Need

__all__ = ["docs_table"]


def docs_table(what: str, follows: str, rules: Mapping[Need, Callable[..., object]]) -> str:
    """Return `rules` as a Markdown table headed `what` and `follows`: each function's docstring."""
    lines = [f"| {what} | {follows} |", "|---|---|"]
    lines += [f"| {need} | {inspect.getdoc(function)} |" for need, function in rules.items()]
    return "\n".join(lines) + "\n"
