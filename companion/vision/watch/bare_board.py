"""The bare board between its places, in a small grey view: what changed on it, by blocks.

Nothing is ever set there, so that every change is a hand, its shadow, another light or another
place of the board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Mask
from companion.vision.geometry.pose import Flat, Pose

__all__ = [
    "BLOCK_PX",
    "MEAN_LEVEL",
    "RowLines",
    "bare_pixels",
    "block_change",
    "correlation",
    "edges_of",
    "laid_since",
    "masked_block_change",
    "without_light",
]

# the side of a block in pixels of the view, about a peg's head: a guess
BLOCK_PX = 8
# mean grey to which views are brought before they are compared: a guess
MEAN_LEVEL = 90.0
# share of a block's pixels that must be bare for it to count: a guess
BARE_SHARE = 0.3
# how far around a head its place reaches, in its radius, for its shadow and a pose a little off; a
# guess
HEAD_REACH = 1.7
# how far the corner of a plate may be from its middle, in pitches: a guess
PLATE_REACH = 0.75
# sigma in pixels of the light that is taken out before views are compared: wider than a peg; a
# guess
LIGHT_SIGMA_PX = 12.0


def bare_pixels(shape: BoardShape, flat: Flat, pose: Pose) -> Mask:
    """Return the pixels of the view in which no peg, key, slider or code is ever seen."""
    free = np.ones(flat.size[::-1], np.uint8)
    for points, radius in _places(shape):
        seen = flat.pixels(pose.on_plane(pose.project(points)))
        reach = max(1, round(radius * flat.scale))
        for x, y in np.round(seen).astype(int):
            cv2.circle(free, (int(x), int(y)), reach, 0, -1)
    if shape.code:
        # the code and its shield, up to the far end
        near = shape.code.y - shape.code.pitch
        line = round(float(flat.pixels(np.array([[0.0, near]]))[0, 1]))
        free[: max(0, line)] = 0
    return np.asarray(free, np.bool_)


def _places(shape: BoardShape) -> Iterator[tuple[F64, float]]:
    """Yield points (n, 3) where something may be seen, with the mm that it may reach from them."""
    # on studs whole plates are set: their corners reach further than the stud that is read
    plate = PLATE_REACH * shape.hole_pitch if shape.hole.kind == "stud" else 0.0
    head = max(HEAD_REACH * shape.head.radius, plate)
    yield shape.holes(), head
    yield shape.heads(), head
    for row in range(1, shape.rows + 1):
        if shape.keys:
            yield shape.key_heads(row), max(HEAD_REACH * shape.keys.peg.radius, plate)
        if shape.sliders:
            for name in ("white", "red"):
                yield shape.slider_track(row, name), HEAD_REACH * shape.sliders.radius


def block_change(a: F32, b: F32) -> F32:
    """Return the mean absolute difference of each block of 8 x 8 pixels."""
    h, w = (side // BLOCK_PX for side in a.shape)
    apart = cv2.absdiff(a, b)[: h * BLOCK_PX, : w * BLOCK_PX]
    return np.asarray(cv2.resize(apart, (w, h), interpolation=cv2.INTER_AREA), np.float32)


def masked_block_change(a: F32, b: F32, counted: Mask) -> F32:
    """Return the mean absolute difference of each block of 8 x 8 pixels, over those `counted`."""
    h, w = (side // BLOCK_PX for side in a.shape)
    weight = counted[: h * BLOCK_PX, : w * BLOCK_PX].astype(np.float32)
    apart = np.abs(a - b)[: h * BLOCK_PX, : w * BLOCK_PX] * weight
    total = cv2.resize(apart, (w, h), interpolation=cv2.INTER_AREA)
    share = cv2.resize(weight, (w, h), interpolation=cv2.INTER_AREA)
    return np.where(share >= BARE_SHARE, total / np.maximum(share, BARE_SHARE), 0.0).astype(
        np.float32
    )


def without_light(view: F32, bare: Mask) -> F32:
    """Return the view without its light: a lamp's gradient and soft shadows go, edges stay.

    The light is that of the bare board around: a bright peg does not darken its neighbourhood.
    """
    weight = bare.astype(np.float32)
    light = _smooth(view * weight) / np.maximum(_smooth(weight), 1e-3)
    return np.asarray(view / (light + 5.0) * MEAN_LEVEL, np.float32)


@dataclass(frozen=True, slots=True)
class RowLines:
    """Where rows lie in a view: the pixel of each row's middle, and from one row to the next."""

    middles: Sequence[float]
    height: float


def laid_since(view: F32, first: F32, bare: Mask, rows: RowLines, level: float) -> tuple[Mask, F32]:
    """Return the blocks in which something lies that did not in `first`, and `first` renewed.

    Of what has changed by more than `level`, that was taken away which looks now as most rows do,
    before and now; there `first` is as the view is.
    """
    now, then = without_light(view, bare), without_light(first, bare)
    changed = masked_block_change(now, then, bare) > level
    usual = [_with_usual_rows(now, like, rows) for like in (now, then)]
    odd = [masked_block_change(now, each, bare) > level for each in usual]
    laid = changed & (odd[0] | odd[1])
    taken = (changed & ~laid).repeat(BLOCK_PX, axis=0).repeat(BLOCK_PX, axis=1)
    renewed, (h, w) = first.copy(), taken.shape
    np.copyto(renewed[:h, :w], view[:h, :w], where=taken)
    return laid, renewed


def _with_usual_rows(view: F32, like: F32, rows: RowLines) -> F32:
    """Return `view` with each of its rows replaced by what most rows of `like` look like.

    A board repeats from row to row, what lies on a few of them does not: their median has none.
    """
    half = int(rows.height / 2)
    tops = [round(middle) - half for middle in rows.middles]
    tops = [top for top in tops if top >= 0 and top + 2 * half < len(view)]
    usual = view.copy()
    if tops:
        row = np.median([like[top : top + 2 * half + 1] for top in tops], axis=0)
        for top in tops:
            usual[top : top + 2 * half + 1] = row
    return usual


def _smooth(view: F32) -> F32:
    """Return a view blurred by `LIGHT_SIGMA_PX`, at a quarter of the size: ten times as quick."""
    h, w = view.shape
    small = cv2.resize(view, (-(-w // 4), -(-h // 4)), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), LIGHT_SIGMA_PX / 4)
    return np.asarray(cv2.resize(blurred, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)


def edges_of(view: F32) -> F32:
    """Return the size of the gradient, strong edges cut."""
    x = cv2.Sobel(view, cv2.CV_32F, 1, 0)
    y = cv2.Sobel(view, cv2.CV_32F, 0, 1)
    return np.asarray(np.minimum(cv2.magnitude(x, y), 60.0), np.float32)


def correlation(a: F32, b: F32) -> float:
    """Return Pearson's correlation of two views."""
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / max(1e-6, np.sqrt((a * a).sum() * (b * b).sum())))
