"""The index of a hub: every line of every table's log exactly once, by (table, match, seq).

A line that is there is never replaced: who sends another one in its place is noted as odd. The sum
over all lines says whether two hubs have the same. One process or several may write the same file.
"""

import sqlite3
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from companion.club.wire.messages import EventMessage
from companion.errors import JournalError
from companion.i18n import _

__all__ = ["Index", "Odd", "Sum", "TableRow"]

BUSY_S = 10.0  # another hub that writes the same index is waited for; a batch takes milliseconds
TABLES = """
create table if not exists line (
    place text, match text, seq integer, hash text, line blob, primary key (place, match, seq)
) without rowid;
create table if not exists odd (
    place text, match text, seq integer, hash text, line blob,
    primary key (place, match, seq, hash)
);
create table if not exists kept (
    place text, leaf text, payload blob, primary key (place, leaf)
);
create table if not exists total (one integer primary key, count integer, sum text);
insert or ignore into total values (1, 0, '0');
"""
SUM_BITS = 64


@dataclass(frozen=True, slots=True)
class Sum:
    """How many lines an index has, and a sum over them in which their order does not matter."""

    count: int
    sum: int

    def __str__(self) -> str:
        return f"{self.count}:{self.sum:016x}"


@dataclass(frozen=True, slots=True)
class Odd:
    """A line that came for a place that another has: a log was rewritten, or played on twice."""

    table: str
    match: str
    seq: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """What a table said last, by leaf, as it was sent; nothing where it said nothing yet."""

    table: str
    said: dict[str, bytes]


class Index:
    """The lines of all tables in the file at `path`. Any thread may use it."""

    def __init__(self, path: Path) -> None:
        """Open the index, or begin it; raise `JournalError` if it cannot be."""
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                path, timeout=BUSY_S, check_same_thread=False, isolation_level=None
            )
            with suppress(sqlite3.OperationalError):
                self._db.execute("pragma journal_mode = wal")
            # what was acknowledged to the broker is on the disk
            self._db.execute("pragma synchronous = full")
            self._db.executescript(TABLES)
        except (OSError, sqlite3.Error) as error:
            raise _cannot_open(path, error) from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def add(self, events: Iterable[EventMessage]) -> int:
        """Keep `events`, on the disk when this returns; return how many were new."""
        with self._lock:
            self._db.execute("begin immediate")
            try:
                fresh = [event for event in events if self._insert(event)]
                self._count(fresh)
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")
        return len(fresh)

    def keep(self, said: Iterable[tuple[str, str, bytes]]) -> None:
        """Keep what tables said last: (table, leaf, payload)."""
        with self._lock:
            self._db.execute("begin immediate")
            self._db.executemany(
                "insert into kept values (?, ?, ?) "
                "on conflict (place, leaf) do update set payload = excluded.payload",
                said,
            )
            self._db.execute("commit")

    def missing(self, table: str, match: str, lines: int) -> list[tuple[int, int]]:
        """Return which of the first `lines` lines are not here, as (first, last) of each gap."""
        rows = self._rows(
            "select seq from line where place = ? and match = ? and seq < ? order by seq",
            table,
            match,
            lines,
        )
        gaps, after = [], 0
        for (seq,) in [*rows, (lines,)]:
            if seq > after:
                gaps.append((after, seq - 1))
            after = seq + 1
        return gaps

    def log(self, table: str, match: str) -> bytes:
        """Return the log of a match up to the first line that is not here."""
        rows = self._rows(
            "select seq, line from line where place = ? and match = ? order by seq", table, match
        )
        whole = [line for number, (seq, line) in enumerate(rows) if seq == number]
        return b"".join(line + b"\n" for line in whole)

    def matches(self, table: str | None = None) -> list[tuple[str, str, int]]:
        """Return (table, match, lines) of every match, or of those of `table`."""
        where, values = (" where place = ?", (table,)) if table else ("", ())
        return self._rows(
            f"select place, match, count(*) from line{where} group by place, match",  # noqa: S608
            *values,
        )

    def tables(self) -> list[TableRow]:
        """Return what each table said last, by its name."""
        found: dict[str, dict[str, bytes]] = {}
        for table, leaf, payload in self._rows("select place, leaf, payload from kept"):
            found.setdefault(table, {})[leaf] = payload
        return [TableRow(table, said) for table, said in sorted(found.items())]

    def odd(self) -> list[Odd]:
        """Return the lines that came for a place that another line has."""
        return [Odd(*row) for row in self._rows("select place, match, seq from odd")]

    def total(self) -> Sum:
        """Return how many lines are here, and their sum."""
        ((count, total),) = self._rows("select count, sum from total")
        return Sum(count, int(total))

    def _insert(self, event: EventMessage) -> bool:
        values = (event.table, event.match, event.seq, event.hash, event.line)
        done = self._db.execute("insert or ignore into line values (?, ?, ?, ?, ?)", values)
        if done.rowcount:
            return True
        ((known,),) = self._db.execute(
            "select hash from line where place = ? and match = ? and seq = ?", values[:3]
        ).fetchall()
        if known != event.hash:
            self._db.execute("insert or ignore into odd values (?, ?, ?, ?, ?)", values)
        return False

    def _count(self, fresh: list[EventMessage]) -> None:
        ((count, total),) = self._db.execute("select count, sum from total").fetchall()
        added = sum(map(_number_of, fresh)) + int(total)
        self._db.execute(
            "update total set count = ?, sum = ?", (count + len(fresh), str(added % 2**SUM_BITS))
        )

    def _rows(self, query: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        with self._lock:
            return self._db.execute(query, values).fetchall()


def _number_of(event: EventMessage) -> int:
    """Return a number of a line: its place and its bytes, hashed."""
    text = f"{event.table} {event.match} {event.seq} {event.hash}"
    return int.from_bytes(sha256(text.encode()).digest()[: SUM_BITS // 8], "big")


def _cannot_open(path: Path, error: Exception) -> JournalError:
    return JournalError(
        _("The index '{path}' cannot be opened: {why}.").format(path=path, why=error),
        hint=_("Free some space, or name another file with --index."),
    )
