"""One line of a log: sealed by a checksum, and anchored so that none before it can change. Pure."""

import json
import zlib
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from companion.errors import LogError
from companion.i18n import _

__all__ = ["ANCHOR_DIGITS", "anchor_of", "damaged", "format_anchor", "seal", "unseal"]

# hex: 64 bits, too many to find another line for, few enough to be read out; a guess
ANCHOR_DIGITS = 16


def anchor_of(line: bytes) -> str:
    """Return the anchor of a line: the beginning of its SHA-256, in hex."""
    return sha256(line.rstrip(b"\r\n")).hexdigest()[:ANCHOR_DIGITS]


def format_anchor(anchor: str) -> str:
    """Return an anchor as it is printed and read out: ``"c3ab 8ff1 3720 e8ad"``."""
    return " ".join(anchor[i : i + 4] for i in range(0, len(anchor), 4))


def seal(record: Mapping[str, Any]) -> bytes:
    """Return `record` as a line, its CRC-32 last and a newline behind it."""
    body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))[:-1].encode()
    return b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body))


def unseal(line: bytes, number: int) -> dict[str, Any]:
    """Return what a line says; raise `LogError` that names it if its checksum does not fit."""
    body, mark, end = line.rpartition(b',"crc":"')
    if not mark or end != b'%08x"}' % zlib.crc32(body):
        raise damaged(number, _("its checksum does not fit"))
    try:
        record = json.loads(body + b"}")
        if b"\\ud" in body.lower():
            # half a pair of surrogates is no letter: nothing could write it again
            json.dumps(record, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise damaged(number, _("it is not JSON")) from error
    if not isinstance(record, dict):
        raise damaged(number, _("it is not an object"))
    return record


def damaged(number: int, why: str) -> LogError:
    """Return the error that says why line `number` is not believed."""
    return LogError(
        _("Line {number} of the log is damaged or was edited: {why}.").format(
            number=number, why=why
        ),
        hint=_("What stands before that line is still right: 'keypeg recover' saves it."),
    )
