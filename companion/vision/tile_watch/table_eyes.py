"""Frames of a table of tiles become sightings: read when all is still, and then not again.

Reading a table costs many frames, so that it is read only after something has moved, and only
until its rows are steady.
"""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.sightings.tiles import ClaimPointed, TileSighting, TilesLying, TilesSeen
from companion.vision.camera.frames import Frame
from companion.vision.geometry.arrays import Image
from companion.vision.tile_watch.claim_strip import ClaimEyes, Pointed
from companion.vision.tile_watch.pool_tracker import PoolTracker
from companion.vision.tile_watch.watcher import TileLook, TileWatcher
from companion.vision.tiles.reading import TileReading
from companion.vision.watch.stability import Pace
from companion.vision.watch.watcher import FrameKind

__all__ = ["READINGS", "TileEyes"]

# readings that agree before they count: each is of a table at rest
READINGS = Pace(steady=2, patience=5, settling=2)
# frames at rest before a table is read; a guess
REST = 3
# pixels across in which motion is looked for; the grey step that counts; the share that must;
# guesses
SMALL, STEP, SHARE = 160, 14.0, 0.003
# mean grey below which nothing can be read; a guess
DARK = 12.0


class TileEyes:
    """Looks at a table with `read`. `watcher` is what it knows now; it changes only here."""

    def __init__(
        self,
        read: Callable[[Image], TileReading],
        watcher: TileWatcher,
        claims: ClaimEyes | None = None,
    ) -> None:
        self.watcher = watcher
        self._claims = claims
        self._reading: TileReading | None = None
        self._pool = PoolTracker()
        self._read = read
        self._last: npt.NDArray[np.float32] | None = None
        self._known: npt.NDArray[np.float32] | None = None
        self._rest = 0

    @property
    def has_read(self) -> bool:
        """Whether the table has been read."""
        return bool(self.watcher.said.rows)

    def look(self, frame: Frame) -> tuple[TileSighting, ...]:
        """Return what `frame` shows that was not said before."""
        look = self._look(frame.image)
        if look is None:
            return ()
        if isinstance(look, Pointed):
            return (ClaimPointed(look.row, look.place, look.number),)
        self.watcher, seen = self.watcher.on(look)
        if self._claims and self._reading and any(isinstance(each, TilesSeen) for each in seen):
            self._claims.told(frame.image, self._reading)
        return seen

    def expect(self, rows: tuple[tuple[int, str], ...], board: int = 1) -> None:
        """Take in nothing: a table of tiles is read as it lies."""

    def told(self, row: int, letters: str, board: int = 1) -> None:
        """Take in nothing: a face that a person says is kept by the table."""

    def look_at_still(self, image: Image) -> tuple[TileSighting, ...]:
        """Return what a picture of a table at rest shows that was not said before."""
        self.watcher, seen = self.watcher.on(TileLook(FrameKind.STILL, self._lying(image)))
        return seen

    def _look(self, image: Image) -> TileLook | Pointed | None:
        small = _small(image)
        moves = self._last is not None and _differs(small, self._last)
        self._last = small
        if small.mean() < DARK:
            return TileLook(FrameKind.DARK)
        self._rest = 0 if moves else self._rest + 1
        if moves:
            return TileLook(FrameKind.HAND)
        if self._rest < REST:
            return None
        if self._known is not None and self.watcher.is_settled and not _differs(small, self._known):
            return TileLook(FrameKind.STILL)
        if self._claims:
            is_pointed, claim = self._claims.look(image)
            if is_pointed:
                return claim
        self._known = small
        return TileLook(FrameKind.STILL, self._lying(image))

    def _lying(self, image: Image) -> TilesLying | None:
        try:
            self._reading = reading = self._read(image)
        except BoardNotFound:
            return None
        self._pool, clue, pool = self._pool.on(reading)
        rows = tuple(tuple(map(str, row.tiles)) for row in reading.rows)
        return TilesLying(rows, clue, pool)


def _small(image: Image) -> npt.NDArray[np.float32]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    height = max(1, round(SMALL * grey.shape[0] / grey.shape[1]))
    return cv2.resize(grey, (SMALL, height), interpolation=cv2.INTER_AREA).astype(np.float32)


def _differs(now: npt.NDArray[np.float32], before: npt.NDArray[np.float32]) -> bool:
    """Whether something moved: a change of the light as a whole is none."""
    if now.shape != before.shape:
        return True
    change = now - before
    return bool((np.abs(change - np.median(change)) > STEP).mean() > SHARE)
