"""Where a camera stands over a board: above it, at some slant, from any side."""

import numpy as np
import numpy.typing as npt

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose

__all__ = ["some_pose"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator


def some_pose(shape: BoardShape, size: tuple[int, int], view: float, chance: Chance) -> Pose:
    """Look at the board from above, at some slant, from any side; most of the picture is board.

    The lens sees `view` degrees across.
    """
    outline = shape.outline_points()
    if shape.markers:
        outline = np.concatenate([outline, [(*at, 0.0) for at in shape.markers.centres]])
    focal = size[0] / 2 / np.tan(np.radians(view) / 2)
    tilt = np.radians(min(50.0, abs(chance.normal(0, 26))))
    turn = chance.uniform(0, 2 * np.pi)
    middle = outline.mean(axis=0)
    way = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    roll = np.radians(chance.choice([0, 180]) + chance.normal(0, 8))
    span = np.ptp(outline, axis=0)
    # cameras are turned so that the board fills the picture
    roll += np.pi / 2 if span[1] > span[0] and chance.random() < 0.85 else 0.0
    fill = chance.uniform(0.55, 0.97)
    far = 400.0
    for _ in range(12):
        pose = _looking(middle + way * far, middle, roll, focal, size)
        pixels = pose.project(outline)
        span = (pixels.max(axis=0) - pixels.min(axis=0)) / size
        off = max(np.abs(pixels / size - 0.5).max() * 2, span.max())
        far *= off / fill
    return pose


def _looking(eye: Floats, at: Floats, roll: float, focal: float, size: tuple[int, int]) -> Pose:
    ahead = (at - eye) / np.linalg.norm(at - eye)
    right = np.cross(ahead, (0.0, 1.0, 0.05))
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    turn = np.array([[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    r = turn @ np.stack([right, down, ahead])
    k = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    return Pose(k, np.zeros(5), r, -r @ eye, size)
