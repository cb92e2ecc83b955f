"""Round spots in a picture, at all sizes: extrema of differences of Gaussians (Lowe 2004)."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.geometry.arrays import F32, F64, Image, Mask

__all__ = ["Blobs", "detect_blobs"]


# pictures are looked at this wide, and halved and quartered: a guess
PICTURE_WIDTH = 800
# halvings of the picture in which blobs are looked for: a guess, the largest heads are met in the
# last
OCTAVES = 3
# radii of spots in pixels of each octave; the first and last only serve for comparison
OCTAVE_RADII = tuple(1.7 * 2 ** (i / 3) for i in range(-1, 4))
# a difference of Gaussians of these parts of a spot's radius answers most to it: a guess
NARROW_PART, WIDE_PART = 0.6, 0.9
# by how much of its surroundings' lightness, or steps of a and b, a spot must differ
LEAST_CONTRAST = {"dark": 0.06, "light": 0.06, "a": 4.0, "b": 4.0}
MOST_BLOBS = {"dark": 320, "light": 220, "a": 160, "b": 160}


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Spots: `at` (N, 2) pixels of the whole picture, `radius` (N,), `strength`, and `dark` (N,).

    `dark` is true for spots darker than what is around them, in lightness.
    """

    at: F64
    radius: F64
    strength: F64
    dark: Mask


def detect_blobs(image: Image) -> Blobs:
    """Return the strongest round spots of a BGR `image`: bores, heads, studs and much else."""
    h, w = image.shape[:2]
    ratio = min(1.0, PICTURE_WIDTH / w)
    size = (max(16, round(w * ratio)), max(16, round(h * ratio)))
    lab = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    light, *tints = (np.asarray(c, np.float32) for c in cv2.split(lab))
    # colour is kept coarser by cameras too, and bores are seen by lightness
    half = (size[0] // 2, size[1] // 2)
    a, b = (
        np.asarray(cv2.resize(t, half, interpolation=cv2.INTER_AREA), np.float32) for t in tints
    )
    # equal steps of the logarithm are equal parts of the lightness
    light = np.log(light + 12)
    found = dict(zip(("dark", "light"), _spots(light, (1, -1)), strict=True))
    for name, tint in (("a", a), ("b", b)):
        (found[name],) = _spots(tint, (0,), halved=1)
    kept = {name: _strongest(spots, name) for name, spots in found.items()}
    x, y, radius, strength = np.concatenate(list(kept.values())).T
    dark = np.concatenate([np.full(len(k), name == "dark") for name, k in kept.items()])
    return Blobs((np.c_[x, y] + 0.5) / ratio - 0.5, radius / ratio, strength, dark)


def _strongest(spots: F64, name: str) -> F64:
    spots = spots[spots[:, 3] > LEAST_CONTRAST[name]]
    return spots[np.argsort(-spots[:, 3])[: MOST_BLOBS[name]]]


def _spots(plane: F32, polarities: tuple[int, ...], *, halved: int = 0) -> list[F64]:
    """Return (N, 4), x, y, radius, strength, for each of `polarities`: 1 dark, -1 light, 0 any.

    `halved` is how often the plane was made half as large before.
    """
    found: list[list[F64]] = [[] for _ in polarities]
    for octave in range(halved, OCTAVES):
        if octave > halved:
            half = (max(8, plane.shape[1] // 2), max(8, plane.shape[0] // 2))
            plane = np.asarray(cv2.resize(plane, half, interpolation=cv2.INTER_AREA), np.float32)
        terms = _differences(plane)
        zoom = 2.0**octave
        for polarity, spots in zip(polarities, found, strict=True):
            x, y, radius, strength = _extrema(terms, polarity)
            x, y = (x + 0.5) * zoom - 0.5, (y + 0.5) * zoom - 0.5
            spots.append(np.c_[x, y, radius * zoom, strength])
    return [np.concatenate(spots) for spots in found]


def _differences(plane: F32) -> F32:
    """Return (R, h, w): the difference of Gaussians for each radius."""
    pairs = (
        (cv2.GaussianBlur(plane, (0, 0), r * part) for part in (WIDE_PART, NARROW_PART))
        for r in OCTAVE_RADII
    )
    return np.stack([wide - narrow for wide, narrow in pairs])


def _extrema(terms: F32, polarity: int) -> tuple[F64, ...]:
    cube = np.abs(terms) if polarity == 0 else polarity * terms
    best = np.stack([cv2.dilate(term, np.ones((3, 3), np.uint8)) for term in cube])
    inner = cube[1:-1]
    top = (inner >= best[1:-1]) & (inner >= best[:-2]) & (inner >= best[2:]) & (inner > 0)
    level, y, x = np.nonzero(top)
    radius = np.array(OCTAVE_RADII)[level + 1]
    return x.astype(float), y.astype(float), radius, inner[level, y, x].astype(float)
