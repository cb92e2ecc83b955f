"""The kinds of game played on boards, for what is done at the page: codes, answers, the showing.

In: the match at the page, a form, a login. Out: events, or what is said to the table.
May import: form fields and the state of the table; door, session, kinds, game and below.
"""

from collections.abc import Mapping

from companion.errors import IllegalMove
from companion.game.parts.rules import PartsRules
from companion.game.pegs.rules import PegRules
from companion.i18n import _
from companion.web.table.kinds.kind import BoardMoves
from companion.web.table.kinds.parts import PartsMoves
from companion.web.table.kinds.pegs import PegMoves
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
