"""The lattice of holes, studs and heads: a rough pose becomes an exact one.

Every round feature of known radius is looked for in a top view at its own height, near where it
should be (`ring_filter`); the centres found are observations that the camera is fitted
to (`camera_fit`). A few stages, each with a narrower look: an active shape model (Cootes 1995)
whose shape is the rigid board. A faint ring alone is easily outdone by a shadow or a finger; but
offsets change slowly over a board, so at first each feature takes the Gaussian-weighted sum of all
ring fits around it.
"""

from dataclasses import dataclass, replace

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.ground_seams import Seams, seams_of, shifts_across
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust
from companion.vision.geometry.pose import Pose
from companion.vision.score.round_features import MOST_CONFIDENCE, Feature, features_of
from companion.vision.score.top_view import CROP_RIM, FINEST, TopView, crop_to_lab, top_view

__all__ = ["MARKED", "NEAR", "ROUGH", "Fit", "refine"]


# stages of refinement: mm looked at around each feature, and pitches over which neighbours are
# pooled: guesses
NEAR = ((1.8, 0.0), (1.0, 0.0), (0.7, 0.0))
ROUGH = ((2.5, 1.0), *NEAR)
MARKED = ((1.8, 0.0), (0.7, 0.0))  # the same where markers are near: guesses
# pixels a mm of the top views: coarser loses bores of 1.5 mm; a guess
COARSEST = 1.5
# a wide look is coarser: pixels to each side; a guess
LOOK_STEPS = 4.0
# a ring fit counts at most so much, where 1 is usual: a guess
MOST_FIT = 1.2
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
        centre = _consensus_shift(fits)
        fits = _pool_neighbours(fits, points[:, :2], spread=spread)
        exact *= 2
    offset, height = _subpixel_peaks(np.concatenate(fits), centre)
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


def _pool_neighbours(fits: list[F64], places: F64, *, spread: float) -> list[F64]:
    """Return fits (N, s, s) pooled over neighbours by a Gaussian of `spread` mm.

    `places` (sum of N, 2) are the features' places in mm, in the order of `fits`.
    """
    size = fits[0].shape[1]
    said = np.concatenate([np.clip(fit, 0, MOST_FIT) ** 2 for fit in fits])
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=-1)
    near = np.exp(-apart / (2 * spread**2))
    together = (near @ said.reshape(len(said), -1)).reshape(-1, size, size)
    together /= max(float(together.max()), 1e-9)
    return np.split(together, np.cumsum([len(fit) for fit in fits])[:-1])


def _consensus_shift(fits: list[F64]) -> F64:
    """Return the shift (x, y), in steps, with the largest sum of all features' squared fits."""
    total = np.sum([(np.clip(fit, 0, MOST_FIT) ** 2).sum(axis=0) for fit in fits], axis=0)
    ring = np.pad(total, 1)
    nine = [
        ring[1 + j : ring.shape[0] - 1 + j, 1 + i : ring.shape[1] - 1 + i]
        for i in (-1, 0, 1)
        for j in (-1, 0, 1)
    ]
    field = np.sum(nine, axis=0)
    y, x = np.unravel_index(int(np.argmax(field)), field.shape)
    m = field.shape[0] // 2
    return np.array([x - m, y - m], np.float64)


def _subpixel_peaks(fit: F64, centre: F64) -> tuple[F64, F64]:
    """Return each feature's peak offset (N, 2) in pixels, x right and y up, and its height (N,)."""
    n, size = fit.shape[:2]
    m = size // 2
    axis = np.arange(-m, m + 1)
    far = ((axis - centre[0]) ** 2)[None, :] + ((axis - centre[1]) ** 2)[:, None]
    best = np.argmax((fit - 0.5 * far / m**2).reshape(n, -1), axis=1)
    y, x = np.unravel_index(best, (size, size))
    each = np.arange(n)
    height = fit[each, y, x]
    dx = _parabola_peak(
        fit[each, y, np.maximum(x - 1, 0)], height, fit[each, y, np.minimum(x + 1, 2 * m)]
    )
    dy = _parabola_peak(
        fit[each, np.maximum(y - 1, 0), x], height, fit[each, np.minimum(y + 1, 2 * m), x]
    )
    return np.stack([x - m + dx, y - m + dy], axis=-1), height


def _parabola_peak(before: F64, top: F64, after: F64) -> F64:
    """Return where the parabola through three neighbours is highest, from -0.5 to 0.5."""
    bend = before - 2 * top + after
    safe = np.where(bend < -1e-6, bend, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * safe), -0.5, 0.5))
