"""What tables of tiles are drawn with: cloths of any kind, and how much of a tile is to be seen."""

from inspect import getsource

import numpy as np
import pytest

from companion.simulator.tiles import cloths
from companion.simulator.tiles.render import over_table, visible_parts
from companion.simulator.tiles.scenery import DrawnTile
from companion.simulator.tiles.things import hand_at
from companion.vision.tile_faces.boxes import Stance, TilePlace

pytestmark = pytest.mark.opencv

CAMERA = over_table((960, 720), span=500.0)
KINDS = ("plain", "wood", "gingham", "stripes", "dots", "woven", "marble", "flowers", "plaid")


@pytest.mark.parametrize("kind", [*KINDS, "tiles"])
def test_a_cloth_of_each_kind_has_colours_that_a_camera_can_show(kind):
    assert f"_{kind}," in getsource(cloths.random_cloth)
    draw = getattr(cloths, f"_{kind}")
    for seed in range(3):
        picture = draw(np.random.default_rng(seed))
        assert picture.shape[2] == 3
        assert np.isfinite(picture).all()
        # wood may be lighter than white before it is clipped
        assert -1 < picture.min() < picture.mean() < 256
        assert (picture.std(axis=(0, 1)).max() < 1e-6) == (kind == "plain")
        assert np.array_equal(picture, draw(np.random.default_rng(seed)))


def test_the_same_seed_lays_the_same_cloth():
    first, second, other = (cloths.random_cloth(np.random.default_rng(n)) for n in (5, 5, 6))
    assert np.array_equal(first.picture, second.picture)
    assert first.picture.shape != other.picture.shape or (first.picture != other.picture).any()


def tile(x, y, stance=Stance.STANDS):
    return DrawnTile(TilePlace(float(x), float(y), 0.0, stance), "B")


def test_what_stands_before_a_tile_or_is_held_over_it_hides_it():
    lying, standing = tile(0, 30, Stance.LIES), tile(0, 5)
    (alone,) = visible_parts([lying], CAMERA)
    assert alone == pytest.approx(1.0, abs=0.05)
    behind, before = visible_parts([lying, standing], CAMERA)
    assert 0.2 < behind < 0.95
    assert before == pytest.approx(1.0, abs=0.05)
    hand = hand_at(np.array([0.0, 30.0]), np.array([0.0, -1.0]))
    (held_over,) = visible_parts([lying], CAMERA, hand=hand)
    assert held_over < 0.5
    assert visible_parts([tile(2000, 0)], CAMERA) == pytest.approx([0.0])
