"""Rows and calls that were taken back or corrected after they had their answer. Pure.

What was learned from an answer cannot be unlearned: where the companion knows the code, a row
taken back still counts as one of the rows used, and a call that was wrong stays one.
"""

from dataclasses import dataclass

__all__ = ["Withdrawn", "used"]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A row as it was answered, or a call as it was judged, before it was taken back.

    `number` is its row in the round (from 1); `seq` its event. `counts` says that it still counts
    as a row used, or that its caller stays out.
    """

    seq: int
    number: int
    player: str
    code: str
    board: int = 1
    counts: bool = False
    is_call: bool = False


def used(withdrawn: tuple[Withdrawn, ...], board: int = 1) -> int:
    """Return how many rows of `board` are used up by what was taken back."""
    return sum(one.counts and not one.is_call and one.board == board for one in withdrawn)
