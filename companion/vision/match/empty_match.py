"""How like the empty board a board looks as it is laid, and how like it a step further or turned.

A lattice is nearly the same a row or a stud further. The board's own looks are not: its rim, its
ground, its key area, and what is printed on it. Pegs and a hand hide some of it, light changes it.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Flat, Pose

__all__ = [
    "RIM",
    "EmptySimilarity",
    "MirrorSimilarity",
    "compare_with_empty",
    "edges_of",
    "mirror_similarity",
]


# pixels a mm of the flat views: a guess
SCALE = 0.8
# mm of what lies around that are compared too: the table may be another; a guess
RIM = 6.0
# how many pitches further are compared; what is nearer than this is here, mm;
# by definition, and a guess
FURTHER, HERE = 2.2, 3.0
# the same for mirror images, in which what is no hole is taken for one: a guess
MIRRORED_FURTHER = 4.4


@dataclass(frozen=True, slots=True)
class EmptySimilarity:
    """How like the empty board it is, -1 to 1: as laid (`here`), and best `elsewhere`.

    Elsewhere is `shift` (x, y) mm further, `turned` end for end or not.
    """

    here: float
    elsewhere: float
    shift: tuple[float, float]
    turned: bool


@dataclass(frozen=True, slots=True)
class MirrorSimilarity:
    """How like the mirrored empty board it is, -1 to 1, turned round its outline's middle.

    Along `axis`, 0 columns or 1 rows, it runs the other way; `shift` (x, y) mm further.
    """

    likeness: float
    axis: int
    shift: tuple[float, float]


def compare_with_empty(
    image: Image, shape: BoardShape, pose: Pose, empty: Image, known: Pose
) -> EmptySimilarity:
    """Compare `shape` as `pose` sees it in BGR `image` with the `empty` picture seen by `known`."""
    # end for end the lattice stays where it is, so the outline moves
    about = 2 * (shape.corners()[:, :2].mean(axis=0) - np.mean(shape.outline, axis=0))
    room = FURTHER * np.array([shape.hole_pitch, shape.row_pitch])
    before = _edges(empty, known, _around(shape, np.zeros(2)))
    wide = _edges(image, pose, _around(shape, room + np.abs(about)))
    straight = _correlations(wide, before)
    near, others = _split_near_far(straight, room, np.zeros(2))
    # end for end the very same place is another way to lie
    _, ends = _split_near_far(_correlations(wide, -before[:, ::-1, ::-1]), room, about, nearest=0.0)
    (far, *shift), turned = max((others, False), (ends, True))
    return EmptySimilarity(near, far, (shift[0], shift[1]), turned)


def mirror_similarity(
    image: Image, shape: BoardShape, pose: Pose, empty: Image, known: Pose
) -> MirrorSimilarity:
    """Return how like the empty board's mirror image what lies near `pose` is, and where most so.

    A lattice is its own mirror image, so that a mirrored board is found like any other, with its
    columns or its rows the other way round, or some pitches further, where more of it fits. Its
    rim, code and key places are on the wrong side.
    """
    about = 2 * (shape.corners()[:, :2].mean(axis=0) - np.mean(shape.outline, axis=0))
    room = MIRRORED_FURTHER * np.array([shape.hole_pitch, shape.row_pitch]) + np.abs(about)
    before = _edges(empty, known, _around(shape, np.zeros(2)))
    wide = _edges(image, pose, _around(shape, room))
    across, along = (before * sign for sign in (ACROSS, ALONG))
    ways = []
    for axis, looks in enumerate((across[:, :, ::-1], along[:, ::-1, :])):
        _, (best, *shift) = _split_near_far(
            _correlations(wide, looks), room, np.zeros(2), nearest=0.0
        )
        ways.append(MirrorSimilarity(best, axis, (shift[0], shift[1])))
    return max(ways, key=lambda way: way.likeness)


# what becomes of the gradients (x and y of each of three channels) where x, or y, is mirrored
ACROSS = np.tile(np.array([-1, 1], np.float32), 3)[:, None, None]
ALONG = -ACROSS


def _correlations(wide: F32, looks: F32) -> F32:
    """Return the correlation (h, w) of `looks` with each part of `wide` of its size."""
    h, w = looks.shape[1:]
    both = sum(cv2.matchTemplate(a, b, cv2.TM_CCORR) for a, b in zip(wide, looks, strict=True))
    energy = np.asarray((wide**2).sum(axis=0), np.float32)
    there = cv2.matchTemplate(energy, np.ones((h, w), np.float32), cv2.TM_CCORR)
    scale = np.sqrt(np.maximum(there, 1e-3)) * max(float(np.linalg.norm(looks)), 1e-3)
    return np.asarray(both / scale, np.float32)


def _split_near_far(
    like: F32, room: F64, middle: F64, *, nearest: float = HERE
) -> tuple[float, tuple[float, float, float]]:
    """Return the best correlation near the place laid, and the best within `room` of it elsewhere.

    `middle` (x, y) in mm is where in `like` the place laid is; elsewhere has its shift from there,
    more than `nearest` mm.
    """
    h, w = like.shape
    x = (np.arange(w) - (w - 1) / 2) / SCALE - middle[0]
    y = ((h - 1) / 2 - np.arange(h)) / SCALE - middle[1]
    around = (np.abs(x) <= room[0] + 1e-6)[None, :] & (np.abs(y) <= room[1] + 1e-6)[:, None]
    apart = np.hypot(x[None, :], y[:, None])
    here = apart <= HERE
    far = np.where(around & (apart >= nearest), like, -1.0)
    j, i = np.unravel_index(int(np.argmax(far)), far.shape)
    near = float(like[here].max()) if here.any() else -1.0
    return near, (float(far[j, i]), float(x[i]), float(y[j]))


def _around(shape: BoardShape, room: F64) -> Flat:
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    x, y = room + RIM
    return Flat(x0 - x, y0 - y, x1 + x, y1 + y, SCALE)


def _edges(image: Image, pose: Pose, flat: Flat) -> F32:
    return edges_of(flat.of(image, pose))


def edges_of(view: Image) -> F32:
    """Return the gradient (6, h, w) of each channel of Lab of a BGR `view`, strong edges cut."""
    soft = cv2.GaussianBlur(cv2.cvtColor(view, cv2.COLOR_BGR2LAB), (0, 0), 1.0)
    found = []
    for channel in cv2.split(soft):
        gx, gy = cv2.Sobel(channel, cv2.CV_32F, 1, 0), cv2.Sobel(channel, cv2.CV_32F, 0, 1)
        size = np.hypot(gx, gy)
        cut = size + 2 * float(np.median(size)) + 4.0
        found += [gx / cut, gy / cut]
    return np.asarray(found, np.float32)
