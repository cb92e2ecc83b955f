"""The log on disk: append, sync, recover. An event is acknowledged when `append` returns.

What is in a log, and how it is written, stands in `companion.game.record`.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self, TypeVar

from platformdirs import user_data_path

from companion.errors import JournalError, LogError, LogInUse
from companion.game.core.events import Entry
from companion.game.record import Header, Log, format_entry, format_header, parse_ends, parse_log
from companion.i18n import _

__all__ = ["SUFFIX", "Journal", "games_folder", "list_logs", "read_ends", "read_log"]

SUFFIX = ".keypeg"


def games_folder() -> Path:
    """Where matches are kept unless the user says otherwise; ``KEYPEG_GAMES`` says otherwise."""
    named = os.environ.get("KEYPEG_GAMES")
    return Path(named) if named else user_data_path("keypeg") / "games"


T = TypeVar("T")


def read_log(path: Path) -> Log:
    """Read the log at `path`; raise `LogError` with the reason and the file's name."""
    return _read(path, parse_log)


def read_ends(path: Path) -> tuple[Header, Entry | None, Entry | None]:
    """Read the header, the first and the last event of the log at `path`, as `read_log` does."""
    return _read(path, parse_ends)


def _read(path: Path, parse: Callable[[bytes], T]) -> T:
    try:
        return parse(path.read_bytes())
    except LogError as error:
        raise LogError(f"{path}: {error.message}", hint=error.hint) from error
    except OSError as error:
        raise LogError(
            _("The log '{path}' cannot be read: {why}.").format(path=path, why=error.strerror),
            hint=_("'keypeg games' lists the logs there are."),
        ) from error


def list_logs(folder: Path) -> Iterator[Path]:
    """Give the logs in `folder`, the newest first."""
    try:
        logs = (p for p in folder.iterdir() if p.suffix == SUFFIX)
        # by stem: of two matches begun in one second, "…-2" is the newer one
        names = sorted(logs, key=lambda p: p.stem, reverse=True)
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


@dataclass
class Journal:
    """An open log. One process at a time writes it; close it when the match is left."""

    path: Path
    _file: int

    @classmethod
    def create(cls, folder: Path, header: Header, at: datetime) -> Self:
        """Begin a log in `folder`, named by date and book; raise `JournalError` if it cannot be."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path, file = _new_file(folder, f"{at:%Y-%m-%d-%H%M%S}-{header.book}")
            journal = cls(path, file)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            journal._write(format_header(header))
            _sync_folder(folder)
        except OSError as error:
            raise _cannot_keep(folder, error) from error
        return journal

    @classmethod
    def reopen(cls, path: Path) -> tuple[Self, Log]:
        """Open the log at `path` to go on with it; what was torn off its end is cut off."""
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise _cannot_keep(path, error) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            log = read_log(path)
            os.ftruncate(file, log.size)
        except BlockingIOError as error:
            os.close(file)
            raise LogInUse(
                _("Another Keypeg is playing '{name}'.").format(name=path.name),
                hint=_("Go on there, or close it first."),
            ) from error
        except LogError:
            os.close(file)
            raise
        return cls(path, file), log

    def append(self, entry: Entry) -> None:
        """Write `entry` and sync it to the disk; raise `JournalError` if it cannot be kept."""
        try:
            self._write(format_entry(entry))
        except OSError as error:
            raise _cannot_keep(self.path, error) from error

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def discard(self) -> None:
        """Close the log and remove it."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        while left:
            left = left[os.write(self._file, left) :]
        os.fdatasync(self._file)


def _new_file(folder: Path, stem: str) -> tuple[Path, int]:
    for number in range(1, 1000):
        path = folder / (stem + (f"-{number}" if number > 1 else "") + SUFFIX)
        try:
            return path, os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            continue
    raise FileExistsError(17, _("a thousand matches begun in one second"), str(folder))


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _cannot_keep(where: Path, error: OSError) -> JournalError:
    return JournalError(
        _("The match cannot be kept in '{where}': {why}.").format(where=where, why=error.strerror),
        hint=_(
            "Free some space or name another folder with --games; the game goes on, "
            "but a power cut would lose it."
        ),
    )
