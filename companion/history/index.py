"""An index beside the logs: a summary of each, so that thousands are listed in a moment.

It is a cache in SQLite: a log that is new, or whose size or time has changed, is read anew; the
index is thrown away when it is damaged or was written by another version. Where the folder cannot
be written, all logs are read each time.
"""

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path

from companion.history.summary import MatchSummary
from companion.session.log_names import SUFFIX, log_order

__all__ = ["INDEX", "summaries"]

INDEX = "index.sqlite3"
# of what a summary holds and how it is kept; raise it with any change to either; counted from 1, a
# standard of ours
VERSION = 5
BUSY_S = 2.0  # another program that writes the index is waited for; it takes milliseconds
# what SQLite says of a damaged file: its sentence itself may be no UTF-8
DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)
FEW = 500  # logs that are asked for by name, not all read; SQLite takes 999 names in a question
# `crc` is of `facts` in UTF-8: SQLite does not notice a bit that has changed
TABLE = """create table if not exists match (
    log text primary key, modified_ns integer, size integer, crc integer, facts text
)"""
# what tells that a log has changed: its time, in nanoseconds, and its size
Stamp = tuple[int, int]
KEPT = "select log, modified_ns, size, crc, facts from match"


def summaries(
    folder: Path,
    *,
    newest: int | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> list[MatchSummary]:
    """Return a summary of every log in `folder`, or of so many of the `newest`; the newest first.

    `progress(done, total)` is told while logs are read that are not in the index yet. A log that
    cannot be read has a summary too, with its `error`. Of others than these nothing is looked at.
    """
    logs = _logs(folder)
    wanted = sorted(logs, key=log_order, reverse=True)[:newest]
    stamps = _stamps(logs[log] for log in wanted)
    with closing(_open(folder)) as index:
        kept = _kept(index, None if newest is None else wanted)
        facts = {log: text for log, stamp, text in kept if stamps.get(log) == stamp}
        fresh = _read(folder, [log for log in stamps if log not in facts], progress)
        facts |= fresh
        gone = [log for log, *_ in kept if log not in logs]
        _store(index, [(log, stamps[log], text) for log, text in fresh.items()], gone)
    # one long text is read faster than many short ones
    plain = json.loads("[" + ",".join([facts[log] for log in stamps]) + "]")
    return [MatchSummary.from_plain(each) for each in plain]


def _logs(folder: Path) -> dict[str, os.DirEntry[str]]:
    """Return all logs in `folder`, which may be missing, by name."""
    try:
        with os.scandir(folder) as entries:
            return {e.name.removesuffix(SUFFIX): e for e in entries if e.name.endswith(SUFFIX)}
    except FileNotFoundError:
        return {}


def _stamps(logs: Iterable[os.DirEntry[str]]) -> dict[str, Stamp]:
    """Return the stamp of each by name, in their order, without those that have gone meanwhile."""
    found = {}
    for log in logs:
        with suppress(FileNotFoundError):
            stat = log.stat()
            found[log.name.removesuffix(SUFFIX)] = stat.st_mtime_ns, stat.st_size
    return found


def _read(folder: Path, new: list[str], progress: Callable[[int, int], None]) -> dict[str, str]:
    """Return of each log in `new` the facts that the index holds, by name."""
    if not new:
        return {}
    # the rules of all games, which nobody needs who only looks into the index
    from companion.history.reading import read_summary

    facts = {}
    for done, log in enumerate(new, start=1):
        facts[log] = json.dumps(read_summary(folder, log))
        progress(done, len(new))
    return facts


def _open(folder: Path) -> sqlite3.Connection:
    place = folder / INDEX
    for _attempt in range(2):
        try:
            index = sqlite3.connect(place, timeout=BUSY_S)
            if index.execute("pragma user_version").fetchone()[0] != VERSION:
                index.execute("drop table if exists match")
                index.execute(f"pragma user_version = {VERSION}")
            index.execute(TABLE)
        except DAMAGED as error:
            if isinstance(error, sqlite3.OperationalError):
                break  # no such folder, not to be written, or busy for too long
            with suppress(OSError):
                place.unlink()  # it is no index: made anew
        else:
            return index
    index = sqlite3.connect(":memory:")
    index.execute(TABLE)
    return index


def _kept(index: sqlite3.Connection, wanted: list[str] | None) -> list[tuple[str, Stamp, str]]:
    """Return name, stamp and facts of each of `wanted`, or of all, whose facts are whole."""
    question, names = KEPT, wanted or []
    if wanted is not None and len(wanted) <= FEW:
        question += f" where log in ({','.join('?' * len(names))})"
    else:
        names = []
    try:
        rows = index.execute(question, names).fetchall()
    except DAMAGED:
        return []
    return [
        (log, (modified_ns, size), facts)
        for log, modified_ns, size, crc, facts in rows
        if isinstance(facts, str) and zlib.crc32(facts.encode()) == crc
    ]


def _store(
    index: sqlite3.Connection, read: Iterable[tuple[str, Stamp, str]], gone: Iterable[str]
) -> None:
    """Keep what was read; that it cannot be kept costs time, nothing else."""
    rows = [(log, *stamp, zlib.crc32(facts.encode()), facts) for log, stamp, facts in read]
    with suppress(*DAMAGED), index:
        index.executemany("insert or replace into match values (?, ?, ?, ?, ?)", rows)
        index.executemany("delete from match where log = ?", [(log,) for log in gone])
