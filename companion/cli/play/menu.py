"""``keypeg menu``: matches without a keyboard. Two buttons or pegs choose, lights and a voice tell.

What is asked stands in the terminal too, and is said aloud wherever there is a voice.

The button "take back" goes on to the next choice, "done" takes it; choice 3 is three black key pegs
on the lights. What was chosen becomes the words of ``keypeg play``, which needs no keyboard either:
rows are set on the board, and the same buttons answer.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue

import click

from companion.cli.common.display_options import display_option
from companion.cli.common.log_options import folder_option
from companion.cli.common.once_each import once_each
from companion.cli.play.command import play
from companion.cli.play.menu_choices import Choice, asking, boxes_on, counted, games, numbers
from companion.cli.play.peg_menu import PegMenu, chosen_by_pegs, open_row
from companion.config import Settings, load_settings
from companion.displays.all_displays import Display, has_buttons, open_displays
from companion.displays.options import DisplayChoices, Press
from companion.displays.speech import can_speak
from companion.errors import BadNotation, KeypegError
from companion.game.match import Rules
from companion.i18n import _
from companion.observers.options import CameraOptions
from companion.optional import require
from companion.rulebooks.shelf import SHELF
from companion.scene import Scene, SceneRow

__all__ = ["Choice", "menu", "picked"]


@click.command()
@click.option("--camera", metavar="SPEC", help="As with 'play'; usual is that of the settings.")
@click.option("--board", help="The board's name, or the path of its file.")
@click.option("--calibration", help="Its name (default: the board's).")
@click.option("--pegs", is_flag=True, help="Row 1 of the board chooses, in place of the buttons.")
@click.option("--once", is_flag=True, help="End after one match.")
@folder_option
@display_option
@click.option(
    "--say/--no-say",
    "is_said",
    default=None,
    help="Say questions and answers aloud, or do not; usual where espeak-ng is installed.",
)
def menu(
    camera: str | None,
    board: str | None,
    calibration: str | None,
    pegs: bool,  # noqa: FBT001
    once: bool,  # noqa: FBT001
    folder: Path | None,
    displays: tuple[str, ...],
    is_said: bool | None,  # noqa: FBT001
) -> None:
    """Choose and play matches with two buttons, or with pegs: no keyboard, no screen.

    "take back" goes on to the next choice and "done" takes it; the lights count, a voice speaks.

    With --pegs the first peg of row 1 is the game, the second how many play; taken off, it begins.
    """
    settings = load_settings()
    spec = camera or settings.camera
    if not spec:
        raise BadNotation(
            _("Without a keyboard a camera reads the rows."), hint=_("Add --camera, as usb:0.")
        )
    require("camera")
    named = _named(displays or settings.display, are_pressed=not pegs)
    voice = _voice(named, is_said=is_said)
    lights = _Lights((*named, *voice), settings, is_patient=not displays)
    seen = ["--camera", spec, *_option("--board", board), *_option("--calibration", calibration)]
    shown = [word for name in displays for word in ("--display", name)]
    more = [*seen, *_option("--games", folder), *shown, *(["--say"] if voice else ())]
    row, boxes = CameraOptions(spec, board, calibration) if pegs else None, boxes_on(board)
    while True:
        chosen = _by_pegs(row, boxes, lights) if row else _by_buttons(boxes, lights)
        try:
            play.main([*chosen, *more], prog_name="keypeg play", standalone_mode=False)
        except KeypegError as error:
            if once:
                raise
            lights.tell(str(error))
        if once:
            break


def _option(name: str, value: str | Path | None) -> list[str]:
    return [name, str(value)] if value else []


def _named(specs: tuple[str, ...], *, are_pressed: bool) -> tuple[str, ...]:
    """Return `specs`, or raise BadNotation where buttons are to be pressed and none has any."""
    if are_pressed and not any(map(has_buttons, specs)):
        raise BadNotation(
            _("Two buttons choose, and no display that is named has any."),
            hint=_("Add --display gpio or --display serial:auto; or --pegs, and row 1 chooses."),
        )
    return specs


def _voice(named: Sequence[str], *, is_said: bool | None) -> tuple[str, ...]:
    """Return the display that speaks, if `is_said` asks for one and `named` has none.

    Who has neither asked for it nor against is told where there is none.
    """
    if "speech" in named or is_said is False:
        return ()
    if is_said is None and not can_speak():
        click.echo(_("Nothing is said aloud: 'sudo apt install espeak-ng' gives it a voice."))
        return ()
    return ("speech",)


@dataclass(frozen=True)
class _Lights:
    """The displays on which the menu asks: those that are `named`, and always the terminal."""

    named: tuple[str, ...]
    settings: Settings
    is_patient: bool

    @contextmanager
    def asking(self, pressed: Callable[[Press], None]) -> Iterator[Display]:
        """Give them, all as one; what goes wrong is told on them too, then they are dark.

        `pressed` is told of their buttons.
        """
        display = open_displays(
            self.named if "terminal" in self.named else ("terminal", *self.named),
            choices=DisplayChoices(self.settings.gpio, self.settings.serial),
            is_patient=self.is_patient,
            report=click.echo,
            pressed=pressed,
        )
        try:
            yield display
        except KeypegError as error:
            display.show(asking(str(error)))
            raise
        finally:
            display.close()

    def tell(self, sentence: str) -> None:
        """Show `sentence`; a voice says it to its end."""
        with self.asking(lambda _press: None) as display:
            display.show(asking(sentence))


def _by_buttons(boxes: Sequence[Rules], lights: _Lights) -> tuple[str, ...]:
    """Ask which of `boxes` is played, by how many; two buttons answer. Return words of ``play``."""
    presses: SimpleQueue[Press] = SimpleQueue()
    with lights.asking(presses.put) as display:
        book = picked(_("Which game?"), games(boxes), display, presses.get)
        players = picked(_("How many play?"), numbers(SHELF[book[0]]), display, presses.get)
    return (*book, *players)


def _by_pegs(row: CameraOptions, boxes: Sequence[Rules], lights: _Lights) -> tuple[str, ...]:
    """Ask the same; row 1 before the camera of `row` answers."""
    presses: SimpleQueue[Press] = SimpleQueue()
    say = once_each()
    with lights.asking(presses.put) as display:
        # opening a camera takes seconds
        display.show(PegMenu(boxes).scenes[-1])
        observer = open_row(row, say)
        try:
            return chosen_by_pegs(observer, display, presses, say, boxes=boxes)
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
    asked = asking(said.format(question=question, choice=choices[at].said))
    return replace(asked, rows=(SceneRow("....", counted(at + 1)),), is_answer=True)
