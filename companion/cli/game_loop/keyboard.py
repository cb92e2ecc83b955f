"""The players at one keyboard, and the words that they may use at any time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.cli.common.buttons import Pressed
from companion.cli.common.prompt import Asker
from companion.cli.game_loop.narrate import Reporter
from companion.cli.kinds import terminal_of
from companion.cli.kinds.kind import SOURCE
from companion.displays.options import Press
from companion.errors import BadNotation, KeypegError, did_you_mean
from companion.game.core.events import Event, Way
from companion.game.core.names import name_key
from companion.i18n import _
from companion.kinds.typed_words import TYPED_WORDS, english_of
from companion.session.session import Session

__all__ = ["Command", "Keyboard"]


@dataclass(frozen=True, slots=True)
class Command:
    """A word that may be typed at any time; one that `stands_alone` has nothing behind it."""

    do: Callable[["Keyboard", str], None]
    stands_alone: bool = False


@dataclass
class Keyboard:
    """One session played by typing.

    `words` are carried out instead of being an answer; `parts_shown` remembers whose parts have
    been shown, `given` what was answered of a step of several questions that is not whole yet,
    `typed` the last line that all could see.
    """

    session: Session
    reporter: Reporter
    asker: Asker
    words: Mapping[str, "Command"]
    parts_shown: tuple[str, ...] = field(default=())
    given: list[str] = field(default_factory=list, repr=False)
    typed: str = ""

    @property
    def way(self) -> Way:
        """Who knows the code."""
        assert self.session.match.seated
        return self.session.match.seated.way

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; carry out a word like ``undo`` and give None, else give the line.

        The button "take back" is the word ``undo``. "Done" says that a row on the board is
        complete; typed rows need no such word.
        """
        try:
            self.typed = self.asker.line(prompt)
            return self._heed(self.typed)
        except Pressed as pressed:
            if pressed.press is Press.TAKE_BACK:
                self.take_back()
            return None

    def ask_secret(self, prompt: str) -> str | None:
        """Ask as `ask` does, for a line that is not echoed."""
        return self._heed(self.asker.secret(prompt))

    def command_in(self, line: str) -> tuple[Command, str] | None:
        """Return the command that `line` begins with and the rest, if it begins with one."""
        word, __, rest = line.partition(" ")
        command = self.words.get(english_of(word))
        # a player may be called like a word: "Card 3 7" is a claim
        if command is None or (rest and command.stands_alone):
            return None
        return command, rest.strip()

    def _heed(self, line: str) -> str | None:
        said = self.command_in(line)
        if said is None:
            return line
        command, rest = said
        command.do(self, rest)
        return None

    def show_round(self) -> None:
        """Print the round as it lies there."""
        current = self.session.match.round
        self.reporter.console.print(terminal_of(current.rules).draw(current))

    def take_back(self) -> None:
        """Take back the last answer of a step that is not whole yet, else the last whole step."""
        if self.given:
            self.given.pop()
        else:
            self.session.take_back(SOURCE)

    def ask_each(self, asks: Sequence[Callable[[], str | None]]) -> tuple[str, ...] | None:
        """Return the answers to all of `asks`, which are one step; None if it is to begin anew.

        ``undo`` takes back the last answer, which is asked for again; a row corrected meanwhile
        takes back none.
        """
        turn = self.session.match.turn
        with self._step():
            while len(self.given) < len(asks):
                answer = asks[len(self.given)]()
                if answer is not None:
                    self.given.append(answer)
                elif not self.given or self.session.match.turn != turn:
                    return None
            return tuple(self.given)

    @contextmanager
    def after(self, answer: str) -> Iterator[None]:
        """Let ``undo`` meanwhile take back `answer` alone, on which the next question depends."""
        with self._step():
            self.given.append(answer)
            yield

    @contextmanager
    def _step(self) -> Iterator[None]:
        self.given.clear()
        try:
            yield
        finally:
            self.given.clear()

    def ask_until_right(
        self, ask: Callable[[], str | None], check: Callable[[str], str]
    ) -> str | None:
        """Return what `check` makes of a line of `ask`; what it refuses is said and asked again.

        Also after a word like ``card`` that changes nothing; None after one that does.
        """
        match, given = self.session.match, len(self.given)
        while True:
            try:
                typed = ask()
                if typed is not None:
                    return check(typed)
                if self.session.match is not match or len(self.given) != given:
                    return None
            except KeypegError as error:
                refused = self.refused(error)
                if not self.asker.is_interactive:
                    raise refused from error
                self.say(f"✗ {refused}")

    def post(self, event: Event) -> None:
        """Let `event` happen."""
        self.session.post(event, SOURCE)

    def refused(self, error: KeypegError) -> KeypegError:
        """Return why what was typed is refused; a word that is of no use now is told for one."""
        is_word = isinstance(error, BadNotation) and english_of(self.typed) in TYPED_WORDS
        if not is_word or self.typed in error.hint:
            return error
        return BadNotation(
            _("'{text}' was not asked for.").format(text=self.typed), hint=_("See 'help'.")
        )

    def say(self, text: str) -> None:
        """Print one plain sentence."""
        self.reporter.say(text)

    def player_named(self, name: str) -> str:
        """Give the player meant by `name`: his name, or the beginning of one only."""
        players = self.session.match.players
        wanted = name_key(name)
        exact = [p for p in players if name_key(p) == wanted]
        close = exact or [p for p in players if wanted and name_key(p).startswith(wanted)]
        if len(close) != 1:
            raise BadNotation(
                _("'{name}' is not one player.").format(name=name), hint=did_you_mean(name, players)
            )
        return close[0]
