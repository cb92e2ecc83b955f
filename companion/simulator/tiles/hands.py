"""People at a drawn table of tiles: what their hands do, one thing after another. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.simulator.tiles.camera import TableMoment

__all__ = ["acted_at_table"]

# at a table of tiles: moments that a hand stays, that nothing moves after it, and that people wait;
# chosen; no measurement is kept
TILE_HAND, TILE_REST, TILE_WAIT = 3, 7, 2


def acted_at_table(
    next_table: Callable[[TableMoment], TableMoment | None], seats: int
) -> Iterator[TableMoment]:
    """Yield moment after moment of a table that is bare at first.

    `next_table` is asked when the hands are at rest: it is given how the table lies, and gives how
    it shall lie next, with the hand that does it. The same again waits; None ends the evening.
    """
    now = TableMoment(((),) * seats)
    yield from (now,) * TILE_REST
    while (after := next_table(now)) is not None:
        if after == now:
            yield from (now,) * TILE_WAIT
            continue
        for i in range(TILE_HAND):
            yield after if i >= TILE_HAND // 2 else replace(now, hand=after.hand)
        now = replace(after, hand=None)
        yield from (now,) * TILE_REST
