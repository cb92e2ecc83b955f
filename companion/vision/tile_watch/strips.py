"""Printed strips for pointing: a marker at each end, and fields between them on which pawns stand.

One has the numbers, for claims; another yes and no, for answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sightings.tiles import NO, YES
from companion.vision.geometry import opencv_compat
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tiles.table_view import DARK

__all__ = [
    "ANSWERS",
    "FIELD",
    "MARKERS",
    "MARKER_SIZE",
    "Strip",
    "field_at",
    "find_strips",
    "length",
]

# a field between them is left blank: a pawn that is seen aslant hides some of the next one
ANSWERS = (YES, "", NO)
# markers of a strip (left, right; of DICT_4X4_50, those of boards are 0-15), by what its fields
# say; chosen apart from them
MARKERS = {FACES: (40, 41), ANSWERS: (42, 43)}
# mm, the side of such a marker; chosen
MARKER_SIZE = 18.0
# mm of a field, across and deep; from a marker's inner side to the fields; chosen, as wide as a
# pawn's foot
FIELD, BESIDE = (16.0, 24.0), 6.0
# pixels a mm in which a strip is looked at; a guess
SCALE = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """Where a strip lies, and what its fields say, nothing those on which no pawn stands.

    `onto` brings its mm (x right from its left end, y down) into pixels.
    """

    onto: F64
    texts: tuple[str, ...] = FACES

    def fields(self, image: Image) -> F32:
        """Return (N, h, w) log light of the fields."""
        width = length(self.texts) * SCALE
        flat = np.diag([1 / SCALE, 1 / SCALE, 1.0])
        seen = cv2.warpPerspective(
            cv2.cvtColor(image, cv2.COLOR_BGR2GRAY),
            self.onto @ flat,
            (round(width), round(FIELD[1] * SCALE)),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        )
        light = np.log(seen.astype(np.float32) + np.float32(DARK))
        inner = 1.5
        return np.stack(
            [
                light[:, round((x + inner) * SCALE) : round((x + FIELD[0] - inner) * SCALE)]
                for x in (field_at(i) for i in range(len(self.texts)))
            ]
        )

    def leaning(self, pose: Pose) -> int:
        """Return to which next field a pawn's head is seen: 1 to the right one, -1 to the left."""
        middle = FIELD[1] / 2
        ends = _mapped(self.onto, np.array([(0.0, middle), (length(self.texts), middle)]))
        left, right = pose.on_plane(ends)[:, :2]
        ahead = (left + right) / 2 - pose.position[:2]
        return 1 if float(ahead @ (right - left)) > 0 else -1

    def hides(self, pixels: F64) -> bool:
        """Whether a pixel (2,) lies on the strip."""
        far = length(self.texts) + 2
        corners = np.array([(-2, -4), (far, -4), (far, 28), (-2, 28)])
        ring = _mapped(self.onto, corners).astype(np.float32)
        return cv2.pointPolygonTest(ring, (float(pixels[0]), float(pixels[1])), False) >= 0  # noqa: FBT003


def length(texts: Sequence[str]) -> float:
    """Return how long the strip with fields of these texts is, in mm."""
    return 2 * (MARKER_SIZE + BESIDE) + len(texts) * FIELD[0]


def field_at(i: int) -> float:
    """Return the left side of field `i`, in mm from the strip's left end."""
    return MARKER_SIZE + BESIDE + i * FIELD[0]


def find_strips(image: Image) -> tuple[Strip, ...]:
    """Return where strips lie in a BGR picture, those of which both markers are seen."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = dict(opencv_compat.markers(grey, tolerant=True))
    strips = [
        _strip(texts, np.concatenate([found[number] for number in markers]))
        for texts, markers in MARKERS.items()
        if set(markers) <= set(found)
    ]
    return tuple(strip for strip in strips if strip is not None)


def _strip(texts: tuple[str, ...], pixels: F64) -> Strip | None:
    """Return the strip whose markers' corners are at (8, 2) pixels."""
    top = (FIELD[1] - MARKER_SIZE) / 2
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * MARKER_SIZE + (0.0, top)
    other = square + np.array([length(texts) - MARKER_SIZE, 0.0])
    onto, _ = cv2.findHomography(np.concatenate([square, other]), pixels)
    return None if onto is None else Strip(np.asarray(onto, np.float64), texts)


def _mapped(onto: F64, points: F64) -> F64:
    mapped = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), onto)
    return np.asarray(mapped, np.float64).reshape(-1, 2)
