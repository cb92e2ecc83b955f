"""Markers that the detector misses are seen where the others say, and none is invented."""

import cv2
import numpy as np
import pytest
from drawn import camera, draw

from calibration.board_files.load import load_board
from calibration.board_files.specimen import measured
from companion.vision.geometry.lens_priors import GUESSED_LENS, guess_cameras
from companion.vision.locate.find_board import find_board
from companion.vision.locate.marker_search import add_missed, look_at_marker
from companion.vision.locate.marker_survey import learn_markers
from companion.vision.locate.markers import MarkerHits, detect_markers, marker_corners

pytestmark = pytest.mark.opencv
SHAPE = measured(load_board("classic"), {}, size=(78.0, 250.8))
POSE = camera(SHAPE, tilt=25.0)
LENSES = [(lens, GUESSED_LENS) for lens in guess_cameras(POSE.size, None)]


def painted(image, place, *, edge, colour=(12, 12, 12)):
    """Cover a marker's margin along one side, or, with no edge, the whole of it."""
    x, y = SHAPE.markers.centres[place]
    half = SHAPE.markers.size / 2
    low, high = (-1.6, 1.6) if edge is None else ((0.85, 1.6) if edge > 0 else (-1.6, -0.85))
    z = SHAPE.markers.height
    spots = [(x + half * u, y + half * v, z) for v in (low, high) for u in (-1.6, 1.6)]
    box = np.rint(POSE.project(spots)).astype(np.int32)[[0, 1, 3, 2]]
    return cv2.fillConvexPoly(image.copy(), box, colour)


@pytest.fixture(scope="module")
def image():
    return draw(SHAPE, POSE, markers=True)


def grey(image):
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def true_quad(place):
    return POSE.project(marker_corners(SHAPE.markers.centres[place], SHAPE.markers))


@pytest.mark.parametrize("hidden", [(0, 1), (2,), (1, 2, 3)])
def test_markers_with_a_hidden_margin_are_seen_where_the_others_say(image, hidden):
    for place in hidden:
        image = painted(image, place, edge=1 if place > 1 else -1)
    few = detect_markers(grey(image))
    assert sorted(few.quads) == [place for place in range(4) if place not in hidden]
    every = add_missed(grey(image), few, SHAPE, LENSES)
    assert sorted(every.quads) == [0, 1, 2, 3]
    for place in hidden:
        assert np.abs(every.quads[place][0] - true_quad(place)).max() < 3.0


def test_a_marker_that_is_covered_is_not_invented(image):
    for place in (1, 2):
        image = painted(image, place, edge=None)
    few = detect_markers(grey(image))
    assert add_missed(grey(image), few, SHAPE, LENSES).quads == few.quads


def test_where_no_marker_is_seen_none_is_looked_for(image):
    assert add_missed(grey(image), MarkerHits({}), SHAPE, LENSES).quads == {}


def test_an_even_picture_is_like_no_marker():
    even = np.full((720, 960), 128, np.uint8)
    assert not look_at_marker(even, POSE, SHAPE.markers, 0).is_marker


def test_of_another_set_the_pattern_is_another(image):
    markers = SHAPE.markers
    assert look_at_marker(grey(image), POSE, markers, 2).is_marker
    other = type(markers)(markers.centres, markers.size, markers.height, first_id=4)
    assert not look_at_marker(grey(image), POSE, other, 2).is_marker


def test_where_markers_lie_is_learnt_though_one_has_a_hidden_margin(image):
    image = painted(image, 2, edge=1)
    found = find_board(image, SHAPE)
    learnt = learn_markers(image, found)
    assert learnt is not None
    assert np.abs(np.subtract(learnt.centres, SHAPE.markers.centres)).max() < 1.0
