"""A record as the bytes of a message, and back: JSON as a log's lines have it, or refused. Pure."""

import json
import re
from collections.abc import Mapping
from typing import Any

from companion.errors import BadNotation
from companion.i18n import _

__all__ = [
    "MESSAGE_VERSION",
    "bare_line",
    "bytes_of",
    "is_anchor",
    "is_number",
    "line_of",
    "no_message",
    "record_of",
]

MESSAGE_VERSION = 1  # of the messages, by definition: counted up when they change
# bytes; the longest line of a test's log has 3 kB; chosen far more than that
PAYLOAD_LIMIT = 256 * 1024
MOST_LINES = 1_000_000  # of a log, far more than any; keeps numbers of strangers small; a guess
ANCHOR = re.compile(r"[0-9a-f]{16}")


def bytes_of(record: Mapping[str, Any]) -> bytes:
    """Write `record` as a line of a log is written."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def record_of(payload: bytes) -> dict[str, Any]:
    """Read the JSON object of a message; raise `BadNotation` if it is none, or of a newer kind."""
    try:
        said = json.loads(payload) if len(payload) <= PAYLOAD_LIMIT else None
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or said.get("v") != MESSAGE_VERSION:
        raise no_message("message")
    return said


def line_of(event: Mapping[str, Any]) -> bytes:
    """Write an event as its line; raise `BadNotation` for text that no log can hold."""
    try:
        return bytes_of(event)
    except ValueError as error:
        # half a surrogate pair, which no log can hold
        raise no_message("event") from error


def is_anchor(value: object) -> bool:
    """Whether `value` can be the anchor of a line, by which matches are named."""
    return isinstance(value, str) and ANCHOR.fullmatch(value) is not None


def bare_line(line: bytes) -> bytes:
    """Return a line as it is sent: without its end and a byte order mark."""
    return line.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r\n")


def is_number(value: object) -> bool:
    """Whether `value` can be the number of a line."""
    return type(value) is int and 0 <= value <= MOST_LINES


def no_message(kind: str) -> BadNotation:
    """Return what is raised for a payload that is no message of that kind."""
    return BadNotation(_("This is no message '{kind}' of a table.").format(kind=kind))
