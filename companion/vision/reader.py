"""A picture, where the board is, and a calibration: letters, key pegs, clicks, or an honest ?.

The walk: `places_of` says where plastic is to be seen, `patches` samples it once, then colours,
empties, keys and sliders are read from the patches alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from companion.vision.reading import CodeCell, Reading, RowKeys

__all__ = [
    "Calibration",
    "CodeCell",
    "Confirmed",
    "Found",
    "KnownPicture",
    "Reading",
    "RowKeys",
    "calibrate",
    "check_light",
    "confusable",
    "read",
    "with_samples",
]

Image = npt.NDArray[np.uint8]


class Found(Protocol):
    """Where the board is: a `BoardShape` and its `Pose`."""

    shape: Any
    pose: Any


@dataclass(frozen=True, slots=True)
class KnownPicture:
    """A picture whose pegs are known.

    `pegs` maps (row, column), from 1, to a letter or ``.``: what is not named is not used. `keys` maps
    a row to its key holes left to right, near row last: ``"kw.w"``; `sliders` maps a row to
    (red, white) clicks.
    """

    image: Image
    found: Found
    pegs: Mapping[tuple[int, int], str]
    keys: Mapping[int, str] | None = None
    sliders: Mapping[int, tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Calibration:
    """What each colour, empty hole and key peg looks like here; see `to_dict` for the store."""

    letters: str

    def to_dict(self) -> dict[str, Any]:
        """Give numpy arrays and plain values under flat names; `from_dict` is the way back."""
        raise NotImplementedError

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Calibration":
        """Build from `to_dict`'s mapping; CalibrationError when it is damaged or newer."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A cell of a picture that a player confirmed or corrected."""

    row: int
    col: int
    letter: str


def calibrate(
    pictures: Sequence[KnownPicture], empty: tuple[Image, Found] | None = None
) -> Calibration:
    """Learn from pictures with known pegs and the empty board.

    Raises CalibrationError, with the remedy, when a sample is clipped (all channels over 250),
    too dark, or a colour is missing.
    """
    raise NotImplementedError


def check_light(pictures: Sequence[KnownPicture]) -> tuple[str, ...]:
    """Give a sentence for each known peg that lies more than 0.3 EV off its board's median light."""
    raise NotImplementedError


def confusable(calibration: Calibration) -> tuple[tuple[str, str, float], ...]:
    """Give pairs of letters too close to be safe here, worst first, with their margin."""
    raise NotImplementedError


def read(image: Image, found: Found, calibration: Calibration) -> Reading:
    """Read one picture (BGR, uint8)."""
    raise NotImplementedError


def with_samples(
    calibration: Calibration, image: Image, found: Found, confirmed: Iterable[Confirmed]
) -> Calibration:
    """Give the calibration with confirmed cells of a picture added as samples of their places."""
    raise NotImplementedError
