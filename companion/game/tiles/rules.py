"""The box of Da Vinci Code, as data. Pure: standard library only."""

from dataclasses import dataclass
from functools import cache

from companion.game.tiles.tile import BACKS, DASH, Tile

__all__ = ["TileRules"]


@dataclass(frozen=True, slots=True)
class TileRules:
    """The box: with dashes or not, with points or not.

    `highest` is the highest number of each colour; tests play with smaller decks too.
    """

    name: str
    title: str
    players: tuple[int, int] = (2, 4)
    dashes: bool = False
    points: bool = False
    highest: int = 11

    @property
    def rounds(self) -> int:
        """How many rounds make a game if nothing else is agreed."""
        return 3 if self.points else 1

    @property
    def faces(self) -> tuple[str, ...]:
        """The numbers that can be claimed, the dash last."""
        return _faces(self.highest, (DASH,) if self.dashes else ())

    @property
    def deck(self) -> tuple[Tile, ...]:
        """All tiles in play, ascending, the dashes last."""
        return _deck(self.faces)

    def hand(self, players: int) -> int:
        """How many tiles each of so many players draws at the start."""
        return 3 if players == 4 else 4


@cache
def _faces(highest: int, dashes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(number) for number in range(highest + 1)) + dashes


@cache
def _deck(faces: tuple[str, ...]) -> tuple[Tile, ...]:
    return tuple(Tile(back, face) for face in faces for back in BACKS)
