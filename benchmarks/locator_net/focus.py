"""A picture with everything blurred away that a small net takes for no board.

Cloths have more round spots and straight edges than boards have. The net (`board_net`) says where
the board is to some pitches of its lattice: too roughly to lay it, well enough to know where not
to look.
"""

import cv2
import numpy as np

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64, Image
from companion.vision.locate.board_net import guess_board

__all__ = ["focused"]

# how much larger than the outline that the net sees the part is that stays sharp; and by how much
# of its shorter side more
LARGER, ASIDE = 1.25, 0.15
# what the net takes for a board must be laid at least so well
LEAST = 0.35
# the rest is shrunk by this and enlarged again: spots and edges are gone, the light is there
BLUR = 24


def focused(image: Image, shape: BoardShape) -> Image | None:
    """Return a BGR `image`, sharp only where the net sees `shape`; None where it sees no board."""
    guess = guess_board(image, shape)
    if guess is None or guess.score < LEAST:
        return None
    h, w = image.shape[:2]
    small = cv2.resize(image, (max(1, w // BLUR), max(1, h // BLUR)), interpolation=cv2.INTER_AREA)
    made = np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
    sharp = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(sharp, np.rint(_wider(guess.outline)).astype(np.int32), 1)
    made[sharp > 0] = image[sharp > 0]
    return made


def _wider(outline: F64) -> F64:
    """Return the outline (4, 2) enlarged about its middle."""
    middle = outline.mean(axis=0)
    away = outline - middle
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    more = ASIDE * float(sides.min()) / np.linalg.norm(away, axis=1, keepdims=True)
    return np.asarray(middle + away * (LARGER + more), np.float64)
