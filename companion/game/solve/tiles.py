"""What the hidden tiles of Da Vinci Code can be, and how likely. Pure: standard library only.

Exact: all arrangements of the unseen tiles are counted that fit the order of every row, the
backs, the open faces and the wrong claims, for all rows together. A clue tile in hand and the
tiles on the table are what is left over, of which nothing is known but their backs; so a clue
tile whose face is not given changes no chance.

Every deal of the tiles is equally likely, not every arrangement: numbers stand in one order, but
who draws a dash into a row of n chooses one of n places. So a chance weighs an arrangement by one
over the places that its dashes could have been put at (each place alike: nothing is known of the
owner's taste).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from companion.errors import IllegalMove
from companion.game.core.events import Claimed
from companion.game.tiles.arrangements import Worlds
from companion.game.tiles.round import TileRound
from companion.game.tiles.table import TileTable
from companion.game.tiles.tile import BACKS, DASH, HIDDEN, Standing, Tile, format_tile, parse_tile
from companion.i18n import _

__all__ = ["Chance", "best_claims", "chances", "hints", "likelihood", "possible"]

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
    """Return for each hidden tile what it can be, and in how many arrangements.

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
            _("With the tiles that {viewer} sees the hidden ones cannot be anything.").format(
                viewer=viewer or _("everybody")
            ),
            hint=_("Look at them again, or correct the event that was noted wrongly."),
        )
    return {
        (player, position): _tiles(table.row(player)[position - 1].tile.colour, ways, by_rank)
        for player, places in zip(table.players, found, strict=True)
        for position, by_rank in places.items()
    }


def chances(
    state: TileRound, viewer: str | None = None, own: Sequence[str] = (), *, clue: str = ""
) -> dict[Spot, dict[str, Fraction]]:
    """Return for each hidden tile how likely it is which; see `possible` for what is given.

    The chances of a tile add up to 1; what cannot be is left out.
    """
    counts = possible(state, viewer, own, clue=clue)
    if not counts:
        return {}
    table, unseen = _seen_by(state, viewer, own, clue)
    weights: dict[Spot, dict[str, Fraction]] = {spot: {} for spot in counts}
    total = Fraction(0)
    for weight, dashes in _dash_cases(table, unseen):
        ways, found = _with_dashes(table, unseen, dashes)
        total += ways * weight
        for spot, by_tile in found.items():
            for tile, count in by_tile.items():
                weights[spot][tile] = weights[spot].get(tile, Fraction(0)) + count * weight
    return {
        spot: {tile: weights[spot][tile] / total for tile in by_tile}
        for spot, by_tile in counts.items()
    }


def _dash_cases(
    table: TileTable, unseen: Sequence[Tile]
) -> Iterator[tuple[Fraction, dict[Spot, Tile]]]:
    """Yield each way in which the unseen dashes can stand in the rows or lie elsewhere."""
    dashes = [tile for tile in unseen if tile.number == DASH]
    for spots in product(*([None, *_spots_for(table, dash)] for dash in dashes)):
        placed = {s: d for s, d in zip(spots, dashes, strict=True) if s is not None}
        yield _weight(table, list(placed)), placed


def _spots_for(table: TileTable, dash: Tile) -> list[Spot]:
    return [
        (player, place)
        for player in table.players
        for place, standing in enumerate(table.row(player), start=1)
        if standing.tile == Tile(dash.colour, HIDDEN) and DASH not in standing.ruled_out
    ]


def _weight(table: TileTable, spots: list[Spot]) -> Fraction:
    """Return one over the number of ways to put dashes where they stand at `spots`."""
    weight = Fraction(1)
    dealt: set[tuple[str, int]] = set()
    for player, place in spots:
        choices = table.row(player)[place - 1].choices
        # both dashes dealt into one row: the second has one place less
        weight /= choices - ((player, choices) in dealt)
        dealt.add((player, choices))
    return weight


def _with_dashes(
    table: TileTable, unseen: Sequence[Tile], dashes: dict[Spot, Tile]
) -> tuple[int, dict[Spot, dict[str, int]]]:
    """Count as `possible` does, with the dashes at these spots and nowhere else."""
    rows = [
        [
            Standing(dashes[player, place]) if (player, place) in dashes else standing
            for place, standing in enumerate(table.row(player), start=1)
        ]
        for player in table.players
    ]
    ways, found = Worlds.of(rows, [tile for tile in unseen if tile.is_numbered]).count()
    counts = {
        (player, place): _tiles(table.row(player)[place - 1].tile.colour, ways, by_rank)
        for player, places in zip(table.players, found, strict=True)
        for place, by_rank in places.items()
    }
    return ways, counts | {spot: {str(dash): ways} for spot, dash in dashes.items()}


def likelihood(before: TileRound, claim: Claimed) -> Fraction:
    """Return the chance that `claim` was right, from what all could see `before` it."""
    back = before.table.hidden_at(claim.owner, claim.position).tile.colour
    found = chances(before)[claim.owner, claim.position]
    return found.get(f"{back}{claim.number}", Fraction(0))


def best_claims(
    state: TileRound, viewer: str, own: Sequence[str] = (), *, clue: str = ""
) -> list[Chance]:
    """Return all claims of `viewer` that can be right, the likeliest first."""
    found = [
        Chance(owner, position, parse_tile(tile).number, chance)
        for (owner, position), by_tile in chances(state, viewer, own, clue=clue).items()
        if owner != viewer
        for tile, chance in by_tile.items()
    ]
    return sorted(found, key=lambda claim: -claim.chance)


def hints(state: TileRound, claim: Claimed) -> str:
    """Say why a legal claim cannot be right, as far as one row shows it; else give nothing."""
    row = state.table.row(claim.owner)
    standing = state.table.hidden_at(claim.owner, claim.position)
    tile = Tile(standing.tile.colour, claim.number)
    if tile not in state.table.unseen:
        return _("{tile} lies open already.").format(tile=tile)
    if claim.number in standing.ruled_out:
        return _("{number} was claimed of this tile before, and was wrong.").format(
            number=claim.number
        )
    if not tile.is_numbered:
        return ""
    for other in row[: claim.position - 1]:
        if other.tile.is_numbered and other.tile.rank > tile.rank:
            return _("Out of order: {other} stands left of it.").format(other=other.tile)
    for other in row[claim.position :]:
        if other.tile.is_numbered and other.tile.rank < tile.rank:
            return _("Out of order: {other} stands right of it.").format(other=other.tile)
    return ""


def _seen_by(
    state: TileRound, viewer: str | None, own: Sequence[str], clue: str
) -> tuple[TileTable, list[Tile]]:
    """Return the table as `viewer` sees it, and the tiles that he does not see."""
    if (own or clue) and viewer not in state.players:
        raise IllegalMove(
            _("Whose row is it?"),
            hint=_("Name one of {players}.").format(players=", ".join(state.players)),
        )
    table = state.table.show(viewer, own) if own and viewer else state.table
    unseen = list(table.unseen)
    if not clue:
        return table, unseen
    tile = parse_tile(clue)
    if viewer != state.mover or tile.colour != state.clue:
        raise IllegalMove(
            _("{viewer} has no {back} clue tile in hand.").format(
                viewer=viewer, back=_(BACKS[tile.colour])
            ),
            hint=_("Leave it out."),
        )
    if tile not in unseen:
        raise IllegalMove(
            _("{tile} is seen elsewhere.").format(tile=tile), hint=_("Look at the clue tile again.")
        )
    unseen.remove(tile)
    return table, unseen


def _tiles(back: str, ways: int, by_rank: dict[int, int]) -> dict[str, int]:
    """Name the ranks a place can have; what they lack to all `ways` is its dash."""
    counts = {f"{back}{rank // 2}": count for rank, count in sorted(by_rank.items())}
    dashed = ways - sum(by_rank.values())
    return counts | ({format_tile(Tile(back, DASH)): dashed} if dashed else {})
