"""Tiles that one look shows and the next does not are weighed over all looks since they changed."""

import numpy as np
import pytest

from companion.simulator.tiles.render import draw_tiles, over_table
from companion.simulator.tiles.scenery import DrawnTile, Light
from companion.vision.tile_faces.boxes import BOX, Stance, TilePlace
from companion.vision.tile_faces.picture_pair import soft
from companion.vision.tiles.steady_tiles import SteadyTiles
from companion.vision.tiles.tile_net import SeenBox

CAMERA = over_table((960, 720), span=500.0)
ROW = [
    DrawnTile(TilePlace(30.0 * i - 60, -60.0, 0.0, Stance.STANDS), "BW"[i % 2]) for i in range(5)
]


def looked(shares, *, whites=None, tiles=ROW, known=None, light=None, seed=1):
    """Look at tiles of which the net and what weighs it say this, and give what is known."""
    light = light or Light()
    picture = soft(draw_tiles(tiles, CAMERA, seed=seed, light=light))
    whites = whites or [3.0 if tile.colour == "W" else -3.0 for tile in ROW]
    boxes = [
        SeenBox(tile.place, False, white, share)
        for tile, white, share in zip(ROW, whites, shares, strict=True)
        if share
    ]
    return (known or SteadyTiles()).on(picture, CAMERA, boxes, BOX)


def share_of(told, tile):
    return next((box.score for box in told if box.place == tile.place), None)


@pytest.mark.opencv
@pytest.mark.parametrize("light", [Light(), Light(gain=1.2)])
def test_a_tile_that_wavers_is_as_likely_as_all_looks_say(light):
    known, told = looked([0.9] * 5)
    known, told = looked([0.9, 0.9, 0.3, 0.9, 0.9], known=known, light=light, seed=2)
    assert share_of(told, ROW[2]) == pytest.approx(0.66, abs=0.01)
    assert share_of(told, ROW[1]) == pytest.approx(0.9, abs=0.01)


def test_a_colour_that_wavers_is_that_of_all_looks():
    known, _told = looked([0.9] * 5)
    _known, told = looked([0.9] * 5, whites=[-3, 3, 1.0, 3, -3], known=known, seed=2)
    box = next(box for box in told if box.place == ROW[2].place)
    assert box.white == -1.0


def test_where_another_tile_stands_now_nothing_counts_that_was_there():
    known, _told = looked([0.9] * 5)
    other = [DrawnTile(t.place, "W" if t is ROW[2] else t.colour) for t in ROW]
    known, told = looked(
        [0.9, 0.9, 0.5, 0.9, 0.9], whites=[-3, 3, 2.0, 3, -3], known=known, tiles=other
    )
    box = next(box for box in told if box.place == ROW[2].place)
    assert (box.white, box.score) == (2.0, 0.5)


def test_what_is_not_found_now_is_not_told():
    known, _told = looked([0.9] * 5)
    _known, told = looked([0.9, 0.9, 0, 0.9, 0.9], known=known)
    assert len(told) == 4
    assert share_of(told, ROW[2]) is None


def test_a_hand_over_a_tile_does_not_forget_it():
    known, _told = looked([0.9] * 5)
    away = [tile for tile in ROW if tile is not ROW[2]]
    known, _told = looked([0.9, 0.9, 0, 0.9, 0.9], known=known, tiles=away)
    _known, told = looked([0.9, 0.9, 0.3, 0.9, 0.9], known=known, seed=3)
    assert share_of(told, ROW[2]) == pytest.approx(0.66, abs=0.01)


def test_a_tile_below_the_camera_that_shows_another_side_is_looked_at_again():
    picture = soft(draw_tiles([], CAMERA, seed=1))
    known = SteadyTiles()
    # 8.5 mm thick: from 4.25 mm off the camera's foot on one of its large sides is seen too
    for off in (4.0, 5.0, 4.0, 5.0):
        place = TilePlace(0.0, float(CAMERA.position[1]) + off, 0.0, Stance.STANDS)
        known, told = known.on(picture, CAMERA, [SeenBox(place, False, 3.0, 0.9)], BOX)
    assert [box.score for box in told] == pytest.approx([0.9], abs=0.01)


def test_nothing_seen_is_nothing_known():
    _known, told = SteadyTiles().on(np.zeros((720, 960, 3), np.float32), CAMERA, [], BOX)
    assert told == []
