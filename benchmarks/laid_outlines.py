"""Outlines in the picture of things that are laid on a board: sheets, phones, discs and fingers."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from companion.vision.board.shape import BoardShape
from companion.vision.features.patches import sampled_pixels
from companion.vision.geometry.pose import Pose

__all__ = ["Outline", "Spots", "some_outline"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator
# how far inside an outline each point (..., 2) lies, pixels
Outline = Callable[[Floats], Floats]


class Spots:
    """Where the samples of the places for pegs lie in the picture, pixels."""

    def __init__(self, pose: Pose, shape: BoardShape) -> None:
        self.heads, self.holes, self.ground = sampled_pixels(pose, shape)
        self.at, self.tops = pose.project(shape.holes()), pose.project(shape.heads())
        self.radii = pose.px_per_mm(shape.heads()) * shape.head.radius
        across, along = (
            pose.project(shape.holes() + step) - self.at
            for step in shape.head.radius * np.eye(3)[:2]
        )
        # takes pixels beside a hole to head radii on the board, across and along
        self.flat = np.linalg.inv(np.stack([across, along], axis=2))

    def on_board(self, at: Floats, i: int) -> Floats:
        """Return where pixels lie beside hole `i`, in head radii on the board, across and along."""
        return np.asarray((at - self.at[i]) @ self.flat[i].T)


def some_outline(kind: str, spots: Spots, shape: BoardShape, chance: Chance) -> Outline:
    radius = float(np.median(spots.radii))
    if kind in ("sheet", "phone"):
        return _polygon(_some_quad(spots, shape, radius, chance))
    i = chance.integers(len(spots.at))
    middle = spots.at[i] + chance.normal(0, 0.3, 2) * radius
    if kind == "finger":
        turn, length = chance.uniform(0, 6.28), chance.uniform(3, 25) * radius
        return _capsule(middle, length * np.array([np.cos(turn), np.sin(turn)]), chance, radius)
    size = spots.radii[i] * chance.uniform(1.3, 3.2)
    return lambda at: size - np.linalg.norm(at - middle, axis=-1)


def _some_quad(spots: Spots, shape: BoardShape, radius: float, chance: Chance) -> Floats:
    """Return the corners (4, 2) of a sheet over one to four rows, turned a little."""
    at = spots.at.reshape(shape.rows, shape.cols, 2)
    high = min(shape.rows, int(chance.integers(1, 5)))
    row = int(chance.integers(0, shape.rows - high + 1))
    wide = shape.cols if chance.random() < 0.6 else int(chance.integers(1, shape.cols + 1))
    col = int(chance.integers(0, shape.cols - wide + 1))
    far, near, left, right = row + high - 1, row, col, col + wide - 1
    quad = np.array([at[far, left], at[far, right], at[near, right], at[near, left]])
    across = at[0, -1] - at[0, 0]
    along = at[-1, 0] - at[0, 0]
    x, y = (
        axis / np.linalg.norm(axis) * chance.uniform(0.9, 2.8) * radius for axis in (across, along)
    )
    quad = quad + np.array([y - x, y + x, x - y, -x - y])
    turn = chance.normal(0, 0.12)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middle = quad.mean(axis=0)
    return np.asarray((quad - middle) @ spin + middle + chance.normal(0, 0.4, 2) * radius)


def _polygon(quad: Floats) -> Outline:
    x, y = quad.T
    side = np.sign((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())

    def inside(at: Floats) -> Floats:
        far = np.full(at.shape[:-1], np.inf)
        for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
            edge = b - a
            across = side * np.array([-edge[1], edge[0]]) / max(1e-9, np.hypot(*edge))
            far = np.minimum(far, (at - a) @ across)
        return far

    return inside


def _capsule(start: Floats, along: Floats, chance: Chance, radius: float) -> Outline:
    size = radius * chance.uniform(0.7, 3)

    def inside(at: Floats) -> Floats:
        part = np.clip(((at - start) @ along) / (along @ along), 0, 1)
        return np.asarray(size - np.linalg.norm(at - start - part[..., None] * along, axis=-1))

    return inside
