"""Votes become letters: a burnt sample leaves open how bright its colour is in other light."""

import numpy as np
import pytest

from companion.vision.judge import Evidence, judge


def said(*, away, burnt):
    """Give what a place is called that looks silver by 1.4, with white as the second."""
    votes = np.tile(np.array([[[2.0, 0.6, -6.0]]], np.float32), (3, 1, 1))
    apart = np.full((1, 3), away, np.float32)
    return judge(Evidence(votes, "swr", apart, np.array(burnt))).letters


@pytest.mark.parametrize(
    ("away", "burnt", "letter"),
    [
        (0.2, (False, True, False), "s"),
        (1.2, (False, False, False), "s"),
        (1.2, (False, True, False), "?"),
        (1.2, (False, False, True), "s"),
        (2.6, (False, False, False), "?"),
    ],
)
def test_white_that_was_burnt_may_be_what_looks_silver_in_less_light(away, burnt, letter):
    assert said(away=away, burnt=burnt) == letter
