"""What a referee of tiles refuses in a deal, a claim or a reply. Pure: standard library only.

Each check raises `IllegalMove`, `BadNotation` or `UnknownName`, with what to do now.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.errors import BadNotation, IllegalMove, UnknownName, did_you_mean
from companion.game.events import Claimed, Dealt, Drawn, Opened, Placed
from companion.game.tile_rows import BACKS, DASH, HIDDEN, parse_tile
from companion.game.tile_table import TileTable

__all__ = ["check_answer", "check_claim", "check_clue", "check_deal", "check_draw"]


def check_deal(event: Dealt, players: Sequence[str], *, hand: int, each: int) -> None:
    """Refuse a deal of other than `hand` tiles a player, or more than `each` of a colour."""
    _check_known(event.first, players)
    if len(event.rows) != len(players):
        raise IllegalMove(
            f"There are {len(event.rows)} rows for {len(players)} players.",
            hint="Give one row a player, in seating order.",
        )
    for player, row in zip(players, event.rows, strict=True):
        if set(row) - set(BACKS):
            raise BadNotation(
                f"'{row}' is not a row of backs.", hint="Type B and W only, from the owner's left."
            )
        if len(row) != hand:
            raise IllegalMove(
                f"{player} has {len(row)} tiles; with {len(players)} players each draws {hand}.",
                hint="Draw or put back until it is right.",
            )
    for back, count in Counter("".join(event.rows)).items():
        if count > each:
            raise IllegalMove(
                f"{count} {BACKS[back]} tiles were dealt; there are {each}.",
                hint="Look at the backs again.",
            )


def check_draw(event: Drawn, pool: Mapping[str, int]) -> None:
    """Refuse a clue tile of a colour that is not on the table."""
    if event.colour not in pool:
        raise BadNotation(f"'{event.colour}' is no back.", hint="Type B for black, W for white.")
    if not pool[event.colour]:
        raise IllegalMove(
            f"No {BACKS[event.colour]} tile is left on the table.",
            hint="Look at the back of the clue tile again.",
        )


def check_claim(event: Claimed, table: TileTable) -> None:
    """Refuse a claim that is not on another's hidden tile, or not of a number in play."""
    if event.owner == event.player:
        raise IllegalMove(
            f"{event.player} cannot claim a tile of the own row.", hint="Point at another player's."
        )
    _check_known(event.owner, table.players)
    if table.is_out(event.owner):
        raise IllegalMove(
            f"{event.owner} is out: all tiles of that row lie open.",
            hint="Point at a hidden tile of another player.",
        )
    table.hidden_at(event.owner, event.position)
    if event.number not in table.rules.faces:
        dashes = f"or {DASH} for a dash" if table.rules.dashes else "dashes are not in play"
        raise BadNotation(
            f"'{event.number}' is no number of these tiles.",
            hint=f"Name 0 to {table.rules.highest}; {dashes}.",
        )


def check_answer(event: Opened, claim: Claimed) -> None:
    """Refuse an owner who lays open another tile than the claimed one, or another number."""
    if event.position != claim.position:
        raise IllegalMove(
            f"The claim is on tile {claim.position} of {claim.owner}, not on {event.position}.",
            hint="Lay open the claimed tile if the number is right; else leave all hidden.",
        )
    if parse_tile(event.tile).number != claim.number:
        raise IllegalMove(
            f"{claim.owner} shows {event.tile}, but {claim.player} claimed {claim.number}: "
            "a wrong claim leaves the tile hidden.",
            hint=f"Turn it back; {claim.player} pays with the clue tile or a tile of the own row.",
        )


def check_clue(event: Placed, clue: str, claim: Claimed | None) -> None:
    """Refuse to place another tile than the clue tile, whose back is `clue` (or nothing).

    It must be open to pay for `claim`, and hidden to stop where there is none.
    """
    tile = parse_tile(event.tile)
    if not clue:
        raise IllegalMove(
            f"{event.player} has no clue tile to place.",
            hint="Then a wrong claim costs a hidden tile of the own row, and to stop is to pass.",
        )
    if claim and event.player == claim.owner:
        raise IllegalMove(
            f"{event.player} has no tile to place: {claim.player} made the claim.",
            hint=f"If it is right, lay tile {claim.position} open.",
        )
    if tile.colour != clue:
        raise IllegalMove(
            f"{tile} is not the clue tile: that one is {BACKS[clue]}.",
            hint="Look at the tile again.",
        )
    if claim and tile.is_hidden:
        raise IllegalMove(
            f"The claim of {claim.player} has no reply yet: the clue tile cannot be hidden now.",
            hint=f"Right: {claim.owner} lays tile {claim.position} open. "
            f"Wrong: {claim.player} places the clue tile open.",
        )
    if not claim and not tile.is_hidden:
        raise IllegalMove(
            f"{event.player} stops after a right claim: the clue tile stays hidden.",
            hint=f"Place it as {clue}{HIDDEN}.",
        )


def _check_known(player: str, players: Sequence[str]) -> None:
    if player not in players:
        raise UnknownName(f"'{player}' is not at this table.", hint=did_you_mean(player, players))
