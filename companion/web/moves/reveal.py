"""What one person alone may see before its time: the code that he hid, the part that is his.

The only place of the page that reads a secret. A code is seen again by the login that hid it and
by no other; a part that the companion drew is seen by the phone in its owner's seat, or, where no
phone is, once by whoever holds the table's, as it is handed round.
"""

from dataclasses import dataclass

from companion.errors import IllegalMove
from companion.game.core.events import Way
from companion.i18n import _
from companion.web.door.access import Login
from companion.web.moves.board_kinds import board_moves_of
from companion.web.table.table_state import AtTable

__all__ = ["Revealed", "is_revealable", "reveal"]


@dataclass(frozen=True, slots=True)
class Revealed:
    """What `owner` may see: (board, letters) of each part; a code of one maker has board 0."""

    owner: str
    parts: tuple[tuple[int, str], ...]


def reveal(at: AtTable, login: Login, owner: str, seats: dict[str, str]) -> Revealed:
    """Give what `owner` may see on the browser of `login`; `seats` says who holds which seat.

    Raises `IllegalMove` for everyone else.
    """
    session = at.playing
    secret = session.secret
    if secret is None or owner not in secret.owners or session.match.round.is_over:
        raise IllegalMove(_("Nothing is hidden for you now."), hint=_("Play on."))
    seen_by = at.shown_to.setdefault(secret.commitments, {})
    _check(at, login, owner, seats, seen_by)
    seen_by[owner] = login.id if login.seat == owner else ""
    is_code = not board_moves_of(at).has_parts
    parts = enumerate(zip(secret.owners, secret.codes, strict=True), start=1)
    return Revealed(
        owner, tuple((0 if is_code else board, code) for board, (o, code) in parts if o == owner)
    )


def is_revealable(way: Way | None, owner: str, seat: str) -> bool:
    """Whether a page in `seat` may offer to show what `owner` hides."""
    return way is not Way.KEPT and owner == seat


def _check(
    at: AtTable, login: Login, owner: str, seats: dict[str, str], seen_by: dict[str, str]
) -> None:
    assert at.playing.match.seated
    way, known = at.playing.match.seated.way, seen_by.get(owner)
    drawn = way is Way.COMPANION and board_moves_of(at).has_parts
    if known is not None and known != login.id:
        raise _not_yours(owner)
    if login.seat == owner:
        others = [o for o, by in seen_by.items() if by == login.id and o != owner]
        if drawn and others:
            raise _not_yours(owner)
        if drawn or known == login.id:
            return
    elif drawn and not login.seat and owner not in seats:
        return
    raise _not_yours(owner)


def _not_yours(owner: str) -> IllegalMove:
    return IllegalMove(
        _("This is for {player} alone.").format(player=owner),
        hint=_("Look at your own phone, or at your own board."),
    )
