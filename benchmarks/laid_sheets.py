"""Cloths and printed pages laid on a board in its picture, as a camera would have seen them.

A pattern shows its true colours only where the picture resolves it: so these are painted on the
pixels, each the mean of four points, blurred, with noise, and compressed again.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.laid_outlines import Spots, some_outline
from benchmarks.laid_things import TOUCHED, reflectance, stored
from benchmarks.sheet_patterns import cloth, page
from companion.vision.board.shape import BoardShape
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import linear
from companion.vision.geometry.arrays import Image, Mask

__all__ = ["Sheet", "lay_sheet"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator

CLOTHS = 0.55  # of all sheets, the others are pages: a guess
COLOURS = (2, 5)  # so many, but the last, are drawn for a sheet: a guess
EDGE_PX = 24  # pixels around a sheet in which its shadow is painted: a guess
# points across and along each pixel whose mean is seen: a guess
FINER = 2
# share of sheets that lie nearly as the board does, and 1 sigma of their turn: guesses
STRAIGHT, TURN = 0.65, 0.06
QUALITY = (78, 97)  # of the picture compressed again: a guess


@dataclass(frozen=True)
class Sheet:
    """A picture with a sheet on it, which places it covers, and which it only touches."""

    image: Image
    covered: Mask
    touched: Mask


def lay_sheet(
    image: Image,
    white: Floats,
    spots: Spots,
    shape: BoardShape,
    samples: ColourSamples,
    chance: Chance,
) -> Sheet:
    """Return `image` with a cloth or a page on some rows; `white` (n, 3) is a white peg's light."""
    inside = some_outline("sheet", spots, shape, chance)
    by_hole, by_head = (inside(at) / spots.radii for at in (spots.at, spots.tops))
    covered = np.minimum(by_hole, by_head) > 0
    touched = (np.maximum(by_hole, by_head) > TOUCHED) & ~covered
    h, w = image.shape[:2]
    reach = EDGE_PX + 4 * float(np.median(spots.radii))
    under = spots.at[covered] if covered.any() else spots.at
    low = np.clip(np.floor(under.min(axis=0) - reach), 0, (w - 1, h - 1)).astype(int)
    high = np.clip(np.ceil(under.max(axis=0) + reach), low + 1, (w, h)).astype(int)
    part = (slice(low[1], high[1]), slice(low[0], high[0]))
    at = np.stack(np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1])), axis=-1)
    far = inside(at.astype(np.float64))
    seen = _seen(at, spots, shape, samples, chance) * _light(at, white, spots, chance)
    seen = cv2.GaussianBlur(seen, (0, 0), float(chance.uniform(0.25, 0.9)))
    cover = 1 / (1 + np.exp(-np.clip(far / chance.uniform(0.35, 1.1), -30, 30)))[..., None]
    shade = chance.uniform(0, 0.5) * (chance.random() < 0.7)
    dim = 1 - shade * np.exp(-np.maximum(-far, 0) / chance.uniform(2, 14))[..., None]
    board = linear(image[part].astype(np.float32)) * dim
    light = stored(board * (1 - cover) + seen * cover)
    light = light + chance.normal(0, chance.uniform(0.5, 3), light.shape) * cover
    out = image.copy()
    out[part] = _compressed(np.clip(np.rint(light), 0, 255).astype(np.uint8), chance)
    return Sheet(out, covered, touched)


def _seen(
    at: npt.NDArray[np.int64],
    spots: Spots,
    shape: BoardShape,
    samples: ColourSamples,
    chance: Chance,
) -> Floats:
    """Return the reflectance (h, w, 3) of a pattern at pixels (h, w, 2), with its folds."""
    colours = [reflectance(samples, chance) for _ in range(int(chance.integers(*COLOURS)))]
    make = cloth if chance.random() < CLOTHS else page
    pattern = make(colours, chance)
    to_board, _ = cv2.findHomography(spots.at, shape.holes()[:, :2] / shape.head.radius)
    fine = (np.arange(FINER) + 0.5) / FINER - 0.5
    (x0, y0), (x1, y1) = at[0, 0], at[-1, -1]
    x, y = ((np.arange(a, b + 1)[:, None] + fine).ravel() for a, b in ((x0, x1), (y0, y1)))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(1, -1, 2)
    flat = cv2.perspectiveTransform(grid, to_board).reshape(len(y), len(x), 2)
    turn = chance.normal(0, TURN) if chance.random() < STRAIGHT else chance.uniform(0, 6.28)
    c, s = np.cos(turn), np.sin(turn)
    u, v = flat[..., 0] * c + flat[..., 1] * s, flat[..., 1] * c - flat[..., 0] * s
    u, v = u + chance.uniform(0, 9), v + chance.uniform(0, 9)
    wave, deep = chance.uniform(3, 14), chance.uniform(0, 0.15) * (make is cloth)
    fold = np.sin(u / wave * 6.28 + chance.uniform(0, 6)) * np.cos(v / wave * 4)
    drawn = pattern(u + deep * fold, -v + 2 * deep * fold) * (1 + deep * fold)[..., None]
    size = (at.shape[1], at.shape[0])
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA))


def _light(at: npt.NDArray[np.int64], white: Floats, spots: Spots, chance: Chance) -> Floats:
    """Return the light (h, w, 3) on a white thing: a plane through the log of that on places."""
    middle, span = spots.at.mean(axis=0), max(1.0, float(np.ptp(spots.at)))
    there = np.c_[np.ones(len(spots.at)), (spots.at - middle) / span]
    plane = np.linalg.lstsq(there, np.log(np.maximum(white, 1e-4)), rcond=None)[0]
    near = (at - middle) / span
    log = plane[0] + near @ plane[1:]
    return np.asarray(np.exp(np.clip(log, -8, 1) + chance.normal(0, 0.25)))


def _compressed(picture: Image, chance: Chance) -> Image:
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(*QUALITY))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], 1), np.uint8)
