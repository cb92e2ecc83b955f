"""``keypeg hub``: the hall of a club, all its tables in one index and on one page."""

from importlib import import_module
from pathlib import Path

import click

from companion.hall.init import init
from companion.optional import require
from companion.spoken_help import SpokenGroup

__all__ = ["hub"]

PORT = 8422  # of the hub's page; chosen, one above the table's


@click.group(cls=SpokenGroup, invoke_without_command=True)
@click.option("--mqtt", metavar="URL", help="The broker: mqtt://NAME or mqtts://USER@NAME?ca=FILE.")
@click.option("--name", default="hub", show_default=True, help="This hub's; a second one differs.")
@click.option(
    "--index",
    metavar="FILE|URL",
    help="Where the index is: a file (default: hub.sqlite3 beside the matches of this machine), or "
    "postgresql://USER@HOST/DATABASE.",
)
@click.option("--share", metavar="NAME", default="", help="Hubs that share it share the load.")
@click.option("--lan", is_flag=True, help="Let other machines reach the page.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Where the page is reached; 0 for any that is free.",
)
@click.option("--host-name", "names", multiple=True, help="Another name it may be called by.")
@click.pass_context
def hub(
    ctx: click.Context,
    mqtt: str | None,
    name: str,
    index: str | None,
    share: str,
    lan: bool,  # noqa: FBT001
    port: int,
    names: tuple[str, ...],
) -> None:
    """Gather what all tables of a club tell a broker, and show it on one page.

    Begin with 'keypeg hub init FOLDER', which makes the broker's files.
    """
    if ctx.invoked_subcommand is not None:
        return
    from companion.club.broker_address import parse_broker
    from companion.club.collecting.database import is_url
    from companion.club.wire.topics import check_name
    from companion.config import load_settings
    from companion.session.log_names import games_folder

    broker = parse_broker(mqtt or load_settings().club.mqtt)
    place: Path | str = games_folder().parent / "hub.sqlite3"
    if index:
        place = index if is_url(index) else Path(index)
    folder = games_folder().parent if isinstance(place, str) else place.parent
    require("club")
    require("page")
    serving = import_module("companion.hall.serve")
    shared = share and check_name(share)
    choices = serving.HubChoices(broker, check_name(name), place, folder, shared)
    opened = import_module("companion.web.opened").Opened(port, lan, names)
    serving.serve_hall(choices, opened, click.echo)


hub.add_command(init)
