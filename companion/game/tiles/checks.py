"""What a referee of tiles refuses in a deal, a claim or a reply. Pure: standard library only.

Each check raises `IllegalMove`, `BadNotation` or `UnknownName`, with what to do now.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.errors import BadNotation, IllegalMove, UnknownName, did_you_mean
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Placed
from companion.game.tiles.table import TileTable
from companion.game.tiles.tile import BACKS, BLACK, DASH, HIDDEN, WHITE, Tile, parse_tile, say_tiles
from companion.i18n import N_, _, ngettext

__all__ = ["check_answer", "check_claim", "check_clue", "check_deal", "check_draw", "check_hand"]

NONE_LEFT = {
    BLACK: N_("No black tile is left on the table."),
    WHITE: N_("No white tile is left on the table."),
}


def check_deal(event: Dealt, players: Sequence[str], *, hand: int, each: int) -> None:
    """Refuse a deal of other than `hand` tiles a player, or more than `each` of a colour."""
    _check_known(event.first, players)
    if len(event.rows) != len(players):
        raise IllegalMove(
            ngettext(
                "There is {number} row for {wanted} players.",
                "There are {number} rows for {wanted} players.",
                len(event.rows),
            ).format(number=len(event.rows), wanted=len(players)),
            hint=_("Give one row a player, in seating order."),
        )
    for player, row in zip(players, event.rows, strict=True):
        check_hand(player, row, hand=hand, players=len(players))
    for back, count in Counter("".join(event.rows)).items():
        if count > each:
            raise IllegalMove(
                _("{tiles} were dealt; there are {each}.").format(
                    tiles=say_tiles(back, count), each=each
                ),
                hint=_("Look at the backs again."),
            )


def check_hand(player: str, row: str, *, hand: int, players: int) -> None:
    """Refuse the backs of one row that are no backs, or other than `hand`."""
    if set(row) - set(BACKS):
        raise BadNotation(
            _("'{row}' is not a row of backs.").format(row=row),
            hint=_("Type B and W only, from the owner's left."),
        )
    if len(row) != hand:
        raise IllegalMove(
            ngettext(
                "{player} has {number} tile; with {wanted} players each draws {hand}.",
                "{player} has {number} tiles; with {wanted} players each draws {hand}.",
                len(row),
            ).format(player=player, number=len(row), wanted=players, hand=hand),
            hint=_("Draw or put back until it is right."),
        )


def check_draw(event: Drawn, pool: Mapping[str, int]) -> None:
    """Refuse a clue tile of a colour that is not on the table."""
    if event.colour not in pool:
        raise BadNotation(
            _("'{colour}' is no back.").format(colour=event.colour),
            hint=_("Type B for black, W for white."),
        )
    if not pool[event.colour]:
        raise IllegalMove(
            _(NONE_LEFT[event.colour]),
            hint=_("Look at the back of the clue tile again."),
        )


def check_claim(event: Claimed, table: TileTable) -> None:
    """Refuse a claim that is not on another's hidden tile, or not of a number in play."""
    if event.owner == event.player:
        raise IllegalMove(
            _("{player} cannot claim a tile of his own row.").format(player=event.player),
            hint=_("Point at another player's."),
        )
    _check_known(event.owner, table.players)
    if table.is_out(event.owner):
        raise IllegalMove(
            _("{owner} is out: all tiles of that row lie open.").format(owner=event.owner),
            hint=_("Point at a hidden tile of another player."),
        )
    table.hidden_at(event.owner, event.position)
    if event.number not in table.rules.faces:
        dashes = (
            _("or {dash} for a dash").format(dash=DASH)
            if table.rules.dashes
            else _("dashes are not in play")
        )
        raise BadNotation(
            _("'{number}' is no number of these tiles.").format(number=event.number),
            hint=_("Name 0 to {highest}; {dashes}.").format(
                highest=table.rules.highest, dashes=dashes
            ),
        )


def check_answer(event: Opened, claim: Claimed) -> None:
    """Refuse an owner who lays open another tile than the claimed one, or another number."""
    if event.position != claim.position:
        raise IllegalMove(
            _("The claim is on tile {position} of {owner}, not on {other}.").format(
                position=claim.position, owner=claim.owner, other=event.position
            ),
            hint=_("Lay open the claimed tile if the number is right; else leave all hidden."),
        )
    if parse_tile(event.tile).number != claim.number:
        raise IllegalMove(
            _(
                "{owner} shows another number than the {number} that {player} claimed: a wrong "
                "claim leaves the tile hidden."
            ).format(owner=claim.owner, player=claim.player, number=claim.number),
            hint=_(
                "Turn it back; {player} pays with the clue tile or a tile of his own row."
            ).format(player=claim.player),
        )


def check_clue(event: Placed, clue: str, claim: Claimed | None) -> None:
    """Refuse to place another tile than the clue tile, whose back is `clue` (or nothing).

    It must be open to pay for `claim`, and hidden to stop where there is none.
    """
    tile = parse_tile(event.tile)
    if not clue:
        raise IllegalMove(
            _("{player} has no clue tile to place.").format(player=event.player),
            hint=_(
                "Then a wrong claim costs a hidden tile of his own row, and to stop is to pass."
            ),
        )
    if claim and event.player == claim.owner:
        raise IllegalMove(
            _("{player} has no tile to place: {claimer} made the claim.").format(
                player=event.player, claimer=claim.player
            ),
            hint=_("If it is right, lay tile {position} open.").format(position=claim.position),
        )
    if tile.colour != clue:
        raise IllegalMove(
            _("{tile} is not the clue tile: its back is {back}.").format(
                tile=tile, back=_(BACKS[clue])
            ),
            hint=_("Look at the tile again."),
        )
    _check_side_up(event, tile, claim)


def _check_side_up(event: Placed, tile: Tile, claim: Claimed | None) -> None:
    """Refuse a clue tile that pays hidden, or that is placed open after a right claim."""
    if claim and tile.is_hidden:
        raise IllegalMove(
            _("The claim of {player} has no reply yet: the clue tile cannot be hidden now.").format(
                player=claim.player
            ),
            hint=_(
                "Right: {owner} lays tile {position} open. Wrong: {player} places the clue "
                "tile open."
            ).format(owner=claim.owner, position=claim.position, player=claim.player),
        )
    if not claim and not tile.is_hidden:
        raise IllegalMove(
            _("{player} stops after a right claim: the clue tile stays hidden.").format(
                player=event.player
            ),
            hint=_("Place it as {clue}{hidden}.").format(clue=tile.colour, hidden=HIDDEN),
        )


def _check_known(player: str, players: Sequence[str]) -> None:
    if player not in players:
        raise UnknownName(
            _("'{player}' is not at this table.").format(player=player),
            hint=did_you_mean(player, players),
        )
