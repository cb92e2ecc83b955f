"""Small networks that are trained here: two ensembles made one."""

import numpy as np

from benchmarks.small_nets import joined
from companion.vision.read.mlp_ensemble import MlpEnsemble


def drawn(chance, *, members=3, hidden, d=4, outputs=3):
    """Return an ensemble of random networks."""
    sizes = (d,), (d,), (d, members * hidden), (members * hidden,)
    last = (members, hidden, outputs), (members, outputs)
    mean, scale, *rest = (chance.normal(size=size).astype(np.float32) for size in (*sizes, *last))
    return MlpEnsemble(mean / 4, np.exp(scale / 4), *rest)


def test_of_two_joined_ensembles_each_member_says_the_mean_of_one_of_each():
    chance = np.random.default_rng(3)
    one, other = drawn(chance, hidden=5), drawn(chance, hidden=2)
    both = joined(one, other)
    inputs = (one.mean + chance.normal(size=(40, 4)) / one.scale).astype(np.float32)
    np.testing.assert_allclose(both(inputs), (one(inputs) + other(inputs)) / 2, atol=1e-4)
