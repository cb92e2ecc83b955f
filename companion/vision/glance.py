"""One look at a picture: the patches of its places and what they show, in the light they have."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.vision import patches as sampling
from companion.vision.patches import Patches
from companion.vision.pose import Pose
from companion.vision.seen import Ground, Seen, ground_of, see
from companion.vision.shape import BoardShape

__all__ = ["Found", "Look", "look_at", "look_at_code", "look_at_keys"]

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


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
    """Places of one sort: their patches, what they show, the light near each and right beside."""

    patches: Patches
    seen: Seen
    light: tuple[Floats, Floats]


def look_at(image: Image, found: Found, ground: Ground | None) -> Look:
    """Look at every place for a code peg."""
    shape = found.shape
    patches = sampling.look_at_pegs(image, found.pose, shape)
    light = ground_of(patches, ground)
    return Look(patches, see(patches, light, shape.rows, shape.cols), light)


def look_at_keys(image: Image, found: Found, pegs: Look, *, rows: int = 0) -> Look | None:
    """Look at the key holes of the first `rows` rows (0: of all); None on a board without."""
    shape = found.shape
    if shape.keys is None:
        return None
    rows, holes = rows or shape.rows, len(shape.keys.offsets)
    patches = sampling.look_at_keys(image, found.pose, shape)[: rows * holes]
    near, own = (_beside(light, shape)[: rows * holes] for light in pegs.light)
    return Look(patches, see(patches, (near, own), rows, holes), (near, own))


def look_at_code(image: Image, found: Found, pegs: Look) -> Look | None:
    """Look at the code's places, in the last row's light; None where it is never in sight."""
    shape = found.shape
    if shape.code is None:
        return None
    patches = sampling.look_at_code(image, found.pose, shape)
    near, own = (light[-shape.cols :] for light in pegs.light)
    return Look(patches, see(patches, (near, own), 1, shape.cols), (near, own))


def _beside(light: Floats, shape: BoardShape) -> Floats:
    """Give each key hole the light of the place nearest to it in its row."""
    offsets = shape.keys.offsets if shape.keys else ()
    x = sum(x for x, _ in offsets) / max(1, len(offsets))
    middle = shape.first[0] + (shape.cols - 1) * shape.hole_pitch / 2
    col = 0 if x < middle else shape.cols - 1
    one = light.reshape(shape.rows, shape.cols, 3)[:, col]
    return np.repeat(one, len(offsets), axis=0)
