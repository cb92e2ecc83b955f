"""``keypeg serve``: the table on every phone at it."""

from __future__ import annotations

from collections import deque
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.displays.options import DisplayChoices
from companion.errors import DisplayError
from companion.optional import require
from companion.web.opened import PORT, Opened
from companion.web.serve import serve_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.config import ClubChoices
    from companion.displays.all_displays import Display
    from companion.displays.options import Press
    from companion.web.table.table_state import AtTable

__all__ = ["serve"]


@click.command()
@click.option("--lan", is_flag=True, help="Let other phones reach it; usual is this machine alone.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Where the page is reached; 0 for any that is free.",
)
@click.option("--name", "names", multiple=True, help="Another host name it may be called by.")
@click.option(
    "--games",
    "folder",
    type=click.Path(path_type=Path),
    help="The folder of the logs (default: KEYPEG_GAMES, else the user's data folder).",
)
@click.option("--display", "displays", multiple=True, metavar="SPEC", help="As with 'play'.")
@click.option("--say", "speech", flag_value="speech", help="Say answers and questions aloud.")
@click.option("--mqtt", metavar="URL", help="Tell a club's broker, as with 'play'.")
@click.option("--table", metavar="NAME", help="With --mqtt: the name of this table.")
def serve(
    lan: bool,  # noqa: FBT001
    port: int,
    names: tuple[str, ...],
    folder: Path | None,
    displays: tuple[str, ...],
    speech: str | None,
    mqtt: str | None,
    table: str | None,
) -> None:
    """Serve the table as a web page: to play, calibrate and look back, on every phone there.

    Scan the code that is printed; it makes your phone the owner's. Let others in from there.
    """
    require("page")
    from companion.club.sending.told import chosen
    from companion.config import load_settings
    from companion.session.log_names import games_folder

    place, settings = folder or games_folder(), load_settings()
    place.mkdir(parents=True, exist_ok=True)
    named = (*(displays or settings.display), *((speech,) if speech else ()))
    club = chosen(settings.club, mqtt=mqtt, table=table)
    choices = DisplayChoices(settings.gpio, settings.serial)
    with (
        _table(place, named, choices, club, is_patient=not displays) as at,
        _voice(named) as aloud,
    ):
        serve_table(at, Opened(port, lan, names), place, click.echo, aloud=aloud)


@contextmanager
def _voice(named: tuple[str, ...]) -> Iterator[Callable[[str], None] | None]:
    """Give what says a sentence aloud; None where no voice is among the displays, or is installed.

    It is a voice of its own: what it says is for those in the room, and goes to no broker.
    """
    from companion.displays.speech import SpeechDisplay
    from companion.scene import Scene

    if "speech" not in named:
        yield None
        return
    try:
        voice = SpeechDisplay()
    except DisplayError:
        # `lit` has said already that no voice is installed
        yield None
        return
    with closing(voice):
        yield lambda sentence: voice.show(Scene(sentence=sentence))


@contextmanager
def _table(
    folder: Path,
    named: tuple[str, ...],
    choices: DisplayChoices,
    club: ClubChoices,
    *,
    is_patient: bool,
) -> Iterator[AtTable]:
    """Give the table whose logs lie in `folder`, with its lights, its buttons and its club."""
    from companion.club.sending.told import telling
    from companion.displays.all_displays import open_display
    from companion.displays.match_lights import lit
    from companion.web.table.page_lights import PageLights
    from companion.web.table.table_state import AtTable

    presses: deque[Press] = deque()

    def opens(spec: str) -> Display:
        return open_display(spec, choices=choices, report=click.echo, pressed=presses.append)

    with (
        closing(PageLights(opens, lit_before=named)) as lights,
        telling(club, click.echo, presses.append) as feed,
        lit(
            named,
            choices,
            click.echo,
            presses.append,
            [lights, *([feed] if feed else [])],
            is_patient=is_patient,
        ) as light,
    ):
        at = AtTable(
            folder,
            light=light,
            lights=lights,
            presses=lambda: presses.popleft() if presses else None,
        )
        at.follow = feed.follow if feed else at.follow
        yield at
