"""The lights named on the command line, or in the settings: shown each match, whole, every time."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import click

from companion.displays.all_displays import DISPLAYS, Display
from companion.displays.match_lights import MatchLights, lit
from companion.displays.options import DisplayChoices, Press
from companion.i18n import _

__all__ = ["MatchLights", "display_option", "lights", "say_option"]


class DisplayOption(click.Option):
    """An option whose help names all displays, in the language spoken."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return how it is written, and its help with the displays filled in."""
        term, said = super().get_help_record(ctx) or ("", "")
        *most, last = (spec for driver in DISPLAYS.values() for spec in driver.specs)
        return term, _(said).format(most=", ".join(most), last=last)


display_option = click.option(
    "--display",
    "displays",
    cls=DisplayOption,
    multiple=True,
    metavar="SPEC",
    help="{most} or {last}; may be given several times.",
)


say_option = click.option(
    "--say", "speech", flag_value="speech", help="Say answers and questions aloud (espeak-ng)."
)


@contextmanager
def lights(
    displays: tuple[str, ...],
    say: Callable[[str], None],
    pressed: Callable[[Press], None] = lambda __: None,
    *,
    also: tuple[str, ...] = (),
    more: Iterable[Display] = (),
) -> Iterator[MatchLights]:
    """Open `displays`, or those of the settings, and `also`; give what shows a match on them.

    It is shown on `more` too, which are open already.

    `say` is told when lights are lost or found, `pressed` of their buttons, both from other
    threads. All is dark again afterwards. Raises `UnknownName`, `SettingsError` or, for a display
    named on the command line, `DisplayError` before anything is lit; of the settings' displays one
    that is not there is said, and the match starts without it.
    """
    from companion.config import load_settings

    settings = load_settings()
    named = (*(displays or settings.display), *also)
    choices = DisplayChoices(settings.gpio, settings.serial)
    with lit(named, choices, say, pressed, more, is_patient=not displays) as shown:
        yield shown
