"""Networks over sets: all places of a picture are classified together, in any order and number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.features.light import neighbours
from companion.vision.read.set_ensemble import SetEnsemble

MEMBERS, ROUNDS, WIDE, HIDDEN = 3, 2, 5, 8
SEEDS = st.integers(0, 2**32 - 1)


def drawn(chance, *, classes, parts):
    """Return networks with random weights."""
    first, each = (MEMBERS,), (MEMBERS, ROUNDS)
    layers = [
        ((*first, WIDE, HIDDEN), (*first, HIDDEN)),
        ((*first, HIDDEN, HIDDEN), (*first, HIDDEN)),
        ((MEMBERS, ROUNDS + 1, HIDDEN, classes), (MEMBERS, ROUNDS + 1, classes)),
        ((*each, HIDDEN, HIDDEN), (*each, HIDDEN)),
        ((*each, parts, HIDDEN, HIDDEN), (*each, HIDDEN)),
        ((*each, HIDDEN, HIDDEN), (*each, HIDDEN)),
    ]
    scaling = chance.normal(size=WIDE), chance.uniform(0.5, 2, WIDE)
    weights = [chance.normal(0, 0.4, size) for pair in layers for size in pair]
    return SetEnsemble(*(np.float32(each) for each in (*scaling, *weights)))


def pairs(seed, *, n=6, m=4):
    chance = np.random.default_rng(seed)
    ensemble = drawn(chance, classes=1, parts=4)
    inputs = chance.normal(size=(n, m, WIDE)).astype(np.float32)
    return chance, ensemble, inputs, chance.random(n).astype(np.float32)


@given(SEEDS)
def test_the_order_of_places_and_samples_does_not_matter(seed):
    chance, ensemble, inputs, shares = pairs(seed)
    places, samples = chance.permutation(6), chance.permutation(4)
    moved = ensemble.of_pairs(inputs[places][:, samples], shares[places])
    expected = ensemble.of_pairs(inputs, shares)[:, places][:, :, samples]
    np.testing.assert_allclose(moved, expected, atol=1e-3)


@given(SEEDS)
def test_a_place_that_has_no_share_tells_the_others_nothing(seed):
    _, ensemble, inputs, shares = pairs(seed)
    shares[-2:] = 0
    together = ensemble.of_pairs(inputs, shares)
    alone = ensemble.of_pairs(inputs[:-2], shares[:-2])
    np.testing.assert_allclose(together[:, :-2], alone, atol=1e-3)


def test_a_place_that_has_a_share_tells_the_others_something():
    _, ensemble, inputs, shares = pairs(3)
    together = ensemble.of_pairs(inputs, shares + 0.5)
    alone = ensemble.of_pairs(inputs[:-1], shares[:-1] + 0.5)
    assert np.abs(together[:, :-1] - alone).max() > 1e-2


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 9), (72, 1), (0, 3)])
def test_any_number_of_places_and_samples_will_do(n, m):
    _, ensemble, inputs, shares = pairs(1, n=n, m=m)
    assert ensemble.of_pairs(inputs, shares).shape == (MEMBERS, n, m)


@given(SEEDS)
def test_the_order_of_rows_and_that_within_rows_does_not_matter(seed):
    chance = np.random.default_rng(seed)
    ensemble = drawn(chance, classes=3, parts=5)
    inputs = chance.normal(size=(12, WIDE)).astype(np.float32)
    rows = np.arange(12).reshape(3, 4)
    order = chance.permuted(rows[chance.permutation(3)], axis=1).ravel()
    moved = ensemble.of_places(inputs[order], 4)
    np.testing.assert_allclose(moved, ensemble.of_places(inputs, 4)[:, order], atol=1e-3)


def test_a_row_tells_its_own_places_more_than_others():
    ensemble = drawn(np.random.default_rng(2), classes=3, parts=5)
    inputs = np.random.default_rng(4).normal(size=(8, WIDE)).astype(np.float32)
    changed = inputs.copy()
    changed[0] += 3
    apart = np.abs(ensemble.of_places(changed, 4) - ensemble.of_places(inputs, 4)).max(axis=(0, 2))
    assert apart[1:4].min() > apart[4:].max() > 0


def test_what_lies_beside_a_place_tells_it_more_than_what_lies_far():
    ensemble = drawn(np.random.default_rng(2), classes=3, parts=6)
    # only what lies beside is heard, and only in the last round
    ensemble.hear[:, :, 1:5] = 0
    ensemble.hear[:, 0, 5] = 0
    inputs = np.random.default_rng(4).normal(size=(20, WIDE)).astype(np.float32)
    changed = inputs.copy()
    changed[0] += 3
    near = neighbours(5, 4)
    told, before = (ensemble.of_places(each, 4, near) for each in (changed, inputs))
    heard = np.abs(told - before).max(axis=(0, 2)) > 1e-4
    assert np.flatnonzero(heard).tolist() == [0, 1, 4, 5]


def test_what_is_far_from_all_examples_counts_as_the_farthest_of_them():
    _, ensemble, inputs, shares = pairs(5)
    far = np.where(inputs > 0, np.float32(1e3), np.float32(-1e3))
    np.testing.assert_allclose(
        ensemble.of_pairs(far, shares), ensemble.of_pairs(far * 7, shares), atol=1e-5
    )
