"""The log on disk: append, sync, recover. An event is acknowledged when `append` returns.

What is in a log, and how it is written, stands in `companion.game.record`.
"""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Self

from companion.durable import sync_folder
from companion.errors import JournalError, LogError, LogInUse, os_reason
from companion.game.core.events import Entry
from companion.game.log_line import anchor_of
from companion.game.record import (
    UNCHAINED,
    VERSION,
    Header,
    Log,
    format_entry,
    format_header,
    parse_whole_lines,
)
from companion.i18n import _
from companion.session.log_files import bytes_of, read_as, read_log
from companion.session.log_names import SUFFIX, list_logs, log_order
from companion.session.secret_file import Vault

__all__ = ["Journal", "recover"]


def recover(path: Path) -> tuple[Path, Log]:
    """Write the whole lines before the damage in `path` beside it; return where, and what is saved.

    Raises `LogError` if nothing is damaged or nothing is left, `JournalError` if it cannot be
    written. The damaged log stays as it is. The hidden code of the round lies beside both, so that
    the match goes on with it.
    """
    log = read_as(path, parse_whole_lines)
    if not log.dropped:
        raise LogError(
            _("'{path}' is whole: there is nothing to recover.").format(path=path),
            hint=_("See 'keypeg show'."),
        )
    stem = f"{path.stem}-recovered"
    try:
        saved, file = _new_file(path.parent, lambda n: stem + (f"-{n}" if n > 1 else ""))
        try:
            _write_all(file, bytes_of(path)[: log.size])
        finally:
            os.close(file)
        sync_folder(path.parent)
        _keep_secret(path, saved)
    except OSError as error:
        raise _cannot_keep(path.parent, error) from error
    return saved, log


def _keep_secret(damaged: Path, saved: Path) -> None:
    """Keep the secret beside `damaged` beside `saved` too; one that cannot be read is no help."""
    with suppress(LogError):
        if secret := Vault.beside(damaged).load():
            Vault.beside(saved).store(secret)


@dataclass
class Journal:
    """An open log. One process at a time writes it; close it when the match is left.

    `lines` are all lines of the log, also those that could not be written yet: each `append`
    tries them again, at another place if the folder is gone. `anchor` is that of the last line.
    """

    path: Path
    _file: int
    version: int = UNCHAINED
    anchor: str = ""
    lines: list[bytes] = field(default_factory=list)
    _written: int = 0
    _size: int = 0

    @classmethod
    def create(cls, folder: Path, header: Header, at: datetime) -> Self:
        """Begin a log in `folder`, numbered and dated; raise `JournalError` if it cannot be."""
        journal = cls.unborn(folder, header, at)
        journal.flush()
        return journal

    @classmethod
    def unborn(cls, folder: Path, header: Header, at: datetime) -> Self:
        """Return a log that is begun in `folder` as soon as it can be: with `flush` or `append`."""
        line = format_header(replace(header, version=VERSION))
        path = folder / f"{at:%Y-%m-%d}-{header.book}{SUFFIX}"
        return cls(path, -1, VERSION, anchor_of(line), [line])

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
            lines = bytes_of(path).splitlines(keepends=True)
        except BlockingIOError as error:
            os.close(file)
            raise LogInUse(
                _("Another Keypeg is playing '{name}'.").format(name=path.name),
                hint=_("Go on there, or close it first."),
            ) from error
        except LogError:
            os.close(file)
            raise
        return cls(path, file, log.header.version, log.anchor, lines, len(lines), log.size), log

    def kept_lines(self, since: int = 0) -> list[bytes]:
        """Return the lines that are on the disk, from line `since` (0: the header) on."""
        return self.lines[since : self._written]

    @property
    def is_begun(self) -> bool:
        """Whether there is or was a file, to which `path` is the way."""
        return self._written > 0

    def append(self, entry: Entry) -> None:
        """Write `entry` and sync it to the disk.

        Raises `JournalError` if it cannot be kept now; it is then written with the next one.
        """
        line = format_entry(entry, self.anchor if self.version > UNCHAINED else "")
        self.anchor = anchor_of(line)
        self.lines.append(line)
        self.flush()

    def flush(self) -> None:
        """Write what is not written yet; raise `JournalError` if it still cannot be."""
        try:
            if is_new := self._is_gone():
                self._begin_file()
            fresh = b"".join(self.lines[self._written :])
            try:
                _write_all(self._file, fresh)
            except OSError:
                self._cut_off()
                raise
            if is_new:
                sync_folder(self.path.parent)
            self._written, self._size = len(self.lines), self._size + len(fresh)
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

    def _is_gone(self) -> bool:
        """Whether there is no file, or somebody has removed it."""
        return self._file < 0 or os.fstat(self._file).st_nlink == 0

    def _begin_file(self) -> None:
        """Begin the file, numbered if it has no name yet; all lines are then to be written."""
        folder = self.path.parent
        folder.mkdir(parents=True, exist_ok=True)
        if self._file >= 0:
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL
            path, file = self.path, os.open(self.path, flags, 0o644)
            os.close(self._file)
        else:
            first, stem = _next_number(folder), self.path.stem
            path, file = _new_file(folder, lambda n: f"{first + n - 1:04}-{stem}")
        self.path, self._file, self._written, self._size = path, file, 0, 0
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _cut_off(self) -> None:
        """Take back what was written of a line when the disk was full."""
        if os.fstat(self._file).st_size > self._size and self.path.is_file():
            os.ftruncate(self._file, self._size)


def _write_all(file: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]
    os.fdatasync(file)


def _next_number(folder: Path) -> int:
    return 1 + max((log_order(path.stem)[0] for path in list_logs(folder)), default=0)


def _new_file(folder: Path, stem: Callable[[int], str]) -> tuple[Path, int]:
    for number in range(1, 1000):
        path = folder / (stem(number) + SUFFIX)
        try:
            return path, os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            continue
    raise FileExistsError(17, _("a thousand matches begun at once"), str(folder))


def _cannot_keep(where: Path, error: OSError) -> JournalError:
    return JournalError(
        _("The match cannot be kept in '{where}': {why}.").format(
            where=where, why=os_reason(error)
        ),
        hint=_(
            "Free some space or name another folder with --games; the game goes on, "
            "but a power cut would lose it."
        ),
    )
