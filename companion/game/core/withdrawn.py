"""Rows, answers and calls that were taken back or corrected once they were answered. Pure.

What was learned from an answer cannot be unlearned: where the companion knows the code, a row
taken back still counts as one of the rows used, and a call that was wrong stays one.
"""

from dataclasses import dataclass

from companion.game.core.key_pegs import Keys

__all__ = ["Withdrawn", "used"]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A row as it was answered, an answer, or a call as it was judged, before it was taken back.

    `number` is its row in the round (from 1); `seq` its event. `counts` says that it still counts
    as a row used, or that its caller stays out. `keys` are those of an answer that alone was taken
    back, by the `player` who had given it; its row stands.
    """

    seq: int
    number: int
    player: str
    code: str
    board: int = 1
    counts: bool = False
    is_call: bool = False
    keys: Keys | None = None


def used(withdrawn: tuple[Withdrawn, ...], board: int = 1) -> int:
    """Return how many rows of `board` are used up by what was taken back."""
    return sum(one.counts and not one.is_call and one.board == board for one in withdrawn)
