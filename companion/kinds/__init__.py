"""The kinds of game, one adapter each: what a match is to those who show, explain and advise.

In: a match, a round or rules. Out: plain facts and sentences, what may be played next, what a box
allows on a board. Pure; numpy is imported when advice is asked for.
May import: the game, the rulebooks, what is seen and the table; nothing that draws or asks.
"""

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
