"""What people do at the page, each by its name: fields of a form become an event of the match.

Everything is checked by the rulebook's own notation; what is refused raises and changes nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import BadNotation, IllegalMove
from companion.game.core.codes import EMPTY, Keys
from companion.game.core.events import (
    Answered,
    Called,
    CodeSet,
    CodeShown,
    Guessed,
    Judged,
    Passed,
    Voided,
    Way,
)
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import parse_part_answer
from companion.game.pegs.round import PegRound
from companion.i18n import _
from companion.kinds import kind_of
from companion.table import Done, No, TypedRow, Yes
from companion.web.door.access import Login, Role
from companion.web.table.form_fields import Form, Move, is_yes, letters_in, number_in, player_in
from companion.web.table.table_state import SOURCE, AtTable
from companion.web.table.tile_moves import TILE_MOVES

__all__ = ["MOVES"]


def _row(at: AtTable, form: Form, _login: Login) -> None:
    """Set a row, or say what stands in the one that is asked about."""
    match, turn = at.playing.match, at.playing.match.turn
    current, code = match.round, letters_in(form, "code")
    code = kind_of(current.rules).parse_row(current, code)
    board = number_in(form, "board", least=0, usual=turn.board)
    if at.watching is not None:
        at.say(TypedRow(code, board if isinstance(current, PartsRound) else 0))
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
    current = _waits_for_code(at)
    if isinstance(current, PegRound):
        _check_own(login, current.maker)
        with _unsaid():
            code = current.rules.parse_code(letters_in(form, "code"))
        _hide(at, (code,), {current.maker: login.id})
        return
    board = number_in(form, "board", least=1, usual=1)
    if board > len(current.owners):
        raise IllegalMove(_("There is no such board."), hint=_("Choose your own."))
    _check_own(login, current.owners[board - 1])
    with _unsaid():
        part = current.rules.parse_part(letters_in(form, "code"))
    others = {b: told for b, told in at.parts.items() if b != board}
    if any(_hole(part) == _hole(other) for other, _by in others.values()):
        raise IllegalMove(
            _("That hole is another's already."), hint=_("Take another chip: all are different.")
        )
    at.parts = others | {board: (part, login.id)}
    _tell_when_whole(at, current)


def _draw_code(at: AtTable, form: Form, login: Login) -> None:
    """Let chance choose the maker's code; he sees it on his own phone."""
    current = _waits_for_code(at)
    if not isinstance(current, PegRound):
        raise IllegalMove(_("Each owner chooses his own part."), hint=_("Choose hole and colour."))
    _check_own(login, current.maker)
    _hide(at, current.draw_codes(at.rng), {current.maker: login.id})


def _answer(at: AtTable, form: Form, _login: Login) -> None:
    turn = at.playing.match.turn
    at.post(Answered(turn.player, _keys(_pegs(at), form), turn.board))


def _show(at: AtTable, form: Form, _login: Login) -> None:
    """Show the code of a maker who kept it himself, as it lies or from its other side."""
    current = _pegs(at)
    if isinstance(current, PegRound):
        code = current.rules.parse_code(letters_in(form, "code"))
        code = _right_way_round(current, code, form.get("side", ""))
        if at.watching is not None:
            at.say(TypedRow(code))
            return
        at.post(CodeShown((code,)))
        return
    boards = range(1, len(current.owners) + 1)
    parts = [current.rules.parse_part(letters_in(form, f"code{board}")) for board in boards]
    at.post(CodeShown(tuple(parts)))


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
    session, current = at.playing, _pegs(at)
    number = number_in(form, "round", least=1, usual=len(session.match.rounds))
    row, board = number_in(form, "row", least=1), number_in(form, "board", least=1, usual=1)
    session.correct_answer(number, row, _keys(current, form), SOURCE, board)
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


def _waits_for_code(at: AtTable) -> PegRound | PartsRound:
    current = at.playing.match.round
    told = _way(at) is Way.TOLD and at.playing.match.turn.need is Need.CODE
    if not isinstance(current, PegRound | PartsRound) or not told:
        raise IllegalMove(_("No code is asked for now."), hint=_("Do what is asked for."))
    return current


def _check_own(login: Login, player: str) -> None:
    if login.seat != player:
        raise IllegalMove(
            _("{player} alone hides this.").format(player=player),
            hint=_("Say first whose phone this is."),
        )


@contextmanager
def _unsaid() -> Iterator[None]:
    """Refuse what is no secret of this game without repeating what was tapped."""
    try:
        yield
    except BadNotation:
        raise BadNotation(
            _("That cannot be hidden in this game."), hint=_("Choose other pegs.")
        ) from None


def _hole(part: str) -> int:
    return next(i for i, letter in enumerate(part) if letter != EMPTY)


def _tell_when_whole(at: AtTable, current: PartsRound) -> None:
    if len(at.parts) < len(current.owners):
        return
    told = [at.parts[board] for board in range(1, len(current.owners) + 1)]
    by = {owner: login for owner, (_part, login) in zip(current.owners, told, strict=True)}
    _hide(at, tuple(part for part, _login in told), by)


def _hide(at: AtTable, codes: tuple[str, ...], by: dict[str, str]) -> None:
    """Let the companion know `codes`; of their owners, only the logins `by` see them again."""
    at.playing.tell(codes, SOURCE)
    secret = at.playing.secret
    if secret is not None:
        at.shown_to[secret.commitments] = by
    at.changed()


def _keys(current: PegRound | PartsRound, form: Form) -> Keys:
    if isinstance(current, PartsRound):
        return parse_part_answer(form.get("word", ""))
    return Keys(number_in(form, "black", least=0), number_in(form, "white", least=0))


def _pegs(at: AtTable) -> PegRound | PartsRound:
    current = at.playing.match.round
    if not isinstance(current, PegRound | PartsRound):
        raise IllegalMove(_("This game has no rows of pegs."), hint=_("Use the tiles instead."))
    return current
