"""The lights named on the command line, or in the settings: shown each match, whole, every time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from companion.game.match import Match

__all__ = ["display_option", "lights"]

display_option = click.option(
    "--display",
    "displays",
    multiple=True,
    metavar="SPEC",
    help="Lights: terminal, gpio, serial:PORT, serial:auto or null; may be given several times.",
)


@contextmanager
def lights(
    displays: tuple[str, ...], say: Callable[[str], None]
) -> Iterator[Callable[[Match], None]]:
    """Open `displays`, or those of the settings; give what shows a match on all of them.

    `say` is told when lights are lost or found. They are dark again afterwards. Raises
    `UnknownName`, `SettingsError` or `DisplayError` before anything is lit.
    """
    from companion.config import load_settings
    from companion.displays import DisplayChoices, open_displays
    from companion.scene import scene_of

    settings = load_settings()
    choices = DisplayChoices(settings.gpio, settings.serial)
    opened = open_displays(displays or settings.display, choices=choices, report=say)
    try:
        yield lambda match: opened.show(scene_of(match))
    finally:
        opened.close()
