"""Votes become letters and answers, where they are sure enough."""

import numpy as np
import pytest

from companion.vision.checks.picture_fault import PictureCheck
from companion.vision.read.answer_decision import decide_keys
from companion.vision.read.colour_classifier import ColourScores
from companion.vision.read.hole_classifier import KindScores
from companion.vision.read.key_classifier import KeyScores
from companion.vision.read.peg_decision import decide_cells, decide_pegs
from companion.vision.read.scores import CellScores


def board(*rows):
    """Give what is read of rows of two: how much each says that it is a red peg, not a hole."""
    says = np.array(rows, np.float32).ravel()
    votes = np.tile(np.stack([says, -says, np.full(len(says), -9.0)], axis=1) / 2, (3, 1, 1))
    away = np.zeros(len(says), np.float32)
    kinds = KindScores(votes, away, np.full((len(says), 1), 9.0, np.float32), away)
    colours = ColourScores(np.zeros((3, len(says), 1), np.float32), "r")
    return decide_cells(CellScores(colours, kinds), cols=2).rows


@pytest.mark.parametrize(
    ("clipped", "surety", "letters"),
    [(0.0, 1.5, "r."), (0.1, 1.5, "r."), (0.2, 1.5, "?."), (1.0, 1.5, "?."), (1.0, 2.5, "r.")],
)
def test_where_the_ground_is_clipped_a_colour_must_be_surer(clipped, surety, letters):
    """How bright and of what tint the light is that falls on a peg is not known there."""
    kinds = KindScores(
        np.tile(np.array([[[9.0, -9, -18]], [[-1.5, 0, -9]]], np.float32)[:, 0], (3, 1, 1)),
        np.zeros(2, np.float32),
        np.full((2, 1), 9.0, np.float32),
        np.zeros(2, np.float32),
    )
    votes = np.tile(np.array([surety, 0.0], np.float32), (3, 2, 1))
    colours = ColourScores(votes, "rb")
    scores = CellScores(colours, kinds, covers=np.full(2, -9.0, np.float32))
    picture = PictureCheck(clipped=np.full(2, clipped, np.float32))
    assert decide_pegs(scores, 2, np.ones(2, bool), picture).letters == letters


def test_a_hole_that_looks_like_a_peg_far_from_the_last_row_is_empty():
    assert board((5, 5), (5, -5), (-5, -5), (-5, -5), (-5, 1.5))[3:] == ("..", "..")


def test_in_the_row_that_is_next_nothing_is_taken_for_granted():
    assert board((5, 5), (2, -5), (-5, -5))[1] == "r."
    assert board((5, 5), (-0.5, -5), (-5, -5))[1] == "?."


def test_a_row_full_of_pegs_is_read_wherever_it_is():
    assert board((-5, -5), (-5, -5), (-5, -5), (3, 3))[3] == "rr"


def answered(*shares, letters="rgby", unlike=(), hidden=()):
    """Give the answer of one row whose key holes are black, empty or white by these shares.

    The key holes that are `unlike` look like no empty ones; the places for pegs that are `hidden`
    have something over them.
    """
    votes = np.log(np.array([shares] * 3, np.float32))
    scores = KeyScores(votes, np.isin(np.arange(4), unlike))
    (keys,) = decide_keys(scores, [letters], 1, np.isin(np.arange(4), hidden))
    return keys.black, keys.white


BLACK, HOLE, WHITE = (0.98, 0.01, 0.01), (0.01, 0.98, 0.01), (0.01, 0.01, 0.98)


def test_an_answer_is_read_where_all_its_key_holes_together_are_sure():
    assert answered(BLACK, WHITE, HOLE, BLACK) == (2, 1)
    assert answered((0.92, 0.05, 0.03), WHITE, HOLE, BLACK) == (2, 1)
    # each is as sure as that one, but not both
    assert answered((0.92, 0.05, 0.03), (0.03, 0.05, 0.92), HOLE, BLACK) == (None, None)


def test_what_hides_most_of_a_row_lies_on_its_answer_too_but_not_what_is_unsure():
    assert answered(BLACK, WHITE, HOLE, BLACK, letters="r???") == (2, 1)
    assert answered(BLACK, WHITE, HOLE, BLACK, letters="r???", hidden=(1, 2)) == (2, 1)
    assert answered(BLACK, WHITE, HOLE, BLACK, letters="r???", hidden=(1, 2, 3)) == (None, None)


def test_an_answer_must_be_surer_where_an_empty_key_hole_does_not_look_like_itself():
    assert answered(BLACK, WHITE, HOLE, BLACK, unlike=(2,)) == (2, 1)
    assert answered((0.95, 0.03, 0.02), WHITE, HOLE, BLACK) == (2, 1)
    assert answered((0.95, 0.03, 0.02), WHITE, HOLE, BLACK, unlike=(2,)) == (None, None)
    assert answered(BLACK, WHITE, HOLE, BLACK, unlike=(0, 1)) == (2, 1)
    assert answered(HOLE, HOLE, HOLE, HOLE, letters="....", unlike=(2,)) == (0, 0)


def test_a_key_hole_that_is_not_sure_is_empty_where_no_guess_lies():
    assert answered((0.76, 0.2, 0.04), HOLE, HOLE, HOLE, letters="....") == (0, 0)
    assert answered(BLACK, HOLE, HOLE, HOLE, letters="....") == (1, 0)
