"""The board at four clicks: outer places that a person pointed at, some pixels off.

The plane first settles on the lattice freely (`settled_best`), which is exact but may slip to a
like place. So the clicks as they are, and the clicks with what markers are in sight, are looked
into as well, as robust anchors of the camera; of what stays near the clicks the best is taken.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import BoardFit, fit_near_corners, refine_all
from companion.vision.fit.lattice_refine import NEAR, ROUGH
from companion.vision.fit.plane_fit import CLICK
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust
from companion.vision.geometry.opencv_compat import plane_poses
from companion.vision.geometry.pose import Pose
from companion.vision.locate.markers import MarkerHits, marker_anchors

__all__ = ["find_by_clicks", "least_anchored"]


# the least score of a board at clicks. Right clicks had 0.53 and more on the first set, places
# beside the board up to 1.8: the score cannot tell, people can
TOLD = 0.25
# held where markers or clicks are, on bores and on studs: such as are not where the board has them
# pull it to where it scores 0.28 to 0.42; where they are right it had 0.84 and 0.47 or more
HELD_BORES, HELD_STUDS = 0.6, 0.43
# on ground of two colours places beside the right one had up to 1.8, right ones 0.92 and more
HELD_GROUND = 0.8
# nobody clicks further off than this, pixels
STRAYED = 4 * CLICK


def find_by_clicks(
    image: Image,
    shape: BoardShape,
    corners: F64,
    cameras: list[Pose],
    priors: ParamPriors,
    seen: MarkerHits,
) -> BoardFit | None:
    """Return the best find near `corners` (4, 2) pixels; None where nothing is like the board.

    `cameras` have the lenses to try, the usual one first; `seen` are markers in the picture.
    """
    candidates = _candidates(image, shape, corners, cameras, priors, seen)
    near = (found for found in candidates if _strayed(found, corners) <= STRAYED)
    return max(near, key=lambda found: found.score, default=None)


def _candidates(
    image: Image,
    shape: BoardShape,
    corners: F64,
    cameras: list[Pose],
    priors: ParamPriors,
    seen: MarkerHits,
) -> Iterator[BoardFit]:
    settled = fit_near_corners(image, shape, corners, cameras, priors, "corners", CLICK)
    is_like = settled is not None and settled.score >= TOLD
    if settled and is_like:
        yield settled
    clicks = Observations(shape.corners(), corners, np.full(4, CLICK))
    priors = replace(priors, stretch=shape.tolerance)
    with_markers = _with_markers(clicks, shape, seen)
    if with_markers is not clicks:
        found = refine_all(
            image,
            shape,
            _starts(with_markers, clicks, cameras[:1], priors),
            priors,
            "corners",
            NEAR,
        )
    elif settled is None or not is_like or _strayed(settled, corners) > STRAYED:
        found = refine_all(
            image, shape, _starts(clicks, clicks, cameras, priors), priors, "corners", ROUGH
        )
    else:
        return
    yield from (one for one in found if one.score >= least_anchored(shape))


def least_anchored(shape: BoardShape) -> float:
    """Return the least score of a board that clicks or markers hold where they are."""
    if shape.ground:
        return HELD_GROUND
    return HELD_BORES if shape.hole.kind == "bore" else HELD_STUDS


def _with_markers(clicks: Observations, shape: BoardShape, seen: MarkerHits) -> Observations:
    """Return the clicks with the corners of those markers that are seen once."""
    quads = {place: quads[0] for place, quads in seen.quads.items() if len(quads) == 1}
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
            yield adjust(start, anchors, priors=priors, prior=start)[0], anchors


def _strayed(found: BoardFit, corners: F64) -> float:
    """Return how far the outer places lie from the clicks, at most, in pixels."""
    there = found.pose.project(found.shape.corners())
    return float(np.nan_to_num(np.linalg.norm(there - corners, axis=1), nan=1e6).max())
