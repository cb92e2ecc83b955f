"""The small grey view of a board, seen from above, in which one frame is compared with another."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.board.located import Located
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image, Indices, Mask
from companion.vision.geometry.pose import Flat
from companion.vision.watch.bare_board import BLOCK_PX, RowLines, bare_pixels

__all__ = ["VIEW_SCALE", "GreyView"]

# pixels a mm of the view: a guess
VIEW_SCALE = 1.2
# mm of the table around the board that are looked at too: a hand has to cross them; a guess, the
# breadth of a finger
RIM_MM = 20.0
# pixels that are enough to tell the light: a guess
LIT_PIXELS = 2000

# whole pixels (h, w, 2), and which 32nd of one (h, w)
PixelMap = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True, eq=False)
class GreyView:
    """How frames are seen: what of the board's plane is `flat`, by which `maps` it is taken.

    `bare` (h, w) are pixels where nothing is ever set, `lit` the places of some of them.
    """

    shape: BoardShape
    flat: Flat
    maps: tuple[PixelMap, PixelMap]
    bare: Mask
    lit: Indices

    @classmethod
    def at(cls, located: Located) -> "GreyView":
        """Return the view of a located board."""
        shape, pose = located.shape, located.pose
        (x0, y1), _, (x1, y0), _ = shape.outline
        flat = Flat(x0 - RIM_MM, y0 - RIM_MM, x1 + RIM_MM, y1 + RIM_MM, VIEW_SCALE)
        bare = bare_pixels(shape, flat, pose)
        lit = np.flatnonzero(bare)
        # in whole numbers a view is taken in three quarters of the time of floating point
        across, down = cv2.split(flat.maps(pose))
        whole, parts = cv2.convertMaps(across, down, cv2.CV_16SC2)
        maps = (np.asarray(whole, np.int16), np.asarray(parts, np.uint16))
        return cls(shape, flat, maps, bare, lit[:: max(1, len(lit) // LIT_PIXELS)])

    def of(self, image: Image) -> F32:
        """Return the view (h, w) of a BGR `image`, grey levels 0 to 255."""
        flat = cv2.remap(image, *self.maps, cv2.INTER_LINEAR)
        grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32)

    @property
    def row_lines(self) -> RowLines:
        """Where the board's rows lie in the view."""
        return RowLines(self._middles.tolist(), VIEW_SCALE * self.shape.row_pitch)

    def rows_of(self, blocks: Mask) -> tuple[int, ...]:
        """Return the rows, from 1, that `blocks` of the view touch."""
        lines = np.round(self._middles / BLOCK_PX - 0.5).astype(int)
        lines = np.clip(lines, 0, len(blocks) - 1)
        spread = cv2.dilate(blocks.astype(np.uint8), np.ones((3, 1), np.uint8))
        wide = np.asarray(spread).max(axis=1)
        return tuple(row for row, line in enumerate(lines, start=1) if wide[line])

    @property
    def _middles(self) -> F64:
        return self.flat.pixels(self.shape.holes()[:: self.shape.cols])[:, 1]
