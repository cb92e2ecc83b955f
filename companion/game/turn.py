"""What a round waits for: who may do what now. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.errors import IllegalMove
from companion.game import events

__all__ = ["Cell", "Need", "Turn", "after", "check_turn", "refuse"]


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


_NAMES: dict[type, str] = {
    events.Seated: "Seating the players",
    events.CodeSet: "Setting a code",
    events.Guessed: "A guess",
    events.Answered: "An answer",
    events.Called: "A call",
    events.Judged: "Judging a call",
    events.Passed: "Passing",
    events.CodeShown: "Showing the code",
    events.Voided: "A mistake of the maker",
    events.Dealt: "Dealing",
    events.Drawn: "Drawing a tile",
    events.Claimed: "A claim",
    events.Opened: "Laying a tile open",
    events.Placed: "Placing a clue tile",
    events.RowShown: "Showing a row",
    events.Ended: "The end of the match",
}

_WAITS = {
    Need.CODE: "{} must set a code",
    Need.GUESS: "{} must set a row",
    Need.ANSWER: "{} must answer the last row",
    Need.JUDGE: "the call must be judged by {}",
    Need.CALL: "{} must call the code or pass",
    Need.SHOW: "{} must show the code",
    Need.DEAL: "the tiles must be dealt",
    Need.DRAW: "{} must draw a tile",
    Need.CLAIM: "{} must point at a tile and name a number",
    Need.CLAIM_OR_STOP: "{} must name another tile or stop",
    Need.REPLY: "{} must lay the tile open, or the claimer pay for a wrong claim",
    Need.SHOW_ROW: "{} must show the row",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """`player` must do `need` (on board `board`, from 1, where there are several)."""

    need: Need
    player: str = ""
    board: int = 1

    def __str__(self) -> str:
        if self.need is Need.NOTHING:
            return "the round is over"
        return _WAITS[self.need].format(self.player or "the companion")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the score card: the single scores of a round and, by them, its sum."""

    singles: tuple[int, ...] = ()

    @property
    def sum(self) -> int:
        """What the round brought."""
        return sum(self.singles)


def after(players: tuple[str, ...], player: str) -> tuple[str, ...]:
    """Give all players in order of play, the one left of `player` first, himself last."""
    place = players.index(player) + 1
    return players[place:] + players[:place]


def refuse(event: events.Event, turn: Turn) -> IllegalMove:
    """Give the error for an event that is not what the round waits for."""
    return IllegalMove(
        f"{_NAMES.get(type(event), 'That')} cannot be now: {turn}.",
        hint="Do that first, or take back the last step.",
    )


def check_turn(event: events.Event, turn: Turn, need: Need, *players: str) -> None:
    """Raise `IllegalMove` unless `turn` is for `need`, and by each of `players`."""
    if turn.need is not need:
        raise refuse(event, turn)
    for player in players:
        if player != turn.player:
            raise IllegalMove(
                f"It is not {player}'s turn: {turn}.", hint=f"Let {turn.player} go first."
            )
