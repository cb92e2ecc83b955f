"""Things laid on a board, painted on the samples of its places alone: sheets, caps, glare.

A thing is an outline in the picture with a colour, a texture and a shadow beside it, lit as the
board is. Painting what was sampled is a thousandth of the work of painting pictures.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.laid_outlines import Spots, some_outline
from companion.vision.board.shape import BoardShape
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import linear
from companion.vision.features.patches import Patches

__all__ = ["TOUCHED", "Spots", "lay", "reflectance", "stored"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator

KINDS = ("sheet", "sheet", "sheet", "phone", "disc", "disc", "ball", "coin", "finger")
# as large as a head, on a few places at once
SMALL = ("sticker", "sticker", "number", "glare", "glare")
SMALL_SHARE = 0.5  # of all things laid: a guess
FEW = 5  # of these lie on a board at most
NEAR = 3.0  # head radii around a place in which a small thing on it is painted
TEXTURES = ("flat", "flat", "flat", "print", "text", "text", "cloth", "wrinkle")
# letters of a printed page that is laid, its size and the height of a line, pixels of that page
PAGE_LETTERS, PAGE, LINE = 90, (720, 960), 18
SKIN = np.array([0.28, 0.42, 0.7])
TOUCHED = -1.6  # head radii outside an outline up to which a place is neither covered nor free


@cache
def _page() -> npt.NDArray[np.bool_]:
    """Return a page of text, (h, w): where there is ink."""
    chance = np.random.default_rng(1)
    page = np.zeros(PAGE, np.uint8)
    for y in range(LINE, PAGE[0], LINE):
        line = "".join(chr(int(c)) for c in chance.integers(97, 123, PAGE_LETTERS))
        cv2.putText(page, line, (0, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 255, 1, cv2.LINE_AA)
    return page > 100


@dataclass(frozen=True)
class _Paint:
    """What a thing looks like: two colours, a texture, and its scale and direction in pixels."""

    colours: tuple[Floats, Floats]
    texture: str
    cell: float
    turn: float
    wave: float
    strength: float

    def __call__(self, at: Floats, chance: Chance) -> Floats:
        """Return reflectances (n, k, 3) at pixels (n, k, 2)."""
        u = at @ np.array([np.cos(self.turn), np.sin(self.turn)])
        v = at @ np.array([-np.sin(self.turn), np.cos(self.turn)])
        first, second = self.colours
        colour = np.broadcast_to(first, (*u.shape, 3))
        if self.texture == "cloth":
            odd = (np.floor(u / self.cell) + np.floor(v / self.cell)) % 2 > 0
            return np.where(odd[..., None], second, first)
        if self.texture == "print":
            ink = (np.mod(v, self.cell) < self.cell / 2) & (chance.random(u.shape) < 0.5)
            return np.where(ink[..., None], 0.06, colour)
        if self.texture == "text":
            scale, (tall, wide) = LINE / self.cell, PAGE
            ink = _page()[(v * scale).astype(int) % tall, (u * scale).astype(int) % wide]
            return np.where(ink[..., None], 0.06, colour)
        if self.texture == "wrinkle":
            waves = np.sin(u / self.wave * 6.28) + np.sin(v / self.wave * 9) / 2
            return np.asarray(colour * (1 + self.strength * waves)[..., None])
        if self.texture == "shine":
            return np.asarray(
                colour * (1 + 8 * np.exp(-(((u - u.mean()) / self.wave) ** 2)))[..., None]
            )
        return colour


def lay(
    patches: Patches,
    light: Floats,
    spots: Spots,
    shape: BoardShape,
    samples: ColourSamples,
    free: npt.NDArray[np.bool_],
    chance: Chance,
) -> tuple[Patches, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Return patches with a thing on them, which places it covers, and which it only touches.

    `light` (n, 3) is the log light near each place, `free` (n,) are the empty places: stickers lie
    on those.
    """
    white = samples.white * np.exp(np.clip(light - samples.light, -2.5, 2))
    if chance.random() < SMALL_SHARE:
        return _lay_small(patches, white, spots, samples, free, chance)
    kind = str(chance.choice(KINDS))
    inside = some_outline(kind, spots, shape, chance)
    paint = _some_paint(kind, samples, float(np.median(spots.radii)), chance)
    middle = np.median(white, axis=0, keepdims=True)
    white = middle * (white / middle) ** 0.6 * np.exp(chance.normal(0, 0.3))
    soft, noise = chance.uniform(0.35, 1.1), chance.uniform(1, 4)
    shade = chance.uniform(0, 0.5) * (chance.random() < 0.7)
    reach, aside = chance.uniform(2, 14), chance.normal(0, 4, 2)

    def painted(part: npt.NDArray[np.float32], at: Floats) -> npt.NDArray[np.float32]:
        cover = 1 / (1 + np.exp(-np.clip(inside(at) / soft, -30, 30)))[..., None]
        new = stored(paint(at, chance) * white[:, None]) + chance.normal(0, noise, part.shape)
        dim = 1 - shade * np.exp(-np.maximum(-inside(at + aside), 0) / reach)
        under = stored(linear(part) * dim[..., None] ** 2) if shade else part
        return np.clip(under * (1 - cover) + new * cover, 0, 255).astype(np.float32)

    by_hole, by_head = (inside(at) / spots.radii for at in (spots.at, spots.tops))
    covered = np.minimum(by_hole, by_head) > 0
    touched = (np.maximum(by_hole, by_head) > TOUCHED) & ~covered
    return _each(patches, spots, painted), covered, touched


def _each(
    patches: Patches,
    spots: Spots,
    painted: Callable[[npt.NDArray[np.float32], Floats], npt.NDArray[np.float32]],
) -> Patches:
    """Return patches with all their samples painted, given the samples and their pixels."""
    return Patches(
        painted(patches.heads, spots.heads),
        painted(patches.holes, spots.holes),
        painted(patches.ground, spots.ground),
        patches.inside,
    )


def _lay_small(
    patches: Patches,
    white: Floats,
    spots: Spots,
    samples: ColourSamples,
    free: npt.NDArray[np.bool_],
    chance: Chance,
) -> tuple[Patches, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Lay flat discs or numbers on empty places, or a lamp's reflection on any place."""
    kind = str(chance.choice(SMALL))
    count = len(free)
    where = np.arange(count) if kind == "glare" else np.flatnonzero(free)
    some = chance.permutation(where)[: int(chance.integers(1, FEW + 1))]
    things = [_some_small(kind, spots, int(i), white[i], samples, chance) for i in some]

    def painted(part: npt.NDArray[np.float32], at: Floats) -> npt.NDArray[np.float32]:
        out = part.astype(np.float64)
        for i, thing in zip(some, things, strict=True):
            near = np.linalg.norm(at - spots.at[i], axis=-1) < NEAR * spots.radii[i]
            out[near] = thing(out[near], at[near])
        return np.clip(out, 0, 255).astype(np.float32)

    covered = np.zeros(count, np.bool_)
    covered[some] = True
    apart = np.linalg.norm(spots.at[:, None] - spots.at[some][None], axis=2) / spots.radii[:, None]
    touched = (apart < 1 - TOUCHED).any(axis=1) & ~covered
    return _each(patches, spots, painted), covered, touched


def _some_small(
    kind: str, spots: Spots, i: int, white: Floats, samples: ColourSamples, chance: Chance
) -> Callable[[Floats, Floats], Floats]:
    """Return what a thing on place `i` does to stored samples (n, 3) at pixels (n, 2)."""
    size, aside = chance.uniform(0.75, 1.25), chance.normal(0, 0.12, 2)
    soft, noise = chance.uniform(0.35, 1.1) / spots.radii[i], chance.uniform(1, 4)
    if kind == "glare":
        lamp = white * chance.uniform(0.5, 3.0) * np.exp(chance.normal(0, 0.15, 3))
        fuzzy, middle = chance.uniform(0.08, 0.4), spots.tops[i] + aside * spots.radii[i]

        def reflect(part: Floats, at: Floats) -> Floats:
            far = np.linalg.norm(at - middle, axis=-1) / spots.radii[i]
            return stored(linear(part) + _within(size - far, fuzzy) * lamp)

        return reflect
    ink, page = reflectance(samples, chance), np.full(3, chance.uniform(0.3, 1.0))
    strokes = chance.uniform(-0.8, 0.8, (int(chance.integers(2, 5)), 2, 2))
    wide, is_round = chance.uniform(0.1, 0.35), kind == "sticker" or chance.random() < 0.5

    def stick(part: Floats, at: Floats) -> Floats:
        beside = spots.on_board(at, i) - aside
        inside = size - (
            np.linalg.norm(beside, axis=-1) if is_round else np.abs(beside).max(axis=-1)
        )
        colour = ink[None]
        if kind == "number":
            inked = np.max([_near_stroke(beside, ends, wide) for ends in strokes], axis=0)
            inked = _within(inked, soft)
            colour = page * (1 - inked) + ink * inked
        flat = stored(colour * white) + chance.normal(0, noise, part.shape)
        there = _within(inside, soft)
        return np.asarray(part * (1 - there) + flat * there)

    return stick


def _within(inside: Floats, soft: float) -> Floats:
    """Return (n, 1): 1 inside an edge, 0 outside, by how far `inside` (n,) each point lies."""
    return np.asarray(1 / (1 + np.exp(-np.clip(inside / soft, -30, 30))))[:, None]


def _near_stroke(at: Floats, ends: Floats, wide: float) -> Floats:
    along = ends[1] - ends[0]
    part = np.clip(((at - ends[0]) @ along) / max(1e-6, float(along @ along)), 0, 1)
    return np.asarray(wide - np.linalg.norm(at - ends[0] - part[..., None] * along, axis=-1))


def stored(light: Floats) -> Floats:
    c = np.clip(light, 0, 1)
    curve = np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.maximum(c, 1e-9) ** (1 / 2.4) - 0.055)
    return np.asarray(255 * curve)


def _some_paint(kind: str, samples: ColourSamples, radius: float, chance: Chance) -> _Paint:
    first, second = reflectance(samples, chance), reflectance(samples, chance)
    texture = str(chance.choice(TEXTURES))
    if kind == "finger" and chance.random() < 0.7:
        first, texture = SKIN * chance.uniform(0.5, 1.1), "wrinkle"
    if kind == "phone" and chance.random() < 0.6:
        first, texture = np.full(3, chance.uniform(0.01, 0.06)), "shine"
    cell, turn = chance.uniform(0.5, 2.6) * radius, chance.uniform(0, 6.28)
    wave, strength = chance.uniform(3, 14) * radius, chance.uniform(0.03, 0.22)
    return _Paint((first, second), texture, cell, turn, wave, strength)


def reflectance(samples: ColourSamples, chance: Chance) -> Floats:
    """Return that of a peg most often: a sheet in a peg's colour is the hardest."""
    which = chance.random()
    if which < 0.55:
        i = chance.integers(len(samples.letters))
        own = samples.features.colour[i] / samples.white
        return np.asarray(own * np.exp(chance.normal(0, 0.08, 3)))
    if which < 0.8:
        return np.full(3, chance.uniform(0.03, 1.2)) * np.exp(chance.normal(0, 0.03, 3))
    return chance.uniform(0.02, 1, 3)
