"""One picture in which a board is looked for, with all that is known beforehand, as a value."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from companion.i18n import N_, _
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import ParamPriors
from companion.vision.geometry.lens_priors import (
    GUESSED_LENS,
    KNOWN_LENS,
    WIDEST_LENS,
    Lens,
    camera_like,
    guess_cameras,
)
from companion.vision.geometry.pose import Pose
from companion.vision.locate.marker_search import add_missed
from companion.vision.locate.markers import ENOUGH_MARKERS, MarkerHits, detect_markers
from companion.vision.match.outer_places import outer_places

__all__ = ["BY_HAND", "Search"]

BY_HAND = N_(
    "Give the four outer holes by hand (corners), or stick the printed markers on the board."
)


@dataclass(frozen=True, eq=False)
class Search:
    """A BGR `image` (h, w, 3) in which `shape` is looked for; None is what is not known.

    `corners` (4, 2) are pixels of the outer places TL, TR, BR, BL as the breaker sees them; `last`
    is where it was a moment ago; `empty` the picture of the empty board with its pose, `proof` the
    same where the board is not to be looked for by it; `lens` a calibrated lens.
    """

    image: Image
    shape: BoardShape
    corners: F64 | None = None
    last: Pose | None = None
    empty: tuple[Image, Pose] | None = None
    lens: Lens | None = None
    proof: tuple[Image, Pose] | None = None

    @property
    def known(self) -> tuple[Image, Pose] | None:
        """The picture of the empty board that a find is held against, if there is one."""
        return self.proof or self.empty

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return self.image.shape[1], self.image.shape[0]

    @cached_property
    def cameras(self) -> list[Pose]:
        """Cameras at the origin with the lenses to try, the usual one first."""
        return guess_cameras(self.size, self.lens)

    @cached_property
    def lab(self) -> Image:
        """The picture in CIELAB, (h, w, 3) as OpenCV stores it."""
        return np.asarray(cv2.cvtColor(self.image, cv2.COLOR_BGR2LAB), np.uint8)

    @property
    def priors(self) -> ParamPriors:
        """How far the lens, and the board's stretch, may be off."""
        return replace(KNOWN_LENS if self.lens else GUESSED_LENS, stretch=self.shape.tolerance)

    @cached_property
    def outer_places(self) -> list[F64]:
        """Where a net sees the board's outer places, (4, 2) each, likeliest first."""
        return outer_places(self.image, self.shape, self.cameras[0])

    @cached_property
    def markers(self) -> MarkerHits:
        """The markers that are seen; where those are few, also such as the detector misses."""
        if self.shape.markers is None:
            return MarkerHits({})
        grey = np.asarray(cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY), np.uint8)
        hits = detect_markers(grey, first_id=self.shape.markers.first_id)
        are_enough = len(hits.quads) >= ENOUGH_MARKERS
        return hits if are_enough else add_missed(grey, hits, self.shape, self.lenses)

    @property
    def lenses(self) -> list[tuple[Pose, ParamPriors]]:
        """The cameras to try where four points and more are known exactly, and what may be off.

        First the camera that took the picture of the empty board, then such as are usual.
        """
        if self.lens:
            return [(self.cameras[0], self.priors)]
        cameras = [*self.cameras, *guess_cameras(self.size, None, (WIDEST_LENS,))]
        usual = [(camera, self.priors) for camera in cameras]
        if self.known is None:
            return usual
        fitted = replace(KNOWN_LENS, stretch=self.shape.tolerance)
        return [(camera_like(self.known[1], self.size), fitted), *usual]

    def marker_words(self) -> str:
        """Return what the markers say of a board that was not found, for a sentence's end."""
        hits = self.markers
        if hits.doubled:
            first = self.shape.markers.first_id if self.shape.markers else 0
            return _(", and marker {number} is seen more than once").format(
                number=first + hits.doubled[0]
            )
        if hits.quads:
            return _("; of its markers {count} are seen, and they do not fit it").format(
                count=len(hits.quads)
            )
        if hits.foreign:
            return _("; marker {number} is of another board").format(number=hits.foreign[0])
        return ""
