"""Can a board have such measures? All places on it, heads and key holes beside each other. Pure.

A board whose measures cannot be is refused before it is looked for: what looks at a place is as
large as its measures say.
"""

import numpy as np

from calibration.board_files.checked_table import MOST_MM
from companion.i18n import _, number
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64

__all__ = ["misplaced", "missized"]

Fault = tuple[str, str]


def missized(shape: BoardShape) -> Fault | None:
    """Return what is wrong with the measures of a board, and what to do; None where they can be so.

    What is wrong has no capital and no stop: it follows the name of a file.
    """
    pitch, radius = min(shape.hole_pitch, shape.row_pitch), shape.head.radius
    if not 0 < radius <= pitch:
        sizes = _("heads of {radius} mm radius do not stand {pitch} mm apart")
        return sizes.format(radius=number(radius), pitch=number(pitch)), _measure_again()
    for place in _places(shape):
        if not (abs(place) <= MOST_MM).all():
            return _beyond(place)
    return None


def misplaced(shape: BoardShape) -> Fault | None:
    """Return the same for a board's file, which also has its outline: all places lie within."""
    if wrong := missized(shape):
        return wrong
    low, high = shape.outline[3], shape.outline[1]
    for place in _places(shape):
        if not ((low <= place) & (place <= high)).all():
            return _beyond(place)
    holes = shape.holes()[:, :2]
    for row in range(1, shape.rows + 1 if shape.keys else 1):
        apart = np.linalg.norm(shape.key_holes(row)[:, None, :2] - holes[None], axis=2)
        if apart.min() < shape.head.radius:
            return (
                _("key holes lie where pegs of the rows stand"),
                _("Measure to the middle of the key holes again, from the first hole."),
            )
    return None


def _places(shape: BoardShape) -> F64:
    """Return x and y (n, 2) of all holes, key holes too, mm."""
    keys = [shape.key_holes(row) for row in range(1, shape.rows + 1)] if shape.keys else []
    return np.concatenate([shape.holes(), *keys])[:, :2]


def _beyond(place: F64) -> Fault:
    x, y = (number(float(at)) for at in place)
    beyond = _("a hole {x} mm right and {y} mm away lies beyond the edges")
    return beyond.format(x=x, y=y), _measure_again()


def _measure_again() -> str:
    return _("Measure the edges and from place to place again, from the first hole.")
