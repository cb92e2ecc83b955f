"""What was noted wrongly and is corrected at the terminal: a row, an answer, a maker's mistake."""

from companion.cli.common.prompt import is_number
from companion.cli.game_loop.keyboard import Keyboard
from companion.cli.kinds import terminal_of
from companion.cli.kinds.kind import SOURCE
from companion.errors import BadNotation, ChangesLater, IllegalMove
from companion.game.core.events import TakenBack, Voided
from companion.game.match import Match
from companion.i18n import _, ngettext
from companion.kinds.all_kinds import kind_of
from companion.kinds.typed_words import is_word

__all__ = ["admit_mistake", "correct"]


def correct(keyboard: Keyboard, rest: str) -> None:
    """Correct a row, or the answer to one: ``3 rgby``, ``3 keys 2 1``, ``1/3 rgby``."""
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

    def change() -> None:
        if is_word(word, "keys"):
            kind.correct_answer(keyboard, number, row, answer)
        else:
            keyboard.session.correct_guess(number, row, _row_of(keyboard, what), SOURCE)

    try:
        change()
    except ChangesLater:
        if not _has_later_rows(keyboard.session.match, number, row):
            raise
        if not _takes_back_later_rows(keyboard, number, row):
            keyboard.say(_("Nothing was changed."))
            return
        change()
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


def admit_mistake(keyboard: Keyboard, rest: str) -> None:
    """Void the round for the maker's wrong answer to the row named."""
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
