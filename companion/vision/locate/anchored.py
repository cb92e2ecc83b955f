"""The board held by what is known of a few points: four clicks, and printed markers.

At clicks the plane is first fitted to the lattice freely (`fit_near_corners`), which is exact but
may slip to a like place. So the clicks as they are, and the clicks with what markers are in sight,
are refined as well, as robust anchors of the camera; of what stays near the clicks the best is
taken.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from companion.errors import BoardNotFound
from companion.i18n import _
from companion.vision.board.shape import BoardShape
from companion.vision.board.titles import said_title
from companion.vision.fit.board_fit import (
    WIDE_LENS_GAIN,
    BoardFit,
    fit_near_corners,
    min_score,
    refine_all,
)
from companion.vision.fit.homography_search import PATIENT
from companion.vision.fit.lattice_refine import MARKED, NEAR, ROUGH
from companion.vision.fit.plane_fit import CLICK
from companion.vision.geometry.arrays import F64
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust
from companion.vision.geometry.opencv_compat import plane_poses
from companion.vision.geometry.pose import Pose
from companion.vision.locate.ambiguity import SURE_LIKENESS
from companion.vision.locate.markers import (
    ENOUGH_MARKERS,
    MarkerHits,
    marker_anchors,
    poses_from_markers,
)
from companion.vision.locate.rivals import likeness
from companion.vision.locate.search import Search
from companion.vision.locate.slid import best_by_picture, clearest_slide, slid_ways

__all__ = ["find_by_clicks", "find_by_markers", "is_at_clicks"]


# least score of a board at clicks. Right clicks had 0.53 and more on the first set, places beside
# the board up to 1.8: the score cannot tell, people can; chosen below those of the first set
LEAST_CLICKED = 0.25
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
# pixels that nobody clicks further off than: a guess
MOST_OFF = 4 * CLICK


def find_by_clicks(search: Search) -> BoardFit:
    """Return the best fit near the four clicks; raises BoardNotFound where nothing is like it.

    Markers that lie there too are more exact than clicks. The camera that took the picture of the
    empty board is taken where the board fits far better by it than by a usual one.
    """
    best = _by_markers_at_clicks(search)
    if best:
        return best
    best = _best_at_clicks(search, search.cameras, search.priors)
    if search.known is not None:
        # that camera was fitted itself: where a usual one sees the board as well, it stays
        known, priors = search.lenses[0]
        other = _best_at_clicks(search, [known], priors)
        if other and (best is None or other.score > best.score * WIDE_LENS_GAIN):
            best = other
        if best and best.score >= min_score(search.shape):
            return best
    if best is None:
        raise BoardNotFound(
            _("At these four corners the picture does not look like '{board}'.").format(
                board=said_title(search.shape)
            ),
            hint=_("Click the outer holes again, or choose the board that is in the picture."),
        )
    others = [way for way in slid_ways(search, best) if is_at_clicks(way, search.corners)]
    return best_by_picture(search.image, best, others)


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
    least = _least_held(shape)
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


def _by_markers_at_clicks(search: Search) -> BoardFit | None:
    """Return the board by enough markers where that is at the clicks."""
    if len(search.markers.quads) < ENOUGH_MARKERS:
        return None
    try:
        found = find_by_markers(search)
    except BoardNotFound:
        return None
    at_clicks = found is not None and is_at_clicks(found, search.corners)
    return replace(found, how="corners") if found and at_clicks else None


def _best_at_clicks(search: Search, cameras: list[Pose], priors: ParamPriors) -> BoardFit | None:
    found = (f for f in _candidates(search, cameras, priors) if is_at_clicks(f, search.corners))
    return max(found, key=lambda f: f.score, default=None)


def _candidates(search: Search, cameras: list[Pose], priors: ParamPriors) -> Iterator[BoardFit]:
    image, shape, corners = search.image, search.shape, search.corners
    assert corners is not None
    fitted = fit_near_corners(image, shape, corners, cameras, priors, "corners", CLICK, PATIENT)
    is_like = fitted is not None and fitted.score >= LEAST_CLICKED
    if fitted and is_like:
        yield fitted
    clicks = Observations(shape.corners(), corners, np.full(4, CLICK))
    with_markers = _with_markers(clicks, shape, search.markers)
    if with_markers is not clicks:
        starts = _starts(with_markers, clicks, cameras, priors)
        found = refine_all(image, shape, starts, priors, "corners", NEAR)
    elif fitted is None or not is_like or not is_at_clicks(fitted, corners):
        starts = _starts(clicks, clicks, cameras, priors)
        found = refine_all(image, shape, starts, priors, "corners", ROUGH)
    else:
        return
    yield from (one for one in found if one.score >= _least_held(shape))


def _least_held(shape: BoardShape) -> float:
    """Return the least score of a board that clicks or markers hold where they are."""
    if shape.ground:
        return HELD_GROUND
    return HELD_BORES if shape.hole.kind == "bore" else HELD_STUDS


def _with_markers(clicks: Observations, shape: BoardShape, hits: MarkerHits) -> Observations:
    """Return the clicks with the corners of those markers that are seen once."""
    quads = {place: quads[0] for place, quads in hits.quads.items() if len(quads) == 1}
    if shape.markers is None or not quads:
        return clicks
    return clicks + marker_anchors(quads, shape.markers)


def _starts(
    anchors: Observations, clicks: Observations, cameras: Iterable[Pose], priors: ParamPriors
) -> Iterator[tuple[Pose, Observations]]:
    """Yield the cameras that see the clicked places where they were clicked."""
    for camera in cameras:
        for r, t in plane_poses(clicks.points, clicks.pixels, camera.k, camera.dist):
            start = replace(camera, r=r, t=t)
            pose = adjust(start, anchors, priors=priors, prior=start)[0]
            if pose.looks_down_on(clicks.points):
                yield pose, anchors


def is_at_clicks(found: BoardFit, corners: F64 | None) -> bool:
    """Return whether the outer places lie where they were clicked, if they were."""
    if corners is None:
        return True
    off = np.linalg.norm(found.pose.project(found.shape.corners()) - corners, axis=1)
    return bool(np.nan_to_num(off, nan=1e6).max() <= MOST_OFF)
