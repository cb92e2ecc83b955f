"""What a table waits for, as the docs carry it. Pure."""

import inspect
from collections.abc import Callable, Mapping

from companion.game.core.turn import Need

__all__ = ["docs_table"]


def docs_table(heading: str, rules: Mapping[Need, Callable[..., object]]) -> str:
    """Return `rules` as a Markdown table under the row `heading`: each function's docstring."""
    lines = [heading, "|---|---|"]
    lines += [f"| {need} | {inspect.getdoc(function)} |" for need, function in rules.items()]
    return "\n".join(lines) + "\n"
