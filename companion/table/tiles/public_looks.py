"""What all at a table may hear of a look at it, and the claims that are pointed at."""

from dataclasses import replace

from companion.game.core.events import Claimed, Passed
from companion.game.core.turn import Need
from companion.game.match import Round
from companion.game.tiles.round import TileRound
from companion.sightings.tiles import UNCLEAR, ClaimPointed, TilesLying, fits, is_open
from companion.table.common.messages import Post
from companion.table.tiles.moves import furthest, without
from companion.table.tiles.questions import TileQuestion

__all__ = ["claims_of", "public_of", "said_of"]


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


def claims_of(
    current: TileRound, seen: ClaimPointed, lying: TilesLying, nearest: int
) -> tuple[Claimed, ...]:
    """Return the claim that was pointed at; none where none may be made, or of oneself.

    `lying` is the table as it was looked at, in seating order: where a tile of the row is not seen
    the others are counted with it, and all are told that are meant where it is not sure which.
    """
    at = (seen.row + nearest) % len(current.players)
    owner = current.players[at]
    waits = current.turn.need in (Need.CLAIM, Need.CLAIM_OR_STOP)
    if not waits or current.winner or owner == current.mover:
        return ()
    places = _places_of(seen.place, lying.rows[at], current.rows[owner])
    return tuple(Claimed(current.mover, owner, place, seen.number) for place in places)


def said_of(
    said: Claimed | Passed | tuple[Claimed, ...] | None, place: int
) -> Post | TileQuestion | None:
    """Return what follows from what was `said`: of several claims the one at `place` is meant."""
    if not isinstance(said, tuple):
        return Post(said) if said else None
    meant = [claim for claim in said if len(said) == 1 or claim.position == place]
    return Post(meant[0]) if meant else TileQuestion.claimed(said) if said else None


def _places_of(place: int, row: tuple[str, ...], known: tuple[str, ...]) -> list[int]:
    """Return which places (from 1) of a row as it is `known` one of the row as seen may be."""
    if len(row) == len(known):
        return [place]
    if len(row) != len(known) - 1:
        return []
    gaps = [gap for gap in range(len(known)) if all(map(fits, row, without(known, gap)))]
    return sorted({place + (gap < place) for gap in gaps})
