"""Frames of a table of tiles become sightings: read when all is still, and then not again.

Reading a table costs many frames, so that it is read only after something has moved, and only
until its rows are steady, or looking again would tell nothing new. A frame in which nothing moved
costs a look at a reduced picture.
"""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.sightings.tiles import (
    AnswerPointed,
    ClaimPointed,
    TileSighting,
    TilesLying,
    TilesSeen,
)
from companion.vision.camera.frames import Frame
from companion.vision.geometry.arrays import Image
from companion.vision.tile_watch.claim_strip import ClaimEyes, Pointed
from companion.vision.tile_watch.pool_tracker import PoolTracker
from companion.vision.tile_watch.watcher import MISSING, TileLook, TileWatcher
from companion.vision.tiles.reading import TileReading
from companion.vision.tiles.seat_order import with_unseen
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.stability import Pace

__all__ = ["READINGS", "TileEyes"]

# readings that agree before they count: each is of a table at rest
READINGS = Pace(steady=2, patience=5, settling=2)
# frames at rest before a table is read; a guess
REST = 3
# looks at a picture that stays the same, after which the next one would tell nothing new: more
# than a look waits in which a row is not seen; chosen
ENOUGH = (MISSING + 2) * READINGS.patience
# pixels across in which motion is looked for; the share of them that must change: a third of the
# smallest tile of drawn tables; pixels across over which a change is averaged: the noise of a
# webcam at night, chosen on drawn tables with 8 grey levels of it
SMALL, SHARE, SPREAD = 160, 0.0005, 3
# the step of light that counts: so many times the usual change, which is noise, within bounds: a
# light tile changes a light cloth by 10 to 24 grey levels, as drawn; chosen below that
STEPS, NOISES = (7.0, 14.0), 12.0
# samples of the picture across for each of those pixels, and pixels across for each that a median
# is taken of; chosen, so that a look costs a fifth of decoding the picture at most
SAMPLES, THINNED = 2, 4
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
        self._times = 0
        self._is_pointed = False
        self._turns: tuple[float, ...] = ()
        self._unseen = 0

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
            if look.tile is None:
                return (AnswerPointed(look.said),)
            return (ClaimPointed(*look.tile, look.said),)
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
            self._times = 0
            return TileLook(FrameKind.HAND)
        if self._rest < REST:
            return None
        is_known = self._known is not None and not _differs(small, self._known)
        is_told = self.watcher.is_settled and not self._is_pointed
        if is_known and (is_told or self._times >= ENOUGH):
            return TileLook(FrameKind.STILL)
        self._known, self._times = small, self._times + 1 if is_known else 1
        if self._claims:
            self._is_pointed, claim = self._claims.look(image)
            if self._is_pointed:
                return claim
        return TileLook(FrameKind.STILL, self._lying(image))

    def _lying(self, image: Image) -> TilesLying | None:
        try:
            self._reading = reading = self._completed(self._read(image))
        except BoardNotFound:
            return None
        self._pool, clue, pool = self._pool.on(reading)
        rows = tuple(tuple(map(str, row.tiles)) for row in reading.rows)
        return TilesLying(rows, clue, pool)

    def _completed(self, reading: TileReading) -> TileReading:
        """Return `reading` with empty rows where others lay, if those were not seen for long."""
        if len(reading.rows) == self.watcher.seats:
            self._turns, self._unseen = tuple(row.turn for row in reading.rows), 0
            return reading
        self._unseen += 1
        return with_unseen(reading, self._turns) if self._unseen >= READINGS.patience else reading


def _small(image: Image) -> npt.NDArray[np.float32]:
    """Return the green light of a BGR picture, much reduced."""
    every = max(1, image.shape[1] // (SAMPLES * SMALL))
    green = np.ascontiguousarray(image[::every, ::every, 1])
    height = max(1, round(SMALL * image.shape[0] / image.shape[1]))
    return cv2.resize(green, (SMALL, height), interpolation=cv2.INTER_AREA).astype(np.float32)


def _differs(now: npt.NDArray[np.float32], before: npt.NDArray[np.float32]) -> bool:
    """Whether something moved: a change of the light as a whole is none."""
    if now.shape != before.shape:
        return True
    change = cv2.blur(now - before, (SPREAD, SPREAD))
    whole = np.median(change[::THINNED, ::THINNED])
    change = np.abs(change - whole)
    noise = float(np.median(change[::THINNED, ::THINNED]))
    return bool((change > np.clip(NOISES * noise, *STEPS)).mean() > SHARE)
