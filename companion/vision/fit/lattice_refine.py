"""The lattice of holes, studs and heads: a rough pose becomes an exact one.

Every round feature of known radius is looked for in a top view at its own height, near where it
should be (`ring_filter`, `peak_fit`); the centres found are observations that the camera is fitted
to (`camera_fit`). A few stages, each with a narrower look: an active shape model (Cootes 1995)
whose shape is the rigid board.
"""

from dataclasses import dataclass, replace

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.ground_seams import Seams, seams_of, shifts_across
from companion.vision.fit.peak_fit import consensus_shift, pool_neighbours, subpixel_peaks
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust
from companion.vision.geometry.pose import Pose
from companion.vision.score.board_crop import CROP_RIM, FINEST, crop_to_lab
from companion.vision.score.round_features import MOST_CONFIDENCE, Feature, features_of
from companion.vision.score.top_view import TopView, top_view

__all__ = ["MARKED", "NEAR", "ROUGH", "Fit", "refine"]


# stages of refinement: mm looked at around each feature, and pitches over which neighbours are
# pooled: guesses
NEAR = ((1.8, 0.0), (1.0, 0.0), (0.7, 0.0))
ROUGH = ((2.5, 1.0), *NEAR)
MARKED = ((1.8, 0.0), (0.7, 0.0))  # the same where markers are near: guesses
# pixels a mm of the top views: coarser loses bores of 1.5 mm
COARSEST = 1.5
# a wide look is coarser: pixels to each side; a guess
LOOK_STEPS = 4.0
# mm, 1 sigma, of the centre of a good ring, and of a clear seam across itself: guesses
RING_SIGMA, SEAM_SIGMA = 0.3, 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A refined pose with the board's `stretch`; `here` sees `part` of the picture, in Lab."""

    pose: Pose
    stretch: float
    part: Image
    here: Pose


def refine(
    image: Image,
    shape: BoardShape,
    pose: Pose,
    *,
    anchors: Observations | None = None,
    priors: ParamPriors | None = None,
    stages: tuple[tuple[float, float], ...] = NEAR,
) -> Fit:
    """Return `pose` moved until the features of `shape` lie on what `image` (BGR) shows.

    `anchors` are points that are known roughly (markers, clicks).
    """
    priors = priors or ParamPriors(stretch=shape.tolerance)
    features = features_of(shape)
    small, now = crop_to_lab(image, shape, pose)
    if anchors is not None:
        anchors = _carried(anchors, pose, now)
    home, stretch = now, 1.0
    for reach, spread in stages:
        apart = spread * shape.hole_pitch
        seen = observe_features(
            small, shape, now, features, reach=reach, spread=apart, stretch=stretch
        )
        if anchors is not None:
            seen = seen + anchors
        cut = max(2.0, reach / RING_SIGMA / 3)
        there, longer = adjust(now, seen, priors=priors, prior=home, stretch=stretch, cut=cut)
        if not there.looks_down_on(shape.heads()):
            break
        now, stretch = there, longer
    k = pose.k.copy()
    k[[0, 1], [0, 1]] *= now.k[0, 0] / home.k[0, 0]
    there = replace(pose, k=k, dist=now.dist, r=now.r, t=now.t)
    if _strayed(shape, home, now):
        small, now = crop_to_lab(image, shape, there)
    return Fit(there, stretch, small, now)


def _strayed(shape: BoardShape, before: Pose, now: Pose) -> bool:
    """Return whether a board lies so far from where it was that its crop may be too narrow."""
    points = shape.outline_points()
    far = np.linalg.norm(now.project(points) - before.project(points), axis=1)
    return not bool((far < CROP_RIM / 2 * before.px_per_mm(points)).all())


def _carried(seen: Observations, whole: Pose, part: Pose) -> Observations:
    """Return observations of the whole picture in the pixels of a part of it."""
    scale = np.array([part.k[0, 0] / whole.k[0, 0], part.k[1, 1] / whole.k[1, 1]])
    pixels = (seen.pixels - whole.k[:2, 2]) * scale + part.k[:2, 2]
    return Observations(seen.points, pixels, seen.sigma * scale[0], seen.across)


def observe_features(
    lab: Image,
    shape: BoardShape,
    pose: Pose,
    features: tuple[Feature, ...],
    *,
    reach: float,
    spread: float = 0.0,
    stretch: float = 1.0,
) -> Observations:
    """Return where each feature is seen within `reach` mm of its place.

    With `spread` (mm) neighbours are pooled, without it seams of the ground are looked for too.
    """
    points = np.concatenate([f.points for f in features])
    seams = None if spread else seams_of(shape)
    view = _view(lab, shape, pose, features, reach, stretch)
    places = [view.places(f.points * (1.0, stretch, 1.0)) for f in features]
    fits = [_ring_confidences(view, f, p, reach) for f, p in zip(features, places, strict=True)]
    centre, exact = np.zeros(2), RING_SIGMA
    if spread:
        centre = consensus_shift(fits)
        fits = pool_neighbours(fits, points[:, :2], spread=spread)
        exact *= 2
    offset, height = subpixel_peaks(np.concatenate(fits), centre)
    field = view.fields[0]
    there = field.snapped(np.concatenate(places)) + offset / field.flat.scale
    sigma = exact / np.clip(height, 1e-3, MOST_CONFIDENCE) * pose.px_per_mm(points)
    seen = Observations(points, view.pixels(there), sigma)
    return seen + _observe_seams(view, seams, reach=reach, stretch=stretch) if seams else seen


def _view(
    lab: Image,
    shape: BoardShape,
    pose: Pose,
    features: tuple[Feature, ...],
    reach: float,
    stretch: float,
) -> TopView:
    points = np.concatenate([f.points for f in features]) * (1.0, stretch, 1.0)
    rim = reach + max(f.radius for f in features) + 3.0
    fine = float(np.median(pose.px_per_mm(shape.corners())))
    scale = float(np.clip(min(fine, LOOK_STEPS / reach), COARSEST, FINEST))
    return top_view(lab, pose, points, level=shape.head.edge, rim=rim, scale=scale)


def _ring_confidences(view: TopView, feature: Feature, places: F64, reach: float) -> F64:
    """Return (N, 2m+1, 2m+1): ring confidences around each place, y up."""
    fields = view.fields[: feature.channels]
    rings = [field.rings(places, feature.radius, reach=reach) for field in fields]
    signed = feature.sign * rings[0] if feature.sign else np.max(np.abs(rings), axis=0)
    return feature.normalised(np.asarray(signed[:, ::-1], np.float64))


def _observe_seams(view: TopView, seams: Seams, *, reach: float, stretch: float) -> Observations:
    """Return the seams of the ground, each known across itself only."""
    points = np.c_[seams.spots, np.zeros(len(seams.spots))]
    spots = view.places(points * (1.0, stretch, 1.0))
    shift, clear = shifts_across(view.fields[0], Seams(spots, seams.across), reach=reach)
    there = spots + shift[:, None] * seams.across
    pixels = view.pixels(there)
    ahead = view.pixels(there + seams.across * 0.1) - pixels
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    sigma = SEAM_SIGMA * view.pose.px_per_mm(points) / np.clip(clear - 0.3, 1e-3, 1.0)
    return Observations(points, pixels, sigma, ahead)
