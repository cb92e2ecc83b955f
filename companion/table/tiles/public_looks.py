"""What all at a table may hear of a look at it, and the claim that is pointed at for all to see."""

from dataclasses import replace

from companion.game.core.events import Claimed
from companion.game.core.turn import Need
from companion.game.match import Round
from companion.game.tiles.round import TileRound
from companion.sightings.tiles import UNCLEAR, ClaimPointed, TilesLying, fits, is_open
from companion.table.tiles.moves import furthest, without

__all__ = ["claim_of", "public_of"]


def public_of(
    lying: TilesLying, shown: Round, current: TileRound | None, nearest: int
) -> TilesLying:
    """Return `lying` with no face but those laid open by the rules.

    Those are of the round that is `shown`, and those that moves explain in the `current` one, where
    it is known that the first row is that of seat `nearest`.
    """
    assert isinstance(shown, TileRound)
    public = {tile for row in shown.rows.values() for tile in row}
    if current is not None:
        after = furthest(current, lying.turned(-nearest % len(lying.rows)))
        public |= {tile for row in after.rows.values() for tile in row}
    rows = tuple(
        tuple(tile if tile in public or not is_open(tile) else tile[0] + UNCLEAR for tile in row)
        for row in lying.rows
    )
    return replace(lying, rows=rows)


def claim_of(
    current: TileRound, seen: ClaimPointed, lying: TilesLying, nearest: int
) -> Claimed | None:
    """Return the claim that was pointed at; none where none may be made, or of oneself.

    `lying` is the table as it was looked at, in seating order: where a tile of the row is not seen
    the others are counted with it, and none is told where it is not sure which it is.
    """
    at = (seen.row + nearest) % len(current.players)
    owner = current.players[at]
    waits = current.turn.need in (Need.CLAIM, Need.CLAIM_OR_STOP)
    if not waits or current.winner or owner == current.mover:
        return None
    place = _place_of(seen.place, lying.rows[at], current.rows[owner])
    return Claimed(current.mover, owner, place, seen.number) if place else None


def _place_of(place: int, row: tuple[str, ...], known: tuple[str, ...]) -> int:
    """Return the place (from 1) in a row as it is `known` of that in the row as seen, 0 if none."""
    if len(row) == len(known):
        return place
    gaps = [gap for gap in range(len(known)) if all(map(fits, row, without(known, gap)))]
    places = {place + (gap < place) for gap in gaps} if len(row) == len(known) - 1 else set()
    return places.pop() if len(places) == 1 else 0
