"""Which hidden tile that lies is the clue tile and which are the pool, from one look to the next.

A picture alone cannot always tell: a pool may reach up to a row. But tiles of the pool stay where
they are, and the clue tile is the one that was laid somewhere else. Where they lie is learned only
from looks that show the whole set: a hand over the pool takes nothing out of it. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.tile_faces.boxes import Stance
from companion.vision.tile_watch.watcher import SETS
from companion.vision.tiles.reading import SeenTile, TileReading

__all__ = ["PoolTracker"]

# tile widths that a tile may be seen away from where it lay, and that a bump moves all at most
STAYS, BUMP = 0.55, 3.0
# part of the pool that lies elsewhere after which it was laid anew; a guess
ANEW = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class PoolTracker:
    """`places` (N, 2) mm are those of the pool's tiles; None before a look.

    `count` is how many tiles the set has, once a look has shown a whole one; 0 before.
    """

    places: F64 | None = None
    count: int = 0

    def on(self, reading: TileReading) -> tuple["PoolTracker", str, tuple[int, int] | None]:
        """Return the tracker after `reading`, the clue tile's colour or nothing, and the pool."""
        hidden = [*reading.pool, *reading.clues]
        if not any(row.tiles for row in reading.rows):
            return replace(self, places=_places(hidden)), "", _counts(hidden)
        total = len(reading.tiles)
        counted = self if self.count or total not in SETS else replace(self, count=total)
        clues = counted._clues(reading, hidden)
        pool = [tile for tile in hidden if tile not in clues]
        clue = clues[0].colour if len(clues) == 1 else ""
        if self.places is None or counted.count in (0, total):
            counted = replace(counted, places=_places(pool))
        return counted, clue, _counts(pool)

    def _clues(self, reading: TileReading, hidden: list[SeenTile]) -> Sequence[SeenTile]:
        """Return the tiles of which one may be the clue tile."""
        if self.places is None:
            # before anything is laid open no clue tile is known
            fresh = all(t.place.stance is Stance.STANDS for row in reading.rows for t in row.tiles)
            return () if fresh else reading.clues
        moved = self._moved(hidden, reading.table.box.width)
        if moved is None or len(moved) > 1:
            # one of the pool that was pushed aside, or not seen before, lies in no clue's place
            return [t for t in reading.clues if moved is None or t in moved]
        return moved

    def _moved(self, hidden: Sequence[SeenTile], width: float) -> list[SeenTile] | None:
        """Return the tiles that lie where none of the pool lay; None if it was laid anew."""
        if self.places is None or not len(self.places):
            return list(hidden)
        if not hidden:
            return []
        now = _places(hidden)
        away = np.linalg.norm(now[:, None] - self.places[None], axis=2)
        is_far = away.min(axis=1) > STAYS * width
        if is_far.mean() > ANEW:
            shift = now[:, None] - self.places[None]
            near = shift[away < BUMP * width]
            if len(near):
                common = np.median(near, axis=0)
                again = np.linalg.norm(now[:, None] - self.places[None] - common, axis=2)
                is_far = again.min(axis=1) > STAYS * width
        if is_far.mean() > ANEW:
            return None
        return [tile for tile, far in zip(hidden, is_far, strict=True) if far]


def _places(tiles: Sequence[SeenTile]) -> F64:
    return np.array([(t.place.x, t.place.y) for t in tiles], np.float64).reshape(-1, 2)


def _counts(tiles: Sequence[SeenTile]) -> tuple[int, int] | None:
    """Return how many are black and white; None when a colour is not clear."""
    colours = [tile.colour for tile in tiles]
    return None if "?" in colours else (colours.count("B"), colours.count("W"))
