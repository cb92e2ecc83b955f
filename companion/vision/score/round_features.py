"""What is round on a board and of known radius: empty places, heads of pegs, key holes, studs.

Each is a `Feature`: where its centres lie in mm, and how a fit of its ring (`ring_filter`) becomes
a confidence that it is there. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.board.parts import Appearance
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F32, F64

__all__ = ["MOST_CONFIDENCE", "Feature", "features_of"]


# ring fits by chance nearby and usual ones: medians of the boards of the first labelled set;
# measured there
BORE_FITS, STUD_FITS, HEAD_FITS = (0.35, 0.8), (0.1, 0.36), (0.3, 0.75)
# most that a ring fit counts: a guess
MOST_CONFIDENCE = 1.2


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """Round features of one `kind`: centres (N, 3), radius; `sign` 1 dark inside, -1 bright, 0 any.

    Kinds "head" and "hole" have one for each cell, in the order of the cells. A ring fit of
    `faint` is met by chance nearby, one of `clear` is usual where there is such a thing.
    """

    kind: str
    points: F64
    radius: float
    sign: int
    faint: float
    clear: float

    @property
    def channels(self) -> int:
        """How many channels of Lab tell of it."""
        return 3 if self.kind == "head" else 1

    def confidence(self, rings: Sequence[F32]) -> F32:
        """Return ring fits of each channel as one, 0 by chance, 1 usual, `MOST_CONFIDENCE` at most.

        Below 0 only for studs, which are summed over many places.
        """
        if self.sign == 0:
            return np.asarray(
                np.clip(self.normalised(np.max(np.abs(rings), axis=0)), 0, MOST_CONFIDENCE),
                np.float32,
            )
        if self.sign > 0:
            return np.asarray(np.clip(self.normalised(rings[0]), 0, MOST_CONFIDENCE), np.float32)
        return np.asarray(self.sign * rings[0] / self.clear, np.float32)

    def normalised(self, fit: npt.NDArray[np.floating]) -> F64:
        """Return signed ring fits scaled from 0 by chance to 1 usual."""
        return np.asarray((fit - self.faint) / (self.clear - self.faint))


def features_of(shape: BoardShape) -> tuple[Feature, ...]:
    """Return what is round on a board: empty places, heads of pegs, key holes or studs."""
    heads, holes, keys = shape.head_edges(), shape.hole_edges(), shape.key_edges()
    head = Feature("head", heads, shape.head.radius, 0, *HEAD_FITS)
    if shape.studs:
        return head, *(Feature("stud", s.points(), s.radius, -1, *STUD_FITS) for s in shape.studs)
    hole = _places("hole", holes, shape.hole)
    return (head, hole, _places("key", keys, shape.keys.look)) if shape.keys else (head, hole)


def _places(kind: str, points: F64, look: Appearance) -> Feature:
    if look.kind == "bore":
        return Feature(kind, points, look.radius, 1, *BORE_FITS)
    return Feature(kind, points, look.radius, -1, *STUD_FITS)
