"""Where a feature fits best near its place: alone, or asked together with its neighbours.

A faint ring alone is easily outdone by a shadow or a finger. Offsets change slowly over a board,
so at first each feature looks at the sum of all fits around it, nearer ones weighing more.
"""

import numpy as np

from companion.vision.geometry.arrays import F64

__all__ = ["asked_together", "common_shift", "peaks"]


def asked_together(fits: list[F64], places: F64, *, spread: float) -> list[F64]:
    """Give fits (N, s, s) in which each feature's neighbours within about `spread` mm speak too.

    `places` (sum of N, 2) are the features' places in mm, in the order of `fits`.
    """
    size = fits[0].shape[1]
    said = np.concatenate([np.clip(fit, 0, 1.2) ** 2 for fit in fits])
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=-1)
    near = np.exp(-apart / (2 * spread**2))
    together = (near @ said.reshape(len(said), -1)).reshape(-1, size, size)
    together /= max(float(together.max()), 1e-9)
    return np.split(together, np.cumsum([len(fit) for fit in fits])[:-1])


def common_shift(fits: list[F64]) -> F64:
    """Give the shift (x, y) in steps on which most features agree."""
    total = np.sum([(np.clip(fit, 0, 1.2) ** 2).sum(axis=0) for fit in fits], axis=0)
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


def peaks(fit: F64, centre: F64) -> tuple[F64, F64]:
    """Give each feature's best offset (N, 2) in pixels, x right and y up, and its height (N,)."""
    n, size = fit.shape[:2]
    m = size // 2
    axis = np.arange(-m, m + 1)
    far = ((axis - centre[0]) ** 2)[None, :] + ((axis - centre[1]) ** 2)[:, None]
    best = np.argmax((fit - 0.5 * far / m**2).reshape(n, -1), axis=1)
    y, x = np.unravel_index(best, (size, size))
    each = np.arange(n)
    height = fit[each, y, x]
    dx = _between(
        fit[each, y, np.maximum(x - 1, 0)], height, fit[each, y, np.minimum(x + 1, 2 * m)]
    )
    dy = _between(
        fit[each, np.maximum(y - 1, 0), x], height, fit[each, np.minimum(y + 1, 2 * m), x]
    )
    return np.stack([x - m + dx, y - m + dy], axis=-1), height


def _between(before: F64, top: F64, after: F64) -> F64:
    """Give where the parabola through three neighbours is highest, from -0.5 to 0.5."""
    bend = before - 2 * top + after
    safe = np.where(bend < -1e-6, bend, -1e-6)
    return np.asarray(np.clip((before - after) / (2 * safe), -0.5, 0.5))
