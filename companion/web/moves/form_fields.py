"""What stands in a form, checked: letters, numbers, a player's name. What is wrong raises."""

from collections.abc import Callable, Mapping

from companion.errors import BadNotation
from companion.i18n import _
from companion.web.door.access import Login
from companion.web.table.table_state import AtTable

__all__ = ["Form", "Move", "is_yes", "letters_in", "number_in", "player_in"]

Form = Mapping[str, str]
Move = Callable[[AtTable, Form, Login], None]
# letters of a row at most: what is longer is no row; chosen, longer than any row with spaces
ROW = 40


def letters_in(form: Form, name: str) -> str:
    """Return the letters of a row."""
    return form.get(name, "")[:ROW]


def number_in(form: Form, name: str, *, least: int, usual: int | None = None) -> int:
    """Return a number of at least `least`, `usual` where nothing stands; or raise BadNotation."""
    text = form.get(name, "").strip()
    if not text and usual is not None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) <= 3) or int(text) < least:
        raise BadNotation(
            _("'{text}' is no number that is asked for here.").format(text=text[:20]),
            hint=_("Choose one that is offered."),
        )
    return int(text)


def is_yes(form: Form) -> bool:
    """Whether a verdict is yes."""
    return form.get("right") == "yes"


def player_in(at: AtTable, form: Form, name: str) -> str:
    """Return the player named, or raise BadNotation."""
    players, wanted = at.playing.match.players, form.get(name, "")
    if wanted not in players:
        raise BadNotation(_("Who?"), hint=_("Choose one of the players."))
    return wanted
