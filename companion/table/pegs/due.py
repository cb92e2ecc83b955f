"""What is due in a round with one maker: what lies on the board against the record. Pure.

Asked again after everything that happens, so that nothing depends on the order in which things were
seen: it is the same at the start, after a hand, and after a power cut.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.game.core.codes import EMPTY
from companion.game.core.events import Answered, CodeSet, CodeShown, Guessed, Way
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.turn import Need
from companion.game.pegs.round import PegRound
from companion.i18n import _
from companion.table.common.board_state import BoardState
from companion.table.common.docs_table import docs_table
from companion.table.common.messages import Correct, Deed, Post, Tell, Undo
from companion.table.pegs.questions import Question

__all__ = ["DUE", "Case", "Due", "due", "due_table"]

Due = Deed | Question | str


@dataclass(frozen=True, slots=True)
class Case:
    """All that is to be considered: the round, who knows the code, and what lies on the board.

    `said` is the row or code that a person has said to be as it shall be; `declined` (row, letters
    or answer) is not played until it changes; `asks` whether every row waits for "done", `waits`
    whether what is not clear is waited for instead of asked.
    """

    current: PegRound
    way: Way
    lying: BoardState
    asks: bool = False
    waits: bool = False
    said: bool = False
    declined: tuple[int, str] = (0, "")

    @property
    def number(self) -> int:
        """The row that is played next, from 1."""
        return len(self.current.rows) + 1

    def waits_for_done(self) -> bool:
        """Whether a person must say that it is as it shall be, and has not."""
        return self.asks and not self.said


def due(case: Case) -> Due:
    """Return the one thing to do or to ask now, or the sentence of what is waited for."""
    return _astray(case) or DUE[case.current.turn.need](case)


def _astray(case: Case) -> Due | None:
    """Return what must be set right before anything else: a recorded row lies there otherwise."""
    for number, row in enumerate(case.current.rows, start=1):
        seen = case.lying.row(number)
        if seen != row.code:
            if row.keys is None:
                return Undo()
            return Question.changed(number, row.code, seen)
    return _answer_astray(case) if case.way is Way.KEPT else None


def _answer_astray(case: Case) -> Due | None:
    rows = case.current.rows
    for number, row in enumerate(rows, start=1):
        seen = case.lying.answer(number)
        if row.keys is not None and seen not in (None, row.keys):
            assert seen is not None
            # more key pegs than at first: the maker was not done yet
            if number == len(rows) and case.lying.last_row == number:
                return Correct(number, seen)
            return Question.answer(number, row.keys, seen)
    return None


def _code(case: Case) -> Due:
    """The code is hidden: told by its maker, or taken to be when the first row is set."""
    maker = case.current.maker
    if case.way is Way.TOLD:
        if case.lying.code and "?" not in case.lying.code:
            return Tell(case.lying.code)
        return _("{player}, show the code to the camera alone, or say 'code' to type it.").format(
            player=maker
        )
    if case.said or _full(case, 1):
        return Post(CodeSet((maker,)))
    if doubt := _doubt(case):
        return doubt
    return _("{player}, hide the code.").format(player=maker)


def _guess(case: Case) -> Due:
    """The next row is full: it is the guess of the player in turn; what is unclear is asked."""
    player, number, row = case.current.turn.player, case.number, case.lying.row(case.number)
    if doubt := _doubt(case):
        return doubt
    if not (_full(case, number) or (case.said and case.current.rules.empties)):
        return _("{player}, set row {number}.").format(player=player, number=number)
    if case.declined == (number, row) and not case.said:
        return Question.again(number, row)
    if case.waits_for_done():
        return _("{player}, row {number} reads {row}: say 'done' when it is so.").format(
            player=player, number=number, row=row
        )
    return Post(Guessed(player, row))


def _doubt(case: Case) -> Question | str | None:
    """Return the question about the first row that is not clear, or that it is waited for."""
    first = min(case.lying.doubts, key=lambda each: each.row, default=None)
    if first is None:
        return None
    if case.waits:
        return _("Row {row} is not clear yet: I wait until it is.").format(row=first.row)
    return Question.unsure(first.row, first.cols, first.likely, first.why)


def _full(case: Case, number: int) -> bool:
    row = case.lying.row(number)
    return EMPTY not in row or (case.current.rules.empties and row.strip(EMPTY) != "")


def _answer(case: Case) -> Due:
    """Key pegs or clicks lie at the last row: they are the answer of a maker who keeps the code."""
    maker, number = case.current.maker, len(case.current.rows)
    keys = case.lying.answer(number)
    if keys is not None and case.declined == (number, str(keys)) and not case.said:
        return Question.answer_again(number, keys)
    if keys is not None and not case.waits_for_done():
        return Post(Answered(maker, keys))
    if keys is not None:
        return _(
            "{maker}, the answer to row {number} reads {keys}: say 'done' when it is so."
        ).format(maker=maker, number=number, keys=keys)
    if doubt := _doubt(case):
        return doubt
    if case.said:
        return Post(Answered(maker, Keys(0, 0)))
    if case.lying.last_row > number:
        return Question.no_keys(number, maker)
    return _("{maker}, answer row {number}; say 'done' if nothing is right.").format(
        maker=maker, number=number
    )


def _show(case: Case) -> Due:
    """The code lies open: it is shown, from the right side; a contradiction is asked about."""
    code = case.lying.code
    if not code or case.way is not Way.KEPT:
        return _("{maker}, show the code.").format(maker=case.current.maker)
    if "?" in code:
        return Question.code(code)
    if case.current.fits_only_backwards(code) and not case.said:
        return Question.backwards(code, case.current.mistakes_for(code)[0])
    if not case.said and (question := _contradiction(case, code)):
        return question
    return Post(CodeShown((code,)))


def _contradiction(case: Case, code: str) -> Question | None:
    """Return the question about the first answer that `code` contradicts: it may be misread."""
    for number in case.current.mistakes_for(code):
        row = case.current.rows[number - 1]
        assert row.keys
        return Question.wrong(code, number, row.keys, mark(code, row.code))
    return None


def _nothing(_case: Case) -> Due:
    """The round is over: the board is cleared for the next."""
    return ""


# what the round waits for -> what is then due, in the order in which a round has them
DUE: dict[Need, Callable[[Case], Due]] = {
    Need.CODE: _code,
    Need.GUESS: _guess,
    Need.ANSWER: _answer,
    Need.SHOW: _show,
    Need.NOTHING: _nothing,
}


def due_table() -> str:
    """Return `DUE` as the Markdown table that the docs carry."""
    return docs_table("| the round waits for | what is due |", DUE)
