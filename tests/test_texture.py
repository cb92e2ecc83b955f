"""The texture of a place: what shading tells, whatever the light and whatever the colour."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.features.texture import OFFSET, Texture


def stored(log):
    return np.exp(log) - OFFSET


def texture(seed, *, brighter=0.0):
    """Give two places whose log brightness is chance, all of it brighter by so much."""
    chance = np.random.default_rng(seed)
    heads, holes = chance.uniform(3, 5, (2, 92)), chance.uniform(3, 5, (2, 46))
    parts = (stored(part + brighter).astype(np.float32) for part in (heads, holes))
    return Texture.of_luma(*parts)


@given(st.integers(0, 99), st.floats(-0.9, 0.5))
def test_more_light_on_all_of_a_place_leaves_its_surface_as_it_is(seed, brighter):
    now, then = texture(seed), texture(seed + 1)
    lit = texture(seed, brighter=brighter)
    assert lit.residuals(then) == pytest.approx(now.residuals(then), abs=1e-3)


def test_a_place_that_has_not_changed_shows_only_its_own_texture():
    now = texture(3)
    parts = now.residuals(texture(3, brighter=0.3))
    assert parts.shape == (276, 2)
    assert parts[138:] == pytest.approx(0, abs=1e-3)
    assert np.abs(parts[:138]).max() > 0.5


def test_the_same_pattern_is_most_alike_however_bright():
    mine, others = texture(5), texture(5, brighter=0.4).patterns
    for table in mine.similarity(others):
        assert np.diag(table) == pytest.approx(1, abs=0.02)
        assert table[0, 1] < 0.6


def test_what_differs_is_measured_in_todays_light():
    now, then = texture(7, brighter=0.5 / 2.2), texture(7)
    same, level, *_ = now.differences(then, np.full(2, 0.5, np.float32))
    assert same == pytest.approx(1, abs=0.02)
    assert level == pytest.approx(0, abs=1e-3)
