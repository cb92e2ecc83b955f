"""How far each slider is pulled out: its own plastic from the board to its tip, then the table.

No learning: the track is cut into one segment a click; what a slider and what the table looks like
is seen in the same picture, before the first click and beyond the last.
"""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.pose import Pose
from companion.vision.shape import BoardShape

__all__ = ["read_sliders"]

Floats = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

# of a segment the ends are left out: the tip is never quite at its place
ALONG = np.linspace(-0.8, -0.25, 6)  # clicks before the segment's end
ACROSS = np.array([-0.55, 0.0, 0.55])  # half widths of a slider
BEYOND = 2  # segments looked at past the last click
# in the units of `_colour`, where black to white is 0.5
APART = 0.02  # a slider and a table more alike than this cannot be told apart
SHADE = 0.12  # a shadow on the table is still the table
MARGIN = 0.35  # of that distance: how much worse the second best must be
STRANGE = 1.0  # of that distance: a segment that is like neither is something else


def read_sliders(
    image: Image, pose: Pose, shape: BoardShape
) -> tuple[tuple[int | None, int | None], ...]:
    """Give (red, white) clicks a row, row 1 first; None where it cannot be told."""
    if shape.sliders is None:
        return ()
    x, y = _maps(pose, shape)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    samples = seen.reshape(2, shape.rows, -1, len(ALONG) * len(ACROSS), 3).astype(np.float32)
    colours = _colour(np.median(samples, axis=3))
    clicks = shape.sliders.clicks
    red = _clicks(colours[0], clicks, np.zeros((shape.rows, clicks, 0, 3), np.float32))
    white = _clicks(colours[1], clicks, _bare_beside(colours[0, :, 1 : clicks + 1], red))
    return tuple(zip(red, white, strict=True))


@lru_cache(maxsize=8)
def _maps(pose: Pose, shape: BoardShape) -> tuple[Floats, Floats]:
    """Give maps in the order colour (red, white), row, segment, sample."""
    sliders = shape.sliders
    if sliders is None:
        raise ValueError("a board without sliders has no tracks")
    segments = np.arange(sliders.clicks + 1 + BEYOND)
    along = (segments[:, None, None] + ALONG[:, None]) * sliders.step
    across = np.broadcast_to(ACROSS * sliders.radius, (*along.shape[:2], len(ACROSS)))
    offsets = np.stack(np.broadcast_arrays(along, across, 0.0), -1).reshape(-1, 3)
    zeros = np.array(
        [
            shape.slider_track(row, colour)[0]
            for colour in ("red", "white")
            for row in range(1, shape.rows + 1)
        ]
    )
    px = pose.project((zeros[:, None] + offsets).reshape(-1, 3))
    px = np.nan_to_num(px, nan=-1e4).astype(np.float32)
    return np.ascontiguousarray(px[None, :, 0]), np.ascontiguousarray(px[None, :, 1])


def _colour(stored: Floats) -> Floats:
    """Give lightness at half weight and two opponent colours."""
    b, g, r = (stored[..., i] / 255 for i in range(3))
    return np.stack([(b + 2 * g + r) / 8, r - g, (r + g) / 2 - b], axis=-1)


def _bare_beside(moving: Floats, clicks: list[int | None]) -> Floats:
    """Give the table beside each segment of the other track: (rows, segments, 3, 3), nan if none.

    A table has shadows that run along the board: what lies beside tells it better than what lies
    further out.
    """
    count = moving.shape[1]
    pulled = np.array([count if k is None else k for k in clicks])[:, None]
    bare = np.where((np.arange(count) >= pulled)[..., None], moving, np.float32(np.nan))
    wide = np.concatenate([bare[:1], bare, bare[-1:]])
    return np.stack([wide[:-2], bare, wide[2:]], axis=2)


def _clicks(colours: Floats, clicks: int, beside: Floats) -> list[int | None]:
    """Read the sliders of one colour from (rows, segments, 3)."""
    slider = colours[:, :1]
    beyond = colours[:, clicks + 1 :]
    wide = np.concatenate([beyond[:1], beyond, beyond[-1:]])
    far = np.concatenate([beyond, wide[:-2], wide[2:]], axis=1)
    moving = colours[:, 1 : clicks + 1]
    table = np.concatenate([np.repeat(far[:, None], clicks, axis=1), beside], axis=2)
    to_slider = np.linalg.norm(moving - slider, axis=2)
    to_table = np.fmin.reduce(np.linalg.norm(moving[:, :, None] - table, axis=3), axis=2)
    apart = np.median(np.linalg.norm(far - slider, axis=2), axis=1)
    none = np.zeros((len(colours), 1), np.float32)
    pulled = np.concatenate([none, to_slider.cumsum(axis=1)], axis=1)
    left = to_table.sum(axis=1, keepdims=True)
    cost = pulled + left - np.concatenate([none, to_table.cumsum(axis=1)], axis=1)
    order = np.sort(cost, axis=1)
    strange = np.minimum(to_slider, to_table).max(axis=1) > np.maximum(STRANGE * apart, SHADE)
    sure = (apart > APART) & (order[:, 1] - order[:, 0] > MARGIN * apart) & ~strange
    best = cost.argmin(axis=1)
    return [int(k) if ok else None for k, ok in zip(best, sure, strict=True)]
