"""The words that may be typed at any time: ``undo``, ``correct 3 rgby``, ``hint`` ..."""

from collections.abc import Mapping

from companion.cli.common.plain_lines import columns
from companion.cli.common.prompt import Left, is_number
from companion.cli.game_loop.keyboard import Command, Keyboard
from companion.cli.kinds import terminal_of
from companion.cli.kinds.kind import SOURCE
from companion.errors import BadNotation, ChangesLater, IllegalMove, MissingPart
from companion.game.core.codes import legend
from companion.game.core.events import TakenBack, Voided
from companion.game.core.kind import Rules
from companion.game.match import Match
from companion.i18n import N_, _, ngettext
from companion.kinds.advice import is_choice, say_advice
from companion.kinds.all_kinds import kind_of
from companion.kinds.typed_words import is_word
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


def _correct(keyboard: Keyboard, rest: str) -> None:
    where, __, what = rest.partition(" ")
    if not what.strip():
        raise BadNotation(
            _("A correction needs a row and what is right."),
            hint=_("As in: correct 3 rgby, or correct 3 keys 2 1."),
        )
    number, row = _place(keyboard, where)
    word, __, answer = what.partition(" ")
    kind = terminal_of(keyboard.session.match.rules)
    is_now = number == len(keyboard.session.match.rounds)

    def correct() -> None:
        if is_word(word, "keys"):
            kind.correct_answer(keyboard, number, row, answer)
        else:
            keyboard.session.correct_guess(number, row, _row_of(keyboard, what), SOURCE)

    try:
        correct()
    except ChangesLater:
        if not _has_later_rows(keyboard.session.match, number, row):
            raise
        if not _takes_back_later_rows(keyboard, number, row):
            keyboard.say(_("Nothing was changed."))
            return
        correct()
    if not is_now:
        match = keyboard.session.match
        keyboard.say(
            _("Row {row} of round {number} is corrected.").format(
                row=row, number=match.count_number(number)
            )
        )


def _has_later_rows(match: Match, number: int, row: int) -> bool:
    return number == len(match.rounds) and row < len(match.round.rows)


def _takes_back_later_rows(keyboard: Keyboard, number: int, row: int) -> bool:
    """Say which rows a correction undoes and offer to take them back; say whether they were."""
    match = keyboard.session.match
    last = len(match.round.rows)
    rows = str(row + 1) if row + 1 == last else f"{row + 1}-{last}"
    question = ngettext(
        "What came after row {row} would not fit any more. Take back row {rows}?",
        "What came after row {row} would not fit any more. Take back rows {rows}?",
        last - row,
    )
    if not keyboard.asker.yes(question.format(row=row, rows=rows)):
        return False
    keyboard.post(TakenBack(match.moves_of_row(number, row + 1)[0][0]))
    return True


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
    match = keyboard.session.match
    # at the first prompt of a round, the round before it lies on the table
    lying = len(match.rounds) - (match.round_to_see is not match.round)
    return (_round_counted(match, int(number)) if number else lying), int(row)


def _round_counted(match: Match, wanted: int) -> int:
    """Return the number, void rounds counted too, of round `wanted` of the score card.

    Of a round that was played again it is the last time that has rows.
    """
    times = [n for n in range(1, len(match.rounds) + 1) if match.count_number(n) == wanted]
    if not times:
        last = match.count_number(len(match.rounds))
        raise IllegalMove(
            _("There is no round {number} yet.").format(number=wanted),
            hint=ngettext("Name round 1.", "Name one from 1 to {number}.", last).format(
                number=last
            ),
        )
    return next((n for n in reversed(times) if match.rounds[n - 1].rows), times[-1])


def _mistake(keyboard: Keyboard, rest: str) -> None:
    rules = keyboard.session.match.rules
    if not terminal_of(rules).voids_rounds:
        raise IllegalMove(
            _("{title} does not void a round for a wrong answer.").format(title=_(rules.title)),
            hint=_("See 'help'."),
        )
    if not rest:
        raise BadNotation(_("Which answer was the mistake?"), hint=_("As in: mistake 3."))
    number, row = _place(keyboard, rest)
    match = keyboard.session.match
    if number != len(match.rounds):
        raise IllegalMove(
            _(
                "A mistake can be admitted in the round being played only, not in round {number}."
            ).format(number=match.count_number(number)),
            hint=_("Name a row of the round being played."),
        )
    keyboard.post(Voided(row))


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
    "correct": Command(_correct),
    "mistake": Command(_mistake),
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
