"""What is known of a table before it is read: camera, size of the tiles, empty picture, print."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import BOX, TileBox
from companion.vision.tile_faces.face_net import FaceNet

__all__ = ["KnownTable"]


@dataclass(frozen=True, slots=True, eq=False)
class KnownTable:
    """A camera over a table; `empty` is its picture without tiles, `faces` knows their print.

    `whole` is how many tiles the set has, if all of it was seen, or is played with; else 0.
    """

    pose: Pose
    box: TileBox = BOX
    empty: Image | None = None
    faces: FaceNet | None = None
    whole: int = 0

    def resized(self, size: tuple[int, int]) -> "KnownTable":
        """Return what is known of pictures of `size` (width, height)."""
        if self.pose.size == size:
            return self
        empty = None if self.empty is None else np.asarray(cv2.resize(self.empty, size), np.uint8)
        return replace(self, pose=self.pose.resized(size), empty=empty)
