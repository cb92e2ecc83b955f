"""What people do at the page, each by its name: fields of a form become an event of the match.

Everything is checked by the rulebook's own notation; what is refused raises and changes nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from companion.errors import BadNotation, IllegalMove
from companion.game.core.codes import EMPTY, Keys
from companion.game.core.events import (
    Answered,
    Called,
    Claimed,
    CodeSet,
    CodeShown,
    Dealt,
    Drawn,
    Guessed,
    Judged,
    Opened,
    Passed,
    Placed,
    RowShown,
    Voided,
    Way,
)
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import parse_part_answer
from companion.game.pegs.round import PegRound
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.kinds import kind_of
from companion.table import Done, No, TypedRow, Yes
from companion.web.door.access import Login, Role
from companion.web.table.table_state import SOURCE, AtTable

__all__ = ["MOVES", "Form", "Move"]

Form = Mapping[str, str]
Move = Callable[[AtTable, Form, Login], None]


def _row(at: AtTable, form: Form, _login: Login) -> None:
    """Set a row, or say what stands in the one that is asked about."""
    match, turn = at.playing.match, at.playing.match.turn
    current, code = match.round, _letters(form, "code")
    code = kind_of(current.rules).parse_row(current, code)
    board = _number(form, "board", least=0, usual=turn.board)
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
            code = current.rules.parse_code(_letters(form, "code"))
        _hide(at, (code,), {current.maker: login.id})
        return
    board = _number(form, "board", least=1, usual=1)
    if board > len(current.owners):
        raise IllegalMove(_("There is no such board."), hint=_("Choose your own."))
    _check_own(login, current.owners[board - 1])
    with _unsaid():
        part = current.rules.parse_part(_letters(form, "code"))
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
        code = current.rules.parse_code(_letters(form, "code"))
        code = _right_way_round(current, code, form.get("side", ""))
        if at.watching is not None:
            at.say(TypedRow(code))
            return
        at.post(CodeShown((code,)))
        return
    boards = range(1, len(current.owners) + 1)
    parts = [current.rules.parse_part(_letters(form, f"code{board}")) for board in boards]
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
    at.post(Judged(_is_yes(form), at.playing.match.turn.board))


def _pass(at: AtTable, _form: Form, _login: Login) -> None:
    at.post(Passed(at.playing.match.turn.player))


def _call(at: AtTable, form: Form, _login: Login) -> None:
    at.post(Called(_player(at, form, "player"), _letters(form, "code")))


def _undo(at: AtTable, _form: Form, _login: Login) -> None:
    at.playing.take_back(SOURCE)
    at.changed()


def _correct(at: AtTable, form: Form, _login: Login) -> None:
    """Correct a row that was noted wrongly."""
    session = at.playing
    number = _number(form, "round", least=1, usual=len(session.match.rounds))
    current, row = session.match.round, _number(form, "row", least=1)
    code = kind_of(current.rules).parse_row(current, _letters(form, "code"))
    session.correct_guess(number, row, code, SOURCE)
    at.changed()


def _correct_answer(at: AtTable, form: Form, _login: Login) -> None:
    """Correct an answer that was noted wrongly."""
    session, current = at.playing, _pegs(at)
    number = _number(form, "round", least=1, usual=len(session.match.rounds))
    row, board = _number(form, "row", least=1), _number(form, "board", least=1, usual=1)
    session.correct_answer(number, row, _keys(current, form), SOURCE, board)
    at.changed()


def _mistake(at: AtTable, form: Form, _login: Login) -> None:
    """The maker finds his own answer wrong."""
    at.post(Voided(_number(form, "row", least=1)))


def _anew(at: AtTable, _form: Form, _login: Login) -> None:
    """Begin the round anew when its hidden code is lost."""
    if not at.playing.has_lost_the_code:
        raise IllegalMove(_("The code is not lost."), hint=_("Play on."))
    at.playing.begin_round_anew(SOURCE)
    at.changed()


def _deal(at: AtTable, form: Form, _login: Login) -> None:
    current = _tiles(at)
    hand = current.rules.hand(len(current.players))
    rows = [
        "".join(form.get(f"back-{seat}-{place}", "?")[:1] for place in range(1, hand + 1))
        for seat in range(1, len(current.players) + 1)
    ]
    first = _player(at, form, "first") if form.get("first") else current.mover
    at.post(Dealt(tuple(rows), first))


def _draw(at: AtTable, form: Form, _login: Login) -> None:
    at.post(Drawn(at.playing.match.turn.player, form.get("colour", "")[:1]))


def _claim(at: AtTable, form: Form, _login: Login) -> None:
    """Say which tile is pointed at (``seat-place``) and what it is."""
    current = _tiles(at)
    seat, _dash, place = form.get("tile", "").partition("-")
    if not seat.isdecimal() or not place.isdecimal() or not 1 <= int(seat) <= len(current.players):
        raise BadNotation(_("Which tile?"), hint=_("Tap a hidden tile of another player."))
    owner = current.players[int(seat) - 1]
    at.post(Claimed(current.mover, owner, int(place), form.get("number", "")))


def _stop(at: AtTable, form: Form, _login: Login) -> None:
    """Stop after a right claim; a clue tile goes hidden into the row."""
    current = _tiles(at)
    if at.watching is not None:
        at.say(Done())
    elif current.clue:
        at.post(Placed(current.mover, _number(form, "place", least=1), f"{current.clue}?"))
    else:
        at.post(Passed(current.mover))


def _open(at: AtTable, _form: Form, _login: Login) -> None:
    """The claim was right: its tile is laid open."""
    current = _tiles(at)
    claim = current.claim
    if claim is None:
        raise IllegalMove(_("Nothing is claimed now."), hint=_("Claim first."))
    back = current.rows[claim.owner][claim.position - 1][0]
    at.post(Opened(claim.owner, claim.position, back + claim.number))


def _pay(at: AtTable, form: Form, _login: Login) -> None:
    """The claim was wrong: the clue tile, or one of his own, is laid open."""
    current = _tiles(at)
    player, place = current.mover, _number(form, "place", least=1)
    number = form.get("number", "")
    if current.clue:
        at.post(Placed(player, place, current.clue + number))
        return
    row = current.rows.get(player, ())
    if place > len(row):
        raise BadNotation(_("There is no such tile."), hint=_("Tap one of the row."))
    at.post(Opened(player, place, row[place - 1][0] + number))


def _show_row(at: AtTable, form: Form, _login: Login) -> None:
    """The winner lays open what is still hidden."""
    current, player = _tiles(at), at.playing.match.turn.player
    row = current.rows.get(player, ())
    tiles = [
        tile[0] + form.get(f"face-{place}", "") if tile.endswith("?") else tile
        for place, tile in enumerate(row, start=1)
    ]
    at.post(RowShown(player, tuple(tiles)))


def _tile_told(at: AtTable, form: Form, _login: Login) -> None:
    """Say what is asked about a tile or a place, at a table that is looked at."""
    at.say(TypedRow(form.get("text", "")[:8]))


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
    "deal": (Role.PLAYER, _deal),
    "draw": (Role.PLAYER, _draw),
    "claim": (Role.PLAYER, _claim),
    "stop": (Role.PLAYER, _stop),
    "open": (Role.PLAYER, _open),
    "pay": (Role.PLAYER, _pay),
    "show-row": (Role.PLAYER, _show_row),
    "tile": (Role.PLAYER, _tile_told),
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
    return Keys(_number(form, "black", least=0), _number(form, "white", least=0))


def _tiles(at: AtTable) -> TileRound:
    current = at.playing.match.round
    if not isinstance(current, TileRound):
        raise IllegalMove(_("This game has no tiles."), hint=_("Set a row instead."))
    return current


def _pegs(at: AtTable) -> PegRound | PartsRound:
    current = at.playing.match.round
    if not isinstance(current, PegRound | PartsRound):
        raise IllegalMove(_("This game has no rows of pegs."), hint=_("Use the tiles instead."))
    return current


def _letters(form: Form, name: str) -> str:
    # a whole row is short: what is longer is no row
    return form.get(name, "")[:40]


def _number(form: Form, name: str, *, least: int, usual: int | None = None) -> int:
    text = form.get(name, "").strip()
    if not text and usual is not None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) <= 3) or int(text) < least:
        raise BadNotation(
            _("'{text}' is no number that is asked for here.").format(text=text[:20]),
            hint=_("Choose one that is offered."),
        )
    return int(text)


def _is_yes(form: Form) -> bool:
    return form.get("right") == "yes"


def _player(at: AtTable, form: Form, name: str) -> str:
    players, wanted = at.playing.match.players, form.get(name, "")
    if wanted not in players:
        raise BadNotation(_("Who?"), hint=_("Choose one of the players."))
    return wanted
