"""More tiles than a set has: a shape of the cloth is none, in the first look and in later ones."""

from companion.vision.tile_faces.boxes import Stance, TilePlace
from companion.vision.tiles.tile_net import SeenBox
from companion.vision.tiles.whole_set import WholeSet

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


def test_before_a_look_has_too_many_all_are_tiles():
    assert after(SET[:20], [*SET[:20], *SHAPES]) == {*SET[:20], *SHAPES}
