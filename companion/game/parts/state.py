"""What stands in a game whose code is held in parts, and what follows from it. Pure.

No part stands in it before it is shown.
"""

from dataclasses import dataclass

from companion.game.core.codes import EMPTY
from companion.game.core.key_pegs import Keys
from companion.game.core.kind import SpokenAnswer
from companion.game.core.turn import Need, Turn, after
from companion.game.core.withdrawn import Withdrawn, used
from companion.game.parts.rules import (
    PartsRules,
    answer,
    format_part_answer,
    merge,
)
from companion.i18n import _

__all__ = ["Call", "PartsRow", "PartsState"]


@dataclass(frozen=True, slots=True)
class PartsRow:
    """A row on `board`, and the answers so far as (board, keys) in order of play."""

    player: str
    board: int
    code: str
    answers: tuple[tuple[int, Keys], ...] = ()

    @property
    def total(self) -> Keys | None:
        """The key pegs of all answers so far, None before the first."""
        keys = [keys for _, keys in self.answers]
        return Keys(sum(k.black for k in keys), sum(k.white for k in keys)) if keys else None


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the whole code; `right` is None while it is judged.

    `yes` are the boards whose owners said yes, `no` the one whose owner said no (0: no owner).
    """

    player: str
    row: str
    yes: tuple[int, ...] = ()
    right: bool | None = None
    no: int = 0


@dataclass(frozen=True, slots=True)
class PartsState:
    """One game: rows, answers and calls in the order in which they happened.

    `withdrawn` are answered rows and judged calls that were taken back; `is_cancelled` says that
    a step was taken back after the parts were seen, so that the game is played again.
    """

    rules: PartsRules
    players: tuple[str, ...]
    starter: str
    commitments: tuple[str, ...] | None = None
    rows: tuple[PartsRow, ...] = ()
    calls: tuple[Call, ...] = ()
    passes: int = 0
    last: str = ""
    codes: tuple[str, ...] | None = None
    withdrawn: tuple[Withdrawn, ...] = ()
    is_cancelled: bool = False

    @property
    def owners(self) -> tuple[str, ...]:
        """The owner of each board, board 1 first."""
        return self.rules.owners(self.players)

    @property
    def out(self) -> frozenset[str]:
        """Who called wrongly: they answer but can no longer win."""
        wrong = {call.player for call in self.calls if call.right is False}
        return frozenset(wrong | {w.player for w in self.withdrawn if w.is_call and w.counts})

    @property
    def winner(self) -> str | None:
        """Who called the code, or None."""
        return None if self.is_void else self._caller

    @property
    def _caller(self) -> str | None:
        return next((call.player for call in self.calls if call.right), None)

    @property
    def is_over(self) -> bool:
        """Whether the parts have been shown at the end."""
        return self.is_cancelled or self.codes is not None

    @property
    def counts(self) -> bool:
        """Whether the round counts towards the agreed number."""
        return self.is_over and not self.is_void

    @property
    def is_void(self) -> bool:
        """Whether the game is played again: a call was judged wrongly, or parts were seen."""
        return self.is_cancelled or bool(self.misjudged)

    @property
    def turn(self) -> Turn:
        """What must happen next, and who does it."""
        if self.is_over:
            return Turn(Need.NOTHING)
        if self.commitments is None:
            return Turn(Need.CODE, is_for_owners=True)
        if self.calls and self.calls[-1].right is None:
            return self._turn_to_judge(self.calls[-1])
        if self._caller or len(self.out) == len(self.players):
            return Turn(Need.SHOW, is_for_owners=not self.commitments)
        if self.rows and (unanswered := self._unanswered()):
            return Turn(Need.ANSWER, self.owners[unanswered[0] - 1], unanswered[0])
        return self._turn_to_play()

    @property
    def is_won(self) -> bool:
        """Whether somebody called the code."""
        return self.winner is not None

    @property
    def board_size(self) -> tuple[int, int]:
        """The (rows, holes) of one board."""
        return self.rules.rows, self.rules.holes

    @property
    def board_rows(self) -> tuple[tuple[str, Keys | None], ...]:
        """The rows of the board played last; the keys are all answers so far, as they lie there."""
        board = self.rows[-1].board if self.rows else 1
        return tuple((row.code, row.total) for row in self.rows if row.board == board)

    @property
    def spoken_answers(self) -> tuple[SpokenAnswer, ...]:
        """What each owner answers to the newest row, in order of play."""
        if not self.rows:
            return ()
        return tuple(
            (
                self.owners[board - 1],
                keys,
                _("{owner} answers {answer} for board {board}.").format(
                    owner=self.owners[board - 1],
                    answer=_(format_part_answer(keys)),
                    board=board,
                ),
            )
            for board, keys in self.rows[-1].answers
        )

    @property
    def sealed(self) -> tuple[str, ...]:
        """The commitment to each part; empty where the owners keep them."""
        return self.commitments or ()

    @property
    def shown_codes(self) -> tuple[str, ...]:
        """The parts once they are shown."""
        return self.codes or ()

    @property
    def mistakes(self) -> tuple[tuple[int, int], ...]:
        """The wrong answers as (row from 1, board), known once the parts are shown."""
        return () if self.codes is None else self.mistakes_for(self.codes)

    def mistakes_for(self, codes: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Give the answers, as (row, board), that `codes` would make wrong."""
        return tuple(
            (number, board)
            for number, row in enumerate(self.rows, start=1)
            for board, keys in row.answers
            if keys != answer(codes[board - 1], row.code)
        )

    @property
    def misjudged(self) -> tuple[Call, ...]:
        """The calls that were judged wrongly, known once the parts are shown."""
        if self.codes is None:
            return ()
        true = merge(self.codes)
        judged = [c for c in self.calls if c.right is not None]
        return tuple(c for c in judged if c.right is not (c.row == true))

    def misjudged_by(self, call: Call) -> tuple[str, ...]:
        """Return the owners whose word made the judgement of `call` wrong."""
        if self.codes is None or call not in self.misjudged:
            return ()
        wrong = (
            [call.no] if not call.right else [b for b in call.yes if not self._holds(call.row, b)]
        )
        return tuple(dict.fromkeys(self.owners[board - 1] for board in wrong if board))

    def _holds(self, row: str, board: int) -> bool:
        assert self.codes
        pairs = zip(self.codes[board - 1], row, strict=True)
        return all(part in (EMPTY, peg) for part, peg in pairs)

    def room_on(self, board: int) -> int:
        """How many rows are still free on `board`."""
        standing = sum(row.board == board for row in self.rows)
        return max(self.rules.rows - standing - used(self.withdrawn, board), 0)

    def boards_of(self, player: str) -> tuple[int, ...]:
        """The boards of `player`."""
        return tuple(b for b, owner in enumerate(self.owners, start=1) if owner == player)

    def _in_order_from(self, player: str) -> tuple[int, ...]:
        return tuple(b for p in after(self.players, player) for b in self.boards_of(p))

    def _unanswered(self) -> list[int]:
        row = self.rows[-1]
        done = {board for board, _ in row.answers}
        others = [b for b in self._in_order_from(row.player) if self.owners[b - 1] != row.player]
        return [board for board in others if board not in done]

    def _turn_to_judge(self, call: Call) -> Turn:
        waiting = [b for b in self._in_order_from(call.player) if b not in call.yes]
        return Turn(Need.JUDGE, self.owners[waiting[0] - 1], waiting[0])

    def _turn_to_play(self) -> Turn:
        order = after(self.players, self.last) if self.last else self._from_starter()
        playing = [p for p in order if p not in self.out]
        with_room = [p for p in playing if any(self.room_on(b) for b in self.boards_of(p))]
        if with_room:
            board = next(b for b in self.boards_of(with_room[0]) if self.room_on(b))
            return Turn(Need.GUESS, with_room[0], board)
        if self.passes >= len(playing):
            return Turn(Need.SHOW, is_for_owners=not self.commitments)
        return Turn(Need.CALL, playing[0])

    def _from_starter(self) -> tuple[str, ...]:
        place = self.players.index(self.starter)
        return self.players[place:] + self.players[:place]
