"""The board again, in a picture like an earlier one: where it was a moment ago, or when empty."""

import numpy as np

from companion.vision.fit.board_fit import (
    BoardFit,
    fit_near_corners,
    min_score,
    refine_all,
    refit_shifted,
    shifted_candidates,
)
from companion.vision.fit.lattice_refine import NEAR
from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.camera_fit import Observations
from companion.vision.geometry.lens_priors import KNOWN_LENS, camera_like
from companion.vision.geometry.pose import Pose
from companion.vision.locate.rivals import joint_score, likeness
from companion.vision.locate.search import Search
from companion.vision.match.empty_match import compare_with_empty
from companion.vision.match.empty_search import match_empty
from companion.vision.match.plane_orientation import likely_rotations

__all__ = ["find_by_empty_board", "find_near_last"]


# pixels, 1 sigma, of corners that were carried over from another picture: a guess
CARRIED_SIGMA = 8.0
# least score of a board that lies where it lay when empty, as a part of what is asked of others,
# and its least similarity: guesses
UNMOVED_PART, UNMOVED_SIMILARITY = 0.6, 0.12
# mm, 1 sigma, of a place that stayed where it was, and how far it may be off: guesses
KEPT_SIGMA, MOST_MOVED = 0.8, 2.0
# by how much the similarity to the empty board must be higher than a step further: where it lay,
# and elsewhere: guesses
UNMOVED_MARGIN, CLEAR_MARGIN = -0.02, 0.02
# how the board may be turned, and at how many places it is looked for, of the likeliest: guesses
MOST_TURNS, MOST_PLACES = 2, 3
# how often a board is refitted some steps further: a guess
MOST_SHIFTS = 3


def find_near_last(search: Search) -> BoardFit | None:
    """Return the board if it is where it was a moment ago.

    A push by half a pitch puts the lattice on itself: with the picture of the empty board known,
    only what looks more like it than it would a step further is believed.
    """
    last = search.last
    found = last and _near(search, last.project(search.shape.corners()), last, "last place")
    if not found:
        return None
    best = max(shifted_candidates(search.image, found, KNOWN_LENS), key=lambda f: f.score)
    if search.empty is not None:
        return _best_by_similarity(search.image, best, search.empty)
    return best if best.score >= min_score(search.shape) else None


def find_by_empty_board(search: Search) -> BoardFit | None:
    """Return the board where it lay in the picture of the empty board, or where it looks like it.

    Only what looks more like the empty board than it would a step further is believed.
    """
    empty = search.empty
    if empty is None:
        return None
    found = _unmoved(search, empty)
    if found:
        return found
    camera = camera_like(empty[1], search.size)
    turns = likely_rotations(search.image, camera, count=MOST_TURNS)
    places = match_empty(search.image, search.shape, empty, camera, turns, count=MOST_PLACES)
    near = (_near(search, spots, empty[1], "empty board") for spots in places)
    ways = [_best_by_similarity(search.image, fit, empty) for fit in near if fit]
    return max(filter(None, ways), key=lambda way: _joint(search.image, way, empty), default=None)


def _joint(image: Image, found: BoardFit, empty: tuple[Image, Pose]) -> float:
    return joint_score(image, found, likeness(image, found, empty))


def _unmoved(search: Search, empty: tuple[Image, Pose]) -> BoardFit | None:
    """Return the board if it did not move before a still camera: hidden places keep their place."""
    image, shape, home = search.image, search.shape, empty[1].resized(search.size)
    points = shape.holes()
    anchors = Observations(points, home.project(points), KEPT_SIGMA * home.px_per_mm(points))
    found = refine_all(image, shape, [(home, anchors)], KNOWN_LENS, "empty board", NEAR)[0]
    if found.score < UNMOVED_PART * min_score(shape) or _off(found, anchors.pixels) > MOST_MOVED:
        return None
    like = compare_with_empty(image, found.shape, found.pose, *empty)
    return found if like.here >= max(UNMOVED_SIMILARITY, like.elsewhere + UNMOVED_MARGIN) else None


def _near(search: Search, spots: F64, camera: Pose, how: str) -> BoardFit | None:
    """Return the best fit near `spots` (4, 2), where the corners should be for the same camera."""
    w, h = search.size
    if not np.isfinite(spots).all():
        return None
    if (spots < (-w / 4, -h / 4)).any() or (spots > (1.25 * w, 1.25 * h)).any():
        return None
    cameras = [camera_like(camera, (w, h))]
    return fit_near_corners(
        search.image, search.shape, spots, cameras, KNOWN_LENS, how, CARRIED_SIGMA
    )


def _off(found: BoardFit, spots: F64) -> float:
    """Return how far the places lie from `spots`, at most, in mm."""
    points = found.shape.holes()
    distance = np.linalg.norm(found.pose.project(points) - spots, axis=1)
    return float(np.nan_to_num(distance / found.pose.px_per_mm(points), nan=1e6).max())


def _best_by_similarity(
    image: Image, found: BoardFit, empty: tuple[Image, Pose]
) -> BoardFit | None:
    """Return a fit shifted to where it looks most like the empty board; None if nowhere."""
    for _ in range(MOST_SHIFTS):
        like = compare_with_empty(image, found.shape, found.pose, *empty)
        if like.here >= like.elsewhere + CLEAR_MARGIN:
            return found if found.score >= min_score(found.shape) else None
        if like.turned:
            return None
        further = refit_shifted(image, found, KNOWN_LENS, like.shift)
        if not further:
            return None
        found = max(further, key=lambda f: f.score)
    return None
