"""Which logs of a folder were played at which table of a club: those alone are told.

``club-TABLE.json`` beside the logs; a match that was played at home before is nobody's business.
"""

import json
from contextlib import suppress
from pathlib import Path

from companion.club.wire.encoding import bare_line
from companion.club.wire.messages import Head
from companion.durable import write_durably
from companion.errors import KeypegError
from companion.game.log_line import anchor_of
from companion.session.log_files import read_log
from companion.session.log_names import SUFFIX

__all__ = ["Ledger"]

MOST_KEPT = 500  # matches that are told of; an evening has dozens; chosen more than ten times that


class Ledger:
    """The logs of `table` in `folder`, the newest last."""

    def __init__(self, folder: Path, table: str) -> None:
        self._folder = folder
        self._file = folder / f"club-{table}.json"
        self._names = self._load()
        self._heads: dict[str, tuple[int, Head]] = {}

    def note(self, name: str) -> None:
        """Keep that the log `name` is one of this table; what cannot be kept is not told later."""
        if self._names and self._names[-1] == name:
            return
        self._names = [*(n for n in self._names if n != name), name][-MOST_KEPT:]
        with suppress(OSError):
            write_durably(self._file, json.dumps(self._names))

    def heads(self) -> tuple[Head, ...]:
        """Return how far each log goes; one that is gone or damaged is left out."""
        heads = (self._head(name) for name in self._names)
        return tuple(head for head in heads if head)

    def lines(self, match: str) -> list[bytes]:
        """Return the lines of the log of `match` as they are sent; none if there is no such log."""
        for name in reversed(self._names):
            head = self._head(name)
            if head and head.match == match:
                return self._read(name)
        return []

    def _head(self, name: str) -> Head | None:
        """Return how far the log goes; it is read again only when it has grown."""
        try:
            size = self._path(name).stat().st_size
        except OSError:
            return None
        if name not in self._heads or self._heads[name][0] != size:
            lines = self._read(name)
            if len(lines) < 2:
                return None
            head = Head(anchor_of(lines[1]), len(lines), anchor_of(lines[-1]))
            self._heads[name] = size, head
        return self._heads[name][1]

    def _read(self, name: str) -> list[bytes]:
        """Return the whole lines of a log; those of a damaged one are not told."""
        try:
            whole = read_log(self._path(name)).size
            data = self._path(name).read_bytes()[:whole]
        except (OSError, KeypegError):
            return []
        return [bare_line(line) for line in data.split(b"\n")[:-1]]

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"

    def _load(self) -> list[str]:
        try:
            names = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return []
        if not isinstance(names, list):
            return []
        return [n for n in names if isinstance(n, str) and n.isprintable() and "/" not in n]
