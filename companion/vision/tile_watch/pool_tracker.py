"""Which hidden tile that lies is the clue tile and which are the pool, from one look to the next.

A picture alone cannot always tell: a pool may reach up to a row. But tiles of the pool stay where
they are, and the clue tile is the one that was laid somewhere else. Where they lie is learned only
from looks that show the whole set, and from the first one after a deal, though one of them be not
seen in it: a hand over the pool takes nothing out of it. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.tile_faces.boxes import Stance
from companion.vision.tile_watch.watcher import SETS
from companion.vision.tiles.reading import SeenTile, TileReading

__all__ = ["PoolTracker"]

# tile widths that a tile may be seen away from where it lay, and that a bump moves all at most;
# a guess
STAYS, BUMP = 0.55, 3.0
# tile widths that the only tile laid elsewhere is away from the pool, if it is not before a row:
# one that is nearer may have been pushed aside; a guess
APART = 2.0
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
        is_dealt = self._is_bare and len(pool) > 1
        if self.places is None or is_dealt or counted.count in (0, total):
            counted = counted._with(pool, reading.table.box.width)
        return counted, clue, _counts(pool)

    @property
    def _is_bare(self) -> bool:
        """Whether no pool lay there: where several tiles do now, they were dealt anew."""
        return self.places is not None and not len(self.places)

    def _with(self, pool: Sequence[SeenTile], width: float) -> "PoolTracker":
        """Return the tracker after a whole look: what was covered in it is not forgotten."""
        now = _places(pool)
        if self.places is None or not len(self.places) or not len(now):
            return replace(self, places=now)
        shift = self._shift(now, width)
        if shift is None:
            return replace(self, places=now)
        distances = np.linalg.norm((self.places + shift)[:, None] - now[None], axis=2)
        gone = distances.min(axis=1) > STAYS * width
        return replace(self, places=np.vstack([now, (self.places + shift)[gone]]))

    def _clues(self, reading: TileReading, hidden: list[SeenTile]) -> Sequence[SeenTile]:
        """Return the tiles of which one may be the clue tile."""
        if self.places is None or (self._is_bare and len(hidden) > 1):
            # before anything is laid open no clue tile is known; after a round that took the whole
            # pool the next one is laid there again
            fresh = all(t.place.stance is Stance.STANDS for row in reading.rows for t in row.tiles)
            return () if fresh else reading.clues
        width = reading.table.box.width
        if not hidden or not len(self.places):
            # the last tile of the pool is drawn
            return hidden
        now = _places(hidden)
        shift = self._shift(now, width)
        if shift is None:
            return reading.clues
        distances = self._distances(now - shift)
        moved = [tile for tile, far in zip(hidden, distances, strict=True) if far > STAYS * width]
        if len(moved) == 1 and distances.max() > APART * width:
            return moved
        # one of the pool that was pushed aside, or not seen before, lies in no clue's place
        return [tile for tile in reading.clues if tile in moved]

    def _shift(self, now: F64, width: float) -> F64 | None:
        """Return how far (2,) mm a bump has moved the pool, if it did; None if it was laid anew."""
        if self.places is None or (self._distances(now) > STAYS * width).mean() <= ANEW:
            return np.zeros(2)
        if len(now) == 1:
            # one tile alone tells no bump: where others lay before, any place is a bump from one
            return None
        every = now[:, None] - self.places[None]
        near = every[np.linalg.norm(every, axis=2) < BUMP * width]
        if not len(near):
            return None
        common = np.asarray(np.median(near, axis=0), np.float64)
        return None if (self._distances(now - common) > STAYS * width).mean() > ANEW else common

    def _distances(self, now: F64) -> F64:
        """Return how far (N,) mm places (N, 2) are from the nearest of the pool."""
        assert self.places is not None
        every = np.linalg.norm(now[:, None] - self.places[None], axis=2)
        return np.asarray(every.min(axis=1), np.float64)


def _places(tiles: Sequence[SeenTile]) -> F64:
    return np.array([(t.place.x, t.place.y) for t in tiles], np.float64).reshape(-1, 2)


def _counts(tiles: Sequence[SeenTile]) -> tuple[int, int] | None:
    """Return how many are black and white; None when a colour is not clear."""
    colours = [tile.colour for tile in tiles]
    return None if "?" in colours else (colours.count("B"), colours.count("W"))
