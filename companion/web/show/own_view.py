"""What one player's own phone shows beside the table: his code to hide, his part, his tiles."""

from typing import Any

from companion.web.door.access import Login
from companion.web.moves.form_fields import Form
from companion.web.show.kinds.page_kinds import page_kind_of
from companion.web.show.views import render
from companion.web.table.snapshot import Snapshot
from companion.web.table.table_state import AtTable

__all__ = ["own_facts", "thoughts"]


# what the template finds when there is nothing of his own
_NOTHING: dict[str, Any] = {
    "to_hide": (),
    "to_show": (),
    "own_row": (),
    "faces": (),
    "clue": "",
    "told": frozenset(),
    "is_parts": False,
    "holes": 0,
    "letters": "",
}


def own_facts(snapshot: Snapshot, login: Login, seats: dict[str, str]) -> dict[str, Any]:
    """Give what the page of `login` offers; nothing in it is secret."""
    none = dict(_NOTHING)
    match = snapshot.match
    if match is None or match.seated is None or snapshot.has_left or match.is_over:
        return none
    return none | page_kind_of(match.rules).own(snapshot, match.round, login, seats)


def thoughts(at: AtTable, login: Login, form: Form) -> str:
    """Give what hidden tiles can still be, for the player in this seat alone.

    His own faces come with the request and are kept nowhere.
    """
    match = at.playing.match
    lines = page_kind_of(match.rules).thoughts(match.round, login, form)
    return render("_thoughts.html", lines=lines)
