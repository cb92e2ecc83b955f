"""Open tiles in a picture become the two rows of a set, or it is said that they are none."""

import numpy as np
import pytest

from companion.vision.tile_rows.row_lines import rows_of
from companion.vision.tiles.tile_net import OpenTile

pytestmark = pytest.mark.opencv

TOP = np.array([(-12.0, 18.0), (12.0, 18.0), (12.0, -18.0), (-12.0, -18.0)] * 2)


def tile(x, y, white=1.0):
    return OpenTile(TOP + np.array((x, y)), white, 0.9)


def row(y, white, count=13):
    return [tile(27.0 * i, y, white) for i in range(count)]


def test_two_rows_are_told_from_the_black_one():
    black, white = rows_of([*row(40.0, 1.0), *row(0.0, -1.0)])
    assert [each.middle[1] for each in (black[0], white[0])] == [0.0, 40.0]


def test_one_that_was_missed_between_two_is_filled_in():
    tiles = [*row(0.0, -1.0), *row(40.0, 1.0)]
    black, _white = rows_of(tiles[:5] + tiles[6:])
    assert black[5].middle[0] == pytest.approx(27.0 * 5)


@pytest.mark.parametrize("apart", [0.0, 900.0])
def test_tiles_in_one_line_are_not_two_rows(apart):
    """Nearly all in one line, a single one elsewhere: the other line has no tile, or but one."""
    assert rows_of([*row(0.0, -1.0, 26), tile(0.0, apart)]) is None
