"""Key pegs: black, white, or an empty key hole. Pure.

A hole is compared with itself on the empty board, in today's light, and with the calibrated key
pegs. What each cue means is learned (`benchmarks/train_eyes.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.colours import Committee, Samples, compare
from companion.vision.empties import DISTANCE, Bare, from_ground, pattern, rings
from companion.vision.patches import Patches
from companion.vision.reading import RowKeys
from companion.vision.seen import LUMA, Seen

__all__ = ["CLASSES", "KeyLook", "count_keys", "key_cues"]

Floats = npt.NDArray[np.float32]

CLASSES = "k.w"
# how much surer the worst of the committee must be; chosen on sessions that it was not taught
SURE = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class KeyLook:
    """What key pegs look like here, and the empty key holes."""

    samples: Samples
    bare: Bare


def key_cues(patches: Patches, seen: Seen, look: KeyLook) -> Floats:
    """Give (n, d) cues of n key holes."""
    holes = patches.holes @ LUMA
    dimmer = (seen.light - look.bare.seen.light).mean(axis=1, keepdims=True)
    parts = [
        *pattern(holes, look.bare.holes, dimmer),
        *rings(holes),
        *rings(look.bare.holes),
        *from_ground(seen, look.bare),
        *_from_pegs(seen, look.samples),
    ]
    return np.stack(parts, axis=1).astype(np.float32)


def count_keys(
    cues: Floats, committee: Committee, *, per_row: int, bare_rows: Sequence[bool]
) -> tuple[RowKeys, ...]:
    """Count black and white a row; None when a hole is unsure.

    `bare_rows` says which rows have no code peg: an answer needs a guess (all leaflets), so there
    an unsure key hole is an empty one.
    """
    votes = committee(cues)
    votes = votes - np.log(np.exp(votes).sum(axis=2, keepdims=True))
    best = votes.mean(axis=0).argmax(axis=1)
    rest = votes.copy()
    rest[:, np.arange(len(best)), best] = -np.inf
    margin = (votes[:, np.arange(len(best)), best] - rest.max(axis=2)).min(axis=0)
    names = np.array(list(CLASSES))[best].reshape(-1, per_row)
    margins = margin.reshape(-1, per_row)
    return tuple(
        _row(row, least, is_bare=bare)
        for row, least, bare in zip(names, margins, bare_rows, strict=True)
    )


def _row(names: npt.NDArray[np.str_], margins: Floats, *, is_bare: bool) -> RowKeys:
    unsure = margins < SURE
    if is_bare:
        names = np.where(unsure, ".", names)
        unsure = np.zeros_like(unsure)
    confidence = float(1 / (1 + np.exp(-margins.min()))) if len(margins) else 0.0
    if unsure.any():
        return RowKeys(None, None, 0.0)
    return RowKeys(int((names == "k").sum()), int((names == "w").sum()), confidence)


def _from_pegs(seen: Seen, samples: Samples) -> list[Floats]:
    """Give how much brighter than the nearest of each sort, and how far from it, in three views."""
    apart = compare(seen, samples)
    letters = np.array(list(samples.letters))
    parts = []
    for letter in "kw":
        one = apart[:, letters == letter]
        for view in (1, 2, 4):
            lightness = one[..., view]
            nearest = np.abs(lightness).argmin(axis=1)[:, None]
            parts.append(np.take_along_axis(lightness, nearest, axis=1)[:, 0])
            parts.append(one[..., DISTANCE + view].min(axis=1))
    return parts
