"""A picture beside that of the empty table, looked at where tiles seem to be. Pure sampling."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.geometry.arrays import F32, F64, Image

__all__ = [
    "LightPair",
    "PicturePair",
    "likeness",
    "log_lights",
    "pair_of",
    "sampled",
    "soft",
    "spread",
]

# (P, 3) log light of a picture at some pixels, and of the empty table
LightPair = tuple[F64, F64]
# grey levels added before a logarithm, so that noise in the dark counts little: a guess
DARK = 10.0
# the lightest grey level, by definition; pixels each way of which one is looked at for the light of
# a picture, enough for a mean
WHITEST, THIN = 255.0, 8
# part of a side that is looked at, and points each way: guesses
PART, POINTS = 0.8, 9
# how far within an outline and beside it is looked, in parts of a tile's width, pixels at least;
# points along each edge, pixels of a short one that is left out; guesses
BESIDE, NEAREST, ALONG, SHORT = 0.065, 1.5, 7, 6.0
# points that OpenCV looks up at once, less than its limit of 32,767
LONGEST = 16_000


def soft(image: Image) -> F32:
    """Return a picture whose noise is averaged."""
    return np.asarray(cv2.boxFilter(image, cv2.CV_32F, (3, 3)), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class PicturePair:
    """A soft picture and that of the empty table, `gain` (3,) times as light in it."""

    still: F32
    empty: F32
    gain: F64

    def looks(self, pixels: Sequence[F64]) -> list[LightPair]:
        """Return what both show at (P, 2) pixels each, the empty table as lit as the other."""
        then = log_lights(self.empty, pixels, self.gain)
        return list(zip(log_lights(self.still, pixels), then, strict=True))

    def new_edges(self, boxes: Sequence[F64]) -> F64:
        """Return (N,) how much more log light changed within outlines of boxes than beside them.

        Boxes are of (8, 2) pixels; at the median of an outline's points; infinite where none is in
        the picture.
        """
        size = self.still.shape[1], self.still.shape[0]
        within, beside = zip(*(_outline(box, size) for box in boxes), strict=True)
        return np.array(
            [
                np.median(np.abs((a - b) - (c - d)).max(axis=1)) if len(a) else np.inf
                for (a, b), (c, d) in zip(self.looks(within), self.looks(beside), strict=True)
            ]
        )


def pair_of(still: F32, empty: F32) -> PicturePair:
    """Return two soft pictures of one size: most in them is the same, but for the light."""
    now, then = (view[::THIN, ::THIN].reshape(-1, 3) + 1.0 for view in (still, empty))
    gain = np.exp(np.median(np.log(now / then), axis=0))
    return PicturePair(still, empty, np.asarray(gain, np.float64))


def likeness(look: LightPair) -> float:
    """Return the correlation of what two pictures show."""
    now, then = (seen.mean(axis=1) for seen in look)
    now, then = now - now.mean(), then - then.mean()
    return float(now @ then) / max(float(np.linalg.norm(now) * np.linalg.norm(then)), 1e-9)


def spread(quads: F64) -> F64:
    """Return (N, P, d) points spread over sides, whose corners are (N, 4, d)."""
    steps = np.linspace(0.5 - PART / 2, 0.5 + PART / 2, POINTS)
    across, along = (v.reshape(-1, 1) for v in np.meshgrid(steps, steps))
    first, right, _, ahead = (quads[:, i : i + 1] for i in range(4))
    return np.asarray(first + across * (right - first) + along * (ahead - first))


def _outline(pixels: F64, size: tuple[int, int]) -> tuple[F64, F64]:
    """Return points (P, 2) px just within the outline of a box of `pixels` (8, 2), and beside it.

    They are in a picture of `size`.
    """
    hull = cv2.convexHull(pixels.astype(np.float32))[:, 0].astype(np.float64)
    ends = np.roll(hull, -1, axis=0)
    length = np.linalg.norm(ends - hull, axis=1)
    hull, ends, length = (v[length >= SHORT] for v in (hull, ends, length))
    way = (ends - hull) / length[:, None]
    inward = np.stack([-way[:, 1], way[:, 0]], axis=1)
    inward *= np.sign(((pixels.mean(axis=0) - hull) * inward).sum(axis=1))[:, None]
    inward *= max(NEAREST, BESIDE * float(np.linalg.norm(pixels[5] - pixels[4])))
    line = hull + np.linspace(0.15, 0.85, ALONG)[:, None, None] * (ends - hull)
    within, beside = (line + inward).reshape(-1, 2), (line - inward).reshape(-1, 2)
    both = np.concatenate([within, beside], axis=1)
    is_in = ((both >= 0) & (both <= np.array([*size, *size]) - 1)).all(axis=1)
    return within[is_in], beside[is_in]


def log_lights(view: F32, pixels: Sequence[F64], gain: F64 | float = 1.0) -> list[F64]:
    """Return (P, 3) log light at (P, 2) pixels each, were a picture `gain` times as light."""
    light = sampled(view, np.concatenate(pixels))
    log = np.log(np.minimum(light * gain, WHITEST) + DARK)
    return np.split(log.astype(np.float64), np.cumsum([len(each) for each in pixels])[:-1])


def sampled(view: F32, pixels: F64) -> F32:
    """Return (P, C) what a picture (h, w, C) shows at (P, 2) pixels, between its own."""
    every = pixels.astype(np.float32)
    seen = [
        cv2.remap(view, part[None], None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0]  # type: ignore[call-overload, unused-ignore]
        for part in np.array_split(every, len(every) // LONGEST + 1)
        if len(part)
    ]
    none = np.zeros((0, *view.shape[2:]), np.float32)
    return np.asarray(np.concatenate([none, *seen]), np.float32)
