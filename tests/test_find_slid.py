"""A board that slid on what holds it is laid where it is seen, not where its markers say."""

from dataclasses import replace

import numpy as np
import pytest
from drawn import camera, draw
from stages import quick

from calibration.board_files.load import load_board
from calibration.board_files.specimen import measured
from companion.errors import BoardNotFound
from companion.vision.fit.board_fit import BoardFit
from companion.vision.fit.homography_search import PATIENT
from companion.vision.fit.plane_fit import fit_plane
from companion.vision.fit.slide_search import slides
from companion.vision.locate import find_board as find_module
from companion.vision.locate.find_board import find_board
from companion.vision.locate.search import Search
from companion.vision.locate.slid import clearest_slide

PEGS = {(1, 1): (30, 30, 200), (1, 2): (200, 80, 30), (2, 3): (30, 200, 220), (4, 4): (60, 160, 40)}


@pytest.fixture(scope="module")
def shape():
    """A classic board with room for markers."""
    return measured(load_board("classic"), {}, size=(78.0, 250.8))


def off(found, shape, pose):
    """Give how far the outer places are off, at most, in pixels."""
    there = found.pose.project(found.shape.corners()) - pose.project(shape.corners())
    return np.linalg.norm(there, axis=1).max()


def told(shape, x, y, degrees=0.0):
    """Give the board as one has it whose markers lay `x` and `y` mm, and `degrees`, elsewhere."""
    centres = np.array(shape.markers.centres)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = centres.mean(axis=0)
    moved = (centres - middle) @ np.array([[c, s], [-s, c]]) + middle + (x, y)
    return replace(shape, markers=replace(shape.markers, centres=tuple(map(tuple, moved.tolist()))))


@pytest.mark.parametrize(
    ("x", "y", "degrees"), quick([(6.0, -24.0, 2.5), (0.0, 17.3, 0.0), (-14.0, 0.0, 0.0)])
)
def test_a_build_that_slid_on_its_card_is_laid_where_it_lies(shape, x, y, degrees):
    pose = camera(shape, turn=85, tilt=22)
    image = draw(shape, pose, pegs=PEGS, markers=True)
    found = find_board(image, told(shape, x, y, degrees))
    assert found.how == "markers"
    assert off(found, shape, pose) < 2.0


@pytest.mark.parametrize(("x", "y"), quick([(6.0, -24.0), (14.0, 0.0), (0.0, -17.3)]))
def test_it_is_so_too_once_the_empty_board_is_known(shape, x, y):
    """As when it is pushed between two pictures."""
    before, after = camera(shape, turn=85), camera(shape, turn=60, tilt=22)
    image = draw(shape, after, pegs=PEGS, markers=True)
    found = find_board(image, told(shape, x, y), empty=(draw(shape, before), before))
    assert off(found, shape, after) < 2.0


def test_where_two_places_are_as_good_neither_is_taken(shape, monkeypatch):
    pose = camera(shape, turn=85)
    aside = replace(pose, t=pose.t + pose.r @ (shape.hole_pitch, 0.0, 0.0))
    near, other = (BoardFit(shape, at, "markers", 1.2) for at in (pose, aside))
    monkeypatch.setattr("companion.vision.locate.slid.slid_ways", lambda *_: [other])
    search = Search(draw(shape, pose), shape)
    marks = {id(near): 1.2, id(other): 1.25}
    monkeypatch.setattr(
        "companion.vision.locate.slid.discriminative_score", lambda _, found: marks[id(found)]
    )
    assert clearest_slide(search, near, is_held=False) is None
    with pytest.raises(BoardNotFound, match="how it lies is not sure"):
        clearest_slide(search, near, is_held=True)
    marks[id(other)] = 1.1
    assert clearest_slide(search, near, is_held=True) is near
    marks[id(other)] = 1.5
    assert clearest_slide(search, near, is_held=True) is other


@pytest.mark.parametrize("shift", [(14.0, 0.0), (-9.0, 20.0)])
def test_the_first_of_the_shifts_is_the_right_one(shape, shift, monkeypatch):
    pose = camera(shape, turn=85, tilt=22)
    image = draw(shape, pose, pegs=PEGS)
    away = replace(pose, t=pose.t - pose.r @ (*shift, 0.0))
    first, *others = slides(image, shape, away, count=3)
    error = np.linalg.norm(first.project(shape.corners()) - pose.project(shape.corners()), axis=1)
    assert error.max() < 1.5 * pose.px_per_mm(shape.corners()).max()
    # nothing else is so like it that it must be refined as well
    assert others == []
    monkeypatch.setattr("companion.vision.fit.slide_search.MOST_BEHIND", 9.0)
    assert len(slides(image, shape, away, count=3)) == 3


def test_clicks_that_lead_astray_at_first_are_tried_again(shape):
    """Small in the picture, 8 mm off at one corner: about each fourth such board was not found."""
    small = replace(shape, markers=None)
    pose = camera(small, size=(640, 480), turn=85, tilt=12, away=420)
    image = draw(small, pose)
    true = pose.project(small.corners())
    clicks = np.add(true, [(3.0, -6.2), (-5.0, -7.9), (-2.2, -14.3), (-1.3, 0.6)])
    plane = fit_plane(image, small, clicks, pose, budgets=PATIENT, enough=0.9)
    assert np.abs(plane.plane.project(small.corners()) - true).max() < 3.0
    found = find_board(image, small, corners=clicks)
    assert off(found, small, pose) < 2.0


def test_a_board_found_with_no_help_far_from_its_marker_is_not_it(shape, monkeypatch):
    pose = camera(shape, turn=85, tilt=22)
    image = draw(shape, pose, pegs=PEGS, markers=True)
    turned = replace(
        pose,
        r=pose.r @ np.diag([-1.0, -1.0, 1.0]),
        t=pose.t + pose.r @ (2 * shape.corners().mean(axis=0)),
    )
    where = BoardFit(shape, turned, "unaided", 1.5)
    monkeypatch.setattr(find_module, "find_unaided", lambda _: where)
    with pytest.raises(BoardNotFound, match="markers 0 to 3 was not found"):
        find_module._unaided_near_markers(Search(image, shape))
    where = BoardFit(shape, pose, "unaided", 1.5)
    assert find_module._unaided_near_markers(Search(image, shape)) is where
