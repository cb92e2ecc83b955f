"""The words that may be typed at any time: ``undo``, ``correct 3 rgby``, ``hint`` ..."""

from collections.abc import Mapping

from companion.cli.common import render
from companion.cli.common.prompt import Left, is_number
from companion.cli.kinds import terminal_of
from companion.cli.kinds.kind import SOURCE
from companion.cli.play.keyboard import Command, Keyboard
from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import Voided
from companion.i18n import N_, _
from companion.kinds import kind_of
from companion.kinds.advice import say_advice

__all__ = ["HELP", "WORDS"]

HELP = N_("""\
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
        kind = terminal_of(keyboard.session.match.rules)
        kind.correct_answer(keyboard, number, row, answer)
    else:
        keyboard.session.correct_guess(number, row, _row_of(keyboard, what), SOURCE)


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


def _hint(keyboard: Keyboard, __: str) -> None:
    keyboard.say(say_advice(keyboard.session.match))


def _show_board(keyboard: Keyboard, __: str) -> None:
    keyboard.show_round()


def _show_card(keyboard: Keyboard, __: str) -> None:
    keyboard.reporter.console.print(render.score_card(keyboard.session.match))


def _show_help(keyboard: Keyboard, __: str) -> None:
    keyboard.say(_(HELP))


def _leave(keyboard: Keyboard, __: str) -> None:
    raise Left


def _of_kind(word: str) -> Command:
    """Return the command `word` of the kind of game that is played, where it has one."""

    def do(keyboard: Keyboard, rest: str) -> None:
        kind = terminal_of(keyboard.session.match.rules)
        if word in kind.words:
            kind.words[word](keyboard, rest)
            return
        said, hint = NOT_HERE[word]
        title = keyboard.session.match.rules.title
        raise IllegalMove(_(said).format(title=title), hint=_(hint))

    return Command(do)


# a word that not every kind of game has -> why it is refused elsewhere, and what to do
NOT_HERE = {
    "call": (N_("In {title} nobody calls the code."), N_("Set a row instead.")),
    "part": (N_("The companion knows no parts here."), N_("Look at your own board.")),
    "tiles": (N_("This game has no tiles."), N_("Use 'hint' instead.")),
}

WORDS: Mapping[str, Command] = {
    "undo": Command(_take_back, stands_alone=True),
    "correct": Command(_correct),
    "mistake": Command(_mistake),
    **{word: _of_kind(word) for word in NOT_HERE},
    "hint": Command(_hint, stands_alone=True),
    "board": Command(_show_board, stands_alone=True),
    "card": Command(_show_card, stands_alone=True),
    "help": Command(_show_help, stands_alone=True),
    "quit": Command(_leave, stands_alone=True),
}
