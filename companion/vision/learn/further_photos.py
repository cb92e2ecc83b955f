"""Further photos of known pegs can only help: one that contradicts the first is left out.

A photo whose board was found a row aside, or whose pegs were told wrongly, would teach that red is
blue. So each further one is read with what the first taught; one that is burnt out, blurred or dark
is left out before that, the first too, as long as another is left.
"""

from collections.abc import Sequence

from companion.errors import CalibrationError
from companion.game.core.codes import EMPTY
from companion.vision.board.located import Located
from companion.vision.geometry.arrays import Image
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.reader import read
from companion.vision.read.reading import UNSURE

__all__ = ["left_out"]

# part of a photo's pegs that are read otherwise than was said, from which it is left out; a guess
MOST = 0.5


def left_out(
    pictures: Sequence[KnownPicture], empty: tuple[Image, Located] | None
) -> dict[int, str]:
    """Return by number which of `pictures` to leave out, and why.

    The reason is what makes it useless alone, or "" where it contradicts the first usable one.
    All of them are kept where none is usable, so that calibrating says what is wrong.
    """
    if len(pictures) < 2:
        return {}
    useless = {i: _fault(picture, empty) for i, picture in enumerate(pictures)}
    usable = [i for i, fault in useless.items() if not fault]
    if not usable:
        return {}
    first = calibrate([pictures[usable[0]]], empty)
    return {
        i: fault
        for i, fault in useless.items()
        if fault or (i != usable[0] and _misread(pictures[i], first) > MOST)
    }


def _fault(picture: KnownPicture, empty: tuple[Image, Located] | None) -> str:
    """Return why nothing can be learned from a picture alone, or ""."""
    try:
        calibrate([picture], empty)
    except CalibrationError as error:
        return str(error)
    return ""


def _misread(picture: KnownPicture, calibration: Calibration) -> float:
    """Return the part of the picture's pegs that are surely read as something else."""
    rows = read(picture.image, picture.located, calibration).rows
    said = {cell: letter for cell, letter in picture.pegs.items() if letter != EMPTY}
    wrong = sum(
        rows[row - 1][col - 1] not in (letter, UNSURE) for (row, col), letter in said.items()
    )
    return wrong / max(1, len(said))
