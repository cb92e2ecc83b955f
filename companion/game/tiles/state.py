"""What all can see of a round of Da Vinci Code, and what follows from it. Pure."""

from dataclasses import dataclass

from companion.game.core.events import Claimed
from companion.game.core.key_pegs import Keys
from companion.game.core.kind import SpokenAnswer
from companion.game.core.turn import Cell, Need, Turn
from companion.game.core.withdrawn import Withdrawn
from companion.game.tiles.rules import TileRules
from companion.game.tiles.table import TileTable
from companion.game.tiles.tile import BACKS

__all__ = ["TileState", "Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim that had its reply."""

    claim: Claimed
    right: bool


@dataclass(frozen=True, slots=True)
class TileState:
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
