"""How high a camera hangs so that it sees a whole board well, from the board file and the lens.

A pinhole camera that looks straight down from height h sees a width of 2 h tan(a / 2), a being the
lens's horizontal angle. The board lies with its long side along the picture's wide side.
"""

from dataclasses import dataclass
from math import radians, tan

from companion.i18n import N_
from companion.vision.board.shape import BoardShape

__all__ = ["LENSES", "CameraHeights", "camera_heights"]

# horizontal angles in degrees, from the makers' data sheets; "a USB camera" is what most have
LENSES = {
    "Camera Module 3": 66.0,
    "Camera Module 3 Wide": 102.0,
    "Camera Module 2": 62.0,
    N_("a USB camera"): 60.0,
}
# width to height of a picture: the standard of webcams, and the widest that is usual
ASPECT = 16 / 9
# a hand's breadth of table all round, so that a board that is pushed stays in the picture; chosen,
# no measurement
ROOM = 1.25
# a hand that sets a peg must fit under the lens, and not fill the picture; chosen: a hand is about
# 100 mm high with its peg
HAND_MM = 300.0
PICTURE_PX = 1280  # as wide as the pictures that are asked of cameras; by definition
# a guess between what was read well (22 pixels and more) and badly (11, in pictures 640 wide)
SMALLEST_HEAD_PX = 15.0


@dataclass(frozen=True, slots=True)
class CameraHeights:
    """From `lowest_mm` to `highest_mm` above the board's middle a lens sees what it must."""

    lowest_mm: float
    highest_mm: float


def camera_heights(shape: BoardShape, angle_deg: float) -> CameraHeights:
    """Return between which heights a lens of `angle_deg` across sees all of `shape` well.

    Below, a part of the board or a hand's room is missing; above, heads are too small in a picture
    1280 pixels wide. `lowest_mm` is more than `highest_mm` where the lens is too wide.
    """
    xs, ys = zip(*shape.outline, strict=True)
    long, short = sorted((max(xs) - min(xs), max(ys) - min(ys)), reverse=True)
    across = 2 * tan(radians(angle_deg) / 2)
    whole = ROOM * max(long, short * ASPECT) / across
    head = 2 * shape.head.radius * PICTURE_PX / SMALLEST_HEAD_PX / across
    return CameraHeights(max(whole, HAND_MM), head)
