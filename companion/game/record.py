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
of version 1 have no `chain`; such a log is read and gone on with as it is, and what is taken back
in it leaves nothing behind.

`by` says how the event was seen. Fields that have their usual value are left out. A line
counts when its newline is there: what follows the last newline was torn off by a power cut
and is dropped; anything else that is wrong is an error that names the line. Line ends and a byte
order mark that another system put in while copying are no damage. The header's form is the same
in every version. A secret is not in a log before it was shown: until then there is its commitment
(`companion.game.core.commit`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import KeypegError, LogError
from companion.game.core.events import Entry, Event
from companion.game.event_fields import event_fields, event_of
from companion.game.log_line import anchor_of, damaged, seal, unseal
from companion.i18n import _, ngettext

__all__ = [
    "VERSION",
    "Header",
    "Log",
    "entry_facts",
    "format_entry",
    "format_header",
    "parse_ends",
    "parse_log",
    "parse_whole_lines",
]

# 2: each line carries the anchor of the one before; by definition of the format, counted up as it
# changes (a standard of ours)
VERSION = 2
UNCHAINED = 1  # the version without anchors, the first (a standard of ours)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


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
    return seal(
        {
            "log": "keypeg",
            "version": header.version,
            "book": header.book,
            "rules": dict(header.rules),
        }
    )


def format_entry(entry: Entry, chain: str = "") -> bytes:
    """Return the line of `entry`, newline included; `chain` is the anchor of the line before."""
    return seal(entry_facts(entry) | ({"chain": chain} if chain else {}))


def entry_facts(entry: Entry) -> dict[str, Any]:
    """Return what the line of `entry` says, without its checksum."""
    return {"seq": entry.seq, "at": entry.at, "by": entry.by, **event_fields(entry.event)}


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


def _parse_header(line: bytes) -> Header:
    if line.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LogError(
            _("This file is UTF-16 text, as some editors save it."),
            hint=_("Save it as UTF-8, or take a copy that is whole."),
        )
    if not line.startswith(b'{"log":"keypeg",'):
        if b'"keypeg"' in line or b'"crc"' in line:
            raise damaged(1, _("it is no header"))
        raise _not_ours()
    record = unseal(line, 1)
    version, book, rules = record.get("version"), record.get("book"), record.get("rules")
    if not isinstance(version, int) or not isinstance(book, str) or not isinstance(rules, dict):
        raise damaged(1, _("its header is not complete"))
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
    record = unseal(line, number)
    follows = record.pop("chain", "")
    if chain is not None and follows != chain:
        raise damaged(number, _("it does not follow the line before it"))
    try:
        seq, at, by = record.pop("seq"), record.pop("at"), record.pop("by")
        event = event_of(record)
    except (KeyError, TypeError, ValueError, RecursionError, KeypegError) as error:
        raise damaged(number, _("it is no event ({error})").format(error=error)) from error
    if seq != number - 1 or not isinstance(at, str) or not isinstance(by, str):
        raise damaged(number, _("it should be event {number}").format(number=number - 1))
    return Entry(seq, at, by, event)
