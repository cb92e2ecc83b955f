"""Hiding a code at the page: by its own player alone, and said by nobody."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.errors import BadNotation, IllegalMove
from companion.i18n import _
from companion.web.door.access import Login
from companion.web.table.table_state import SOURCE, AtTable

__all__ = ["check_own", "hide", "unsaid"]


def check_own(login: Login, player: str) -> None:
    """Raise `IllegalMove` unless the phone of `login` is in the seat of `player`."""
    if login.seat != player:
        raise IllegalMove(
            _("{player} alone hides this.").format(player=player),
            hint=_("Say first whose phone this is."),
        )


@contextmanager
def unsaid() -> Iterator[None]:
    """Refuse what is no secret of this game without repeating what was tapped."""
    try:
        yield
    except BadNotation:
        raise BadNotation(
            _("That cannot be hidden in this game."), hint=_("Choose other pegs.")
        ) from None


def hide(at: AtTable, codes: tuple[str, ...], by: dict[str, str]) -> None:
    """Let the companion know `codes`; of their owners, only the logins `by` see them again."""
    at.playing.tell(codes, SOURCE)
    secret = at.playing.secret
    if secret is not None:
        at.shown_to[secret.commitments] = by
    at.changed()
