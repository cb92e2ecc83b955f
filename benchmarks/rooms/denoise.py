"""Takes the tracer's noise out, and fills in what it has no number for."""

import cv2
import numpy as np
import numpy.typing as npt

__all__ = ["mended", "smoothed"]

Light = npt.NDArray[np.float32]

REACH = 4  # pixels on each side over which the noise is averaged


def mended(seen: Light) -> Light:
    """Fill in what the tracer has no number for, and cut its few sparks."""
    holes = ~np.isfinite(seen).all(axis=2)
    seen = np.nan_to_num(seen, posinf=0.0, neginf=0.0)
    around = cv2.medianBlur(seen, 5)
    sparks = holes | (seen.max(axis=2) > 4 * around.max(axis=2) + 0.05)
    seen[sparks] = around[sparks]
    return seen


def smoothed(seen: Light, known: Light) -> Light:
    """Take the tracer's noise out: average light over neighbours of one surface.

    `known` (h, w, 9) are reflectance, normal and place (mm), which have no noise.
    """
    paint = known[..., :3] + np.float32(0.02)
    light = seen / paint
    level = np.log(cv2.GaussianBlur(light, (0, 0), 1.0).mean(axis=2) + 1e-3)
    marks = [8 * known[..., :3], 3 * known[..., 3:6], 0.8 * known[..., 8:9], 2.5 * level[..., None]]
    near = np.concatenate(marks, axis=2)
    sums, weights = light.copy(), np.ones(light.shape[:2], np.float32)
    for dy in range(-REACH, REACH + 1, 2):
        for dx in range(-REACH, REACH + 1, 2):
            if dx == dy == 0:
                continue
            to, of = _shifted(dy, dx)
            apart = near[to] - near[of]
            far = (dx * dx + dy * dy) / (2 * 2.5**2)
            weight = np.exp(-np.einsum("hwk,hwk->hw", apart, apart) - np.float32(far))
            sums[to] += weight[..., None] * light[of]
            weights[to] += weight
    return np.asarray(sums / weights[..., None] * paint, np.float32)


def _shifted(dy: int, dx: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Give where pixels stand that have a neighbour at (dy, dx), and where those neighbours do."""

    def pair(d: int) -> tuple[slice, slice]:
        return slice(max(0, -d), -d if d > 0 else None), slice(max(0, d), d if d < 0 else None)

    (a, b), (c, d) = pair(dy), pair(dx)
    return (a, c), (b, d)
