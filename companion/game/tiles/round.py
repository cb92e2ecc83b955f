"""A round of Da Vinci Code, refereed from what all can see. Pure: standard library only.

A `TileRound` is a value: `on(event)` gives the round after it, or refuses. No secret is in it.
"""

from dataclasses import dataclass, replace

from companion.errors import IllegalMove
from companion.game.core.codes import Keys
from companion.game.core.events import Claimed, Dealt, Drawn, Move, Opened, Passed, Placed, RowShown
from companion.game.core.kind import SpokenAnswer
from companion.game.core.turn import Cell, Need, Turn, after, check_turn, refuse
from companion.game.core.withdrawn import Withdrawn
from companion.game.tiles.checks import (
    check_answer,
    check_claim,
    check_clue,
    check_deal,
    check_draw,
)
from companion.game.tiles.rules import TileRules
from companion.game.tiles.table import TileTable
from companion.game.tiles.tile import BACKS, parse_tile
from companion.i18n import _

__all__ = ["TileRound", "Verdict"]

GUESS, SOLVED, WON = 1, 3, 5  # points: a right guess, an opponent's code, the round


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim that had its reply."""

    claim: Claimed
    right: bool


@dataclass(frozen=True, slots=True)
class TileRound:
    """One round, as all can see it.

    `singles` are each player's single points. `clue` is the back of the clue tile in the hand of
    `mover`, or nothing. `claim` still waits for its reply, `claims` had theirs. `winner` is the
    last one with a hidden tile; the clue tile may still be in hand and the row not yet shown.
    """

    table: TileTable
    singles: tuple[tuple[int, ...], ...]
    mover: str
    clue: str = ""
    claim: Claimed | None = None
    claims: tuple[Verdict, ...] = ()
    may_stop: bool = False
    winner: str | None = None
    is_over: bool = False

    @classmethod
    def begin(cls, rules: TileRules, players: tuple[str, ...], starter: str = "") -> "TileRound":
        """Begin a round before the deal; `starter` should start, but the deal says who does."""
        return cls(TileTable(rules, players), singles=((),) * len(players), mover=starter)

    @property
    def rules(self) -> TileRules:
        """What is played."""
        return self.table.rules

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seating order."""
        return self.table.players

    @property
    def counts(self) -> bool:
        """Whether the round counts towards the agreed number: always, once it is over."""
        return self.is_over

    @property
    def is_void(self) -> bool:
        """No mistake voids this game."""
        return False

    @property
    def is_won(self) -> bool:
        """Whether somebody has the last hidden tile."""
        return self.winner is not None

    @property
    def mistakes(self) -> tuple[()]:
        """None: a wrong reply cannot be, because the tile is laid open."""
        return ()

    @property
    def board_size(self) -> tuple[int, int]:
        """One row of one: lights show whether the newest claim was right."""
        return 1, 1

    @property
    def board_rows(self) -> tuple[tuple[str, Keys | None], ...]:
        """The newest claim as a row: a black key if it was right, a white one if it was wrong."""
        if self.claim:
            return (("?", None),)
        return tuple(("?", Keys(int(v.right), int(not v.right))) for v in self.claims[-1:])

    @property
    def spoken_answers(self) -> tuple[SpokenAnswer, ...]:
        """Nothing: a reply is a tile that is laid open."""
        return ()

    @property
    def code_round(self) -> None:
        """Nothing: tiles are hidden by how they stand."""
        return None

    def marked(self, withdrawn: tuple[Withdrawn, ...], *, is_cancelled: bool) -> "TileRound":
        """Return the round itself: what was seen of tiles is seen by all alike."""
        del withdrawn, is_cancelled
        return self

    @property
    def misjudged(self) -> tuple[()]:
        """None: nothing is judged by word."""
        return ()

    @property
    def withdrawn(self) -> tuple[Withdrawn, ...]:
        """Nothing that was taken back counts here: a tile laid open is known, and seen by all."""
        return ()

    @property
    def rows(self) -> dict[str, tuple[str, ...]]:
        """The rows as all can see them: ``{"Ada": ("B?", "W3")}``; empty before the deal."""
        return self.table.rows

    @property
    def pool(self) -> dict[str, int]:
        """How many tiles of each back lie on the table: ``{"B": 5, "W": 6}``."""
        taken = [s.tile.colour for row in self.table.standing for s in row] + [self.clue]
        return {back: len(self.rules.faces) - taken.count(back) for back in BACKS}

    @property
    def points(self) -> dict[str, int]:
        """The points so far, counted also where none were agreed."""
        return {p: sum(single) for p, single in zip(self.players, self.singles, strict=True)}

    @property
    def turn(self) -> Turn:
        """What must happen next.

        The owner replies to a right claim; the claimer pays for a wrong one. When the last code
        is solved and a clue tile is in hand, `CLAIM_OR_STOP` leaves only to stop.
        """
        if self.is_over:
            return Turn(Need.NOTHING)
        if not self.table.standing:
            return Turn(Need.DEAL, self.mover)
        if self.claim:
            return Turn(Need.REPLY, self.claim.owner)
        if self.winner and not self.clue:
            return Turn(Need.SHOW_ROW, self.winner)
        if self.may_stop:
            return Turn(Need.CLAIM_OR_STOP, self.mover)
        if self.clue or not any(self.pool.values()):
            return Turn(Need.CLAIM, self.mover)
        return Turn(Need.DRAW, self.mover)

    def score(self) -> dict[str, Cell]:
        """Return each player's cell of the score card (points, or 1 for the round won)."""
        if self.rules.points:
            return {p: Cell(single) for p, single in zip(self.players, self.singles, strict=True)}
        won = self.winner if self.is_over else None
        return {player: Cell((1,) if player == won else ()) for player in self.players}

    def on(self, event: Move) -> "TileRound":
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

    def _deal(self, event: Dealt) -> "TileRound":
        check_turn(event, self.turn, Need.DEAL)
        hand, each = self.rules.hand(len(self.players)), len(self.rules.faces)
        check_deal(event, self.players, hand=hand, each=each)
        return replace(self, table=self.table.deal(event.rows), mover=event.first)

    def _draw(self, event: Drawn) -> "TileRound":
        check_turn(event, self.turn, Need.DRAW, event.player)
        check_draw(event, self.pool)
        return replace(self, clue=event.colour)

    def _claim(self, event: Claimed) -> "TileRound":
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

    def _open(self, event: Opened) -> "TileRound":
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

    def _place(self, event: Placed) -> "TileRound":
        claim = self._claim_for(event) if self.claim else None
        if not claim:
            check_turn(event, self.turn, Need.CLAIM_OR_STOP, event.player)
        check_clue(event, self.clue, claim)
        table = self.table.insert(event.player, event.position, event.tile)
        if claim:
            return self._pay(claim, table)
        table.check_possible()
        return replace(self, table=table)._stop()

    def _pass(self, event: Passed) -> "TileRound":
        check_turn(event, self.turn, Need.CLAIM_OR_STOP, event.player)
        if self.clue:
            raise IllegalMove(
                _("{player} has a clue tile in hand.").format(player=event.player),
                hint=_("To stop, place it hidden in the row."),
            )
        return self._stop()

    def _show(self, event: RowShown) -> "TileRound":
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

    def _answer(self, event: Opened, claim: Claimed) -> "TileRound":
        """Return the round after a right claim."""
        check_answer(event, claim)
        table = self.table.face_up(event.player, event.position, event.tile)
        table.check_possible()
        earned = (GUESS, SOLVED) if table.is_out(claim.owner) else (GUESS,)
        claims = (*self.claims, Verdict(claim, right=True))
        judged = replace(self, table=table, claim=None, claims=claims, may_stop=True)
        return judged._earn(claim.player, *earned)._settle()

    def _pay(self, claim: Claimed, paid: TileTable) -> "TileRound":
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

    def _stop(self) -> "TileRound":
        """Return the turn to the next player to the left who is not out."""
        in_turn = [p for p in after(self.players, self.mover) if not self.table.is_out(p)]
        return replace(self, mover=in_turn[0], clue="", may_stop=False)._settle()

    def _settle(self) -> "TileRound":
        """Note the winner, when only one has hidden tiles; without points that is the end."""
        left = [player for player in self.players if not self.table.is_out(player)]
        if len(left) > 1:
            return self
        won = replace(self, winner=left[0])
        if self.clue or self.rules.points:
            return won
        return replace(won, is_over=True)._earn(left[0], WON)

    def _earn(self, player: str, *points: int) -> "TileRound":
        at = self.players.index(player)
        mine = (*self.singles[at], *points)
        return replace(self, singles=(*self.singles[:at], mine, *self.singles[at + 1 :]))
