"""Where the logs lie, what they are called, and in which order: known without reading one.

Logs are numbered in the order in which they were begun, whatever the clock said:
``0017-2026-01-05-hasbro-2.keypeg``.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_data_path

from companion.errors import JournalError, os_reason
from companion.i18n import _

__all__ = ["SUFFIX", "games_folder", "list_logs", "log_order"]

SUFFIX = ".keypeg"
OF_BEFORE = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-")  # names before logs were numbered
NUMBERED = re.compile(r"(\d{4,})-")


def games_folder() -> Path:
    """Where matches are kept unless the user says otherwise; ``KEYPEG_GAMES`` says otherwise."""
    named = os.environ.get("KEYPEG_GAMES")
    return Path(named) if named else user_data_path("keypeg") / "games"


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
                folder=folder, why=os_reason(error)
            ),
            hint=_("Name another with --games or KEYPEG_GAMES."),
        ) from error
    yield from names
