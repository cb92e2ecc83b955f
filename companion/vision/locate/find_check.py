"""A find is proven on the picture itself: its lattice is there, and it looks like the empty board.

In every part of the board the holes, studs and heads must be where the find has them
(`fit.lattice_proof`). A lattice is its own mirror image, and nearly the same a step further or
turned: what tells is all that is no lattice, the rim, the code, the key places, what is printed on
the board. Where the empty board is known, a find that does not look much more like it than a step
further, end for end or mirrored is doubted, and refused only where the other way, refined too, has
the better joint score (`rivals`). By likeness alone 3 of 98 right finds of the first labelled set
were refused.
"""

import cv2
import numpy as np

from companion.errors import BoardNotFound, MirroredPicture
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.checks.picture_fault import PictureFault
from companion.vision.fit.board_fit import BoardFit, min_score
from companion.vision.fit.lattice_proof import is_on_lattice
from companion.vision.geometry.arrays import Image
from companion.vision.locate.by_clicks import is_at_clicks
from companion.vision.locate.markers import detect_markers
from companion.vision.locate.rivals import (
    LIKENESS_WEIGHT,
    are_apart,
    elsewhere_start,
    joint_score,
    mirrored_start,
    rivals_at,
)
from companion.vision.locate.search import Search
from companion.vision.match.empty_match import (
    EmptySimilarity,
    compare_with_empty,
    mirror_similarity,
)

__all__ = ["check_find", "check_lattice", "check_mirrored_markers"]

# what looks less like the empty board than this does so by chance, unless it fits the better: a
# board in new light, full of pegs, looks like its empty self by 0.16 at least; chosen between
LEAST_LIKENESS = 0.1
# by how much less another way may look like the empty board and still raise a doubt: a guess
DOUBTED = 0.05
# by how much the joint score of another way must be higher: at all, and than that of what a person
# clicked or of what is given out instead. That of the right way was higher by 0.12 at least;
# chosen under that
BETTER, CLEARLY = 0.05, 0.12
# by how much more like the empty board a picture must look once red and blue are exchanged in it
# for them to be swapped. At the true places of 56 pictures of 28 rendered rooms it was 0.02 at
# most, of one each in strong casts 0.07; swapped, 49 of the 56 had more than 0.1, the others are of
# four rooms with hardly a colour
LIKER_SWAPPED = 0.1
# so many markers that can be read only in a mirror are no chance; a guess
MIRRORED_MARKERS = 2


def check_find(search: Search, found: BoardFit) -> BoardFit:
    """Return `found`, or a better one, held against the picture of the empty board if known.

    Near corners that were clicked nothing is asked of a find but that no other is clearly better.
    Where markers were read nothing is mirrored. Raises BoardNotFound when the picture is mirrored,
    red and blue are swapped in it, or the board lies elsewhere.
    """
    if search.known is None:
        return found
    image, empty, is_clicked = search.image, search.known, search.corners is not None
    like = compare_with_empty(image, found.shape, found.pose, *empty)
    _refuse_swapped(search, found, like)
    mirror = None
    if not search.markers.quads:
        mirror = mirror_similarity(image, found.shape, found.pose, *empty)
    gain, doubt = 0.0, like.here - DOUBTED
    is_doubted, is_mirror_like = like.elsewhere > doubt, mirror and mirror.likeness > doubt
    if is_doubted or is_mirror_like:
        starts = [(image, elsewhere_start(found, like))] if is_doubted else []
        if mirror and is_mirror_like:
            starts.append((np.ascontiguousarray(image[:, ::-1]), mirrored_start(found, mirror)))
        rivals = rivals_at(found, starts, empty)
        score = joint_score(image, found, like.here)
        other, other_score = rivals[0] if is_doubted else (found, score)
        margin = CLEARLY if is_clicked else BETTER
        if is_mirror_like and rivals[-1][1] > max(score, other_score) + margin:
            raise _mirrored()
        gain = other_score - score
        if _is_better(found, other, gain) and is_at_clicks(other, search.corners):
            return other
        gain -= margin
    if gain > 0 or (not is_clicked and _is_unlike(found, like.here)):
        raise BoardNotFound(
            _("There is something like the board, but it does not look like the empty one."),
            hint=_("Take off what lies on it, or calibrate again."),
        )
    return found


def _refuse_swapped(search: Search, found: BoardFit, like: EmptySimilarity) -> None:
    """Raise UnfitPicture where the board looks like its empty self with red and blue exchanged.

    It is held against the empty board a step further too, for with other colours it may have been
    found elsewhere. A board without colours looks the same both ways.
    """
    assert search.known is not None
    exchanged = np.ascontiguousarray(search.image[..., ::-1])
    other = compare_with_empty(exchanged, found.shape, found.pose, *search.known)
    if max(other.here, other.elsewhere) > max(like.here, like.elsewhere) + LIKER_SWAPPED:
        raise PictureFault.SWAPPED.error


def _is_better(found: BoardFit, other: BoardFit, gain: float) -> bool:
    """Return whether `other` is to be taken instead, whose joint score is higher by `gain`.

    What lies on the same places, only better, is no other way. Where a build may have slid on its
    card of markers was looked at before.
    """
    if not are_apart(found, other):
        return gain > 0.0
    is_held = found.how == "markers" and found.shape.hole.kind == "stud"
    return gain > CLEARLY and not is_held


def check_lattice(search: Search, found: BoardFit, *, is_likely: bool = False) -> BoardFit:
    """Return `found`; raises BoardNotFound unless holes and heads are where it has them.

    `is_likely` says that something else speaks for it, corners of the search that a person does:
    then only what is clearly elsewhere counts.
    """
    is_clicked = search.corners is not None
    if not is_on_lattice(search.image, found, is_likely=is_likely, is_clicked=is_clicked):
        raise BoardNotFound(
            _("There is something like the board, but its holes are not where they should be."),
            hint=_("Take off what lies on it, press its markers flat, or give its four corners."),
        )
    return found


def _is_unlike(found: BoardFit, likeness: float) -> bool:
    """Return whether a board that nobody pointed at looks too little like its empty self."""
    short = LEAST_LIKENESS - likeness
    return found.score < min_score(found.shape) + LIKENESS_WEIGHT * short


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
