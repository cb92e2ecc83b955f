"""What a net takes for tiles and is none: a shape of the cloth in another light, and a finger."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.simulator.tiles.render import draw_tiles, over_table
from companion.simulator.tiles.scenery import Cloth, DrawnTile, Light, TableLook, Thing
from companion.vision.tile_faces.boxes import BOX, Stance, TilePlace
from companion.vision.tile_faces.picture_pair import soft
from companion.vision.tiles.second_look import likely, looked_again, newly_laid
from companion.vision.tiles.tile_net import OpenTile, SeenBox

CAMERA = over_table((960, 720), span=500.0)
EVENING = Light(gain=0.6, tint=1.25)


def at(x, y, stance=Stance.LIES):
    return TilePlace(float(x), float(y), 0.0, stance)


TILES = [DrawnTile(at(60 * i - 120, 100), "BW"[i % 2]) for i in range(5)]
STANDING = [DrawnTile(at(60 * i - 120, -60, Stance.STANDS), "BW"[i % 2]) for i in range(5)]
BESIDE = at(-60, 0)
FINGER = Thing(np.array([(68, -18), (92, -18), (92, 18), (68, 18)]), 9.0, (90, 130, 200))


def cloth():
    """White and black rectangles as large as tiles, one of them `BESIDE`."""
    picture = np.full((400, 400, 3), 130, np.uint8)
    for i in range(6):
        for j in range(5):
            x, y = 64 * i + 8, 78 * j + 2
            grey = (235, 40)[(i + j) % 2]
            cv2.rectangle(picture, (x, y), (x + 23, y + 36), (grey, grey, grey), -1)
    return Cloth(picture)


def looked_at(boxes, *, look, tiles, things=(), light=EVENING):
    still = draw_tiles(tiles, CAMERA, seed=1, look=look, light=light, things=things)
    empty = draw_tiles([], CAMERA, seed=2, look=look)
    return none_of(soft(still), soft(empty), boxes)


def none_of(still, empty, boxes):
    """Say of each box whether it is not among the likely tiles."""
    weighed = looked_again(still, empty, CAMERA, boxes, BOX)
    places = [each.place for each in likely(weighed) if each.is_sure]
    return [each.place not in places for each in boxes]


def box_of(place, *, white=False, score=0.5):
    return SeenBox(place, False, 3.0 if white else -3.0, score)


def seen(tiles):
    return [box_of(tile.place, white=tile.colour == "W", score=0.8) for tile in tiles]


@pytest.mark.parametrize("light", [Light(), EVENING, Light(1.5, 0.8)])
def test_a_shape_of_the_cloth_is_none_in_any_light_and_tiles_on_it_are_tiles(light):
    look = replace(TableLook(), cloth=cloth())
    tiles = TILES + STANDING
    # a rectangle of the cloth lies where u = 64 i + 8 and v = 78 j + 2 mm
    shapes = [box_of(at(x + 12, y + 18.5)) for x, y in ((-56, 2), (8, 2), (72, 2))]
    told = looked_at(seen(tiles) + shapes, look=look, tiles=tiles, light=light)
    assert told == [False] * len(tiles) + [True] * len(shapes)


def test_shapes_of_the_cloth_are_no_tiles_of_a_calibration_and_tiles_on_it_are():
    look = replace(TableLook(), cloth=cloth())
    still = draw_tiles(TILES, CAMERA, seed=1, look=look)
    empty = draw_tiles([], CAMERA, seed=2, look=look)
    shapes = [at(x + 12, y + 18.5) for x, y in ((-56, 2), (8, 2), (72, 2))]
    laid, printed = (
        [OpenTile(CAMERA.project(place.corners(BOX)), 3.0, 0.5) for place in places]
        for places in ([tile.place for tile in TILES], shapes)
    )
    assert newly_laid([*printed, *laid], still, empty) == laid
    assert newly_laid(printed, still, None) == printed


@pytest.mark.opencv
@pytest.mark.parametrize("score", [0.5, 0.7])
def test_what_has_no_tint_of_a_tile_is_none(score):
    boxes = [*seen(TILES), box_of(at(80, 0), white=True, score=score)]
    told = looked_at(boxes, look=TableLook(), tiles=TILES, things=[FINGER])
    assert told == [False] * 5 + [True]


def test_a_tile_that_the_net_hardly_sees_is_one_where_it_stands_in_a_row():
    row = [DrawnTile(at(26 * i - 52, -60, Stance.STANDS), "BW"[i % 2]) for i in range(5)]
    boxes = [replace(box, score=0.2) if i == 2 else box for i, box in enumerate(seen(row))]
    assert looked_at(boxes, look=TableLook(), tiles=row) == [False] * 5


def shaded(places, *, cloth, white):
    """Say of boxes at places that lie in a hard shadow, beside tiles, which are none."""
    look = replace(TableLook(), table=cloth)
    still = draw_tiles(TILES, CAMERA, seed=1, look=look)
    for place in places:
        shadow = np.round(CAMERA.project(place.corners(BOX)[:4])).astype(np.int32)
        dark = cv2.fillPoly(np.ones(still.shape[:2], np.float32), [shadow], 0.45)
        still = np.asarray(still * dark[..., None], np.uint8)
    boxes = seen(TILES) + [box_of(place, white=white, score=0.55) for place in places]
    empty = draw_tiles([], CAMERA, seed=2, look=look)
    return none_of(soft(still), soft(empty), boxes)[len(TILES) :]


@pytest.mark.parametrize("white", [False, True])
def test_a_shadow_on_a_coloured_cloth_is_none(white):
    assert shaded([at(-60, 0), at(60, 0)], cloth=(60, 90, 170), white=white) == [True, True]


def test_on_a_grey_cloth_a_shadow_may_be_a_tile():
    assert shaded([at(-60, 0)], cloth=(120, 120, 120), white=False) == [False]


def test_a_place_where_the_printed_cloth_is_as_it_was_is_none_though_a_shadow_lies_around_it():
    look = replace(TableLook(), cloth=cloth())
    still = draw_tiles(TILES, CAMERA, seed=1, look=look).astype(np.float32)
    empty = draw_tiles([], CAMERA, seed=2, look=look)
    place = at(-50, 15)
    pixels = np.round(CAMERA.project(place.corners(BOX))).astype(np.int32)
    near = cv2.dilate(
        cv2.fillConvexPoly(np.zeros(still.shape[:2], np.uint8), cv2.convexHull(pixels), 1),
        np.ones((25, 25)),
    )
    top = cv2.fillConvexPoly(np.zeros(still.shape[:2], np.uint8), pixels[4:], 1)
    still[(near == 1) & (top == 0)] *= 0.5
    boxes = [*seen(TILES), box_of(place, score=0.7)]
    told = none_of(soft(still.astype(np.uint8)), soft(empty), boxes)
    assert told == [False] * len(TILES) + [True]


def test_on_a_plain_table_a_place_where_nothing_lies_is_not_alike_but_noise():
    assert looked_at([box_of(BESIDE)], look=TableLook(), tiles=TILES) == [False]


def test_without_an_empty_table_tints_are_looked_at_and_nothing_is_no_tile():
    still = soft(draw_tiles(TILES, CAMERA, seed=1))
    assert none_of(still, None, seen(TILES)) == [False] * 5
    assert none_of(still, None, []) == []
