"""The box of Da Vinci Code, as data. Pure: standard library only."""

from dataclasses import dataclass
from functools import cache

from companion.errors import IllegalMove
from companion.game.core.events import Seated, Way
from companion.game.tiles.tile import BACKS, DASH, Tile
from companion.i18n import _

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
    def usual_way(self) -> Way:
        """The players hold their own tiles."""
        return Way.KEPT

    @property
    def has_one_code(self) -> bool:
        """Whether a round is one code, whole with one maker."""
        return False

    @property
    def can_be_played_alone(self) -> bool:
        """Nobody can: the companion holds no tiles."""
        return False

    def rounds_for(self, players: int) -> int:
        """Return the usual number of rounds, whatever the number of players."""
        del players
        return self.rounds

    def check_agreement(self, seated: Seated) -> None:
        """Refuse that the companion, or a teller, knows the tiles."""
        if seated.way is not Way.KEPT:
            raise IllegalMove(
                _("In {title} the players hold their own tiles.").format(title=self.title),
                hint=_("Leave '--maker' out: each keeps his own row."),
            )

    def notices(self, seated: Seated) -> tuple[str, ...]:
        """Return nothing: every agreement is as in the book."""
        del seated
        return ()

    @property
    def usual_board(self) -> str:
        """Nothing: tiles stand on the table."""
        return ""

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
