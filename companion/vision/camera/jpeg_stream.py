"""Whole JPEGs out of a stream of bytes: whatever stands between, before or instead is skipped.

Pure. Multipart headers, garbage, halves of pictures and cut connections all look alike here: a
picture counts from its start (FFD8) to its end (FFD9), walked segment by segment, so that a
thumbnail within it or a picture that was cut off and begun anew do not deceive.
"""

from dataclasses import dataclass, field

__all__ = ["JpegSplitter"]

START, END_MARKER, SCAN_MARKER = b"\xff\xd8\xff", 0xD9, 0xDA
# the markers of a JPEG lie between this and FF; by its standard (ITU-T T.81)
LOWEST = 0xC0
# tables, another scan, line count, restart interval, comment: all that may follow a scan
BETWEEN_SCANS = frozenset({0xC4, 0xCC, SCAN_MARKER, 0xDB, 0xDC, 0xDD, 0xFE})
# what these hold is no picture: where one begins in them, they were cut off there
TABLES = frozenset({*range(0xC0, 0xC8), SCAN_MARKER, 0xDB, 0xDD})
# a camera's picture of 16 megapixels stays below this; a guess
MOST_BYTES = 16_000_000


@dataclass
class JpegSplitter:
    """Takes bytes as they come; gives the whole JPEGs among them, in order."""

    most: int = MOST_BYTES
    _rest: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> list[bytes]:
        """Add `data` and give the JPEGs that are whole now."""
        self._rest += data
        found = []
        while (picture := self._next()) is not None:
            found.append(picture)
        return found

    def _next(self) -> bytes | None:
        while True:
            begin = self._rest.find(START)
            if begin < 0:
                del self._rest[: max(0, len(self._rest) - len(START) + 1)]
                return None
            del self._rest[:begin]
            end = _end_of(self._rest)
            if end is None:
                if len(self._rest) <= self.most:
                    return None
                end = -len(START)
            if end > 0:
                picture = bytes(self._rest[:end])
                del self._rest[:end]
                return picture
            # not a picture after all: go on looking behind its broken place
            del self._rest[:-end]


def _end_of(data: bytearray) -> int | None:
    """Return where the JPEG at the start of `data` ends; None if not yet; -n: broken, skip n."""
    # a segment cut off lends its length to what follows: then look again right behind the start
    at = 2
    while at + 4 <= len(data):
        code = data[at + 1]
        if data[at] != 0xFF or code < LOWEST or code == 0xD8:
            return -2
        if code == END_MARKER:
            return at + 2
        if code == 0xFF:
            at += 1
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if length < 2:
            return -2
        begun = data.find(START, at + 2, at + 3 + length) if code in TABLES else -1
        if begun >= 0:
            return -begun
        at += 2 + length
        if code == SCAN_MARKER:
            after = _after_scan(data, at)
            if after is None or after < 0:
                return after
            at = after
            # only the end may lack the two bytes of a length behind it
            if data[at + 1] == END_MARKER:
                return at + 2
            if data[at + 1] not in BETWEEN_SCANS:
                return -2
    return None


def _after_scan(data: bytearray, at: int) -> int | None:
    """Return where the marker after the coded pixels at `at` stands; as `_end_of` else."""
    while (at := data.find(b"\xff", at)) >= 0 and at + 1 < len(data):
        code = data[at + 1]
        if code == 0xD8:
            return -at
        if code == 0x00 or 0xD0 <= code <= 0xD7:
            at += 2
        elif code == 0xFF:
            at += 1
        else:
            return at
    return None
