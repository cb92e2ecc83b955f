"""Is the code under its shield? Its places tell together; what none is sure of is left open."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.features.texture import Texture
from companion.vision.read.hole_classifier import KindScores
from companion.vision.read.peg_decision import is_covered

SAME, OTHER = 0.05, 0.5


def covered(*pegs, change, bends, hidden=-3.0):
    """Give what is said of places with these log odds for a peg against the bare shield."""
    one = np.array([(odds / 2, -odds / 2, hidden) for odds in pegs], np.float32)
    places = np.stack([one, one + 0.1, one - 0.1])
    camouflage = np.zeros((len(pegs), 1), np.float32)
    changes = np.full(len(pegs), bends, np.float32)
    return is_covered(KindScores(places, np.float32(change), camouflage, changes))


@pytest.mark.parametrize(
    ("pegs", "change", "bends", "said"),
    [
        ((-6, -6, -5, -6), (0.3, 0.2, 0.4, 0.3), SAME, True),
        # the lamp has moved: no place is sure, all have changed as one
        ((1.4, 0.5, 0.4, 1.2), (2.9, 3.1, 3.2, 3.2), SAME, True),
        ((-2, 1, -2, -3), (0.5, 0.8, 0.3, 0.4), OTHER, True),
        ((9, 10, 9, 9), (12, 20, 8, 11), OTHER, False),
        # a dark peg on a dark board: one of the others is enough
        ((0.5, 9, 9, 10), (4, 9, 7, 14), OTHER, False),
        # empty holes count as pegs do not, but the shield is gone all the same
        ((10, -7, -7, 10), (21, 1, 1, 20), OTHER, False),
        # dark pegs alone
        ((0.5, 1, 0.5, 1), (4, 4, 4, 4), OTHER, None),
        ((3, 3, 3, 3), (3, 3, 3, 3), SAME, None),
        ((-1, -2, -1, -1), (7, 8, 7, 7), SAME, None),
    ],
)
def test_the_places_of_the_code_are_all_covered_or_all_open(pegs, change, bends, said):
    assert covered(*pegs, change=change, bends=bends) is said


def test_a_hand_over_one_place_leaves_it_open():
    assert covered(-2, -2, -2, -2, change=(1, 1, 1, 1), bends=SAME, hidden=2.0) is None


@given(st.floats(0.5, 2.0), st.integers(0, 99))
def test_another_brightness_is_no_other_pattern(gain, seed):
    luma = np.random.default_rng(seed).uniform(60, 120, (4, 92)).astype(np.float32)
    holes = luma[:, :46]
    then = Texture.of_luma(luma, holes)
    brighter = Texture.of_luma(luma * np.float32(gain), holes)
    assert brighter.pattern_change(then).max() < 0.05
    assert Texture.of_luma(luma[:, ::-1], holes).pattern_change(then).min() > 0.1
