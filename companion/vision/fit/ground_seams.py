"""The seams of a ground in two colours: where white plates meet black ones, and their outer rim.

A seam says where the board is across it, not along it; unlike a stud it has no shadow of its own.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64
from companion.vision.geometry.pose import Flat
from companion.vision.score.ring_filter import EdgeField

__all__ = ["Seams", "seams_of", "shifts_across"]


# parts of a plate's side at which its seam is looked at: guesses
SEAM_PARTS = (0.15, 0.32, 0.5, 0.68, 0.85)


@dataclass(frozen=True, slots=True, eq=False)
class Seams:
    """Spots (N, 2) in mm on z = 0, with the direction (N, 2) from the dark side to the bright."""

    spots: F64
    across: F64


def seams_of(shape: BoardShape) -> Seams | None:
    """Return the seams of `shape`'s ground; None when it has none."""
    if not shape.ground:
        return None
    spots: list[tuple[float, float]] = []
    across: list[tuple[float, float]] = []
    half_x, half_y = shape.hole_pitch / 2, shape.row_pitch / 2
    for (row, col), (x, y, _) in zip(shape.cells(), shape.holes(), strict=True):
        if shape.ground[row - 1][col - 1] != "w":
            continue
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if _letter(shape, row + dy, col + dx) == "w":
                continue
            for part in SEAM_PARTS:
                along = 2 * part - 1
                spots.append((x + half_x * (dx or along), y + half_y * (dy or along)))
                across.append((-dx, -dy))
    return Seams(np.array(spots), np.array(across, np.float64))


def _letter(shape: BoardShape, row: int, col: int) -> str:
    if 1 <= row <= shape.rows and 1 <= col <= shape.cols:
        return shape.ground[row - 1][col - 1]
    return ""


def shifts_across(view: EdgeField, seams: Seams, *, reach: float) -> tuple[F64, F64]:
    """Return how far (N,) in mm each seam lies across from its spot, and how clear it is (N,)."""
    flat: Flat = view.flat
    steps = np.arange(-view.margin(reach), view.margin(reach) + 1) / flat.scale
    places = seams.spots[:, None] + steps[None, :, None] * seams.across[:, None]
    at = np.rint(flat.pixels(places.reshape(-1, 2))).astype(np.intp)
    h, w = view.gx.shape
    x, y = np.clip(at[:, 0], 0, w - 1), np.clip(at[:, 1], 0, h - 1)
    dx, dy = np.repeat(seams.across, len(steps), axis=0).T
    slope = (dx * view.gx[y, x] - dy * view.gy[y, x]).reshape(len(seams.spots), -1)
    far = 0.3 * (steps / max(reach, 1e-6)) ** 2
    best = np.argmax(slope - far, axis=1)
    each = np.arange(len(best))
    top = slope[each, best]
    before = slope[each, np.maximum(best - 1, 0)]
    after = slope[each, np.minimum(best + 1, len(steps) - 1)]
    bend = np.minimum(before - 2 * top + after, -1e-6)
    part = np.clip((before - after) / (2 * bend), -0.5, 0.5)
    return steps[best] + part / flat.scale, top
