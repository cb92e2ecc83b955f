"""Titles that people gave their matches, and the bin for those that they no longer want.

A log is never changed: titles stand in ``titles.json`` beside the logs, and a match that is
forgotten is moved, with its secret, into the folder ``bin``.
"""

import fcntl
import json
from collections.abc import Mapping
from pathlib import Path

from companion.durable import write_durably
from companion.errors import BadNotation, JournalError, LogInUse, os_reason
from companion.i18n import _

__all__ = ["BIN", "forget", "give_title", "titles"]

TITLES, BIN = "titles.json", "bin"
LONGEST = 60  # characters: one line of a list; chosen, no measurement


def titles(folder: Path) -> Mapping[str, str]:
    """Return the titles by log; a file of titles that cannot be read is as none."""
    try:
        read = json.loads((folder / TITLES).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(read, dict):
        return {}
    # what no line can show is no title: escape codes, half a surrogate pair
    return {log: t for log, t in read.items() if isinstance(t, str) and t.isprintable()}


def give_title(log: Path, title: str) -> None:
    """Give the match of `log` a title; an empty one takes it away.

    Raises BadNotation for a title that is no line of text, JournalError if it cannot be kept.
    """
    title = title.strip()
    if not title.isprintable() or len(title) > LONGEST:
        raise BadNotation(
            _("That cannot be a title."),
            hint=_("Use up to {limit} letters, signs or spaces on one line.").format(limit=LONGEST),
        )
    kept = {**titles(log.parent), log.stem: title}
    if not title:
        del kept[log.stem]
    try:
        write_durably(log.parent / TITLES, json.dumps(kept, ensure_ascii=False, indent=1))
    except OSError as error:
        raise JournalError(
            _("The title cannot be kept in '{folder}': {why}.").format(
                folder=log.parent, why=os_reason(error)
            ),
            hint=_("Free some space, or make that folder writable."),
        ) from error


def forget(log: Path) -> Path:
    """Move the match of `log` into the bin beside it; return where it lies now.

    Raises LogInUse while it is being played, JournalError if it cannot be moved.
    """
    folder = log.parent / BIN
    try:
        with log.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            folder.mkdir(exist_ok=True)
            target = _free(folder, log)
            secret = log.with_suffix(".secret")
            log.rename(target)
            if secret.exists():
                secret.rename(target.with_suffix(".secret"))
    except BlockingIOError as error:
        raise LogInUse(
            _("Another Keypeg is playing '{name}'.").format(name=log.name),
            hint=_("Go on there, or close it first."),
        ) from error
    except OSError as error:
        raise JournalError(
            _("'{name}' cannot be moved into the bin: {why}.").format(
                name=log.name, why=os_reason(error)
            ),
            hint=_("Make that folder writable."),
        ) from error
    return target


def _free(folder: Path, log: Path) -> Path:
    """Return a place in the bin that is free."""
    names = (log.stem + (f"-{number}" if number else "") for number in range(10_000))
    return next(place for name in names if not (place := folder / f"{name}{log.suffix}").exists())
