"""Which places changed between the empty board and the board with pegs: catches a wrong order."""

import numpy as np

from companion.game.core.codes import EMPTY, spell
from companion.i18n import _
from companion.vision.board.located import Located
from companion.vision.geometry.arrays import F64, Image
from companion.vision.learn.known_picture import KnownPicture

__all__ = ["order_doubts"]


# in natural logarithms of the three channels: what noise and another shadow come to, at most, and
# what a peg at least comes to, unless it has the board's own colour: a guess
SAME_LOG, CHANGED_LOG = 0.12, 0.45
# added to a channel before the logarithm, so that noise in the dark counts little; grey levels, a
# guess
NOISE_FLOOR = 12.0


def order_doubts(picture: KnownPicture, empty: tuple[Image, Located]) -> dict[tuple[int, int], str]:
    """Return a sentence for each cell where what was said and what changed do not agree.

    A peg was said but nothing changed, or an empty hole was said but much did. A peg of the
    board's own colour may be doubted wrongly: it is for a person to decide.
    """
    change = _tones(picture.image, picture.located) - _tones(*empty)
    said = [picture.pegs.get(cell, EMPTY) for cell in picture.located.shape.cells()]
    still = np.array([letter == EMPTY for letter in said]) & np.isfinite(change).all(axis=1)
    if not still.any():
        return {}
    # the light may have changed as a whole: what most empty holes show is no change
    off = np.linalg.norm(change - np.median(change[still], axis=0), axis=1)
    usual = float(np.median(off[still]))
    doubts = {}
    for (row, col), letter, moved in zip(picture.located.shape.cells(), said, off, strict=True):
        if letter != EMPTY and moved < max(SAME_LOG, usual):
            doubts[row, col] = _("{colour} was said, none is seen.").format(colour=spell(letter))
        if letter == EMPTY and moved > max(CHANGED_LOG, 4 * usual):
            doubts[row, col] = _("empty was said, something is seen.")
    return doubts


def _tones(image: Image, found: Located) -> F64:
    """Return (cells, 3) logarithms of each head's place; nan out of the picture."""
    heads = found.shape.heads()
    reach = found.pose.px_per_mm(heads) * found.shape.head.radius * 0.5
    tones = np.full((len(heads), 3), np.nan)
    for index, ((x, y), half) in enumerate(zip(found.pose.project(heads), reach, strict=True)):
        if not (0 <= x < image.shape[1] and 0 <= y < image.shape[0]):
            continue
        column, line, near = int(x + 0.5), int(y + 0.5), max(1, int(half + 0.5))
        patch = image[
            max(0, line - near) : line + near + 1, max(0, column - near) : column + near + 1
        ]
        tones[index] = np.log(np.median(patch.reshape(-1, 3), axis=0) + NOISE_FLOOR)
    return tones
