"""The messages of a table as values: written as JSON, read again only when they are whole. Pure.

An event carries the line of the log, value for value, and its anchor. Written anew the line must
hash to that anchor, so who reads an event has the bytes that are on the table's own disk::

    {"v":1,"table":"window","match":"c52eee02be702c84","seq":3,"hash":"b83143218fc141fa",
     "event":{"seq":3,"at":"2026-01-05T19:31:00.000Z","by":"keyboard","do":"guess", ...}}

A match is named by the anchor of its first event, wherever its log is gone on with. `seq` 0 is the
log's header. The JSON schemas of all messages stand in ``docs/asyncapi.json``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from companion.club.wire.encoding import (
    bytes_of,
    is_anchor,
    is_number,
    line_of,
    no_message,
    record_of,
)
from companion.game.log_line import anchor_of

__all__ = [
    "Ack",
    "Ask",
    "Command",
    "EventMessage",
    "Head",
    "Heads",
    "Status",
]

STATES = ("online", "offline", "left")


@dataclass(frozen=True, slots=True)
class EventMessage:
    """One line of a log, without its newline, and whose it is."""

    table: str
    match: str
    seq: int
    line: bytes

    @property
    def hash(self) -> str:
        """The anchor after this line."""
        return anchor_of(self.line)

    @property
    def record(self) -> dict[str, Any]:
        """What the line says."""
        said: dict[str, Any] = json.loads(self.line)
        return said

    def to_bytes(self) -> bytes:
        """Write the message; the line stands in it byte for byte."""
        head = bytes_of(
            {"v": 1, "table": self.table, "match": self.match, "seq": self.seq, "hash": self.hash}
        )
        return head[:-1] + b',"event":' + self.line + b"}"

    @classmethod
    def from_bytes(cls, payload: bytes) -> Self:
        """Read what `to_bytes` wrote; raise `BadNotation` if it is something else."""
        said = record_of(payload)
        table, match, seq, given, event = (
            said.get(name) for name in ("table", "match", "seq", "hash", "event")
        )
        if not (isinstance(table, str) and is_anchor(match) and isinstance(event, dict)):
            raise no_message("event")
        line = line_of(event)
        number = event.get("seq", 0 if event.get("log") == "keypeg" else None)
        if not is_number(seq) or number != seq or anchor_of(line) != given:
            raise no_message("event")
        assert isinstance(seq, int)
        assert isinstance(match, str)
        if seq == 1 and match != given:
            raise no_message("event")
        return cls(table, match, seq, line)


@dataclass(frozen=True, slots=True)
class Status:
    """Whether a table is heard: online, offline (its last will), or left in order."""

    table: str
    state: str

    def to_bytes(self) -> bytes:
        """Write the message."""
        return bytes_of({"v": 1, "table": self.table, "state": self.state})

    @classmethod
    def from_bytes(cls, payload: bytes) -> Self:
        """Read what `to_bytes` wrote; raise `BadNotation` if it is something else."""
        said = record_of(payload)
        if said.get("state") not in STATES or not isinstance(said.get("table"), str):
            raise no_message("status")
        return cls(said["table"], said["state"])


@dataclass(frozen=True, slots=True)
class Head:
    """How far the log of a match goes: `lines` with its header, and the anchor of the last."""

    match: str
    lines: int
    hash: str


@dataclass(frozen=True, slots=True)
class Heads:
    """The matches whose logs a table has, the newest last."""

    table: str
    heads: tuple[Head, ...] = ()

    def to_bytes(self) -> bytes:
        """Write the message."""
        heads = [{"match": h.match, "lines": h.lines, "hash": h.hash} for h in self.heads]
        return bytes_of({"v": 1, "table": self.table, "matches": heads})

    @classmethod
    def from_bytes(cls, payload: bytes) -> Self:
        """Read what `to_bytes` wrote; raise `BadNotation` if it is something else."""
        said = record_of(payload)
        table, listed = said.get("table"), said.get("matches")
        if not isinstance(table, str) or not isinstance(listed, list):
            raise no_message("matches")
        return cls(table, tuple(_head(each) for each in listed))


def _head(plain: object) -> Head:
    if not isinstance(plain, dict):
        raise no_message("matches")
    match, lines, last = plain.get("match"), plain.get("lines"), plain.get("hash")
    if not is_anchor(match) or not is_number(lines) or not is_anchor(last):
        raise no_message("matches")
    assert isinstance(match, str)
    assert isinstance(lines, int)
    assert isinstance(last, str)
    return Head(match, lines, last)


@dataclass(frozen=True, slots=True)
class Ask:
    """A hub asks for lines `first` to `last` of a match, both included, once more."""

    match: str
    first: int
    last: int

    def to_bytes(self) -> bytes:
        """Write the message."""
        return bytes_of({"v": 1, "match": self.match, "first": self.first, "last": self.last})

    @classmethod
    def from_bytes(cls, payload: bytes) -> Self:
        """Read what `to_bytes` wrote; raise `BadNotation` if it is something else."""
        said = record_of(payload)
        match, first, last = said.get("match"), said.get("first"), said.get("last")
        if not is_anchor(match) or not is_number(first) or not is_number(last):
            raise no_message("ask")
        assert isinstance(match, str)
        assert isinstance(first, int)
        assert isinstance(last, int)
        return cls(match, first, last)


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is to be done at a table: a word of `do`, and what goes with it.

    `id` is the sender's own, so that the same one twice is done once; `seq`, if it is there, is the
    newest event that the sender knew: a table that is further does nothing.
    """

    id: str
    do: str
    seq: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Write the message."""
        known = {} if self.seq is None else {"seq": self.seq}
        return bytes_of({"v": 1, "id": self.id, "do": self.do, **known, **self.more})

    @classmethod
    def from_bytes(cls, payload: bytes) -> Self:
        """Read what `to_bytes` wrote; raise `BadNotation` if it is something else."""
        said = record_of(payload)
        more = {name: said[name] for name in said if name not in ("v", "id", "do", "seq")}
        number, do, seq = said.get("id"), said.get("do"), said.get("seq")
        if not isinstance(number, str) or not 0 < len(number) <= 64 or not isinstance(do, str):
            raise no_message("do")
        if seq is not None and not is_number(seq):
            raise no_message("do")
        return cls(number, do, seq, more)


@dataclass(frozen=True, slots=True)
class Ack:
    """A command was taken in, or refused for a reason that is `said`."""

    table: str
    id: str
    ok: bool
    said: str = ""

    def to_bytes(self) -> bytes:
        """Write the message."""
        return bytes_of(
            {"v": 1, "table": self.table, "id": self.id, "ok": self.ok, "said": self.said}
        )

    @classmethod
    def from_bytes(cls, payload: bytes) -> Self:
        """Read what `to_bytes` wrote; raise `BadNotation` if it is something else."""
        said = record_of(payload)
        table, number, ok, why = (said.get(name) for name in ("table", "id", "ok", "said"))
        if not isinstance(table, str) or not isinstance(number, str) or not isinstance(ok, bool):
            raise no_message("ack")
        if not isinstance(why, str):
            raise no_message("ack")
        return cls(table, number, ok, why)
