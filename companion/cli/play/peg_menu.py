"""A match chosen by pegs: row 1 says which game and for how many, and nobody touches a key.

The first peg of row 1 is the game, the second how many play; the others may be of any colour. What
was read is said and counted on the lights; other pegs choose anew. Once the pegs are taken off, as
the first row of any game wants it, the match begins; while they stand they would be its first row.
What stops the eyes is said instead, as long as it does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from companion.cli.play.menu_choices import Choice, asking, counted, games, numbers
from companion.displays.all_displays import Display
from companion.displays.options import Press
from companion.displays.sequence import InTurn
from companion.errors import CameraAway, CameraEnded, CameraError
from companion.game.core.codes import COLOURS, EMPTY
from companion.game.match import Rules
from companion.i18n import _
from companion.rulebooks.shelf import SHELF
from companion.scene import Scene, SceneRow
from companion.sightings.boards import (
    BoardCleared,
    PictureUnfit,
    RowChanged,
    RowSeen,
    RowTaken,
    Sighting,
    StaysCovered,
    Unsure,
)
from companion.table import CameraBack, CameraLost, Happening
from companion.table.common.interruptions import Stop, sentence_of, stop_after

if TYPE_CHECKING:
    from companion.observers.observer import Observer
    from companion.observers.options import CameraOptions
    from companion.vision.board.shape import BoardShape
    from companion.vision.watch.box_limits import Limits

__all__ = ["PegMenu", "chosen_by_pegs", "open_row", "peg_table"]

# colours that all boards have, as numbers; docs/camera.md prints them
NUMBERS = {"r": 1, "b": 2, "g": 3, "y": 4, "w": 5}
# seconds to wait for a frame: longer than a silent camera takes to say so itself
PATIENCE = 8.0


class PegMenu:
    """What row 1 says so far. `words` are those of ``play`` once the match is to begin.

    `boxes` are those that can be played on the board; each game keeps its colour on every board.
    """

    def __init__(self, boxes: Sequence[Rules] = tuple(SHELF.values())) -> None:
        names = {box.name for box in boxes}
        numbered = enumerate(peg_table(), start=1)
        self._offered = {n: each for n, each in numbered if each[0].words[0] in names}
        self.words: tuple[str, ...] = ()
        # the row that is not clear, as it likely is
        self.unsure = ""
        self._chosen: tuple[str, ...] = ()
        self._scenes: tuple[Scene, ...] = (asking(self._question()),)
        self._stop = Stop.NONE
        # what is said of what hinders the eyes, if anything does
        self._hindered = ""

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """What is to be told, one after another."""
        return (asking(self._hindered),) if self._hindered else self._scenes

    @property
    def is_blind(self) -> bool:
        """Whether the camera gives no pictures."""
        return self._stop is Stop.BLIND

    def on(self, seen: Happening) -> None:
        """Take in what was seen."""
        self._note_stop(seen)
        match seen:
            case RowSeen(row=1, letters=letters) | RowChanged(row=1, letters=letters):
                self.read(letters)
            case Unsure(row=1, likely=likely):
                self._doubt(likely)
            case RowSeen() | RowChanged() | Unsure():
                # what is left of another game chooses nothing when it is cleared away
                self.unsure, self._chosen = "", ()
                self._say(_("Only row 1 chooses: take all pegs off the board first."))
            case RowTaken(row=1) | BoardCleared():
                self.begin()

    def read(self, letters: str) -> None:
        """Take in what stands in row 1; while a peg is missing, nothing has changed."""
        if EMPTY in letters:
            return
        self.unsure, self._chosen = "", ()
        game, many = (NUMBERS.get(letter, 0) for letter in letters[:2])
        if game not in self._offered:
            self._say(_no_number(1, letters[0], self._offered), letters)
            return
        title, allowed = self._offered[game]
        name = title.words[0]
        if str(many) not in (choice.said for choice in allowed):
            self._say(_no_number(2, letters[1], [int(choice.said) for choice in allowed]), letters)
            return
        (players,) = (choice for choice in allowed if choice.said == str(many))
        self._chosen = (name, *players.words)
        said = _(
            "{game}, players: {count}. Take the pegs off and it begins; other pegs choose anew."
        ).format(game=title.said, count=many)
        keys = (counted(game), counted(many))
        self._scenes = tuple(
            replace(asking(said, letters), rows=(SceneRow(letters, each),)) for each in keys
        )

    def begin(self) -> None:
        """Begin what was chosen; ask again if nothing was."""
        self.unsure = ""
        self.words = self._chosen
        if not self.words:
            self._say(self._question())

    def _doubt(self, likely: str) -> None:
        self.unsure, self._chosen = likely, ()
        said = _(
            "I cannot see row 1 clearly: {likely}? Set its first two pegs again, or press 'done' "
            "if it is so."
        )
        named = ", ".join(_(COLOURS[letter]) if letter in COLOURS else "?" for letter in likely)
        self._say(said.format(likely=named), likely)

    def _question(self) -> str:
        offered = ", ".join(
            f"{_colour_of(n)} {game.said}" for n, (game, _many) in self._offered.items()
        )
        counts = ", ".join(f"{_colour_of(n)} {n}" for n in NUMBERS.values())
        said = _(
            "Fill row 1. Its first peg is the game: {games}. Its second is how many play: {counts}."
        )
        return said.format(games=offered, counts=counts)

    def _say(self, sentence: str, letters: str = "") -> None:
        self._scenes = (asking(sentence, letters),)

    def _note_stop(self, seen: Happening) -> None:
        before, self._stop = self._stop, stop_after(self._stop, seen)
        if isinstance(seen, PictureUnfit):
            self._hindered = _("I cannot read: {why}").format(why=seen.why)
        elif isinstance(seen, StaysCovered):
            self._hindered = _("Something lies on the board and hides pegs: take it away.")
        elif self._stop is not before or self._stop is Stop.NONE:
            self._hindered = sentence_of(self._stop)


def peg_table() -> list[tuple[Choice, list[Choice]]]:
    """Return the games that one board is enough for, in order, each with its numbers of players."""
    boxes = [box for box in SHELF.values() if box.has_one_code]
    return [(game, numbers(SHELF[game.words[0]])) for game in games(boxes)]


def chosen_by_pegs(
    observer: Observer[Sighting],
    display: Display,
    presses: SimpleQueue[Press],
    say: Callable[[str], None],
    *,
    boxes: Sequence[Rules] = tuple(SHELF.values()),
    now: Callable[[], float] = time.monotonic,
) -> tuple[str, ...]:
    """Look at row 1 until a match of one of `boxes` is chosen; return the words of ``play``.

    Raises CameraEnded where no more pictures will come; a camera that is away is waited for.
    """
    menu, shown = PegMenu(boxes), InTurn(display, now)
    shown.show(menu.scenes)
    while not menu.words:
        before = menu.scenes
        for seen in _seen(observer, say, is_blind=menu.is_blind):
            menu.on(seen)
        if _is_done(presses) and menu.unsure:
            observer.eyes.told(1, menu.unsure)
            menu.read(menu.unsure)
        if menu.scenes != before:
            shown.show(menu.scenes)
        shown.tick()
    return menu.words


def open_row(options: CameraOptions, say: Callable[[str], None]) -> Observer[Sighting]:
    """Open the camera on a board on which any colour may stand."""
    from companion.observers.open_board import open_board
    from companion.vision.watch.box_limits import Limits

    def limits(shape: BoardShape) -> Limits:
        return Limits(shape.rows, shape.cols, shape.palette)

    return open_board(options, limits, say)


def _seen(
    observer: Observer[Sighting], say: Callable[[str], None], *, is_blind: bool
) -> tuple[Happening, ...]:
    """Return what the next frame shows; that it comes again, after the camera `is_blind`."""
    try:
        frame = observer.camera.read(PATIENCE)
    except CameraEnded:
        raise
    except CameraAway as error:
        return (CameraLost(str(error)),)
    except CameraError as error:
        say(str(error))
        return (CameraLost(str(error)),)
    back = (CameraBack(),) if is_blind else ()
    return (*back, *observer.eyes.look(frame))


def _is_done(presses: SimpleQueue[Press]) -> bool:
    try:
        return presses.get_nowait() is Press.DONE
    except Empty:
        return False


def _no_number(place: int, letter: str, allowed: Iterable[int]) -> str:
    said = _("Peg {place} of row 1 is {colour}: that is none of {colours}.")
    return said.format(
        place=place, colour=_(COLOURS[letter]), colours=", ".join(_colour_of(n) for n in allowed)
    )


def _colour_of(number: int) -> str:
    (letter,) = (letter for letter, n in NUMBERS.items() if n == number)
    return _(COLOURS[letter])
