"""Lattices among many spots: those that lie in rows and columns as a board's places do.

Pairs of steps from strong spots are hypotheses, grown outwards by fitting a homography to all spots
near their nodes (region growing with RANSAC, as for chessboards).
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Indices, Mask
from companion.vision.geometry.opencv_compat import homography
from companion.vision.match.blobs import Blobs

__all__ = ["Lattice", "find_lattices"]


# spots that are tried as a node of the lattice, strongest first; neighbours tried for each: a guess
MOST_SEEDS, MOST_NEIGHBOURS = 260, 14
# pitch in pixels against what a seed's radius lets expect; rows against columns; by tilt and blur:
# a guess
PITCH_RANGE = (0.6, 1.7)
SLANT_RANGE = (0.68, 1.45)  # rows against columns of a lattice, as seen against as built: a guess
# sine of the least angle between rows and columns; a guess
LEAST_SINE = 0.8
# how far off its place a spot may be, in pitches: a guess
NODE_REACH = 0.17
# a spot's radius against that of a hole or a head; a guess
RADIUS_RATIO = 1.55
# pixels that are further than any spot
FAR_PX = 1e6
# steps around a seed that are looked at first; how often a grid is grown; the most of either, kept;
# guesses
FIRST_REACH = 2
MOST_GROWTHS = 8  # a guess: times that a grid is grown
MOST_TRIED, MOST_KEPT = 24, 4  # seeds grown, and grids kept of them: guesses
# how many lattices are grown once one is so full; how much less full than it another may be: a
# guess
ENOUGH_GROWN, ENOUGH_FULL, MOST_BEHIND = 12, 0.65, 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A lattice: `plane` (3, 3) takes steps (columns, rows) to pixels, `nodes` (N, 2) are seen.

    `window` is the node of row 1, column 1 for the fullest board; `score` how full it is, with
    what lies just around it counted against it.
    """

    plane: F64
    nodes: Indices
    window: tuple[int, int] = (0, 0)
    score: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """The spots, and a map (h, w) of which is nearest to a pixel scaled by `zoom`."""

    blobs: Blobs
    nearest: Indices
    zoom: float

    def spots(self, pixels: F64) -> tuple[Indices, F64]:
        """Return the nearest spot and its distance of pixels (..., 2); -1 outside the picture."""
        h, w = self.nearest.shape
        at = np.rint(pixels * self.zoom).astype(np.intp)
        x, y = np.clip(at[..., 0], 0, w - 1), np.clip(at[..., 1], 0, h - 1)
        spot = self.nearest[y, x]
        apart = np.linalg.norm(self.blobs.at[spot] - pixels, axis=-1)
        outside = (at[..., 0] != x) | (at[..., 1] != y)
        return spot, np.where(outside, FAR_PX, apart)


def find_lattices(blobs: Blobs, shape: BoardShape, size: tuple[int, int]) -> list[Lattice]:
    """Return the likeliest lattices of places in a picture of `size` (w, h), best first."""
    if len(blobs.at) < 6:
        return []
    ground = _ground(blobs, size)
    found: list[Lattice] = []
    tries = 0
    for base, u, v in _pairs(ground, shape):
        if any(_is_of(lattice, base, u) for lattice in found):
            continue
        lattice = _grown(ground, shape, base, u, v)
        tries += 1
        if lattice is not None:
            found = _with(found, lattice)
        if tries >= ENOUGH_GROWN and max((g.score for g in found), default=0.0) >= ENOUGH_FULL:
            break
    found.sort(key=lambda lattice: -lattice.score)
    return [
        lattice for lattice in found[:MOST_KEPT] if lattice.score >= found[0].score - MOST_BEHIND
    ]


def _with(find_lattices: list[Lattice], lattice: Lattice) -> list[Lattice]:
    """Return the lattices with one more; of two that are one the fuller stays."""
    same = [other for other in find_lattices if _same(lattice, other)]
    if any(other.score >= lattice.score for other in same):
        return find_lattices
    return [*(other for other in find_lattices if other not in same), lattice]


def _ground(blobs: Blobs, size: tuple[int, int]) -> _Ground:
    zoom = min(1.0, 500 / size[0])
    w, h = max(4, round(size[0] * zoom)), max(4, round(size[1] * zoom))
    empty = np.full((h, w), 255, np.uint8)
    at = np.rint(blobs.at * zoom).astype(np.intp)
    x, y = np.clip(at[:, 0], 0, w - 1), np.clip(at[:, 1], 0, h - 1)
    empty[y, x] = 0
    _, labels = cv2.distanceTransformWithLabels(
        empty, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    # a label is of a pixel: the strongest spot there comes last and stays
    owner = np.zeros(int(labels.max()) + 1, np.intp)
    for spot in range(len(at) - 1, -1, -1):
        owner[labels[y[spot], x[spot]]] = spot
    return _Ground(blobs, owner[labels], zoom)


def _pairs(ground: _Ground, shape: BoardShape) -> list[tuple[F64, F64, F64]]:
    """Return the best (place, step along a row, step to the next row) in pixels."""
    blobs = ground.blobs
    seeds = np.flatnonzero(blobs.dark)[:MOST_SEEDS]
    if not len(seeds):
        return []
    ratio = shape.row_pitch / shape.hole_pitch
    bases, us, vs = [], [], []
    for seed in seeds:
        pitch = blobs.radius[seed] * shape.hole_pitch / shape.hole.radius
        steps = blobs.at - blobs.at[seed]
        length = np.hypot(steps[:, 0], steps[:, 1])
        fits = _alike(blobs.radius, shape, pitch)
        fits &= (length > PITCH_RANGE[0] * pitch) & (
            length < PITCH_RANGE[1] * pitch * max(ratio, 1.0)
        )
        near = np.flatnonzero(fits)
        near = near[np.argsort(length[near])[:MOST_NEIGHBOURS]]
        i, j = np.repeat(near, len(near)), np.tile(near, len(near))
        slant = length[j] / length[i] / ratio
        cross = steps[i, 0] * steps[j, 1] - steps[i, 1] * steps[j, 0]
        sine = -cross / (length[i] * length[j])
        good = (slant > SLANT_RANGE[0]) & (slant < SLANT_RANGE[1]) & (sine > LEAST_SINE)
        good &= length[i] < PITCH_RANGE[1] * pitch
        bases.append(np.repeat(blobs.at[seed][None], int(good.sum()), axis=0))
        us.append(steps[i[good]])
        vs.append(steps[j[good]])
    base, u, v = np.concatenate(bases), np.concatenate(us), np.concatenate(vs)
    count = _counted(ground, shape, base, u, v)
    best = np.argsort(-count, kind="stable")[: MOST_TRIED * 4]
    return [(base[k], u[k], v[k]) for k in best[count[best] >= 6]]


def _alike(radius: F64, shape: BoardShape, pitch: float | F64) -> Mask:
    """Return which radii are of a hole or a head where a column is `pitch` pixels wide."""
    good = np.zeros(np.broadcast(radius, pitch).shape, bool)
    for real in (shape.hole.radius, shape.head.radius):
        part = radius / np.maximum(pitch * real / shape.hole_pitch, 1e-9)
        good |= (part > 1 / RADIUS_RATIO) & (part < RADIUS_RATIO)
    return good


def _counted(ground: _Ground, shape: BoardShape, base: F64, u: F64, v: F64) -> F64:
    """Return how many spots lie on the nodes around each base."""
    if not len(base):
        return np.zeros(0)
    span = np.arange(-FIRST_REACH, FIRST_REACH + 1)
    i, j = (g.ravel() for g in np.meshgrid(span, span))
    at = base[:, None] + i[None, :, None] * u[:, None] + j[None, :, None] * v[:, None]
    spot, apart = ground.spots(at)
    pitch = np.hypot(u[:, 0], u[:, 1])[:, None]
    good = (apart < NODE_REACH * pitch) & _alike(ground.blobs.radius[spot], shape, pitch)
    return np.asarray(
        (good * (1 - 0.5 * np.minimum(apart / np.maximum(pitch, 1e-9), 1))).sum(axis=1)
    )


def _grown(ground: _Ground, shape: BoardShape, base: F64, u: F64, v: F64) -> Lattice | None:
    """Return the lattice grown from a base over all spots that fit; None when it stays small."""
    plane = np.array([[u[0], v[0], base[0]], [u[1], v[1], base[1]], [0, 0, 1.0]])
    reach, before = FIRST_REACH, 0
    limit = 2 * max(shape.rows, shape.cols)
    nodes = np.zeros((0, 2), np.intp)
    for _ in range(MOST_GROWTHS):
        span = np.arange(-reach, reach + 1)
        every = np.stack([g.ravel() for g in np.meshgrid(span, span)], axis=1)
        seen, spots = _on_nodes(ground, shape, plane, every)
        if len(seen) < 6:
            return None
        better = homography(seen.astype(float), ground.blobs.at[spots], robust=_slack(plane))
        if better is None:
            return None
        plane, nodes = better, seen
        if len(seen) <= before and reach >= limit:
            break
        before = len(seen)
        reach = min(reach + 2, limit)
    window, score = _fullest(nodes, shape)
    return Lattice(plane, nodes, window, score)


def _fullest(nodes: Indices, shape: BoardShape) -> tuple[tuple[int, int], float]:
    """Return the window of a board's columns and rows with most nodes, fewest just around it."""
    board = np.array([shape.cols, shape.rows])
    low, high = nodes.min(axis=0) - board, nodes.max(axis=0) + board
    field = np.zeros((high[1] - low[1] + 1, high[0] - low[0] + 1))
    field[nodes[:, 1] - low[1], nodes[:, 0] - low[0]] = 1
    total = np.pad(field.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))

    def boxes(cols: int, rows: int) -> F64:
        far, near = total[rows:], total[:-rows]
        return np.asarray(far[:, cols:] - near[:, cols:] - far[:, :-cols] + near[:, :-cols])

    inside = boxes(shape.cols, shape.rows)[1:-1, 1:-1]
    score = inside - 0.3 * (boxes(shape.cols + 2, shape.rows + 2) - inside)
    j, i = np.unravel_index(int(np.argmax(score)), score.shape)
    full = float(score[j, i]) / (shape.cols * shape.rows)
    return (int(i + 1 + low[0]), int(j + 1 + low[1])), full


def _slack(plane: F64) -> float:
    return max(1.0, 0.12 * float(np.hypot(plane[0, 0], plane[1, 0])))


def _on_nodes(
    ground: _Ground, shape: BoardShape, plane: F64, every: Indices
) -> tuple[Indices, Indices]:
    """Return the nodes that have a spot, each connected to others, and their spots."""
    at, pitch = _placed(plane, every)
    spot, apart = ground.spots(at)
    good = (apart < NODE_REACH * pitch) & _alike(ground.blobs.radius[spot], shape, pitch)
    return every[good], spot[good]


def _placed(plane: F64, nodes: Indices) -> tuple[F64, F64]:
    """Return the pixels of nodes and the local length of a step along a row."""
    p = np.c_[nodes, np.ones(len(nodes))] @ plane.T
    q = p + plane[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        at, there = p[:, :2] / p[:, 2:], q[:, :2] / q[:, 2:]
    behind = (p[:, 2] <= 1e-6) | (q[:, 2] <= 1e-6)
    at[behind] = -1e6
    return at, np.where(behind, 0.0, np.hypot(*(there - at).T))


def _is_of(lattice: Lattice, base: F64, u: F64) -> bool:
    """Return whether a place and the step along its row are a lattice's own."""
    here, ahead = _mapped(np.linalg.inv(lattice.plane), np.stack([base, base + u]))
    off = np.abs(here - np.rint(here)).max()
    step = np.abs(np.abs(ahead - here) - (1.0, 0.0)).max()
    return bool(off < 0.2 and step < 0.2)


def _same(one: Lattice, other: Lattice) -> bool:
    """Return whether two lattices are one with the same rows, whatever node they count from."""
    at, _ = _placed(one.plane, one.nodes[:12])
    there, _ = _placed(one.plane, np.asarray(one.nodes[:12] + np.array([1, 0]), np.intp))
    back = np.linalg.inv(other.plane)
    here, ahead = (_mapped(back, px) for px in (at, there))
    off = float(np.median(np.abs(here - np.rint(here))))
    along = np.median(np.abs(ahead - here), axis=0)
    return off < 0.15 and bool(along[0] > along[1])


def _mapped(plane: npt.NDArray[np.floating], points: npt.NDArray[np.floating]) -> F64:
    moved = np.c_[points, np.ones(len(points))] @ plane.T
    return np.asarray(moved[:, :2] / moved[:, 2:])
