"""Pose hypotheses of a board in a picture with no help, scored.

First a net tells where its outer places are (`match.outer_places`), quickly. Where that leads to no
board, its own look does: one with bores is a lattice among spots; one of studs, which are
everywhere, is known by its borders.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.fit.board_fit import BoardFit, min_score
from companion.vision.fit.homography_search import (
    BRIEF,
    PATIENT,
    cross_entropy_search,
    smoothed_maps,
)
from companion.vision.fit.lattice_refine import ROUGH
from companion.vision.fit.plane_fit import FittedPlane, fit_plane, plane_pose
from companion.vision.geometry.arrays import F64
from companion.vision.geometry.pose import Pose
from companion.vision.locate.search import Search
from companion.vision.match.blobs import detect_blobs
from companion.vision.match.border_match import match_borders
from companion.vision.match.lattice_search import Lattice, find_lattices
from companion.vision.match.plane_orientation import likely_rotations
from companion.vision.score.score_maps import ScoreMaps, map_scores
from companion.vision.score.top_view import crop_to_lab

__all__ = ["by_look", "by_net", "ends_where_seen", "is_enough"]


# windows beside the fullest that are scored too, in columns and rows; how many are kept: guesses
SHIFT_COLS, SHIFT_ROWS, MOST_WINDOWS = 2, 4, 3
# how many windows are refined in all, and how much lower than the best their score may be: guesses
MOST_POLISHED, MOST_BEHIND = 8, 0.35
# pixels a mm in which windows are scored: a guess
WINDOW_SCALE = 1.4
# mm, 1 sigma, by which the lattice may have drifted at a corner: a guess
DRIFT_SIGMA = 1.5
# pitches, 1 sigma, by which an outer place that the net sees may be off: a guess
NET_SIGMA = 0.5
# the same where what it sees is refined as it is, and what is looked at around each feature then,
# as in `lattice_refine`: chosen on 36 pictures of 12 rendered builds
SEEN_SIGMA, WIDE = 0.3, ((5.0, 2.0), (3.5, 1.0), *ROUGH)
# least score of what lies near the outer places that a net sees, as it sees places of any board,
# and from which no other start is tried: of bores, of studs on two-coloured ground, of studs alone.
# On 34 rendered rooms other boards of bores had up to 1.02 there, drawn ones 1.18; a build drawn
# half a pitch off had 1.58
LEAST_BY_NET = (1.2, 1.7, 0.7)
# pitches by which the outer places of a fit may be off those that the net sees and still be the
# same, of bores and studs, and of studs on two-coloured ground, which are nearer together: of right
# fits of bores on ten of those rooms none was farther off than 1.02, of other boards that fit as
# well as a board must, 1.51 and more; of 25 right fits on ground 1.6, of wrong ones 3.29 and more
SAME_ENDS, SAME_ENDS_ON_GROUND = 1.2, 2.5
# rotations and matches that are tried by borders, and how exactly those tell a corner, mm: guesses
MOST_ROTATIONS, MOST_MATCHES, CORNER_SIGMA = 4, 6, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """A window of a lattice by whole steps, not yet looked into."""

    maps: ScoreMaps
    plane: Pose
    warp: F64
    score: float


def is_enough(search: Search, found: BoardFit) -> bool:
    """Return whether a good fit near the outer places that a net sees needs no other beside it.

    One that ends just where the net sees the board's ends need not fit so well: another lattice is
    seldom as long. Builds on two-coloured ground are seen less exactly.
    """
    is_good = not search.shape.ground and found.score >= min_score(search.shape)
    if is_good and ends_where_seen(search, found):
        return True
    return found.score >= _least_by_net(search.shape)


def ends_where_seen(search: Search, found: BoardFit) -> bool:
    """Return whether the outer places of a fit are those that a net sees."""
    ends = found.pose.project(found.shape.corners())
    pitch = found.shape.hole_pitch * float(np.median(found.pose.px_per_mm(found.shape.corners())))
    off = [np.linalg.norm(seen - ends, axis=1).max() for seen in search.outer_places]
    most = SAME_ENDS_ON_GROUND if found.shape.ground else SAME_ENDS
    return bool(min(off, default=np.inf) <= most * pitch)


def _least_by_net(shape: BoardShape) -> float:
    bores, ground, studs = LEAST_BY_NET
    return bores if shape.hole.kind == "bore" else ground if shape.ground else studs


def by_net(search: Search) -> Iterator[list[FittedPlane]]:
    """Yield hypotheses near the outer places that a net sees, best first.

    A lattice of bores is seen as well some steps further or end for end: near each four places
    those are tried too. Builds are told apart by more than a lattice, all hypotheses at once: as
    the net sees them, which is quick, then fitted.
    """
    shape = search.shape
    planes = (plane for seen in search.outer_places if (plane := _fitted(search, seen)))
    if shape.hole.kind != "bore":
        yield [way for seen in search.outer_places for way in _as_seen(search, seen)]
        yield _best_first(list(planes))
        return
    for fitted in planes:
        windows = _windows(search, fitted.plane.project(shape.corners()))
        yield _best_first(_polished_best(shape, [windows]))


def _fitted(search: Search, corners: F64) -> FittedPlane | None:
    """Return the plane near the outer places (4, 2) that a net sees."""
    image, shape, guess = search.image, search.shape, search.cameras[0]
    plane = plane_pose(shape.corners(), corners, guess)
    if plane is None:
        return None
    sigma = NET_SIGMA * shape.hole_pitch * float(np.median(plane.px_per_mm(shape.corners())))
    enough = _least_by_net(shape)
    return fit_plane(image, shape, corners, guess, sigma=sigma, budgets=PATIENT, enough=enough)


def _as_seen(search: Search, corners: F64) -> list[FittedPlane]:
    """Return the outer places (4, 2) that a net sees as hypotheses, to be refined in two ways."""
    shape = search.shape
    plane = plane_pose(shape.corners(), corners, search.cameras[0])
    if plane is None:
        return []
    # all places follow from four, so that each tells as much less
    sigma = SEEN_SIGMA * shape.hole_pitch * (shape.rows * shape.cols / 4) ** 0.5
    return [FittedPlane(plane, 0.0, sigma, stages) for stages in (ROUGH, WIDE)]


def by_look(search: Search) -> list[FittedPlane]:
    """Return hypotheses by what the board's own look tells, best first."""
    found = _by_spots if search.shape.hole.kind == "bore" else _by_borders
    return _best_first(found(search))


def _best_first(found: list[FittedPlane]) -> list[FittedPlane]:
    return sorted(found, key=lambda plane: -plane.score)


def _by_spots(search: Search) -> list[FittedPlane]:
    shape = search.shape
    lattices = find_lattices(detect_blobs(search.image), shape, search.size)
    return _polished_best(shape, [_windows(search, _corners(shape, one)) for one in lattices])


def _polished_best(shape: BoardShape, found: list[list[_Window]]) -> list[FittedPlane]:
    """Return the best windows of all lattices, each warped a little to its best score."""
    score = sorted((way.score for ways in found for way in ways), reverse=True)[:MOST_POLISHED]
    least = max(score[0] - MOST_BEHIND, score[-1]) if score else 0.0
    hypotheses = []
    for ways in found:
        good = [way for way in ways if way.score >= least]
        smoothed = smoothed_maps(good[0].maps, BRIEF) if good else []
        hypotheses += [
            hypothesis for way in good if (hypothesis := _polished(shape, way, smoothed))
        ]
    return hypotheses


def _by_borders(search: Search) -> list[FittedPlane]:
    image, shape, guess = search.image, search.shape, search.cameras[0]
    turns = likely_rotations(image, guess, count=MOST_ROTATIONS)
    found = []
    for way in match_borders(search.lab, shape, guess, turns, count=MOST_MATCHES):
        plane = plane_pose(shape.corners(), way.corners, guess)
        if plane is None:
            continue
        rough = CORNER_SIGMA * float(np.median(plane.px_per_mm(shape.corners())))
        there = fit_plane(image, shape, way.corners, guess, sigma=rough, budgets=(BRIEF,))
        if there:
            found.append(there)
    return found


def _windows(search: Search, corners: F64) -> list[_Window]:
    """Return the best windows of one lattice, whose outer places are (4, 2), for each end."""
    shape = search.shape
    plane = plane_pose(shape.corners(), corners, search.cameras[0])
    if plane is None:
        return []
    rim = shape.row_pitch * SHIFT_ROWS + 3.0
    lab, now = crop_to_lab(search.image, shape, plane, rim=2 * rim)
    maps = map_scores(lab, shape, now, margin=rim, turned=True, scale=WINDOW_SCALE)
    smooth = maps.blurred(BRIEF.smooth[0])
    found = []
    for warps in _warps(shape):
        score = smooth.score(warps)
        found += [
            _Window(maps, plane, warps[top], float(score[top]))
            for top in np.argsort(-score)[:MOST_WINDOWS]
        ]
    return found


def _polished(shape: BoardShape, way: _Window, smoothed: list[ScoreMaps]) -> FittedPlane | None:
    """Return the window with its plane warped a little to the best score."""
    corners = shape.corners()[:, :2]
    warp, score = cross_entropy_search(
        way.maps, corners, sigma=DRIFT_SIGMA, base=way.warp, budget=BRIEF, smoothed=smoothed
    )
    moved = np.c_[corners, np.ones(4)] @ warp.T
    pixels = way.plane.project(np.c_[moved[:, :2] / moved[:, 2:], np.zeros(4)])
    if not np.isfinite(pixels).all():
        return None
    plane = plane_pose(shape.corners(), pixels, way.plane)
    return None if plane is None else FittedPlane(plane, score)


def _corners(shape: BoardShape, lattice: Lattice) -> F64:
    """Return the pixels (4, 2) of the outer places TL, TR, BR, BL of the fullest window."""
    x, y = lattice.window
    right, far = x + shape.cols - 1, y + shape.rows - 1
    nodes = np.array([(x, far, 1), (right, far, 1), (right, y, 1), (x, y, 1)])
    at = nodes @ lattice.plane.T
    return np.asarray(at[:, :2] / at[:, 2:])


def _warps(shape: BoardShape) -> tuple[F64, F64]:
    """Return (K, 3, 3) warps in mm by whole steps, and those end for end besides."""
    centre = shape.corners()[:, :2].mean(axis=0)
    ways = []
    for sign in (1.0, -1.0):
        there = centre - sign * centre
        ways.append(
            [
                [
                    [sign, 0, there[0] + i * shape.hole_pitch],
                    [0, sign, there[1] + j * shape.row_pitch],
                    [0, 0, 1],
                ]
                for i in range(-SHIFT_COLS, SHIFT_COLS + 1)
                for j in range(-SHIFT_ROWS, SHIFT_ROWS + 1)
            ]
        )
    return np.array(ways[0], np.float64), np.array(ways[1], np.float64)
