"""What stands at a table with one board: the record, what lies there, what is due. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.game.pegs.round import PegRound
from companion.game.pegs.rules import AnswerBy
from companion.i18n import _
from companion.table.common.board_state import BoardState
from companion.table.common.interruptions import Stop, told
from companion.table.common.messages import (
    Expect,
    TellEyes,
)
from companion.table.common.watched import say_due
from companion.table.pegs.due import Case, Due, due
from companion.table.pegs.questions import Question

__all__ = ["Confirm", "PegTableState"]


class Confirm(StrEnum):
    """When a person must say that a row is as it shall be."""

    NEVER = "never"  # what is not clear is waited for, not asked
    UNSURE = "unsure"  # only what is not clear is asked
    ALWAYS = "always"  # each row waits for "done"; usual where holes may stay empty


def _left_over(current: PegRound, way: Way) -> str:
    """Say that the board is to be cleared; sliders left where they are would be answers."""
    if way is Way.KEPT and current.rules.answer_by is AnswerBy.SLIDERS:
        return _("Clear the board for round {number}, and push all sliders back.")
    return _("Clear the board for round {number}.")


@dataclass(frozen=True, slots=True)
class PegTableState:
    """`old` are the rows that lie there since before this round: they are to be cleared.

    `refused` is what lay there when the rulebook did not allow it, and why; `declined` (row,
    letters or answer) was taken back and still lies there; `tell` waits to be told to the eyes.
    """

    match: Match
    lying: BoardState
    confirm: Confirm = Confirm.UNSURE
    stop: Stop = Stop.NONE
    old: frozenset[int] = frozenset()
    said: bool = False
    declined: tuple[int, str] = (0, "")
    refused: tuple[BoardState | None, str] = (None, "")
    tell: TellEyes | Expect | None = None

    @property
    def expected(self) -> tuple[Expect, ...]:
        """What the eyes are told at the start: the rows that are recorded."""
        return (Expect(self.lying.rows),)

    @property
    def due(self) -> Due:
        """What is to be done or asked now, or the sentence of what is waited for."""
        if self.tell:
            return self.tell
        if self.match.is_over:
            return ""
        if self.is_left_over:
            return _left_over(self._round, self._way).format(number=len(self.match.rounds))
        if self.lying == self.refused[0]:
            return Question.refused(len(self._round.rows) + 1, self.refused[1])
        return due(self._case)

    @property
    def comparison(self) -> str:
        """What a first look says of a match that is gone on with: as it was left, or what not."""
        if self.question or self.stop:
            return _("The board is not as it was left. {what}").format(what=self.sentence)
        count = len(self._round.rows)
        if not count:
            return _("No row of this round is recorded.")
        return _("The board lies as it was left, up to row {row}.").format(row=count)

    @property
    def question(self) -> Question | None:
        """What a person is asked, if anything."""
        now = self.due
        return now if isinstance(now, Question) else None

    @property
    def sentence(self) -> str:
        """What a person is told: what stops the eyes, what is asked, or what is waited for."""
        return told(self.stop, say_due(self.due))

    @property
    def may_show_code(self) -> bool:
        """Whether the code lies open."""
        return bool(self.lying.code)

    @property
    def round_to_see(self) -> Round:
        """The round that lies on the board: the one before until its pegs are cleared away."""
        return self.match.round_to_see if self.old or self.match.is_over else self.match.round

    @property
    def _round(self) -> PegRound:
        current = self.match.round
        assert isinstance(current, PegRound)
        return current

    @property
    def _case(self) -> Case:
        assert self.match.seated
        return Case(
            self._round,
            self.match.seated.way,
            self.lying,
            asks=self.confirm is Confirm.ALWAYS,
            waits=self.confirm is Confirm.NEVER,
            said=self.said,
            declined=self.declined,
        )

    @property
    def _is_out_of_sight(self) -> bool:
        """Whether somebody speaks of what is not seen just now: the sentence about it is not shown.

        That a code is hidden is said without looking.
        """
        hidden = self.stop not in (Stop.NONE, Stop.BLIND)
        return hidden and self.match.turn.need is not Need.CODE

    @property
    def is_left_over(self) -> bool:
        """Whether pegs of the round before still lie there."""
        return bool(self.old) and not self._round.rows

    @property
    def _is_surely_left_over(self) -> bool:
        """Whether a row of the round before is seen to lie there whole: "done" plays it not."""
        if not self.is_left_over or self.stop or len(self.match.rounds) < 2:
            return False
        before = self.match.rounds[-2]
        assert isinstance(before, PegRound)
        rows = dict(self.lying.rows)
        return any(rows.get(n) == row.code for n, row in enumerate(before.rows, start=1))

    @property
    def _way(self) -> Way:
        assert self.match.seated
        return self.match.seated.way
