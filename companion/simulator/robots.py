"""Players that play by themselves: for the demo, and for trying the whole game without people.

They see what people see: a robot that keeps a code, or tiles, keeps them here and nowhere else.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from companion.game.core.events import Move
from companion.game.match import Match
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules
from companion.simulator.parts.robots import PartsRobots
from companion.simulator.pegs.robots import PegRobots
from companion.simulator.tiles.robots import TileRobots

__all__ = ["Robots"]


class KindOfRobots(Protocol):
    """Everyone at a table of one kind of game."""

    codes: tuple[str, ...]

    def move(self, current: Any) -> Move:
        """Return what the player whose turn it is does."""


class Robots:
    """Everyone at a table of any kind."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        # the class of a box's rules -> its robots; a new kind of game is one line
        self._kinds: Mapping[type, KindOfRobots] = {
            PegRules: PegRobots(rng),
            PartsRules: PartsRobots(rng),
            TileRules: TileRobots(rng),
        }

    def codes_to_tell(self, match: Match) -> tuple[str, ...]:
        """Return the code that the maker, or all owners, hide now."""
        current = match.round.code_round
        assert current
        codes = current.draw_codes(self._rng)
        self._kinds[type(match.rules)].codes = codes
        return codes

    def look_at_own_parts(self, codes: tuple[str, ...]) -> None:
        """Let each owner see the part that the companion drew for him."""
        for robots in self._kinds.values():
            robots.codes = codes

    def move(self, match: Match) -> Move:
        """Return what the player whose turn it is does."""
        return self._kinds[type(match.rules)].move(match.round)
