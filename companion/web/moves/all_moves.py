"""What people do at the page, each by its name: fields of a form become an event of the match.

Everything is checked by the rulebook's own notation; what is refused raises and changes nothing.
"""

from companion.errors import IllegalMove
from companion.game.core.events import (
    Answered,
    Called,
    CodeSet,
    Guessed,
    Judged,
    Passed,
    Voided,
    Way,
)
from companion.game.core.turn import Need
from companion.i18n import _
from companion.kinds.all_kinds import kind_of
from companion.table import Done, No, TypedRow, Yes
from companion.web.door.access import Login, Role
from companion.web.moves.board_kinds import board_moves_of
from companion.web.moves.form_fields import Form, Move, is_yes, letters_in, number_in, player_in
from companion.web.moves.tiles import TILE_MOVES
from companion.web.table.table_state import SOURCE, AtTable

__all__ = ["MOVES"]


def _row(at: AtTable, form: Form, _login: Login) -> None:
    """Set a row, or say what stands in the one that is asked about."""
    match, turn = at.playing.match, at.playing.match.turn
    current, code = match.round, letters_in(form, "code")
    code = kind_of(current.rules).parse_row(current, code)
    board = number_in(form, "board", least=0, usual=turn.board)
    if at.watching is not None:
        at.say(TypedRow(code, board_moves_of(at).typed_board(board)))
    else:
        at.post(Guessed(turn.player, code, board))


def _done(at: AtTable, _form: Form, _login: Login) -> None:
    """Say that the row, the code or the table is as it shall be."""
    current, turn = at.playing.match.round, at.playing.match.turn
    if at.watching is not None:
        at.say(Done())
    elif turn.need is Need.CODE and current.code_round and _way(at) is Way.KEPT:
        at.post(CodeSet(current.code_round.owners))
    else:
        raise IllegalMove(_("There is nothing to be done with."), hint=_("Do what is asked for."))


def _yes(at: AtTable, _form: Form, _login: Login) -> None:
    at.say(Yes())


def _no(at: AtTable, _form: Form, _login: Login) -> None:
    at.say(No())


def _code(at: AtTable, form: Form, login: Login) -> None:
    """Hide the code that the maker tells, or his part of it."""
    _check_code_is_told(at)
    board_moves_of(at).code(at, form, login)


def _draw_code(at: AtTable, _form: Form, login: Login) -> None:
    """Let chance choose the maker's code; he sees it on his own phone."""
    _check_code_is_told(at)
    board_moves_of(at).draw_code(at, login)


def _answer(at: AtTable, form: Form, _login: Login) -> None:
    turn = at.playing.match.turn
    at.post(Answered(turn.player, board_moves_of(at).keys(form), turn.board))


def _show(at: AtTable, form: Form, _login: Login) -> None:
    """Show the code of a maker who kept it himself, or the parts of their owners."""
    board_moves_of(at).show(at, form)


def _judge(at: AtTable, form: Form, _login: Login) -> None:
    at.post(Judged(is_yes(form), at.playing.match.turn.board))


def _pass(at: AtTable, _form: Form, _login: Login) -> None:
    at.post(Passed(at.playing.match.turn.player))


def _call(at: AtTable, form: Form, _login: Login) -> None:
    at.post(Called(player_in(at, form, "player"), letters_in(form, "code")))


def _undo(at: AtTable, _form: Form, _login: Login) -> None:
    at.playing.take_back(SOURCE)
    at.changed()


def _correct(at: AtTable, form: Form, _login: Login) -> None:
    """Correct a row that was noted wrongly."""
    session = at.playing
    number = number_in(form, "round", least=1, usual=len(session.match.rounds))
    current, row = session.match.round, number_in(form, "row", least=1)
    code = kind_of(current.rules).parse_row(current, letters_in(form, "code"))
    session.correct_guess(number, row, code, SOURCE)
    at.changed()


def _correct_answer(at: AtTable, form: Form, _login: Login) -> None:
    """Correct an answer that was noted wrongly."""
    session, moves = at.playing, board_moves_of(at)
    number = number_in(form, "round", least=1, usual=len(session.match.rounds))
    row, board = number_in(form, "row", least=1), number_in(form, "board", least=1, usual=1)
    session.correct_answer(number, row, moves.keys(form), SOURCE, board)
    at.changed()


def _mistake(at: AtTable, form: Form, _login: Login) -> None:
    """The maker finds his own answer wrong."""
    at.post(Voided(number_in(form, "row", least=1)))


def _anew(at: AtTable, _form: Form, _login: Login) -> None:
    """Begin the round anew when its hidden code is lost."""
    if not at.playing.has_lost_the_code:
        raise IllegalMove(_("The code is not lost."), hint=_("Play on."))
    at.playing.begin_round_anew(SOURCE)
    at.changed()


def _finish(at: AtTable, _form: Form, _login: Login) -> None:
    """Put the match away: it is over, or gone on with another day."""
    at.put_away()


# name -> (the least role, what is done)
MOVES: dict[str, tuple[Role, Move]] = {
    "row": (Role.PLAYER, _row),
    "done": (Role.PLAYER, _done),
    "yes": (Role.PLAYER, _yes),
    "no": (Role.PLAYER, _no),
    "answer": (Role.PLAYER, _answer),
    "show": (Role.PLAYER, _show),
    "judge": (Role.PLAYER, _judge),
    "pass": (Role.PLAYER, _pass),
    "call": (Role.PLAYER, _call),
    "undo": (Role.PLAYER, _undo),
    "correct": (Role.PLAYER, _correct),
    "correct-answer": (Role.PLAYER, _correct_answer),
    "mistake": (Role.PLAYER, _mistake),
    "anew": (Role.PLAYER, _anew),
    **TILE_MOVES,
    "code": (Role.MAKER, _code),
    "draw-code": (Role.MAKER, _draw_code),
    "finish": (Role.OWNER, _finish),
}


def _way(at: AtTable) -> Way:
    seated = at.playing.match.seated
    assert seated
    return seated.way


def _check_code_is_told(at: AtTable) -> None:
    told = _way(at) is Way.TOLD and at.playing.match.turn.need is Need.CODE
    if not told:
        raise IllegalMove(_("No code is asked for now."), hint=_("Do what is asked for."))
