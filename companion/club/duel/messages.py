"""What two houses say to each other, as values: lines of the log one way, moves the other. Pure.

A move names the number of the newest event that its sender knew, so that one that comes twice, or
too late, is refused and changes nothing.
"""

from dataclasses import dataclass
from typing import Any, Self

from companion.club.wire.encoding import bytes_of, record_of
from companion.errors import BadNotation, KeypegError
from companion.game.core.events import Event
from companion.game.event_fields import event_fields, event_of
from companion.i18n import _

__all__ = ["Hello", "Line", "Move", "Refused", "parse_message"]

MOST = 100_000  # lines of a log that are believed; chosen, far more than a match has


@dataclass(frozen=True, slots=True)
class Hello:
    """Who joins, or has heard nothing for a while, has so many lines of the log."""

    have: int

    def to_bytes(self) -> bytes:
        """Write the message."""
        return bytes_of({"v": 1, "kind": "hello", "have": self.have})


@dataclass(frozen=True, slots=True)
class Line:
    """Line `number` (from 0, the header) of the log, as it stands on the disk of who keeps it."""

    number: int
    text: str

    def to_bytes(self) -> bytes:
        """Write the message."""
        return bytes_of({"v": 1, "kind": "line", "number": self.number, "text": self.text})


@dataclass(frozen=True, slots=True)
class Move:
    """Something that the one who is far away does, after event `seq`."""

    seq: int
    event: Event

    def to_bytes(self) -> bytes:
        """Write the message."""
        return bytes_of(
            {"v": 1, "kind": "move", "seq": self.seq, "event": event_fields(self.event)}
        )


@dataclass(frozen=True, slots=True)
class Refused:
    """A move cannot be, for the reason that is `said`."""

    said: str

    def to_bytes(self) -> bytes:
        """Write the message."""
        return bytes_of({"v": 1, "kind": "refused", "said": self.said})

    @classmethod
    def of(cls, error: KeypegError) -> Self:
        """Return the refusal for `error`."""
        return cls(str(error)[:500])


Message = Hello | Line | Move | Refused


def parse_message(payload: bytes) -> Message:
    """Read a message; raise `BadNotation` if it is none."""
    record = record_of(payload)
    try:
        return _message(record)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise BadNotation(_("The other house said something that is no move.")) from error


def _message(record: dict[str, Any]) -> Message:
    match record["kind"]:
        case "hello":
            return Hello(_count(record["have"]))
        case "line":
            return Line(_count(record["number"]), _text(record["text"]))
        case "move":
            return Move(_count(record["seq"]), event_of(dict(record["event"])))
        case "refused":
            return Refused(_text(record["said"])[:500])
        case _:
            raise ValueError(record["kind"])


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
