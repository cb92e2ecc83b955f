"""Where an index is kept: in a file of SQLite, or on a PostgreSQL server by its URL.

Both are given the same SQL: values stand as ``?``, bytes have the type ``bytes``. Who writes is
alone while he does, and what he wrote is on the disk when he is through.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.errors import JournalError
from companion.i18n import _
from companion.optional import require

if TYPE_CHECKING:
    import psycopg

__all__ = ["Database", "Run", "database_at", "is_url"]

Rows = list[tuple[Any, ...]]

BUSY_S = 10.0  # another hub that writes the same index is waited for; a batch takes milliseconds
# SQLite's trouble; of a damaged file its sentence itself may be no UTF-8
DAMAGED = (sqlite3.Error, UnicodeDecodeError)
CONNECT_S = 5  # until a server that does not answer is given up for now; a convention
# the advisory lock of those who write an index: a number that nobody else on the server uses
WRITERS = int.from_bytes(b"keypeg", "big")
URL = re.compile(r"postgres(ql)?://")


class Run(Protocol):
    """Runs a statement within what is written at once."""

    def __call__(self, statement: str, *values: object) -> Rows:
        """Return the rows that `statement` gives."""


class Database(Protocol):
    """The tables of an index. Any thread may use it; it raises `JournalError` when it cannot."""

    def rows(self, query: str, *values: object) -> Rows:
        """Return what `query` gives."""

    def writing(self) -> AbstractContextManager[Run]:
        """Give what runs statements: all of them are done, or none."""

    def close(self) -> None:
        """Close it."""


def is_url(place: str) -> bool:
    """Whether `place` is a server's URL, not a file."""
    return URL.match(place) is not None


def database_at(place: Path | str, tables: tuple[str, ...]) -> Database:
    """Open the database at `place`, a file or a URL; make its `tables` if they are not there.

    Raises `JournalError` if it cannot be opened, `MissingPart` without the package for a server.
    """
    database: Database
    if isinstance(place, str) and is_url(place):
        require("postgres")
        database = _Postgres(place)
    else:
        database = _Sqlite(Path(place))
    with database.writing() as run:
        for table in tables:
            run(table)
    return database


class _Sqlite:
    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                path, timeout=BUSY_S, check_same_thread=False, isolation_level=None
            )
            with suppress(sqlite3.OperationalError):
                self._db.execute("pragma journal_mode = wal")
            # what was acknowledged to the broker is on the disk
            self._db.execute("pragma synchronous = full")
        except (OSError, *DAMAGED) as error:
            raise _cannot(error) from error

    def rows(self, query: str, *values: object) -> Rows:
        with self._lock, _saying(*DAMAGED):
            return self._run(query, *values)

    @contextmanager
    def writing(self) -> Iterator[Run]:
        with self._lock, _saying(*DAMAGED):
            self._db.execute("begin immediate")
            try:
                yield self._run
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                raise
            self._db.execute("commit")

    def _run(self, statement: str, *values: object) -> Rows:
        return self._db.execute(statement.replace(" bytes", " blob"), values).fetchall()

    def close(self) -> None:
        with self._lock:
            self._db.close()


class _Postgres:
    """A server. One that was away is connected to again when it is next needed."""

    def __init__(self, url: str) -> None:
        self._lock = threading.RLock()
        self._url = url
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def rows(self, query: str, *values: object) -> Rows:
        with self._transaction() as run:
            return run(query, *values)

    @contextmanager
    def writing(self) -> Iterator[Run]:
        with self._transaction() as run:
            run("select pg_advisory_xact_lock(?)", WRITERS)
            yield run

    @contextmanager
    def _transaction(self) -> Iterator[Run]:
        import psycopg

        with self._lock, _saying(psycopg.Error):
            connection = self._connected()

            def run(statement: str, *values: object) -> Rows:
                text = statement.replace("?", "%s").replace(" bytes", " bytea")
                done = connection.execute(text.encode(), values)
                return done.fetchall() if done.description else []

            with connection.transaction():
                yield run

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        import psycopg

        if self._connection is None or self._connection.closed:
            try:
                self._connection = psycopg.connect(
                    self._url, autocommit=True, connect_timeout=CONNECT_S
                )
            except psycopg.ProgrammingError as error:
                # what it says holds the URL, and that a password
                raise JournalError(
                    _("The URL of --index cannot be read."),
                    hint=_("Write it as postgresql://USER@HOST/DATABASE."),
                ) from error
        return self._connection

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()


@contextmanager
def _saying(*trouble: type[Exception]) -> Iterator[None]:
    """Say what a database's own error means."""
    try:
        yield
    except trouble as error:
        raise _cannot(error) from error


def _cannot(error: Exception) -> JournalError:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return JournalError(
        _("The index cannot be used: {why}.").format(why=lines[0]),
        hint=_("Free some space, wait for its server, or name another one with --index."),
    )
