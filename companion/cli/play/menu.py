"""``keypeg menu``: matches without a keyboard. Two buttons or pegs choose, lights and a voice tell.

The button "take back" goes on to the next choice, "done" takes it; choice 3 is three black key pegs
on the lights. What was chosen becomes the words of ``keypeg play``, which needs no keyboard either:
rows are set on the board, and the same buttons answer.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue

import click

from companion.cli.common.display_options import display_option, say_option
from companion.cli.common.log_options import folder_option
from companion.cli.common.once_each import once_each
from companion.cli.play.command import play
from companion.cli.play.menu_choices import Choice, counted, games, numbers
from companion.cli.play.peg_menu import chosen_by_pegs, open_row
from companion.config import load_settings
from companion.displays.all_displays import Display, open_displays
from companion.displays.options import DisplayChoices, Press
from companion.errors import BadNotation
from companion.i18n import _
from companion.observers.options import CameraOptions
from companion.optional import require
from companion.rulebooks.shelf import SHELF
from companion.scene import Mood, Scene, SceneRow

__all__ = ["Choice", "menu", "picked"]


@click.command()
@click.option("--camera", metavar="SPEC", help="As with 'play'; usual is that of the settings.")
@click.option("--board", help="The board's name, or the path of its file.")
@click.option("--calibration", help="Its name (default: the board's).")
@click.option("--pegs", is_flag=True, help="Row 1 of the board chooses, in place of the buttons.")
@click.option("--once", is_flag=True, help="End after one match.")
@folder_option
@display_option
@say_option
def menu(
    camera: str | None,
    board: str | None,
    calibration: str | None,
    pegs: bool,  # noqa: FBT001
    once: bool,  # noqa: FBT001
    folder: Path | None,
    displays: tuple[str, ...],
    speech: str | None,
) -> None:
    """Choose and play matches with two buttons, or with pegs: no keyboard, no screen.

    "take back" goes on to the next choice and "done" takes it; the lights count, --say speaks.

    With --pegs the first peg of row 1 is the game, the second how many play; taken off, it begins.
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
    row = CameraOptions(spec, board, calibration) if pegs else None
    while True:
        chosen = _asked(named, choices, row)
        play.main([*chosen, *seen, *kept, *shown], prog_name="keypeg play", standalone_mode=False)
        if once:
            return


def _option(name: str, value: str | None) -> list[str]:
    return [name, value] if value else []


def _asked(
    named: tuple[str, ...], choices: DisplayChoices, row: CameraOptions | None
) -> Sequence[str]:
    """Ask what is played and by how many, on the displays `named`; return words of ``play``.

    What is before the camera of `row` answers, or two buttons where there is none.
    """
    presses: SimpleQueue[Press] = SimpleQueue()
    display = open_displays(named, choices=choices, report=click.echo, pressed=presses.put)
    try:
        if row is not None:
            return _by_pegs(row, display, presses)
        book = picked(_("Which game?"), games(), display, presses.get)
        players = picked(_("How many play?"), numbers(SHELF[book[0]]), display, presses.get)
    finally:
        display.close()
    return [*book, *players]


def _by_pegs(row: CameraOptions, display: Display, presses: SimpleQueue[Press]) -> tuple[str, ...]:
    say = once_each()
    observer = open_row(row, say)
    try:
        return chosen_by_pegs(observer, display, presses, say)
    finally:
        # the match opens it anew
        observer.camera.close()


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
    return Scene(
        title="Keypeg",
        sentence=said.format(question=question, choice=choices[at].said),
        rows=(SceneRow("....", counted(at + 1)),),
        mood=Mood.ASKING,
        is_answer=True,
    )
