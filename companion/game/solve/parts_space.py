"""The draws that a box of parts allows, as arrays. Pure: standard library and numpy.

A part is a hole and a colour; each board hides one, all in different holes.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import perm

import numpy as np
import numpy.typing as npt

from companion.errors import BadNotation
from companion.game.core.codes import EMPTY
from companion.i18n import _

__all__ = ["Draws", "PartsSpace"]

Draws = npt.NDArray[np.intp]
# 12 colours in 5 holes on 4 boards are 2.5 million; chosen: as many as are searched in seconds
MOST_DRAWS = 3_000_000


@dataclass(frozen=True)
class PartsSpace:
    """The draws of a box: a part on each of `boards`, numbered ``hole * colours + colour``."""

    colours: str
    holes: int
    boards: int

    def __post_init__(self) -> None:
        if not self.colours or not 1 <= self.boards <= self.holes:
            raise BadNotation(
                _("{boards} parts in {holes} holes cannot be.").format(
                    boards=self.boards, holes=self.holes
                ),
                hint=_("Take from 1 part to one a hole, and one colour or more."),
            )
        if perm(self.holes, self.boards) * len(self.colours) ** self.boards > MOST_DRAWS:
            raise BadNotation(
                _("{boards} parts of {colours} colours cannot be searched.").format(
                    boards=self.boards, colours=len(self.colours)
                ),
                hint=_("Take fewer colours or boards."),
            )

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """All parts by their number, as ``".r..."``."""
        return tuple(
            (EMPTY * hole + colour).ljust(self.holes, EMPTY)
            for hole in range(self.holes)
            for colour in self.colours
        )

    @cached_property
    def draws(self) -> Draws:
        """All draws, shape (n, boards): the number of the part on each board."""
        holes = np.array(list(permutations(range(self.holes), self.boards)), dtype=np.intp)
        shades = np.array(
            list(product(range(len(self.colours)), repeat=self.boards)), dtype=np.intp
        )
        return (holes[:, None] * len(self.colours) + shades).reshape(-1, self.boards)

    def check_row(self, row: str) -> str:
        """Return `row` back, or raise `BadNotation`."""
        if len(row) != self.holes or any(c not in self.colours + EMPTY for c in row):
            raise BadNotation(
                _("'{row}' is no row of {holes} holes in the colours '{letters}'.").format(
                    row=row, holes=self.holes, letters=self.colours
                ),
                hint=_("Correct that row first."),
            )
        return row

    def codes(self, draws: Draws) -> Draws:
        """Return the code that each draw makes, as one number, shape (n,)."""
        holes, shades = np.divmod(draws, len(self.colours))
        numbers: Draws = ((shades + 1) * (len(self.colours) + 1) ** holes).sum(axis=1)
        return numbers

    def number(self, code: str) -> int:
        """Return the number that `codes` gives to ``"rb.gg"``."""
        letters = EMPTY + self.colours
        return sum(letters.index(c) * len(letters) ** hole for hole, c in enumerate(code))

    def text(self, draw: Draws) -> str:
        """Write the code that one draw makes."""
        code = [EMPTY] * self.holes
        for part in draw.tolist():
            hole, shade = divmod(part, len(self.colours))
            code[hole] = self.colours[shade]
        return "".join(code)
