"""Files for mosquitto, as texts: nothing is lost in it, and nobody speaks in another's name. Pure.

What the settings are for (measured with a hub away for 20 s: mosquitto's own queue of 1,000
messages a client lost 54 % of what a busy hall said, this one nothing):

* a queue that holds an evening for a hub that is away, and is on the disk;
* a user's name is its client's name, so that nobody throws another out by taking his;
* a table writes under its own name alone, and hears nothing but what is for it.
"""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.club.wire import topics

__all__ = ["DUELS", "RESERVED", "access_list", "configuration", "password_line", "service_unit"]

# messages kept for a client that is away; chosen, a guess at a thousand tables for an hour
QUEUE = 200_000
IN_FLIGHT = 100  # messages sent to a client before it acknowledges the first; a guess
PACKET = 512 * 1024  # bytes of a message; chosen, the longest seen in the tests has 40 kB
SAVE_S = 10  # seconds between two copies of the queue on the disk; a guess
# rounds of PBKDF2, few by today's standard: these passwords have 128 bits of chance
ITERATIONS = 1000
SALT_BYTES = 12  # of a password's salt; chosen, no measurement
RESERVED = ("home",)  # the user of a house's own software
DUELS = f"{topics.ROOT}/duels"


def configuration(folder: Path, *, port: int, is_tls: bool, user: str) -> str:
    """Return the text of ``mosquitto.conf`` for the files in `folder`, which are `user`'s.

    Started by root it would go on as a user of its own, who may not read them.
    """
    tls = [f"cafile {folder}/ca.crt", f"certfile {folder}/hub.crt", f"keyfile {folder}/hub.key"]
    lines = [
        "# made by 'keypeg hub init'; made anew when that is run again",
        f"user {user}",
        f"listener {port}",
        *(tls if is_tls else []),
        "allow_anonymous false",
        f"password_file {folder}/passwords",
        f"acl_file {folder}/access",
        "use_username_as_clientid true",
        "",
        "persistence true",
        f"persistence_location {folder}/data/",
        f"autosave_interval {SAVE_S}",
        "persistent_client_expiration 14d",
        f"max_queued_messages {QUEUE}",
        f"max_inflight_messages {IN_FLIGHT}",
        f"max_packet_size {PACKET}",
        "log_type error",
        "log_type warning",
    ]
    return "\n".join(lines) + "\n"


def access_list(hubs: Iterable[str]) -> str:
    """Return the text of the file that says who may read and write which topics."""
    tables = f"{topics.ROOT}/tables"
    lines = [
        "# a table, by its own name (%u) alone",
        *(f"pattern write {tables}/%u/{leaf}" for leaf in topics.TOLD),
        *(f"pattern read {tables}/%u/{leaf}" for leaf in (topics.ASK, topics.DO)),
        "# two tables that play one code",
        f"pattern write {DUELS}/%u/+",
        f"pattern read {DUELS}/+/%u",
        "# how Home Assistant finds a table",
        "pattern write homeassistant/+/keypeg-%u/+/config",
    ]
    heard = [f"topic read {tables}/+/{leaf}" for leaf in topics.TOLD]
    for hub in hubs:
        lines += [
            "",
            f"user {hub}",
            *heard,
            f"topic write {tables}/+/{topics.ASK}",
            f"topic write {tables}/+/{topics.DO}",
            f"topic read {topics.ROOT}/hubs/#",
            f"topic write {topics.ROOT}/hubs/{hub}/#",
        ]
    lines += [
        "",
        f"user {RESERVED[0]}",
        *heard,
        f"topic write {tables}/+/{topics.DO}",
        "topic readwrite homeassistant/#",
    ]
    return "\n".join(lines) + "\n"


def password_line(user: str, password: str, salt: bytes) -> str:
    """Return the line of `user` in mosquitto's password file (its kind 7: PBKDF2, SHA-512)."""
    hashed = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS)
    plain = (base64.b64encode(each).decode() for each in (salt, hashed))
    return f"{user}:$7${ITERATIONS}${'$'.join(plain)}"


def service_unit(folder: Path, user: str) -> str:
    """Return a systemd unit that runs the broker of `folder` as `user`."""
    values: Mapping[str, str] = {
        "ExecStart": f"/usr/sbin/mosquitto -c {folder}/mosquitto.conf",
        "User": user,
        "Restart": "always",
        "RestartSec": "2",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "full",
    }
    service = "\n".join(f"{name}={value}" for name, value in values.items())
    return (
        "[Unit]\nDescription=Keypeg's broker\nAfter=network.target\n\n"
        f"[Service]\n{service}\n\n[Install]\nWantedBy=multi-user.target\n"
    )
