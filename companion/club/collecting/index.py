"""The index of a hub: every line of every table's log exactly once, by (table, match, seq).

A line that is there is never replaced: who sends another one in its place is noted as odd. The sum
over all lines says whether two hubs have the same. One process or several may write the same index.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from companion.club.collecting.database import Run, database_at
from companion.club.wire.messages import EventMessage

__all__ = ["Index", "Odd", "Sum", "TableRow"]

TABLES = (
    "create table if not exists line (place text, match text, seq integer, hash text, line bytes,"
    " primary key (place, match, seq))",
    "create table if not exists odd (place text, match text, seq integer, hash text, line bytes,"
    " primary key (place, match, seq, hash))",
    "create table if not exists kept (place text, leaf text, payload bytes,"
    " primary key (place, leaf))",
    "create table if not exists total (one integer primary key, count integer, sum text)",
    "insert into total values (1, 0, '0') on conflict do nothing",
)
# of the sum over all lines; chosen: two indexes have the same by chance once in 10^19
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
    """The lines of all tables at `place`: a file, or the URL of a PostgreSQL server.

    Any thread may use it; each method raises `JournalError` while it cannot be used.
    """

    def __init__(self, place: Path | str) -> None:
        """Open the index, or begin it; raise `JournalError` if it cannot be."""
        self._database = database_at(place, TABLES)
        self._rows = self._database.rows

    def close(self) -> None:
        """Close it."""
        self._database.close()

    def add(self, events: Iterable[EventMessage]) -> int:
        """Keep `events`, on the disk when this returns; return how many were new."""
        with self._database.writing() as run:
            fresh = [event for event in events if _insert(run, event)]
            ((count, total),) = run("select count, sum from total")
            added = (sum(map(_number_of, fresh)) + int(total)) % 2**SUM_BITS
            run("update total set count = ?, sum = ?", count + len(fresh), str(added))
        return len(fresh)

    def keep(self, said: Iterable[tuple[str, str, bytes]]) -> None:
        """Keep what tables said last: (table, leaf, payload)."""
        with self._database.writing() as run:
            for each in said:
                run(
                    "insert into kept values (?, ?, ?) "
                    "on conflict (place, leaf) do update set payload = excluded.payload",
                    *each,
                )

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


def _insert(run: Run, event: EventMessage) -> bool:
    """Keep `event` if its place is free; return whether it was. Another one there is noted."""
    values = (event.table, event.match, event.seq, event.hash, event.line)
    new = "insert into line values (?, ?, ?, ?, ?) on conflict do nothing returning seq"
    if run(new, *values):
        return True
    ((known,),) = run(
        "select hash from line where place = ? and match = ? and seq = ?", *values[:3]
    )
    if known != event.hash:
        run("insert into odd values (?, ?, ?, ?, ?) on conflict do nothing", *values)
    return False


def _number_of(event: EventMessage) -> int:
    """Return a number of a line: its place and its bytes, hashed."""
    text = f"{event.table} {event.match} {event.seq} {event.hash}"
    return int.from_bytes(sha256(text.encode()).digest()[: SUM_BITS // 8], "big")
