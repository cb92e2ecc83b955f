"""Writes asyncapi.json, the description of all topics and messages of a club.

What a log's events hold is taken from the code itself, so that the description cannot lag behind; a
test writes it anew and compares, and holds messages against it.

    python docs/asyncapi.py
"""

import json
import sys
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_type_hints

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from companion.club.sending.commands import PRESSES  # noqa: E402
from companion.club.wire import topics  # noqa: E402
from companion.club.wire.messages import STATES  # noqa: E402
from companion.game.core.events import Change, Way  # noqa: E402
from companion.game.core.key_pegs import Keys  # noqa: E402
from companion.game.event_fields import NAMES  # noqa: E402
from companion.scene import Mood  # noqa: E402

__all__ = ["PLACE", "described", "schemas", "text"]

PLACE = DOCS / "asyncapi.json"
TEXT, TRUTH, COUNT = {"type": "string"}, {"type": "boolean"}, {"type": "integer", "minimum": 0}
ANCHOR = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
NAME = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,30}$"}
V = {"const": 1}


def record(**of: Any) -> dict[str, Any]:
    """Return the schema of an object with just these fields; `_also` are optional ones."""
    also = of.pop("_also", {})
    return {
        "type": "object",
        "properties": of | also,
        "required": list(of),
        "additionalProperties": False,
    }


def array(item: Any) -> dict[str, Any]:
    return {"type": "array", "items": item}


def value_of(hint: Any) -> dict[str, Any]:
    if hint is Keys:
        return {"type": "string", "pattern": "^[0-9]+b[0-9]+w$"}
    if hint is Way:
        return {"enum": [str(way) for way in Way]}
    if hint == tuple[Change, ...]:
        return array({"type": "object", "required": ["seq", "do"]})
    simple = {str: TEXT, int: {"type": "integer"}, bool: TRUTH}
    if hint in simple:
        return simple[hint]
    return array(simple[int if hint == tuple[int, ...] else str])


def line_of(do: str) -> dict[str, Any]:
    """Return the schema of a line of the log with the event `do`."""
    hints = get_type_hints(NAMES[do])
    must = {f.name: value_of(hints[f.name]) for f in fields(NAMES[do]) if f.default is MISSING}
    may = {f.name: value_of(hints[f.name]) for f in fields(NAMES[do]) if f.default is not MISSING}
    crc = {"type": "string", "pattern": "^[0-9a-f]{8}$"}
    return record(
        seq={"type": "integer", "minimum": 1},
        at={"type": "string", "format": "date-time"},
        by=TEXT,
        do={"const": do},
        **must,
        crc=crc,
        _also=may | {"chain": ANCHOR},
    )


def header() -> dict[str, Any]:
    """Return the schema of the first line of a log."""
    rules = {"type": "object", "additionalProperties": TEXT}
    return record(log={"const": "keypeg"}, version=COUNT, book=TEXT, rules=rules, crc=TEXT)


def schemas() -> dict[str, Any]:
    """Return the schema of the message at each leaf."""
    row = record(code=TEXT, keys={"anyOf": [{"type": "null"}, array(COUNT)]})
    head = record(match=ANCHOR, lines=COUNT, hash=ANCHOR)
    match = {"anyOf": [ANCHOR, {"const": ""}]}
    return {
        topics.STATUS: record(v=V, table=NAME, state={"enum": list(STATES)}),
        topics.META: record(
            v=V, table=NAME, keypeg=TEXT, match=match, log=TEXT, book=TEXT, title=TEXT,
            players=array(TEXT), rounds=COUNT, way=TEXT,
        ),
        topics.SCENE: record(
            v=V, table=NAME, match=match, seq=COUNT, title=TEXT, sentence=TEXT, size=array(COUNT),
            rows=array(row), players=array(TEXT), scores=array({"type": "integer"}),
            turn={"type": ["string", "null"]}, mood={"enum": [str(mood) for mood in Mood]},
            is_answer=TRUTH,
        ),
        topics.MATCHES: record(v=V, table=NAME, matches=array(head)),
        topics.EVENTS: record(
            v=V, table=NAME, match=ANCHOR, seq=COUNT, hash=ANCHOR,
            event={"oneOf": [header(), *map(line_of, NAMES)]},
        ),
        topics.ACK: record(v=V, table=NAME, id=TEXT, ok=TRUTH, said=TEXT),
        topics.ASK: record(v=V, match=ANCHOR, first=COUNT, last=COUNT),
        topics.DO: {
            "type": "object",
            "properties": {"v": V, "id": TEXT, "do": TEXT, "seq": COUNT},
            "required": ["v", "id", "do"],
            "examples": [{"v": 1, "id": "a1", "do": word, "seq": 12} for word in PRESSES],
        },
    }  # fmt: skip


# leaf -> what is told there
TOLD = {
    topics.STATUS: "Whether the table is heard. Retained; `offline` is its last will.",
    topics.META: "What is played at the table. Retained.",
    topics.SCENE: "All that is to be seen at the table, without secrets. Retained.",
    topics.MATCHES: "How far each log goes that the table has. Retained.",
    topics.EVENTS: "What happened: one line of the log, and the anchor that it hashes to. QoS 1, in"
    " order; one that is asked for comes again, so keep by (table, match, seq).",
    topics.ACK: "A command was taken in, or refused for the reason that is said.",
    topics.ASK: "A hub lacks these lines of a match: the table sends them again as events.",
    topics.DO: "A button pressed from afar. The same id twice is done once; with `seq` it is"
    " done only if that is still the newest event.",
}


def described() -> dict[str, Any]:
    """Return the whole description."""
    parameters = {"table": {"description": "The table's name, small letters, digits, hyphens."}}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Keypeg's club",
            "version": topics.ROOT.rpartition("/")[2],
            "description": "What tables tell of their matches over MQTT 5. A hook (`--hook URL`) is"
            " posted the payloads of `events` and `scene` with a header `keypeg-topic`.",
        },
        "channels": {
            leaf: {
                "address": topics.table_topic("{table}", leaf),
                "description": text,
                "parameters": parameters,
                "messages": {leaf: {"$ref": f"#/components/messages/{leaf}"}},
            }
            for leaf, text in TOLD.items()
        },
        "operations": {
            f"{'tell' if leaf in topics.TOLD else 'heed'}-{leaf}": {
                "action": "send" if leaf in topics.TOLD else "receive",
                "channel": {"$ref": f"#/channels/{leaf}"},
            }
            for leaf in TOLD
        },
        "components": {
            "messages": {
                leaf: {
                    "contentType": "application/json",
                    "payload": {"$ref": f"#/components/schemas/{leaf}"},
                }
                for leaf in TOLD
            },
            "schemas": schemas(),
        },
    }


def text() -> str:
    """Return the file's text."""
    return json.dumps(described(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PLACE.write_text(text(), encoding="utf-8")
