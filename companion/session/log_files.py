"""The logs there are: where they lie, in which order, and what is in one. Read only.

Logs are numbered in the order in which they were begun, whatever the clock said:
``0017-2026-01-05-hasbro-2.keypeg``.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from platformdirs import user_data_path

from companion.errors import JournalError, LogError
from companion.game.core.events import Entry
from companion.game.record import (
    Header,
    Log,
    parse_ends,
    parse_log,
)
from companion.i18n import _

__all__ = [
    "SUFFIX",
    "bytes_of",
    "games_folder",
    "list_logs",
    "log_order",
    "read_as",
    "read_ends",
    "read_log",
]

SUFFIX = ".keypeg"
LOG_LIMIT = 16 << 20  # bytes; the longest match of a test has 40 kB; chosen 400 times as much
OF_BEFORE = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-")  # names before logs were numbered
NUMBERED = re.compile(r"(\d{4,})-")


def games_folder() -> Path:
    """Where matches are kept unless the user says otherwise; ``KEYPEG_GAMES`` says otherwise."""
    named = os.environ.get("KEYPEG_GAMES")
    return Path(named) if named else user_data_path("keypeg") / "games"


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
            _("The log '{path}' cannot be read: {why}.").format(path=path, why=error.strerror),
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


def log_order(name: str) -> tuple[int, str]:
    """Return what to sort the names of logs by, the oldest first.

    Their number, then the name: those from before logs were numbered are the oldest.
    """
    numbered = None if OF_BEFORE.match(name) else NUMBERED.match(name)
    return (int(numbered[1]) if numbered else 0), name


def list_logs(folder: Path) -> Iterator[Path]:
    """Yield the logs in `folder`, the newest first: by number, not by what a clock said."""
    try:
        logs = (p for p in folder.iterdir() if p.suffix == SUFFIX)
        names = sorted(logs, key=lambda p: log_order(p.stem), reverse=True)
    except FileNotFoundError:
        return
    except OSError as error:
        raise JournalError(
            _("The folder '{folder}' cannot be read: {why}.").format(
                folder=folder, why=error.strerror
            ),
            hint=_("Name another with --games or KEYPEG_GAMES."),
        ) from error
    yield from names
