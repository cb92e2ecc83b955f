"""A game whose code is held in parts, and what lies on its boards: all that is considered. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game.core.codes import EMPTY
from companion.game.core.events import Way
from companion.game.core.key_pegs import Keys
from companion.game.parts.round import PartsRound
from companion.game.parts.state import PartsRow
from companion.table.common.board_state import BoardState
from companion.table.common.messages import Done, No, Yes

__all__ = ["PartsCase", "answered"]


@dataclass(frozen=True, slots=True)
class PartsCase:
    """All that is to be considered: the game, who knows the parts, and what lies on each board.

    `reply` is what a person has said to what is due now, `at` the board he named with it, or 0.
    `counted` are the key pegs at the last row that its answers account for, None when that was not
    seen: owners may also only speak.
    """

    current: PartsRound
    way: Way
    boards: tuple[BoardState, ...]
    reply: Done | Yes | No | None = None
    at: int = 0
    counted: Keys | None = None

    @property
    def said(self) -> bool:
        """Whether a person has said that it is as it shall be."""
        return isinstance(self.reply, Done | Yes)

    def lying(self, board: int) -> BoardState:
        """Return what lies on `board`."""
        return self.boards[board - 1]

    def next_row(self, board: int) -> int:
        """Return the row (from 1) of `board` that is set next: a row taken back is set again."""
        return 1 + sum(row.board == board for row in self.current.rows)

    def new_row(self, board: int) -> str:
        """Return what lies in the next row of `board`, empty if nothing does or it has no room."""
        row = self.lying(board).row(self.next_row(board)) if self.current.room_on(board) else ""
        return row if row.strip(EMPTY) else ""

    @property
    def boards_in_turn(self) -> list[int]:
        """The boards of the player in turn that have room."""
        player = self.current.turn.player
        return [b for b in self.current.boards_of(player) if self.current.room_on(b)]

    @property
    def board_to_play(self) -> int:
        """The board of the player in turn on which a new row lies, or that he may set first."""
        set_on = [board for board in self.boards_in_turn if self.new_row(board)]
        if self.at in set_on:
            return self.at
        return next(iter(set_on), self.current.turn.board)

    def is_answered(self, row: PartsRow) -> bool:
        """Whether owners who keep their parts have all answered `row`."""
        own = self.current.boards_of(row.player)
        return self.way is Way.KEPT and len(row.answers) == len(self.boards) - len(own)

    def recorded(self) -> Iterator[tuple[int, int, PartsRow]]:
        """Yield each recorded row with its number in the game and on its board, from 1."""
        so_far = [0] * len(self.boards)
        for number, row in enumerate(self.current.rows, start=1):
            so_far[row.board - 1] += 1
            yield number, so_far[row.board - 1], row

    @property
    def counted_now(self) -> Keys | None:
        """The key pegs that lie at the last row and that its answers account for."""
        if not self.current.rows:
            return None
        last = self.current.rows[-1]
        seen = self.lying(last.board).answer(self.next_row(last.board) - 1)
        known = answered(last)
        if seen is None:
            return self.counted if last.answers else known
        return Keys(min(seen.black, known.black), min(seen.white, known.white))


def answered(row: PartsRow) -> Keys:
    """Return the key pegs that the answers to `row` so far would make."""
    return Keys(
        sum(keys.black for __, keys in row.answers), sum(keys.white for __, keys in row.answers)
    )
