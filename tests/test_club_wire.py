"""What a table says: messages that are whole or refused, and a page that describes them."""

import json
import re
import sys
from pathlib import Path

import pytest
from games import played
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from companion.club.wire import topics
from companion.club.wire.encoding import bytes_of
from companion.club.wire.messages import Ack, Ask, Command, EventMessage, Head, Heads, Status
from companion.club.wire.plain_scene import plain_scene
from companion.club.wire.topics import check_name, leaf_of, table_topic
from companion.errors import BadNotation
from companion.game.event_fields import NAMES
from companion.game.log_line import anchor_of
from companion.game.record import parse_log
from companion.rulebooks.shelf import SHELF
from companion.scene import scene_of
from tests.stages import each_kind

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))

from asyncapi import PLACE, schemas, text  # noqa: E402

MATCH = "c52eee02be702c84"
VALUES = [
    (Status("window", "online"), topics.STATUS),
    (Heads("window", (Head(MATCH, 4, "b83143218fc141fa"),)), topics.MATCHES),
    (Ask(MATCH, 3, 9), topics.ASK),
    (Command("a1", "done", 7), topics.DO),
    (Command("a2", "answer", None, {"keys": "1b2w"}), topics.DO),
    (Ack("window", "a1", ok=False, said="no"), topics.ACK),
]


def refusals_of(leaf, payload):
    """Return why the page's schema refuses `payload`: nothing if it is as described."""
    return [error.message for error in Draft7Validator(schemas()[leaf]).iter_errors(payload)]


def messages_of(session, table="window"):
    lines = [line for line in session.path.read_bytes().split(b"\n") if line]
    match = anchor_of(lines[1])
    return [EventMessage(table, match, seq, line) for seq, line in enumerate(lines)]


@pytest.mark.parametrize(("value", "leaf"), VALUES, ids=lambda v: str(v)[:20])
def test_a_message_is_read_as_it_was_written(value, leaf):
    assert type(value).from_bytes(value.to_bytes()) == value
    assert refusals_of(leaf, json.loads(value.to_bytes())) == []


@pytest.mark.parametrize("book", each_kind(SHELF))
def test_an_event_carries_the_line_of_the_log_byte_for_byte(book, tmp_path):
    session = played(book, 3, folder=tmp_path)
    session.close()
    messages = messages_of(session)
    for message in messages:
        assert EventMessage.from_bytes(message.to_bytes()) == message
        assert refusals_of(topics.EVENTS, json.loads(message.to_bytes())) == []
    joined = b"".join(message.line + b"\n" for message in messages)
    assert joined == session.path.read_bytes()
    assert parse_log(joined).anchor == messages[-1].hash
    scene = plain_scene(scene_of(session.match), "window", MATCH, 9)
    assert refusals_of(topics.SCENE, json.loads(bytes_of(scene))) == []


def test_an_event_that_was_changed_on_its_way_is_refused(tmp_path):
    message = messages_of(played("hasbro-2", 1, folder=tmp_path))[2]
    whole = json.loads(message.to_bytes())
    other = "0123456789abcdef"
    for change in (
        {"hash": other},
        {"seq": 1},
        {"seq": -1},
        {"match": "../etc"},
        {"event": whole["event"] | {"by": "nobody"}},
        {"event": [1]},
        {"v": 2},
        {"table": 5},
    ):
        with pytest.raises(BadNotation):
            EventMessage.from_bytes(json.dumps(whole | change).encode())
    first = messages_of(played("hasbro-2", 2, folder=tmp_path))[1]
    stolen = json.loads(first.to_bytes()) | {"match": other}
    with pytest.raises(BadNotation):
        EventMessage.from_bytes(json.dumps(stolen).encode())


READERS = [EventMessage, Status, Heads, Ask, Command, Ack]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ("v", "table", "match", "seq", "hash", "event", "state", "matches", "first", "last", "id", "do")
)


@given(
    st.binary(max_size=60) | st.dictionaries(FIELDS, JSON).map(lambda r: json.dumps(r).encode()),
    st.sampled_from(READERS),
)
def test_what_strangers_send_is_refused_in_words_or_read(payload, reader):
    try:
        value = reader.from_bytes(payload)
    except BadNotation:
        return
    assert reader.from_bytes(value.to_bytes()) == value


@pytest.mark.parametrize(
    "payload",
    [b"\xff", b"[" * 100_000, b'{"v":1}', b"null", b'{"v":1,"event":{"x":"\\ud800"}}', b"9" * 9999],
)
def test_odd_payloads_are_refused(payload):
    with pytest.raises(BadNotation):
        EventMessage.from_bytes(payload)


def test_half_a_surrogate_is_no_event():
    payload = json.dumps(
        {"v": 1, "table": "a", "match": MATCH, "seq": 1, "hash": MATCH, "event": {"x": "\ud800"}}
    )
    with pytest.raises(BadNotation):
        EventMessage.from_bytes(payload.encode())


def test_topics_are_read_as_they_are_written():
    for leaf in topics.LEAVES:
        assert leaf_of(table_topic("window-2", leaf)) == ("window-2", leaf)
    for odd in ("keypeg/1/tables/a/b/c", "keypeg/1/tables/a/nonsense", "keypeg/1/tables/+/status",
                "keypeg/2/tables/a/status", "", "keypeg/1/tables//status"):  # fmt: skip
        assert leaf_of(odd) is None


@pytest.mark.parametrize("name", ["", "Window", "a/b", "+", "#", "-a", "a" * 32, "tafel één"])
def test_a_name_that_would_be_another_topic_is_refused(name):
    with pytest.raises(BadNotation, match="small letters"):
        check_name(name)


def test_the_description_is_that_of_the_code():
    assert PLACE.read_text(encoding="utf-8") == text()


def test_the_description_names_every_topic_and_every_event():
    page = json.loads(PLACE.read_text(encoding="utf-8"))
    assert page["channels"].keys() == set(topics.LEAVES)
    for leaf, channel in page["channels"].items():
        assert channel["address"] == table_topic("{table}", leaf)
    told = page["components"]["schemas"][topics.EVENTS]["properties"]["event"]["oneOf"]
    assert [each["properties"]["do"]["const"] for each in told[1:]] == list(NAMES)
    for schema in page["components"]["schemas"].values():
        Draft7Validator.check_schema(schema)
    references = re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(page))
    for reference in references:
        place = page
        for part in reference.split("/"):
            place = place[part]


@pytest.mark.parametrize("leaf", topics.LEAVES)
def test_the_schemas_refuse_what_is_no_message(leaf):
    assert refusals_of(leaf, {"v": 1})
    assert refusals_of(leaf, [])
