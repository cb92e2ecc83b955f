"""How light falls on the empty board: where it is brightest, where darkest, and by how much."""

from dataclasses import dataclass

import numpy as np

from companion.errors import CalibrationError
from companion.game.core.codes import EMPTY
from companion.i18n import _, number
from companion.vision.board.located import Located
from companion.vision.geometry.arrays import F64, Image

__all__ = ["LightMap", "map_light"]


# of camera pictures, near enough to compare brightness in exposure values; a guess
STORED_GAMMA = 2.2
# of 255: below nothing is told apart, above colours turn white; a guess
DARK_LEVEL, CLIPPED_LEVEL = 12, 250
# with less than this over the whole board a second place teaches nothing: a guess
UNEVEN_EV = 0.5
# so far below the board's median it is not the board that is seen, but a wall before it; a guess
HIDDEN_EV = -3.0


@dataclass(frozen=True, slots=True, eq=False)
class LightMap:
    """The light between places in exposure values (a factor of two each) off the board's median.

    `values` is (rows, cols - 1), row 1 first; nan where something else than the board's own
    surface is seen. `middle` is the median brightness as stored, 0..255.
    """

    values: F64
    middle: float

    @property
    def spread(self) -> float:
        """From the darkest row to the brightest, in exposure values."""
        rows = self._rows()
        return float(np.nanmax(rows) - np.nanmin(rows))

    @property
    def brightest_row(self) -> int:
        """The row with the most light, from 1."""
        return int(np.nanargmax(self._rows())) + 1

    @property
    def darkest_row(self) -> int:
        """The row with the least light, from 1."""
        return int(np.nanargmin(self._rows())) + 1

    def advice(self) -> str:
        """Say what to do about the light; nothing when it is even."""
        if self.middle < DARK_LEVEL:
            return _(
                "The board is hardly brighter than black. If it is not a black one, add light."
            )
        if self.spread < UNEVEN_EV:
            return ""
        return _(
            "Row {bright} gets {times} times the light of row {dark}: photograph each colour once "
            "in the rows around each."
        ).format(
            bright=self.brightest_row, times=number(2**self.spread, digits=1), dark=self.darkest_row
        )

    @property
    def is_overexposed(self) -> bool:
        """Whether most of the board is white without any detail."""
        return self.middle > CLIPPED_LEVEL

    def _rows(self) -> F64:
        """Return (rows,): the middle of each row; nan for one that is not seen."""
        seen = [row[np.isfinite(row)] for row in self.values]
        return np.array([np.median(row) if row.size else np.nan for row in seen])


def map_light(image: Image, found: Located) -> LightMap:
    """Measure the board's own surface between places, on a picture of the empty board.

    Ground of several colours is compared with itself only. Raises CalibrationError when the board
    is not in the picture.
    """
    shape = found.shape
    between = (shape.rows, max(1, shape.cols - 1))
    places = shape.holes().reshape(shape.rows, shape.cols, 3)[:, : between[1]].reshape(-1, 3)
    places = places + np.array([0.5 * shape.hole_pitch, 0.0, 0.0])
    reach = found.pose.px_per_mm(places) * 0.15 * shape.hole_pitch
    pixels = found.pose.project(places)
    seen = [_brightness(image, at, half) for at, half in zip(pixels, reach, strict=True)]
    stored = np.array(seen).reshape(between)
    if not np.isfinite(stored).any():
        raise CalibrationError(
            _("The board is not in the picture."), hint=_("Photograph it whole.")
        )
    exposure = np.log2((np.maximum(stored, 1.0) / 255) ** STORED_GAMMA)
    words = shape.ground or (EMPTY * shape.cols,) * shape.rows
    grounds = np.array([list(word[: between[1]]) for word in words])
    values = np.full(between, np.nan)
    for ground in np.unique(grounds):
        same = (grounds == ground) & np.isfinite(exposure)
        if same.any():
            values[same] = exposure[same] - np.median(exposure[same])
    values[values < HIDDEN_EV] = np.nan
    return LightMap(values, float(np.nanmedian(stored)))


def _brightness(image: Image, at: F64, half: float) -> float:
    """Return the median of green, which is nearest to brightness; nan outside the picture."""
    if not np.isfinite(at).all():
        return float("nan")
    x, y, half = round(float(at[0])), round(float(at[1])), max(1, round(half))
    patch = image[
        max(0, y - half) : max(0, y + half + 1), max(0, x - half) : max(0, x + half + 1), 1
    ]
    return float(np.median(patch)) if patch.size else float("nan")
