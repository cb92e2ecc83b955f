"""Markers that the detector misses, looked for by their pattern where the others say that they are.

A detector of markers needs a dark square with light all around it. A brick on the margin joins the
square with what is dark beside it, light burns a side away. But one marker tells roughly how the
board lies, and so where the others are: there the plane is seen from above, and compared with what
is printed on them (normalised cross-correlation).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.board.parts import Markers
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import ParamPriors
from companion.vision.geometry.opencv_compat import marker_picture
from companion.vision.geometry.pose import Flat, Pose
from companion.vision.locate.markers import MarkerHits, marker_corners, poses_from_markers

__all__ = ["MarkerLook", "add_missed", "look_at_marker"]

# mm around its place in which a marker is looked for, and pixels a mm: guesses
REACH, SCALE = 40.0, 2.0
# least correlation of what is a marker: of 71 that were missed in 12 rendered rooms, 40 had more,
# all within 2.1 mm; under 0.65 those began that lay elsewhere
LEAST_CORRELATION = 0.7
# grey steps, 1 sigma, under which all is even, and correlates by chance: a guess
LEAST_SPREAD = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class MarkerLook:
    """Where a marker is likest to what is printed: its correlation, and its corners (4, 2) there.

    Corners are pixels, clockwise from top left.
    """

    place: int
    correlation: float
    quad: F64

    @property
    def is_marker(self) -> bool:
        """Whether it is so like it that it is no chance."""
        return self.correlation >= LEAST_CORRELATION


def add_missed(
    grey: Image, hits: MarkerHits, shape: BoardShape, lenses: Sequence[tuple[Pose, ParamPriors]]
) -> MarkerHits:
    """Return `hits` with those markers of `shape` that `grey` shows where the others say.

    `lenses` are cameras at the origin with their priors; each is tried. The clearest marker is
    added first, as it tells better where the next one is; then it is looked at again. What fits
    no pose in the end is left out.
    """
    markers, missing = shape.markers, {0, 1, 2, 3} - hits.quads.keys()
    if markers is None or not hits.quads:
        return hits
    added: dict[int, list[F64]] = {}
    while poses := _poses(replace(hits, quads=hits.quads | added), shape, lenses):
        for place in added:
            added[place] = [look_at_marker(grey, poses[0], markers, place).quad]
        places = missing - added.keys()
        looks = [look_at_marker(grey, pose, markers, place) for pose in poses for place in places]
        best = max(looks, key=lambda look: look.correlation, default=None)
        if best is None or not best.is_marker:
            return replace(hits, quads=hits.quads | added)
        added[best.place] = [best.quad]
    return hits


def _poses(
    hits: MarkerHits, shape: BoardShape, lenses: Sequence[tuple[Pose, ParamPriors]]
) -> list[Pose]:
    """Return the poses that fit the markers by any lens, best first."""
    ways = [poses_from_markers(hits, shape, lens, priors=priors) for lens, priors in lenses]
    every = sorted((way for found in ways for way in found), key=lambda way: way.error)
    return [way.pose for way in every]


def look_at_marker(grey: Image, pose: Pose, markers: Markers, place: int) -> MarkerLook:
    """Return where marker `place` is seen best near where `pose` has it."""
    (x, y), half = markers.centres[place], markers.size / 2 + REACH
    flat = Flat(x - half, y - half, x + half, y + half, SCALE)
    view = flat.of(grey, pose, z=markers.height)
    printed = marker_picture(markers.first_id + place, round(markers.size * SCALE))
    like = np.asarray(cv2.matchTemplate(view, printed, cv2.TM_CCOEFF_NORMED))
    row, column = np.unravel_index(int(np.argmax(like)), like.shape)
    side = len(printed)
    seen = view[row : row + side, column : column + side]
    middle = (flat.x0 + (column + side / 2) / SCALE, flat.y1 - (row + side / 2) / SCALE)
    quad = pose.project(marker_corners(middle, markers))
    is_there = bool(np.isfinite(quad).all()) and float(seen.std()) > LEAST_SPREAD
    return MarkerLook(place, float(like[row, column]) if is_there else 0.0, quad)
