"""Red and blue swapped: told by pegs and coloured key holes, not by what another lamp colours."""

from types import SimpleNamespace

import numpy as np
import pytest

from companion.vision.checks.swapped_channels import are_key_holes_swapped, is_swapped
from companion.vision.features.cells import CellFeatures
from companion.vision.features.colours import ColourSamples
from companion.vision.features.light import Ground

# linear light, blue green red: red, orange, yellow and green pegs under white light
PEGS = np.array([(0.03, 0.04, 0.5), (0.03, 0.2, 0.7), (0.04, 0.5, 0.6), (0.05, 0.3, 0.05)])
# eight empty holes beside a bluish lamp, which the calibration did not have
HOLES = np.array([(0.5, 0.08, 0.06)] * 8)
NONE = np.zeros(3, np.float32)


def lit(straight, swapped, ground=None):
    """Give by how much the light changed, and by how much it seems to have in swapped pictures."""
    return SimpleNamespace(straight=straight, swapped=swapped, ground=ground)


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
    return is_swapped(colours, is_peg, lit(NONE, NONE, ground), samples)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_holes_in_the_light_of_another_lamp_do_not_make_a_picture_swapped(count):
    assert not told(PEGS[:count])


@pytest.mark.parametrize("holes", [HOLES[:0], np.full((8, 3), 0.3)], ids=["none", "grey"])
def test_pegs_with_red_and_blue_swapped_do(holes):
    assert told(PEGS[:, ::-1], holes)


RED_PLATE = np.array([0.04, 0.05, 0.4], np.float32)
GREY_PLATE = np.full(3, 0.3, np.float32)


def told_by_keys(plate, seen, usual=(NONE, NONE)):
    """Say whether eight key holes of `plate` are swapped that look like `seen`, two with pegs."""
    table = np.zeros((8, 20), np.float32)
    table[:, :3] = plate
    blank = np.zeros((8, 1), np.float32)
    colours = np.tile(np.asarray(seen, np.float32), (8, 1))
    colours[:2] = 0.8
    return are_key_holes_swapped(
        colours, np.ones(8, bool), lit(*usual), CellFeatures(table, blank, blank)
    )


def test_a_red_plate_for_keys_that_is_blue_is_swapped():
    assert told_by_keys(RED_PLATE, RED_PLATE[::-1])
    assert not told_by_keys(RED_PLATE, RED_PLATE)


def test_a_lamp_of_another_colour_swaps_no_key_holes():
    warm = np.array([0.4, 0.9, 1.5], np.float32)
    cool = warm[::-1].copy()
    for plate in (RED_PLATE, GREY_PLATE, RED_PLATE[::-1]):
        for lamp in (warm, cool):
            # the ground is grey: its light is known, whichever way the channels stand
            usual = np.log(lamp), np.log(lamp[::-1])
            assert not told_by_keys(plate, plate * lamp, usual)
            # or it is half known, where two lamps mix
            assert not told_by_keys(plate, plate * lamp, tuple(each / 2 for each in usual))


def test_grey_key_holes_and_hidden_ones_say_nothing():
    assert not told_by_keys(GREY_PLATE, GREY_PLATE)
    table = np.tile(np.r_[RED_PLATE, np.zeros(17, np.float32)], (8, 1))
    empty = CellFeatures(table, table[:, :1], table[:, :1])
    inside = np.arange(8) < 3
    blue = np.tile(RED_PLATE[::-1], (8, 1))
    assert not are_key_holes_swapped(blue, inside, lit(NONE, NONE), empty)
