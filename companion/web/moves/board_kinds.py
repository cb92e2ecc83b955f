"""The kinds of game that are played on boards, for what is done at the page, in one table."""

from collections.abc import Mapping

from companion.errors import IllegalMove
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.i18n import _
from companion.web.moves.board_kind import BoardMoves
from companion.web.moves.parts import PartsMoves
from companion.web.moves.pegs import PegMoves
from companion.web.table.table_state import AtTable

__all__ = ["BOARD_MOVES", "BoardMoves", "board_moves_of"]

# the class of a box's rules -> what is done on its boards; a new kind with boards is one line
BOARD_MOVES: Mapping[type, BoardMoves] = {PegRules: PegMoves(), PartsRules: PartsMoves()}


def board_moves_of(at: AtTable) -> BoardMoves:
    """Return what is done on the boards of the match, or raise `IllegalMove` if it has none."""
    moves = BOARD_MOVES.get(type(at.playing.match.rules))
    if moves is None:
        raise IllegalMove(_("This game has no rows of pegs."), hint=_("Use the tiles instead."))
    return moves
