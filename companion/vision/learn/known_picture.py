"""Pictures whose pegs are known: what a calibration is learned from. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.core.codes import EMPTY
from companion.vision.board.located import Located
from companion.vision.geometry.arrays import Image

__all__ = ["Confirmed", "KnownPicture"]


@dataclass(frozen=True, slots=True, eq=False)
class KnownPicture:
    """A picture whose pegs are known.

    `pegs` maps (row, column), from 1, to a letter or ``.``; what is not named is not used. `keys`
    maps a row to its key holes in the order of `BoardShape.key_holes`: ``"kw.w"``; `sliders` maps
    a row to (red, white) clicks.
    """

    image: Image
    located: Located
    pegs: Mapping[tuple[int, int], str]
    keys: Mapping[int, str] | None = None
    sliders: Mapping[int, tuple[int, int]] | None = None

    def letters(self) -> str:
        """Return the letters of all cells, ``.`` where none was named."""
        return "".join(self.pegs.get(cell, EMPTY) for cell in self.located.shape.cells())


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A cell of a picture that a player confirmed or corrected."""

    row: int
    col: int
    letter: str
