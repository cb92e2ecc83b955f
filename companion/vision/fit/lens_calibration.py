"""Measures a camera's lens from photographs of the printed lens sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import CalibrationError
from companion.i18n import _, number, percent
from companion.vision.board.marker_patterns import LENS_SHEET, LensSheet
from companion.vision.geometry.arrays import F32, Image
from companion.vision.geometry.lens_priors import Lens

__all__ = ["MeasuredLens", "measure_lens"]


# a guess
FEWEST_PICTURES = 5
# of the sheet's 35 inner corners; with fewer a picture says little about the lens; a third of them,
# chosen
FEWEST_CORNERS = 12
# px at 1280 wide; a flat sheet in sharp photographs comes to 0.2-0.5; chosen above that
MOST_ERROR = 1.2
# part of the picture's width and height that the sheet must have been seen in, over all pictures;
# a guess
LEAST_SPREAD = 0.6


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """A lens as it was measured on `pictures` of `size` (width, height).

    `error` is what the model leaves unexplained, in pixels (root mean square).
    """

    lens: Lens
    size: tuple[int, int]
    pictures: int
    error: float


def measure_lens(pictures: Sequence[Image], sheet: LensSheet = LENS_SHEET) -> MeasuredLens:
    """Fit focal length, centre, k1, k2, p1 and p2 to `pictures` of the lens sheet.

    Raises CalibrationError, with what to photograph, when they are too few, of several sizes, all
    in the middle, or do not agree with one lens.
    """
    seen = _seen_in(pictures, sheet)
    height, width = pictures[0].shape[:2]
    error, k, dist, *__ = cv2.calibrateCamera(
        [board for board, _ in seen],
        [pixels for __, pixels in seen],
        (width, height),
        np.eye(3),
        np.zeros(5),
        flags=cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_ASPECT_RATIO,
    )
    if error > MOST_ERROR * max(1.0, width / 1280):
        raise CalibrationError(
            _("The photos do not agree with one lens: {error} px remain.").format(
                error=number(error, digits=1)
            ),
            hint=_("Glue the sheet on something flat, hold still, and lock the zoom."),
        )
    return MeasuredLens(_in_widths(k, dist, width), (width, height), len(seen), float(error))


def _seen_in(pictures: Sequence[Image], sheet: LensSheet) -> list[tuple[F32, F32]]:
    """Return the sheet's corners, on it and in each picture that shows it; refuses too few."""
    if len({picture.shape[:2] for picture in pictures}) > 1:
        raise CalibrationError(
            _("The photos of the lens sheet have different sizes."),
            hint=_("Take all with the same camera, setting and way up."),
        )
    seen = [corners for picture in pictures if (corners := _corners(picture, sheet))]
    if len(seen) < FEWEST_PICTURES:
        raise CalibrationError(
            _(
                "Of the photos {seen} of {pictures} show the lens sheet; {fewest} are needed."
            ).format(seen=len(seen), pictures=len(pictures), fewest=FEWEST_PICTURES),
            hint=_("Photograph the flat sheet, whole and sharp, from several sides."),
        )
    height, width = pictures[0].shape[:2]
    spread = np.ptp(np.vstack([pixels for __, pixels in seen]), axis=0) / (width, height)
    if spread.min() < LEAST_SPREAD:
        raise CalibrationError(
            _("The lens sheet was seen in only {share} of the picture.").format(
                share=percent(spread.min())
            ),
            hint=_("Add photos with the sheet in each corner of the picture: the edge tells most."),
        )
    return seen


def _in_widths(k: npt.ArrayLike, dist: npt.ArrayLike, width: int) -> Lens:
    """Return the lens in picture widths, so that it serves pictures of any size."""
    focal = np.asarray(k, np.float64) / width
    k1, k2, p1, p2, k3 = np.asarray(dist, np.float64).ravel()[:5].tolist()
    return Lens(
        fx=float(focal[0, 0]),
        fy=float(focal[1, 1]),
        cx=float(focal[0, 2]),
        cy=float(focal[1, 2]),
        dist=(k1, k2, p1, p2, k3),
    )


def _corners(picture: Image, sheet: LensSheet) -> tuple[F32, F32] | None:
    """Return the sheet's corners in mm (N, 3) and in pixels (N, 2); None when too few are seen."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    board = sheet.board()
    corners, numbers, *__ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if corners is None or np.size(numbers) < FEWEST_CORNERS:
        return None
    places = np.asarray(board.getChessboardCorners(), np.float32)[np.ravel(numbers)]
    return places, np.reshape(corners, (-1, 2)).astype(np.float32)
