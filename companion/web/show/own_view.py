"""What one player's own phone shows beside the table: his code to hide, his part, his tiles."""

from typing import Any

from companion.errors import BadNotation, IllegalMove, KeypegError
from companion.game.core.events import Way
from companion.game.core.turn import Need
from companion.game.parts.round import PartsRound
from companion.game.pegs.round import PegRound
from companion.game.solve.tiles import possible
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.web.door.access import Login, Role
from companion.web.show.views import render
from companion.web.table.form_fields import Form
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
    match, seat = snapshot.match, login.seat
    if match is None or match.seated is None or snapshot.has_left or match.is_over:
        return none
    current = match.round
    if isinstance(current, TileRound):
        row = current.rows.get(seat, ())
        clue = current.clue if current.mover == seat else ""
        return none | {"own_row": row, "faces": current.rules.faces, "clue": clue}
    assert isinstance(current, PegRound | PartsRound)
    owners = current.owners
    hides = match.seated.way is Way.TOLD and match.turn.need is Need.CODE
    boards = [b for b, owner in enumerate(owners, start=1) if owner == seat]
    return none | {
        "to_hide": tuple(boards) if hides else (),
        "told": snapshot.told,
        "to_show": _to_show(current, match.seated.way, login, seats),
        "is_parts": isinstance(current, PartsRound),
        "holes": current.rules.holes,
        "letters": current.rules.colours,
    }


def _to_show(
    current: PegRound | PartsRound, way: Way, login: Login, seats: dict[str, str]
) -> tuple[str, ...]:
    """Give the owners whose hidden part this phone may ask to see."""
    if isinstance(current, PegRound):
        hidden = bool(current.commitment) and current.code is None
        return (login.seat,) if hidden and way is Way.TOLD and login.seat == current.maker else ()
    if not current.commitments or current.is_over:
        return ()
    if login.seat:
        return (login.seat,) if login.seat in current.owners else ()
    if way is not Way.COMPANION or login.role < Role.PLAYER:
        return ()
    return tuple(dict.fromkeys(owner for owner in current.owners if owner not in seats))


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
