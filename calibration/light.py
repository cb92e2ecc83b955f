"""How light falls on the empty board: where it is brightest, where darkest, and by how much."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.find import Found

__all__ = ["LightMap", "map_light"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

GAMMA = 2.2  # of camera pictures, near enough to compare brightness in exposure values
DARK, CLIPPED = 12, 250  # of 255: below nothing is told apart, above colours turn white
# with less than this over the whole board a second place teaches nothing
UNEVEN = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LightMap:
    """The light at each place in exposure values (a factor of two each) off the board's median.

    `values` is (rows, cols), row 1 first. `middle` is the median brightness as stored, 0..255.
    """

    values: Floats
    middle: float

    @property
    def spread(self) -> float:
        """From the darkest row to the brightest, in exposure values."""
        rows = self._rows()
        return float(rows.max() - rows.min())

    @property
    def brightest_row(self) -> int:
        """The row with the most light, from 1."""
        return int(self._rows().argmax()) + 1

    @property
    def darkest_row(self) -> int:
        """The row with the least light, from 1."""
        return int(self._rows().argmin()) + 1

    def advice(self) -> str:
        """Say what to do about the light; nothing when it is even and of middling brightness."""
        if self.middle < DARK:
            return "The board is too dark to be read. Add light."
        if self.middle > CLIPPED:
            return "The board is overexposed. Take light or exposure away."
        if self.spread < UNEVEN:
            return ""
        return (
            f"Row {self.brightest_row} gets {self.spread:.1f} EV more light than row "
            f"{self.darkest_row}: photograph each colour once in the rows around each."
        )

    def _rows(self) -> Floats:
        return np.asarray(np.median(self.values, axis=1))


def map_light(image: Image, found: Found) -> LightMap:
    """Measure the board's own surface right of each place, on a picture of the empty board.

    Ground of several colours is compared with itself only.
    """
    shape = found.shape
    places = shape.holes() + np.array([0.5 * shape.hole_pitch, 0.0, 0.0])
    reach = found.pose.px_per_mm(places) * 0.15 * shape.hole_pitch
    pixels = found.pose.project(places)
    seen = [_brightness(image, at, half) for at, half in zip(pixels, reach, strict=True)]
    stored = np.array(seen).reshape(shape.rows, shape.cols)
    linear = (np.maximum(stored, 1.0) / 255) ** GAMMA
    grounds = np.array([list(word) for word in shape.ground or ["."] * shape.rows])
    values = np.zeros_like(linear)
    for ground in np.unique(grounds):
        same = np.broadcast_to(grounds == ground, linear.shape)
        values[same] = np.log2(linear[same] / np.nanmedian(linear[same]))
    return LightMap(np.nan_to_num(values), float(np.nanmedian(stored)))


def _brightness(image: Image, at: Floats, half: float) -> float:
    """Give the median of green, which is nearest to brightness; nan outside the picture."""
    if not np.isfinite(at).all():
        return float("nan")
    x, y, half = round(float(at[0])), round(float(at[1])), max(1, round(half))
    patch = image[
        max(0, y - half) : max(0, y + half + 1), max(0, x - half) : max(0, x + half + 1), 1
    ]
    return float(np.median(patch)) if patch.size else float("nan")
