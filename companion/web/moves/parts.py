"""Master Mind for four: parts that wait for one another, answers for one part, their showing."""

from companion.errors import IllegalMove
from companion.game.core.codes import EMPTY
from companion.game.core.events import CodeShown
from companion.game.core.key_pegs import Keys
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import parse_part_answer
from companion.i18n import _
from companion.web.door.access import Login
from companion.web.moves.form_fields import Form, letters_in, number_in
from companion.web.moves.hiding import check_own, hide, unsaid
from companion.web.table.table_state import AtTable

__all__ = ["PartsMoves"]


class PartsMoves:
    """A board a part."""

    has_parts = True

    def typed_board(self, board: int) -> int:
        """Return the board itself."""
        return board

    def code(self, at: AtTable, form: Form, login: Login) -> None:
        """Hide an owner's part; when all have told theirs, the companion knows the code."""
        current = _round(at)
        board = number_in(form, "board", least=1, usual=1)
        if board > len(current.owners):
            raise IllegalMove(_("There is no such board."), hint=_("Choose your own."))
        check_own(login, current.owners[board - 1])
        with unsaid():
            part = current.rules.parse_part(letters_in(form, "code"))
        others = {b: told for b, told in at.parts.items() if b != board}
        if any(_hole(part) == _hole(other) for other, _by in others.values()):
            raise IllegalMove(
                _("That hole is another's already."),
                hint=_("Take another chip: all are different."),
            )
        at.parts = others | {board: (part, login.id)}
        _tell_when_whole(at, current)

    def draw_code(self, at: AtTable, login: Login) -> None:
        """Raise `IllegalMove`: each owner chooses."""
        del at, login
        raise IllegalMove(_("Each owner chooses his own part."), hint=_("Choose hole and colour."))

    def keys(self, form: Form) -> Keys:
        """Return black, white or nothing."""
        return parse_part_answer(form.get("word", ""))

    def show(self, at: AtTable, form: Form) -> None:
        """Show all parts."""
        current = _round(at)
        boards = range(1, len(current.owners) + 1)
        parts = [current.rules.parse_part(letters_in(form, f"code{board}")) for board in boards]
        at.post(CodeShown(tuple(parts)))


def _round(at: AtTable) -> PartsRound:
    current = at.playing.match.round
    assert isinstance(current, PartsRound)
    return current


def _hole(part: str) -> int:
    return next(i for i, letter in enumerate(part) if letter != EMPTY)


def _tell_when_whole(at: AtTable, current: PartsRound) -> None:
    if len(at.parts) < len(current.owners):
        return
    told = [at.parts[board] for board in range(1, len(current.owners) + 1)]
    by = {owner: login for owner, (_part, login) in zip(current.owners, told, strict=True)}
    hide(at, tuple(part for part, _login in told), by)
