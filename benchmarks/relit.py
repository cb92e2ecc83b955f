"""Other light and other plastic, made up: what a labelled picture would be like in them.

Gain, tint, a slope over the board, stray light, glare; pegs in the colour of the ground they stand
on, and grounds in the colour of key pegs.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from benchmarks.eye_shots import Shot, is_peg, see_keys
from companion.vision.board.shape import BoardShape
from companion.vision.features.board import CellSamples
from companion.vision.features.cells import LUMA, CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import Ground, linear
from companion.vision.features.patches import Patches
from companion.vision.read.key_classifier import KEY_CLASSES, KeyCalibration

__all__ = ["camouflaged", "relit", "relit_both", "relit_heads", "repainted", "unlit"]

Floats = npt.NDArray[np.float32]
Chance = np.random.Generator


def relit_heads(seen: CellFeatures, white: Floats, chance: Chance) -> CellFeatures:
    """Expose otherwise and put heads into other light; what the board shares is left to chance."""
    d, n = seen.table.copy(), len(seen)
    exposed = np.exp(chance.normal(0, 0.5))
    d[:, 0:12] = np.minimum(d[:, 0:12] * exposed, 1)
    d[:, 12:18] += np.log(exposed)
    gain = np.exp(chance.normal(0, 0.25, (n, 1)) + chance.normal(0, 0.1, (n, 3)))
    gain[chance.random(n) < 0.3] = 1
    veil = chance.exponential(0.015, (n, 1)) * (chance.random((n, 1)) < 0.5) * white
    # a mirror on the flat top hides most of it, its shaded part less, its edge least
    glare = chance.uniform(0.05, 0.6, (n, 1)) * (chance.random((n, 1)) < 0.15) * white * gain
    parts = (1.0, chance.uniform(0.3, 1, (n, 1)), chance.uniform(0.1, 0.8, (n, 1)))
    for start, part in zip((0, 3, 6), parts, strict=True):
        of = slice(start, start + 3)
        d[:, of] = np.minimum(d[:, of] * gain + veil + glare * part, 1)
    d[:, 9:12] = d[:, 9:12] * gain + veil * chance.random((n, 1))
    shared = chance.choice([0, 0.5, 1], (n, 1), p=[0.25, 0.35, 0.4]) * np.log(gain)
    for of in (slice(12, 15), slice(15, 18)):
        d[:, of] = np.log(np.exp(d[:, of] + shared) + glare * chance.uniform(0, 0.8, (n, 1)))
    return replace(seen, table=d.astype(np.float32))


def unlit(seen: CellFeatures, chance: Chance) -> CellFeatures:
    """Give heads as a picture of another white balance has them, whose light nothing tells."""
    d = seen.table.copy()
    d[:, 0:12] = np.clip(d[:, 0:12] * np.tile(np.exp(chance.normal(0, 0.3, 3)), 4), 0, 1)
    d[:, 12:18] = 0
    return replace(seen, table=d.astype(np.float32))


def camouflaged(
    shot: Shot, look: CellSamples, bare: CellFeatures, samples: ColourSamples, chance: Chance
) -> tuple[CellSamples, ColourSamples]:
    """Give some pegs the colour of the ground they stand on, and such a colour to the samples."""
    heads, holes = look.patches.heads.copy(), look.patches.holes.copy()
    for i in range(len(shot.letters)):
        if not is_peg(shot, i) or chance.random() > 0.3:
            continue
        change = look.features.light[i] - bare.light[i] + chance.normal(0, 0.12)
        wanted = bare.colour[i] * np.exp(change)
        level = max(1e-4, float(look.features.colour[i] @ LUMA))
        for part, of in ((heads, np.r_[0:56, 76:92]), (holes, np.r_[0:46])):
            relief = 1 + (linear(part[i, of]) @ LUMA / level - 1) * chance.uniform(0.5, 1)
            part[i, of] = _stored(np.clip(relief, 0, 4)[:, None] * wanted)
    whose = chance.integers(len(samples.letters), size=2)
    extra = [_like_ground(bare, samples.features.table[i], chance) for i in whose]
    donors = replace(samples.features[whose], table=np.array(extra, np.float32))
    mine = replace(
        samples,
        features=CellFeatures.joined([samples.features, donors]),
        letters=samples.letters + "##",
    )
    return replace(look, patches=replace(look.patches, heads=heads, holes=holes)), mine


def _like_ground(bare: CellFeatures, sample: Floats, chance: Chance) -> Floats:
    i = chance.integers(len(bare))
    row = sample.copy()
    row[0:3] = bare.colour[i] * np.exp(chance.normal(0, 0.12))
    row[3:6] = row[0:3] * chance.uniform(0.5, 0.9)
    row[6:9] = row[0:3] * chance.uniform(0.6, 1)
    row[12:18] = np.r_[bare.light[i], bare.own_light[i]]
    return row


def relit(patches: Patches, rows: int, cols: int, white: Floats, chance: Chance) -> Patches:
    """Put a whole picture into other light."""
    row, col = np.divmod(np.arange(len(patches.heads)), cols)
    u, v = row / max(1, rows - 1) - 0.5, col / max(1, cols - 1) - 0.5
    slope = chance.normal(0, 0.25) * u + chance.normal(0, 0.15) * v
    gain = np.exp(chance.normal(0, 0.3) + chance.normal(0, 0.07, (1, 3)) + slope[:, None])
    veil = np.zeros((len(row), 3))
    if chance.random() < 0.4:
        veil = veil + chance.exponential(0.02) * white * np.exp(chance.normal(0, 0.2, 3))
    if chance.random() < 0.35:
        x, y = chance.normal(0, 0.5, 2)
        far = ((u - x) ** 2 + (v - y) ** 2) / chance.uniform(0.02, 0.5)
        veil = veil + (chance.uniform(0.03, 0.4) * np.exp(-far))[:, None] * white

    def lit(part: Floats) -> Floats:
        n = len(part)
        return _stored(linear(part) * gain[:n, None] + veil[:n, None])

    return Patches(lit(patches.heads), lit(patches.holes), lit(patches.ground), patches.inside)


def _stored(light: Floats) -> Floats:
    """Apply sRGB's curve and round to 8 bits."""
    c = np.clip(light, 0, 1)
    curve = np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.maximum(c, 1e-9) ** (1 / 2.4) - 0.055)
    return (255 * curve).round().astype(np.float32)


def repainted(
    shots: Sequence[Shot],
    variant: int,
    holes: Patches,
    kind: npt.NDArray[np.intp],
    look: KeyCalibration,
    ground: Ground,
    chance: Chance,
) -> tuple[Patches, KeyCalibration]:
    """Paint the ground around key holes in a key peg's colour, when empty and beside pegs.

    The empty ones are those of the empty board's `variant` of its pose.
    """
    known = look.samples.features.colour
    wanted = known[chance.integers(len(known))] * np.exp(chance.normal(0, 0.15))
    colour = wanted / np.median(look.empty.colour, axis=0)
    empty = next(shot for shot in shots if shot.name == "calib_empty")
    bare = _painted(empty.holes[variant], colour, np.zeros(len(kind), bool))
    then = see_keys(empty.places[variant], bare, empty.shape, ground)
    return _painted(holes, colour, kind != KEY_CLASSES.index(".")), replace(look, empty=then)


def _painted(patches: Patches, colour: Floats, has_peg: npt.NDArray[np.bool_]) -> Patches:
    """Multiply light by a colour; where a peg is, only what looks like the ground around holes."""
    bare = patches.heads[~has_peg][:, 56:] if not has_peg.all() else patches.heads[:, 56:]
    usual = np.log(np.median(linear(bare).reshape(-1, 3), axis=0) + 0.01)

    def painted(part: Floats) -> Floats:
        light = linear(part)
        apart = np.abs(np.log(light + 0.01) - usual).mean(axis=2, keepdims=True)
        share = np.where(has_peg[:, None, None], np.exp(-((apart / 0.3) ** 2)), 1)
        return _stored(light * colour**share)

    return replace(patches, heads=painted(patches.heads), holes=painted(patches.holes))


def relit_both(
    places: Patches, holes: Patches, shape: BoardShape, white: Floats, chance: Chance
) -> tuple[Patches, Patches]:
    """Put pegs and key holes into the same other light."""
    state = chance.bit_generator.state
    pegs = relit(places, shape.rows, shape.cols, white, chance)
    chance.bit_generator.state = state
    return pegs, relit(holes, shape.rows, len(holes.heads) // shape.rows, white, chance)
