"""Is it a peg, an empty hole, or something in front of the board? Cues of the patch. Pure.

A place is compared with its own picture on the empty board, in today's light, and with the
calibrated pegs. What each cue means is learned (`benchmarks/train_eyes.py`).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.vision.colours import Samples, nearest, views, views_of
from companion.vision.patches import Patches
from companion.vision.seen import DARKEST, LUMA, Seen

__all__ = [
    "EMPTY",
    "HIDDEN",
    "PEG",
    "Bare",
    "camouflage",
    "change",
    "cues",
    "from_ground",
    "pattern",
    "rings",
]

Floats = npt.NDArray[np.float32]

PEG, EMPTY, HIDDEN = 0, 1, 2

# of the points of a patch: middle, edge and what lies around
HEAD_PARTS = (np.r_[0:40], np.r_[40:56, 76:92], np.r_[56:76])
HOLE_PARTS = (np.r_[0:10], np.r_[10:34], np.r_[34:46])
# natural logarithms: what shade and tint do to the board's own plastic between two pictures
SHADE, TINT = np.float32(0.3), np.float32(0.25)


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The places of the empty board: luma (n, 92) and (n, 46) as stored, and what is seen there."""

    heads: Floats
    holes: Floats
    seen: Seen


def cues(patches: Patches, seen: Seen, bare: Bare, samples: Samples) -> Floats:
    """Give (n, d) cues."""
    every, holes = patches.heads @ LUMA, patches.holes @ LUMA
    heads = every[:, :56]
    dimmer = _mean(seen.light - bare.seen.light)[:, None]
    own = _mean(seen.own - seen.light)
    head = views(seen, samples.white, samples.light)
    still = _still(bare, samples)
    parts = [
        *pattern(holes, bare.holes, dimmer),
        *pattern(heads, bare.heads[:, :56], dimmer),
        *rings(holes),
        *still.rings,
        *departures(every, bare.heads, dimmer, HEAD_PARTS),
        *departures(holes, bare.holes, dimmer, HOLE_PARTS),
        *steps(every),
        *still.steps,
        seen.texture,
        bare.seen.texture,
        seen.clip,
        own,
        abs(own),
        abs(dimmer[:, 0]),
        *_from_bare(head, still.views),
        *from_ground(seen, bare),
        *nearest(seen, head, samples),
        *_like_pegs(every, holes, head, samples),
        *still.pegs,
        *still.nearest,
    ]
    return np.stack(parts, axis=1).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Still:
    """What does not change from picture to picture."""

    rings: list[Floats]
    steps: list[Floats]
    views: Floats
    nearest: list[Floats]
    pegs: list[Floats]


@lru_cache(maxsize=16)
def _still(bare: Bare, samples: Samples) -> _Still:
    seen = views(bare.seen, samples.white, samples.light)
    return _Still(
        rings=rings(bare.holes),
        steps=steps(bare.heads),
        views=seen,
        nearest=nearest(bare.seen, seen, samples)[2:6],
        pegs=_like_pegs(bare.heads, bare.holes, seen, samples),
    )


def change(seen: Seen, bare: Bare) -> Floats:
    """Give (n,): how far the middle is from the bare place's own plastic in today's light.

    In units of what shade and tint do to it: under 1 it may well be the board itself.
    """
    near, own = (_strangeness(seen.body, light, bare) for light in (seen.light, seen.own))
    return np.asarray(np.hypot(np.minimum(near[0], own[0]), np.minimum(near[1], own[1])))


@lru_cache(maxsize=16)
def camouflage(bare: Bare, samples: Samples) -> Floats:
    """Give (n, m): the `change` that each sample would make at each bare place."""
    known = samples.seen
    parts = _strangeness(known.body[None], known.light[None], bare, axis=(slice(None), None))
    return np.asarray(np.hypot(*parts))


def _strangeness(
    body: Floats, light: Floats, bare: Bare, *, axis: tuple[slice | None, ...] = (slice(None),)
) -> tuple[Floats, Floats]:
    """Give brightness and tint left over, in units of `SHADE` and `TINT`."""
    then, old = np.log(bare.seen.body + np.float32(DARKEST)), bare.seen.light
    left = np.log(body + np.float32(DARKEST)) - then[axis] - (light - old[axis])
    tint = np.hypot(left[..., 2] - left[..., 1], left[..., 0] - left[..., 1])
    return abs(_mean(left)) / SHADE, tint / TINT


def pattern(now: Floats, then: Floats, dimmer: Floats) -> list[Floats]:
    """Compare two luma patterns: how alike, how far apart in today's light, how much flatter."""
    a, b = _log(now), _log(then) + dimmer / np.float32(2.2)
    ma, mb = _mean(a), _mean(b)
    a, b = a - ma[:, None], b - mb[:, None]
    aa, bb, ab = (_mean(x) for x in (a * a, b * b, a * b))
    sa, sb, level = np.sqrt(aa), np.sqrt(bb), ma - mb
    alike = ab / (sa * sb + np.float32(0.002))
    return [alike, level, abs(level), sa, sb, np.sqrt(np.maximum(aa + bb - 2 * ab, 0))]


def departures(
    now: Floats, then: Floats, dimmer: Floats, parts: tuple[npt.NDArray[np.intp], ...]
) -> list[Floats]:
    """Give how far parts are from what they were, in today's light: tenths 1, 5, 9 of their points.

    Most points of a bare place are as they were, however far its darkest and brightest ones move.
    """
    left = _log(now) - _log(then) - dimmer / np.float32(2.2)
    given = []
    for part in parts:
        ranked = np.sort(left[:, part], axis=1)
        count = ranked.shape[1]
        given += [ranked[:, count // 10], ranked[:, count // 2], ranked[:, -1 - count // 10]]
    return given


def steps(heads: Floats) -> list[Floats]:
    """Give how bright a head is against its edge, just beside it and further out."""
    log = _log(heads)
    inner, rim = _mean(log[:, :40]), _mean(log[:, 40:56])
    beside, outer = _mean(log[:, 76:92]), _mean(log[:, 56:76])
    return [inner - rim, rim - beside, beside - outer]


def rings(holes: Floats) -> list[Floats]:
    """Give how dark the middle is against the rings around it, as logarithms."""
    log = _log(holes)
    middle = _mean(log[:, :10])
    return [middle - _mean(log[:, part]) for part in (slice(10, 22), slice(22, 34), slice(34, 46))]


def _like_pegs(heads: Floats, holes: Floats, head: Floats, samples: Samples) -> list[Floats]:
    """Give how alike the patterns are to those of calibrated pegs: best, mean, nearest in colour.

    `head` are the views of the places. A peg in the colour of its ground has its relief still.
    """
    apart = head[:, None, 1, :3] - views_of(samples)[None][:, :, 1, :3]
    nearest_one = np.argmin(apart**2 @ np.array([0.25, 1, 1], np.float32), axis=1)[:, None]
    pairs = [(heads[:, :n], samples.heads[:, :n]) for n in (40, 56, 92)]
    parts = []
    for now, known in (*pairs, (holes, samples.holes)):
        alike = _unit(now) @ _unit(known).T
        own = np.take_along_axis(alike, nearest_one, axis=1)[:, 0]
        parts += [alike.max(axis=1), _mean(alike), own]
    return parts


def _unit(luma: Floats) -> Floats:
    """Give the pattern of log brightness as vectors of length 1, near 0 where there is none."""
    log = _log(luma)
    log = log - _mean(log)[:, None]
    return np.asarray(log / np.sqrt((log * log).sum(axis=1, keepdims=True) + np.float32(0.05)))


def _from_bare(now: Floats, then: Floats) -> list[Floats]:
    """Give the difference in lightness, chroma and colour to the same place when it was empty."""
    parts = []
    for view in (1, 2, 4, 5):
        d = now[:, view] - then[:, view]
        parts += [d[:, 0], abs(d[:, 0]), d[:, 3], np.hypot(d[:, 1], d[:, 2])]
    return parts


def from_ground(seen: Seen, bare: Bare) -> list[Floats]:
    """Give what is left of the difference to the bare place once the ground's own is taken off."""
    parts = []
    for column, which in (("body", "own"), ("body", "light"), ("dark", "own"), ("rim", "own")):
        now, then = (np.log(getattr(x, column) + np.float32(DARKEST)) for x in (seen, bare.seen))
        left = now - then - (getattr(seen, which) - getattr(bare.seen, which))
        middle = _mean(left)
        parts += [middle, abs(middle), np.hypot(left[:, 2] - left[:, 1], left[:, 0] - left[:, 1])]
    return parts


def _mean(values: Floats) -> Floats:
    """Give the mean over the last axis; cheaper than numpy's for short ones."""
    return np.asarray(values @ np.full(values.shape[-1], 1 / values.shape[-1], np.float32))


def _log(luma: Floats) -> Floats:
    return np.asarray(np.log(luma + np.float32(6)))
