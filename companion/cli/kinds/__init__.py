"""The kinds of game at a terminal: how a round is drawn, what is asked, which words it has.

In: rounds, a keyboard, typed lines. Out: drawings, and events posted to the session.
May import: common, and everything below the command line.
"""

from collections.abc import Mapping
from typing import Any

from companion.cli.kinds.kind import TerminalKind
from companion.cli.kinds.parts import PartsTerminal
from companion.cli.kinds.pegs import PegTerminal
from companion.cli.kinds.tiles import TileTerminal
from companion.game.core.kind import Rules
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.game.tiles.rules import TileRules

__all__ = ["TERMINALS", "TerminalKind", "terminal_of"]

# the class of a box's rules -> the terminal of its kind; a new kind of game is one line
TERMINALS: Mapping[type, TerminalKind[Any]] = {
    PegRules: PegTerminal(),
    PartsRules: PartsTerminal(),
    TileRules: TileTerminal(),
}


def terminal_of(rules: Rules) -> TerminalKind[Any]:
    """Return the terminal for the kind of game that `rules` are of."""
    return TERMINALS[type(rules)]
