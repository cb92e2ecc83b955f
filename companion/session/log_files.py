"""What is in a log. Read only."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.errors import LogError, os_reason
from companion.game.core.events import Entry
from companion.game.record import (
    Header,
    Log,
    parse_ends,
    parse_log,
)
from companion.i18n import _

__all__ = ["bytes_of", "read_as", "read_ends", "read_log"]

LOG_LIMIT = 16 << 20  # bytes; the longest match of a test has 40 kB; chosen 400 times as much


T = TypeVar("T")


def read_log(path: Path) -> Log:
    """Read the log at `path`; raise `LogError` with the reason and the file's name."""
    return read_as(path, parse_log)


def read_ends(path: Path) -> tuple[Header, Entry | None, Entry | None]:
    """Read the header, the first and the last event of the log at `path`, as `read_log` does."""
    return read_as(path, parse_ends)


def read_as(path: Path, parse: Callable[[bytes], T]) -> T:
    """Return what `parse` makes of the file at `path`; a `LogError` names the file."""
    try:
        return parse(bytes_of(path))
    except LogError as error:
        raise LogError(f"{path}: {error.message}", hint=error.hint) from error
    except OSError as error:
        raise LogError(
            _("The log '{path}' cannot be read: {why}.").format(path=path, why=os_reason(error)),
            hint=_("'keypeg games' lists the logs there are."),
        ) from error


def bytes_of(path: Path) -> bytes:
    """Return what is in the file; raise `LogError` if it is too large for a log."""
    with path.open("rb") as file:
        data = file.read(LOG_LIMIT + 1)
    if len(data) > LOG_LIMIT:
        raise LogError(
            _("This file is larger than any log of Keypeg."),
            hint=_("Choose another; 'keypeg games' lists them."),
        )
    return data
