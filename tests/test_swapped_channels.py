"""Red and blue swapped: told by pegs, not by holes that have chroma as another lamp lights them."""

import numpy as np
import pytest

from companion.vision.checks.swapped_channels import is_swapped
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import Ground

# linear light, blue green red: red, orange, yellow and green pegs under white light
PEGS = np.array([(0.03, 0.04, 0.5), (0.03, 0.2, 0.7), (0.04, 0.5, 0.6), (0.05, 0.3, 0.05)])
# eight empty holes beside a bluish lamp, which the calibration did not have
HOLES = np.array([(0.5, 0.08, 0.06)] * 8)
NONE = np.zeros(3, np.float32)


def told(pegs, holes=HOLES):
    """Say whether these are swapped, calibrated on `PEGS`, in the light of the calibration."""
    table = np.zeros((len(PEGS), 20), np.float32)
    table[:, :3] = PEGS
    blank = np.zeros((len(PEGS), 1), np.float32)
    samples = ColourSamples(CellFeatures(table, blank, blank), "royg", NONE + 1, NONE)
    colours = np.concatenate([pegs, holes]).astype(np.float32)
    is_peg = np.arange(len(colours)) < len(pegs)
    field = np.zeros((len(colours), 3), np.float32)
    ground = Ground(field[:, None], np.eye(len(colours), dtype=np.float32), field, 1, len(colours))
    return is_swapped(colours, is_peg, (NONE, NONE), ground, samples)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_holes_in_the_light_of_another_lamp_do_not_make_a_picture_swapped(count):
    assert not told(PEGS[:count])


@pytest.mark.parametrize("holes", [HOLES[:0], np.full((8, 3), 0.3)], ids=["none", "grey"])
def test_pegs_with_red_and_blue_swapped_do(holes):
    assert told(PEGS[:, ::-1], holes)
