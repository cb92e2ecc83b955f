"""People at a drawn table of tiles: what their hands do, one thing after another. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.simulator.tile_camera import TableMoment

__all__ = ["acted_at_table"]

# moments that a hand stays, that nothing moves after it, and that people wait for the companion
HAND, REST, WAIT = 3, 7, 2


def acted_at_table(
    next_table: Callable[[TableMoment], TableMoment | None], seats: int
) -> Iterator[TableMoment]:
    """Give moment after moment of a table that is bare at first.

    `next_table` is asked when the hands are at rest: it is given how the table lies, and gives how
    it shall lie next, with the hand that does it. The same again waits; None ends the evening.
    """
    now = TableMoment(((),) * seats)
    yield from (now,) * REST
    while (after := next_table(now)) is not None:
        if after == now:
            yield from (now,) * WAIT
            continue
        for i in range(HAND):
            yield after if i >= HAND // 2 else replace(now, hand=after.hand)
        now = replace(after, hand=None)
        yield from (now,) * REST
