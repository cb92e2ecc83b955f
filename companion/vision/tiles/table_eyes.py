"""Frames of a table of tiles become sightings: read when all is still, and then not again.

Reading a table costs many frames, so that it is read only after something has moved, and only
until its rows are steady.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BoardNotFound
from companion.game.tiles.tile import HIDDEN
from companion.sightings.tiles import TileSighting, TilesLying
from companion.vision.camera.frames import Frame
from companion.vision.geometry.arrays import Image
from companion.vision.tiles.watcher import TileLook, TileWatcher
from companion.vision.watch.stability import Pace
from companion.vision.watch.watcher import FrameKind

__all__ = ["READINGS", "TileEyes", "lying_of"]

# readings that agree before they count: each is of a table at rest
READINGS = Pace(steady=2, patience=5, settling=2)
# frames at rest before a table is read
REST = 3
# pixels across in which motion is looked for; the grey step that counts; the share that must
SMALL, STEP, SHARE = 160, 14.0, 0.003
# mean grey below which nothing can be read
DARK = 12.0


class Row(Protocol):
    """A row that was read, from its owner's left; a tile's text is ``"B7"``."""

    @property
    def tiles(self) -> Sequence[object]:
        """Its tiles."""


class Reading(Protocol):
    """What was read of a table: the nearest row first, then those of the neighbours to the left."""

    @property
    def rows(self) -> Sequence[Row]:
        """Its rows, and the clue tile as a row of one."""


class TileEyes:
    """Looks at a table with `read`. `watcher` is what it knows now; it changes only here."""

    def __init__(self, read: Callable[[Image], Reading], watcher: TileWatcher) -> None:
        self.watcher = watcher
        self._read = read
        self._last: npt.NDArray[np.float32] | None = None
        self._known: npt.NDArray[np.float32] | None = None
        self._rest = 0

    @property
    def has_read(self) -> bool:
        """Whether the table has been read."""
        return bool(self.watcher.said.rows)

    def look(self, frame: Frame) -> tuple[TileSighting, ...]:
        """Give what `frame` shows that was not said before."""
        look = self._look(frame.image)
        if look is None:
            return ()
        self.watcher, seen = self.watcher.on(look)
        return seen

    def expect(self, rows: tuple[tuple[int, str], ...], board: int = 1) -> None:
        """Take in nothing: a table of tiles is read as it lies."""

    def told(self, row: int, letters: str, board: int = 1) -> None:
        """Take in nothing: a face that a person says is kept by the table."""

    def _look(self, image: Image) -> TileLook | None:
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
        self._known = small
        return TileLook(FrameKind.STILL, self._lying(image))

    def _lying(self, image: Image) -> TilesLying | None:
        try:
            return lying_of(self._read(image))
        except BoardNotFound:
            return None


def lying_of(reading: Reading) -> TilesLying:
    """Give what lies there: a hidden tile by itself is the clue tile."""
    rows = [tuple(str(tile) for tile in row.tiles) for row in reading.rows]
    aside = [row[0] for row in rows if len(row) == 1 and row[0][1:] == HIDDEN]
    clue = aside[0][0] if len(aside) == 1 else ""
    return TilesLying(tuple(row for row in rows if len(row) > 1), clue)


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
