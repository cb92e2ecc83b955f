"""Lattices among many spots: those that lie in rows and columns as a board's places do.

Hypotheses (`lattice_seeds`) are grown outwards by fitting a homography to all spots near their
nodes (region growing with RANSAC, as for chessboards).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Indices
from companion.vision.geometry.opencv_compat import homography
from companion.vision.match.blobs import Blobs
from companion.vision.match.lattice_seeds import (
    FIRST_REACH,
    SpotMap,
    lattice_seeds,
    map_spots,
    spots_on_nodes,
)

__all__ = ["Lattice", "find_lattices"]


MOST_GROWTHS = 8  # times that a lattice is grown: a guess
MOST_KEPT = 4  # lattices that are given out: a guess
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


def find_lattices(blobs: Blobs, shape: BoardShape, size: tuple[int, int]) -> list[Lattice]:
    """Return the likeliest lattices of places in a picture of `size` (w, h), best first."""
    if len(blobs.at) < 6:
        return []
    spots = map_spots(blobs, size)
    found: list[Lattice] = []
    tries = 0
    for base, u, v in lattice_seeds(spots, shape):
        if any(_is_of(lattice, base, u) for lattice in found):
            continue
        lattice = _grown(spots, shape, base, u, v)
        tries += 1
        if lattice is not None:
            found = _with(found, lattice)
        if tries >= ENOUGH_GROWN and max((g.score for g in found), default=0.0) >= ENOUGH_FULL:
            break
    found.sort(key=lambda lattice: -lattice.score)
    return [
        lattice for lattice in found[:MOST_KEPT] if lattice.score >= found[0].score - MOST_BEHIND
    ]


def _with(found: list[Lattice], lattice: Lattice) -> list[Lattice]:
    """Return the lattices with one more; of two that are one the fuller stays."""
    same = [other for other in found if _same(lattice, other)]
    if any(other.score >= lattice.score for other in same):
        return found
    return [*(other for other in found if other not in same), lattice]


def _grown(spots: SpotMap, shape: BoardShape, base: F64, u: F64, v: F64) -> Lattice | None:
    """Return the lattice grown from a base over all spots that fit; None when it stays small."""
    plane = np.array([[u[0], v[0], base[0]], [u[1], v[1], base[1]], [0, 0, 1.0]])
    reach, before = FIRST_REACH, 0
    limit = 2 * max(shape.rows, shape.cols)
    nodes = np.zeros((0, 2), np.intp)
    for _ in range(MOST_GROWTHS):
        span = np.arange(-reach, reach + 1)
        every = np.stack([g.ravel() for g in np.meshgrid(span, span)], axis=1)
        seen, there = _on_nodes(spots, shape, plane, every)
        if len(seen) < 6:
            return None
        better = homography(seen.astype(float), spots.blobs.at[there], robust=_slack(plane))
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
    spots: SpotMap, shape: BoardShape, plane: F64, every: Indices
) -> tuple[Indices, Indices]:
    """Return the nodes that have a spot, each connected to others, and their spots."""
    at, pitch = _placed(plane, every)
    spot, _, good = spots_on_nodes(spots, shape, at, pitch)
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
