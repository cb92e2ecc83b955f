import numpy as np
import pytest

from calibration.board_files.load import board_names, load_board
from calibration.board_files.parse import parse_board
from calibration.board_files.specimen import measured
from companion.errors import CalibrationError, UnknownName
from companion.game.core.codes import COLOURS


def test_boards_are_shipped_by_the_names_of_their_files():
    five = {"bouwblokje", "classic", "four-player", "hasbro-2004", "lego-free"}
    assert five <= set(board_names())
    assert list(board_names()) == sorted(board_names())


@pytest.mark.parametrize("name", board_names())
def test_every_board_has_its_places_inside_its_outline(name):
    shape = load_board(name)
    assert shape.holes().shape == (shape.rows * shape.cols, 3)
    assert len(shape.cells()) == shape.rows * shape.cols
    assert set(shape.palette) <= set(COLOURS)
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    for x, y, _ in shape.holes():
        assert x0 < x < x1
        assert y0 < y < y1


def test_the_classic_board_counts_rows_from_the_breaker():
    shape = load_board("classic")
    assert shape.cells()[:5] == ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1))
    np.testing.assert_allclose(shape.holes()[5], [14.0, 17.3, 0.0])
    far_left, far_right, near_right, near_left = shape.corners()
    np.testing.assert_allclose(near_left, [0, 0, 0])
    np.testing.assert_allclose(far_right, [42.0, 9 * 17.3, 0])
    assert far_left[1] > near_left[1]
    assert near_right[0] > near_left[0]


def test_key_holes_come_far_left_first():
    keys = load_board("classic").key_holes(2)
    np.testing.assert_allclose(
        keys[:, :2], [(54.2, 20.1), (59.8, 20.1), (54.2, 14.5), (59.8, 14.5)]
    )


def test_hasbros_red_and_white_sliders_have_five_places_each():
    shape = load_board("hasbro-2004")
    track = shape.slider_track(3, "white")
    assert len(track) == 5
    np.testing.assert_allclose(track[4, 0] - track[0, 0], 4 * 4.4)
    assert shape.slider_track(3, "red")[0, 1] < shape.row_y(3) < track[0, 1]
    assert shape.key_holes(1).shape == (0, 3)


def test_bouwblokjes_ground_alternates_by_row():
    assert load_board("bouwblokje").ground[:3] == ("kkkk", "wwww", "kkkk")


def test_a_measured_board_keeps_its_own_pitch_and_length():
    params = {"hole_pitch": 14.43, "row_pitch": 17.34, "head_radius": 4.1, "key_pitch": 5.75}
    shape = measured(load_board("classic"), params, size=(79.3, 223.2))
    np.testing.assert_allclose(shape.corners()[1], [3 * 14.43, 9 * 17.34, 0])
    (_, far), _, (_, near), _ = shape.outline
    assert far - near == pytest.approx(223.2)
    assert shape.head.radius == 4.1
    assert np.ptp(shape.key_holes(1)[:, 0]) == pytest.approx(5.75)
    assert shape.tolerance == 0


def test_a_build_with_its_keys_on_the_left_is_mirrored():
    shape = measured(load_board("bouwblokje"), {"pip_height": 3.2, "key_side": "left"})
    assert shape.key_holes(1)[:, 0].max() < shape.holes()[:, 0].min()
    np.testing.assert_allclose(shape.holes()[0], [20.0, 8.0, 1.7])


def test_taller_pips_are_seen_higher():
    low = measured(load_board("bouwblokje"), {"pip_height": 3.2})
    tall = measured(load_board("bouwblokje"), {"pip_height": 9.6, "jumper_pattern": "checker"})
    assert tall.head.height - low.head.height == pytest.approx(6.4)
    assert tall.ground[:2] == ("kwkw", "wkwk")


def test_a_stretched_board_is_longer_and_no_wider():
    shape = load_board("hasbro-2004")
    longer = shape.stretched(1.02)
    np.testing.assert_allclose(longer.holes()[:, 0], shape.holes()[:, 0])
    np.testing.assert_allclose(longer.holes()[:, 1], shape.holes()[:, 1] * 1.02)
    assert longer.outline[0][1] == pytest.approx(shape.outline[0][1] * 1.02)


def test_an_unknown_board_is_named_with_the_near_miss():
    with pytest.raises(UnknownName, match="Did you mean 'classic'"):
        load_board("clasic")


GOOD = """
title = "Two by two"
palette = "rb"
[holes]
rows = 2
cols = 2
pitch = 10.0
row_pitch = 12.0
first = [0.0, 0.0]
kind = "bore"
radius = 2.0
[pegs]
height = 4.0
radius = 3.0
[outline]
x = [-8.0, 18.0]
y = [-9.0, 21.0]
"""


def test_a_board_of_your_own_needs_few_measures():
    shape = parse_board(GOOD, name="mine")
    assert (shape.name, shape.rows, shape.cols) == ("mine", 2, 2)
    assert shape.keys is None
    assert shape.code_holes().shape == (0, 3)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("pitch = 10.0", "pich = 10.0", "'holes.pitch' is missing"),
        ("radius = 3.0", "radius = 3.0\nhight = 1", "'pegs.hight' is no field here.*height"),
        ('kind = "bore"', 'kind = "boar"', "Did you mean 'bore'"),
        ("rows = 2", "rows = 0", "whole number, 1 to 40"),
        ("rows = 2", "rows = true", "whole number"),
        ("height = 4.0", 'height = "4"', "number of millimetres"),
        ("radius = 2.0", "radius = -2.0", "between 0.1"),
        ('palette = "rb"', 'palette = "rr"', "Use each letter once"),
        ('palette = "rb"', 'palette = "rz"', "has 'z'"),
        ("first = [0.0, 0.0]", "first = 0", "two numbers"),
        ("[pegs]", "pegs = 3\n[peg]", "Make it a table|is no field"),
        ("title", "title = = ", "is not TOML"),
    ],
)
def test_a_bad_board_file_says_where(old, new, words):
    with pytest.raises(CalibrationError, match=words) as caught:
        parse_board(GOOD.replace(old, new, 1), name="mine")
    assert "'mine'" in caught.value.message
    assert caught.value.hint
