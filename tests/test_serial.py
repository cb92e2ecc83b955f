"""The line to the board, byte by byte: what is packed, what is found again in noise, what is asked.

The firmware's side is compared in test_firmware_core.py.
"""

import random
import tracemalloc
from itertools import count

import pytest

from companion.displays.arduino.link import Conversation, SessionLost
from companion.displays.arduino.protocol import (
    PAYLOAD_MAX,
    ROWS_MAX,
    Frame,
    Kind,
    Phase,
    Reason,
    Unpacker,
    checksum,
    pack,
    picture,
)
from companion.errors import DisplayError
from companion.game.core.key_pegs import Keys
from companion.scene import Mood, Scene, SceneRow

ONE = Scene(size=(12, 4), rows=(SceneRow("rgby", Keys(1, 2)),), turn=0)


def stuffed(body):
    """COBS as its paper has it, for a body shorter than 254 bytes; on the wire between zeros."""
    groups = body.split(b"\0")
    return b"\0" + b"".join(bytes((len(group) + 1,)) + group for group in groups) + b"\0"


def framed(kind, seq, length, payload):
    """A frame whose checksum is right, whatever it says of its length."""
    body = bytes((kind, seq, length)) + payload
    return stuffed(body + checksum(body).to_bytes(2))


# frames


@pytest.mark.parametrize("payload", [b"", b"\0", b"\0\0ab\0", bytes(PAYLOAD_MAX), b"x" * 56])
def test_a_frame_that_is_packed_is_found_again_whole(payload):
    frame = Frame(Kind.SHOW, 255, payload)
    assert pack(frame) == framed(Kind.SHOW, 255, len(payload), payload)
    unpacker = Unpacker()
    assert list(unpacker.feed(pack(frame))) == [frame]
    assert unpacker.damaged == 0


def test_a_payload_longer_than_the_board_can_hold_is_refused():
    with pytest.raises(ValueError, match="57 bytes; 56 is the most"):
        pack(Frame(Kind.SHOW, 1, bytes(57)))


def test_frames_come_in_any_pieces():
    frames = [Frame(Kind.PING, seq, bytes((7, seq))) for seq in (1, 2, 3)]
    unpacker = Unpacker()
    wire = b"".join(map(pack, frames))
    assert [f for byte in wire for f in unpacker.feed(bytes((byte,)))] == frames


@pytest.mark.parametrize("length", [0, 3, 5, 255])
def test_a_length_that_is_not_the_payloads_is_damage_though_the_checksum_fits(length):
    unpacker = Unpacker()
    assert list(unpacker.feed(framed(Kind.SHOWN, 1, length, b"\x2a\x02\x12\x34"))) == []
    assert unpacker.damaged == 1
    assert len(list(unpacker.feed(framed(Kind.SHOWN, 1, 4, b"\x2a\x02\x12\x34")))) == 1


@pytest.mark.parametrize("body", [b"", b"\x82", b"\x82\x01\x00", b"\x82\x01\x00\x31"])
def test_what_is_shorter_than_any_frame_is_damage(body):
    unpacker = Unpacker()
    assert list(unpacker.feed(stuffed(body))) == []
    assert unpacker.damaged == 1


def test_a_group_that_goes_past_the_end_is_damage():
    unpacker = Unpacker()
    assert list(unpacker.feed(b"\0\x09\x01\x02\0")) == []
    assert unpacker.damaged == 1


def test_a_group_that_goes_past_the_end_by_one_is_damage_though_all_its_bytes_are_right():
    wire = bytearray(pack(Frame(Kind.PONG, 3, b"\x2a\x02\x12\x34")))
    assert wire.count(0) == 2  # one group between the zeros
    wire[1] += 1
    unpacker = Unpacker()
    assert list(unpacker.feed(bytes(wire))) == []
    assert unpacker.damaged == 1


def test_the_checksum_is_the_published_one():
    assert checksum(b"123456789") == 0xD64E  # CRC-16/GENIBUS in the catalogue of CRCs


def test_a_wrong_checksum_is_damage():
    wire = bytearray(pack(Frame(Kind.PONG, 3, b"\x2a\x02\x12\x34")))
    wire[-2] ^= 1
    unpacker = Unpacker()
    assert list(unpacker.feed(bytes(wire))) == []
    assert unpacker.damaged == 1


def test_noise_without_end_is_damaged_once_and_not_kept():
    unpacker, noise = Unpacker(), bytes(range(1, 256)) * 40
    tracemalloc.start()
    try:
        for _ in range(100):
            assert list(unpacker.feed(noise)) == []
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 10_000  # of a megabyte
    good = Frame(Kind.PING, 1, b"\x2a")
    assert list(unpacker.feed(pack(good))) == [good]
    assert unpacker.damaged == 1


# pictures


def test_of_more_rows_than_there_are_lights_the_newest_are_shown():
    rows = [SceneRow("wksg", Keys(number % 5, 0)) for number in range(ROWS_MAX + 3)]
    shown = picture(Scene(size=(15, 4), rows=tuple(rows)))
    assert shown[1] == ROWS_MAX << 4 | 4
    assert [row >> 4 for row in shown[4::3]] == [row.keys.black for row in rows[3:]]


def test_each_mood_has_its_number():
    looks = [picture(Scene(mood=mood))[0] & 3 for mood in Mood]
    assert dict(zip(Mood, looks, strict=True)) == {
        Mood.PLAYING: 0,
        Mood.ASKING: 1,
        Mood.WON: 2,
        Mood.LOST: 3,
    }


@pytest.mark.parametrize(
    ("scene", "look"),
    [
        (Scene(turn=None), 0xF0),
        (Scene(turn=0), 0x00),
        (Scene(turn=3), 0x30),
        (Scene(turn=20), 0xF0),
        (Scene(turn=1, dark=True), 0x14),
    ],
)
def test_whose_turn_it_is_and_whether_all_is_dark(scene, look):
    assert picture(scene)[0] == look


@pytest.mark.parametrize(
    ("size", "row", "bytes_of_it"),
    [
        (4, SceneRow("wksg", Keys(1, 2)), "12 34 12"),
        (4, SceneRow("nla?"), "ab cd ff"),
        (4, SceneRow("r.", Keys(0, 0)), "50 00 00"),
        (5, SceneRow("ropyb", Keys(0, 5)), "56 78 90 05"),
        (4, SceneRow("zzzz", Keys(4, 0)), "dd dd 40"),
        (4, SceneRow("wwww", Keys(3, 2)), "11 11 ff"),
        (9, SceneRow("wwwwwwwww", Keys(0, 5)), "11 11 10 05"),
        (0, SceneRow("w"), "10 ff"),
    ],
)
def test_a_row_is_a_nibble_a_hole_and_its_keys(size, row, bytes_of_it):
    shown = picture(Scene(size=(10, size), rows=(row,)))
    assert shown[2:] == bytes.fromhex(bytes_of_it)


# the conversation


class Line:
    """A line on which each question is answered by the next of `answers`, given the frame."""

    def __init__(self, *answers):
        self.answers, self.asked, self.wire = list(answers), [], []
        self._unpacker, self._waiting = Unpacker(), b""

    def write(self, data):
        self.wire.append(bytes(data))
        for frame in self._unpacker.feed(b"\0" + data):
            self.asked.append(frame)
            if self.answers:
                self._waiting += self.answers.pop(0)(frame)

    def read(self, _timeout_s):
        waiting, self._waiting = self._waiting, b""
        return waiting


def shown(phase, summed, *, session=None, seq=None, kind=Kind.SHOWN):
    """Answer SHOW with `phase` and the checksum `summed` of what is shown."""

    def answer(asked):
        own = asked.payload[0] if session is None else session
        payload = bytes((own, phase)) + summed.to_bytes(2)
        return pack(Frame(kind, asked.seq if seq is None else seq, payload))

    return answer


def refused(reason, *, seq=None):
    return lambda asked: pack(
        Frame(Kind.REFUSED, asked.seq if seq is None else seq, bytes((reason, 0)))
    )


def silence(_asked):
    return b""


def talk_over(*answers):
    line = Line(*answers)
    return line, Conversation(line, now=count(0, 0.01).__next__)


RIGHT = checksum(picture(ONE))


def test_a_board_that_shows_what_it_was_told_is_believed():
    line, talk = talk_over(shown(Phase.LIVE, RIGHT))
    talk.show(picture(ONE))
    assert [frame.kind for frame in line.asked] == [Kind.SHOW]
    assert talk.asked_again == 0


def test_an_answer_that_a_busy_computer_hears_late_is_not_asked_for_again():
    line = Line(shown(Phase.LIVE, RIGHT))
    # a second is gone whenever it looks at the clock
    talk = Conversation(line, now=count(0, 1.0).__next__)
    talk.show(picture(ONE))
    assert (len(line.asked), talk.asked_again) == (1, 0)


@pytest.mark.parametrize(
    "answer", [shown(Phase.LIVE, RIGHT ^ 1), shown(Phase.LOST, RIGHT), shown(Phase.OFF, RIGHT)]
)
def test_a_board_that_shows_something_else_than_it_was_told_is_not_believed(answer):
    _line, talk = talk_over(answer)
    with pytest.raises(DisplayError, match="something else than it was told"):
        talk.show(picture(ONE))


def test_an_answer_to_another_question_is_none():
    line, talk = talk_over(
        shown(Phase.LIVE, RIGHT, seq=9), shown(Phase.LIVE, RIGHT, kind=Kind.PONG), silence
    )
    line.answers.append(shown(Phase.LIVE, RIGHT))
    talk.show(picture(ONE))
    assert len(line.asked) == 4
    assert len({frame.seq for frame in line.asked}) == 1
    assert talk.asked_again == 3


def test_the_first_try_needs_no_zero_before_it_and_each_further_one_has_it():
    line, talk = talk_over(silence, shown(Phase.LIVE, RIGHT))
    talk.show(picture(ONE))
    assert [data[0] == 0 for data in line.wire] == [False, True]


def test_questions_are_numbered_from_1_to_255_and_round_again():
    line, talk = talk_over(*[shown(Phase.LIVE, 0, kind=Kind.PONG)] * 257)
    for _ in range(257):
        assert talk.ping() is Phase.LIVE
    assert [frame.seq for frame in line.asked] == [*range(1, 256), 1, 2]


def test_five_silences_are_a_board_that_does_not_answer():
    line, talk = talk_over()
    with pytest.raises(DisplayError, match=r"does not answer.*cable"):
        talk.show(picture(ONE))
    assert len(line.asked) == 5


def test_a_damaged_question_is_asked_again_at_once():
    line, talk = talk_over(refused(Reason.BAD_CHECKSUM, seq=0), shown(Phase.LIVE, RIGHT))
    talk.show(picture(ONE))
    assert len(line.asked) == 2


def test_a_damaged_answer_is_asked_for_again():
    noise = random.Random(1).randbytes(9).replace(b"\0", b"1")
    line, talk = talk_over(lambda _: b"\0" + noise + b"\0", shown(Phase.LIVE, RIGHT))
    talk.show(picture(ONE))
    assert len(line.asked) == 2


def test_the_same_refusal_three_times_is_meant_and_another_in_between_is_not():
    _line, talk = talk_over(*[refused(Reason.BAD_PAYLOAD)] * 3)
    with pytest.raises(DisplayError, match=r"reason 6.*firmware flash"):
        talk.show(picture(ONE))
    by_turns = [refused(Reason.BAD_PAYLOAD), refused(Reason.BAD_LENGTH)] * 2
    line, talk = talk_over(*by_turns, shown(Phase.LIVE, RIGHT))
    talk.show(picture(ONE))
    assert len(line.asked) == 5


@pytest.mark.parametrize(
    "answer",
    [
        refused(Reason.OTHER_SESSION),
        lambda _: pack(Frame(Kind.INFO, 0, bytes((1, 1, 0, 0)))),
    ],
)
def test_a_board_that_started_anew_is_greeted_again(answer):
    _line, talk = talk_over(answer)
    with pytest.raises(SessionLost, match="started anew"):
        talk.show(picture(ONE))


def test_a_phase_that_there_is_not_is_said():
    _line, talk = talk_over(shown(9, 0, kind=Kind.PONG))
    with pytest.raises(DisplayError, match="in phase 9, which there is not"):
        talk.ping()


def info(protocol=1, session=None, seq=None):
    def answer(asked):
        own = asked.payload[1] if session is None else session
        payload = bytes((protocol, 3, 7, own))
        return pack(Frame(Kind.INFO, asked.seq if seq is None else seq, payload))

    return answer


def test_hello_says_protocol_session_patience_and_brightness():
    line, talk = talk_over(info())
    found = talk.hello(brightness=64, patience_s=2.5)
    assert line.asked == [Frame(Kind.HELLO, 1, bytes((1, talk.session, 25, 64)))]
    assert 1 <= talk.session <= 255
    assert (found.version, found.session) == ("3.7", talk.session)


def test_hello_is_said_again_until_the_board_has_started():
    line, talk = talk_over(silence, info(seq=0), silence, info())
    talk.hello(brightness=64, patience_s=3)
    assert [frame.seq for frame in line.asked] == [1, 2, 3, 4]


def test_a_board_of_another_protocol_is_refused():
    _line, talk = talk_over(info(protocol=7))
    with pytest.raises(DisplayError, match="speaks protocol 7; this keypeg speaks 1"):
        talk.hello(brightness=64, patience_s=3)


def test_a_board_that_answers_another_program_is_refused():
    _line, talk = talk_over(info(session=0))
    with pytest.raises(DisplayError, match="answers another program"):
        talk.hello(brightness=64, patience_s=3)


def test_no_board_within_the_time_given_is_said():
    _line, talk = talk_over()
    with pytest.raises(DisplayError, match="No Keypeg board answers"):
        talk.hello(brightness=64, patience_s=3, wait_s=1)
