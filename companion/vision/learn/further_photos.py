"""Further photos of known pegs can only help: one that contradicts the first is left out.

A photo whose board was found a row aside, or whose pegs were told wrongly, would teach that red is
blue. So each further one is read with what the first taught; one that is burnt out, blurred or dark
is left out before that, the first too, as long as another is left.
"""

from collections.abc import Sequence

from companion.errors import CalibrationError
from companion.game.core.codes import EMPTY
from companion.vision.geometry.arrays import Image
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.reader import Located, read
from companion.vision.read.reading import UNSURE

__all__ = ["contradicting"]

# part of a photo's pegs that are read otherwise than was said, from which it is left out
MOST = 0.5


def contradicting(
    pictures: Sequence[KnownPicture], empty: tuple[Image, Located] | None
) -> tuple[int, ...]:
    """Return which of `pictures` do not go with the first that can be used: leave them out."""
    if len(pictures) < 2:
        return ()
    usable = [i for i, picture in enumerate(pictures) if not _is_burnt(picture, empty)]
    if not usable:
        return ()
    first = calibrate([pictures[usable[0]]], empty)
    return tuple(
        i
        for i, picture in enumerate(pictures)
        if i not in usable or (i != usable[0] and _misread(picture, first) > MOST)
    )


def _is_burnt(picture: KnownPicture, empty: tuple[Image, Located] | None) -> bool:
    """Return whether nothing can be learned from a picture alone."""
    try:
        calibrate([picture], empty)
    except CalibrationError:
        return True
    return False


def _misread(picture: KnownPicture, calibration: Calibration) -> float:
    """Return the part of the picture's pegs that are surely read as something else."""
    rows = read(picture.image, picture.located, calibration).rows
    said = {cell: letter for cell, letter in picture.pegs.items() if letter != EMPTY}
    wrong = sum(
        rows[row - 1][col - 1] not in (letter, UNSURE) for (row, col), letter in said.items()
    )
    return wrong / max(1, len(said))
