"""Readings are scored cell by cell against the truth."""

from collections import Counter

import numpy as np
import pytest

from calibration.evaluation.labels import Truth
from calibration.evaluation.score import FindOutcome, Score, Tally, find_outcome, score, unread
from companion.vision.board.parts import Appearance, Peg
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose
from companion.vision.read.reading import CodeCell, Reading, RowKeys

SHAPE = BoardShape(
    name="small",
    title="Small",
    palette="rb",
    rows=2,
    cols=3,
    hole_pitch=10.0,
    row_pitch=10.0,
    first=(0.0, 0.0),
    hole=Appearance("bore", 1.5),
    head=Peg(4.0, 4.0),
    outline=((-10, 20), (30, 20), (30, -10), (-10, -10)),
)
# straight above, 1 px a mm at z = 0, the far end at the top
ABOVE = Pose(
    k=np.array([[100.0, 0, 50], [0, 100.0, 50], [0, 0, 1]]),
    dist=np.zeros(5),
    r=np.diag([1.0, -1.0, -1.0]),
    t=np.array([0.0, 0.0, 100.0]),
    size=(101, 101),
)

KEYS = (RowKeys(1, 0), RowKeys(0, 2))


def truth(rows=("rb.", "?r."), keys=KEYS, covered=True, code=""):
    return Truth(
        rows=rows,
        holes=ABOVE.project(SHAPE.holes()),
        radii=np.full(6, 4.0),
        keys=keys,
        covered=covered,
        code=code,
    )


def reading(rows, keys=(), sliders=(), code=None):
    return Reading(
        rows=rows,
        confidence=tuple((1.0,) * 3 for _ in rows),
        likely=rows,
        keys=keys,
        sliders=sliders,
        code=code or CodeCell(covered=None),
    )


def test_right_wrong_and_unsure_are_counted_a_colour_and_hidden_cells_are_not():
    got = score(
        truth(),
        reading(("rr.", "b?."), keys=(RowKeys(1, 0), RowKeys(None, None))),
        name="s/still",
        has_sliders=False,
    )
    assert got.cells == Tally(right=3, wrong=1, unsure=1)
    assert got.colours() == {"r": Tally(1, 0, 1), "b": Tally(0, 1, 0), ".": Tally(2, 0, 0)}
    assert got.errors == ("s/still row 1, place 2: b read as r",)
    assert got.keys == Tally(right=1, unsure=1)
    assert got.exact == 0


def test_key_pegs_are_right_only_when_both_numbers_are_and_sliders_count_one_by_one():
    wrong_white = (RowKeys(1, 1), RowKeys(0, 2))
    as_keys = score(truth(), reading(("rb.", "rr."), keys=wrong_white), name="", has_sliders=False)
    assert (as_keys.keys, as_keys.sliders) == (Tally(1, 1, 0), Tally())
    as_clicks = score(
        truth(), reading(("rb.", "rr."), sliders=wrong_white), name="", has_sliders=True
    )
    assert (as_clicks.keys, as_clicks.sliders) == (Tally(), Tally(3, 1, 0))
    assert as_clicks.exact == 1


@pytest.mark.parametrize(
    ("covered", "code", "read", "tally"),
    [
        (True, "", CodeCell(covered=True), Tally(1, 0, 0)),
        (True, "", CodeCell(covered=None), Tally(0, 0, 1)),
        (True, "", CodeCell(covered=False, letters="rrb"), Tally(0, 1, 0)),
        (False, "rbb", CodeCell(covered=True), Tally(0, 3, 0)),
        (False, "rbb", CodeCell(covered=False, letters="rr?"), Tally(1, 1, 1)),
    ],
)
def test_the_code_counts_letter_by_letter_when_it_is_in_sight(covered, code, read, tally):
    got = score(
        truth(covered=covered, code=code),
        reading(("rb.", "rr."), keys=(RowKeys(1, 0), RowKeys(0, 2)), code=read),
        name="",
        has_sliders=False,
    )
    assert got.code == tally


def test_a_board_that_was_not_found_is_unsure_everywhere_and_wrong_nowhere():
    got = unread(truth(keys=(RowKeys(1, None), RowKeys(0, 2))), has_sliders=True)
    assert got.cells == Tally(unsure=5)
    assert got.sliders == Tally(unsure=3)
    assert got.exact == 0


def test_found_means_within_half_a_head_and_the_right_end():
    assert find_outcome(SHAPE, ABOVE, truth()) is FindOutcome.FOUND
    nudged = Pose(ABOVE.k, ABOVE.dist, ABOVE.r, np.array([2.1, 0, 100.0]), ABOVE.size)
    assert find_outcome(SHAPE, nudged, truth()) is FindOutcome.WRONG
    half_turn = np.diag([-1.0, 1.0, -1.0])
    turned = Pose(ABOVE.k, ABOVE.dist, half_turn, np.array([20.0, -10.0, 100.0]), ABOVE.size)
    assert find_outcome(SHAPE, turned, truth()) is FindOutcome.WRONG


def test_scores_add_up_and_become_plain_values():
    one = Score(
        finding=Counter([FindOutcome.FOUND]), confusion=Counter({("r", "o"): 1}), pictures=1
    )
    both = one + Score(finding=Counter([FindOutcome.REFUSED]), confusion=Counter({("r", "r"): 3}))
    assert both.cells.share("wrong") == 25.0
    plain = both.as_dict()
    assert plain["found"] == {"found": 1, "found wrongly": 0, "refused": 1}
    assert plain["confusion"] == {"r>o": 1}
    assert Tally().share("right") is None
