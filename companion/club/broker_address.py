"""Where a broker is, as it is typed: ``mqtts://table@hub.local:8883?ca=ca.crt``. Pure."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from companion.errors import BadNotation
from companion.i18n import _

__all__ = ["Broker", "parse_broker"]


@dataclass(frozen=True, slots=True)
class Broker:
    """Where a broker is, and who comes; `ca` is the certificate that it is known by."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    is_tls: bool = False
    ca: Path | None = None

    @property
    def address(self) -> str:
        """What may be printed: no password."""
        return f"{self.host}:{self.port}"


def parse_broker(url: str) -> Broker:
    """Read ``mqtt://[user[:password]@]host[:port]``, or mqtts with ``?ca=FILE``.

    A password may be left out and stand in ``KEYPEG_MQTT_PASSWORD``. Raises `BadNotation`.
    """
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = None if parts.netloc.count(":") == 0 else -1
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or port == -1:
        raise BadNotation(
            _("'{url}' is no address of a broker.").format(url=_without_password(url)),
            hint=_("Write it as mqtt://NAME or mqtts://USER@NAME:8883."),
        )
    is_tls = parts.scheme == "mqtts"
    ca = parse_qs(parts.query).get("ca", [""])[0]
    password = unquote(parts.password or "") or os.environ.get("KEYPEG_MQTT_PASSWORD", "")
    return Broker(
        parts.hostname,
        port or (8883 if is_tls else 1883),
        unquote(parts.username or ""),
        password,
        is_tls,
        Path(ca) if ca else None,
    )


def _without_password(url: str) -> str:
    return f"…@{url.rpartition('@')[2]}" if "@" in url else url
