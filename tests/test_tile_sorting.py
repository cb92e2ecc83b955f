"""Which tiles on a table are whose: rows at its sides, a clue tile before one, a pool between."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from companion.simulator.tiles.camera import TableMoment, drawn_tiles
from companion.vision.tile_faces.boxes import BOX, Stance, TilePlace
from companion.vision.tile_sorting.rows import sort_table
from companion.vision.tiles.tile_net import in_one_another

ROWS = (
    ("B0", "W2!", "B5", "W9"),
    ("W1", "B3", "B6!"),
    ("B1", "W4", "W6", "B10", "B11"),
    ("W0", "W7", "W10!"),
)
POOL = ("B", "W") * 5


def sorted_table(moment, *, seed=1, move=lambda i, place: place):
    """Give what is sorted, and the tiles as texts in the order of their numbers there."""
    tiles = drawn_tiles(moment, seed=seed)
    places = [move(i, tile.place) for i, tile in enumerate(tiles)]
    own = [
        place.stance is Stance.STANDS or bool(t.face)
        for place, t in zip(places, tiles, strict=True)
    ]
    return sort_table(places, own, BOX)


def numbers(rows):
    """Give the numbers of the tiles of each row, as `drawn_tiles` has them."""
    ends = np.cumsum([0, *map(len, rows)])
    return {tuple(range(a, b)) for a, b in pairwise(ends)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_row_is_told_from_its_owners_left(seats):
    found = sorted_table(TableMoment(ROWS[:seats], pool=POOL))
    assert set(found.rows) == numbers(ROWS[:seats])
    assert (len(found.pool), found.stray, found.clues) == (len(POOL), (), {})


def test_rows_that_hands_set_askew_and_apart_stay_rows():
    chance = np.random.default_rng(5)

    def askew(i, place):
        if i >= sum(map(len, ROWS)):
            return place
        u = np.array([np.cos(place.turn), np.sin(place.turn)])
        x, y = np.array([place.x, place.y]) * 1.05 + chance.normal(0, 2, 2) + u * 12 * (i % 4 == 3)
        return TilePlace(x, y, place.turn + chance.normal(0, 0.12), place.stance)

    assert set(sorted_table(TableMoment(ROWS, pool=POOL), move=askew).rows) == numbers(ROWS)


def test_a_hidden_tile_alone_before_a_row_is_its_clue_tile():
    found = sorted_table(TableMoment(ROWS[:2], clue=(1, "W")))
    clue = sum(map(len, ROWS[:2]))
    assert [found.rows[row] for row in found.clues] == [tuple(range(4, 7))]
    assert list(found.clues.values()) == [clue]
    assert not found.pool


def lying(*at, turn=0.0):
    return [TilePlace(x, y, turn, Stance.LIES) for x, y in at]


def told_clue(*hidden):
    """The number of the clue tile among `hidden` tiles that lie before two rows, if one is told."""
    rows = [tile.place for tile in drawn_tiles(TableMoment(ROWS[:2]), seed=1)]
    own = [True] * len(rows) + [False] * len(hidden)
    clues = sort_table([*rows, *hidden], own, BOX).clues.values()
    return [each - len(rows) for each in clues]


def test_a_tile_of_a_pool_that_reaches_up_to_a_row_is_no_clue_tile():
    assert told_clue(*lying((-30, -120), (0, -121), (30, -120), (-30, -78), (0, -79))) == []
    askew = lying((10, -125), turn=0.6)
    assert told_clue(*askew, *lying((0, -60), (40, -20))) == []


def test_two_tiles_beside_each_other_before_a_row_are_of_the_pool_and_one_alone_is_none_of_it():
    assert told_clue(*lying((0, -130), (-10, 110), (-40, 108))) == [0]
    assert told_clue(*lying((0, -130), (-10, 110))) == [0, 1]


def test_a_tile_in_the_line_of_a_row_is_of_that_row_though_its_print_is_not_seen():
    tiles = drawn_tiles(TableMoment(ROWS[:2], pool=POOL), seed=1)
    own = [tile.place.stance is Stance.STANDS or bool(tile.face) for tile in tiles]
    own[1] = False
    found = sort_table([tile.place for tile in tiles], own, BOX)
    assert set(found.rows) == numbers(ROWS[:2])
    assert len(found.pool) == len(POOL)


def test_an_open_tile_by_itself_is_of_no_row():
    rows = TableMoment(ROWS[:2])
    alone = TilePlace(20.0, -40.0, 0.4, Stance.LIES)
    places = [*(tile.place for tile in drawn_tiles(rows, seed=1)), alone]
    own = [place.stance is Stance.STANDS for place in places]
    own[1] = own[6] = own[-1] = True
    found = sort_table(places, own, BOX)
    assert found.stray == (len(places) - 1,)
    assert set(found.rows) == numbers(ROWS[:2])


def test_what_seems_open_and_is_not_read_is_of_a_row_only_beside_others_of_it():
    tiles = drawn_tiles(TableMoment(ROWS[:2], pool=POOL), seed=1)
    own = [tile.place.stance is Stance.STANDS or bool(tile.face) for tile in tiles]
    first = sum(map(len, ROWS[:2]))
    unsure = {1, first, first + 1, first + 7}
    own = [is_own or i in unsure for i, is_own in enumerate(own)]
    found = sort_table([tile.place for tile in tiles], own, BOX, unsure)
    assert set(found.rows) == numbers(ROWS[:2])
    assert set(found.pool) == set(range(first, len(tiles)))
    assert not found.stray


def test_two_tiles_are_not_where_one_can_be():
    lying = TilePlace(0.0, 0.0, 0.0, Stance.LIES)
    assert in_one_another(lying, replace(lying, x=3.0, y=20.0), BOX)
    assert in_one_another(lying, replace(lying, y=5.0, stance=Stance.STANDS), BOX)
    assert not in_one_another(lying, replace(lying, x=BOX.width - 2), BOX)
    assert not in_one_another(lying, replace(lying, y=BOX.height - 4), BOX)
    standing = replace(lying, stance=Stance.STANDS)
    assert not in_one_another(standing, replace(standing, x=BOX.width - 2, y=2.0), BOX)
