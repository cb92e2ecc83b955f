"""What one player's own phone shows beside the table: his code to hide, his part, his tiles."""

from typing import Any

from companion.errors import BadNotation, IllegalMove, KeypegError
from companion.game.solve.tiles import possible
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.web.door.access import Login
from companion.web.moves.form_fields import Form
from companion.web.show.page_kinds import page_kind_of
from companion.web.show.views import render
from companion.web.table.table_state import AtTable, Snapshot

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
    current, player = at.playing.match.round, login.seat
    if not isinstance(current, TileRound) or player not in current.rows:
        raise IllegalMove(_("This game has no tiles."), hint=_("Say first whose phone this is."))
    row = [
        tile[0] + form.get(f"face-{place}", "") if tile.endswith("?") else tile
        for place, tile in enumerate(current.rows[player], start=1)
    ]
    clue = form.get("clue", "")
    clue = current.clue + clue if clue and current.clue and player == current.mover else ""
    try:
        found = possible(current, player, row, clue=clue)
    except KeypegError:
        raise BadNotation(
            _("Your tiles cannot be these as the table lies."),
            hint=_("Choose all of your row from your left."),
        ) from None
    lines = [
        (owner, place, current.rows[owner][place - 1][0], _chances(tiles))
        for (owner, place), tiles in found.items()
        if owner != player and current.rows[owner][place - 1].endswith("?")
    ]
    return render("_thoughts.html", lines=lines)


def _chances(tiles: dict[str, int]) -> list[tuple[str, str, int]]:
    """Give (back, face, per cent) of what a tile can be, the likeliest first."""
    whole = sum(tiles.values())
    likely = sorted(tiles.items(), key=lambda each: -each[1])
    return [(tile[0], tile[1:], round(100 * ways / whole)) for tile, ways in likely if ways]
