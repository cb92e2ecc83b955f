"""Sliders drawn beside a board: clicks are counted, what cannot be told is None."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.scenes.boards import some_board
from benchmarks.scenes.scene import draw_scene
from companion.vision.board.parts import Sliders
from tests.small_board import GROUND, clicks_in, drawn, place_of, small_shape

pytestmark = pytest.mark.opencv

SHAPE = replace(
    small_shape(),
    keys=None,
    sliders=Sliders(zero_x=50.0, step=4.4, white_dy=3.1, red_dy=-3.1, height=0.0, radius=1.8),
)
PLACE = place_of(SHAPE)
WHITE, RED = (230, 232, 235), (45, 35, 185)


def picture(clicks, *, red=RED):
    image = drawn(SHAPE, {})
    for row, pair in enumerate(clicks, start=1):
        for colour, paint, count in (("red", red, pair[0]), ("white", WHITE, pair[1])):
            track = PLACE.pose.project(SHAPE.slider_track(row, colour))
            (x1, y), x0 = track[count], track[0][0] - 40
            image[round(y) - 11 : round(y) + 12, round(x0) : round(x1)] = paint
    return image


def test_the_clicks_of_both_sliders_are_counted():
    clicks = ((0, 0), (1, 2), (4, 0), (3, 1), (0, 4))
    assert clicks_in(picture(clicks), PLACE.pose, SHAPE) == clicks


def lit(image, light):
    """Give the picture under `light` (height or 1, width or 1, 3), a factor of linear light."""
    linear = (image / 255.0) ** 2.2 * light
    return (np.clip(linear, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def step_at(clicks):
    """Give the light of a board that shades the table blue so far out; then warm sun."""
    edge = PLACE.pose.project([[50.0 + clicks * 4.4, 0, 0]])[0, 0]
    shade = 1 / (1 + np.exp(np.clip(np.arange(600) - edge, -40, 40)))[None, :, None]
    return 1.1 * (1 - shade) * np.array([0.7, 0.95, 1.2]) + shade * np.array([0.35, 0.3, 0.25])


@pytest.mark.parametrize("edge", [0.0, 0.5, 1.5, 2.5])
def test_clicks_are_counted_where_the_tips_lie_in_other_light_than_the_board(edge):
    clicks = ((0, 0), (1, 2), (4, 0), (3, 1), (0, 4))
    seen = lit(picture(clicks), step_at(edge))
    assert clicks_in(seen, PLACE.pose, SHAPE) == clicks


def test_a_shadow_on_a_pale_table_is_not_read_as_a_slider():
    clicks = ((0, 0), (1, 2), (4, 0), (3, 1), (0, 4))
    image = picture(clicks)
    pale = (image == GROUND).all(axis=2)
    image[pale] = (200, 205, 205)
    rows, columns = np.mgrid[:740, :600]
    from_middle = (columns - 420 + (rows - 400) * 0.8) / 60.0
    band = 1 - 0.7 * np.exp(-(from_middle**2))[..., None]
    read = clicks_in(lit(image, band), PLACE.pose, SHAPE)
    assert [
        a for a, b in zip(sum(read, ()), sum(clicks, ()), strict=True) if a not in (b, None)
    ] == []
    assert sum(a is None for pair in read for a in pair) <= 1


def test_a_row_whose_sliders_are_under_a_hand_is_not_read():
    clicks = ((1, 2), (1, 2), (1, 2), (1, 2), (1, 2))
    image = picture(clicks)
    (left, y), _ = PLACE.pose.project(SHAPE.slider_track(3, "red"))[[0, -1]]
    top = PLACE.pose.project(SHAPE.slider_track(3, "white"))[0, 1]
    image[round(top) - 15 : round(y) + 16, round(left) - 60 :] = (90, 120, 190)
    read = clicks_in(image, PLACE.pose, SHAPE)
    assert read == ((1, 2), (1, 2), (None, None), (1, 2), (1, 2))


def test_a_slider_in_the_colour_of_the_table_is_not_guessed():
    read = clicks_in(picture(((1, 2),) * 5, red=(110, 140, 160)), PLACE.pose, SHAPE)
    assert [red for red, _ in read] == [None] * 5


def test_something_over_the_tracks_is_not_read_as_clicks():
    image = picture(((1, 2),) * 5)
    image[:, 400:] = np.random.default_rng(1).integers(0, 255, image[:, 400:].shape)
    read = clicks_in(image, PLACE.pose, SHAPE)
    assert all(pair != (1, 2) for pair in read)
    assert any(None in pair for pair in read)


def test_the_pictures_that_the_net_is_trained_on_are_drawn():
    """Of each seed another board; what stands on it is painted where its pose says."""
    kinds = set()
    for seed in range(12):
        chance = np.random.default_rng(seed)
        scene = draw_scene((96, 72), chance, board=some_board(chance))
        assert scene.image.shape == (72, 96, 3)
        assert scene.image.std() > 3
        assert len(scene.setting.rows) == scene.board.shape.rows
        kinds.add(scene.board.kind)
    assert len(kinds) > 1
