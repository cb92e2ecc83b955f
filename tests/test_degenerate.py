"""Views in which no board can be seen: none of them is fitted, and none ends in a traceback."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import camera, draw
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.board_files.load import load_board
from companion.vision.fit.board_fit import refine_all
from companion.vision.fit.lattice_refine import ROUGH
from companion.vision.fit.plane_fit import plane_pose
from companion.vision.geometry.camera_fit import Observations, ParamPriors
from companion.vision.match.blobs import Blobs
from companion.vision.match.lattice_search import find_lattices

SHAPE = load_board("classic")
PRIORS = ParamPriors(focal=0.05, k1=0.02)
CORNERS = SHAPE.corners()


@pytest.fixture(scope="module")
def picture():
    return draw(SHAPE, camera(SHAPE, size=(480, 360)))


def at(pose):
    return pose, Observations(CORNERS, pose.project(CORNERS), np.full(4, 6.0))


@pytest.mark.parametrize("tilt", [85.0, 89.99, 90.0, 130.0])
def test_a_board_seen_from_its_side_or_from_below_is_no_fit(picture, tilt):
    start = camera(SHAPE, size=(480, 360), tilt=tilt)
    (found,) = refine_all(picture, SHAPE, [at(start)], PRIORS, "corners", ROUGH)
    assert found.score == -np.inf


@settings(max_examples=30, deadline=None)
@given(
    st.tuples(*[st.floats(-3.2, 3.2)] * 3),
    st.tuples(*[st.floats(-200.0, 200.0)] * 3),
    st.floats(-3.0, 3.0),
)
def test_wherever_a_fit_starts_it_ends_above_the_board_or_is_none(picture, turn, shift, k1):
    start = camera(SHAPE, size=(480, 360))
    r = cv2.Rodrigues(np.array(turn))[0] @ start.r
    start = replace(start, r=r, t=start.t + shift, dist=np.array([k1, 0.0, 0.0, 0.0, 0.0]))
    (found,) = refine_all(picture, SHAPE, [at(start)], PRIORS, "corners", ROUGH)
    assert not np.isnan(found.score)
    assert found.score == -np.inf or found.pose.looks_down_on(SHAPE.heads())


@pytest.mark.parametrize(
    "pixels",
    [
        [(100, 300), (200, 300), (200, 100), (100, 100)],
        [(100, 100), (200, 200), (300, 300), (400, 400)],
        [(100, 100), (200, 300), (200, 100), (100, 300)],
        [(100, 100)] * 4,
    ],
    ids=["mirrored", "on a line", "crossed", "one point"],
)
def test_corners_that_no_board_has_make_no_plane(pixels):
    assert plane_pose(CORNERS, np.array(pixels, np.float64), camera(SHAPE)) is None


def test_spots_of_which_none_is_dark_make_no_lattice():
    at = SHAPE.holes()[:, :2] * 4.0
    at = at - at.min(axis=0) + 20.0
    blobs = Blobs(at, np.full(len(at), 6.0), np.ones(len(at)), np.zeros(len(at), bool))
    assert find_lattices(blobs, SHAPE, (640, 480)) == []
