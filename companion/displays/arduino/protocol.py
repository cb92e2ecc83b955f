"""The protocol between computer and Arduino, byte by byte. Pure: no port, no clock.

On the wire a frame is ``00 COBS(body) 00`` at 115200 baud, 8N1. The leading 00 closes whatever was
torn before; right after an answer it may be left out. Numbers of two bytes: high byte first::

    body      kind  seq  length  payload[length <= 56]  checksum[2]
    checksum  CRC-16/GENIBUS over kind to payload. Its final inversion and the length byte each
              catch a frame whose closing 00 was damaged; without both one in 2,000 gets through.
    seq       1-255, given by the computer and echoed; 0: the board speaks unasked.

The computer asks, one frame at a time, and waits for the answer to it::

    01 HELLO  protocol=1, session 1-255, patience (0.1 s), brightness 0-255
    02 SHOW   session, look, size, then `rows` rows:
                look  turn<<4 | dark<<2 | mood     turn: place of the player, 15 nobody
                                                    mood: 0 playing, 1 asking, 2 won, 3 lost
                size  rows<<4 | holes               rows 0-12, holes 1-5
                row   one nibble a hole (left to right, high first, padded with 0 to a byte):
                      0 empty, 1-12 the letters "wksgropybnla" of `LETTERS`, 13 not read;
                      then black<<4 | white, or FF for a row without answer
    03 PING   session
    04 BYE    session                               lights off, no link-lost pattern

    81 INFO     protocol, firmware major, minor, session; also unasked at power-on, session 0
    82 SHOWN    session, phase, checksum of what is shown; sent *after* the lights are written
    83 PONG     the same, then how often "done" and "take back" were pressed in this session, each
                modulo 256; firmware before 1.1 leaves these two out
    84 PRESSED  as PONG; unasked, seq 0, at each press. Should it be lost, the next PONG tells
    FF REFUSED  reason, session; seq 0 if the frame was damaged: send it again

`phase`: 0 self-test, 1 waiting, 2 live, 3 lost, 4 off. The checksum shown is that of the newest
SHOW's payload after its session byte. A board that hears nothing for `patience` shows that the link
is lost; after power-on it refuses a SHOW until a HELLO, so a reset is noticed at the next frame.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from companion.game.core.codes import EMPTY
from companion.scene import Mood, Scene, SceneRow

__all__ = [
    "PROTOCOL",
    "Frame",
    "Kind",
    "Phase",
    "Reason",
    "Unpacker",
    "checksum",
    "pack",
    "picture",
]

# the version of this protocol, as the firmware is told (by definition, 1 was the first)
PROTOCOL = 1
PAYLOAD_MAX = 56  # bytes: the firmware's buffer, enough for a picture of twelve rows; by definition
# rows and holes of a picture: as much as the firmware has room for (a convention of ours)
ROWS_MAX, HOLES_MAX = 12, 5
LETTERS = EMPTY + "wksgropybnla" + "?"
# no answer, and no turn: values that no picture has otherwise (by definition of the protocol)
NO_KEYS, NO_TURN = 0xFF, 15
MOODS = (Mood.PLAYING, Mood.ASKING, Mood.WON, Mood.LOST)


class Kind(IntEnum):
    """What a frame is."""

    HELLO = 0x01
    SHOW = 0x02
    PING = 0x03
    BYE = 0x04
    INFO = 0x81
    SHOWN = 0x82
    PONG = 0x83
    PRESSED = 0x84
    REFUSED = 0xFF


class Reason(IntEnum):
    """Why the board refuses a frame."""

    BAD_CHECKSUM = 1
    BAD_LENGTH = 2
    BAD_COBS = 3
    UNKNOWN_KIND = 4
    OTHER_SESSION = 5
    BAD_PAYLOAD = 6


class Phase(IntEnum):
    """What the board's lights do."""

    SELF_TEST = 0
    WAITING = 1
    LIVE = 2
    LOST = 3
    OFF = 4


@dataclass(frozen=True, slots=True)
class Frame:
    """One message, either way."""

    kind: int
    seq: int
    payload: bytes = b""


def checksum(data: bytes) -> int:
    """Return the CRC-16/GENIBUS of `data`; of ``b"123456789"`` it is 0xD64E."""
    return binascii.crc_hqx(data, 0xFFFF) ^ 0xFFFF


def pack(frame: Frame) -> bytes:
    """Return the bytes of `frame` on the wire."""
    if len(frame.payload) > PAYLOAD_MAX:
        raise ValueError(f"A payload of {len(frame.payload)} bytes; {PAYLOAD_MAX} is the most.")
    body = bytes((frame.kind, frame.seq, len(frame.payload))) + frame.payload
    return b"\0" + _stuff(body + checksum(body).to_bytes(2)) + b"\0"


class Unpacker:
    """Finds frames in bytes that come in any pieces; counts those that were damaged."""

    def __init__(self) -> None:
        self._part = bytearray()
        self.damaged = 0

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Take `data` and give the good frames that it completes."""
        for byte in data:
            if byte:
                # longer than any frame: keep one byte, so that it counts as damaged, once
                del self._part[PAYLOAD_MAX + 8 :]
                self._part.append(byte)
            elif self._part:
                frame = _judge(bytes(self._part))
                self._part.clear()
                if frame is None:
                    self.damaged += 1
                else:
                    yield frame


def _judge(stuffed: bytes) -> Frame | None:
    body = _unstuff(stuffed)
    if body is None or len(body) < 5 or body[2] != len(body) - 5:
        return None
    if checksum(body[:-2]) != int.from_bytes(body[-2:]):
        return None
    return Frame(body[0], body[1], body[3:-2])


def _stuff(data: bytes) -> bytes:
    """Write `data` (under 254 bytes) without zeros: each is replaced by the way to the next."""
    return b"".join(bytes((len(group) + 1,)) + group for group in data.split(b"\0"))


def _unstuff(data: bytes) -> bytes | None:
    groups, at = [], 0
    while at < len(data):
        end = at + data[at]
        if end > len(data):
            return None
        groups.append(data[at + 1 : end])
        at = end
    return b"\0".join(groups)


def picture(scene: Scene) -> bytes:
    """Return the payload of SHOW for `scene`, without its session byte.

    A board with more rows than the lights have shows its newest; a hole too many is left out.
    """
    rows = scene.rows[-ROWS_MAX:]
    holes = max(1, min(HOLES_MAX, scene.size[1]))
    turn = NO_TURN if scene.turn is None else min(scene.turn, NO_TURN)
    look = turn << 4 | (4 if scene.dark else 0) | MOODS.index(scene.mood)
    return bytes((look, len(rows) << 4 | holes)) + b"".join(_row(row, holes) for row in rows)


def _row(row: SceneRow, holes: int) -> bytes:
    code = row.code[:holes].ljust(holes, EMPTY)
    nibbles = [LETTERS.index(c) if c in LETTERS else LETTERS.index("?") for c in code]
    nibbles += [0] * (len(nibbles) % 2)
    pegs = bytes(high << 4 | low for high, low in zip(nibbles[::2], nibbles[1::2], strict=True))
    if row.keys is None or row.keys.black + row.keys.white > holes:
        return pegs + bytes((NO_KEYS,))
    return pegs + bytes((row.keys.black << 4 | row.keys.white,))
