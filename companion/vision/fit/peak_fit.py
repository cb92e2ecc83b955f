"""Peaks of ring fits near their places, of each feature alone or pooled with its neighbours. Pure.

A faint ring alone is easily outdone by a shadow or a finger. Offsets change slowly over a board,
so at first each feature takes the Gaussian-weighted sum of all fits around it.
"""

import numpy as np

from companion.vision.geometry.arrays import F64

__all__ = ["consensus_shift", "pool_neighbours", "subpixel_peaks"]

# a ring fit counts at most so much, where 1 is usual: a guess
MOST_FIT = 1.2


def pool_neighbours(fits: list[F64], places: F64, *, spread: float) -> list[F64]:
    """Return fits (N, s, s) pooled over neighbours by a Gaussian of `spread` mm.

    `places` (sum of N, 2) are the features' places in mm, in the order of `fits`.
    """
    size = fits[0].shape[1]
    said = np.concatenate([np.clip(fit, 0, MOST_FIT) ** 2 for fit in fits])
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=-1)
    near = np.exp(-apart / (2 * spread**2))
    together = (near @ said.reshape(len(said), -1)).reshape(-1, size, size)
    together /= max(float(together.max()), 1e-9)
    return np.split(together, np.cumsum([len(fit) for fit in fits])[:-1])


def consensus_shift(fits: list[F64]) -> F64:
    """Return the shift (x, y), in steps, with the largest sum of all features' squared fits."""
    total = np.sum([(np.clip(fit, 0, MOST_FIT) ** 2).sum(axis=0) for fit in fits], axis=0)
    ring = np.pad(total, 1)
    nine = [
        ring[1 + j : ring.shape[0] - 1 + j, 1 + i : ring.shape[1] - 1 + i]
        for i in (-1, 0, 1)
        for j in (-1, 0, 1)
    ]
    field = np.sum(nine, axis=0)
    y, x = np.unravel_index(int(np.argmax(field)), field.shape)
    m = field.shape[0] // 2
    return np.array([x - m, y - m], np.float64)


def subpixel_peaks(fit: F64, centre: F64) -> tuple[F64, F64]:
    """Return each feature's peak offset (N, 2) in pixels, x right and y up, and its height (N,)."""
    n, size = fit.shape[:2]
    m = size // 2
    axis = np.arange(-m, m + 1)
    far = ((axis - centre[0]) ** 2)[None, :] + ((axis - centre[1]) ** 2)[:, None]
    best = np.argmax((fit - 0.5 * far / m**2).reshape(n, -1), axis=1)
    y, x = np.unravel_index(best, (size, size))
    each = np.arange(n)
    height = fit[each, y, x]
    dx = _parabola_peak(
        fit[each, y, np.maximum(x - 1, 0)], height, fit[each, y, np.minimum(x + 1, 2 * m)]
    )
    dy = _parabola_peak(
        fit[each, np.maximum(y - 1, 0), x], height, fit[each, np.minimum(y + 1, 2 * m), x]
    )
    return np.stack([x - m + dx, y - m + dy], axis=-1), height


def _parabola_peak(before: F64, top: F64, after: F64) -> F64:
    """Return where the parabola through three neighbours is highest, from -0.5 to 0.5."""
    bend = before - 2 * top + after
    safe = np.where(bend < -1e-6, bend, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * safe), -0.5, 0.5))
