"""What heads may be, in one light that is common to all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.features.common_gain import CommonGain

LIGHT = CommonGain(level=0.35, chroma=0.15, gain=0.4)
KNOWN = np.array([[-1.0, -2.0, 0.0], [0.0, -1.0, -2.0], [-2.0, 0.0, -1.0]], np.float32)
GAINS = st.tuples(*[st.floats(-0.4, 0.4)] * 3)


def likeliest(gain, which, prior=None):
    which = np.array(which)
    heads = KNOWN[which] + np.array(gain, np.float32)
    odds = np.zeros((len(which), len(KNOWN))) if prior is None else prior
    return LIGHT.log_likelihood(heads, KNOWN, odds).argmax(axis=1)


@given(GAINS)
def test_heads_in_any_common_light_are_told_from_one_another(gain):
    which = [0, 1, 2, 2, 1, 0]
    assert likeliest(gain, which).tolist() == which


@given(GAINS, st.permutations(range(6)))
def test_the_order_of_heads_does_not_matter(gain, order):
    which = np.array([0, 1, 2, 2, 1, 0])
    heads = (KNOWN[which] + np.array(gain, np.float32))[list(order)]
    shuffled = LIGHT.log_likelihood(heads, KNOWN, np.zeros((6, 3)))
    straight = LIGHT.log_likelihood(
        KNOWN[which] + np.array(gain, np.float32), KNOWN, np.zeros((6, 3))
    )
    assert np.allclose(shuffled, straight[list(order)], atol=1e-3)


def test_a_head_is_no_less_likely_the_less_the_light_changes():
    same = LIGHT.log_likelihood(KNOWN, KNOWN, np.zeros((3, 3)))
    assert np.diag(same) == pytest.approx(0, abs=0.01)
    assert (same - np.diag(np.diag(same))).max() <= 0


def test_what_is_known_may_differ_from_head_to_head():
    of_each = np.stack([KNOWN, KNOWN[::-1]])
    heads = np.array([KNOWN[0], KNOWN[0]])
    told = LIGHT.log_likelihood(heads, of_each, np.zeros((2, 3))).argmax(axis=1)
    assert told.tolist() == [0, 2]


def test_a_clipped_head_hardly_moves_the_others():
    heads = np.vstack([KNOWN + np.float32(0.3), [[2.0, 2.0, 2.0]]])
    odds = np.zeros((4, 3))
    free = LIGHT.log_likelihood(heads[:3], KNOWN, odds[:3])
    clipped = LIGHT.log_likelihood(heads, KNOWN, odds, np.array([0, 0, 0, 1.0]))
    assert np.abs(clipped[:3] - free).max() < 0.2
