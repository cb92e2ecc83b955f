"""A table that Home Assistant finds by itself: its discovery, and what its templates show."""

import json
import re

import jinja2
import pytest
from club import table
from games import begin, play
from jsonschema import Draft7Validator

from companion.club.sending.commands import PRESSES
from companion.club.sending.home_assistant import PREFIX, discovery
from companion.club.wire import topics
from companion.club.wire.messages import Command
from companion.club.wire.plain_scene import plain_scene
from companion.club.wire.topics import table_topic
from companion.game.core.events import Way
from companion.scene import Mood, scene_of

TEXT = {"type": "string", "minLength": 1}
TOPIC = {"type": "string", "pattern": "^[^#+\\u0000]+$"}
QOS = {"enum": [0, 1, 2]}
# of Home Assistant's own schemas (components/mqtt/{config,mixins,sensor,binary_sensor,button}.py,
# 2024.3), the keys that we may use and what each must be
ENTITY = {
    "name": TEXT,
    "unique_id": TEXT,
    "object_id": {"type": "string", "pattern": "^[a-z0-9_]+$"},
    "icon": {"type": "string", "pattern": "^mdi:[a-z-]+$"},
    "availability_topic": TOPIC,
    "availability_template": TEXT,
    "payload_available": TEXT,
    "payload_not_available": TEXT,
    "device": {
        "type": "object",
        "properties": {
            "identifiers": {"type": "array", "items": TEXT, "minItems": 1},
            "name": TEXT,
            "manufacturer": TEXT,
            "model": TEXT,
            "sw_version": TEXT,
        },
        "required": ["identifiers"],
        "additionalProperties": False,
    },
    "qos": QOS,
}
READ = {"state_topic": TOPIC, "value_template": TEXT}
WRITTEN = {"command_topic": TOPIC, "command_template": TEXT}
OWN = {"sensor": READ, "binary_sensor": READ, "button": WRITTEN}


def configs():
    """Return (component, key, config) of each discovery message of the table `window-2`."""
    found = []
    for message in discovery("window-2"):
        prefix, component, node, key, last = message.topic.split("/")
        assert (prefix, node, last) == (PREFIX, "keypeg-window-2", "config")
        assert re.fullmatch(r"[a-zA-Z0-9_-]+", key)
        assert message.retain
        found.append((component, key, json.loads(message.payload)))
    return found


def rendered(template, payload):
    made = jinja2.Environment(autoescape=False).from_string(template)
    return made.render(
        value_json=payload, now=lambda: type("T", (), {"timestamp": lambda _: 7.5})()
    )


@pytest.mark.parametrize(("component", "key", "config"), configs(), ids=lambda v: str(v)[:20])
def test_each_entity_is_as_the_schema_wants_it(component, key, config):
    schema = {
        "type": "object",
        "properties": ENTITY | OWN[component],
        "required": ["unique_id", "device", *OWN[component]],
        "additionalProperties": False,
    }
    assert list(Draft7Validator(schema).iter_errors(config)) == []


@pytest.mark.parametrize(("component", "key", "config"), configs(), ids=lambda v: str(v)[:20])
def test_home_assistant_itself_takes_it_where_it_is_installed(component, key, config):
    module = pytest.importorskip(
        f"homeassistant.components.mqtt.{component}", reason="homeassistant is not installed"
    )
    assert module.DISCOVERY_SCHEMA(config)


def test_every_entity_has_a_name_of_its_own():
    names = [config["unique_id"] for __, __, config in configs()]
    assert len(set(names)) == len(names) == 9


def test_the_sensors_show_what_is_at_the_table(tmp_path):
    session = begin("hasbro-2", 3, folder=tmp_path, way=Way.COMPANION)
    play(session, 3, steps=2)
    match = session.match
    scene = plain_scene(scene_of(match, mood=Mood.ASKING), "window-2", "0" * 16, match.seq)
    session.close()
    shown = {
        key: rendered(config["value_template"], scene)
        for component, key, config in configs()
        if component != "button"
    }
    points = ", ".join(f"{player} {total}" for player, total in match.totals().items())
    assert shown["score"] == points
    assert shown["turn"] == match.turn.player
    assert shown["row"] == str(len(match.round.rows))
    assert shown["sentence"] == scene["sentence"]
    assert shown["question"] == "ON"


def test_a_button_of_home_assistant_presses_that_of_the_table():
    with table("window-2") as at:
        for component, key, config in configs():
            if component != "button":
                continue
            assert config["command_topic"] == table_topic("window-2", topics.DO)
            payload = rendered(config["command_template"], {}).encode()
            command = Command.from_bytes(payload)
            assert (command.id, command.do) == ("ha-7.5", key)
            # each press has another second
            at.asked(topics.DO, payload.replace(b"7.5", f"{key}".encode()))
        at.link.wait_for(lambda link: len(link.on(topics.ACK, "window-2")) == 4)
    assert at.pressed == list(PRESSES.values())
