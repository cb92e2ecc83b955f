"""One look at a picture: the patches of its places and what they show, in the light they have."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import Image, Indices
from companion.vision.geometry.pose import Pose
from companion.vision.read.features import Ground, Seen, beside, ground_of, see
from companion.vision.read.patches import Patches, look_at_places

__all__ = ["Found", "Look", "Looks", "look_at"]


class Found(Protocol):
    """Where the board is: a shape and the pose of the camera before it."""

    @property
    def shape(self) -> BoardShape:
        """The board in millimetres."""

    @property
    def pose(self) -> Pose:
        """The camera."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Places of one sort: their patches and what they show."""

    patches: Patches
    seen: Seen

    def __getitem__(self, which: slice) -> "Look":
        return Look(self.patches[which], self.seen[which])


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What all places show: those for code pegs, key holes, row 1 first, and the code's places.

    `keys` is None on a board without key holes, `code` where the code is never in sight.
    """

    pegs: Look
    keys: Look | None
    code: Look | None


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """How n places are seen: `near` (9, n) as for `see`; `lit` (n,) the peg's place for the light.

    `pegs` and `keys` are how many there are.
    """

    near: Indices
    lit: Indices
    pegs: int
    keys: int


def look_at(image: Image, found: Found, ground: Ground | None) -> Looks:
    """Look at all places, key holes and the code in the light of the nearest row's places."""
    plan = _plan(found.shape)
    patches = look_at_places(image, found.pose, found.shape)
    near, own = (light[plan.lit] for light in ground_of(patches[: plan.pegs], ground))
    every = Look(patches, see(patches, (near, own), plan.near))
    code = plan.pegs + plan.keys
    return Looks(
        pegs=every[: plan.pegs],
        keys=every[plan.pegs : code] if plan.keys else None,
        code=every[code:] if code < len(plan.lit) else None,
    )


@lru_cache(maxsize=8)
def _plan(shape: BoardShape) -> _Plan:
    places = np.arange(shape.rows * shape.cols)
    offsets = shape.keys.offsets if shape.keys else ()
    beside_keys = np.repeat(places[_nearest_col(shape) :: shape.cols], len(offsets))
    code = places[-shape.cols :] if shape.code else places[:0]
    sizes = [(shape.rows, shape.cols), (shape.rows, len(offsets)), (1, len(code))]
    firsts = np.cumsum([0] + [rows * cols for rows, cols in sizes])
    near = [
        beside(*size) + first for size, first in zip(sizes, firsts[:-1], strict=True) if size[1]
    ]
    return _Plan(
        np.concatenate(near, axis=1),
        np.concatenate([places, beside_keys, code]),
        len(places),
        len(beside_keys),
    )


def _nearest_col(shape: BoardShape) -> int:
    """Give the column, from 0, whose places are nearest to the key holes."""
    offsets = shape.keys.offsets if shape.keys else ()
    x = sum(x for x, _ in offsets) / max(1, len(offsets))
    middle = shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2
    return 0 if x < middle else shape.cols - 1
