"""Where a board is: the one value that finding gives and that reading takes."""

from dataclasses import dataclass

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose

__all__ = ["Located"]


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board before a camera: its `shape` as this specimen has it, mm, and the camera's `pose`."""

    shape: BoardShape
    pose: Pose
