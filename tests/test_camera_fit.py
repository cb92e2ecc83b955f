"""A camera fitted to points: it comes to the right one, whatever some of the points say."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import camera
from hypothesis import given
from hypothesis import strategies as st

from calibration.board_files.load import load_board
from companion.vision.geometry.camera_fit import Observations, ParamPriors, adjust

SHAPE = load_board("classic")
PRIORS = ParamPriors(focal=0.05, k1=0.02, stretch=0.01)
FINITE = st.floats(allow_nan=False, allow_infinity=False)


def observed(pose, points=None):
    points = SHAPE.holes() if points is None else points
    return Observations(points, pose.project(points), np.ones(len(points)))


def pushed(pose, mm=(6.0, -4.0, 12.0), turn=(0.03, -0.02, 0.04)):
    r = cv2.Rodrigues(pose.turned() + turn)[0]
    return replace(pose, r=r, t=pose.t + mm)


def off(one, other):
    """Give how far the outer places are off, at most, in pixels."""
    return np.abs(one.project(SHAPE.corners()) - other.project(SHAPE.corners())).max()


@pytest.mark.opencv
def test_a_pushed_camera_comes_back():
    right = camera(SHAPE)
    found, stretch = adjust(pushed(right), observed(right), priors=PRIORS, cut=30.0)
    assert off(found, right) < 0.1
    assert stretch == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize(
    ("pixel", "sigma"),
    [
        ((np.nan, 100.0), 1.0),
        ((np.inf, 100.0), 1.0),
        ((1e300, -1e300), 1.0),
        ((100.0, 100.0), 1e-320),
        ((100.0, 100.0), np.nan),
    ],
)
def test_a_point_that_is_not_finite_has_no_say(pixel, sigma):
    right = camera(SHAPE)
    wild = Observations(SHAPE.corners()[:1], np.array([pixel]), np.array([sigma]))
    found, _ = adjust(pushed(right), observed(right) + wild, priors=PRIORS, cut=30.0)
    assert off(found, right) < 0.1


def test_a_direction_that_is_not_finite_takes_the_say_of_its_point():
    right = camera(SHAPE)
    wild = replace(observed(right, SHAPE.corners()[:1] + 5.0), across=np.array([(np.nan, 1.0)]))
    found, _ = adjust(pushed(right), observed(right) + wild, priors=PRIORS, cut=30.0)
    assert off(found, right) < 0.1


def test_a_point_behind_the_camera_has_no_say():
    """OpenCV mirrors it into the picture, where it would agree with what was seen there."""
    right = camera(SHAPE)
    middle = SHAPE.outline_points().mean(axis=0)
    behind = right.position + (right.position - middle) * [[0.5], [0.7], [0.9]]
    wild = Observations(behind, np.array([(300.0, 200.0)] * 3), np.full(3, 0.1))
    found, _ = adjust(pushed(right), observed(right) + wild, priors=PRIORS, cut=30.0)
    assert off(found, right) < 0.1


@given(
    st.tuples(*[FINITE] * 3),
    st.tuples(*[st.floats(-1e6, 1e6)] * 3),
    st.floats(-1e200, 1e200),
    st.lists(st.tuples(FINITE, FINITE, st.floats(0, allow_infinity=True)), min_size=4, max_size=4),
)
def test_whatever_is_given_a_finite_camera_comes_out(turn, shift, k1, seen):
    start = camera(SHAPE)
    r = cv2.Rodrigues(np.array(turn) % (2 * np.pi))[0]
    start = replace(start, r=r, t=np.array(shift), dist=np.array([k1, 0.0, 0.0, 0.0, 0.0]))
    x, y, sigma = np.array(seen).T
    wild = Observations(SHAPE.corners(), np.stack([x, y], axis=1), sigma)
    found, stretch = adjust(start, wild, priors=PRIORS)
    assert all(np.isfinite(part).all() for part in (found.r, found.t, found.k, found.dist))
    assert np.isfinite(stretch)
