"""Key holes are looked at where they lie, also where the board was found a little off."""

import cv2
import numpy as np
import pytest

from companion.vision.board.located import Located
from companion.vision.features.board import sample_board
from companion.vision.features.comparison import compare
from companion.vision.features.key_registration import registered_keys
from companion.vision.features.light import learn_ground
from companion.vision.features.patches import sample_patches
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.read.key_classifier import unlike_empty
from companion.vision.read.reader import read
from tests.small_board import SCALE, drawn, place_of, small_shape

SHAPE = small_shape()
PLACE = place_of(SHAPE)
KNOWN = {1: "rgby", 2: "wk.."}
KEYS = {1: "kkww", 2: "w..k"}
KEY = SHAPE.keys.peg.radius * SCALE  # pixels
ALL = np.ones(4 * SHAPE.rows, bool)


def moved(x, y):
    """Shift a picture of the board by parts of a key peg's radius, right and down."""
    shift = np.array([[1, 0, x * KEY], [0, 1, y * KEY]])

    def apply(image):
        size = image.shape[1::-1]
        return np.asarray(cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REPLICATE))

    return apply


def known(image, place=PLACE):
    pegs = {cell: KNOWN.get(cell[0], "....")[cell[1] - 1] for cell in SHAPE.cells()}
    return KnownPicture(image, place, pegs, {row: KEYS.get(row, "....") for row in range(1, 6)})


@pytest.fixture(scope="module")
def empty():
    return drawn(SHAPE, {})


def keys_of(image, empty):
    ground = learn_ground(sample_patches(empty, PLACE.pose, SHAPE), SHAPE)
    return sample_board(image, PLACE, ground).keys


@pytest.mark.parametrize(("x", "y"), [(0.3, 0.0), (-0.25, 0.4), (0.1, -0.5)])
def test_key_holes_that_lie_a_little_off_are_seen_as_if_they_did_not(empty, x, y):
    there = keys_of(empty, empty)
    image = moved(x, y)(empty)
    here = keys_of(image, empty)
    found = registered_keys(image, PLACE, here, there.features, ALL)
    off, left = (abs(one.features.heads - there.features.heads).mean() for one in (here, found))
    assert left < 0.2 * off


def test_key_holes_that_lie_where_they_should_are_the_same_to_the_bit(empty):
    there = keys_of(empty, empty)
    assert registered_keys(empty, PLACE, there, there.features, ALL) is there


def test_without_anything_known_key_holes_stay_where_they_are(empty):
    there = keys_of(empty, empty)
    image = moved(0.3, 0.3)(empty)
    here = keys_of(image, empty)
    assert registered_keys(image, PLACE, here, there.features, ~ALL) is here


def test_key_holes_are_not_looked_for_halfway_to_the_next(empty):
    there = keys_of(empty, empty)
    image = moved(1.5, 0.0)(empty)
    here = keys_of(image, empty)
    found = registered_keys(image, PLACE, here, there.features, ALL)
    off, left = (abs(one.features.heads - there.features.heads).mean() for one in (here, found))
    assert left > 0.4 * off


def test_what_lies_in_a_key_hole_does_not_look_like_itself_empty(empty):
    learned = calibrate([known(drawn(SHAPE, KNOWN, KEYS))], (empty, PLACE)).keys
    seen = keys_of(drawn(SHAPE, {1: "rgby"}, {1: "w.w."}), empty).features
    unlike = unlike_empty(compare(seen, learned.empty, learned.samples))
    assert list(np.flatnonzero(unlike)) == [0, 2]


@pytest.mark.parametrize("way", [(0.4, 0.0), (0.0, 0.4), (-0.3, 0.3), (0.3, 0.3)])
def test_answers_are_read_where_the_board_was_found_a_little_off(empty, way):
    rows, keys = {1: "rgby", 2: "wyrg", 3: "byrg"}, {1: "wkww", 2: "kw..", 3: "kkkk"}
    learned = calibrate([known(drawn(SHAPE, KNOWN, KEYS))], (empty, PLACE))
    reading = read(moved(*way)(drawn(SHAPE, rows, keys)), PLACE, learned)
    said = [(answer.black, answer.white) for answer in reading.keys[:3]]
    assert said == [(1, 3), (1, 1), (4, 0)]


def test_key_pegs_are_learned_where_they_lie(empty):
    """A photo of key pegs whose board was found a little off teaches what one found well does."""
    image = drawn(SHAPE, KNOWN, KEYS)
    pose = PLACE.pose
    k = pose.k.copy()
    k[:2, 2] += 0.4 * KEY
    off = Located(SHAPE, type(pose)(k, pose.dist, pose.r, pose.t, pose.size))
    well, badly = (calibrate([known(image, at)], (empty, PLACE)).keys for at in (PLACE, off))
    assert abs(well.samples.features.heads - badly.samples.features.heads).mean() < 2.0
