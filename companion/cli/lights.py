"""The lights named on the command line, or in the settings: shown each match, whole, every time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import click

from companion.displays.presses import Press
from companion.game.match import Match
from companion.scene import Mood, scene_of

__all__ = ["Lights", "display_option", "lights"]

display_option = click.option(
    "--display",
    "displays",
    multiple=True,
    metavar="SPEC",
    help="Lights: terminal, gpio, serial:PORT, serial:auto or null; may be given several times.",
)


class Lights(Protocol):
    """Shows a match on all the lights there are."""

    def __call__(self, match: Match, sentence: str = "", mood: Mood | None = None) -> None:
        """Show `match`, and what the table says if it says anything."""


@contextmanager
def lights(
    displays: tuple[str, ...],
    say: Callable[[str], None],
    pressed: Callable[[Press], None] = lambda __: None,
) -> Iterator[Lights]:
    """Open `displays`, or those of the settings; give what shows a match on all of them.

    `say` is told when lights are lost or found, `pressed` of their buttons, both from other
    threads. All is dark again afterwards. Raises `UnknownName`, `SettingsError` or
    `DisplayError` before anything is lit.
    """
    from companion.config import load_settings
    from companion.displays import DisplayChoices, open_displays

    settings = load_settings()
    opened = open_displays(
        displays or settings.display,
        choices=DisplayChoices(settings.gpio, settings.serial),
        report=say,
        pressed=pressed,
    )
    try:
        yield lambda match, sentence="", mood=None: opened.show(scene_of(match, sentence, mood))
    finally:
        opened.close()
