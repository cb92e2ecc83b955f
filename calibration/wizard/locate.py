"""Looks for a board with all that a user gave: four clicks, a measured lens, the empty board."""

from collections.abc import Sequence

from calibration.store.calibrations import EmptyBoard
from companion.vision.board.shape import BoardShape
from companion.vision.camera.image_files import load_picture
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose
from companion.vision.locate.find_board import BoardFit, Lens, find_board

__all__ = ["locate"]


def locate(
    image: Image,
    shape: BoardShape,
    *,
    corners: Sequence[tuple[float, float]] | None = None,
    last: Pose | None = None,
    lens: Lens | None = None,
    empty: EmptyBoard | None = None,
) -> BoardFit:
    """Find `shape` in `image`, first where it was `last`; raises BoardNotFound, with what to do."""
    known = (load_picture(empty.jpeg).pixels, empty.pose) if empty else None
    return find_board(image, shape, corners=corners, last=last, empty=known, lens=lens)
