"""Options of the command line that belong together, given to a command as one value."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

__all__ = ["grouped"]

G = TypeVar("G")
Command = Callable[..., None]


def grouped(
    name: str, group: type[G], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """Return a decorator that adds `options` and gives them to the command as `name`, a `group`.

    `group` is a dataclass whose fields are called like the parameters of the options.
    """
    wanted = [field.name for field in fields(group)]  # type: ignore[arg-type]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def call(**given: Any) -> None:
            given[name] = group(**{field: given.pop(field) for field in wanted})
            command(**given)

        given_by: Command = call
        for option in reversed(options):
            given_by = option(given_by)
        return given_by

    return decorate
