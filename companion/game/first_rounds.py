"""How a round of each kind of game begins. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.game.core.kind import Round
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import PartsRules
from companion.game.pegs.round import PegRound
from companion.game.pegs.rules import PegRules
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules

__all__ = ["ROUNDS"]

# the class of a box's rules -> how a round of it begins
ROUNDS: Mapping[type, Callable[[Any, tuple[str, ...], str], Round]] = {
    PegRules: PegRound.begin,
    PartsRules: PartsRound.begin,
    TileRules: TileRound.begin,
}
