"""What people do with tiles at the page, each by its name: fields become an event of the match."""

from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Passed, Placed, RowShown
from companion.game.tiles.round import TileRound
from companion.i18n import _
from companion.table import TypedRow
from companion.web.door.access import Login, Role
from companion.web.moves.form_fields import Form, Move, number_in, player_in
from companion.web.table.table_state import AtTable

__all__ = ["TILE_MOVES"]

# characters that are taken of a row that is typed: a name and all tiles of a long one; chosen
LONGEST_TEXT = 80


def _deal(at: AtTable, form: Form, _login: Login) -> None:
    current = _tiles(at)
    hand = current.rules.hand(len(current.players))
    rows = [
        "".join(form.get(f"back-{seat}-{place}", "?")[:1] for place in range(1, hand + 1))
        for seat in range(1, len(current.players) + 1)
    ]
    first = player_in(at, form, "first") if form.get("first") else current.mover
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
    if current.clue and at.watching is None:
        at.post(Placed(current.mover, number_in(form, "place", least=1), f"{current.clue}?"))
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
    player, place = current.mover, number_in(form, "place", least=1)
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
    """Say what is asked about a tile or a place, or how a row lies, at a table looked at."""
    at.say(TypedRow(form.get("text", "")[:LONGEST_TEXT]))


def _tiles(at: AtTable) -> TileRound:
    current = at.playing.match.round
    if not isinstance(current, TileRound):
        raise IllegalMove(_("This game has no tiles."), hint=_("Set a row instead."))
    return current


# name -> (the least role, what is done)
TILE_MOVES: dict[str, tuple[Role, Move]] = {
    "deal": (Role.PLAYER, _deal),
    "draw": (Role.PLAYER, _draw),
    "claim": (Role.PLAYER, _claim),
    "stop": (Role.PLAYER, _stop),
    "open": (Role.PLAYER, _open),
    "pay": (Role.PLAYER, _pay),
    "show-row": (Role.PLAYER, _show_row),
    "tile": (Role.PLAYER, _tile_told),
}
