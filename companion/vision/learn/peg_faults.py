"""Which known pegs teach nothing, and why: burnt out, too dark, out of their picture."""

from collections.abc import Sequence

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import COLOURS, EMPTY
from companion.i18n import _
from companion.vision.board.located import Located
from companion.vision.checks.picture_check import check_grey, check_sharpness
from companion.vision.features.board import BoardPicture, CellSamples, sample_board
from companion.vision.features.light import CLIPPED_LEVEL
from companion.vision.features.patches import HEAD_RINGS
from companion.vision.geometry.arrays import F32
from companion.vision.learn.known_picture import KnownPicture

__all__ = ["fault_of", "faults_of", "refuse_unfit", "unusable_pegs"]

# colours that a picture without colours shows as they are: black, white, silver, and no peg at all
GREYS = "kws" + EMPTY
# part of a head's middle whose three channels are all clipped, beyond which nothing is learned: a
# guess
MOST_CLIPPED = 0.5
# 0..255: where a clipped channel may end at the lowest (video: 235), and what JPEG leaves below it
LOWEST_CEILING, CEILING_NOISE = 235.0, np.float32(3.0)
# linear light of the brightest channel, of a head that is too dark: 12 of 255, a guess
TOO_DARK = 0.0035


def unusable_pegs(pictures: Sequence[KnownPicture]) -> tuple[str, ...]:
    """Return a sentence, with the remedy, for each peg of `pictures` that teaches nothing."""
    return tuple(
        _("{trouble} It is left out: {remedy}").format(trouble=trouble.message, remedy=trouble.hint)
        for picture in pictures
        for trouble in faults_of(
            sample_board(picture.image, picture.located, None).pegs, picture
        ).values()
    )


def refuse_unfit(picture: KnownPicture, board: BoardPicture) -> None:
    """Refuse a picture that is blurred, or that has no colours though its pegs have some."""
    if blurred := check_sharpness(board.sharpness).fault:
        raise CalibrationError(blurred.sentence)
    fault = check_grey(board.places.patches)
    if fault and set(picture.pegs.values()) - set(GREYS):
        raise CalibrationError(fault.sentence)


def faults_of(cells: CellSamples, picture: KnownPicture) -> dict[int, CalibrationError]:
    """Return what is wrong with each named peg from which nothing can be learned, by its index."""
    faults = {}
    for i, letter in enumerate(picture.letters()):
        trouble = fault_of(cells, picture.located, letter, i) if letter != EMPTY else None
        if trouble:
            faults[i] = trouble
    return faults


def _ceiling(cells: CellSamples) -> F32:
    """Return (3,) from which blue, green and red are clipped: video and JPEG may end below 255.

    Light that is not clipped ends in noise: hardly a point comes near the brightest of all.
    """
    top = cells.patches.heads.reshape(-1, 3).max(axis=0)
    return np.where(top >= LOWEST_CEILING, top - CEILING_NOISE, np.float32(CLIPPED_LEVEL))


def fault_of(cells: CellSamples, located: Located, letter: str, i: int) -> CalibrationError | None:
    """Return why the peg at place `i` teaches nothing, with the remedy; None if it does."""
    row, col = located.shape.cells()[i]
    name = _("The {colour} peg in row {row}, place {place}").format(
        colour=_(COLOURS.get(letter, letter)), row=row, place=col
    )
    if not cells.patches.inside[i]:
        return CalibrationError(
            _("{peg} is not in the picture.").format(peg=name),
            hint=_("Photograph the whole board."),
        )
    ceiling = np.minimum(_ceiling(cells), CLIPPED_LEVEL)
    clipped = (cells.patches.heads[i, HEAD_RINGS[0]] > ceiling).all(axis=1).mean()
    if clipped > MOST_CLIPPED and letter != "w":
        return CalibrationError(
            _("{peg} is burnt out to white.").format(peg=name),
            hint=_("Take light or exposure away, and show it again."),
        )
    if letter != "k" and cells.features.colour[i].max() < TOO_DARK:
        return CalibrationError(
            _("{peg} is too dark.").format(peg=name), hint=_("Add light, and show it again.")
        )
    return None
