"""A table seen from right above, as the net that finds tiles wants it: all look alike there.

A tile is `PER_WIDTH` pixels wide whatever its size, the empty table lies beside the picture, and
for each place it is told where the top of a standing tile would be seen: height shows as a shift.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Flat, Pose
from companion.vision.tile_faces.boxes import TileBox

__all__ = ["CHANNELS", "MULTIPLE", "PER_WIDTH", "TableView", "net_input", "view_of"]


# pixels of the view in which a tile is as wide as one; the view's sides are multiples of
# `MULTIPLE`; as the net was trained on, chosen
PER_WIDTH = 16
MULTIPLE = 32  # by the definition of the net
# picture (3), empty table (3), light against it, whether there is one, shift of a top (2), height,
# thickness; by definition of the net's input
CHANNELS = 12
# tile widths that a view is across and deep at most; a guess
WIDEST, DEEPEST = 40, 32
# picture pixels for one of the view beyond which the picture is first made smaller, and to which:
# pixels left out would be noise, and moiré on a patterned cloth; guesses
FINEST, ENOUGH = 1.7, 1.3
# grey levels added before the logarithm, so that noise in the dark does not count; a guess
DARK = 8.0
# view pixels between exactly computed shifts; a guess
STRIDE = 8


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """The part of the table that `pose` sees, as a flat picture for tiles of `box`."""

    pose: Pose
    box: TileBox
    flat: Flat

    def of(self, image: Image) -> Image:
        """Return the view (h, w, 3) of the table in a BGR `image`."""
        middle = self.pose.on_plane([[(v - 1) / 2 for v in self.pose.size]])
        fine = float(self.pose.px_per_mm(middle)[0]) / self.flat.scale
        if fine < FINEST:
            return self.flat.of(image, self.pose)
        w, h = (round(v * ENOUGH / fine) for v in self.pose.size)
        small = cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA)
        return self.flat.of(np.asarray(small, np.uint8), self.pose.resized((w, h)))

    def shift(self) -> F32:
        """Return (h, w, 2) how far a standing tile's top is seen from its foot, in tile widths."""
        w, h = self.flat.size
        step = STRIDE / self.flat.scale
        x = self.flat.x0 + (np.arange(w // STRIDE) + 0.5) * step
        y = self.flat.y1 - (np.arange(h // STRIDE) + 0.5) * step
        feet = np.stack(np.broadcast_arrays(x[None, :], y[:, None]), -1).reshape(-1, 2)
        tops = self.pose.cast(np.c_[feet, np.full(len(feet), self.box.height)], z=0.0)
        displaced = (tops - feet) / self.box.width * (1, -1)
        coarse = displaced.reshape(h // STRIDE, w // STRIDE, 2).astype(np.float32)
        return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)

    def on_table(self, pixels: npt.ArrayLike, *, z: float) -> F64:
        """Return (N, 2) mm of the points at height `z` that are seen at (N, 2) view pixels."""
        px = np.asarray(pixels, np.float64).reshape(-1, 2)
        ground = np.stack(
            [
                (px[:, 0] + 0.5) / self.flat.scale + self.flat.x0,
                self.flat.y1 - (px[:, 1] + 0.5) / self.flat.scale,
                np.zeros(len(px)),
            ],
            -1,
        )
        return self.pose.cast(ground, z=z)


def view_of(pose: Pose, box: TileBox) -> TableView:
    """Return the view of all of the table that `pose` sees, within bounds around its middle."""
    w, h = pose.size
    rim = [(x, y) for x in (0, w / 2, w - 1) for y in (0, h / 2, h - 1)]
    seen = pose.on_plane(np.array(rim))[:, :2]
    middle = pose.on_plane(np.array([[(w - 1) / 2, (h - 1) / 2]]))[0, :2]
    reach = np.array([WIDEST, DEEPEST]) * box.width / 2
    low = np.maximum(seen.min(axis=0), middle - reach)
    high = np.minimum(seen.max(axis=0), middle + reach)
    scale = PER_WIDTH / box.width
    size = np.maximum(np.round((high - low) * scale / MULTIPLE), 4) * MULTIPLE / scale
    corner = (low + high - size) / 2
    (x0, y0), (x1, y1) = corner, corner + size
    return TableView(pose, box, Flat(float(x0), float(y0), float(x1), float(y1), scale))


def net_input(still: Image, empty: Image | None, shift: F32, box: TileBox) -> F32:
    """Return (CHANNELS, h, w) of two views and the shifts; without an empty table that is told."""
    h, w = still.shape[:2]
    planes = np.zeros((CHANNELS, h, w), np.float32)
    planes[:3] = still.transpose(2, 0, 1) / np.float32(128) - 1
    if empty is not None:
        planes[3:6] = empty.transpose(2, 0, 1) / np.float32(128) - 1
        planes[6] = light_against(still, empty)
        planes[7] = 1
    planes[8:10] = shift.transpose(2, 0, 1)
    planes[10] = box.height / box.width - 1.5
    planes[11] = box.thickness / box.width * 4 - 1.4
    return planes


def light_against(still: Image, empty: Image) -> F32:
    """Return (h, w) log light of a view against the empty table's, 0 where nothing has changed."""
    now, then = (cv2.cvtColor(v, cv2.COLOR_BGR2GRAY).astype(np.float32) for v in (still, empty))
    ratio = np.log((now + DARK) / (then + DARK))
    return np.asarray(np.clip(ratio - np.median(ratio), -2, 2), np.float32)
