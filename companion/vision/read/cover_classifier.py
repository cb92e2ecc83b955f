"""Things that lie over places: scores of a cover against a peg and an empty hole. Pure.

A colour proves no peg: a sheet of red paper is red. A head ends all round where heads end, the
board shows between it and the next one, and a sheet, a cap, a phone or a hand takes that away. The
bare board beside each place is held against the empty board in the light of the whole picture
(what is laid on it does not change most of the board), rings around the place against the bare
board that should be there. What each cue means is learned (`benchmarks/train_covers.py`), and
once more with what it said of the places around: what is laid on a board covers more than one.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.features.board import CellSamples
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import Ground, log_of_steps, neighbours
from companion.vision.features.patches import HEAD_RINGS, HOLE_RINGS, ON_HEAD
from companion.vision.features.shading import shading_cues
from companion.vision.geometry.arrays import F32
from companion.vision.read.set_ensemble import load_set_ensemble

__all__ = [
    "PlaceSamples",
    "cover_inputs",
    "cover_scores",
    "place_cues",
]

MIDDLE, RIM, WIDE, OUTER = HEAD_RINGS
HEAD = slice(ON_HEAD)
_, HOLE_NEAR, HOLE_FAR, HOLE_REST = HOLE_RINGS
# of the cues, those that are asked of the neighbours too: the level and tint of the gaps, and of
# the wide ring, at their middle and their worst; chosen by hand
SHARED = (2, 6, 7, 10, 14, 15)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSamples:
    """n places of `rows` and `cols`, as a picture and the empty board show them.

    `heads` (n, 92, 3), `holes` (n, 46, 3) and `ground` (n, k, 3) are BGR as stored, `bare_heads`
    (n, 92) and `bare_holes` (n, 46) luma as stored, `surface` (n, k, 3) log light of the bare
    ground.
    """

    heads: F32
    holes: F32
    ground: F32
    bare_heads: F32
    bare_holes: F32
    surface: F32
    rows: int
    cols: int


def cover_scores(
    cells: CellSamples, ground: Ground, empty: CellFeatures, samples: ColourSamples, usual: F32
) -> F32:
    """Return (n,) log odds that something lies over each place for pegs.

    `usual` (3,) is the log of the light on most of the board against the empty one.
    """
    inputs = cover_inputs(cells, ground, empty, samples, usual)
    near = neighbours(ground.rows, ground.cols)
    votes = load_set_ensemble("covers").of_places(inputs, ground.cols, near)
    peg, hole, cover = np.moveaxis(votes.mean(axis=0), 1, 0)
    return np.asarray(cover - np.maximum(peg, hole))


def cover_inputs(
    cells: CellSamples, ground: Ground, empty: CellFeatures, samples: ColourSamples, usual: F32
) -> F32:
    """Return (n, d): what the ensemble is given of each place; all else as in `cover_scores`."""
    patches = cells.patches
    places = PlaceSamples(
        patches.heads,
        patches.holes,
        patches.ground,
        empty.heads,
        empty.holes,
        ground.surface,
        ground.rows,
        ground.cols,
    )
    shading = shading_cues(cells.features, samples)
    return np.concatenate([place_cues(places, usual), shading], axis=1)


def place_cues(places: PlaceSamples, usual: F32) -> F32:
    """Return (n, 109) cues; `usual` (3,) is the `usual_change` of the ground."""
    beside_now = log_of_steps(places.ground)
    change = beside_now - places.surface
    board = np.median(places.surface, axis=1) + usual
    heads, holes = log_of_steps(places.heads), log_of_steps(places.holes)
    bare_heads, bare_holes = log_of_steps(places.bare_heads), log_of_steps(places.bare_holes)
    middle = heads[:, MIDDLE].mean(axis=1)
    head, hole = heads.mean(axis=2), holes.mean(axis=2)
    parts = [
        *_apart(change - usual),
        *_apart(heads[:, WIDE] - board[:, None]),
        *_apart(heads[:, OUTER] - board[:, None]),
        *_apart(holes[:, HOLE_REST] - board[:, None]),
        *_apart(beside_now - middle[:, None]),
        *_apart(heads[:, MIDDLE] - middle[:, None]),
        *_edges(heads[:, RIM], _between(heads[:, OUTER])),
        *_edges(heads[:, RIM], middle[:, None]),
        *_edges(holes[:, HOLE_NEAR], holes[:, HOLE_FAR]),
        *_edges(holes[:, HOLE_FAR], holes[:, HOLE_REST]),
        *_apart((middle - board)[:, None])[:4:3],
        *_as_bare(hole, bare_holes),
        *(c for part in (HEAD, WIDE, OUTER) for c in _as_bare(head[:, part], bare_heads[:, part])),
        *_left(head[:, WIDE] - bare_heads[:, WIDE] - usual.mean()),
        *_left(head[:, OUTER] - bare_heads[:, OUTER] - usual.mean()),
        *_left(hole[:, HOLE_REST] - bare_holes[:, HOLE_REST] - usual.mean()),
    ]
    own = np.array(parts, np.float32)
    return np.concatenate([own, _of_neighbours(own[list(SHARED)], places.rows, places.cols)]).T


def _apart(left: F32) -> list[F32]:
    """Return of points (n, k, 3) how the level spreads (five ranks) and the tint (three)."""
    level = np.sort(left.mean(axis=2), axis=1)
    tint = np.sort(np.hypot(left[..., 2] - left[..., 1], left[..., 0] - left[..., 1]), axis=1)
    return [*_ranks(level, (0.0, 0.25, 0.5, 0.75, 1.0)), *_ranks(tint, (0.15, 0.5, 0.85))]


def _edges(inner: F32, outer: F32) -> list[F32]:
    """Return of edges (n, k, 3) all round how strong they are: four ranks, and the mean level."""
    left = inner - outer
    size = np.sort(np.sqrt((left * left).sum(axis=2)), axis=1)
    return [*_ranks(size, (0.1, 0.3, 0.5, 0.9)), left.mean(axis=(1, 2))]


def _ranks(ranked: F32, parts: tuple[float, ...]) -> list[F32]:
    last = ranked.shape[1] - 1
    return [ranked[:, round(part * last)] for part in parts]


def _between(outer: F32) -> F32:
    """Return the ring (n, 16, 3) turned by half a step: its points lie between those of the rim."""
    return np.asarray((outer + np.roll(outer, 1, axis=1)) * np.float32(0.5))


def _as_bare(now: F32, then: F32) -> list[F32]:
    """Return how like the bare place a pattern is, and how strong both are."""
    a, b = now - now.mean(axis=1)[:, None], then - then.mean(axis=1)[:, None]
    aa, bb, ab = ((x * y).mean(axis=1) for x, y in ((a, a), (b, b), (a, b)))
    return [ab / np.sqrt(aa * bb + np.float32(1e-4)), np.sqrt(aa), np.sqrt(bb)]


def _left(left: F32) -> list[F32]:
    """Return what is left of the level of points (n, k) against the bare place: five ranks."""
    return _ranks(np.sort(left, axis=1), (0.1, 0.25, 0.5, 0.75, 0.9))


def _of_neighbours(cues: F32, rows: int, cols: int) -> F32:
    """Return the mean of each cue (c, n) over a place and its neighbours, and that of its sides."""
    near = cues[:, neighbours(rows, cols)]
    return np.concatenate([near.mean(axis=1), near[:, [3, 5]].mean(axis=1)])
