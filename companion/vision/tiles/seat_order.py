"""In which order the rows of a table are told: by where they lie in the picture. Pure."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.tiles.reading import TileReading, TileRow

__all__ = ["by_sides", "order_of", "with_unseen"]

# radians by which an owner's right may differ from one look to the next: half of a quarter turn, as
# rows are on four sides at most
SAME_SIDE = np.pi / 4


def by_sides(reading: TileReading) -> TileReading:
    """Return `reading` with its rows by side of the picture: near, left, far, right.

    They are what a person means who is asked for the near row.
    """
    if len(reading.rows) < 2:
        return reading
    order = order_of([_middle(reading, row) for row in reading.rows])
    return replace(reading, rows=tuple(reading.rows[i] for i in order))


def with_unseen(reading: TileReading, turns: Sequence[float]) -> TileReading:
    """Return `reading` with an empty row for each owner's right of `turns` at which none is seen.

    It is `reading` itself where its rows are not of those sides, each of another.
    """
    rows: dict[int, TileRow] = {}
    for row in reading.rows if turns else ():
        apart = np.abs((np.array(turns) - row.turn + np.pi) % (2 * np.pi) - np.pi)
        side = int(apart.argmin())
        if apart[side] > SAME_SIDE or side in rows:
            return reading
        rows[side] = row
    if not rows:
        return reading
    told = (rows.get(side, TileRow(turn, ())) for side, turn in enumerate(turns))
    return replace(reading, rows=tuple(told))


def order_of(middles: Sequence[F64]) -> list[int]:
    """Return the numbers of rows with these middles (2,) px: near, left, far, right."""
    centre = np.mean(middles, axis=0)
    return sorted(range(len(middles)), key=lambda i: _side(middles[i] - centre))


def _middle(reading: TileReading, row: TileRow) -> F64:
    """Return the pixel (2,) in the middle of `row`."""
    places = [(tile.place.x, tile.place.y, 0.0) for tile in row.tiles]
    return np.asarray(reading.table.pose.project(np.array(places)).mean(axis=0), np.float64)


def _side(way: F64) -> float:
    """Return how far round the picture `way` points, clockwise from its near side, in quarters."""
    quarters = np.arctan2(-way[0], way[1]) / (np.pi / 2)
    return float((quarters + 0.5) % 4)
