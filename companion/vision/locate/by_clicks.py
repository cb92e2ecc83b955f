"""The board held by four clicks on its outer places, and by what markers are in sight there.

The plane is first fitted to the lattice freely (`fit_near_corners`), which is exact but may slip to
a like place. So the clicks as they are, and the clicks with what markers are in sight, are refined
as well, as robust anchors of the camera; of what stays near the clicks the best is taken.
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
from companion.vision.fit.lattice_refine import NEAR, ROUGH
from companion.vision.fit.plane_fit import CLICK
from companion.vision.geometry.arrays import F64
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust
from companion.vision.geometry.opencv_compat import plane_poses
from companion.vision.geometry.pose import Pose
from companion.vision.locate.by_markers import find_by_markers, least_held
from companion.vision.locate.markers import ENOUGH_MARKERS, MarkerHits, marker_anchors
from companion.vision.locate.search import Search
from companion.vision.locate.slid import best_by_picture, slid_ways

__all__ = ["find_by_clicks", "is_at_clicks"]

# least score of a board at clicks. Right clicks had 0.53 and more on the first set, places beside
# the board up to 1.8: the score cannot tell, people can; chosen below those of the first set
LEAST_CLICKED = 0.25
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
    yield from (one for one in found if one.score >= least_held(shape))


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
