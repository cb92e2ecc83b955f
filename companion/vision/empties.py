"""Is it a peg, an empty hole, or something in front of the board? Cues of the patch. Pure.

A place is compared with its own picture on the empty board, in today's light, and with the
calibrated pegs. What each cue means is learned (`benchmarks/train_empties.py`).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.colours import Samples, compare, views
from companion.vision.patches import Patches
from companion.vision.seen import DARKEST, LUMA, Seen

__all__ = [
    "DISTANCE",
    "EMPTY",
    "HIDDEN",
    "LIGHTNESS",
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
# columns of `compare`: seven views each of lightness, abs, chroma, abs, hue, distance, hue part
LIGHTNESS, DISTANCE = 7, 35  # where abs lightness and distance begin

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
    heads, holes = patches.heads @ LUMA, patches.holes @ LUMA
    dimmer = (seen.light - bare.seen.light).mean(axis=1, keepdims=True)
    own = (seen.own - seen.light).mean(axis=1)
    parts = [
        *pattern(holes, bare.holes, dimmer),
        *pattern(heads[:, :56], bare.heads[:, :56], dimmer),
        *rings(holes),
        *rings(bare.holes),
        seen.texture,
        bare.seen.texture,
        seen.clip,
        own,
        abs(own),
        abs(dimmer[:, 0]),
        *_from_bare(seen, bare, samples),
        *from_ground(seen, bare),
        *_from_pegs(seen, samples),
        *_from_pegs(bare.seen, samples)[2:6],
    ]
    return np.stack(parts, axis=1).astype(np.float32)


def change(seen: Seen, bare: Bare) -> Floats:
    """Give (n,): how far the middle is from the bare place's own plastic in today's light.

    In units of what shade and tint do to it: under 1 it may well be the board itself.
    """
    near, own = (_strangeness(seen.body, light, bare) for light in (seen.light, seen.own))
    return np.asarray(np.hypot(np.minimum(near[0], own[0]), np.minimum(near[1], own[1])))


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
    return abs(left.mean(axis=-1)) / SHADE, tint / TINT


def pattern(now: Floats, then: Floats, dimmer: Floats) -> list[Floats]:
    """Compare two luma patterns: how alike, how far apart in today's light, how much flatter."""
    a, b = _log(now), _log(then) + dimmer / np.float32(2.2)
    level = (a - b).mean(axis=1)
    a, b = a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    sa, sb = (np.sqrt((x * x).mean(axis=1)) for x in (a, b))
    alike = (a * b).mean(axis=1) / (sa * sb + np.float32(0.002))
    return [alike, level, abs(level), sa, sb, np.sqrt(((a - b) ** 2).mean(axis=1))]


def rings(holes: Floats) -> list[Floats]:
    """Give how dark the middle is against the rings around it, as logarithms."""
    log = _log(holes)
    middle = log[:, :10].mean(axis=1)
    rings = [log[:, part].mean(axis=1) for part in (slice(10, 22), slice(22, 34), slice(34, 46))]
    return [middle - ring for ring in rings]


def _from_bare(seen: Seen, bare: Bare, samples: Samples) -> list[Floats]:
    """Give the difference in lightness, chroma and colour to the same place when it was empty."""
    now = views(seen, samples.white, samples.light)
    then = views(bare.seen, samples.white, samples.light)
    parts = []
    for view in (1, 2, 4, 5):
        d = now[:, view] - then[:, view]
        apart = np.hypot(d[:, 1], d[:, 2])
        parts += [d[:, 0], abs(d[:, 0]), d[:, 3], apart]
    return parts


def from_ground(seen: Seen, bare: Bare) -> list[Floats]:
    """Give what is left of the difference to the bare place once the ground's own is taken off."""
    parts = []
    for column, which in (("body", "own"), ("body", "light"), ("dark", "own"), ("rim", "own")):
        now, then = (np.log(getattr(x, column) + np.float32(DARKEST)) for x in (seen, bare.seen))
        left = now - then - (getattr(seen, which) - getattr(bare.seen, which))
        middle = left.mean(axis=1)
        parts += [middle, abs(middle), np.hypot(left[:, 2] - left[:, 1], left[:, 0] - left[:, 1])]
    return parts


def _from_pegs(seen: Seen, samples: Samples) -> list[Floats]:
    """Give the distance to the nearest calibrated peg in several views."""
    apart = compare(seen, samples)
    parts = []
    for view in (0, 1, 2, 4, 5):
        colour = apart[..., DISTANCE + view]
        whole = np.sqrt(colour**2 + 0.25 * apart[..., LIGHTNESS + view] ** 2)
        parts += [colour.min(axis=1), whole.min(axis=1)]
    fits = apart[..., -10]
    return [*parts, fits.min(axis=1)]


def _log(luma: Floats) -> Floats:
    return np.asarray(np.log(luma + np.float32(6)))
