"""Corners of open tiles, told exactly from where a finder has them about right."""

import numpy as np
import pytest

from companion.simulator.tiles.camera import DrawnTable
from companion.vision.tiles.corner_net import refined
from companion.vision.tiles.tile_net import OpenTile

pytestmark = pytest.mark.opencv


def seen_corners(table):
    """Give (8, 2) px of each open tile, as its near player has them, and how wide tiles are."""
    corners = [table.pose.project(tile.place.corners(table.box)) for tile in table.open_tiles()]
    return corners, float(np.median([np.linalg.norm(c[5] - c[4]) for c in corners]))


@pytest.mark.parametrize("has_empty", [True, False])
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_corners_are_told_to_a_fiftieth_of_a_tile(seed, has_empty):
    table, chance = DrawnTable.random(seed=seed), np.random.default_rng(seed)
    true, wide = seen_corners(table)
    amiss = [
        OpenTile(
            (c - c.mean(axis=0)) * 0.92 + c.mean(axis=0) + chance.normal(0, 0.07, 2) * wide,
            1.0,
            0.9,
        )
        for c in true
    ]
    found = refined(amiss, table.draw_open(), table.draw_empty() if has_empty else None)
    off = np.array([tile.corners - c for tile, c in zip(found, true, strict=True)]) / wide
    assert np.median(np.abs(off[:, 4:])) < 0.02
    # what all are amiss by alike is what makes a camera lean wrongly
    assert np.abs(off[:, 4:].mean(axis=0)).max() < 0.03


def test_no_tiles_have_no_corners():
    assert refined([], np.zeros((48, 64, 3), np.uint8), None) == []
