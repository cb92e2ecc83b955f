"""Facts printed as JSON for ``--json``."""

import json
from typing import Any

import click

__all__ = ["echo_json", "echo_json_line", "json_option", "to_json"]

json_option = click.option("--json", "as_json", is_flag=True, help="Print facts as JSON.")


def to_json(facts: Any) -> str:
    """Write `facts` as indented JSON with a newline at its end."""
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def echo_json(facts: Any) -> None:
    """Print `facts` as indented JSON."""
    click.echo(to_json(facts), nl=False)


def echo_json_line(facts: Any) -> None:
    """Print `facts` as one line of a stream."""
    click.echo(json.dumps(facts, ensure_ascii=False))
