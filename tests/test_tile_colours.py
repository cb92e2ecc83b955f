"""Black or white: by the net, by the light of tops and sides, and by that of the tiles near by."""

import numpy as np
import pytest

from companion.vision.tile_faces.boxes import Stance, TilePlace
from companion.vision.tiles.tile_colours import whiteness
from companion.vision.tiles.tile_net import SeenBox

# log light of black and of white tops in plain light
DARK, LIGHT = 3.2, 5.0


def told(tiles, *, stance=Stance.LIES):
    """Say "B" or "W" of tiles: x mm, the net's log odds, log light of the top, and of the sides."""
    boxes = [
        SeenBox(TilePlace(x, 0.0, 0.0, stance), False, float(net), 0.9) for x, net, *_ in tiles
    ]
    tops = np.array([[top] * 3 for _, _, top, _ in tiles])
    sides = np.array([side for *_, side in tiles])
    return "".join("W" if white > 0 else "B" for white in whiteness(boxes, tops, sides))


def row(x, colours, *, brighter=0.0, net=3.0):
    return [
        (
            x + 30.0 * i,
            net if colour == "W" else -net,
            (LIGHT if colour == "W" else DARK) + brighter,
            (LIGHT if colour == "W" else DARK) + brighter - 0.7,
        )
        for i, colour in enumerate(colours)
    ]


@pytest.mark.parametrize("stance", Stance)
def test_a_tile_of_which_the_net_is_not_sure_is_as_its_light_says(stance):
    tiles = [*row(0, "BWBWBW"), (180, -0.6, LIGHT, LIGHT - 0.7), (210, 0.6, DARK, DARK - 0.7)]
    assert told(tiles, stance=stance) == "BWBWBWWB"


@pytest.mark.parametrize("stance", Stance)
def test_under_a_lamp_tiles_are_held_against_those_near_by(stance):
    lit = row(900, "WBWBWBWB", brighter=1.1)
    # as light as halfway between the colours elsewhere
    tiles = [*row(0, "BW" * 8), *lit, (1140, 0.2, DARK + 1.1, DARK + 0.4)]
    assert told(tiles, stance=stance) == "BW" * 8 + "WBWBWBWB" + "B"


def test_where_all_seem_of_one_colour_the_net_alone_tells():
    assert told(row(0, "WWWW")) == "WWWW"
    assert told(row(0, "BBBB")) == "BBBB"


def test_where_the_colours_are_hardly_apart_the_net_alone_tells():
    assert told([(0, -2, 4.0, 4.0), (30, 2, 4.2, 4.2), (60, -1, 4.3, 4.3)]) == "BWB"
