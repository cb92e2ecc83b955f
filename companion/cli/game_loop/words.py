"""The words that may be typed at any time: ``undo``, ``correct 3 rgby``, ``hint`` ..."""

from collections.abc import Mapping

from companion.cli.common.plain_lines import columns
from companion.cli.common.prompt import Left
from companion.cli.game_loop.corrections import admit_mistake, correct
from companion.cli.game_loop.keyboard import Command, Keyboard
from companion.cli.kinds import terminal_of
from companion.errors import IllegalMove, MissingPart
from companion.game.core.codes import legend
from companion.game.core.kind import Rules
from companion.game.match import Match
from companion.i18n import N_, _
from companion.kinds.advice import is_choice, say_advice
from companion.optional import install_command

__all__ = ["HELP", "WORDS", "help_text", "words_of"]

# what is typed, and what it does; a word applies always, or where the kind has it
HELP = {
    "undo": (N_("undo"), N_("take back the last step")),
    "correct": (N_("correct ROW PEGS"), N_("a row was noted wrongly, as in: correct 3 rgby")),
    "correct-before": (N_("correct 1/3 ..."), N_("the same for row 3 of round 1")),
    "correct-keys": (
        N_("correct ROW keys B W"),
        N_("an answer was noted wrongly, as in: correct 3 keys 2 1"),
    ),
    "correct-part": (
        N_("correct ROW keys white board 2"),
        N_("an owner's answer was noted wrongly"),
    ),
    "mistake": (N_("mistake ROW"), N_("the maker finds his answer to ROW wrong")),
    "another-board": (N_("board 2 ROW"), N_("a row for another of your boards")),
    "call": (N_("call NAME PEGS"), N_("call the code")),
    "part": (N_("part NAME"), N_("see your own part again")),
    "hint": (N_("hint"), N_("a good next step")),
    "tiles": (N_("tiles, tiles NAME"), N_("what hidden tiles can be: to all, or to you alone")),
    "board": (N_("board, card"), N_("show them again")),
    "quit": (N_("quit"), N_("leave; the match can be resumed")),
    "leave": (N_("quit"), N_("leave")),
}
# words that every game has
ALWAYS = ("undo", "hint", "board", "quit")
# those that are of use only while it goes on
GOING_ON = {"mistake", "call", "quit"}
# those about a row of this round, and about one of an earlier round
OF_ROWS, OF_ROUNDS = {"correct", "correct-keys", "correct-part", "mistake"}, {"correct-before"}


def _take_back(keyboard: Keyboard, __: str) -> None:
    keyboard.take_back()


def _hint(keyboard: Keyboard, __: str) -> None:
    try:
        keyboard.say(say_advice(keyboard.session.match))
    except MissingPart as error:
        # at the prompt of a match a command of the shell is no word
        raise MissingPart(
            error.message,
            hint=_("In another window, or after 'quit': {command}").format(
                command=install_command("hints")
            ),
        ) from error


def _show_board(keyboard: Keyboard, __: str) -> None:
    keyboard.show_round()


def _show_card(keyboard: Keyboard, __: str) -> None:
    keyboard.reporter.tell_card(keyboard.session.match)


def _show_help(keyboard: Keyboard, __: str) -> None:
    keyboard.say(help_text(keyboard.session.match))


def help_text(match: Match) -> str:
    """Return the words that apply in this match now, and the letters of its colours."""
    kind = terminal_of(match.rules)
    way = match.seated.way if match.seated else match.rules.usual_way
    also = kind.help_words(match.round, way)
    shown = {*ALWAYS, *also, "leave"} - (GOING_ON if match.is_over else {"leave"})
    for words, applies in (
        ({"hint"}, is_choice(match)),
        (OF_ROWS, bool(match.round.board_rows)),
        (OF_ROUNDS, match.begun > 1),
    ):
        shown -= set() if applies else words
    rows = [(_(typed), _(does)) for word, (typed, does) in HELP.items() if word in shown]
    lines = [_("Type what is asked for, or at any time:"), *columns(rows, indent=2)]
    if letters := kind.letters(match.round):
        lines.append(_("Colours: {legend}.").format(legend=legend(letters)))
    return "\n".join(lines)


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
        title = _(keyboard.session.match.rules.title)
        raise IllegalMove(_(said).format(title=title), hint=_(hint))

    return Command(do)


# a word that not every kind of game has -> why it is refused elsewhere, and what to do
NOT_HERE = {
    "call": (N_("In {title} nobody calls the code."), N_("See 'help'.")),
    "part": (N_("The companion knows no parts here."), N_("Look at your own board.")),
    "tiles": (N_("This game has no tiles."), N_("Use 'hint' instead.")),
}

WORDS: Mapping[str, Command] = {
    "undo": Command(_take_back, stands_alone=True),
    "correct": Command(correct),
    "mistake": Command(admit_mistake),
    **{word: _of_kind(word) for word in NOT_HERE},
    "hint": Command(_hint, stands_alone=True),
    "board": Command(_show_board, stands_alone=True),
    "card": Command(_show_card, stands_alone=True),
    "help": Command(_show_help, stands_alone=True),
    "quit": Command(_leave, stands_alone=True),
}


def words_of(rules: Rules) -> Mapping[str, Command]:
    """Return the words of a table with that box; "stop" leaves too where it ends no turn."""
    ends_turns = "tiles" in terminal_of(rules).words
    return WORDS if ends_turns else {**WORDS, "stop": WORDS["quit"]}
