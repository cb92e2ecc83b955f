"""In which order the rows of a table are told: by where they lie in the picture. Pure."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.vision.tiles.reading import TileReading, TileRow

__all__ = ["by_sides"]

Floats = npt.NDArray[np.float64]


def by_sides(reading: TileReading) -> TileReading:
    """Give `reading` with its rows by side of the picture: near, left, far, right.

    The picture's sides stay what they are when the camera's place is found anew, whose frame may
    then be turned; and they are what a person means who is asked for the near row.
    """
    middles = [_middle(reading, row) for row in reading.rows]
    standing = [at for at, row in zip(middles, reading.rows, strict=True) if len(row.tiles) > 1]
    if len(standing) < 2:
        return reading
    centre = np.mean(standing, axis=0)
    sided = sorted(
        zip(middles, reading.rows, strict=True), key=lambda each: _side(each[0] - centre)
    )
    return replace(reading, rows=tuple(row for _, row in sided))


def _middle(reading: TileReading, row: TileRow) -> Floats:
    """Give the pixel (2,) in the middle of `row`."""
    places = [(tile.place.x, tile.place.y, 0.0) for tile in row.tiles]
    return np.asarray(reading.table.pose.project(np.array(places)).mean(axis=0), np.float64)


def _side(way: Floats) -> float:
    """Give how far round the picture `way` points, clockwise from its near side, in quarters."""
    quarters = np.arctan2(-way[0], way[1]) / (np.pi / 2)
    return float((quarters + 0.5) % 4)
