"""What a board looks like in millimetres, as a value. Pure: numpy only, no pictures.

The board's frame: x right, y away from the breaker, z up, z = 0 the board's surface. Row 1 is
nearest the breaker, column 1 leftmost for him. Corners go TL, TR, BR, BL as he sees them.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.vision.board.parts import (
    Appearance,
    CodePlaces,
    Corners,
    KeyHoles,
    Markers,
    Pair,
    Peg,
    Sliders,
    Studs,
)

__all__ = ["BoardShape"]

Points = npt.NDArray[np.float64]


# a board has a marker at each corner; by definition of the sheets
MARKERS_A_SET = 4


@dataclass(frozen=True, slots=True)
class BoardShape:
    """A board in millimetres. `first` is the hole of row 1, column 1; `palette` colour letters.

    `ground` has a word of letters a row, row 1 first, when the places stand on ground of
    different colours; `studs` are the fields of studs in sight of a LEGO build. `tolerance` is how
    far, as a fraction, a specimen's row pitch may differ against its hole pitch. `titles` are the
    title in other languages: pairs of a language and what the board is called in it.
    """

    name: str
    title: str
    palette: str
    rows: int
    cols: int
    hole_pitch: float
    row_pitch: float
    first: Pair
    hole: Appearance
    head: Peg
    outline: Corners
    code: CodePlaces | None = None
    keys: KeyHoles | None = None
    sliders: Sliders | None = None
    markers: Markers | None = None
    ground: tuple[str, ...] = ()
    studs: tuple[Studs, ...] = ()
    tolerance: float = 0.0
    titles: tuple[tuple[str, str], ...] = ()

    def holes(self) -> Points:
        """Return (rows * cols, 3): the hole centres at the height of their edge, row 1 first."""
        return self._grid(self.hole.height)

    def heads(self) -> Points:
        """Return (rows * cols, 3): where the heads of pegs are seen, row 1 first."""
        return self._grid(self.head.height)

    def hole_edges(self) -> Points:
        """Return (rows * cols, 3): the middles of the edges that are seen of empty places."""
        return self._grid(self.hole.edge)

    def head_edges(self) -> Points:
        """Return (rows * cols, 3): the middles of the outlines of pegs' heads."""
        return self._grid(self.head.edge)

    def cells(self) -> tuple[tuple[int, int], ...]:
        """Return (row, column), from 1, in the order of `holes` and `heads`."""
        return tuple((r, c) for r in range(1, self.rows + 1) for c in range(1, self.cols + 1))

    def corners(self) -> Points:
        """Return (4, 3): the outer holes TL, TR, BR, BL as the breaker sees them."""
        last = (self.rows - 1) * self.cols
        return self.holes()[[last, last + self.cols - 1, self.cols - 1, 0]]

    def row_y(self, row: int) -> float:
        """Return the y of `row`, from 1."""
        return self.first[1] + (row - 1) * self.row_pitch

    def key_holes(self, row: int) -> Points:
        """Return (n, 3): the key holes of `row`, far left first; (0, 3) on a board with sliders."""
        return self._keys(row, self.keys.look.height if self.keys else 0.0)

    def key_heads(self, row: int) -> Points:
        """Return (n, 3): where key pegs of `row` are seen; (0, 3) on a board with sliders."""
        return self._keys(row, self.keys.peg.height if self.keys else 0.0)

    def key_edges(self) -> Points:
        """Return (n, 3): the middles of the edges that are seen of all empty key holes."""
        if self.keys is None:
            return np.zeros((0, 3))
        z = self.keys.look.edge
        return np.concatenate([self._keys(row, z) for row in range(1, self.rows + 1)])

    def slider_track(self, row: int, colour: str) -> Points:
        """Return (clicks + 1, 3): the places of the tip of `row`'s slider, "white" or "red"."""
        if self.sliders is None:
            return np.zeros((0, 3))
        s = self.sliders
        y = self.row_y(row) + (s.white_dy if colour == "white" else s.red_dy)
        return np.array([(s.zero_x + k * s.step, y, s.height) for k in range(s.clicks + 1)])

    def code_holes(self) -> Points:
        """Return (cols, 3): the code's places on their surface; (0, 3) if it is never in sight."""
        return self._code(self.code.height if self.code else 0.0)

    def code_heads(self) -> Points:
        """Return (cols, 3): where the heads of the code's pegs are seen."""
        return self._code(self.code.peg.height if self.code else 0.0)

    def outline_points(self, *, z: float = 0.0) -> Points:
        """Return (4, 3): the outline's corners TL, TR, BR, BL at height `z`."""
        return np.array([(x, y, z) for x, y in self.outline])

    def stretched(self, factor: float) -> "BoardShape":
        """Return the board with its length (y) multiplied by `factor`."""

        def pull(corners: Corners) -> Corners:
            a, b, c, d = ((x, y * factor) for x, y in corners)
            return a, b, c, d

        return replace(
            self,
            row_pitch=self.row_pitch * factor,
            first=(self.first[0], self.first[1] * factor),
            outline=pull(self.outline),
            code=self.code and replace(self.code, y=self.code.y * factor),
            markers=self.markers and replace(self.markers, centres=pull(self.markers.centres)),
        )

    def with_marker_set(self, number: int) -> "BoardShape":
        """Return the board as it is marked by set `number`, from 1: ids 0-3, 4-7, and so on."""
        if self.markers is None:
            return self
        return replace(self, markers=replace(self.markers, first_id=MARKERS_A_SET * (number - 1)))

    def _grid(self, z: float) -> Points:
        x0, y0 = self.first
        return np.array(
            [
                (x0 + c * self.hole_pitch, y0 + r * self.row_pitch, z)
                for r in range(self.rows)
                for c in range(self.cols)
            ]
        )

    def _keys(self, row: int, z: float) -> Points:
        if self.keys is None:
            return np.zeros((0, 3))
        return np.array([(x, self.row_y(row) + dy, z) for x, dy in self.keys.offsets])

    def _code(self, z: float) -> Points:
        if self.code is None:
            return np.zeros((0, 3))
        place = self.code
        return np.array([(place.first_x + c * place.pitch, place.y, z) for c in range(self.cols)])
