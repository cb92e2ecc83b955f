"""How Home Assistant finds a table by itself: a retained message for each thing that it shows.

Pure. Its format is that of "MQTT discovery" (https://www.home-assistant.io/integrations/mqtt), a
message an entity. What is shown is taken from `scene` and `status`; a button is a command of the
table, with an id that Home Assistant makes anew at each press.
"""

from typing import Any

from companion import __version__
from companion.club.connection import Message
from companion.club.wire import topics
from companion.club.wire.encoding import bytes_of
from companion.i18n import N_, _

__all__ = ["PREFIX", "discovery"]

PREFIX = "homeassistant"

# what is shown -> its name, its icon, and how it is read from the scene
SENSORS = {
    "turn": (N_("Turn"), "mdi:account-arrow-right", "{{ value_json.turn or '' }}"),
    "score": (
        N_("Score"),
        "mdi:scoreboard",
        "{% for p in value_json.players %}{{ p }} {{ value_json.scores[loop.index0] }}"
        "{% if not loop.last %}, {% endif %}{% endfor %}",
    ),
    "sentence": (N_("Now"), "mdi:message-text", "{{ value_json.sentence[:250] }}"),
    "row": (N_("Row"), "mdi:format-list-numbered", "{{ value_json.rows | length }}"),
}
ASKS = "{{ 'ON' if value_json.mood == 'asking' else 'OFF' }}"
QUESTION = (N_("Question"), "mdi:help-circle", ASKS)
BUTTONS = {
    "done": (N_("Done"), "mdi:check"),
    "take-back": (N_("Take back"), "mdi:undo"),
    "yes": (N_("Yes"), "mdi:thumb-up"),
    "no": (N_("No"), "mdi:thumb-down"),
}


def discovery(table: str) -> list[Message]:
    """Return the messages by which `table` is found, in the language spoken."""
    made = [
        _message("sensor", table, key, _shown(table, key, name, icon, template))
        for key, (name, icon, template) in SENSORS.items()
    ]
    made.append(_message("binary_sensor", table, "question", _shown(table, "question", *QUESTION)))
    for key, (name, icon) in BUTTONS.items():
        press = {
            "command_topic": topics.table_topic(table, topics.DO),
            "command_template": '{"v":1,"id":"ha-{{ now().timestamp() }}","do":"' + key + '"}',
            "qos": 1,
        }
        made.append(_message("button", table, key, _entity(table, key, name, icon) | press))
    return made


def _shown(table: str, key: str, name: str, icon: str, template: str) -> dict[str, Any]:
    scene = {
        "state_topic": topics.table_topic(table, topics.SCENE),
        "value_template": template,
        "qos": 1,
    }
    return _entity(table, key, name, icon) | scene


def _entity(table: str, key: str, name: str, icon: str) -> dict[str, Any]:
    """Return what all entities have: who they are, of which device, when it is there."""
    return {
        "name": _(name),
        "unique_id": f"keypeg-{table}-{key}",
        "object_id": f"keypeg_{table}_{key}".replace("-", "_"),
        "icon": icon,
        "availability_topic": topics.table_topic(table, topics.STATUS),
        "availability_template": "{{ value_json.state }}",
        "payload_available": "online",
        "payload_not_available": "offline",
        "device": {
            "identifiers": [f"keypeg-{table}"],
            "name": _("Table {table}").format(table=table),
            "manufacturer": "Keypeg",
            "model": "Keypeg",
            "sw_version": __version__,
        },
    }


def _message(component: str, table: str, key: str, config: dict[str, Any]) -> Message:
    topic = f"{PREFIX}/{component}/keypeg-{table}/{key}/config"
    return Message(topic, bytes_of(config), retain=True)
