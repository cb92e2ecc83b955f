"""A club's folder is set up, or added to: what is there stays, no table needs a new password.

``hub.toml`` and ``tables/NAME.toml`` are settings with the password in them; `passwords` holds only
sums of them. Certificates come from ``openssl``, which every Debian has.
"""

import os
import secrets
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from getpass import getuser
from pathlib import Path
from urllib.parse import quote

from companion.club.broker.mosquitto import (
    RESERVED,
    SALT_BYTES,
    access_list,
    configuration,
    password_line,
    service_unit,
)
from companion.club.wire.topics import check_name
from companion.errors import BadNotation, JournalError
from companion.i18n import _

__all__ = ["Club", "set_up"]

PASSWORD_BYTES = 16  # of chance in a password: 128 bits, more than anyone tries through; a guess
# phones refuse certificates that hold longer than 825 days; Apple's limit
CA_DAYS, HUB_DAYS = 3650, 820
CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


@dataclass(frozen=True, slots=True)
class Club:
    """What is to be set up: names, and the broker's `hosts`, the first in URLs."""

    tables: tuple[str, ...]
    hubs: tuple[str, ...]
    hosts: tuple[str, ...]
    port: int
    is_tls: bool = True


def set_up(folder: Path, club: Club) -> list[str]:
    """Write the files of `club` into `folder`; return the names that are new.

    Raises `BadNotation` for a name that cannot be, `JournalError` when it cannot be written.
    """
    _check(club)
    place = folder.absolute()
    try:
        for each in (place, place / "data", place / "tables"):
            each.mkdir(parents=True, exist_ok=True)
        if club.is_tls:
            _certify(place, club.hosts)
        new = _passwords(place, club)
        _write(place / "access", access_list(_hubs_of(place)), 0o600)
        user = getuser()
        broker = configuration(place, port=club.port, is_tls=club.is_tls, user=user)
        _write(place / "mosquitto.conf", broker)
        _write(place / "keypeg-broker.service", service_unit(place, user))
    except (OSError, subprocess.CalledProcessError) as error:
        raise JournalError(
            _("The club cannot be set up in '{folder}': {why}.").format(folder=folder, why=error),
            hint=_("Is openssl installed, and may this folder be written?"),
        ) from error
    return new


def _check(club: Club) -> None:
    names = [check_name(name) for name in (*club.tables, *club.hubs)]
    twice = {name for name in names if names.count(name) > 1 or name in RESERVED}
    if twice:
        raise BadNotation(
            _("'{name}' is taken.").format(name=sorted(twice)[0]), hint=_("Name it otherwise.")
        )


def _passwords(folder: Path, club: Club) -> list[str]:
    """Give each new name a password and its own settings; return the new names."""
    place = folder / "passwords"
    lines = place.read_text(encoding="utf-8").splitlines() if place.exists() else []
    known = {line.partition(":")[0] for line in lines}
    new = [name for name in (*club.hubs, *RESERVED, *club.tables) if name not in known]
    for name in new:
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        lines.append(password_line(name, password, secrets.token_bytes(SALT_BYTES)))
        _write(_settings_of(folder, club, name), _settings(folder, club, name, password), 0o600)
    _write(place, "\n".join(lines) + "\n", 0o600)
    return new


def _settings_of(folder: Path, club: Club, name: str) -> Path:
    return folder / ("tables" if name in club.tables else "") / f"{name}.toml"


def _settings(folder: Path, club: Club, name: str, password: str) -> str:
    """Return the settings with which `name` reaches the broker."""
    ca = f"?ca={quote(str(folder / 'ca.crt'))}" if club.is_tls else ""
    kind = "mqtts" if club.is_tls else "mqtt"
    url = f"{kind}://{name}:{quote(password)}@{club.hosts[0]}:{club.port}{ca}"
    table = f'table = "{name}"\n' if name in club.tables else ""
    return f'[club]\nmqtt = "{url}"\n{table}'


def _hubs_of(folder: Path) -> list[str]:
    """Return the hubs that have settings here."""
    return sorted(p.stem for p in folder.glob("*.toml") if p.stem not in RESERVED)


def _certify(folder: Path, hosts: Sequence[str]) -> None:
    """Make an authority once, and a certificate of the broker for `hosts` each time."""
    ca, key, request = folder / "ca.crt", folder / "ca.key", folder / "hub.csr"
    if not ca.exists():
        name = ("-subj", "/CN=Keypeg club", "-days", str(CA_DAYS))
        usage = ("-addext", "keyUsage=critical,keyCertSign,cRLSign")
        _openssl("req", "-x509", *CURVE, "-keyout", key, "-out", ca, *name, *usage)
        key.chmod(0o600)
    hub_key, made = folder / "hub.key", ("-subj", f"/CN={hosts[0]}")
    _openssl("req", *CURVE, "-keyout", hub_key, "-out", request, *made)
    hub_key.chmod(0o600)
    extensions = folder / "hub.ext"
    named = ",".join(f"{'IP' if _is_number(host) else 'DNS'}:{host}" for host in hosts)
    _write(extensions, f"subjectAltName={named}\nextendedKeyUsage=serverAuth\n")
    signed = ("-CA", ca, "-CAkey", key, "-CAcreateserial", "-days", str(HUB_DAYS))
    out = ("-extfile", extensions, "-out", folder / "hub.crt")
    _openssl("x509", "-req", "-in", request, *signed, *out)
    for each in (request, extensions):
        each.unlink()


def _is_number(host: str) -> bool:
    return host.replace(".", "").isdigit() or ":" in host


def _openssl(*words: str | Path) -> None:
    subprocess.run(  # noqa: S603 - our own words
        ["openssl", *map(str, words)],  # noqa: S607 - wherever the system has it
        check=True,
        capture_output=True,
    )


def _write(place: Path, text: str, mode: int = 0o644) -> None:
    """Write `text` whole or not at all; nobody else can read it before its mode is set."""
    part = place.with_name(place.name + ".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text)
    part.replace(place)
