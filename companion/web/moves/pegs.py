"""Code games with one maker: his code, his answers, its showing from either side."""

from companion.errors import BadNotation
from companion.game.core.events import CodeShown
from companion.game.core.key_pegs import Keys
from companion.game.pegs.round import PegRound
from companion.i18n import _
from companion.table import TypedRow
from companion.web.door.access import Login
from companion.web.moves.form_fields import Form, letters_in, number_in
from companion.web.moves.hiding import check_own, hide, unsaid
from companion.web.table.table_state import AtTable

__all__ = ["PegMoves"]


class PegMoves:
    """One board and one maker."""

    has_parts = False

    def typed_board(self, board: int) -> int:
        """Return 0: there is one board alone."""
        del board
        return 0

    def code(self, at: AtTable, form: Form, login: Login) -> None:
        """Hide the code that the maker tells."""
        current = _round(at)
        check_own(login, current.maker)
        with unsaid():
            code = current.rules.parse_code(letters_in(form, "code"))
        hide(at, (code,), {current.maker: login.id})

    def draw_code(self, at: AtTable, login: Login) -> None:
        """Let chance choose the maker's code."""
        current = _round(at)
        check_own(login, current.maker)
        hide(at, current.draw_codes(at.rng), {current.maker: login.id})

    def keys(self, form: Form) -> Keys:
        """Return the two numbers of an answer."""
        return Keys(number_in(form, "black", least=0), number_in(form, "white", least=0))

    def show(self, at: AtTable, form: Form) -> None:
        """Show the code as it lies, or from its other side."""
        current = _round(at)
        code = current.rules.parse_code(letters_in(form, "code"))
        code = _right_way_round(current, code, form.get("side", ""))
        if at.watching is not None:
            at.say(TypedRow(code))
        else:
            at.post(CodeShown((code,)))


def _round(at: AtTable) -> PegRound:
    current = at.playing.match.round
    assert isinstance(current, PegRound)
    return current


def _right_way_round(current: PegRound, code: str, side: str) -> str:
    if side == "turned":
        return code[::-1]
    if current.fits_only_backwards(code) and side != "lies":
        raise BadNotation(
            _(
                "{code} contradicts row {row}, but read backwards, {backwards}, it fits every "
                "answer."
            ).format(code=code, row=current.mistakes_for(code)[0], backwards=code[::-1]),
            hint=_("Say from which side it was read."),
        )
    return code
