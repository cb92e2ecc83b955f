"""Which of the tiles that seem to lie on a table are its set: there are never more than that. Pure.

What seems to be a tile beyond a whole set is a shape of the cloth, or a shine: where a first look
shows such, there is nothing, unless a tile is laid there later: it is seen nearly as surely as
others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.tiles.tile_net import SPACING, SeenBox

__all__ = ["WholeSet"]

# tiles of the largest set, by the leaflet
MOST = 26


@dataclass(frozen=True, slots=True)
class WholeSet:
    """`nothing` are the boxes that are no tiles; None until a look tells."""

    nothing: tuple[SeenBox, ...] | None = None

    def on(self, boxes: Sequence[SeenBox], width: float) -> tuple["WholeSet", tuple[SeenBox, ...]]:
        """Return what is known after a look at `boxes`, surest first, and which of them are tiles.

        `width` is that of a tile, mm.
        """
        tiles, more = tuple(boxes[:MOST]), boxes[MOST:]
        if self.nothing is None:
            return (WholeSet(tuple(more)) if more else self), tiles
        usual = float(np.median([box.score for box in boxes])) if boxes else 0.0
        kept = [box for box in boxes if not self._is_nothing(box, usual, width)]
        return self, tuple(kept[:MOST])

    def _is_nothing(self, box: SeenBox, usual: float, width: float) -> bool:
        """Whether a box is where nothing was, and scores more like that than like a tile."""
        return any(
            _between(box, shape) < SPACING * width and box.score < (usual + shape.score) / 2
            for shape in self.nothing or ()
        )


def _between(a: SeenBox, b: SeenBox) -> float:
    return float(np.hypot(a.place.x - b.place.x, a.place.y - b.place.y))
