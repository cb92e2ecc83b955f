"""Does one pattern run over places and the board around them, as that of a cloth or a page? Pure.

A head is of one plastic, and what is around it is the board: on a log scale their means lie apart,
or one of them is plain. Checks finer than a head, or printed lines, spread as much on the head as
around it, with the same mean. So does the shading of some empty studs, but that is the bare board's
own. A single peg may look so, black on black with a lamp in it: what is laid there covers several
places beside each other.
"""

import numpy as np

from companion.vision.features.patches import HEAD_RINGS, Patches
from companion.vision.features.texture import OFFSET
from companion.vision.geometry.arrays import F32, Mask

__all__ = ["under_pattern"]

DISC, _EDGE, AROUND, _BESIDE = HEAD_RINGS
# of log brightness, over the three channels: the least spread (standard deviation) on a head and
# around it, between which parts of the one the other is, how far the mean around it (in both
# spreads together) and that of the board beside may lie from the head's; the correlation of its
# luma with that of the bare place at most. Chosen on the fifteen sessions of the first set and on
# drawn boards: of 3,843 places read rightly as they are 2 are lost, of 48 read wrongly on cloths
# and pages laid on them, by `make_doubt.py`, 35 are found
LEAST_ON_HEAD, LEAST_AROUND, LEAST_RATIO, MOST_RATIO = 0.4, 0.4, 0.65, 1.8
# chosen there too
MOST_APART, MOST_BESIDE, MOST_AS_BARE = 0.5, 1.15, 0.4
# of a place and its eight neighbours so many must be so; chosen there
FEWEST = 3
# squared log luma added before a correlation is taken, so that noise alone has none: a guess
FLAT = 1e-4


def under_pattern(patches: Patches, bare: F32, rows: int, cols: int) -> Mask:
    """Return (n,) over which places, of `rows` and `cols` with row 1 first, a pattern runs.

    `bare` (n, 92) is the luma of the heads' points on the empty board, as stored.
    """
    disc, around = _log(patches.heads[:, DISC]), _log(patches.heads[:, AROUND])
    on_head, beside = _spread(disc), _spread(around)
    middle = disc.mean(axis=1)
    apart = _length(middle - around.mean(axis=1)) / np.hypot(on_head, beside).clip(1e-3)
    alike = (
        (on_head >= LEAST_ON_HEAD)
        & (beside >= LEAST_AROUND)
        & (beside >= LEAST_RATIO * on_head)
        & (beside < MOST_RATIO * on_head)
        & (apart < MOST_APART)
        & (_correlation(_log(patches.heads).mean(axis=2), _log(bare)) <= MOST_AS_BARE)
        & (_length(middle - _log(patches.ground).mean(axis=1)) < MOST_BESIDE)
    )
    near = np.pad(alike.reshape(rows, cols), 1)
    count = sum(near[i : i + rows, j : j + cols].astype(int) for i in range(3) for j in range(3))
    return np.asarray(alike & (np.ravel(count) >= FEWEST), np.bool_)


def _log(stored: F32) -> F32:
    return np.asarray(np.log(stored + OFFSET), np.float32)


def _spread(points: F32) -> F32:
    """Return (n,) the standard deviation of points (n, k, 3), the channels taken together."""
    return np.asarray(np.sqrt(points.var(axis=1).sum(axis=1)), np.float32)


def _length(vectors: F32) -> F32:
    return np.asarray(np.linalg.norm(vectors, axis=1), np.float32)


def _correlation(a: F32, b: F32) -> F32:
    """Return (n,) Pearson's correlation of points (n, k)."""
    a, b = a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    aa, bb, ab = ((x * y).mean(axis=1) for x, y in ((a, a), (b, b), (a, b)))
    return np.asarray(ab / np.sqrt(aa * bb + FLAT), np.float32)
