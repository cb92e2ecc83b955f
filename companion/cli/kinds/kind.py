"""What a kind of game has at a terminal, and the keyboard that asks for it, as protocols."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.game.core.events import Event, Way
from companion.game.core.turn import Need
from companion.game.match import Round
from companion.terminal.text import Drawn

if TYPE_CHECKING:
    from companion.cli.common.prompt import Asker
    from companion.observers.options import CameraOptions
    from companion.session.session import Session
    from companion.session.watched_session import WatchedSession

__all__ = [
    "SOURCE",
    "Ask",
    "Column",
    "PromptKeyboard",
    "TerminalKind",
    "Word",
]

# the source of what was typed, in the log
SOURCE = "keyboard"

R = TypeVar("R", bound=Round, contravariant=True)


class PromptKeyboard(Protocol):
    """One session played by typing, as the kinds of game need it."""

    session: Session
    asker: Asker
    parts_shown: tuple[str, ...]

    @property
    def way(self) -> Way:
        """Who knows the code."""

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; None when it was a word that is carried out already."""

    def ask_secret(self, prompt: str) -> str | None:
        """Ask as `ask` does, for a line that is not echoed."""

    def ask_until_right(
        self, ask: Callable[[], str | None], check: Callable[[str], str]
    ) -> str | None:
        """Return what `check` makes of a line of `ask`; what it refuses is said and asked again."""

    def ask_each(self, asks: Sequence[Callable[[], str | None]]) -> tuple[str, ...] | None:
        """Return the answers to all of `asks`, which are one step; None if it is to begin anew.

        ``undo`` takes back the last answer, which is asked for again.
        """

    def after(self, answer: str) -> AbstractContextManager[None]:
        """Let ``undo`` meanwhile take back `answer` alone, on which the next question depends."""

    def post(self, event: Event) -> None:
        """Let `event` happen."""

    def say(self, text: str) -> None:
        """Print one plain sentence."""

    def player_named(self, name: str) -> str:
        """Return the player meant by `name`, or raise `BadNotation`."""


Ask = Callable[[PromptKeyboard], None]
Word = Callable[[PromptKeyboard, str], None]
# a fact of an analysis -> what stands in its cell
Column = Callable[[dict[str, Any]], Any]


class TerminalKind(Protocol[R]):
    """One way of playing at a terminal; `R` is the class of its rounds."""

    @property
    def asks(self) -> Mapping[Need, Ask]:
        """What is asked for, by what the match waits for."""

    @property
    def words(self) -> Mapping[str, Word]:
        """The words that this kind of game has beside those of all."""

    @property
    def columns(self) -> Mapping[str, Column]:
        """The columns of an analysis, by their headings."""

    @property
    def ways(self) -> Mapping[Way, str]:
        """What each way to play means: who knows the code."""

    @property
    def voids_rounds(self) -> bool:
        """Whether there is a box of this kind in which a wrong answer voids the round."""

    @property
    def is_on_lights(self) -> bool:
        """Whether lights show the whole board, so that it need not be printed too."""

    def draw(self, current: R) -> Drawn:
        """Return the round as it lies there."""

    def demo_seats(self, least: int, most: int) -> int:
        """Return how many robots play a demonstration of a box for `least` to `most` players."""

    def help_words(self, current: R, way: Way) -> Collection[str]:
        """Return the words, beside those of every game, that help lists when so played."""

    def letters(self, current: R) -> str:
        """Return the letters of the colours in play, or nothing."""

    def show_privately(self, keyboard: PromptKeyboard) -> None:
        """Show each owner, alone, what the companion drew for him, if it did and once."""

    def correct_answer(self, keyboard: PromptKeyboard, number: int, row: int, answer: str) -> None:
        """Correct the answer to `row` of round `number` to what was typed."""

    def check_camera(self, current: R, options: CameraOptions, title: str) -> None:
        """Raise `BadNotation` for an option of a camera that this kind has no use for."""

    def heed(self, keyboard: PromptKeyboard, evening: WatchedSession, line: str) -> None:
        """Take in what is typed at a table that a camera watches and is no word of all games."""
