"""Which camera may have taken a picture: focal length and distortion before anything is known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.geometry.camera_fit import ParamPriors
from companion.vision.geometry.pose import Pose

__all__ = [
    "GUESSED_LENS",
    "KNOWN_LENS",
    "WIDEST_LENS",
    "Lens",
    "camera_like",
    "guess_cameras",
]

# focal length in picture widths and k1: a usual camera, then a wide one (Pi cameras v2 and v3
# wide); by their datasheets, rounded
USUAL_LENSES = ((0.8, 0.0), (0.6, -0.14))
# one of 94 degrees, as where the wide ones are not cut: a guess
WIDEST_LENS = (0.47, -0.1)
# 1 sigma by which a guessed lens may be off, and one that was measured or fitted before: guesses,
# kept narrow because a board seen from right above says little of the lens, so that a wider prior
# follows the errors of its file's heights
GUESSED_LENS = ParamPriors(focal=0.05, k1=0.02)
KNOWN_LENS = ParamPriors(focal=0.01, k1=0.005)


@dataclass(frozen=True, slots=True)
class Lens:
    """A calibrated lens: focal lengths and centre in picture widths, and five distortions."""

    fx: float
    fy: float
    cx: float
    cy: float
    dist: tuple[float, float, float, float, float]


def guess_cameras(
    size: tuple[int, int],
    lens: Lens | None,
    lenses: Sequence[tuple[float, float]] = USUAL_LENSES,
) -> list[Pose]:
    """Return cameras at the origin for a picture of `size` (width, height), the usual one first."""
    w, h = size
    if lens:
        k = np.array([[lens.fx * w, 0, lens.cx * w], [0, lens.fy * w, lens.cy * w], [0, 0, 1.0]])
        return [_at_origin(k, lens.dist, size)]
    made = []
    for focal, k1 in lenses:
        k = np.array([[focal * w, 0, (w - 1) / 2], [0, focal * w, (h - 1) / 2], [0, 0, 1.0]])
        made.append(_at_origin(k, (k1, 0.0, 0.0, 0.0, 0.0), size))
    return made


def camera_like(pose: Pose, size: tuple[int, int]) -> Pose:
    """Return a camera at the origin with the lens of `pose`, for a picture of `size`."""
    same = pose.resized(size)
    return _at_origin(same.k, tuple(pose.dist), size)


def _at_origin(k: np.ndarray, dist: tuple[float, ...], size: tuple[int, int]) -> Pose:
    return Pose(np.asarray(k, np.float64), np.array(dist), np.eye(3), np.zeros(3), size)
