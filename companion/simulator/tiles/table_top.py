"""What lies flat on a drawn table: its cloth, and printed sheets upon it."""

from functools import lru_cache

import cv2
import numpy as np

from companion.simulator.tiles.lighting import ground_points
from companion.simulator.tiles.scenery import Paper, TableLook
from companion.vision.geometry.arrays import F32
from companion.vision.geometry.pose import Pose

__all__ = ["table_colours"]


def table_colours(pose: Pose, look: TableLook) -> F32:
    """Return (h, w, 3) the BGR of a bare table as it is seen, to be drawn on."""
    return _colours(pose, look).copy()


@lru_cache(maxsize=1)
def _colours(pose: Pose, look: TableLook) -> F32:
    """Return the same; kept while camera and table stay."""
    ground = ground_points(pose)
    colours = _cloth_colours(pose, ground, look)
    for paper in look.papers:
        _lay(paper, ground, colours)
    return colours


def _cloth_colours(pose: Pose, ground: F32, look: TableLook) -> F32:
    if look.cloth is None:
        return np.full((*pose.size[::-1], 3), look.table, np.float32)
    cos, sin = np.cos(look.cloth.turn), np.sin(look.cloth.turn)
    scale = np.float32(look.cloth.scale)
    h, w = look.cloth.picture.shape[:2]
    u = (ground[..., 0] * np.float32(cos) + ground[..., 1] * np.float32(sin)) * scale
    v = (ground[..., 1] * np.float32(cos) - ground[..., 0] * np.float32(sin)) * scale
    # a border of wrapped pixels, so that no seam shows
    picture = cv2.copyMakeBorder(look.cloth.picture, 0, 1, 0, 1, cv2.BORDER_WRAP)
    seen = cv2.remap(picture, np.mod(u, w), np.mod(v, h), cv2.INTER_LINEAR)
    return np.asarray(seen, np.float32)


def _lay(paper: Paper, ground: F32, colours: F32) -> None:
    """Lay a sheet on the table, whose `colours` (h, w, 3) are seen at `ground` (h, w, 2) mm."""
    along = np.array([np.cos(paper.turn), np.sin(paper.turn)]) * paper.scale
    off = ground - np.array([paper.x, paper.y], np.float32)
    u, v = (off @ way.astype(np.float32) for way in (along, np.array([along[1], -along[0]])))
    h, w = paper.picture.shape[:2]
    is_on = (u >= 0) & (u < w) & (v >= 0) & (v < h)
    seen = cv2.remap(paper.picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours[is_on] = seen[is_on]
