"""What the hidden tiles of Da Vinci Code can be, and how likely. Pure: standard library only.

Exact: all arrangements of the unseen tiles are counted that fit the order of every row, the
backs, the open faces and the wrong claims, for all rows together. Each counts alike. A clue tile
in hand and the tiles on the table are what is left over, of which nothing is known but their
backs; so a clue tile whose face is not given changes no chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.errors import IllegalMove
from companion.game.core.events import Claimed
from companion.game.tiles.arrangements import Worlds
from companion.game.tiles.round import TileRound
from companion.game.tiles.table import TileTable
from companion.game.tiles.tile import BACKS, DASH, Tile, format_tile, parse_tile

__all__ = ["Chance", "best_claims", "hints", "likelihood", "possible"]

Spot = tuple[str, int]  # a player, and a position in his row


@dataclass(frozen=True, slots=True)
class Chance:
    """A claim that could be made, and how likely it is right."""

    owner: str
    position: int
    number: str
    chance: Fraction


def possible(
    state: TileRound, viewer: str | None = None, own: Sequence[str] = (), *, clue: str = ""
) -> dict[Spot, dict[str, int]]:
    """Give for each hidden tile what it can be, and in how many arrangements.

    ``{("Ben", 2): {"W3": 40, "W5": 2}}``; the counts of every tile add up to the same number.
    Nothing before the deal.
    Without `own` it is what all can know. With it, `own` are the true faces of the whole row of
    `viewer`, and `clue` that of the clue tile in his hand: what he alone can know. Raises
    `IllegalMove` or `BadNotation` if these cannot be.
    """
    if not state.table.standing:  # nothing is dealt yet
        return {}
    table, unseen = _seen_by(state, viewer, own, clue)
    ways, found = Worlds.of(table.standing, unseen).count()
    if not ways:
        raise IllegalMove(
            f"With these tiles of {viewer or 'all'} the hidden ones cannot be anything.",
            hint="Look at them again, or correct the event that was noted wrongly.",
        )
    return {
        (player, position): _tiles(table.row(player)[position - 1].tile.colour, ways, by_rank)
        for player, places in zip(table.players, found, strict=True)
        for position, by_rank in places.items()
    }


def likelihood(before: TileRound, claim: Claimed) -> Fraction:
    """Give the chance that `claim` was right, from what all could see `before` it."""
    back = before.table.hidden_at(claim.owner, claim.position).tile.colour
    counts = possible(before)[claim.owner, claim.position]
    return Fraction(counts.get(f"{back}{claim.number}", 0), sum(counts.values()))


def best_claims(
    state: TileRound, viewer: str, own: Sequence[str] = (), *, clue: str = ""
) -> list[Chance]:
    """Give all claims of `viewer` that can be right, the likeliest first."""
    found = [
        Chance(owner, position, parse_tile(tile).number, Fraction(ways, sum(counts.values())))
        for (owner, position), counts in possible(state, viewer, own, clue=clue).items()
        if owner != viewer
        for tile, ways in counts.items()
    ]
    return sorted(found, key=lambda claim: -claim.chance)


def hints(state: TileRound, claim: Claimed) -> str:
    """Say why a legal claim cannot be right, as far as one row shows it; else give nothing."""
    row = state.table.row(claim.owner)
    standing = state.table.hidden_at(claim.owner, claim.position)
    tile = Tile(standing.tile.colour, claim.number)
    if tile not in state.table.unseen:
        return f"{tile} lies open already."
    if claim.number in standing.ruled_out:
        return f"{claim.number} was claimed of this tile before, and was wrong."
    if not tile.is_numbered:
        return ""
    for other in row[: claim.position - 1]:
        if other.tile.is_numbered and other.tile.rank > tile.rank:
            return f"Out of order: {other.tile} stands left of it."
    for other in row[claim.position :]:
        if other.tile.is_numbered and other.tile.rank < tile.rank:
            return f"Out of order: {other.tile} stands right of it."
    return ""


def _seen_by(
    state: TileRound, viewer: str | None, own: Sequence[str], clue: str
) -> tuple[TileTable, list[Tile]]:
    """Give the table as `viewer` sees it, and the tiles that he does not see."""
    if (own or clue) and viewer not in state.players:
        raise IllegalMove("Whose row is it?", hint=f"Name one of {', '.join(state.players)}.")
    table = state.table.show(viewer, own) if own and viewer else state.table
    unseen = list(table.unseen)
    if not clue:
        return table, unseen
    tile = parse_tile(clue)
    if viewer != state.mover or tile.colour != state.clue:
        raise IllegalMove(
            f"{viewer} has no {BACKS[tile.colour]} clue tile in hand.", hint="Leave it out."
        )
    if tile not in unseen:
        raise IllegalMove(f"{tile} is seen elsewhere.", hint="Look at the clue tile again.")
    unseen.remove(tile)
    return table, unseen


def _tiles(back: str, ways: int, by_rank: dict[int, int]) -> dict[str, int]:
    """Name the ranks a place can have; what they lack to all `ways` is its dash."""
    counts = {f"{back}{rank // 2}": count for rank, count in sorted(by_rank.items())}
    dashed = ways - sum(by_rank.values())
    return counts | ({format_tile(Tile(back, DASH)): dashed} if dashed else {})
