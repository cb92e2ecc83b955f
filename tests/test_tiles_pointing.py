"""Claims by pointing through drawn pixels: pawns before a tile and on the printed strip."""

import pytest

from companion.rulebooks.shelf import find_book
from companion.simulator.tiles.camera import DrawnTable
from companion.simulator.tiles.script import random_table
from tests.claim_pixels import pointed_at, strip_on


@pytest.mark.parametrize(
    ("seed", "players", "claims"),
    [
        # squares as large as tiles
        pytest.param(1, 3, [(0, 3, "1"), (2, 4, "-")], marks=pytest.mark.opencv),
        # a camera that leans far
        pytest.param(2, 4, [(0, 1, "5"), (3, 1, "11")], marks=pytest.mark.long),
    ],
)
def test_pawns_before_a_tile_and_on_a_number_are_a_claim(seed, players, claims):
    table = strip_on(DrawnTable.random(seed=seed))
    moment = next(random_table(find_book("davinci"), players=players, seed=seed))
    seen = pointed_at(table, moment, claims)
    assert [(each.row, each.place, each.number) for each in seen] == claims
