"""Four printed ArUco markers on a board: where they are seen, and the camera's pose from them.

Four ids clockwise from top left as the breaker sees the board: 0-3, or another set where several
boards lie before one camera.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from companion.vision.board.parts import Markers
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust
from companion.vision.geometry.opencv_compat import markers as printed_markers
from companion.vision.geometry.opencv_compat import plane_poses
from companion.vision.geometry.pose import Pose

__all__ = [
    "ENOUGH_MARKERS",
    "MarkerHits",
    "MarkerPose",
    "detect_markers",
    "marker_anchors",
    "marker_corners",
    "poses_from_markers",
]


# a picture is searched for markers at these widths, at the second, more tolerantly, if some are
# missing at the first: in 84 pictures of rendered rooms a look between the two finds three in no
# other
SEARCH_WIDTHS = (640, 1000)
# so many markers tell where the board is: a guess
ENOUGH_MARKERS = 3
# mm, 1 sigma, by which a marker is stuck on beside its place: a guess
STICKER_SIGMA = 1.0
# sigmas, in the mean, from which markers do not fit a pose: a guess
MOST_ERROR = 3.0
# at most so many choices among doubled markers are tried: a guess
MOST_COMBINATIONS = 16
# in half sides, in ArUco's order of corners (a convention)
MARKER_CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))


@dataclass(frozen=True, slots=True, eq=False)
class MarkerHits:
    """Markers of the board's set by their place 0-3, each with all quads (4, 2) that bear its id.

    `foreign` lists ids that are not of this set.
    """

    quads: dict[int, list[F64]]
    foreign: tuple[int, ...] = ()

    @property
    def doubled(self) -> tuple[int, ...]:
        """Places whose id is seen more than once."""
        return tuple(sorted(place for place, quads in self.quads.items() if len(quads) > 1))


@dataclass(frozen=True, slots=True, eq=False)
class MarkerPose:
    """A pose that fits some markers, their corners, and their mean `error`, 1 as stickers have."""

    pose: Pose
    anchors: Observations
    error: float


def detect_markers(
    grey: Image,
    *,
    first_id: int = 0,
    widths: tuple[int, int] = SEARCH_WIDTHS,
    enough: int = ENOUGH_MARKERS,
) -> MarkerHits:
    """Return the four markers from `first_id` on, more slowly while fewer than `enough` are seen.

    `widths` are those of the first look and of the others, in pixels.
    """
    found: list[tuple[int, F64]] = []
    for width, tolerant in zip(widths, (False, True), strict=True):
        small, ratio = _shrunk(grey, width)
        more = _in_full(printed_markers(small, tolerant=tolerant), ratio)
        # a finer look knows the corners better
        again = {name for name, _ in more}
        found = more + [(name, quad) for name, quad in found if name not in again]
        if len(_places(found, first_id)) >= enough:
            break
    quads: dict[int, list[F64]] = {}
    foreign = set()
    for name, quad in found:
        place = name - first_id
        if 0 <= place < 4:
            quads.setdefault(place, []).append(quad)
        else:
            foreign.add(name)
    return MarkerHits(quads, tuple(sorted(foreign)))


def _shrunk(grey: Image, width: int) -> tuple[Image, float]:
    if grey.shape[1] <= width:
        return grey, 1.0
    ratio = grey.shape[1] / width
    size = (width, max(1, round(grey.shape[0] / ratio)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA)), ratio


def _in_full(found: list[tuple[int, F64]], ratio: float) -> list[tuple[int, F64]]:
    return [(name, (quad + 0.5) * ratio - 0.5) for name, quad in found]


def _places(found: list[tuple[int, F64]], first_id: int) -> set[int]:
    return {name - first_id for name, _ in found} & {0, 1, 2, 3}


def poses_from_markers(
    seen: MarkerHits, shape: BoardShape, guess: Pose, *, priors: ParamPriors
) -> list[MarkerPose]:
    """Return poses that fit the markers, likeliest first, each with the markers that speak for it.

    `guess` gives the lens. Of doubled markers those that fit together are taken; a single marker
    may be seen in two ways. Empty when nothing fits.
    """
    if shape.markers is None or not seen.quads:
        return []
    places = sorted(seen.quads)
    ways = list(product(*(seen.quads[place] for place in places)))[:MOST_COMBINATIONS]
    fits = []
    for way in ways:
        quads = dict(zip(places, way, strict=True))
        anchors = marker_anchors(quads, shape.markers)
        for pose in _starts(anchors, guess):
            now, _ = adjust(pose, anchors, priors=priors, prior=guess)
            if not now.looks_down_on(anchors.points):
                continue
            error = np.linalg.norm(now.project(anchors.points) - anchors.pixels, axis=1)
            off = np.nan_to_num(error / anchors.sigma, nan=1e3)
            fits.append(MarkerPose(now, anchors, float(off.mean())))
    fits.sort(key=lambda fit: fit.error)
    keep = 1 if len(places) >= ENOUGH_MARKERS else 2
    return [fit for fit in fits if fit.error < MOST_ERROR][:keep]


def marker_anchors(quads: dict[int, F64], markers: Markers) -> Observations:
    """Return the corners of markers as points of the board, as exact as stickers are."""
    points = np.concatenate([marker_corners(markers.centres[p], markers) for p in quads])
    pixels = np.concatenate(list(quads.values()))
    sides = [np.linalg.norm(q - np.roll(q, 1, axis=0), axis=1).mean() for q in quads.values()]
    sigma = np.repeat([STICKER_SIGMA * side / markers.size for side in sides], 4)
    return Observations(points, pixels, sigma)


def marker_corners(centre: tuple[float, float], markers: Markers) -> F64:
    """Return (4, 3): the corners TL, TR, BR, BL on the board of a marker around `centre`, mm."""
    (x, y), half = centre, markers.size / 2
    return np.array([(x + half * u, y + half * v, markers.height) for u, v in MARKER_CORNERS])


def _starts(anchors: Observations, guess: Pose) -> list[Pose]:
    return [
        Pose(guess.k, guess.dist, r, t, guess.size)
        for r, t in plane_poses(anchors.points, anchors.pixels, guess.k, guess.dist)
    ]
