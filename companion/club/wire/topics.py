"""The topics of a club: ``keypeg/1/tables/TABLE/LEAF``. Pure.

A table writes the leaves of `TOLD`, under its own name alone; a hub writes `ASK` and `DO`::

    keypeg/1/tables/window/events   what happened, an event a message, in the order of its log
    keypeg/1/tables/window/ask      a hub lacks events: send them again
"""

import re

from companion.errors import BadNotation
from companion.i18n import _

__all__ = [
    "ACK",
    "ASK",
    "DO",
    "EVENTS",
    "LEAVES",
    "MATCHES",
    "META",
    "NAME",
    "ROOT",
    "SCENE",
    "STATUS",
    "TOLD",
    "all_tables",
    "check_name",
    "leaf_of",
    "table_topic",
]

ROOT = "keypeg/1"  # 1: the version of topics and messages
STATUS, META, SCENE, MATCHES, EVENTS, ACK = "status", "meta", "scene", "matches", "events", "ack"
ASK, DO = "ask", "do"
TOLD = (STATUS, META, SCENE, MATCHES, EVENTS, ACK)
LEAVES = (*TOLD, ASK, DO)
# a name is part of a topic, of a user's name at the broker and of a file's name
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


def check_name(name: str) -> str:
    """Return the `name` of a table or hub; raise `BadNotation` if it cannot be one."""
    if not NAME.fullmatch(name):
        raise BadNotation(
            _("'{name}' cannot be the name of a table.").format(name=name),
            hint=_("Use small letters, digits and hyphens, 31 at most, as in window-2."),
        )
    return name


def table_topic(table: str, leaf: str) -> str:
    """Return the topic of `leaf` (one of `LEAVES`) of `table`."""
    return f"{ROOT}/tables/{table}/{leaf}"


def all_tables(leaf: str) -> str:
    """Return the filter that hears `leaf` of every table."""
    return table_topic("+", leaf)


def leaf_of(topic: str) -> tuple[str, str] | None:
    """Return the (table, leaf) of `topic`, or None if it is no table's."""
    parts = topic.removeprefix(f"{ROOT}/tables/").split("/")
    if not topic.startswith(f"{ROOT}/tables/") or len(parts) != 2:
        return None
    table, leaf = parts
    return (table, leaf) if NAME.fullmatch(table) and leaf in LEAVES else None
