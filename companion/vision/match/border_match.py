"""Where a board may lie once it is known how it is turned: its borders matched everywhere at once.

Seen from right above, all that is open is where the board is, how far away, and which of four
ways round. Its outline, the rims of its fields and the seams of a two-coloured ground are
correlated with the borders in the picture for all places at once, by Fourier transforms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Flat, Pose
from companion.vision.match.board_borders import (
    borders_of,
    middle_of,
    quarter_turn,
)
from companion.vision.score.ring_filter import edge_fields

__all__ = [
    "BorderMatch",
    "border_score",
    "correlated",
    "distinct",
    "match_borders",
    "spectrum",
    "view_from_above",
]


# mm from the camera to the plane of the view, and how far it reaches aside at most: a guess
VIEW_DISTANCE, VIEW_REACH = 200.0, 260.0
# pixels a mm in which borders are seen, and in which they are laid; a guess
FINE_SCALE, COARSE_SCALE = 1.0, 0.4
# mm of the median that takes studs and pegs away (odd), and how softly borders are laid, mm: a
# guess
STUD_MEDIAN, BORDER_BLUR = 9, 1.6
# a border counts by how much it stands out from what is this near, mm: a guess
SURROUND_MM = 12.0
# how far the board is away: from the nearest at which it fills the view, in steps; a guess
SMALLEST_SCALE, SCALE_STEP = 0.38, 0.03
# pixels of the view a board's mm spans at most, as a part of those it spans there: a guess
LARGEST_SCALE = 1.6
# pixels by which a board may reach beyond the view: a guess
VIEW_RIM_PX = 10
# guesses nearer to each other than this part of the picture's width are one
SAME_MATCH = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class BorderMatch:
    """Where the board may lie: pixels `corners` (4, 2) TL, TR, BR, BL, and the match's score."""

    corners: F64
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A turn's view from right above, and its fields (h, w): seams across x and y, then borders."""

    pose: Pose
    flat: Flat
    fields: tuple[F32, ...]


def match_borders(
    lab: Image, shape: BoardShape, camera: Pose, turns: Sequence[F64], *, count: int
) -> list[BorderMatch]:
    """Return the best matches of `shape` in `lab` (CIE Lab), turned by one of `turns` (3, 3).

    `camera` gives the lens. The best is first.
    """
    borders = borders_of(shape)
    views = [_view(lab, camera, turn, signed=bool(shape.ground)) for turn in turns]
    if not views:
        return []
    size = _common(views)
    spectra = [[spectrum(field, size) for field in view.fields] for view in views]
    corners = shape.corners()[:, :2] - middle_of(shape)
    largest = min(LARGEST_SCALE, max(_diagonal(view.flat) for view in views) / borders.size)
    found: list[BorderMatch] = []
    for quarter in range(4):
        turned = borders.turned(quarter)
        there = corners @ quarter_turn(quarter).T
        for scale in largest * np.exp(-np.arange(0.0, np.log(1 / SMALLEST_SCALE), SCALE_STEP)):
            spots = turned.spots * (scale * COARSE_SCALE)
            counts = turned.counts.T[-len(spectra[0]) :]
            drawn = [spectrum(_drawn(spots, c, size), size) for c in counts]
            for view, fields in zip(views, spectra, strict=True):
                score = correlated(fields, drawn)
                found += _best(view, score, spots, there * scale)
    found.sort(key=lambda guess: -guess.score)
    kept = distinct([match.corners for match in found], SAME_MATCH * camera.size[0], count)
    return [found[i] for i in kept]


def border_score(lab: Image, shape: BoardShape, pose: Pose) -> float:
    """Return the mean clearness of the borders of `shape` in `lab` where `pose` sees them."""
    rims = np.array(shape.outline)
    (x0, y0), (x1, y1) = rims.min(axis=0) - SURROUND_MM, rims.max(axis=0) + SURROUND_MM
    flat = Flat(x0, y0, x1, y1, FINE_SCALE)
    borders = borders_of(shape)
    fields = [*(_seams(lab, pose, flat) if shape.ground else ()), *_edges(flat.of(lab, pose))]
    w, h = flat.size
    at = np.rint(flat.pixels(borders.spots + middle_of(shape))).astype(np.intp)
    x, y = np.clip(at[:, 0], 0, w - 1), np.clip(at[:, 1], 0, h - 1)
    counts = borders.counts.T[-len(fields) :]
    return float(sum((f[y, x] * c).sum() for f, c in zip(fields, counts, strict=True)))


def distinct(places: Sequence[F64], apart: float, count: int) -> list[int]:
    """Return which `places`, corners (4, 2), are no nearer than `apart` to an earlier one.

    `count` of them at most.
    """
    kept: list[int] = []
    for i, place in enumerate(places):
        if all(np.linalg.norm(place - places[j], axis=1).max() > apart for j in kept):
            kept.append(i)
        if len(kept) == count:
            break
    return kept


def _best(view: _View, score: F32, spots: F64, corners: F64) -> list[BorderMatch]:
    """Return the best place of the board if it can lie in the view."""
    w, h = view.flat.size
    x0, y1 = np.ceil(-spots.min(axis=0) - VIEW_RIM_PX).astype(int)
    x1, y0 = np.floor(-spots.max(axis=0) + VIEW_RIM_PX).astype(int)
    x0, y0, x1, y1 = max(0, x0), max(0, -y1), min(w, w + x1), min(h, h + y0)
    if x0 >= x1 or y0 >= y1:
        return []
    inside = score[y0:y1, x0:x1]
    y, x = divmod(int(np.argmax(inside)), x1 - x0)
    middle = (
        view.flat.x0 + (x0 + x + 0.5) / COARSE_SCALE,
        view.flat.y1 - (y0 + y + 0.5) / COARSE_SCALE,
    )
    pixels = view.pose.project(np.c_[corners + middle, np.zeros(4)])
    return [BorderMatch(pixels, float(inside[y, x]))] if np.isfinite(pixels).all() else []


def correlated(fields: Sequence[F32], drawn: Sequence[F32]) -> F32:
    """Return the sum of the correlations (h, w) of spectra with those of what is `drawn`."""
    total = np.zeros_like(fields[0])
    for field, spots in zip(fields, drawn, strict=True):
        total += cv2.mulSpectrums(field, spots, 0, conjB=True)
    flags = cv2.DFT_INVERSE | cv2.DFT_REAL_OUTPUT | cv2.DFT_SCALE
    return np.asarray(cv2.dft(total, flags=flags), np.float32)


def _common(views: Sequence[_View]) -> tuple[int, int]:
    """Return a height and width that hold every view with what may reach beyond it."""
    sides = np.array([view.flat.size for view in views]).max(axis=0) + 2 * VIEW_RIM_PX
    w, h = (cv2.getOptimalDFTSize(int(side)) for side in sides)
    return h, w


def spectrum(field: F32, size: tuple[int, int]) -> F32:
    """Return the spectrum of a `field` (h, w), made `size` high and wide with zeros."""
    below, right = size[0] - field.shape[0], size[1] - field.shape[1]
    wide = cv2.copyMakeBorder(field, 0, below, 0, right, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.dft(wide), np.float32)


def _diagonal(flat: Flat) -> float:
    return float(np.hypot(flat.x1 - flat.x0, flat.y1 - flat.y0))


def _drawn(spots: F64, counts: F64, size: tuple[int, int]) -> F32:
    """Draw spots (x right, y up, in pixels) around pixel (0, 0) of a field that goes around."""
    h, w = size
    x, y = spots[:, 0], -spots[:, 1]
    left, top = np.floor(x), np.floor(y)
    drawn = np.zeros(h * w)
    for i in (0, 1):
        for j in (0, 1):
            part = (1 - np.abs(x - left - i)) * (1 - np.abs(y - top - j)) * counts
            at = (top + j).astype(np.intp) % h * w + (left + i).astype(np.intp) % w
            drawn += np.bincount(at, part, minlength=h * w)
    return np.asarray(drawn.reshape(h, w), np.float32)


def view_from_above(camera: Pose, turn: F64) -> tuple[Pose, tuple[float, float, float, float]]:
    """Return `camera` over a plane turned by `turn` (3, 3), and how far it sees: x0, y0, x1, y1 mm.

    It is `VIEW_DISTANCE` away, and no more than `VIEW_REACH` to each side is looked at.
    """
    ahead = turn * (1.0, 1.0, -1.0) if turn[2, 2] > 0 else turn
    ahead = ahead * (1.0, float(np.sign(np.linalg.det(ahead))), 1.0)
    pose = Pose(camera.k, camera.dist, ahead, -ahead[:, 2] * VIEW_DISTANCE, camera.size)
    w, h = camera.size
    rim = np.array([(x, y) for x in (0, w / 2, w) for y in (0, h / 2, h)])
    there = np.clip(pose.on_plane(rim)[:, :2], -VIEW_REACH, VIEW_REACH)
    (x0, y0), (x1, y1) = there.min(axis=0), there.max(axis=0)
    return pose, (float(x0), float(y0), float(x1), float(y1))


def _view(lab: Image, camera: Pose, turn: F64, *, signed: bool) -> _View:
    """See the picture from right above as `turn` has it, and find its borders."""
    pose, reach = view_from_above(camera, turn)
    flat = Flat(*reach, FINE_SCALE)
    fields = [*(_seams(lab, pose, flat) if signed else ()), *_edges(flat.of(lab, pose))]
    coarse = Flat(*reach, COARSE_SCALE)
    small = [cv2.resize(f, coarse.size, interpolation=cv2.INTER_AREA) for f in fields]
    return _View(pose, coarse, tuple(np.asarray(f, np.float32) for f in small))


def _seams(lab: Image, pose: Pose, flat: Flat) -> list[F32]:
    """Return the steps of lightness to the right and up, their sign kept."""
    (field,) = edge_fields(lab, pose, flat, z=0.0)
    return [
        np.asarray(cv2.GaussianBlur(g, (0, 0), BORDER_BLUR * FINE_SCALE), np.float32)
        for g in (field.gx, -field.gy)
    ]


def _edges(view: Image) -> list[F32]:
    """Return the borders across x and across y of areas larger than studs, in any colour."""
    plain = cv2.GaussianBlur(cv2.medianBlur(view, STUD_MEDIAN), (0, 0), 1.0).astype(np.float32)
    plain *= (1.0, 1.5, 1.5)
    x, y = (cv2.Sobel(plain, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    x, y = (np.sqrt((g**2).sum(axis=2)) for g in (x, y))
    size = np.hypot(x, y)
    cut = 1 / ((size + max(2.0, float(np.percentile(size, 75)))) * np.maximum(size, 1e-3))
    found = []
    for g in (x, y):
        field = cv2.GaussianBlur(
            np.asarray(g * g * cut, np.float32), (0, 0), BORDER_BLUR * FINE_SCALE
        )
        found.append(field - 0.8 * cv2.GaussianBlur(field, (0, 0), SURROUND_MM * FINE_SCALE))
    return [np.asarray(field, np.float32) for field in found]
