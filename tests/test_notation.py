"""What a user writes about known pegs is read, or refused with what is allowed."""

import pytest

from calibration.board_files.load import board_names, load_board
from calibration.wizard.notation import (
    format_rows,
    parse_clicks,
    parse_corners,
    parse_key_rows,
    parse_rows,
    standard_clicks,
    standard_keys,
    standard_rows,
)
from companion.errors import BadNotation

CLASSIC = load_board("classic")
HASBRO = load_board("hasbro-2004")


def test_rows_are_read_and_written():
    rows = parse_rows("1=rbgy, 2=wk..", CLASSIC)
    assert rows == {1: "rbgy", 2: "wk.."}
    assert parse_rows(format_rows(rows), CLASSIC) == rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1=rbg", "has 3 places"),
        ("1=rbgx", "has 'x'"),
        ("11=rbgy", "not a row"),
        ("0=rbgy", "not a row"),
        ("rbgy", "not a row"),
        ("1=rbgy,1=bbbb", "twice"),
    ],
)
def test_a_row_that_cannot_be_is_refused_with_what_is_allowed(text, words):
    with pytest.raises(BadNotation, match=words) as caught:
        parse_rows(text, CLASSIC)
    assert caught.value.hint


def test_each_colour_is_put_once_in_the_palettes_order():
    assert standard_rows(CLASSIC) == {1: "rbgy", 2: "wk.."}
    assert standard_rows(HASBRO) == {1: "wsgr", 2: "opyb"}
    for name in board_names():
        shape = load_board(name)
        letters = "".join(standard_rows(shape).values()).replace(".", "")
        assert letters == shape.palette


def test_key_pegs_and_clicks_belong_to_the_boards_that_have_them():
    assert parse_key_rows("1=kkww,2=w..k", CLASSIC) == standard_keys(CLASSIC)
    assert parse_clicks("1=2r1w,2=3r4w", HASBRO) == standard_clicks(HASBRO)
    assert standard_keys(HASBRO) is None
    assert standard_clicks(CLASSIC) is None
    with pytest.raises(BadNotation, match="no key holes"):
        parse_key_rows("1=kkww", HASBRO)
    with pytest.raises(BadNotation, match="no sliders"):
        parse_clicks("1=2r1w", CLASSIC)
    with pytest.raises(BadNotation, match="0 to 4"):
        parse_clicks("1=5r1w", HASBRO)


def test_four_corners_are_four_pairs_of_pixels():
    assert parse_corners("1,2 3,4.5 5,6 7,8") == ((1, 2), (3, 4.5), (5, 6), (7, 8))
    for text in ("", "1,2 3,4 5,6", "1,2 3,4 5,6 x,y", "1,2 1,2 3,4 5,6", "1,2,3 4,5 6,7 8,9"):
        with pytest.raises(BadNotation, match="corners") as caught:
            parse_corners(text)
        assert "far left" in caught.value.hint
