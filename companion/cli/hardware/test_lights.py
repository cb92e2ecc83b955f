"""``keypeg test-lights``: every light and slider, one after another, with what to look for."""

import time
from collections.abc import Iterator

import click

from companion.config import load_settings
from companion.displays.all_displays import open_displays
from companion.displays.options import DisplayChoices, Press
from companion.game.core.codes import COLOURS, EMPTY
from companion.game.core.key_pegs import Keys
from companion.i18n import _
from companion.scene import Scene, SceneRow

__all__ = ["steps", "test_lights"]

# the largest picture of four holes that the boards with lights show (firmware/keypeg/picture.h), a
# convention
ROWS, HOLES = 12, 4


@click.command()
@click.option("--display", "specs", multiple=True, metavar="SPEC", help="gpio, serial:auto, ...")
@click.option("--seconds", type=float, default=1.5, show_default=True, help="For each step.")
def test_lights(specs: tuple[str, ...], seconds: float) -> None:
    """Try every light and slider of the displays named, or of those in the settings.

    Buttons that are pressed meanwhile are named.
    """
    settings = load_settings()
    wanted = specs or settings.display or ("terminal",)
    display = open_displays(
        wanted,
        choices=DisplayChoices(settings.gpio, settings.serial),
        report=click.echo,
        pressed=_say_pressed,
    )
    try:
        for look_for, scene in steps():
            click.echo(look_for)
            display.show(scene)
            time.sleep(seconds)
    finally:
        display.close()


def _say_pressed(press: Press) -> None:
    click.echo(_("The button '{press}' works.").format(press=press))


def steps() -> Iterator[tuple[str, Scene]]:
    """Yield what to look for, and the scene that makes it."""
    for count in range(HOLES + 1):
        yield (
            _("{count} black key lights, red slider at {count}").format(count=count),
            _answer(Keys(count, 0)),
        )
    for count in range(1, HOLES + 1):
        yield (
            _("{count} white key lights, white slider at {count}").format(count=count),
            _answer(Keys(0, count)),
        )
    letters = [*COLOURS]
    for at in range(0, len(letters), HOLES):
        four = letters[at : at + HOLES]
        names = ", ".join(COLOURS[letter] for letter in four)
        yield (
            _("row 1 of the code strip: {names}").format(names=names),
            _scene([SceneRow("".join(four))]),
        )
    full = [SceneRow("rgby", Keys(2, 2))] * ROWS
    yield _("both strips full, two red and two white keys in every row"), _scene(full)
    for place in (0, 1):
        yield (
            _("the turn light of player {player}").format(player=place + 1),
            _scene([], turn=place),
        )
    yield _("all dark"), Scene(size=(ROWS, HOLES), dark=True)


def _answer(keys: Keys) -> Scene:
    return _scene([SceneRow(EMPTY * HOLES, keys)])


def _scene(rows: list[SceneRow], turn: int | None = None) -> Scene:
    return Scene(title="test", size=(ROWS, HOLES), rows=tuple(rows), turn=turn)
