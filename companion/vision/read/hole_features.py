"""Is it a peg, an empty hole, or something in front of the board? Cues of the patch. Pure.

A place is compared with its own picture on the empty board, in today's light, and with the
calibrated pegs. What each cue means is learned (`benchmarks/train_eyes.py`).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.vision.geometry.arrays import F32
from companion.vision.read.colour_classifier import Samples, nearest, patterns_of, views, views_of
from companion.vision.read.features import DARKEST, LUMA, Seen
from companion.vision.read.patches import Patches
from companion.vision.read.texture_features import (
    Relief,
    alike,
    differences,
    mean,
    motley,
    outlines,
    relief_of,
    surfaces,
)

__all__ = [
    "EMPTY",
    "HIDDEN",
    "PEG",
    "Bare",
    "camouflage",
    "change",
    "cues",
    "from_ground",
]


PEG, EMPTY, HIDDEN = 0, 1, 2

# natural logarithms: what shade and tint do to the board's own plastic between two pictures
SHADE, TINT = np.float32(0.3), np.float32(0.25)


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """The places of the empty board: luma (n, 92) and (n, 46) as stored, and what is seen there."""

    heads: F32
    holes: F32
    seen: Seen


def cues(patches: Patches, seen: Seen, bare: Bare, samples: Samples) -> F32:
    """Give (n, d) cues."""
    now = relief_of(patches.heads @ LUMA, patches.holes @ LUMA)
    still = _still(bare, samples)
    dimmer = mean(seen.light - bare.seen.light)
    own = mean(seen.own - seen.light)
    head = views(seen, samples.white, samples.light)
    parts = [
        *differences(now, still.relief, dimmer),
        *outlines(now),
        *still.outlines,
        *motley(patches.heads[:, :40]),
        seen.texture,
        bare.seen.texture,
        seen.clip,
        own,
        abs(own),
        abs(dimmer),
        *_from_bare(head, still.views),
        *from_ground(seen, bare),
        *nearest(seen, head, samples),
        *_like_pegs(now, head, samples),
        *still.pegs,
        *still.nearest,
        *surfaces(now, still.relief),
    ]
    return np.array(parts, np.float32).T


@dataclass(frozen=True, slots=True, eq=False)
class _Still:
    """What does not change from picture to picture."""

    relief: Relief
    outlines: list[F32]
    views: F32
    nearest: list[F32]
    pegs: list[F32]


@lru_cache(maxsize=16)
def _still(bare: Bare, samples: Samples) -> _Still:
    seen = views(bare.seen, samples.white, samples.light)
    relief = relief_of(bare.heads, bare.holes)
    return _Still(
        relief=relief,
        outlines=outlines(relief),
        views=seen,
        nearest=nearest(bare.seen, seen, samples)[2:6],
        pegs=_like_pegs(relief, seen, samples),
    )


def change(seen: Seen, bare: Bare) -> F32:
    """Give (n,): how far the middle is from the bare place's own plastic in today's light.

    In units of what shade and tint do to it: under 1 it may well be the board itself.
    """
    near, own = (_strangeness(seen.body, light, bare) for light in (seen.light, seen.own))
    return np.asarray(np.hypot(np.minimum(near[0], own[0]), np.minimum(near[1], own[1])))


@lru_cache(maxsize=16)
def camouflage(bare: Bare, samples: Samples) -> F32:
    """Give (n, m): the `change` that each sample would make at each bare place."""
    known = samples.seen
    parts = _strangeness(known.body[None], known.light[None], bare, axis=(slice(None), None))
    return np.asarray(np.hypot(*parts))


def _strangeness(
    body: F32, light: F32, bare: Bare, *, axis: tuple[slice | None, ...] = (slice(None),)
) -> tuple[F32, F32]:
    """Give brightness and tint left over, in units of `SHADE` and `TINT`."""
    then, old = np.log(bare.seen.body + np.float32(DARKEST)), bare.seen.light
    left = np.log(body + np.float32(DARKEST)) - then[axis] - (light - old[axis])
    tint = np.hypot(left[..., 2] - left[..., 1], left[..., 0] - left[..., 1])
    return abs(mean(left)) / SHADE, tint / TINT


def _like_pegs(now: Relief, head: F32, samples: Samples) -> list[F32]:
    """Give how alike the reliefs are to calibrated pegs': best, mean, that of nearest colour.

    `head` are the views of the places.
    """
    apart = head[:, None, 1, :3] - views_of(samples)[None][:, :, 1, :3]
    chosen = np.argmin(apart**2 @ np.array([0.25, 1, 1], np.float32), axis=1)[:, None]
    parts = []
    for table in alike(now, patterns_of(samples)):
        own = np.take_along_axis(table, chosen, axis=1)[:, 0]
        parts += [table.max(axis=1), mean(table), own]
    return parts


def _from_bare(now: F32, then: F32) -> list[F32]:
    """Give the difference in lightness, chroma and colour to the same place when it was empty."""
    parts = []
    for view in (1, 2, 4, 5):
        d = now[:, view] - then[:, view]
        parts += [d[:, 0], abs(d[:, 0]), d[:, 3], np.hypot(d[:, 1], d[:, 2])]
    return parts


def from_ground(seen: Seen, bare: Bare) -> list[F32]:
    """Give what is left of the difference to the bare place once the ground's own is taken off."""
    parts = []
    for column, which in (("body", "own"), ("body", "light"), ("dark", "own"), ("rim", "own")):
        now, then = (np.log(getattr(x, column) + np.float32(DARKEST)) for x in (seen, bare.seen))
        left = now - then - (getattr(seen, which) - getattr(bare.seen, which))
        middle = mean(left)
        parts += [middle, abs(middle), np.hypot(left[:, 2] - left[:, 1], left[:, 0] - left[:, 1])]
    return parts
