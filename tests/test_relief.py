"""The relief of a place: what shading tells, whatever the light and whatever the colour."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.read.texture_features import (
    DIMMEST,
    alike,
    differences,
    patterns,
    relief_of,
    surfaces,
)


def stored(log):
    return np.exp(log) - DIMMEST


def relief(seed, *, brighter=0.0):
    """Give two places whose log brightness is chance, all of it brighter by so much."""
    chance = np.random.default_rng(seed)
    heads, holes = chance.uniform(3, 5, (2, 92)), chance.uniform(3, 5, (2, 46))
    parts = (stored(part + brighter).astype(np.float32) for part in (heads, holes))
    return relief_of(*parts)


@given(st.integers(0, 99), st.floats(-0.9, 0.5))
def test_more_light_on_all_of_a_place_leaves_its_surface_as_it_is(seed, brighter):
    now, then = relief(seed), relief(seed + 1)
    lit = relief(seed, brighter=brighter)
    assert surfaces(lit, then) == pytest.approx(surfaces(now, then), abs=1e-3)


def test_a_place_that_has_not_changed_shows_only_its_own_relief():
    now = relief(3)
    parts = surfaces(now, relief(3, brighter=0.3))
    assert parts.shape == (276, 2)
    assert parts[138:] == pytest.approx(0, abs=1e-3)
    assert np.abs(parts[:138]).max() > 0.5


def test_the_same_pattern_is_most_alike_however_bright():
    mine, others = relief(5), patterns(relief(5, brighter=0.4))
    for table in alike(mine, others):
        assert np.diag(table) == pytest.approx(1, abs=0.02)
        assert table[0, 1] < 0.6


def test_what_differs_is_measured_in_todays_light():
    now, then = relief(7, brighter=0.5 / 2.2), relief(7)
    same, level, *_ = differences(now, then, np.full(2, 0.5, np.float32))
    assert same == pytest.approx(1, abs=0.02)
    assert level == pytest.approx(0, abs=1e-3)
