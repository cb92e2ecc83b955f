"""The log of a match as text: one JSON object a line, each with a number and a checksum. Pure.

The first line is the header; each next one an event, in the order in which it happened::

    {"log":"keypeg","version":2,"book":"hasbro-2","rules":{},"crc":"84646c7a"}
    {"seq":1,"at":"2026-01-05T19:30:00.000Z","by":"keyboard","do":"seated","players":["Ada","Ben"],"rounds":2,"way":"kept","first":"Ada","chain":"136899dad8e6118c","crc":"677e0548"}
    {"seq":2,"at":"2026-01-05T19:30:20.000Z","by":"keyboard","do":"set","owners":["Ada"],"chain":"c52eee02be702c84","crc":"859855f8"}
    {"seq":3,"at":"2026-01-05T19:31:00.000Z","by":"keyboard","do":"guess","player":"Ben","row":"pryb","chain":"c284e930b74c2eb4","crc":"b79fefa3"}
    {"seq":4,"at":"2026-01-05T19:31:09.000Z","by":"keyboard","do":"answer","player":"Ada","keys":"1b2w","chain":"b83143218fc141fa","crc":"875040bf"}

`crc` is the CRC-32 (zlib) of the line's bytes before ``,"crc"``, in 8 lower-case hex digits: it
finds a line that was damaged. `chain` is the anchor of the line before, the first 16 hex digits of
the SHA-256 of its bytes without the newline: who rewrites a line changes all anchors after it, so
that a log no longer fits the anchor that was printed, or photographed with the score card. Lines
of version 1 have no `chain`; such a log is read and gone on with as it is.

`by` says how the event was seen. Fields that have their usual value are left out. A line
counts when its newline is there: what follows the last newline was torn off by a power cut
and is dropped; anything else that is wrong is an error that names the line. Line ends and a byte
order mark that another system put in while copying are no damage. The header's form is the same
in every version. A secret is not in a log before it was shown: until then there is its commitment
(`companion.game.core.commit`).
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from hashlib import sha256
from typing import Any, get_type_hints

from companion.errors import KeypegError, LogError
from companion.game.core import events
from companion.game.core.codes import Keys, format_keys, parse_keys
from companion.game.core.events import Change, Entry, Event, Way
from companion.i18n import _, ngettext

__all__ = [
    "VERSION",
    "Header",
    "Log",
    "anchor_of",
    "entry_facts",
    "format_anchor",
    "format_entry",
    "format_header",
    "parse_ends",
    "parse_log",
    "parse_whole_lines",
]

VERSION = 2  # 2: each line carries the anchor of the one before
UNCHAINED = 1
ANCHOR_DIGITS = 16  # hex: 64 bits, too many to find another line for, few enough to be read out
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

NAMES: dict[str, type] = {
    "seated": events.Seated,
    "set": events.CodeSet,
    "guess": events.Guessed,
    "answer": events.Answered,
    "call": events.Called,
    "judge": events.Judged,
    "pass": events.Passed,
    "show": events.CodeShown,
    "void": events.Voided,
    "deal": events.Dealt,
    "draw": events.Drawn,
    "claim": events.Claimed,
    "open": events.Opened,
    "place": events.Placed,
    "row": events.RowShown,
    "end": events.Ended,
    "take back": events.TakenBack,
    "correct": events.Corrected,
}
_DO = {event: name for name, event in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Header:
    """Which game a log is of: the rulebook's name and the house rules as they were given."""

    book: str
    rules: Mapping[str, str] = field(default_factory=dict)
    version: int = field(default=UNCHAINED, compare=False)


@dataclass(frozen=True, slots=True)
class Log:
    """What a log holds. `dropped` says what was torn off at its end; `size` is what is whole.

    `anchors[n]` is the anchor after event n; that of the header is ``anchors[0]``.
    """

    header: Header
    entries: tuple[Entry, ...]
    dropped: str = ""
    size: int = 0
    anchors: tuple[str, ...] = field(default=(), compare=False)

    @property
    def anchor(self) -> str:
        """Return what the whole log hashes to, as its last line has it."""
        return self.anchors[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events alone, in order."""
        return tuple(entry.event for entry in self.entries)


def format_header(header: Header) -> bytes:
    """Write the first line."""
    return _seal(
        {
            "log": "keypeg",
            "version": header.version,
            "book": header.book,
            "rules": dict(header.rules),
        }
    )


def format_entry(entry: Entry, chain: str = "") -> bytes:
    """Return the line of `entry`, newline included; `chain` is the anchor of the line before."""
    return _seal(entry_facts(entry) | ({"chain": chain} if chain else {}))


def anchor_of(line: bytes) -> str:
    """Return the anchor of a line: the beginning of its SHA-256, in hex."""
    return sha256(line.rstrip(b"\r\n")).hexdigest()[:ANCHOR_DIGITS]


def format_anchor(anchor: str) -> str:
    """Return an anchor as it is printed and read out: ``"c3ab 8ff1 3720 e8ad"``."""
    return " ".join(anchor[i : i + 4] for i in range(0, len(anchor), 4))


def entry_facts(entry: Entry) -> dict[str, Any]:
    """Return what the line of `entry` says, without its checksum."""
    return {"seq": entry.seq, "at": entry.at, "by": entry.by, **_plain(entry.event)}


def parse_log(data: bytes) -> Log:
    """Read a whole log.

    Raises `LogError` if it is empty, not a log, of a newer version, or damaged; the message
    names the line. Only a last line without its newline is dropped, and said.
    """
    log, error = _read_lines(data)
    if error:
        raise error
    return log


def parse_whole_lines(data: bytes) -> Log:
    """Return what stands before the first damaged line; `dropped` says what is damaged.

    Raises `LogError` if already the header is damaged.
    """
    log, error = _read_lines(data)
    return replace(log, dropped=error.message) if error else log


def _read_lines(data: bytes) -> tuple[Log, LogError | None]:
    """Return the lines up to the first that is damaged, and the error that this one is."""
    lines = _lines(data)
    first = next(lines, None)
    if first is None:
        raise _no_header(data.removeprefix(BYTE_ORDER_MARK))
    header = _parse_header(first[0])
    entries, anchors, end = [], [anchor_of(first[0])], first[1]
    for number, (line, after) in enumerate(lines, start=2):
        try:
            entries.append(_parse_entry(line, number, _chain(header, anchors)))
        except LogError as error:
            return Log(header, tuple(entries), "", end, tuple(anchors)), error
        anchors.append(anchor_of(line))
        end = after
    torn, dropped = len(data) - end, ""
    if torn:
        dropped = ngettext(
            "Line {number} broke off after {wanted} byte and is dropped.",
            "Line {number} broke off after {wanted} bytes and is dropped.",
            torn,
        ).format(number=len(entries) + 2, wanted=torn)
    return Log(header, tuple(entries), dropped, end, tuple(anchors)), None


def _lines(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield each whole line, without its end and a byte order mark, and where the next begins."""
    start = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    while (end := data.find(b"\n", start)) >= 0:
        yield data[start:end].removesuffix(b"\r"), end + 1
        start = end + 1


def _chain(header: Header, anchors: list[str]) -> str:
    return anchors[-1] if header.version > UNCHAINED else ""


def parse_ends(data: bytes) -> tuple[Header, Entry | None, Entry | None]:
    """Read the header, the first event and the last one alone: what a list of matches needs.

    Raises `LogError` as `parse_log` does, for these three lines.
    """
    lines = data.count(b"\n")
    whole = (line for line, _ in _lines(data))
    head = next(whole, None)
    if head is None:
        raise _no_header(data.removeprefix(BYTE_ORDER_MARK))
    header = _parse_header(head)
    if lines == 1:
        return header, None, None
    kept = data[: data.rindex(b"\n")]
    last = kept[kept.rindex(b"\n") + 1 :].removesuffix(b"\r")
    return header, _parse_entry(next(whole), 2, None), _parse_entry(last, lines, None)


def _no_header(data: bytes) -> LogError:
    if not data:
        return LogError(
            _("The log is empty."), hint=_("Choose another file; 'keypeg games' lists them.")
        )
    if data.startswith(b'{"log":"keypeg"'[: len(data)]):
        return LogError(
            _("The log breaks off in line 1, its header: nothing of the match is left."),
            hint=_("Begin a new match."),
        )
    return _not_ours()


def _not_ours() -> LogError:
    return LogError(
        _("This file is not a log of Keypeg."), hint=_("Choose another; 'keypeg games' lists them.")
    )


def _seal(record: Mapping[str, Any]) -> bytes:
    body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))[:-1].encode()
    return b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body))


def _unseal(line: bytes, number: int) -> dict[str, Any]:
    body, mark, end = line.rpartition(b',"crc":"')
    if not mark or end != b'%08x"}' % zlib.crc32(body):
        raise _damaged(number, _("its checksum does not fit"))
    try:
        record = json.loads(body + b"}")
    except (ValueError, RecursionError) as error:
        raise _damaged(number, _("it is not JSON")) from error
    if not isinstance(record, dict):
        raise _damaged(number, _("it is not an object"))
    return record


def _damaged(number: int, why: str) -> LogError:
    return LogError(
        _("Line {number} of the log is damaged or was edited: {why}.").format(
            number=number, why=why
        ),
        hint=_("What stands before that line is still right: 'keypeg recover' saves it."),
    )


def _parse_header(line: bytes) -> Header:
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LogError(
            _("This file is UTF-16 text, as some editors save it."),
            hint=_("Save it as UTF-8, or take a copy that is whole."),
        )
    if not line.startswith(b'{"log":"keypeg",'):
        if b'"keypeg"' in line or b'"crc"' in line:
            raise _damaged(1, _("it is no header"))
        raise _not_ours()
    record = _unseal(line, 1)
    version, book, rules = record.get("version"), record.get("book"), record.get("rules")
    if not isinstance(version, int) or not isinstance(book, str) or not isinstance(rules, dict):
        raise _damaged(1, _("its header is not complete"))
    if version > VERSION:
        raise LogError(
            _("The log is of version {version}; this Keypeg reads up to {known}.").format(
                version=version, known=VERSION
            ),
            hint=_("Install a newer Keypeg."),
        )
    return Header(book, {str(k): str(v) for k, v in rules.items()}, version)


def _parse_entry(line: bytes, number: int, chain: str | None) -> Entry:
    """Return the event in a line; `chain` is what it must follow ("" none, None unknown)."""
    record = _unseal(line, number)
    follows = record.pop("chain", "")
    if chain is not None and follows != chain:
        raise _damaged(number, _("it does not follow the line before it"))
    try:
        seq, at, by = record.pop("seq"), record.pop("at"), record.pop("by")
        event = _event(record)
    except (KeyError, TypeError, ValueError, RecursionError, KeypegError) as error:
        raise _damaged(number, _("it is no event ({error})").format(error=error)) from error
    if seq != number - 1 or not isinstance(at, str) or not isinstance(by, str):
        raise _damaged(number, _("it should be event {number}").format(number=number - 1))
    return Entry(seq, at, by, event)


def _plain(event: Event) -> dict[str, Any]:
    kept = {f.name: getattr(event, f.name) for f in fields(event)}
    usual = {f.name: f.default for f in fields(event) if f.default is not MISSING}
    return {"do": _DO[type(event)]} | {
        name: _plain_value(value)
        for name, value in kept.items()
        if name not in usual or value != usual[name]
    }


def _plain_value(value: Any) -> Any:
    match value:
        case Keys():
            return format_keys(value)
        case Change():
            return {"seq": value.seq, **_plain(value.event)}
        case tuple():
            return [_plain_value(v) for v in value]
        case _:
            return value


def _event(record: dict[str, Any]) -> Event:
    kind = NAMES[record.pop("do")]
    hints = _hints(kind)
    if unknown := set(record) - set(hints):
        raise ValueError(_("unknown field {name!r}").format(name=sorted(unknown)[0]))
    event: Event = kind(**{name: _value(hints[name], v) for name, v in record.items()})
    return event


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(hint: Any, value: Any) -> Any:
    if hint is Keys:
        return parse_keys(_checked(str, value))
    if hint is Way:
        return Way(value)
    if hint in (str, int, bool):
        return _checked(hint, value)
    if hint == tuple[Change, ...]:
        return tuple(_change(v) for v in _checked(list, value))
    item = int if hint == tuple[int, ...] else str
    return tuple(_checked(item, v) for v in _checked(list, value))


def _change(value: Any) -> Change:
    record = dict(_checked(dict, value))
    seq = _checked(int, record.pop("seq"))
    event = _event(record)
    if isinstance(event, events.TakenBack | events.Corrected):
        raise ValueError(_("a correction of a correction"))
    return Change(seq, event)


def _checked(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
