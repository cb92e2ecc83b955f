"""A cast over pegs that the board's ground does not tell of is told by the pegs themselves."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.features.board import sample_board
from companion.vision.features.cells import STRAY
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.read.colour_cast import weighed_together, without_cast
from companion.vision.read.colour_classifier import colour_scores
from companion.vision.read.scores import score_board
from tests.small_board import drawn, place_of, small_shape

pytestmark = pytest.mark.opencv

SHAPE = small_shape()
PLACE = place_of(SHAPE)
ROWS = {1: "rgby", 2: "wkrg", 3: "byrw", 4: "grby", 5: "wwkr"}
TRUTH = "".join(ROWS.values())


@pytest.fixture(scope="module")
def seen():
    """Give a full board's features and scores, and the samples of its calibration."""
    pegs = {(1, col): "rgby"[col - 1] for col in range(1, 5)} | {(2, 1): "w", (2, 2): "k"}
    known = KnownPicture(drawn(SHAPE, {1: "rgby", 2: "wk.."}), PLACE, pegs, {})
    calibration = calibrate([known], (drawn(SHAPE, {}), PLACE))
    board = sample_board(drawn(SHAPE, ROWS), PLACE, calibration.ground)
    empty = calibration.empty_places(SHAPE)
    scores, _ = score_board(board, calibration.samples, empty, None)
    return board.pegs.features, scores, calibration.samples


def under_a_cast(seen, cast):
    """Give features and scores of heads whose log colours are off by `cast` (3,)."""
    cells, scores, samples = seen
    table = cells.table.copy()
    table[:, :STRAY] *= np.tile(np.exp(np.float32(cast)), 3)
    cells = replace(cells, table=table)
    asked = np.ones(len(cells), bool)
    return cells, replace(scores, colours=colour_scores(cells, samples, asked)), samples


def told_by(cells, scores, samples, letters):
    return without_cast(scores, cells, samples, letters).colours.best


def test_pegs_that_are_sure_tell_the_cast_to_those_that_are_not(seen):
    cells, scores, samples = under_a_cast(seen, (0.5, 0.45, -0.2))
    before = scores.colours.best
    sure = "".join(
        letter if margin > 2 else "?" for letter, margin in zip(TRUTH, before.margin, strict=True)
    )
    after = told_by(cells, scores, samples, sure)
    weak = before.margin < 2
    assert weak.any()
    assert (after.letters == list(TRUTH)).all()
    assert (after.margin[weak] > before.margin[weak]).all()


def test_a_peg_that_was_taken_for_another_colour_tells_no_cast(seen):
    cells, scores, samples = under_a_cast(seen, (0.5, 0.45, -0.2))
    told = "y" + TRUTH[1:]
    assert (told_by(cells, scores, samples, told).letters == list(TRUTH)).all()


@pytest.mark.parametrize("letters", ["?" * 20, "." * 20, "r" + "?" * 19])
def test_without_two_pegs_that_are_sure_the_scores_stay_as_they_are(seen, letters):
    cells, scores, samples = under_a_cast(seen, (0.5, 0.45, -0.2))
    assert without_cast(scores, cells, samples, letters) is scores


def test_where_no_hole_is_known_pegs_are_not_sure_enough_to_tell(seen):
    cells, scores, samples = under_a_cast(seen, (0.5, 0.45, -0.2))
    scores = replace(scores, kinds=None)
    assert without_cast(scores, cells, samples, TRUTH) is scores


def weighed(cells, scores, samples, inside=None):
    inside = np.ones(len(cells), bool) if inside is None else inside
    return weighed_together(scores, cells, samples, inside)


@pytest.mark.parametrize("is_known_empty", [True, False])
def test_what_no_peg_is_sure_of_all_pegs_tell_together(seen, is_known_empty):
    cells, scores, samples = under_a_cast(seen, (0.6, 0.5, -0.3))
    scores = scores if is_known_empty else replace(scores, kinds=None)
    before, after = scores.colours.best, weighed(cells, scores, samples).colours.best
    assert (before.letters != list(TRUTH)).any() or (before.margin < 2).any()
    assert (after.letters == list(TRUTH)).all()
    assert after.margin.min() > before.margin.min()


@pytest.mark.parametrize("letters", ["rrrr", "rgry", "wkwk"])
def test_few_colours_are_not_taken_for_others_in_another_light(seen, letters):
    cells, scores, samples = seen
    which = [TRUTH.index(letter) for letter in letters]
    inside = np.isin(np.arange(len(cells)), which)
    inside |= np.isin(list(TRUTH), list(set(letters)))
    best = weighed(cells, scores, samples, inside).colours.best
    assert (best.letters[inside] == np.array(list(TRUTH))[inside]).all()


def test_two_pegs_tell_no_common_light(seen):
    cells, scores, samples = seen
    assert weighed(cells, scores, samples, np.arange(len(cells)) < 2) is scores


def test_heads_that_are_clipped_tell_hardly_anything_of_the_light(seen):
    cells, scores, samples = seen
    table = cells.table.copy()
    table[:8, :STRAY] = 1.0
    table[:8, 18] = 1.0
    burnt = replace(cells, table=table)
    best = weighed(burnt, scores, samples).colours.best
    assert (best.letters[8:] == list(TRUTH[8:])).all()
