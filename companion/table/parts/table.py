"""The table of Master Mind for four: what lies on several boards against the record. Pure.

As `PegTable`, with a board for each part: a row counts when its player says so, because any hole
may stay empty; what lies on another player's board is said and never taken.
"""

from dataclasses import dataclass, replace

from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.match import Match, Round
from companion.game.parts.round import PartsRound
from companion.i18n import _
from companion.sightings.boards import OnBoard
from companion.table.common.board_state import BoardState
from companion.table.common.interruptions import Stop, sentence_of, stop_after, told
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
from companion.table.common.watched import say_due
from companion.table.parts.boards import boards_as_recorded, with_board
from companion.table.parts.case import PartsCase, answered
from companion.table.parts.due import parts_due
from companion.table.pegs.due import Due
from companion.table.pegs.questions import About, Question

__all__ = ["PartsTable"]


@dataclass(frozen=True, slots=True)
class PartsTable:
    """`boards` and `stops` are a board's each, board 1 first; `fresh` is as in `PegTable`.

    `reply` is what was said to the question that waits, `at` the board it was said of, 0 when none
    was named; `refused` what lay there when the rulebook did not allow it, and why; `tell` waits to
    be told to the eyes; `counted` is as in `PartsCase`.
    """

    match: Match
    boards: tuple[BoardState, ...]
    stops: tuple[Stop, ...]
    fresh: int = 1
    reply: Done | Yes | No | None = None
    at: int = 0
    refused: tuple[tuple[BoardState, ...] | None, str] = (None, "")
    tell: tuple[TellEyes | Expect, ...] = ()
    counted: Keys | None = None

    @classmethod
    def of(cls, match: Match) -> "PartsTable":
        """Return the table of a match: as recorded, until it is looked at."""
        current = match.round
        assert isinstance(current, PartsRound)
        boards = boards_as_recorded(match)
        number = len(match.rounds)
        fresh = number if current.rows or number == 1 else 0
        return cls(match, boards, (Stop.NONE,) * len(boards), fresh)

    def on(self, happening: Happening) -> "PartsTable":
        """Return the table after `happening`."""
        match happening:
            case OnBoard(board, seen):
                stops = with_board(self.stops, board, stop_after(self.stops[board - 1], seen))
                after = replace(self, stops=stops)
                return after._lying_now(board, self.boards[board - 1].on(seen))
            case CameraLost() | CameraBack():
                return replace(
                    self, stops=tuple(stop_after(stop, happening) for stop in self.stops)
                )
            case Done() | Yes() | No() if self._is_out_of_sight:
                return self
            case Done() if self._is_left_over:
                return self._cleared()
            case Done() | Yes() | No():
                return self._replied(happening)
            case TypedRow(letters, board):
                return self._told(letters, board)
        return self

    def recorded(self, match: Match) -> "PartsTable":
        """Return the table when the record is `match` now; what a person said was about the old."""
        after = replace(self, match=match, reply=None, at=0, refused=(None, ""))
        return replace(after, counted=after._case.counted_now)

    def sayable(self, happening: Happening) -> Happening:
        """Return `happening`: all may know what lies on the boards."""
        return happening

    def taken_back(self, match: Match) -> "PartsTable":
        """Return the table when something was taken back: the row waits for "done" again."""
        return self.recorded(match)

    def not_allowed(self, why: str) -> "PartsTable":
        """Return the table when what was due could not be done: it is asked about."""
        return replace(self, refused=(self.boards, why), reply=None)

    def told_eyes(self) -> "PartsTable":
        """Return the table when the eyes know the first of what waits to be told."""
        return replace(self, tell=self.tell[1:])

    @property
    def expected(self) -> tuple[Expect, ...]:
        """What the eyes are told at the start: the rows that are recorded."""
        return tuple(Expect(lying.rows, board) for board, lying in enumerate(self.boards, start=1))

    @property
    def due(self) -> Due:
        """What is to be done or asked now, or the sentence of what is waited for."""
        if self.tell:
            return self.tell[0]
        if self.match.is_over:
            return ""
        if self._is_left_over:
            return _("Clear the boards for game {number}.").format(number=len(self.match.rounds))
        if self.boards == self.refused[0]:
            return Question.refused(0, self.refused[1])
        return parts_due(self._case)

    @property
    def comparison(self) -> str:
        """What a first look says of a match that is gone on with: as it was left, or what not."""
        if self.question or self.stop:
            return _("The boards are not as they were left. {what}").format(what=self.sentence)
        return _("The boards lie as they were left.")

    @property
    def question(self) -> Question | None:
        """What a person is asked, if anything."""
        now = self.due
        return now if isinstance(now, Question) else None

    def next_row(self, board: int) -> int:
        """Return the row (from 1) of `board` that is set next."""
        return self._case.next_row(board)

    @property
    def stop(self) -> Stop:
        """What stops the eyes on the first board that is not seen."""
        return next((stop for stop in self.stops if stop is not Stop.NONE), Stop.NONE)

    @property
    def sentence(self) -> str:
        """What a person is told: what stops the eyes, what is asked, or what is waited for."""
        if self.stop is Stop.AWAY:
            return _("Board {board}: {stopped}").format(
                board=self.stops.index(self.stop) + 1, stopped=sentence_of(self.stop)
            )
        return told(self.stop, say_due(self.due))

    @property
    def round_to_see(self) -> Round:
        """The game that lies there: the last one until something is set in the next."""
        return self.match.round_to_see

    @property
    def may_show_code(self) -> bool:
        """Whether a picture may tell a part: always, the boards' own sides are in it."""
        return True

    @property
    def _round(self) -> PartsRound:
        current = self.match.round
        assert isinstance(current, PartsRound)
        return current

    @property
    def _case(self) -> PartsCase:
        assert self.match.seated
        way = self.match.seated.way
        return PartsCase(self._round, way, self.boards, self.reply, self.at, self.counted)

    @property
    def _is_left_over(self) -> bool:
        """Whether the pegs of the game before still lie there."""
        number = len(self.match.rounds)
        if self.fresh == number or self._round.rows or number == 1:
            return False
        return not all(lying.is_empty for lying in self.boards)

    @property
    def _is_out_of_sight(self) -> bool:
        """Whether somebody speaks of what is not seen just now: the sentence about it is not shown.

        What is hidden, and whether a part is in a call, is said without looking.
        """
        unseen = self.match.turn.need not in (Need.CODE, Need.JUDGE)
        return self.stop not in (Stop.NONE, Stop.BLIND) and unseen

    def _cleared(self) -> "PartsTable":
        """Return the table when a person says that the boards are empty."""
        boards = tuple(BoardState(self._round.rules.holes) for _ in self.boards)
        cleared = replace(self, boards=boards, fresh=len(self.match.rounds))
        return replace(cleared, tell=cleared.expected)

    def _replied(self, reply: Done | Yes | No) -> "PartsTable":
        asked = self.question
        if isinstance(reply, Done | Yes) and asked and asked.about is About.ANSWER:
            return self._as_answered(asked)
        if asked is None and self.match.turn.need is Need.ANSWER:
            return replace(self, reply=Done())
        if isinstance(reply, Done) and asked and asked.about is About.NO_KEYS:
            return replace(self, reply=Yes())
        if isinstance(reply, Yes) and asked and asked.about is About.UNSURE:
            return self if "?" in asked.likely else self._told(asked.likely, asked.board)
        return replace(self, reply=reply, at=0)

    def _as_answered(self, asked: Question) -> "PartsTable":
        """Return the table when the key pegs asked about say no more than was answered."""
        own = [row for row in self._round.rows if row.board == asked.board]
        keys = answered(own[asked.row - 1])
        lying = self.boards[asked.board - 1].with_answer(asked.row, keys)
        return self._lying_now(asked.board, lying)

    def _told(self, letters: str, said_board: int) -> "PartsTable":
        asked, case = self.question, self._case
        if asked and asked.row:
            board, row = asked.board, asked.row
        else:
            board = said_board or case.board_to_play
            row = case.next_row(board)
            if row > case.current.rules.rows:
                return self.not_allowed(_("Board {board} has no row left.").format(board=board))
        after = self._lying_now(board, self.boards[board - 1].with_row(row, letters))
        is_new = self.match.turn.need is Need.GUESS and row == case.next_row(board)
        after = replace(after, tell=(TellEyes(row, letters, board),))
        return replace(after, reply=Done() if is_new else None, at=board)

    def _lying_now(self, board: int, lying: BoardState) -> "PartsTable":
        if lying == self.boards[board - 1]:
            return self
        boards = with_board(self.boards, board, lying)
        clear = all(each.is_empty for each in boards)
        fresh = len(self.match.rounds) if clear else self.fresh
        return replace(self, boards=boards, fresh=fresh, reply=None, at=0)
