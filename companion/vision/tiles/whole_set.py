"""Which of the tiles that seem to lie on a table are its set: there are never more than that. Pure.

What seems to be a tile beyond a whole set is a shape of the cloth, or a shine: where a first look
shows such, there is nothing, unless a tile is laid there later: it is seen nearly as surely as
others. How many a set has is known once all of it lay open, but it may be played without its
dashes: where a look shows nearly as many tiles, what is doubtful in it counts as far as the set
goes. Half of a set is white.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.tiles.tile_net import SPACING, SeenBox

__all__ = ["MOST", "WholeSet", "completed", "filled_up", "halved"]

# tiles of sets without dashes and with them, by the leaflet; how many one may be short of for what
# is doubtful to count: a guess
SETS, SHORT = (24, 26), 2
MOST = SETS[-1]
# how likely what is doubtful is a tile at least where it is not known how many lie there, chosen
# with `LIKELY` of second_look; odds that a tile of a set that lies there is not among what may be
# one: a guess. On drawn tables of which one tile was missing it was among that in 5 of 5
DOUBTFUL, UNSEEN = 0.4, 0.25
# log odds by which colours are shifted at most to have a half of each: a guess
SHIFT = 2.5


@dataclass(frozen=True, slots=True)
class WholeSet:
    """`nothing` are the boxes that are no tiles; None until a look tells."""

    nothing: tuple[SeenBox, ...] | None = None

    def on(
        self, boxes: Sequence[SeenBox], width: float, most: int = MOST
    ) -> tuple["WholeSet", tuple[SeenBox, ...]]:
        """Return what is known after a look at `boxes`, surest first, and which of them are tiles.

        `width` is that of a tile, mm; `most` are how many tiles there may be.
        """
        tiles, more = tuple(boxes[:most]), boxes[most:]
        if self.nothing is None:
            return (WholeSet(tuple(more)) if more else self), tiles
        usual = float(np.median([box.score for box in boxes])) if boxes else 0.0
        kept = [box for box in boxes if not self._is_nothing(box, usual, width)]
        return self, tuple(kept[:most])

    def _is_nothing(self, box: SeenBox, usual: float, width: float) -> bool:
        """Whether a box is where nothing was, and scores more like that than like a tile."""
        return any(
            _between(box, shape) < SPACING * width and box.score < (usual + shape.score) / 2
            for shape in self.nothing or ()
        )


def filled_up(boxes: Sequence[SeenBox], whole: int) -> list[SeenBox]:
    """Return the sure ones of `boxes`, surest first, and of the others what a set lacks.

    `whole` is how many tiles the set has with its dashes, 0 if that is not known.
    """
    sure = [box for box in boxes if box.is_sure]
    doubtful = [box for box in boxes if box.score >= DOUBTFUL and not box.is_sure]
    lacks = [count - len(sure) for count in SETS if count <= whole]
    filled = (lack for lack in lacks if 0 <= lack <= min(SHORT, len(doubtful)))
    return sure + doubtful[: next(filled, 0)]


def completed(boxes: Sequence[SeenBox], count: int) -> list[SeenBox]:
    """Return the sure ones of `boxes`, surest first, and what else is one if `count` lie there.

    Where a few are missing one is likelier a tile the fewer others may be it: the part of all ways
    to complete the set in which it is, a tile that is not seen at all being one of the others.
    """
    sure = [box for box in boxes if box.is_sure]
    lack = count - len(sure)
    if not 0 < lack <= SHORT:
        return sure
    others = [box for box in boxes if not box.is_sure]
    odds = [box.score / (1 - box.score) for box in others] + [UNSEEN] * lack
    every = _ways(odds, lack)
    parts = [
        odds[i] * _ways(odds[:i] + odds[i + 1 :], lack - 1) / every for i in range(len(others))
    ]
    return sure + [box for box, part in zip(others, parts, strict=True) if part >= 0.5][:lack]


def _ways(odds: Sequence[float], count: int) -> float:
    """Return the elementary symmetric polynomial of `count` of the odds: ways to choose so many."""
    sums = [1.0] + [0.0] * count
    for each in odds:
        for i in range(count, 0, -1):
            sums[i] += each * sums[i - 1]
    return sums[count]


def halved(whites: F64, whole: int) -> F64:
    """Return log odds of white (N,) of which half are above 0 if all of a set of `whole` is seen.

    Not if a tile that is surely of one colour had to be of the other: one is missed then, and
    another is none.
    """
    if len(whites) != whole or not whole or (whites > 0).sum() * 2 == whole:
        return whites
    ordered = np.sort(whites)
    between = float(ordered[whole // 2 - 1 : whole // 2 + 1].mean())
    return whites if abs(between) > SHIFT else whites - between


def _between(a: SeenBox, b: SeenBox) -> float:
    return float(np.hypot(a.place.x - b.place.x, a.place.y - b.place.y))
