"""The table of a game with one board: the record, what lies there, what stops or is asked. Pure.

`PegTable.on` takes in what happens, `PegTable.due` says what follows from it: a deed for the
watched session, a question, or the sentence of what is waited for. What is refused changes nothing.
"""

from dataclasses import dataclass, replace
from typing import Self

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.game.match import Match
from companion.game.pegs.round import PegRound
from companion.game.pegs.state import PegRow
from companion.sightings.boards import BoardRead, OnBoard
from companion.sightings.tiles import AnswerPointed, ClaimPointed, TilesSeen
from companion.table.common.board_state import BoardState
from companion.table.common.interruptions import stop_after
from companion.table.common.messages import (
    CameraBack,
    CameraLost,
    Done,
    Expect,
    Happening,
    No,
    TellEyes,
    TypedRow,
    Yes,
)
from companion.table.pegs.questions import About
from companion.table.pegs.state import Confirm, PegTableState

__all__ = ["PegTable"]


@dataclass(frozen=True, slots=True)
class PegTable(PegTableState):
    """The table, and how it changes by what happens at it."""

    @classmethod
    def of(cls, match: Match, confirm: Confirm = Confirm.UNSURE) -> Self:
        """Give the table of a match with one maker: as recorded, until it is looked at."""
        current = match.round
        assert isinstance(current, PegRound)
        if current.rules.empties:
            confirm = Confirm.ALWAYS
        lying = _as_recorded(match)
        old = frozenset() if current.rows else frozenset(dict(lying.rows))
        return cls(match, lying, confirm, old=old)

    def on(self, happening: Happening) -> Self:
        """Give the table after `happening`."""
        after = replace(self, stop=stop_after(self.stop, happening))
        match happening:
            case Done() | Yes() | No() if self._is_out_of_sight:
                return self
            case Done() if self._is_surely_left_over:
                return after
            case Done() if self.is_left_over:
                empty = BoardState(self.lying.holes)
                return replace(after, lying=empty, old=frozenset(), tell=Expect(()))
            case Done():
                return replace(after, said=True)
            case TypedRow(letters):
                return after._told(letters)
            case Yes():
                return after._yes()
            case No():
                return after._no()
            case CameraLost() | CameraBack() | OnBoard():
                return after
            case TilesSeen() | ClaimPointed() | AnswerPointed():
                return after
            case BoardRead(rows):
                return after._at_first(rows)
        return after._lying_now(self.lying.on(happening))

    def recorded(self, match: Match) -> Self:
        """Give the table when the record is `match` now; what a person said was about the old."""
        ended = len(match.rounds) > len(self.match.rounds)
        after = replace(self, match=match, said=False, refused=(None, ""))
        if not ended:
            return after._corrected(self._round.rows)
        return replace(after, lying=self.lying.without_code(), old=frozenset(dict(self.lying.rows)))

    def _corrected(self, before: tuple[PegRow, ...]) -> Self:
        """Give the table after a person corrected the record: that is what lies there."""
        lying, tell = self.lying, self.tell
        for number, (old, new) in enumerate(zip(before, self._round.rows, strict=False), start=1):
            if old.code != new.code != lying.row(number):
                lying, tell = lying.with_row(number, new.code), TellEyes(number, new.code)
            if new.keys and old.keys != new.keys:
                lying = lying.with_answer(number, new.keys)
        return replace(self, lying=lying, tell=tell)

    def sayable(self, happening: Happening) -> Happening:
        """Return `happening`: all may know what lies on a board."""
        return happening

    def taken_back(self, match: Match) -> Self:
        """Give the table when the record is `match`, something having been taken back."""
        after = self.recorded(match)
        number = len(after._round.rows)
        if after._round.turn.need is Need.ANSWER:
            return replace(after, declined=(number, str(after.lying.answer(number))))
        return replace(after, declined=(number + 1, after.lying.row(number + 1)))

    def not_allowed(self, why: str) -> Self:
        """Give the table when what was due could not be done: it is asked about."""
        return replace(self, refused=(self.lying, why), said=False)

    def told_eyes(self) -> Self:
        """Give the table when the eyes know what a person said."""
        return replace(self, tell=None)

    def _at_first(self, rows: tuple[tuple[int, str], ...]) -> Self:
        """Give the table that was looked at: what lay there before any row was set is no guess."""
        if self._round.rows:
            return self
        lying, seen = self.lying, dict(rows)
        for row in sorted(dict(lying.rows).keys() | seen.keys()):
            lying = lying.with_row(row, seen.get(row, ""))
        return replace(self, lying=lying, old=frozenset(seen))

    def _lying_now(self, lying: BoardState) -> Self:
        if lying == self.lying:
            return self
        after = replace(self, lying=lying, old=self._still_old(lying), said=False)
        number, what = self.declined
        if what not in (lying.row(number), str(lying.answer(number))):
            after = replace(after, declined=(0, ""))
        return after

    def _still_old(self, lying: BoardState) -> frozenset[int]:
        """Give the rows of the round before in `lying`: pegs lifted one by one are still old."""
        if not self.old:
            return self.old
        before = dict(self.lying.rows)
        set_anew = {n for n, row in lying.rows if before.get(n, row) != row and EMPTY not in row}
        return frozenset(dict(lying.rows)) - set_anew

    def _told(self, letters: str) -> Self:
        asked = self.question
        about_code = asked is None or asked.about in (About.CODE, About.BACKWARDS, About.WRONG)
        if about_code and self.match.turn.need is Need.SHOW and self._way is Way.KEPT:
            return replace(self, lying=replace(self.lying, code=letters))
        due = len(self._round.rows) + 1
        row = asked.row if asked and asked.row else due
        told = self._lying_now(self.lying.with_row(row, letters))
        return replace(told, tell=TellEyes(row, letters), said=row == due)

    def _yes(self) -> Self:
        asked = self.question
        if asked is None:
            return self
        if asked.about is About.UNSURE and "?" not in asked.likely:
            return self._told(asked.likely)
        if asked.about is About.BACKWARDS:
            return replace(self, lying=replace(self.lying, code=asked.likely[::-1]))
        return replace(self, said=asked.about in (About.NO_KEYS, About.AGAIN, About.WRONG))

    def _no(self) -> Self:
        asked = self.question
        if asked and asked.about is About.UNSURE and asked.row <= len(self._round.rows):
            return self._told(self._round.rows[asked.row - 1].code)
        return replace(self, said=True) if asked and asked.about is About.BACKWARDS else self


def _as_recorded(match: Match) -> BoardState:
    """Give what should lie there: the rows of this round, or of the one before until cleared."""
    seen = match.round_to_see
    assert isinstance(seen, PegRound)
    rows = tuple((n, row.code) for n, row in enumerate(seen.rows, start=1) if row.code.strip("."))
    return BoardState(seen.rules.holes, rows)
