"""Tiles as boxes on a table: how large they are, where one lies or stands, which faces are seen.

The table's frame is in mm: x right, y away, z up, z = 0 the table. A tile's `turn` is the angle
of its width, which is its owner's right when it stands in his row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from companion.vision.geometry.arrays import F64

__all__ = ["BOX", "SIDES", "Side", "Stance", "TileBox", "TilePlace", "sides"]


class Stance(Enum):
    """How a tile is placed: on its edge, its back to the others, or flat."""

    STANDS = "stands"
    LIES = "lies"


@dataclass(frozen=True, slots=True)
class TileBox:
    """A tile's `width`, `height` (of its face) and `thickness` in mm."""

    width: float = 24.0
    height: float = 37.0
    thickness: float = 8.5

    def solid(self, stance: Stance) -> tuple[float, float, float]:
        """Return the half extents across, deep and the height above the table."""
        if stance is Stance.STANDS:
            return self.width / 2, self.thickness / 2, self.height
        return self.width / 2, self.height / 2, self.thickness


BOX = TileBox()


@dataclass(frozen=True, slots=True)
class TilePlace:
    """A tile whose footprint is centred on `x`, `y` mm, its width along `turn` (radians)."""

    x: float
    y: float
    turn: float
    stance: Stance

    def corners(self, box: TileBox = BOX) -> F64:
        """Return (8, 3) mm: near left, near right, far right, far left below, the same on top."""
        across, deep, high = box.solid(self.stance)
        u = across * np.array([np.cos(self.turn), np.sin(self.turn), 0.0])
        v = deep * np.array([-np.sin(self.turn), np.cos(self.turn), 0.0])
        ring = np.stack([-u - v, u - v, u + v, -u + v]) + np.array([self.x, self.y, 0.0])
        return np.concatenate([ring, ring + np.array([0.0, 0.0, high])])


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One face of a box: `name`, `quad` (4, 3) mm as read upright from BL, BR, TR, TL, `normal`."""

    name: str
    quad: F64
    normal: F64


# corners of each side, as somebody outside sees it: bottom left, bottom right, top right, top left
SIDES = {
    "top": (4, 5, 6, 7),
    "near": (0, 1, 5, 4),
    "far": (2, 3, 7, 6),
    "left": (3, 0, 4, 7),
    "right": (1, 2, 6, 5),
}


def sides(corners: F64, eye: F64) -> Iterator[Side]:
    """Return the sides of a box of `corners` (8, 3) that somebody at `eye` (3,) can see."""
    for name, order in SIDES.items():
        quad = corners[list(order)]
        normal = np.cross(quad[1] - quad[0], quad[3] - quad[0])
        if normal @ (eye - quad[0]) > 0:
            yield Side(name, quad, normal / np.linalg.norm(normal))
