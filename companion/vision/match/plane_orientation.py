"""How a camera may be turned to a board with square corners, from orthogonal vanishing points.

Two directions of a board are square to each other, and so are their vanishing points. Edges of
the table are as straight: several turns are likely, and what lies there must tell.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.opencv_compat import segments
from companion.vision.geometry.pose import Pose

__all__ = ["likely_rotations"]


# pictures are looked at this wide; the longest edges are kept, none shorter than a part of it: a
# guess
PICTURE_WIDTH, MOST_EDGES, SHORTEST_EDGE = 800, 220, 0.015
# guesses by chance of three edges; how many of the best are looked at
RANSAC_GUESSES, MOST_LOOKED = 900, 300
# sine of the angle by which an edge may miss its vanishing point, and of the steepest tilt: a guess
MISS_SINE, TILT_COSINE = float(np.sin(np.radians(1.2))), float(np.cos(np.radians(48)))
# turns nearer than this to each other, in degrees, are one; a guess
SAME_DEG = 2.5
# rounds of fitting a turn to its edges: a guess
FIT_ROUNDS = 3


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Straight edges as seen from the camera: `length` (N,) pixels, and unit vectors (N, 3).

    `normal` is of the plane through the eye and the edge, `middle` goes to the edge's middle.
    """

    length: F64
    normal: F64
    middle: F64

    def miss(self, ahead: F64) -> F64:
        """Return (K, N) the sine of the angle by which each edge misses directions (K, 3)."""
        wide = np.linalg.norm(np.cross(self.middle[None], ahead[:, None]), axis=2)
        return np.asarray(np.abs(ahead @ self.normal.T) / np.maximum(wide, 1e-6))


def likely_rotations(image: Image, camera: Pose, *, count: int) -> list[F64]:
    """Return the likeliest rotations (3, 3) of a board before `camera`, best first.

    Which side of it is which is open: x may as well be y, or -x.
    """
    edges = _edges(image, camera)
    if len(edges.length) < 3:
        return []
    turns = _guessed(edges)
    support = _support(edges, turns)
    found: list[F64] = []
    for k in np.argsort(-support, kind="stable")[:MOST_LOOKED]:
        if _apart(turns[k], found) < SAME_DEG:
            continue
        turn = _fitted(edges, turns[k])
        if _apart(turn, found) >= SAME_DEG:
            found.append(turn)
        if len(found) == count:
            break
    return sorted(found, key=lambda turn: -float(_support(edges, turn[None])[0]))


def _edges(image: Image, camera: Pose) -> _Edges:
    h, w = image.shape[:2]
    ratio = min(1.0, PICTURE_WIDTH / w)
    size = (max(16, round(w * ratio)), max(16, round(h * ratio)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    ends = (segments(np.asarray(grey, np.uint8)).reshape(-1, 2, 2) + 0.5) / ratio - 0.5
    length = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    kept = np.argsort(-length, kind="stable")[:MOST_EDGES]
    kept = kept[length[kept] > SHORTEST_EDGE * w]
    if not len(kept):
        return _Edges(np.zeros(0), np.zeros((0, 3)), np.zeros((0, 3)))
    flat = cv2.undistortPoints(ends[kept].reshape(-1, 1, 2), camera.k, camera.dist)
    rays = np.c_[np.asarray(flat, np.float64).reshape(-1, 2), np.ones(2 * len(kept))]
    rays = rays.reshape(-1, 2, 3)
    return _Edges(length[kept], _unit(np.cross(rays[:, 0], rays[:, 1])), _unit(rays.sum(axis=1)))


def _guessed(edges: _Edges) -> F64:
    """Return rotations (K, 3, 3): two edges meet far off, a third lies square to them."""
    chance = np.random.default_rng(0)
    share = edges.length / edges.length.sum()
    i, j, k = (chance.choice(len(share), RANSAC_GUESSES, p=share) for _ in range(3))
    x = _unit(np.cross(edges.normal[i], edges.normal[j]))
    y = _unit(np.cross(edges.normal[k], x))
    turns = np.stack([x, y, np.cross(x, y)], axis=2)
    whole = (np.linalg.norm(x, axis=1) > 0.5) & (np.linalg.norm(y, axis=1) > 0.5)
    return np.asarray(turns[whole & (np.abs(turns[:, 2, 2]) > TILT_COSINE)])


def _support(edges: _Edges, turns: F64) -> F64:
    """Return (K,) the length of the edges along either side, both sides counting alike."""
    x, y = (edges.miss(turns[:, :, side]) for side in (0, 1))
    along = [np.clip(1 - (miss / MISS_SINE) ** 2, 0, 1) for miss in (x, y)]
    long_x = (np.where(x <= y, along[0], 0) * edges.length).sum(axis=1)
    long_y = (np.where(x <= y, 0, along[1]) * edges.length).sum(axis=1)
    return np.asarray(np.sqrt(long_x * long_y) + 0.25 * (long_x + long_y))


def _fitted(edges: _Edges, turn: F64) -> F64:
    """Return the rotation refined by weighted least squares on the edges along both sides."""
    for _ in range(FIT_ROUNDS):
        x, y = (edges.miss(turn[None, :, side])[0] for side in (0, 1))
        weight = np.clip(1 - (np.minimum(x, y) / (1.5 * MISS_SINE)) ** 2, 0, 1) * edges.length
        side = np.where((x < y)[:, None], turn[:, 0], turn[:, 1])
        wide = np.maximum(np.linalg.norm(np.cross(edges.middle, side), axis=1), 1e-6)
        slope = np.cross(side, edges.normal) / wide[:, None]
        off = (edges.normal * side).sum(axis=1) / wide
        square = slope.T @ (weight[:, None] * slope) + 1e-9 * edges.length.sum() * np.eye(3)
        step = -np.linalg.solve(square, slope.T @ (weight * off))
        turn = np.asarray(cv2.Rodrigues(step)[0], np.float64) @ turn
    return turn


def _apart(one: F64, others: list[F64]) -> float:
    """Return the least angle in degrees from a turn to `others`, whichever side is which."""
    if not others:
        return 180.0
    between = np.einsum("sij,kij->sk", one @ _SIDES, np.array(others))
    return float(np.degrees(np.arccos(np.clip((between.max() - 1) / 2, -1, 1))))


def _sides() -> F64:
    """Return (8, 3, 3): every way to name the sides of a square."""
    quarters = ((1, 0), (0, 1), (-1, 0), (0, -1))
    ways = [[[c, -s * f, 0], [s, c * f, 0], [0, 0, f]] for c, s in quarters for f in (1, -1)]
    return np.array(ways, np.float64)


_SIDES = _sides()


def _unit(vectors: npt.NDArray[np.floating]) -> F64:
    size = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(np.where(size > 1e-6, vectors / np.maximum(size, 1e-12), 0.0), np.float64)
