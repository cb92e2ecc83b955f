"""Players of Da Vinci Code that play by themselves: they hold the tiles that nobody else sees."""

from random import Random

from companion.game.core.events import (
    Claimed,
    Dealt,
    Drawn,
    Move,
    Opened,
    Passed,
    Placed,
    RowShown,
)
from companion.game.core.turn import Need
from companion.game.tiles.round import TileRound
from companion.game.tiles.tile import DASH, Tile, format_tile

__all__ = ["TileRobots"]

# share of claims that are right, so that a round ends in good time; chosen, no measurement
LUCK = 0.3


class TileRobots:
    """Everyone at the table, with the true faces of their rows; `luck` is their share of hits."""

    def __init__(self, rng: Random, *, luck: float = LUCK) -> None:
        self._rng = rng
        self._luck = luck
        self._pool: list[Tile] = []
        self._rows: dict[str, list[Tile]] = {}
        self._clue: Tile | None = None
        # no code is hidden in this game
        self.codes: tuple[str, ...] = ()

    @property
    def rows(self) -> dict[str, tuple[str, ...]]:
        """The true faces of all rows, as their owners see them."""
        return {player: tuple(map(format_tile, row)) for player, row in self._rows.items()}

    @property
    def pool(self) -> tuple[str, ...]:
        """The backs of the tiles that nobody has drawn; the next one drawn is the last."""
        return tuple(tile.colour for tile in self._pool)

    @property
    def clue(self) -> str:
        """The true face of the clue tile in hand, or nothing."""
        return format_tile(self._clue) if self._clue else ""

    def move(self, current: TileRound) -> Move:
        """Give what the player whose turn it is does."""
        match current.turn.need:
            case Need.DEAL:
                return self._deal(current)
            case Need.DRAW:
                self._clue = self._pool.pop()
                return Drawn(current.mover, self._clue.colour)
            case Need.CLAIM:
                return self._claim(current)
            case Need.CLAIM_OR_STOP:
                stops = current.winner is not None or self._rng.random() < 0.5
                return self._stop(current) if stops else self._claim(current)
            case Need.REPLY:
                return self._reply(current)
            case _:
                row = self._rows[current.turn.player]
                return RowShown(current.turn.player, tuple(map(format_tile, row)))

    def _deal(self, current: TileRound) -> Dealt:
        self._clue = None
        self._pool = list(current.rules.deck)
        self._rng.shuffle(self._pool)
        hand = current.rules.hand(len(current.players))
        self._rows = {player: [] for player in current.players}
        for player in current.players:
            for tile in [self._pool.pop() for _ in range(hand)]:
                self._insert(player, tile)
        backs = tuple("".join(tile.colour for tile in row) for row in self._rows.values())
        return Dealt(backs, self._rng.choice(current.players))

    def _insert(self, player: str, tile: Tile) -> int:
        """Stand `tile` where it belongs in the row; give the place, from 1."""
        row = self._rows[player]
        if tile.number == DASH:
            place = self._rng.randint(0, len(row))
        else:
            below = [i for i, t in enumerate(row) if t.number != DASH and t.rank < tile.rank]
            above = [i for i, t in enumerate(row) if t.number != DASH and t.rank > tile.rank]
            place = self._rng.randint(
                below[-1] + 1 if below else 0, above[0] if above else len(row)
            )
        row.insert(place, tile)
        return place + 1

    def _claim(self, current: TileRound) -> Claimed:
        targets = [
            (owner, position)
            for owner, row in current.rows.items()
            for position, face in enumerate(row, start=1)
            if owner != current.mover and face.endswith("?")
        ]
        owner, position = self._rng.choice(targets)
        true = self._rows[owner][position - 1].number
        number = true if self._rng.random() < self._luck else self._rng.choice(current.rules.faces)
        return Claimed(current.mover, owner, position, number)

    def _stop(self, current: TileRound) -> Move:
        clue, self._clue = self._clue, None
        if clue is None:
            return Passed(current.mover)
        return Placed(current.mover, self._insert(current.mover, clue), f"{clue.colour}?")

    def _reply(self, current: TileRound) -> Move:
        claim, clue = current.claim, self._clue
        assert claim is not None
        true = self._rows[claim.owner][claim.position - 1]
        if true.number == claim.number:
            return Opened(claim.owner, claim.position, format_tile(true))
        if clue is not None:
            self._clue = None
            return Placed(claim.player, self._insert(claim.player, clue), format_tile(clue))
        row = current.rows[claim.player]
        hidden = [place for place, face in enumerate(row, start=1) if face.endswith("?")]
        place = self._rng.choice(hidden)
        return Opened(claim.player, place, format_tile(self._rows[claim.player][place - 1]))
