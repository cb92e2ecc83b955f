"""The parts of a board in millimetres, as values: pegs, places, key holes, sliders, markers. Pure.

All are in the board's frame (`shape`), whose corners go TL, TR, BR, BL as the breaker sees them.
"""

from dataclasses import dataclass

import numpy as np

from companion.vision.geometry.arrays import F64

__all__ = [
    "Appearance",
    "CodePlaces",
    "Corners",
    "KeyHoles",
    "Markers",
    "Pair",
    "Peg",
    "Sliders",
    "Studs",
]

Pair = tuple[float, float]
Corners = tuple[Pair, Pair, Pair, Pair]


@dataclass(frozen=True, slots=True)
class Peg:
    """A peg's head: the height at which it is seen and its radius, both in mm.

    `edge` is the z of its outline, where it is widest.
    """

    height: float
    radius: float
    edge: float = 0.0


@dataclass(frozen=True, slots=True)
class Appearance:
    """An empty place: a `bore` of some radius, with the radius of a recess around it, or a `stud`.

    `height` is the z of the place: 0 for a bore, the top of a stud. `edge` is the z at which
    its dark or bright round is seen to end: a bore's edge is worn or stands in a recess.
    """

    kind: str
    radius: float
    recess: float = 0.0
    height: float = 0.0
    edge: float = 0.0


@dataclass(frozen=True, slots=True)
class Studs:
    """A field of studs: x and y of its outer studs, pitch, radius and height of their tops."""

    x: Pair
    y: Pair
    pitch: float
    radius: float
    height: float

    def points(self) -> F64:
        """Return (n, 3): the tops of the studs, near left first."""
        xs = np.arange(self.x[0], self.x[1] + self.pitch / 2, self.pitch)
        ys = np.arange(self.y[0], self.y[1] + self.pitch / 2, self.pitch)
        return np.array([(x, y, self.height) for y in ys for x in xs])


@dataclass(frozen=True, slots=True)
class KeyHoles:
    """The key holes of one row: (x, dy) of each, dy from the row's line; far left first."""

    offsets: tuple[Pair, ...]
    look: Appearance
    peg: Peg


@dataclass(frozen=True, slots=True)
class Sliders:
    """Two sliders a row, white and red (red counts black keys).

    `zero_x` is where a tip stands at no click, `step` mm a click along x (signed), `white_dy` and
    `red_dy` from the row's line, `height` the z of the tips.
    """

    zero_x: float
    step: float
    white_dy: float
    red_dy: float
    height: float
    radius: float
    clicks: int = 4


@dataclass(frozen=True, slots=True)
class CodePlaces:
    """Where the code stands: the line's y, its first x and the pitch; the z of its surface."""

    first_x: float
    y: float
    pitch: float
    height: float
    peg: Peg


@dataclass(frozen=True, slots=True)
class Markers:
    """Centres of markers (TL, TR, BR, BL), the side of the black square, the z of the print.

    `first_id` is the number of the far left one; the others follow clockwise.
    """

    centres: Corners
    size: float
    height: float
    first_id: int = 0
