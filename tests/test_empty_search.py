"""A board held up to the camera anew is found by the look of its empty self."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import camera, draw

from calibration.board_files.load import load_board
from companion.vision.locate.find_board import find_board
from companion.vision.match.empty_search import match_empty

pytestmark = pytest.mark.opencv

PEGS = {(1, 1): (30, 30, 200), (1, 2): (200, 80, 30), (1, 3): (30, 200, 220), (1, 4): (60, 160, 40)}
BOARD = replace(load_board("classic"), markers=None)
HOME = camera(BOARD, turn=85)
EMPTY = (draw(BOARD, HOME), HOME)


def off(places, pose):
    """Give how far the outer places of each are from the true ones, at most, in pitches."""
    true = pose.project(BOARD.corners())
    pitch = BOARD.hole_pitch * float(np.median(pose.px_per_mm(BOARD.corners())))
    return [np.linalg.norm(place - true, axis=1).max() / pitch for place in places]


def matched(pose, *, pegs=PEGS, image=None, count=3):
    image = draw(BOARD, pose, pegs=pegs) if image is None else image
    turns = [np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, 0.3]))[0]) @ HOME.r, pose.r]
    return match_empty(image, BOARD, EMPTY, pose, turns, count=count)


@pytest.mark.parametrize(
    ("turn", "tilt", "away"), [(85, 18, 330), (265, 30, 400), (10, 5, 420), (130, 35, 360)]
)
def test_a_board_turned_tilted_and_farther_away_is_the_first_place(turn, tilt, away):
    pose = camera(BOARD, turn=turn, tilt=tilt, away=away)
    assert off(matched(pose), pose)[0] < 1.5


def test_no_more_places_than_asked_for_and_none_twice():
    pose = camera(BOARD, turn=60)
    places = matched(pose, count=4)
    assert len(places) == 4
    apart = [
        np.linalg.norm(one - other, axis=1).max()
        for i, one in enumerate(places)
        for other in places[:i]
    ]
    assert min(apart) > 0.03 * pose.size[0]


def test_where_nothing_tells_how_it_is_turned_nothing_is_matched():
    assert match_empty(EMPTY[0], BOARD, EMPTY, HOME, [], count=3) == []


def test_an_even_picture_is_matched_without_a_warning():
    pose = camera(BOARD, turn=60)
    grey = np.full((pose.size[1], pose.size[0], 3), 120, np.uint8)
    assert all(np.isfinite(place).all() for place in matched(pose, image=grey))


@pytest.mark.parametrize(("turn", "tilt", "away"), [(265, 30, 420), (20, 28, 380)])
def test_the_whole_search_finds_it_where_it_was_never_seen(turn, tilt, away):
    pose = camera(BOARD, turn=turn, tilt=tilt, away=away)
    found = find_board(draw(BOARD, pose, pegs=PEGS), BOARD, empty=EMPTY)
    assert off([found.pose.project(BOARD.corners())], pose)[0] < 0.2
