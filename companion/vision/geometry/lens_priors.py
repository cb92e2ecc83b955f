"""Which camera may have taken a picture: focal length and distortion before anything is known."""

from dataclasses import dataclass

import numpy as np

from companion.vision.geometry.camera_fit import Freedom
from companion.vision.geometry.pose import Pose

__all__ = ["FREE", "KNOWN", "Lens", "guesses", "of_lens"]

# focal length in picture widths and k1 of cameras that are met: usual ones, then wide ones
LENSES = ((0.8, 0.0), (0.6, -0.14))
# how far a guessed lens may be off, and one that was measured or fitted before; a board seen from
# right above says little of the lens, so a wider guess follows the errors of its file's heights
FREE = Freedom(focal=0.05, k1=0.02)
KNOWN = Freedom(focal=0.01, k1=0.005)


@dataclass(frozen=True, slots=True)
class Lens:
    """A calibrated lens: focal lengths and centre in picture widths, and five distortions."""

    fx: float
    fy: float
    cx: float
    cy: float
    dist: tuple[float, float, float, float, float]


def guesses(size: tuple[int, int], lens: Lens | None) -> list[Pose]:
    """Give cameras for a picture of `size` (width, height), standing nowhere yet, usual first."""
    w, h = size
    if lens:
        k = np.array([[lens.fx * w, 0, lens.cx * w], [0, lens.fy * w, lens.cy * w], [0, 0, 1.0]])
        return [_nowhere(k, lens.dist, size)]
    made = []
    for focal, k1 in LENSES:
        k = np.array([[focal * w, 0, (w - 1) / 2], [0, focal * w, (h - 1) / 2], [0, 0, 1.0]])
        made.append(_nowhere(k, (k1, 0.0, 0.0, 0.0, 0.0), size))
    return made


def of_lens(pose: Pose, size: tuple[int, int]) -> Pose:
    """Give a camera standing nowhere with the lens of `pose`, for a picture of `size`."""
    same = pose.resized(size)
    return _nowhere(same.k, tuple(pose.dist), size)


def _nowhere(k: np.ndarray, dist: tuple[float, ...], size: tuple[int, int]) -> Pose:
    return Pose(np.asarray(k, np.float64), np.array(dist), np.eye(3), np.zeros(3), size)
