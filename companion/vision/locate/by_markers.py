"""The board held by its printed markers: by enough of them, by few, or by a single one.

The corners of markers are robust anchors of the camera, which is refined on the lattice of places.
Where they are few, and the lens is not known, the lattice tells which lens took the picture.
"""

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import WIDE_LENS_GAIN, BoardFit, min_score, refine_all
from companion.vision.fit.lattice_refine import MARKED, NEAR
from companion.vision.locate.ambiguity import SURE_LIKENESS
from companion.vision.locate.markers import ENOUGH_MARKERS, poses_from_markers
from companion.vision.locate.rivals import likeness
from companion.vision.locate.search import Search
from companion.vision.locate.slid import clearest_slide

__all__ = ["find_by_markers", "least_held"]

# least scores where markers or clicks hold it, on bores and on studs: such as are not where the
# board has them pull it to where it scores 0.28 to 0.42; where they are right it had 0.84 and 0.47
# or more; chosen between, on the first set
HELD_BORES, HELD_STUDS = 0.6, 0.43
# the same on ground of two colours: places beside the right one had up to 1.8, right ones 0.92 and
# more; chosen on the first set
HELD_GROUND = 0.8
# the same where one or two markers hold it: a guess
HELD_BY_FEW = 0.55
# what part of the markers' error another lens must leave to be tried: a guess
OTHER_LENS = 0.7
# their error with which a lens fits them so well that no other is tried: a guess
SAME_LENS = 0.2


def find_by_markers(search: Search) -> BoardFit | None:
    """Return the board by what markers are seen, None where they do not hold it."""
    image, shape, hits = search.image, search.shape, search.markers
    is_single = len(hits.quads) == 1 and search.known is None
    # a build on a card hides markers and may have slid: by one of them it was found a row aside
    if not hits.quads or (is_single and shape.hole.kind == "stud"):
        return None
    best = _best_lens(search)
    if best is None:
        return None
    least = least_held(shape)
    are_few = len(hits.quads) < ENOUGH_MARKERS
    if are_few:
        least = max(least, HELD_BY_FEW)
    # one marker says little of the plane: the picture itself must speak for the board
    is_held = best.score >= least and not is_single
    if is_held and search.known and best.score >= min_score(shape):
        # `find_check` still holds it against a step further; studs are faint, and say less
        if shape.hole.kind == "bore":
            return best
        if not are_few and likeness(image, best, search.known) >= SURE_LIKENESS:
            return best
    return clearest_slide(search, best, is_held=is_held)


def _best_lens(search: Search) -> BoardFit | None:
    """Return the board by its markers, with the first lens unless another fits far better.

    Enough markers tell the lens themselves; fewer fit any, and the board's own lattice tells.
    """
    hits, least, best = search.markers, np.inf, None
    are_enough = len(hits.quads) >= ENOUGH_MARKERS
    stages = MARKED if are_enough else NEAR
    is_told = are_enough or search.known is not None
    for camera, priors in search.lenses:
        ways = poses_from_markers(hits, search.shape, camera, priors=priors)
        if not ways or (is_told and ways[0].error > OTHER_LENS * least):
            continue
        least = ways[0].error
        starts = [(way.pose, way.anchors) for way in ways]
        found = refine_all(search.image, search.shape, starts, priors, "markers", stages)
        here = max(found, key=lambda f: f.score)
        if best is None or here.score > best.score * WIDE_LENS_GAIN:
            best = here
        if is_told and least < SAME_LENS:
            break
    return best


def least_held(shape: BoardShape) -> float:
    """Return the least score of a board that clicks or markers hold where they are."""
    if shape.ground:
        return HELD_GROUND
    return HELD_BORES if shape.hole.kind == "bore" else HELD_STUDS
