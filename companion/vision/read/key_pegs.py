"""Key pegs: black, white, or an empty key hole. Pure.

A hole is compared with itself on the empty board, in today's light, and with the calibrated key
pegs. What each cue means is learned (`benchmarks/train_eyes.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.game.core.codes import EMPTY
from companion.vision.geometry.arrays import F32, Mask
from companion.vision.read.colour_classifier import Committee, Samples, patterns_of, views, views_of
from companion.vision.read.features import DARKEST, LUMA, Seen
from companion.vision.read.hole_features import Bare, from_ground
from companion.vision.read.patches import Patches
from companion.vision.read.reading import UNSURE, RowKeys
from companion.vision.read.texture_features import (
    Relief,
    alike,
    differences,
    mean,
    outlines,
    relief_of,
)

__all__ = ["CLASSES", "KeyLook", "count_keys", "in_todays_light", "key_cues"]


CLASSES = "k.w"
# how much surer the worst of the committee must be; chosen on sessions that it was not taught
SURE = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class KeyLook:
    """What key pegs look like here, and the empty key holes."""

    samples: Samples
    bare: Bare


def key_cues(patches: Patches, seen: Seen, look: KeyLook) -> F32:
    """Give (n, d) cues of the first n key holes."""
    count = len(seen.data)
    bare, still = _first(look.bare, count), _still(look)
    now = relief_of(patches.heads @ LUMA, patches.holes @ LUMA)
    then = Relief(still.relief.heads[:count], still.relief.holes[:count])
    parts = [
        *differences(now, then, mean(seen.light - bare.seen.light)),
        *outlines(now),
        *(part[:count] for part in still.outlines),
        *from_ground(seen, bare),
        *_from_pegs(seen, look.samples),
        *_like_pegs(now, look.samples),
        *(part[:count] for part in still.pegs),
    ]
    return np.array(parts, np.float32).T


@dataclass(frozen=True, slots=True, eq=False)
class _Still:
    """What does not change from picture to picture."""

    relief: Relief
    outlines: list[F32]
    pegs: list[F32]


@lru_cache(maxsize=16)
def _still(look: KeyLook) -> _Still:
    relief = relief_of(look.bare.heads, look.bare.holes)
    return _Still(relief, outlines(relief), _like_pegs(relief, look.samples))


def _like_pegs(relief: Relief, samples: Samples) -> list[F32]:
    """Give how alike the reliefs are to the calibrated key pegs': the best of each sort."""
    letters = np.array(list(samples.letters))
    tables = alike(relief, patterns_of(samples))
    return [table[:, letters == letter].max(axis=1) for table in tables for letter in "kw"]


def in_todays_light(seen: Seen, bare: Bare, free: Mask) -> Seen:
    """Correct the light by how holes that are surely `free` (n,) differ from what they were.

    The board beside code pegs may be of another plastic, which stray light changes otherwise.
    """
    if not free.any():
        return seen
    now, then = (np.log(one.body[free] + np.float32(DARKEST)) for one in (seen, bare.seen))
    left = np.median(now - then - (seen.light - bare.seen.light)[free], axis=0)
    data = seen.data.copy()
    data[:, 12:18] += np.tile(left, 2)
    return Seen(data)


def _first(bare: Bare, count: int) -> Bare:
    return Bare(bare.heads[:count], bare.holes[:count], Seen(bare.seen.data[:count]))


def count_keys(
    cues: F32, committee: Committee, *, per_row: int, rows: Sequence[str]
) -> tuple[RowKeys, ...]:
    """Count black and white of each of `rows`, the letters as read; None when a hole is unsure.

    An answer needs a guess (all leaflets): in a row without a code peg an unsure key hole is an
    empty one. What hides most of a row may well lie on its answer too.
    """
    votes = committee(cues)
    votes = votes - np.log(np.exp(votes).sum(axis=2, keepdims=True))
    best = votes.mean(axis=0).argmax(axis=1)
    rest = votes.copy()
    rest[:, np.arange(len(best)), best] = -np.inf
    margin = (votes[:, np.arange(len(best)), best] - rest.max(axis=2)).min(axis=0)
    names = np.array(list(CLASSES))[best].reshape(-1, per_row)
    margins = margin.reshape(-1, per_row)
    return tuple(map(_row, names, margins, rows))


def _row(names: npt.NDArray[np.str_], margins: F32, letters: str) -> RowKeys:
    unsure = margins < SURE
    if set(letters) == {EMPTY}:
        names = np.where(unsure, EMPTY, names)
        unsure = np.zeros_like(unsure)
    if unsure.any() or 2 * letters.count(UNSURE) > len(letters):
        return RowKeys(None, None, 0.0)
    confidence = float(1 / (1 + np.exp(-margins.min()))) if len(margins) else 0.0
    return RowKeys(int((names == "k").sum()), int((names == "w").sum()), confidence)


def _from_pegs(seen: Seen, samples: Samples) -> list[F32]:
    """Give how much brighter than the nearest of each sort, and how far from it, in three views."""
    chosen = [1, 2, 4]
    head = views(seen, samples.white, samples.light)[:, None, chosen]
    known = views_of(samples)[None][:, :, chosen]
    letters = np.array(list(samples.letters))
    parts = []
    for letter in "kw":
        apart = head - known[:, letters == letter]
        tint = np.hypot(apart[..., 1], apart[..., 2]).min(axis=1)
        lightness = apart[..., 0]
        nearest = np.abs(lightness).argmin(axis=1)[:, None]
        level = np.take_along_axis(lightness, nearest, axis=1)[:, 0]
        parts += [part for view in range(3) for part in (level[:, view], tint[:, view])]
    return parts
