"""What is done on boards at the page, as a protocol."""

from typing import Protocol

from companion.game.core.key_pegs import Keys
from companion.web.door.access import Login
from companion.web.moves.form_fields import Form
from companion.web.table.table_state import AtTable

__all__ = ["BoardMoves"]


class BoardMoves(Protocol):
    """A kind of game that is played on boards of pegs."""

    @property
    def has_parts(self) -> bool:
        """Whether the code is hidden in parts, one a board, which the companion may draw."""

    def typed_board(self, board: int) -> int:
        """Return the board that a typed row is for, 0 where there is one alone."""

    def code(self, at: AtTable, form: Form, login: Login) -> None:
        """Hide the code that its maker tells, or an owner's part of it."""

    def draw_code(self, at: AtTable, login: Login) -> None:
        """Let chance choose the maker's code; he sees it on his own phone."""

    def keys(self, form: Form) -> Keys:
        """Return the answer in a form."""

    def show(self, at: AtTable, form: Form) -> None:
        """Show the code of a maker, or of owners, who kept it themselves."""
