"""The lights named on the command line, or in the settings: shown each match, whole, every time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from companion.displays import DISPLAYS
from companion.displays.options import Press
from companion.displays.sequence import STAY, InTurn
from companion.game.match import Match, Round
from companion.scene import Mood, scenes_of

__all__ = ["MatchLights", "display_option", "lights", "say_option"]

*_most, _last = (spec for driver in DISPLAYS.values() for spec in driver.specs)
SPECS = f"{', '.join(_most)} or {_last}"

display_option = click.option(
    "--display",
    "displays",
    multiple=True,
    metavar="SPEC",
    help=f"{SPECS}; may be given several times.",
)


say_option = click.option(
    "--say", "speech", flag_value="speech", help="Say answers and questions aloud (espeak-ng)."
)


class MatchLights(InTurn):
    """Shows a match on all the lights there are."""

    def __call__(
        self,
        match: Match,
        sentence: str = "",
        mood: Mood | None = None,
        lies: Round | None = None,
    ) -> None:
        """Show `match`, and what the table says and what lies there; see `scenes_of`."""
        self.show(scenes_of(match, sentence, mood, lies))


@contextmanager
def lights(
    displays: tuple[str, ...],
    say: Callable[[str], None],
    pressed: Callable[[Press], None] = lambda __: None,
    *,
    also: tuple[str, ...] = (),
) -> Iterator[MatchLights]:
    """Open `displays`, or those of the settings, and `also`; give what shows a match on them.

    `say` is told when lights are lost or found, `pressed` of their buttons, both from other
    threads. All is dark again afterwards. Raises `UnknownName`, `SettingsError` or
    `DisplayError` before anything is lit.
    """
    from companion.config import load_settings
    from companion.displays import DisplayChoices, open_displays

    settings = load_settings()
    named = (*(displays or settings.display), *also)
    opened = open_displays(
        named,
        choices=DisplayChoices(settings.gpio, settings.serial),
        report=say,
        pressed=pressed,
    )
    try:
        # nobody waits for what is told where no light tells it
        yield MatchLights(opened, time.monotonic, stay=STAY if named else 0)
    finally:
        opened.close()
