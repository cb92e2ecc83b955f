"""A cast over pegs that the board's ground does not tell of is told by the surest pegs."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.features.board import BoardPicture
from companion.vision.features.cells import STRAY
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.read.colour_cast import without_cast
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
    board = BoardPicture(drawn(SHAPE, ROWS), PLACE, calibration.ground)
    empty = calibration.empty_places(SHAPE)
    scores, _ = score_board(board, calibration.samples, empty, None, None)
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
