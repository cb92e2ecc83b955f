"""What a picture's first bytes say: format, width and height, whole or cut off. Pure.

Only headers are walked, nothing is decoded, so a picture can be refused before it costs memory.
"""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["ImageHeader", "read_header"]

HEIC_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"avif")
# JPEG start-of-frame markers (ITU T.81, table B.1); C4, C8 and CC are no frames
FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
STANDALONE = frozenset({0x01, *range(0xD0, 0xD9)})
# bytes of a JPEG by its standard (ITU-T T.81): start of scan, end of image, fill
SCAN_MARKER, END_MARKER, FILL = 0xDA, 0xD9, 0xFF
# a PNG of 16 megapixels in pieces of the usual 8 KB has 8,000 at most; a guess
MOST_CHUNKS = 32_768
# in a scan, FF 00 is a byte FF and FF D0..D7 are restarts: any other pair ends it
AFTER_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """A picture's `kind` ("jpeg", "png", ...), size in pixels, and what to know before decoding.

    `whole` is False when the end is missing; `in_strips` is True when a decoder can make it
    smaller while reading, without ever holding it all. `is_sound` is False when it says two
    different things of itself, or has more parts than a picture needs: which of them a decoder
    believes is its own affair.
    """

    kind: str
    width: int
    height: int
    whole: bool = True
    in_strips: bool = False
    is_sound: bool = True


def read_header(data: bytes) -> ImageHeader | None:
    """Return the header of picture file `data`; None when it is no format known here."""
    for magic, reader in READERS.items():
        if data.startswith(magic):
            return _guarded(reader, data)
    if data[4:8] == b"ftyp" and data[8:12] in HEIC_BRANDS:
        return ImageHeader("heic", 0, 0)
    return None


def _guarded(reader: Callable[[bytes], ImageHeader], data: bytes) -> ImageHeader:
    """Let `reader` read; a file that ends inside its own header is cut off."""
    try:
        return reader(data)
    except (struct.error, IndexError):
        return ImageHeader("picture", 0, 0, whole=False)


def _jpeg(data: bytes) -> ImageHeader:
    sizes: list[tuple[int, int]] = []
    progressive = whole = False
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in STANDALONE or marker == FILL:
            at += 1 if marker == FILL else 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in FRAME_MARKERS:
            height, width = struct.unpack_from(">HH", data, at + 5)
            sizes.append((width, height))
            progressive = progressive or marker in PROGRESSIVE
        at += 2 + length
        if marker == SCAN_MARKER:
            ended = AFTER_SCAN.search(data, at)
            at = ended.start() if ended else len(data)
            if ended and data[at + 1] == END_MARKER:
                whole = True
                break
    width, height = max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))
    # the decoder believes the first frame header, and gives one picture of it
    is_sound = len(sizes) < 2
    return ImageHeader("jpeg", width, height, whole, in_strips=not progressive, is_sound=is_sound)


def _png(data: bytes) -> ImageHeader:
    width, height = struct.unpack_from(">II", data, 16)
    at = 8
    for _ in range(MOST_CHUNKS):
        if at + 8 > len(data):
            return ImageHeader("png", width, height, whole=False)
        length, name = struct.unpack_from(">I4s", data, at)
        at += 12 + length
        if name == b"IEND":
            return ImageHeader("png", width, height, whole=at <= len(data))
    return ImageHeader("png", width, height, is_sound=False)


def _bmp(data: bytes) -> ImageHeader:
    (size,) = struct.unpack_from("<I", data, 2)
    width, height = struct.unpack_from("<ii", data, 18)
    return ImageHeader("bmp", width, abs(height), whole=len(data) >= size)


def _webp(data: bytes) -> ImageHeader:
    (size,) = struct.unpack_from("<I", data, 4)
    chunk = data[12:16]
    if chunk == b"VP8X":
        width = 1 + int.from_bytes(data[24:27], "little")
        height = 1 + int.from_bytes(data[27:30], "little")
    elif chunk == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    return ImageHeader("webp", width, height, whole=len(data) >= size + 8)


READERS: dict[bytes, Callable[[bytes], ImageHeader]] = {
    b"\xff\xd8": _jpeg,
    b"\x89PNG\r\n\x1a\n": _png,
    b"BM": _bmp,
    b"RIFF": _webp,
}
