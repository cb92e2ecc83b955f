"""The players at one keyboard: what is asked of them, and the words that they may use."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.cli.common import render
from companion.cli.common.narrate import Reporter
from companion.cli.play.buttons import Pressed
from companion.cli.play.prompt import Asker, Left, is_number
from companion.displays.buttons import Press
from companion.errors import BadNotation, IllegalMove, KeypegError, did_you_mean
from companion.game.core.codes import parse_keys
from companion.game.core.events import Called, Event, Voided, Way
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import parse_part_answer
from companion.i18n import _, later
from companion.kinds import kind_of
from companion.kinds.advice import say_advice
from companion.session.session import Session

__all__ = ["HELP", "Keyboard"]

SOURCE = "keyboard"

HELP = later("""\
Type what is asked for, or at any time:
  undo                   take back the last step
  correct ROW PEGS       a row was noted wrongly:       correct 3 rgby
  correct ROW keys B W   an answer was noted wrongly:   correct 3 keys 2 1
  correct 1/3 ...        the same for row 3 of round 1
  correct ROW keys white board 2     the answer for one part (Master Mind for four)
  mistake ROW            the maker finds his answer to ROW wrong (Het Bouwblokje)
  call NAME PEGS         call the code (Master Mind for four)
  part NAME              see your own part again (Master Mind for four)
  hint                   a good next step
  tiles, tiles NAME      what hidden tiles can be: to all, or to you alone (Da Vinci Code)
  board, card            show them again
  quit                   leave; the match can be resumed""")


@dataclass
class Keyboard:
    """One session played by typing. `parts_shown` remembers whose parts have been shown."""

    session: Session
    reporter: Reporter
    asker: Asker
    parts_shown: tuple[str, ...] = field(default=())

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
            return self._heed(self.asker.line(prompt))
        except Pressed as pressed:
            if pressed.press is Press.TAKE_BACK:
                _take_back(self, "")
            return None

    def ask_secret(self, prompt: str) -> str | None:
        """Ask as `ask` does, for a line that is not echoed."""
        return self._heed(self.asker.secret(prompt))

    def _heed(self, line: str) -> str | None:
        word, __, rest = line.partition(" ")
        command = WORDS.get(word.casefold())
        # a player may be called like a word: "Card 3 7" is a claim
        if command is None or (rest and word.casefold() in ALONE):
            return line
        command(self, rest.strip())
        return None

    def ask_until_right(
        self, ask: Callable[[], str | None], check: Callable[[str], str]
    ) -> str | None:
        """Give what `check` makes of a line of `ask`; what it refuses is said and asked again."""
        while (typed := ask()) is not None:
            try:
                return check(typed)
            except KeypegError as error:
                if not self.asker.is_interactive:
                    raise
                self.say(f"✗ {error}")
        return None

    def post(self, event: Event) -> None:
        """Let `event` happen."""
        self.session.post(event, SOURCE)

    def say(self, text: str) -> None:
        """Print one plain sentence."""
        self.reporter.say(text)

    def player_named(self, name: str) -> str:
        """Give the player meant by `name`: his name, or the beginning of one only."""
        players = self.session.match.players
        wanted = name.strip().casefold()
        exact = [p for p in players if p.casefold() == wanted]
        close = exact or [p for p in players if wanted and p.casefold().startswith(wanted)]
        if len(close) != 1:
            raise BadNotation(
                _("'{name}' is not one player.").format(name=name), hint=did_you_mean(name, players)
            )
        return close[0]


def _take_back(keyboard: Keyboard, __: str) -> None:
    keyboard.session.take_back(SOURCE)


def _correct(keyboard: Keyboard, rest: str) -> None:
    where, __, what = rest.partition(" ")
    if not what.strip():
        raise BadNotation(
            _("A correction needs a row and what is right."),
            hint=_("As in: correct 3 rgby, or correct 3 keys 2 1."),
        )
    number, row = _place(keyboard, where)
    word, __, answer = what.partition(" ")
    if word.casefold() == "keys":
        _correct_answer(keyboard, number, row, answer)
    else:
        keyboard.session.correct_guess(number, row, _row_of(keyboard, what), SOURCE)


def _correct_answer(keyboard: Keyboard, number: int, row: int, answer: str) -> None:
    if not isinstance(keyboard.session.match.round, PartsRound):
        keyboard.session.correct_answer(number, row, parse_keys(answer), SOURCE)
        return
    said, __, board = answer.partition(" board ")
    if not is_number(board.strip()):
        raise BadNotation(
            _("Which board's answer?"), hint=_("As in: correct 3 keys white board 2.")
        )
    keyboard.session.correct_answer(number, row, parse_part_answer(said), SOURCE, int(board))


def _row_of(keyboard: Keyboard, typed: str) -> str:
    current = keyboard.session.match.round
    return kind_of(current.rules).parse_row(current, typed)


def _place(keyboard: Keyboard, where: str) -> tuple[int, int]:
    number, __, row = where.rpartition("/")
    if not is_number(row) or (number and not is_number(number)):
        raise BadNotation(
            _("'{where}' is no row.").format(where=where),
            hint=_("Type 3, or 1/3 for round 1 row 3."),
        )
    return (int(number) if number else len(keyboard.session.match.rounds)), int(row)


def _mistake(keyboard: Keyboard, rest: str) -> None:
    if not rest:
        raise BadNotation(_("Which answer was the mistake?"), hint=_("As in: mistake 3."))
    number, row = _place(keyboard, rest)
    if number != len(keyboard.session.match.rounds):
        raise IllegalMove(
            _(
                "A mistake can be admitted in the round being played only, not in round {number}."
            ).format(number=number),
            hint=_("Name a row of round {number}.").format(
                number=len(keyboard.session.match.rounds)
            ),
        )
    keyboard.post(Voided(row))


def _call(keyboard: Keyboard, rest: str) -> None:
    if not isinstance(keyboard.session.match.round, PartsRound):
        raise IllegalMove(
            _("In {title} nobody calls the code.").format(title=keyboard.session.match.rules.title),
            hint=_("Set a row instead."),
        )
    name, __, row = rest.rpartition(" ")
    if not name:
        raise BadNotation(_("Who calls which code?"), hint=_("As in: call Ada rb.gy."))
    keyboard.post(Called(keyboard.player_named(name), row))


def _hint(keyboard: Keyboard, __: str) -> None:
    keyboard.say(say_advice(keyboard.session.match))


def _tiles(keyboard: Keyboard, rest: str) -> None:
    from companion.cli.play.tile_hints import say_thoughts

    say_thoughts(keyboard, rest)


def _show_board(keyboard: Keyboard, __: str) -> None:
    keyboard.reporter.console.print(render.board(keyboard.session.match.round))


def _show_card(keyboard: Keyboard, __: str) -> None:
    keyboard.reporter.console.print(render.score_card(keyboard.session.match))


def _show_help(keyboard: Keyboard, __: str) -> None:
    keyboard.say(_(HELP))


def _leave(keyboard: Keyboard, __: str) -> None:
    raise Left


def _part(keyboard: Keyboard, rest: str) -> None:
    secret = keyboard.session.secret
    player = keyboard.player_named(rest)
    if secret is None or not isinstance(keyboard.session.match.round, PartsRound):
        raise IllegalMove(
            _("The companion knows no parts here."), hint=_("Look at your own board.")
        )
    keyboard.asker.line(
        _("{player}, alone before the screen? Press Enter to see your part.").format(player=player)
    )
    for board, (owner, part) in enumerate(zip(secret.owners, secret.codes, strict=True), 1):
        if owner == player:
            keyboard.asker.show_privately(
                _("{player}, your part on board {board}: {part}").format(
                    player=player, board=board, part=part
                )
            )


ALONE = {"undo", "hint", "board", "card", "help", "quit"}

WORDS: dict[str, Callable[[Keyboard, str], None]] = {
    "undo": _take_back,
    "correct": _correct,
    "mistake": _mistake,
    "call": _call,
    "part": _part,
    "hint": _hint,
    "tiles": _tiles,
    "board": _show_board,
    "card": _show_card,
    "help": _show_help,
    "quit": _leave,
}
