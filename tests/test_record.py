"""The log as text: written and read back, broken off, damaged, of others."""

import dataclasses
import re
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import LogError
from companion.game import record
from companion.game.core import events
from companion.game.core.events import Way
from companion.game.event_fields import NAMES
from companion.game.log_line import anchor_of, seal, unseal
from companion.game.match import replay
from companion.game.record import Header, format_entry, format_header, parse_log, parse_whole_lines
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import SHELF
from tests.games import begin, play, played
from tests.stages import each_kind


def log_of(session, rules=None):
    header = format_header(Header(session.match.rules.name, rules or {}))
    return header + b"".join(format_entry(entry) for entry in session.entries)


@pytest.mark.parametrize("book", each_kind(SHELF))
@given(seed=st.integers(0, 2**32))
def test_a_recorded_match_replays_to_the_same_match(book, seed):
    session = played(book, seed)
    log = parse_log(log_of(session))
    assert log.entries == tuple(session.entries)
    assert replay(session.match.rules, log.events) == session.match


def test_every_kind_of_event_has_a_name_in_the_log():
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type)}
    named = set(NAMES.values())
    others = {events.Way, events.Change, events.Entry, events.Keys, events.StrEnum}
    assert kinds - named == others


def test_no_field_of_an_event_hides_one_of_its_entry():
    for kind in NAMES.values():
        names = {field.name for field in dataclasses.fields(kind)}
        assert not names & {"seq", "at", "by", "do", "crc", "chain"}


def test_the_example_in_the_docstring_is_a_log():
    lines = re.findall(r"^    (\{.*\})$", record.__doc__, flags=re.MULTILINE)
    text = "".join(line + "\n" for line in lines).encode()
    log = parse_log(text)
    assert log.header == Header("hasbro-2")
    match = replay(with_rules(SHELF[log.header.book], log.header.rules), log.events)
    assert match.round.rows[0].code == "pryb"
    lines = map(format_entry, log.entries, log.anchors)
    assert format_header(log.header) + b"".join(lines) == text


def chained(session):
    header = format_header(Header(session.match.rules.name, version=2))
    lines, anchor = [header], anchor_of(header)
    for entry in session.entries:
        lines.append(format_entry(entry, anchor))
        anchor = anchor_of(lines[-1])
    return lines


def test_a_line_rewritten_with_a_right_checksum_breaks_the_chain():
    lines = chained(played("hasbro-2", 3, way=Way.KEPT))
    log = parse_log(b"".join(lines))
    entry = log.entries[3]
    forged = format_entry(replace(entry, at="2020-01-01T00:00:00.000Z"), log.anchors[3])
    with pytest.raises(LogError, match=r"Line 6 .* does not follow the line before"):
        parse_log(b"".join([*lines[:4], forged, *lines[5:]]))
    # and if all lines after it are rewritten too, the anchor is another one
    again = lines[:4]
    for more in (replace(entry, at="2020-01-01T00:00:00.000Z"), *log.entries[4:]):
        again.append(format_entry(more, anchor_of(again[-1])))
    assert parse_log(b"".join(again)).anchor != log.anchor


def test_a_copy_with_other_line_ends_or_a_byte_order_mark_is_read():
    whole = b"".join(chained(played("bouwblokje", 5)))
    log = parse_log(whole)
    for copy in (whole.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + whole):
        again = parse_log(copy)
        assert (again, again.anchor, again.size) == (
            replace(log, size=len(copy)),
            log.anchor,
            len(copy),
        )
    with pytest.raises(LogError, match="UTF-16"):
        parse_log(whole.decode().encode("utf-16"))


def test_what_stands_before_the_damage_is_given_and_what_is_damaged_is_said():
    lines = chained(played("bouwblokje", 5))
    log = parse_whole_lines(b"".join([*lines[:5], b"rubbish\n", *lines[5:]]))
    assert len(log.entries) == 4
    assert log.size == sum(map(len, lines[:5]))
    assert "Line 6 of the log is damaged" in log.dropped


def test_deeply_nested_json_with_a_right_checksum_is_damage_in_one_sentence():
    body = b'{"seq":1,"at":' + b"[" * 100_000 + b"]" * 100_000
    line = b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body))
    with pytest.raises(LogError, match="Line 2 of the log is damaged"):
        parse_log(format_header(Header("hasbro-2")) + line)


@pytest.mark.parametrize("book", SHELF)
def test_broken_off_at_any_byte_the_whole_lines_are_left_and_the_rest_is_said(book):
    whole = log_of(play(begin(book, seed=3), 3, steps=12))
    entries = parse_log(whole).entries
    first = whole.index(b"\n") + 1
    for size in range(len(whole) + 1):
        torn = whole[:size]
        if size < first:
            with pytest.raises(LogError, match=r"empty|line 1"):
                parse_log(torn)
            continue
        log = parse_log(torn)
        lines = torn.count(b"\n")
        assert log.entries == entries[: lines - 1]
        assert log.size == torn.rindex(b"\n") + 1
        assert bool(log.dropped) == (not torn.endswith(b"\n"))
        if log.dropped:
            assert f"Line {lines + 1} " in log.dropped


@pytest.mark.parametrize("book", SHELF)
def test_every_flipped_bit_is_found_with_its_line(book):
    whole = log_of(play(begin(book, seed=5), 5, steps=3))
    # of the first game every bit, of the others one of each byte
    every = book == next(iter(SHELF))
    for place in range(len(whole)):
        line = whole[:place].count(b"\n") + 1
        for bit in range(8) if every else [place % 8]:
            bad = bytearray(whole)
            bad[place] ^= 1 << bit
            if place == len(whole) - 1:
                assert f"Line {line} " in parse_log(bytes(bad)).dropped
                continue
            with pytest.raises(LogError) as caught:
                parse_log(bytes(bad))
            if line > 1:
                assert re.search(rf"Line {line} of the log is damaged", str(caught.value))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b'{"log":"key', "breaks off in line 1"),
        (b"hello", "not a log"),
        (b"hello\nworld\n", "not a log"),
        (b"\x89PNG\r\n\x1a\n", "not a log"),
        (b'{"log":"other","version":1}\n', "not a log"),
    ],
)
def test_what_is_no_log_is_told(data, said):
    with pytest.raises(LogError, match=said) as caught:
        parse_log(data)
    assert caught.value.hint


def test_a_log_of_a_newer_version_is_refused_and_says_what_to_do():
    with pytest.raises(LogError, match=r"version 3; .* up to 2.*newer Keypeg"):
        parse_log(format_header(Header("hasbro-2", {}, version=3)))


def test_lines_left_out_or_exchanged_are_found():
    lines = log_of(play(begin("bouwblokje", seed=1), 1, steps=6)).splitlines(keepends=True)
    with pytest.raises(LogError, match="Line 4 "):
        parse_log(b"".join(lines[:3] + lines[4:]))
    lines[3], lines[4] = lines[4], lines[3]
    with pytest.raises(LogError, match="Line 4 "):
        parse_log(b"".join(lines))


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "dance"},
        {"do": "guess", "player": "Ada"},
        {"do": "guess", "player": "Ada", "row": 7},
        {"do": "guess", "player": "Ada", "row": "rgby", "colour": "red"},
        {"do": "answer", "player": "Ada", "keys": "lots"},
        {"do": "seated", "players": "Ada", "rounds": 2, "way": "kept", "first": "Ada"},
        {"do": "seated", "players": ["Ada"], "rounds": 2, "way": "magic", "first": "Ada"},
        {"do": "take back", "since": True},
        {"do": "correct", "changes": [{"seq": 1, "do": "take back", "since": 1}]},
        {"do": "correct", "changes": ["x"]},
    ],
)
def test_lines_that_are_no_events_are_named_even_with_a_right_checksum(fields):
    line = seal({"seq": 1, "at": "2026-01-05T19:30:00.000Z", "by": "x"} | fields)
    with pytest.raises(LogError, match="Line 2 "):
        parse_log(format_header(Header("hasbro-2")) + line)


def test_half_a_pair_of_surrogates_is_no_letter():
    half, whole = rb'{"players":["\uD800"]', rb'{"players":["\uD83D\uDE00"]'
    with pytest.raises(LogError, match="not JSON"):
        unseal(half + b',"crc":"%08x"}' % zlib.crc32(half), 1)
    assert unseal(whole + b',"crc":"%08x"}' % zlib.crc32(whole), 1)["players"] == ["\U0001f600"]
