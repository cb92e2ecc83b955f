"""What a round waits for: who may do what now. Pure."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Need", "Turn"]


class Need(StrEnum):
    """What must happen next for the round to go on."""

    CODE = "code"  # the maker, or all owners, hide the code
    GUESS = "guess"  # a breaker sets a row
    ANSWER = "answer"  # the maker, or an owner, answers the last row
    JUDGE = "judge"  # a call is answered with right or wrong
    CALL = "call"  # no rows are left: call or pass
    SHOW = "show"  # the code is shown
    DEAL = "deal"  # tiles are drawn and stood up
    DRAW = "draw"  # a clue tile is drawn
    CLAIM = "claim"  # a tile is pointed at and a number named
    CLAIM_OR_STOP = "claim or stop"  # after a right claim
    REPLY = "reply"  # the tile is laid open if right; if wrong, the claimer pays
    SHOW_ROW = "show row"  # the winner lays open what is still hidden
    NOTHING = "nothing"  # the round is over


@dataclass(frozen=True, slots=True)
class Turn:
    """`player` must do `need` (on board `board`, from 1, where there are several)."""

    need: Need
    player: str = ""
    board: int = 1
