"""More tiles than a set has: a shape of the cloth is none, in the first look and in later ones."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.tile_faces.boxes import Stance, TilePlace
from companion.vision.tiles.tile_net import SeenBox
from companion.vision.tiles.whole_set import WholeSet, completed, filled_up, halved

WIDTH = 24.0


def boxes(*scores, start=0):
    """Boxes beside each other, at places from `start`, with `scores`."""
    return [
        SeenBox(TilePlace(30.0 * i, 0.0, 0.0, Stance.STANDS), False, 1.0, score)
        for i, score in enumerate(scores, start=start)
    ]


SET = boxes(*[0.9] * 26)
SHAPES = boxes(0.5, 0.4, start=40)


def after(*looks):
    """What the last of `looks` shows."""
    known, shown = WholeSet(), ()
    for look in looks:
        known, shown = known.on(sorted(look, key=lambda box: -box.score), WIDTH)
    return set(shown)


def test_what_is_seen_least_surely_beyond_a_whole_set_is_none():
    assert after(SET) == set(SET)
    assert after([*SET, *SHAPES]) == set(SET)


def test_it_is_none_in_later_looks_though_tiles_are_covered_or_seen_less_surely():
    dealt = [*SET, *SHAPES]
    assert after(dealt, [*SET[:20], *SHAPES]) == set(SET[:20])
    dim = boxes(*[0.9] * 20, *[0.45] * 6)
    surer = boxes(0.6, 0.6, start=40)
    assert after(dealt, [*dim, *surer]) == set(dim)


def test_a_tile_that_is_laid_there_later_is_one():
    # a little less surely than most
    laid = boxes(0.8, start=40)
    assert after([*SET, *SHAPES], [*SET[1:], *laid, SHAPES[1]]) == {*SET[1:], *laid}


def test_of_a_set_that_is_played_without_its_dashes_no_more_are_tiles():
    known, shown = WholeSet().on([*SET[:24], *SHAPES], WIDTH, 24)
    assert shown == tuple(SET[:24])
    assert known.on([*SET[:20], *SHAPES], WIDTH, 24)[1] == tuple(SET[:20])


def test_before_a_look_has_too_many_all_are_tiles():
    assert after(SET[:20], [*SET[:20], *SHAPES]) == {*SET[:20], *SHAPES}


def row(sure, doubtful):
    surely = boxes(*[0.9] * sure)
    return surely + [replace(b, is_sure=False) for b in boxes(*[0.42] * doubtful, start=sure)]


@pytest.mark.parametrize(
    ("sure", "doubtful", "whole", "told"),
    [
        (25, 1, 26, 26),
        (24, 2, 26, 24),  # played without dashes
        (23, 1, 26, 24),
        (22, 1, 26, 22),
        (25, 1, 24, 25),
        (25, 1, 0, 25),
        (20, 6, 26, 20),  # a hand is over the others
        (27, 1, 26, 27),
    ],
)
def test_doubtful_tiles_count_as_far_as_the_set_goes(sure, doubtful, whole, told):
    seen = row(sure, doubtful)
    assert filled_up(seen, whole) == seen[:told]


@pytest.mark.parametrize(
    ("sure", "others", "told"),
    [
        (23, (0.29, 0.01), 24),
        (23, (0.29, 0.28), 23),  # which of the two is not known
        (23, (0.1,), 23),  # it is likelier that the missing one is not seen at all
        (22, (0.4, 0.3), 24),
        (20, (0.44, 0.44, 0.44, 0.44), 20),  # a hand is over the others
        (24, (0.44,), 24),
        (25, (0.44,), 25),
    ],
)
def test_what_a_set_lacks_of_which_all_tiles_lie_there_is_the_only_one_that_may_be_it(
    sure, others, told
):
    doubtful = [replace(b, is_sure=False) for b in boxes(*others, start=sure)]
    seen = [*boxes(*[0.9] * sure), *doubtful]
    assert completed(seen, 24) == seen[:told]


def test_half_of_a_whole_set_is_white():
    odds = np.array([-4.0, -3.0, -2.0, -0.5, 0.7, 5.0, 4.0, 3.0])
    assert list(halved(odds, 8)) == list(odds)
    off = np.array([-4.0, -3.0, -2.0, 0.5, 0.7, 5.0, 4.0, 3.0])
    assert list(halved(off, 8) > 0) == [False, False, False, False, True, True, True, True]


def test_a_part_of_a_set_has_any_colours():
    odds = np.array([-4.0, 0.5, 3.0])
    assert list(halved(odds, 26)) == list(odds)
    assert list(halved(odds, 0)) == list(odds)


def test_a_tile_that_is_surely_of_one_colour_is_not_said_to_be_of_the_other():
    odds = np.array([-4.0, 4.0, 4.5, 5.0])
    assert list(halved(odds, 4)) == list(odds)
