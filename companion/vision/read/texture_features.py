"""Patterns of brightness at places: against what was there when they were empty, or a peg. Pure.

All is worked out on logarithms of brightness, so that light only adds; see `patches` for where
the points lie. A peg in the colour of its ground hardly differs from it but in its relief.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.geometry.arrays import F32, Indices

__all__ = [
    "Relief",
    "alike",
    "differences",
    "mean",
    "motley",
    "outlines",
    "patterns",
    "relief_of",
    "surfaces",
]


DIMMEST = np.float32(6)  # of 255, added before a logarithm
FAINT = np.float32(0.05)  # squared length of a pattern that is hardly there
GAMMA = np.float32(2.2)  # of stored brightness against light
# of the points of a head: the middle, its edge and just beside, and what lies around
HEAD_PARTS = (np.r_[0:40], np.r_[40:56, 76:92], np.r_[56:76])
HOLE_PARTS = (np.r_[0:10], np.r_[10:34], np.r_[34:46])
HEAD_RINGS = (slice(0, 40), slice(40, 56), slice(56, 76), slice(76, 92))
HOLE_RINGS = (slice(0, 10), slice(10, 22), slice(22, 34), slice(34, 46))
WHOLE = 56  # points of a head without what is beside


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """Log brightness at n places: `heads` (n, 92) and `holes` (n, 46)."""

    heads: F32
    holes: F32


def relief_of(heads: F32, holes: F32) -> Relief:
    """Take logarithms of luma as stored."""
    return Relief(np.log(heads + DIMMEST), np.log(holes + DIMMEST))


def mean(values: F32) -> F32:
    """Give the mean over the last axis; cheaper than numpy's for short ones."""
    return np.asarray(values @ _evenly(values.shape[-1]))


@lru_cache
def _evenly(count: int) -> F32:
    return np.full(count, 1 / count, np.float32)


def differences(now: Relief, then: Relief, dimmer: F32) -> list[F32]:
    """Compare places with themselves; `dimmer` (n,) is the log of the light between the two."""
    shift = dimmer[:, None] / GAMMA
    then = Relief(then.heads + shift, then.holes + shift)
    return [
        *_pattern(now.holes, then.holes),
        *_pattern(now.heads[:, :WHOLE], then.heads[:, :WHOLE]),
        *_departures(now.heads - then.heads, HEAD_PARTS),
        *_departures(now.holes - then.holes, HOLE_PARTS),
    ]


def _pattern(a: F32, b: F32) -> list[F32]:
    """Give how alike two patterns are, how far apart in level, and how strong each is."""
    ma, mb = mean(a), mean(b)
    a, b = a - ma[:, None], b - mb[:, None]
    aa, bb, ab = (mean(x) for x in (a * a, b * b, a * b))
    sa, sb, level = np.sqrt(aa), np.sqrt(bb), ma - mb
    same = ab / (sa * sb + np.float32(0.002))
    return [same, level, abs(level), sa, sb, np.sqrt(np.maximum(aa + bb - 2 * ab, 0))]


def _departures(left: F32, parts: tuple[Indices, ...]) -> list[F32]:
    """Give tenths 1, 5 and 9 of what is left over in each part.

    Most points of a bare place are as they were, however far its darkest and brightest ones move.
    """
    given = []
    for part in parts:
        ranked = np.sort(left[:, part], axis=1)
        count = ranked.shape[1]
        given += [ranked[:, count // 10], ranked[:, count // 2], ranked[:, -1 - count // 10]]
    return given


def outlines(relief: Relief) -> list[F32]:
    """Give what is round about a place: how dark its middle is, and how strong its edges are."""
    head, hole = relief.heads, relief.holes
    inner, rim, outer, beside = (mean(head[:, ring]) for ring in HEAD_RINGS)
    middle, near, far, rest = (mean(hole[:, ring]) for ring in HOLE_RINGS)
    out = head[:, 76:92]
    between = (out + np.roll(out, 1, axis=1)) * np.float32(0.5)
    return [
        *(middle - ring for ring in (near, far, rest)),
        *(inner - rim, rim - beside, beside - outer),
        mean(abs(head[:, 40:56] - between)),
        mean(abs(hole[:, 10:22] - hole[:, 22:34])),
        mean(abs(hole[:, 22:34] - hole[:, 34:46])),
    ]


def surfaces(now: Relief, then: Relief) -> F32:
    """Give (276, n): the relief, and what it changed against the empty place, level aside."""
    flat = [now.heads, now.holes, now.heads - then.heads, now.holes - then.holes]
    return np.concatenate([part - mean(part)[:, None] for part in flat], axis=1).T


def alike(now: Relief, known: Sequence[F32]) -> list[F32]:
    """Give four tables (n, m): how alike the patterns are to `known`, which are `patterns` too."""
    return [a @ b.T for a, b in zip(patterns(now), known, strict=True)]


def patterns(relief: Relief) -> list[F32]:
    """Give those of middles, of heads, of heads with what is beside, and of holes, all alike long.

    They are near 0 where there is hardly a pattern at all.
    """
    return [*(_unit(relief.heads[:, :n]) for n in (40, WHOLE, 92)), _unit(relief.holes)]


def _unit(log: F32) -> F32:
    log = log - mean(log)[:, None]
    return np.asarray(log / np.sqrt(mean(log * log)[:, None] * log.shape[1] + FAINT))


def motley(inner: F32) -> list[F32]:
    """Give how far tints (n, k, 3) within a head lie apart: a finger on it has its own."""
    log = np.log(inner + DIMMEST)
    tints = np.sort(log[..., [2, 0]] - log[..., 1:2], axis=1)
    count = inner.shape[1]
    apart = tints[:, -1 - count // 8] - tints[:, count // 8]
    return [apart[:, 0], apart[:, 1]]
