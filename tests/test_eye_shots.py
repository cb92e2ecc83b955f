"""What the eyes learn from: labelled pictures, every place sampled where its label says."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.eye_examples import examples_of
from benchmarks.eye_shots import load_shots
from companion.vision.read.key_classifier import KEY_CLASSES

FOLDER = Path(__file__).parents[2] / "shared" / "boards" / "rendered" / "s01"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="needs the labelled pictures"),
]


@pytest.fixture(scope="module")
def shots():
    return load_shots(FOLDER)


def test_key_holes_are_sampled_beside_the_code_and_not_in_it(shots):
    assert shots[0].shape.code
    shot = next(shot for shot in shots if shot.name == "calib_pegs")
    bright = shot.holes[0].heads[:, :40].mean(axis=(1, 2))
    keys = np.array([key for key, _ in shot.keys])
    assert bright[keys == "w"].min() > bright[keys == "k"].max()


def test_examples_say_of_each_place_what_its_label_says(shots):
    made = examples_of(shots, np.random.default_rng(1))
    assert len(made.empties) > len(shots)
    assert {KEY_CLASSES[kind] for one in made.keys for kind in one.kinds if kind >= 0} == set("k.w")
    for one in made.colours:
        assert len(one.letters) == len(one.is_open) == len(one.tables[0])
        assert set(one.letters[one.is_open]) <= set(one.palette)
