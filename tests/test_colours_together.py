"""A cast over pegs that the board's ground does not tell of is told by the pegs together."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.features.board import sample_board
from companion.vision.features.cells import STRAY, CellFeatures
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.read.colour_classifier import colour_scores
from tests.small_board import drawn, place_of, small_shape

pytestmark = pytest.mark.opencv

SHAPE = small_shape()
PLACE = place_of(SHAPE)
ROWS = {1: "rgby", 2: "wkrg", 3: "byrw", 4: "grby", 5: "wwkr"}
TRUTH = np.array(list("".join(ROWS.values())))
CAST = (0.5, 0.45, -0.2)


@pytest.fixture(scope="module")
def seen():
    """Give a full board's features and the samples of its calibration."""
    pegs = {(1, col): "rgby"[col - 1] for col in range(1, 5)} | {(2, 1): "w", (2, 2): "k"}
    known = KnownPicture(drawn(SHAPE, {1: "rgby", 2: "wk.."}), PLACE, pegs, {})
    calibration = calibrate([known], (drawn(SHAPE, {}), PLACE))
    board = sample_board(drawn(SHAPE, ROWS), PLACE, calibration.ground)
    return board.pegs.features, calibration.samples


def under_a_cast(cells, cast):
    """Give heads whose log colours are off by `cast` (3,)."""
    table = cells.table.copy()
    table[:, :STRAY] *= np.tile(np.exp(np.float32(cast)), 3)
    return replace(cells, table=table)


def best(cells, samples, shares=None):
    shares = np.ones(len(cells), np.float32) if shares is None else np.float32(shares)
    return colour_scores(cells, samples, np.ones(len(cells), bool), shares).best


def test_what_no_peg_is_sure_of_all_pegs_tell_together(seen):
    cells, samples = seen
    cells = under_a_cast(cells, CAST)
    alone = [best(cells[[i]], samples) for i in range(len(cells))]
    together = best(cells, samples)
    assert (together.letters == TRUTH).all()
    assert together.margin.min() > min(one.margin[0] for one in alone)


def test_places_that_are_no_pegs_do_not_tell_the_light(seen):
    cells, samples = seen
    odd = under_a_cast(cells, (-1.5, 0.0, 1.5))
    both = CellFeatures.joined([cells, odd])
    shares = np.repeat([1.0, 0.0], len(cells))
    said = best(both, samples, shares)
    assert (said.letters[: len(cells)] == TRUTH).all()
    np.testing.assert_allclose(
        said.margin[: len(cells)], best(cells, samples).margin, atol=1e-2, rtol=1e-3
    )


@pytest.mark.parametrize("letters", ["r", "rg", "wk", "rgy"])
def test_few_colours_are_not_taken_for_others_in_another_light(seen, letters):
    cells, samples = seen
    which = np.isin(TRUTH, list(letters))
    assert (best(cells[which], samples).letters == TRUTH[which]).all()


def test_heads_that_are_clipped_tell_hardly_anything_of_the_light(seen):
    cells, samples = seen
    table = cells.table.copy()
    table[:8, :STRAY] = 1.0
    table[:8, 18] = 1.0
    burnt = replace(cells, table=table)
    assert (best(burnt, samples).letters[8:] == TRUTH[8:]).all()
