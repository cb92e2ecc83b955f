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
# of what a summary holds; raise it with any change to MatchSummary; counted from 1, a standard of
# ours
VERSION = 3
SUM = 8  # hexadecimal digits of the CRC-32 before each summary, by its definition
BUSY_S = 2.0  # another program that writes the index is waited for; it takes milliseconds
# what SQLite says of a damaged file: its sentence itself may be no UTF-8
DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)
FEW = 500  # logs that are asked for by name, not all read; SQLite takes 999 names in a question
TABLE = "create table if not exists match (log text primary key, stamp text, facts text)"


def summaries(
    folder: Path,
    *,
    newest: int | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> list[MatchSummary]:
    """Return a summary of every log in `folder`, or of so many of the `newest`; the newest first.

    `progress(done, total)` is told while logs are read that are not in the index yet. A log that
    cannot be read has a summary too, with its `error`.
    """
    stamps = _stamps(folder)
    wanted = sorted(stamps, key=log_order, reverse=True)[:newest]
    with closing(_open(folder)) as index:
        known = dict(_rows(index, "select log, stamp from match"))
        facts = {log: text for log, text in _facts(index, wanted) if _is_whole(text)}
        damaged = {log for log in wanted if log not in facts}
        new = [log for log, stamp in stamps.items() if known.get(log) != stamp or log in damaged]
        fresh = _read(folder, new, stamps, progress)
        _store(index, fresh, known.keys() - stamps)
    facts |= {log: text for log, _stamp, text in fresh}
    # one long text is read faster than many short ones
    plain = json.loads("[" + ",".join([facts[log][SUM:] for log in wanted]) + "]")
    return [MatchSummary.from_plain(each) for each in plain]


def _read(
    folder: Path, new: list[str], stamps: dict[str, str], progress: Callable[[int, int], None]
) -> list[tuple[str, str, str]]:
    """Return of each log in `new` what the index holds: its name, stamp and facts."""
    if not new:
        return []
    # the rules of all games, which nobody needs who only looks into the index
    from companion.history.reading import read_summary

    fresh = []
    for done, log in enumerate(new, start=1):
        fresh.append((log, stamps[log], _summed(json.dumps(read_summary(folder, log)))))
        progress(done, len(new))
    return fresh


def _summed(plain: str) -> str:
    return f"{zlib.crc32(plain.encode()):0{SUM}x}{plain}"


def _is_whole(text: object) -> bool:
    """Say whether it is what `_summed` gave: SQLite does not notice a bit that has changed."""
    return isinstance(text, str) and text == _summed(text[SUM:])


def _stamps(folder: Path) -> dict[str, str]:
    """Return what tells that a log has changed: its time and its size, by name."""
    found = {}
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX):
                stat = entry.stat()
                found[entry.name.removesuffix(SUFFIX)] = f"{stat.st_mtime_ns} {stat.st_size}"
    return found


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


def _rows(index: sqlite3.Connection, query: str, *values: object) -> list[tuple[str, str]]:
    try:
        return index.execute(query, values).fetchall()
    except DAMAGED:
        return []


def _facts(index: sqlite3.Connection, wanted: list[str]) -> list[tuple[str, str]]:
    if len(wanted) > FEW:
        return _rows(index, "select log, facts from match")
    marks = ",".join("?" * len(wanted))
    return _rows(index, f"select log, facts from match where log in ({marks})", *wanted)  # noqa: S608


def _store(
    index: sqlite3.Connection, read: list[tuple[str, str, str]], gone: Iterable[str]
) -> None:
    """Keep what was read; that it cannot be kept costs time, nothing else."""
    with suppress(*DAMAGED), index:
        index.executemany("insert or replace into match values (?, ?, ?)", read)
        index.executemany("delete from match where log = ?", [(log,) for log in gone])
