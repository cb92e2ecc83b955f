"""What OpenCV gives back, in one shape for its versions 4 and 5.

Version 5 drops dimensions of length one that version 4 keeps, and some calls return None for
"nothing": here every answer is an array of the shape that the docstring says.
"""

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np

from companion.vision.geometry.arrays import F64, Image

__all__ = [
    "homography",
    "marker_picture",
    "markers",
    "only_errors",
    "plane_poses",
    "projected",
    "segments",
]


# cv::utils::logging::LOG_LEVEL_ERROR, which not every version gives a name in Python; by OpenCV's
# definition
LOG_ERRORS = 2
# pixels of the window in which a marker is darker than what is around it: in 84 pictures of
# rendered rooms, 640 wide, 23 alone finds three markers in 44, OpenCV's 3, 13 and 23 in 42, in
# twice the time
WINDOW = 23


def only_errors() -> None:
    """Have OpenCV log errors, no warnings: those of a camera are said in our own words."""
    cv2.utils.logging.setLogLevel(LOG_ERRORS)


def markers(grey: Image, *, tolerant: bool = False) -> list[tuple[int, F64]]:
    """Return markers of DICT_4X4_50 in `grey`: id and corners (4, 2) clockwise from top left.

    `tolerant` looks at more window sizes and forgives more, in about four times the time.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = WINDOW
    if tolerant:
        settings.adaptiveThreshWinSizeMin = 5
        settings.adaptiveThreshWinSizeMax = 45
        settings.adaptiveThreshConstant = 3
        settings.errorCorrectionRate = 1.0
        settings.maxErroneousBitsInBorderRate = 0.5
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(words, settings).detectMarkers(grey)
    if ids is None:
        return []
    names = np.asarray(ids).reshape(-1)
    return [
        (int(name), np.asarray(quad, np.float64).reshape(4, 2))
        for name, quad in zip(names, corners, strict=True)
    ]


def marker_picture(name: int, side: int) -> Image:
    """Return the black square (side, side) of marker `name` of DICT_4X4_50, softened by a pixel."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    fine = cv2.aruco.generateImageMarker(words, name, 60)
    small = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)


def homography(source: F64, target: F64, *, robust: float | None = None) -> F64 | None:
    """Return (3, 3) that takes (N, 2) `source` to `target`; None when there is none.

    `robust` is the distance in target units beyond which RANSAC calls a point an outlier.
    """
    if len(source) < 4:
        return None
    method = 0 if robust is None else cv2.RANSAC
    found, _ = cv2.findHomography(source, target, method, robust or 3.0)
    if found is None or not np.isfinite(found).all():
        return None
    return np.asarray(found, np.float64)


def plane_poses(points: F64, pixels: F64, k: F64, dist: F64) -> list[tuple[F64, F64]]:
    """Return the two poses (r (3, 3), t (3,)) of (N, 3) points of one height seen at `pixels`.

    By infinitesimal plane-based pose estimation (IPPE, Collins and Bartoli 2014); the likelier is
    first. Points are put on z = 0 for the solver: version 5 answers nonsense for another height.
    """
    height = np.array([0.0, 0.0, points[0, 2]])
    try:
        _, turns, shifts, _ = cv2.solvePnPGeneric(
            (points - height).reshape(-1, 1, 3),
            pixels.reshape(-1, 1, 2),
            k,
            dist,
            flags=cv2.SOLVEPNP_IPPE,
        )
    except cv2.error:
        return []
    return list(_with_height(turns, shifts, height))


def _with_height(
    turns: Iterable[Any], shifts: Iterable[Any], height: F64
) -> Iterable[tuple[F64, F64]]:
    for turn, shift in zip(turns, shifts, strict=True):
        r = np.asarray(cv2.Rodrigues(np.asarray(turn, np.float64).reshape(3))[0], np.float64)
        t = np.asarray(shift, np.float64).reshape(3)
        if np.isfinite(r).all() and np.isfinite(t).all():
            yield r, t - r @ height


def segments(grey: Image) -> F64:
    """Return (N, 4) straight edges x0, y0, x1, y1 of a grey picture, to parts of a pixel."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    return np.zeros((0, 4)) if found is None else np.asarray(found, np.float64).reshape(-1, 4)


def projected(points: F64, turn: F64, shift: F64, k: F64, dist: F64) -> tuple[F64, F64]:
    """Return pixels (N, 2) of (N, 3) points, and their derivatives (N, 2, 8).

    The eight are the turn (3, a rotation vector), the shift (3), log focal length and k1.
    """
    pixels, slopes = cv2.projectPoints(points.reshape(-1, 1, 3), turn, shift, k, dist)
    pixels = np.asarray(pixels, np.float64).reshape(-1, 2)
    d = np.asarray(slopes, np.float64).reshape(len(points), 2, -1)
    focal = d[:, :, 6] * k[0, 0] + d[:, :, 7] * k[1, 1]
    return pixels, np.concatenate([d[:, :, :6], focal[:, :, None], d[:, :, 10:11]], axis=2)
