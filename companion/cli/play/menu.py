"""``keypeg menu``: matches without a keyboard. Two buttons choose, lights and a voice tell what.

The button "take back" goes on to the next choice, "done" takes it; choice 3 is three black key pegs
on the lights. What was chosen becomes the words of ``keypeg play``, which needs no keyboard either:
rows are set on the board, and the same buttons answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import click

from companion.cli.common.display_options import display_option, say_option
from companion.cli.common.load_log import folder_option
from companion.cli.play.command import play
from companion.config import load_settings
from companion.displays import Display, open_displays
from companion.displays.options import DisplayChoices, Press
from companion.errors import BadNotation
from companion.game.core.codes import Keys
from companion.game.core.events import Way
from companion.game.match import Rules
from companion.i18n import _
from companion.optional import require
from companion.rulebooks import SHELF
from companion.scene import Mood, Scene, SceneRow

__all__ = ["Choice", "menu", "picked"]

# black key pegs that tell the place of a choice, as many as a row has on most boards; beyond it
# white ones count on
MOST_BLACK = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: what is said of it, and the words that it adds to ``play``."""

    said: str
    words: tuple[str, ...]


@click.command()
@click.option("--camera", metavar="SPEC", help="As with 'play'; usual is that of the settings.")
@click.option("--board", help="The board's name, or the path of its file.")
@click.option("--calibration", help="Its name (default: the board's).")
@click.option("--once", is_flag=True, help="End after one match.")
@folder_option
@display_option
@say_option
def menu(
    camera: str | None,
    board: str | None,
    calibration: str | None,
    once: bool,  # noqa: FBT001
    folder: Path | None,
    displays: tuple[str, ...],
    speech: str | None,
) -> None:
    """Choose and play matches with two buttons: no keyboard, no screen.

    "take back" goes on to the next choice and "done" takes it; the lights count, --say speaks.
    """
    settings = load_settings()
    spec = camera or settings.camera
    if not spec:
        raise BadNotation(
            _("Without a keyboard a camera reads the rows."), hint=_("Add --camera, as usb:0.")
        )
    require("camera")
    named = (*(displays or settings.display), *((speech,) if speech else ()))
    seen = ["--camera", spec, *_option("--board", board), *_option("--calibration", calibration)]
    kept = _option("--games", str(folder) if folder else None)
    shown = [word for name in named for word in ("--display", name)]
    choices = DisplayChoices(settings.gpio, settings.serial)
    while True:
        chosen = _asked(named, choices)
        play.main([*chosen, *seen, *kept, *shown], prog_name="keypeg play", standalone_mode=False)
        if once:
            return


def _option(name: str, value: str | None) -> list[str]:
    return [name, value] if value else []


def _asked(named: tuple[str, ...], choices: DisplayChoices) -> list[str]:
    """Ask on the displays `named` what is played and by how many; return words of ``play``."""
    presses: SimpleQueue[Press] = SimpleQueue()
    display = open_displays(named, choices=choices, report=click.echo, pressed=presses.put)
    try:
        book = picked(_("Which game?"), _games(), display, presses.get)
        players = picked(_("How many play?"), _numbers(SHELF[book[0]]), display, presses.get)
    finally:
        display.close()
    return [*book, *players]


def picked(
    question: str, choices: Sequence[Choice], display: Display, press: Callable[[], Press]
) -> tuple[str, ...]:
    """Show `choices` one at a time, the next at each "take back"; return the words of the taken.

    `press` waits for a button. One choice alone is no question.
    """
    at = 0
    while len(choices) > 1:
        display.show(_scene(question, choices, at))
        if press() is Press.DONE:
            break
        at = (at + 1) % len(choices)
    return choices[at].words


def _scene(question: str, choices: Sequence[Choice], at: int) -> Scene:
    """Return choice `at` as a scene: its place is counted in key pegs, no row is answered."""
    said = _("{question} {choice}. 'done' takes it, 'take back' goes on to the next.")
    count = at + 1
    keys = Keys(min(count, MOST_BLACK), 0) if count <= MOST_BLACK else Keys(0, count - MOST_BLACK)
    return Scene(
        title="Keypeg",
        sentence=said.format(question=question, choice=choices[at].said),
        rows=(SceneRow("....", keys),),
        mood=Mood.ASKING,
        is_answer=True,
    )


def _games() -> list[Choice]:
    """Return the games in which the companion can draw the code, so that nobody has to type."""
    boxes = [box for box in SHELF.values() if box.usual_way is Way.COMPANION]
    return [Choice(_(box.title), (box.name,)) for box in boxes]


def _numbers(box: Rules) -> list[Choice]:
    least, most = box.players
    least = 1 if box.can_be_played_alone else least
    return [Choice(str(n), ("--players", ",".join(_names(n)))) for n in range(least, most + 1)]


def _names(number: int) -> list[str]:
    return [_("Player {number}").format(number=n) for n in range(1, number + 1)]
