"""A find is proven on the picture itself: the board where it was found looks like the empty board.

A lattice is its own mirror image, and nearly the same a step further or turned: what tells is all
that is no lattice, the rim, the code, the key places, what is printed on the board. Where the empty
board is known, a find must look more like it than like its mirror image, and not less than a step
further or end for end. Measured on the true poses of the first labelled set and nine rendered
rooms (24 boards, seen straight and mirrored): the mirror image never looked as like as the board
itself, by 0.01 at least; a step further looked more like it by 0.01 at most.
"""

import cv2
import numpy as np

from companion.errors import BoardNotFound, MirroredPicture
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import BoardFit
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose
from companion.vision.locate.markers import detect_markers
from companion.vision.match.empty_match import compare_with_empty, mirror_similarity

__all__ = ["check_find", "check_mirrored_markers"]

# by how much a step further may look more like the empty board than the place found
NO_BETTER = 0.02
# a board in new light, full of pegs, looks like its empty self by 0.2 at least; by chance by 0.1;
# measured as said above
LEAST_LIKENESS = 0.1
# by how much another place, or the mirror image, must look more like the empty board than a place
# that was clicked. At right clicks on the first set others looked more like it by 0.02 at most
CLEARLY = 0.05
# so many markers that can be read only in a mirror are no chance; a guess
MIRRORED_MARKERS = 2


def check_find(image: Image, found: BoardFit, empty: tuple[Image, Pose] | None) -> BoardFit:
    """Return `found`, held against the picture of the `empty` board if that is known.

    Raises BoardNotFound when the picture is mirrored, or the board lies elsewhere.
    """
    if empty is None:
        return found
    like = compare_with_empty(image, found.shape, found.pose, *empty)
    mirrored = mirror_similarity(image, found.shape, found.pose, *empty)
    if found.how == "corners":
        # a person pointed there: only what speaks clearly against it counts
        is_mirrored, is_elsewhere = (
            other > like.here + CLEARLY for other in (mirrored, like.elsewhere)
        )
    else:
        is_mirrored = mirrored > max(like.here, LEAST_LIKENESS)
        is_elsewhere = like.here < max(LEAST_LIKENESS, like.elsewhere - NO_BETTER)
    if is_mirrored:
        raise _mirrored()
    if is_elsewhere:
        raise BoardNotFound(
            _("There is something like the board, but it does not look like the empty one."),
            hint=_("Take off what lies on it, or calibrate again."),
        )
    return found


def check_mirrored_markers(image: Image, shape: BoardShape) -> None:
    """Raise BoardNotFound when the board's markers can be read only in a mirror."""
    if shape.markers is None:
        return
    grey = np.asarray(cv2.cvtColor(image[:, ::-1], cv2.COLOR_BGR2GRAY), np.uint8)
    if len(detect_markers(grey, first_id=shape.markers.first_id).quads) >= MIRRORED_MARKERS:
        raise _mirrored()


def _mirrored() -> MirroredPicture:
    return MirroredPicture(
        _("The picture is mirrored."),
        hint=_("Switch mirroring off in the camera's app: it is often called selfie view."),
    )
