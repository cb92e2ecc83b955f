"""A game of Invicta's Master Mind for four: the code is held in parts, one a board. Pure.

What each event does to it. The owners of the other boards answer each row for their own part
alone; anyone may call the whole code at any time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.errors import BadNotation, IllegalMove
from companion.game.core.codes import EMPTY
from companion.game.core.commit import check_commitments
from companion.game.core.events import (
    Answered,
    Called,
    CodeSet,
    CodeShown,
    Guessed,
    Judged,
    Move,
    Passed,
)
from companion.game.core.key_pegs import Keys
from companion.game.core.kind import RandomSource
from companion.game.core.turn import Cell, Need, check_turn, refuse
from companion.game.core.withdrawn import Withdrawn
from companion.game.parts.rules import (
    BLACK,
    NOTHING,
    WHITE,
    PartsRules,
    answer,
    merge,
)
from companion.game.parts.state import Call, PartsRow, PartsState
from companion.i18n import _, ngettext

__all__ = ["PartsRound"]


@dataclass(frozen=True, slots=True)
class PartsRound(PartsState):
    """One game, and how events change it."""

    @classmethod
    def begin(cls, rules: PartsRules, players: tuple[str, ...], starter: str) -> Self:
        """Begin a game in which `starter` sets the first row."""
        if rules.boards_each == 2 and len(players) != 2:
            raise BadNotation(
                _("{number} players cannot have two boards each: the box has four.").format(
                    number=len(players)
                ),
                hint=_("Leave '--rule boards=2' out, or play with two."),
            )
        return cls(rules, players=players, starter=starter)

    @property
    def code_round(self) -> Self:
        """The round: each owner hides a part of the code."""
        return self

    def draw_codes(self, chance: RandomSource) -> tuple[str, ...]:
        """Return a part for each board, each choice equally likely."""
        return self.rules.draw_codes(len(self.owners), chance)

    def check_codes(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the parts as a log has them; raise `BadNotation` if two share a hole."""
        parts = tuple(self.rules.parse_part(code) for code in codes)
        merge(parts)
        return parts

    def keys_for(self, codes: Sequence[str], row: str, board: int) -> Keys:
        """Return what the owner of `board` answers to `row` for his part in `codes`."""
        return answer(codes[board - 1], row)

    def reply_with(self, codes: tuple[str, ...]) -> Move | None:
        """Return the answer or the verdict that is waited for, by the parts in `codes`."""
        turn = self.turn
        if turn.need is Need.JUDGE:
            return Judged(self.calls[-1].row == merge(codes))
        if turn.need is not Need.ANSWER:
            return None
        keys = answer(codes[turn.board - 1], self.rows[-1].code)
        return Answered(self.owners[turn.board - 1], keys, turn.board)

    def marked(self, withdrawn: tuple[Withdrawn, ...], *, is_cancelled: bool) -> Self:
        """Return the round with what was taken back now, or void because its code was seen."""
        return replace(self, withdrawn=(*self.withdrawn, *withdrawn), is_cancelled=is_cancelled)

    def on(self, event: Move) -> Self:
        """Give the round after `event`, or raise and change nothing."""
        match event:
            case CodeSet():
                return self._hide(event)
            case Guessed():
                return self._guess(event)
            case Answered():
                return self._answer(event)
            case Called():
                return self._call(event)
            case Judged():
                return self._judge(event)
            case Passed():
                check_turn(event, self.turn, Need.CALL, event.player)
                return replace(self, passes=self.passes + 1, last=event.player)
            case CodeShown():
                return self._show(event)
            case _:
                raise refuse(event, self.turn)

    def score(self) -> dict[str, Cell]:
        """Give 1 to the winner of the game once it is over and counts."""
        return {p: Cell((1,) if self.counts and p == self.winner else ()) for p in self.players}

    def _hide(self, event: CodeSet) -> Self:
        check_turn(event, self.turn, Need.CODE)
        if event.owners != self.owners:
            raise IllegalMove(
                _("The parts belong to {names}, a board each in that order.").format(
                    names=", ".join(self.owners)
                ),
                hint=_("Name an owner for each board."),
            )
        return replace(self, commitments=event.commitments)

    def _where_a_row_goes(self, player: str) -> str:
        boards = [board for board in self.boards_of(player) if self.room_on(board)]
        if len(boards) == 1:
            return _("Set the row on board {board}.").format(board=boards[0])
        named = ", ".join(map(str, boards))
        return _("Set the row on one of the boards {boards}.").format(boards=named)

    def _guess(self, event: Guessed) -> Self:
        check_turn(event, self.turn, Need.GUESS, event.player)
        if event.board not in self.boards_of(event.player):
            raise IllegalMove(
                _("Board {board} is not {player}'s.").format(
                    board=event.board, player=event.player
                ),
                hint=self._where_a_row_goes(event.player),
            )
        if not self.room_on(event.board):
            raise IllegalMove(
                _("Board {board} has no row left.").format(board=event.board),
                hint=self._where_a_row_goes(event.player),
            )
        row = PartsRow(event.player, event.board, self.rules.parse_row(event.row))
        return replace(self, rows=(*self.rows, row), last=event.player)

    def _answer(self, event: Answered) -> Self:
        check_turn(event, self.turn, Need.ANSWER, event.player)
        if event.board != self.turn.board:
            raise IllegalMove(
                _("Board {board} answers now, not board {other}.").format(
                    board=self.turn.board, other=event.board
                ),
                hint=_("Answer in order of play."),
            )
        if event.keys not in (BLACK, WHITE, NOTHING):
            raise BadNotation(
                _("{keys} cannot be: an owner answers for one part alone.").format(keys=event.keys),
                hint=_("Say black, white or nothing."),
            )
        last = self.rows[-1]
        answered = replace(last, answers=(*last.answers, (event.board, event.keys)))
        return replace(self, rows=(*self.rows[:-1], answered))

    def _call(self, event: Called) -> Self:
        turn = self.turn
        if turn.need not in (Need.GUESS, Need.ANSWER, Need.CALL):
            raise refuse(event, turn)
        if event.player not in self.players or event.player in self.out:
            raise IllegalMove(
                _("{player} cannot call (again): a wrong caller only answers.").format(
                    player=event.player
                ),
                hint=_("Let another player call."),
            )
        row = self.rules.parse_row(event.row)
        empty = self.rules.holes - len(self.owners)
        if row.count(EMPTY) != empty:
            raise BadNotation(
                ngettext(
                    "'{row}' has {count} empty hole; a call has {empty}: where nobody has a part.",
                    "'{row}' has {count} empty holes; a call has {empty}: where nobody has a part.",
                    row.count(EMPTY),
                ).format(row=row, count=row.count(EMPTY), empty=empty),
                hint=_("Set a peg in every hole that has a part."),
            )
        return replace(self, calls=(*self.calls, Call(event.player, row)), passes=0)

    def _judge(self, event: Judged) -> Self:
        turn = self.turn
        check_turn(event, turn, Need.JUDGE)
        if event.board not in (0, turn.board):
            raise IllegalMove(
                _("Board {board} judges now, not board {other}.").format(
                    board=turn.board, other=event.board
                ),
                hint=_("Say yes or no in order of play."),
            )
        call = self.calls[-1]
        everyone = tuple(range(1, len(self.owners) + 1))
        yes = everyone if event.board == 0 else (*call.yes, event.board)
        if not event.right:
            judged = replace(call, right=False, no=event.board)
        else:
            judged = replace(call, yes=yes, right=True if len(yes) == len(everyone) else None)
        return replace(self, calls=(*self.calls[:-1], judged))

    def _show(self, event: CodeShown) -> Self:
        check_turn(event, self.turn, Need.SHOW)
        if len(event.codes) != len(self.owners):
            raise IllegalMove(
                ngettext(
                    "{number} part is shown; there are {wanted}.",
                    "{number} parts are shown; there are {wanted}.",
                    len(event.codes),
                ).format(number=len(event.codes), wanted=len(self.owners)),
                hint=_("Show the part of each board, board 1 first."),
            )
        codes = tuple(self.rules.parse_part(code) for code in event.codes)
        merge(codes)
        check_commitments(self.commitments or (), event)
        return replace(self, codes=codes)
