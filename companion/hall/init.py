"""``keypeg hub init``: the broker's files, and for each table its own settings."""

import socket
from pathlib import Path

import click

from companion.i18n import _, told

__all__ = ["init"]

# of MQTT with and without TLS, by IANA's list: a convention
PORT, OPEN_PORT = 8883, 1883


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--tables", type=click.IntRange(0, 2000), default=0, help="So many, table-01 on.")
@click.option("--table", "names", multiple=True, metavar="NAME", help="A table by its name.")
@click.option("--hub", "hubs", multiple=True, default=("hub",), help="A hub by its name.")
@click.option("--host", "hosts", multiple=True, help="How tables reach the broker: name or number.")
@click.option("--port", type=click.IntRange(1, 65535), help="Usual: 8883, without encryption 1883.")
@click.option("--no-tls", "is_open", is_flag=True, help="Without encryption: a wired hall alone.")
def init(
    folder: Path,
    tables: int,
    names: tuple[str, ...],
    hubs: tuple[str, ...],
    hosts: tuple[str, ...],
    port: int | None,
    is_open: bool,  # noqa: FBT001
) -> None:
    """Make the files of a broker (mosquitto) in FOLDER, and settings for each table.

    Run again with more tables it adds them; who has a password keeps it.
    """
    from companion.club.broker.setup import Club, set_up

    numbered = tuple(f"table-{number:02}" for number in range(1, tables + 1))
    named = hosts or (f"{socket.gethostname().casefold()}.local",)
    where = port or (OPEN_PORT if is_open else PORT)
    new = set_up(folder, Club((*numbered, *names), hubs, named, where, not is_open))
    place = folder.absolute()
    conf, unit = place / "mosquitto.conf", place / "keypeg-broker.service"
    click.echo(_("Made for: {names}.").format(names=", ".join(new) or "-"))
    click.echo(
        _("The broker: {command}").format(
            command=f"sudo apt install mosquitto; mosquitto -c {conf}"
        )
    )
    click.echo(_("At every start: {command}").format(command=f"sudo systemctl enable --now {unit}"))
    click.echo(
        _("The hub: {command}").format(
            command=told(f"KEYPEG_SETTINGS={place / hubs[0]}.toml keypeg hub --lan")
        )
    )
    click.echo(
        _("Each table: copy {files} and ca.crt there; see docs/club.md").format(
            files=place / "tables" / "NAME.toml"
        )
    )
