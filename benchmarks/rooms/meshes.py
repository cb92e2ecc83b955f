"""Triangles of what stands on a table: turned bodies, boxes, plates with bores. Millimetres."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

__all__ = ["Body", "Profile", "Rect", "box", "join", "plate", "turned"]

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.intp]
Rect = tuple[float, float, float, float]
Profile = list[tuple[float, float]]

STEPS = 28


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Points (n, 3) in mm, triangles (m, 3) as their numbers, and a colour (n, 3) a point."""

    points: Floats
    faces: Whole
    colours: Floats = field(default_factory=lambda: np.zeros((0, 3)))

    def at(self, x: float, y: float, z: float = 0.0) -> "Body":
        """Give the body moved."""
        return Body(self.points + np.array([x, y, z]), self.faces, self.colours)

    def of(self, colour: npt.ArrayLike) -> "Body":
        """Give the body in one colour: reflectance of red, green, blue, linear."""
        shade = np.broadcast_to(np.asarray(colour, np.float64), (len(self.points), 3))
        return Body(self.points, self.faces, shade)


def join(bodies: Iterable[Body]) -> Body:
    """Make one body of several."""
    parts = list(bodies)
    starts = np.cumsum([0, *(len(part.points) for part in parts[:-1])])
    return Body(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.faces + start for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.colours for part in parts]),
    )


def turned(profile: Sequence[tuple[float, float]]) -> Body:
    """Turn a profile of (radius, z), seen from outside going up, around the z axis.

    A pair that comes twice makes a sharp edge.
    """
    turn = np.arange(STEPS) * 2 * np.pi / STEPS
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    rings = [np.c_[r * circle, np.full(STEPS, z)] for r, z in profile]
    k, after = np.arange(STEPS), (np.arange(STEPS) + 1) % STEPS
    faces = []
    for i, (low, high) in enumerate(itertools.pairwise(profile)):
        if low == high:
            continue
        a, b, c, d = i * STEPS + k, i * STEPS + after, (i + 1) * STEPS + after, (i + 1) * STEPS + k
        faces += [np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)]
    return Body(np.concatenate(rings), np.concatenate(faces))


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Body:
    """Give a box; every side has points of its own, so that edges are sharp."""
    corners = np.array([(a, b, c) for a in x for b in y for c in z])
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    points = np.concatenate([corners[list(side)] for side in sides])
    first = 4 * np.arange(len(sides))[:, None]
    faces = np.concatenate([first + np.array(three) for three in ((0, 1, 2), (0, 2, 3))])
    return Body(points, faces)


def plate(outline: Rect, bores: Sequence[tuple[float, float, float, Rect]]) -> Body:
    """Give a flat plate at z = 0 with round openings: (x, y, radius, the cell around it) each.

    Rectangles are (left, right, near, far). Cells do not overlap.
    """
    xs, ys = [outline[0], outline[1]], [outline[2], outline[3]]
    for *_, (left, right, near, far) in bores:
        xs += [left, right]
        ys += [near, far]
    parts = [_around(*bore) for bore in bores]
    across, along = np.unique(np.round(xs, 6)), np.unique(np.round(ys, 6))
    cells = np.array([cell for *_, cell in bores]).reshape(-1, 4)
    for a, b in itertools.pairwise(across):
        for c, d in itertools.pairwise(along):
            x, y = (a + b) / 2, (c + d) / 2
            inside = (cells[:, 0] < x) & (x < cells[:, 1]) & (cells[:, 2] < y) & (y < cells[:, 3])
            if not inside.any():
                points = np.array([(a, c, 0), (b, c, 0), (b, d, 0), (a, d, 0)], np.float64)
                parts.append(Body(points, np.array([(0, 1, 2), (0, 2, 3)])))
    return join([part.of((0, 0, 0)) for part in parts])


def _around(x: float, y: float, radius: float, cell: Rect) -> Body:
    """Give the cell with its opening left out."""
    left, right, near, far = cell
    corners = [np.arctan2(b - y, a - x) for a in (left, right) for b in (near, far)]
    turn = np.unique(np.concatenate([np.arange(STEPS) * 2 * np.pi / STEPS - np.pi, corners]))
    way = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    with np.errstate(divide="ignore"):
        room = np.where(way > 0, (right - x, far - y), (left - x, near - y)) / way
    reach = np.where(np.isfinite(room) & (room >= 0), room, np.inf).min(axis=1)
    inner, outer = (x, y) + radius * way, (x, y) + reach[:, None] * way
    n = len(turn)
    k, after = np.arange(n), (np.arange(n) + 1) % n
    points = np.c_[np.concatenate([inner, outer]), np.zeros(2 * n)]
    faces = [np.stack([k, n + k, n + after], axis=1), np.stack([k, n + after, after], axis=1)]
    return Body(points, np.concatenate(faces))
