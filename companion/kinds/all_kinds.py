"""All kinds of game there are, one adapter each; a new kind is one line here."""

from collections.abc import Mapping
from typing import Any

from companion.game.core.kind import Rules
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules
from companion.kinds.kind import GameKind
from companion.kinds.parts import PartsKind
from companion.kinds.pegs import PegKind
from companion.kinds.tiles import TileKind

__all__ = ["KINDS", "GameKind", "kind_of"]

# the class of a box's rules -> the adapter of its kind; a new kind of game is one line
KINDS: Mapping[type, GameKind[Any]] = {
    PegRules: PegKind(),
    PartsRules: PartsKind(),
    TileRules: TileKind(),
}


def kind_of(rules: Rules) -> GameKind[Any]:
    """Return the adapter for the kind of game that `rules` are of."""
    return KINDS[type(rules)]
