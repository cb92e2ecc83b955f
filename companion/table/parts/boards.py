"""What lies on several boards, board 1 first: as recorded, and with one board changed. Pure."""

from typing import TypeVar

from companion.game.match import Match
from companion.game.parts.round import PartsRound
from companion.table.common.board_state import BoardState

__all__ = ["boards_as_recorded", "with_board"]

T = TypeVar("T")


def boards_as_recorded(match: Match) -> tuple[BoardState, ...]:
    """Return what should lie there: the rows of this game, or of the one before until cleared."""
    seen = match.round_to_see
    assert isinstance(seen, PartsRound)
    boards = tuple(BoardState(seen.rules.holes) for _ in seen.owners)
    for row in seen.rows:
        number = boards[row.board - 1].last_row + 1
        boards = with_board(boards, row.board, boards[row.board - 1].with_row(number, row.code))
    return boards


def with_board(values: tuple[T, ...], board: int, value: T) -> tuple[T, ...]:
    """Return `values`, one a board, with that of `board` (from 1) changed."""
    return (*values[: board - 1], value, *values[board:])
