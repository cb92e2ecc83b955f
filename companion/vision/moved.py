"""Has the board, or the camera, moved? Two flat views of the board tell, in about a millisecond."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.pose import Flat, Pose
from companion.vision.shape import BoardShape

__all__ = ["Motion", "flat_of_board", "motion_between"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

# pixels a mm of the flat views: enough for a hole, and quick
SCALE = 1.2
# mm kept around the outline
RIM = 4.0
# likeness of the same board in the same place: a hand or a few pegs leave more than this
STILL = 0.55


@dataclass(frozen=True, slots=True)
class Motion:
    """How a flat view differs from an earlier one.

    `likeness` is the correlation of their edges, 1 for the same; `shift` is (x, y) in mm, where
    the views are alike enough to tell.
    """

    likeness: float
    shift: tuple[float, float]

    @property
    def is_moved(self) -> bool:
        """Whether the board lies elsewhere in the picture, and must be found again."""
        return self.likeness < STILL


def flat_of_board(image: Image, shape: BoardShape, pose: Pose) -> Image:
    """Give the board from above, small and grey (h, w): what `motion_between` compares."""
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    flat = Flat(x0 - RIM, y0 - RIM, x1 + RIM, y1 + RIM, SCALE)
    return np.asarray(cv2.cvtColor(flat.of(image, pose), cv2.COLOR_BGR2GRAY), np.uint8)


def motion_between(before: Image, now: Image) -> Motion:
    """Compare two views of `flat_of_board` made with the same pose; light may differ."""
    first, second = _edges(before), _edges(now)
    scale = float(np.linalg.norm(first) * np.linalg.norm(second))
    likeness = float((first * second).sum() / scale) if scale > 1e-9 else 0.0
    window = cv2.createHanningWindow((first.shape[2], first.shape[1]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(_length(first), _length(second), window)
    return Motion(likeness, (dx / SCALE, -dy / SCALE))


def _edges(view: Image) -> npt.NDArray[np.float32]:
    """Give the gradient (2, h, w), strong edges cut: pegs and shadows must not outweigh holes."""
    soft = cv2.GaussianBlur(view, (3, 3), 0)
    field = np.stack([cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)])
    size = np.hypot(field[0], field[1])
    return np.asarray(field / (size + 2 * float(np.median(size)) + 4.0), np.float32)


def _length(edges: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(np.hypot(edges[0], edges[1]), np.float32)
