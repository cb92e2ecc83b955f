"""Sliders drawn beside a board: clicks are counted, what cannot be told is None."""

from dataclasses import replace

import numpy as np

from companion.vision.shape import Sliders
from companion.vision.sliders import read_sliders
from tests.small_board import drawn, place_of, small_shape

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
    assert read_sliders(picture(clicks), PLACE.pose, SHAPE) == clicks


def test_a_slider_in_the_colour_of_the_table_is_not_guessed():
    read = read_sliders(picture(((1, 2),) * 5, red=(110, 140, 160)), PLACE.pose, SHAPE)
    assert [red for red, _ in read] == [None] * 5


def test_something_over_the_tracks_is_not_read_as_clicks():
    image = picture(((1, 2),) * 5)
    image[:, 400:] = np.random.default_rng(1).integers(0, 255, image[:, 400:].shape)
    read = read_sliders(image, PLACE.pose, SHAPE)
    assert all(pair != (1, 2) for pair in read)
    assert any(None in pair for pair in read)


def test_a_board_without_sliders_gives_none():
    assert read_sliders(drawn(small_shape(), {}), PLACE.pose, small_shape()) == ()
