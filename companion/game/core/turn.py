"""What a round waits for: who may do what now. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from companion.errors import IllegalMove
from companion.game.core import events
from companion.i18n import N_, _

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
    events.Seated: N_("Seating the players"),
    events.CodeSet: N_("Setting a code"),
    events.Guessed: N_("A guess"),
    events.Answered: N_("An answer"),
    events.Called: N_("A call"),
    events.Judged: N_("Judging a call"),
    events.Passed: N_("Passing"),
    events.CodeShown: N_("Showing the code"),
    events.Voided: N_("A mistake of the maker"),
    events.Dealt: N_("Dealing"),
    events.Drawn: N_("Drawing a tile"),
    events.Claimed: N_("A claim"),
    events.Opened: N_("Laying a tile open"),
    events.Placed: N_("Placing a clue tile"),
    events.RowShown: N_("Showing a row"),
    events.Ended: N_("The end of the match"),
}

_WAITS = {
    Need.CODE: N_("{player} must set a code"),
    Need.GUESS: N_("{player} must set a row"),
    Need.ANSWER: N_("{player} must answer the last row"),
    Need.JUDGE: N_("the call must be judged by {player}"),
    Need.CALL: N_("{player} must call the code or pass"),
    Need.SHOW: N_("{player} must show the code"),
    Need.DEAL: N_("the tiles must be dealt"),
    Need.DRAW: N_("{player} must draw a tile"),
    Need.CLAIM: N_("{player} must point at a tile and name a number"),
    Need.CLAIM_OR_STOP: N_("{player} must name another tile or stop"),
    Need.REPLY: N_("{player} must lay the tile open, or the claimer pay for a wrong claim"),
    Need.SHOW_ROW: N_("{player} must show the row"),
}

_WAITS_FOR_OWNERS = {
    Need.CODE: N_("each owner must hide a part"),
    Need.SHOW: N_("the owners must show their parts"),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """`player` must do `need` (on board `board`, from 1, where there are several).

    `is_for_owners` says that all who hold a part must, and not the companion.
    """

    need: Need
    player: str = ""
    board: int = 1
    is_for_owners: bool = False

    def __str__(self) -> str:
        if self.need is Need.NOTHING:
            return _("the round is over")
        if self.is_for_owners and self.need in _WAITS_FOR_OWNERS:
            return _(_WAITS_FOR_OWNERS[self.need])
        return _(_WAITS[self.need]).format(player=self.player or _("the companion"))


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
        _("{what} cannot be now: {turn}.").format(what=_(_NAMES[type(event)]), turn=turn),
        hint=_("Do that first, or take back the last step."),
    )


def check_turn(event: events.Event, turn: Turn, need: Need, *players: str) -> None:
    """Raise `IllegalMove` unless `turn` is for `need`, and by each of `players`."""
    if turn.need is not need:
        raise refuse(event, turn)
    for player in players:
        if player != turn.player:
            raise IllegalMove(
                _("It is not {player}'s turn: {turn}.").format(player=player, turn=turn),
                hint=_("Let {player} go first.").format(player=turn.player),
            )
