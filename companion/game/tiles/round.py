"""A round of Da Vinci Code, refereed from what all can see. Pure: standard library only.

A `TileRound` is a value: `on(event)` gives the round after it, or refuses. No secret is in it.
"""

from dataclasses import dataclass, replace
from typing import Self

from companion.errors import IllegalMove
from companion.game.core.events import Claimed, Dealt, Drawn, Move, Opened, Passed, Placed, RowShown
from companion.game.core.turn import Need, after, check_turn, refuse
from companion.game.core.withdrawn import Withdrawn
from companion.game.tiles.checks import (
    check_answer,
    check_claim,
    check_clue,
    check_deal,
    check_draw,
)
from companion.game.tiles.rules import TileRules
from companion.game.tiles.state import TileState, Verdict
from companion.game.tiles.table import TileTable
from companion.game.tiles.tile import parse_tile
from companion.i18n import _

__all__ = ["TileRound"]

GUESS, SOLVED, WON = 1, 3, 5  # points: a right guess, an opponent's code, the round


@dataclass(frozen=True, slots=True)
class TileRound(TileState):
    """One round, and how events change it."""

    @classmethod
    def begin(cls, rules: TileRules, players: tuple[str, ...], starter: str = "") -> Self:
        """Begin a round before the deal; `starter` should start, but the deal says who does."""
        return cls(TileTable(rules, players), singles=((),) * len(players), mover=starter)

    def marked(self, withdrawn: tuple[Withdrawn, ...], *, is_cancelled: bool) -> Self:
        """Return the round itself: what was seen of tiles is seen by all alike."""
        del withdrawn, is_cancelled
        return self

    def on(self, event: Move) -> Self:
        """Return the round after `event`, or raise and change nothing."""
        match event:
            case Dealt():
                return self._deal(event)
            case Drawn():
                return self._draw(event)
            case Claimed():
                return self._claim(event)
            case Opened():
                return self._open(event)
            case Placed():
                return self._place(event)
            case Passed():
                return self._pass(event)
            case RowShown():
                return self._show(event)
            case _:
                raise refuse(event, self.turn)

    def _deal(self, event: Dealt) -> Self:
        check_turn(event, self.turn, Need.DEAL)
        hand, each = self.rules.hand(len(self.players)), len(self.rules.faces)
        check_deal(event, self.players, hand=hand, each=each)
        return replace(self, table=self.table.deal(event.rows), mover=event.first)

    def _draw(self, event: Drawn) -> Self:
        check_turn(event, self.turn, Need.DRAW, event.player)
        check_draw(event, self.pool)
        return replace(self, clue=event.colour)

    def _claim(self, event: Claimed) -> Self:
        need = Need.CLAIM_OR_STOP if self.may_stop else Need.CLAIM
        check_turn(event, self.turn, need, event.player)
        if self.winner:
            raise IllegalMove(
                _("{winner} has solved the last code: there is nothing left to claim.").format(
                    winner=self.winner
                ),
                hint=_("Place the clue tile hidden in the row."),
            )
        check_claim(event, self.table)
        return replace(self, claim=event, may_stop=False)

    def _open(self, event: Opened) -> Self:
        claim = self._claim_for(event)
        if event.player == claim.owner:
            return self._answer(event, claim)
        if self.clue:
            raise IllegalMove(
                _("{player} has a clue tile in hand: that one pays for a wrong claim.").format(
                    player=event.player
                ),
                hint=_("Place it open in the row."),
            )
        return self._pay(claim, self.table.face_up(event.player, event.position, event.tile))

    def _place(self, event: Placed) -> Self:
        claim = self._claim_for(event) if self.claim else None
        if not claim:
            check_turn(event, self.turn, Need.CLAIM_OR_STOP, event.player)
        check_clue(event, self.clue, claim)
        table = self.table.insert(event.player, event.position, event.tile)
        if claim:
            return self._pay(claim, table)
        table.check_possible()
        return replace(self, table=table)._stop()

    def _pass(self, event: Passed) -> Self:
        check_turn(event, self.turn, Need.CLAIM_OR_STOP, event.player)
        if self.clue:
            raise IllegalMove(
                _("{player} has a clue tile in hand.").format(player=event.player),
                hint=_("To stop, place it hidden in the row."),
            )
        return self._stop()

    def _show(self, event: RowShown) -> Self:
        check_turn(event, self.turn, Need.SHOW_ROW, event.player)
        table = self.table.show(event.player, event.tiles)
        before = self.table.row(event.player)
        shown = [
            parse_tile(text)
            for text, standing in zip(event.tiles, before, strict=True)
            if standing.tile.is_hidden
        ]
        bonus = sum(int(tile.number) for tile in shown if tile.is_numbered)
        after_all = replace(self, table=table, is_over=True)
        return after_all._earn(event.player, WON, bonus)

    def _claim_for(self, event: Opened | Placed) -> Claimed:
        """Return the claim that `event` replies to, or refuse."""
        if self.claim is None:
            raise refuse(event, self.turn)
        if event.player not in (self.claim.owner, self.claim.player):
            raise IllegalMove(
                _("It is not {player}'s turn: {turn}.").format(player=event.player, turn=self.turn),
                hint=_("{owner} lays the tile open, or {player} pays.").format(
                    owner=self.claim.owner, player=self.claim.player
                ),
            )
        return self.claim

    def _answer(self, event: Opened, claim: Claimed) -> Self:
        """Return the round after a right claim."""
        check_answer(event, claim)
        table = self.table.face_up(event.player, event.position, event.tile)
        table.check_possible()
        earned = (GUESS, SOLVED) if table.is_out(claim.owner) else (GUESS,)
        claims = (*self.claims, Verdict(claim, right=True))
        judged = replace(self, table=table, claim=None, claims=claims, may_stop=True)
        return judged._earn(claim.player, *earned)._settle()

    def _pay(self, claim: Claimed, paid: TileTable) -> Self:
        """Return the round after a wrong claim; on `paid` lies the tile that it cost."""
        table = paid.rule_out(claim.owner, claim.position, claim.number)
        if not table.is_possible():
            paid.check_possible()
            raise IllegalMove(
                _(
                    "The claim must be right: tile {position} of {owner} can be nothing but "
                    "{number} now."
                ).format(position=claim.position, owner=claim.owner, number=claim.number),
                hint=_("{owner} lays it open; or look at the tile of {player} again.").format(
                    owner=claim.owner, player=claim.player
                ),
            )
        claims = (*self.claims, Verdict(claim, right=False))
        return replace(self, table=table, claim=None, claims=claims)._stop()

    def _stop(self) -> Self:
        """Return the turn to the next player to the left who is not out."""
        in_turn = [p for p in after(self.players, self.mover) if not self.table.is_out(p)]
        return replace(self, mover=in_turn[0], clue="", may_stop=False)._settle()

    def _settle(self) -> Self:
        """Note the winner, when only one has hidden tiles; without points that is the end."""
        left = [player for player in self.players if not self.table.is_out(player)]
        if len(left) > 1:
            return self
        won = replace(self, winner=left[0])
        if self.clue or self.rules.points:
            return won
        return replace(won, is_over=True)._earn(left[0], WON)

    def _earn(self, player: str, *points: int) -> Self:
        at = self.players.index(player)
        mine = (*self.singles[at], *points)
        return replace(self, singles=(*self.singles[:at], mine, *self.singles[at + 1 :]))
