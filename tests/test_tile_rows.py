import pytest

from companion.errors import BadNotation
from companion.game.tiles.tile import Tile, format_row, format_tile, misplaced, parse_tile
from tests.tile_stories import (
    DASHES,
    PLAIN,
    SMALL,
)


@pytest.mark.parametrize("tile", [*DASHES.deck, Tile("B", "?"), Tile("W", "?")], ids=str)
def test_a_tile_is_read_as_it_is_written(tile):
    assert parse_tile(format_tile(tile)) == tile


@pytest.mark.parametrize(("text", "tile"), [("b7", "B7"), (" w 0 ", "W0"), ("w-", "W-")])
def test_small_letters_and_spaces_are_fine(text, tile):
    assert format_tile(parse_tile(text)) == tile


@pytest.mark.parametrize("text", ["", "7", "B", "R7", "B12", "B07", "B-1", "B7 W8", "B⁷"])
def test_what_is_no_tile_says_what_one_looks_like(text):
    with pytest.raises(BadNotation, match="is not a tile") as caught:
        parse_tile(text)
    assert "B- for a dash" in caught.value.hint


def test_the_deck_ascends_black_before_white():
    assert format_row(SMALL.deck) == "B0 W0 B1 W1 B2 W2 B3 W3 B4 W4"
    assert format_row(DASHES.deck[-4:]) == "B11 W11 B- W-"
    assert (len(PLAIN.deck), len(DASHES.deck)) == (24, 26)


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("B1 W4 B7 W10", None),
        ("B3 W3", None),
        ("W3 B3", "W3 B3"),
        ("B3 B- W3", None),
        ("W- B0", None),
        ("B7 B? W- B2", "B7 B2"),
        ("B2 B9 W? W8", "B9 W8"),
    ],
)
def test_numbers_ascend_and_dashes_stand_anywhere(row, wrong):
    pair = misplaced([parse_tile(text) for text in row.split()])
    assert (format_row(pair) if pair else None) == wrong
