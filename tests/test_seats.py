"""Rows of a table are told by the sides of the picture, whatever frame the camera is found in."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.simulator.tiles.camera import TableMoment, drawn_tiles
from companion.simulator.tiles.render import over_table
from companion.vision.tile_faces.boxes import Stance, TilePlace
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.reading import SeenTile, TileReading, TileRow
from companion.vision.tiles.seat_order import by_sides

ROWS = {
    2: (("B1", "B2", "B3", "B4"), ("W1", "W2", "B5", "W6")),
    3: (("B1", "B2", "B3", "B4"), ("W1", "W2", "B5", "W6"), ("W7", "B8", "W8", "W9")),
    4: (("B1", "B2", "B3"), ("W1", "W2", "B4"), ("B5", "W5", "W6"), ("B7", "B8", "W8")),
}


def reading_of(rows, clue, turned, chance):
    """The rows in any order, with a camera whose frame is `turned` (radians) on the table."""
    tiles = iter(drawn_tiles(TableMoment(rows, clue), seed=1))
    cos, sin = np.cos(turned), np.sin(turned)

    def seen():
        place, colour = (tile := next(tiles)).place, tile.colour
        x, y = cos * place.x + sin * place.y, cos * place.y - sin * place.x
        return SeenTile(TilePlace(x, y, place.turn - turned, Stance.STANDS), colour)

    found = [TileRow(0.0, tuple(seen() for _ in row)) for row in rows if row]
    chance.shuffle(found)
    clues = (seen(),) if clue else ()
    pose = over_table((800, 600), span=560.0)
    frame = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    return TileReading(tuple(found), KnownTable(replace(pose, r=pose.r @ frame)), clues)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("seats", ROWS)
@pytest.mark.parametrize("clue", [None, (1, "W")])
def test_rows_go_round_from_the_near_side_to_the_left(seats, quarters, clue):
    turned = quarters * np.pi / 2 + 0.1
    told = by_sides(reading_of(ROWS[seats], clue, turned, Random(quarters)))
    backs = ["".join(tile.colour for tile in row.tiles) for row in told.rows]
    assert backs == ["".join(tile[0] for tile in row) for row in ROWS[seats]]
    assert len(told.clues) == bool(clue)


def test_a_single_row_is_told_as_it_is():
    reading = reading_of((("B1", "B2", "B3", "B4"), ()), None, 0.0, Random(1))
    assert by_sides(reading) is reading
