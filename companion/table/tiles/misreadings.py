"""What a look at a whole set of tiles may truly have shown, if one tile of it was misread. Pure.

Tiles keep their number and their colours: a look in which a tile is missing or too many, or in
which one is of the wrong colour, does not show what lies there. What lies there is one tile away.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.game.tiles.tile import BACKS, BLACK, HIDDEN, WHITE
from companion.sightings.tiles import TilesLying

__all__ = ["readings_of"]


def readings_of(lying: TilesLying, each: int) -> tuple[TilesLying, ...]:
    """Return the tables that `lying` may be a look at, of a set with `each` tiles of a colour.

    It is itself where nothing is amiss, or where the pool is not seen; else all that differ from
    it in one tile, and are a whole set; none when more than one is misread.
    """
    if lying.pool is None:
        return (lying,)
    match _amiss(lying, each):
        case (0, 0):
            return (lying,)
        case (-1, 0):
            return tuple(_with_one_more(lying, BLACK))
        case (0, -1):
            return tuple(_with_one_more(lying, WHITE))
        case (1, 0):
            return tuple(_with_one_less(lying, BLACK))
        case (0, 1):
            return tuple(_with_one_less(lying, WHITE))
        case (1, -1):
            return tuple(_recoloured(lying, BLACK, WHITE))
        case (-1, 1):
            return tuple(_recoloured(lying, WHITE, BLACK))
    return ()


def _amiss(lying: TilesLying, each: int) -> tuple[int, int]:
    """Return how many black and white tiles there are too many; an unclear one is what lacks."""
    assert lying.pool is not None
    backs = [tile[0] for row in lying.rows for tile in row] + [lying.clue]
    black, white = (
        backs.count(back) + pooled - each for back, pooled in zip(BACKS, lying.pool, strict=True)
    )
    if unclear := backs.count("?"):
        is_filled = max(black, white) <= 0 and black + white == -unclear
        return (0, 0) if is_filled else (unclear, unclear)
    return black, white


def _pooled(lying: TilesLying, colour: str, more: int) -> Iterator[TilesLying]:
    assert lying.pool is not None
    pool = dict(zip(BACKS, lying.pool, strict=True))
    pool[colour] += more
    if pool[colour] >= 0:
        yield replace(lying, pool=(pool[BLACK], pool[WHITE]))


def _with_row(lying: TilesLying, row: int, tiles: tuple[str, ...]) -> TilesLying:
    return replace(lying, rows=(*lying.rows[:row], tiles, *lying.rows[row + 1 :]))


def _with_one_more(lying: TilesLying, colour: str) -> Iterator[TilesLying]:
    """Return the tables with another hidden tile somewhere."""
    yield from _pooled(lying, colour, 1)
    if not lying.clue:
        yield replace(lying, clue=colour)
    for number, row in enumerate(lying.rows):
        for place in range(len(row) + 1):
            yield _with_row(lying, number, (*row[:place], colour + HIDDEN, *row[place:]))


def _with_one_less(lying: TilesLying, colour: str) -> Iterator[TilesLying]:
    yield from _pooled(lying, colour, -1)
    if lying.clue == colour:
        yield replace(lying, clue="")
    for number, row in enumerate(lying.rows):
        for place, tile in enumerate(row):
            if tile[0] == colour:
                yield _with_row(lying, number, (*row[:place], *row[place + 1 :]))


def _recoloured(lying: TilesLying, seen: str, true: str) -> Iterator[TilesLying]:
    """Return the tables in which one tile seen as `seen` is `true`."""
    for changed in _pooled(lying, seen, -1):
        yield from _pooled(changed, true, 1)
    if lying.clue == seen:
        yield replace(lying, clue=true)
    for number, row in enumerate(lying.rows):
        for place, tile in enumerate(row):
            if tile[0] == seen:
                yield lying.with_tile(number, place, true + tile[1:])
