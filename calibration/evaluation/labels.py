"""Labelled pictures of boards: what a user would give, kept apart from the truth to compare with.

`Given` holds only what a user would know: the board and its measures, the pegs of the calibration
pictures, and four clicks where they are asked for. `Truth` is for the score alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.vision.board.shape import BoardShape
from companion.vision.geometry.arrays import F64
from companion.vision.read.reading import RowKeys

__all__ = ["Given", "Labelled", "LabelledSession", "Truth"]


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What a user would know of a picture: four clicks, and its pegs when it is for calibration.

    `corners` is (4, 2) pixels, TL, TR, BR, BL; `pegs`, `keys` and `sliders` as in `KnownPicture`.
    """

    corners: F64
    pegs: Mapping[tuple[int, int], str]
    keys: Mapping[int, str] | None = None
    sliders: Mapping[int, tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What is in a picture. `rows` has ``?`` where a cell is hidden and not counted.

    `holes` (rows * cols, 2) are pixels, row 1 first, `radii` (rows * cols,) those of heads. `keys`
    is black and white a row, or clicks on the red and the white slider; None where hidden.
    """

    rows: tuple[str, ...]
    holes: F64
    radii: F64
    keys: tuple[RowKeys, ...]
    covered: bool
    code: str


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A picture's file and name, what is known of it, and what is in it."""

    file: Path
    given: Given
    truth: Truth

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.file.stem


@dataclass(frozen=True, slots=True, eq=False)
class LabelledSession:
    """One board's pictures: the empty board, known pegs once or twice, and those to read."""

    name: str
    shape: BoardShape
    has_markers: bool
    empty: Labelled
    known: tuple[Labelled, ...]
    stills: tuple[Labelled, ...]
