"""Four rough clicks, with what else is known: markers, and the camera of the empty board."""

import numpy as np
import pytest
from drawn import camera, draw

from calibration.board_files.load import load_board
from calibration.board_files.specimen import measured
from companion.vision.locate.find_board import find_board
from tests.stages import quick

SHAPE = measured(load_board("classic"), {}, size=(78.0, 250.8))
PEGS = {(1, 1): (30, 30, 200), (1, 2): (200, 80, 30), (2, 3): (30, 200, 220)}
# pixels by which each click is off
OFF = np.array([(9.0, -5.0), (-7.0, -8.0), (4.0, 9.0), (-9.0, 3.0)])


def corner_error(found, pose):
    corners = SHAPE.corners()
    return np.linalg.norm(found.pose.project(corners) - pose.project(corners), axis=1).max()


def test_markers_where_they_should_be_are_more_exact_than_clicks():
    pose = camera(SHAPE, tilt=24.0)
    image = draw(SHAPE, pose, pegs=PEGS, markers=True)
    found = find_board(image, SHAPE, corners=pose.project(SHAPE.corners()) + OFF)
    assert found.how == "corners"
    assert corner_error(found, pose) < 2.0


def test_clicks_are_believed_where_markers_lie_elsewhere():
    """As on a card on which the board has slid: clicks say where it is."""
    pose = camera(SHAPE, tilt=24.0)
    card = camera(SHAPE, tilt=24.0, turn=29.0)
    image = draw(SHAPE, pose, pegs=PEGS)
    stuck = draw(SHAPE, card, markers=True)
    for x, y in card.project(np.c_[SHAPE.markers.centres, np.zeros(4)]).astype(int):
        image[y - 30 : y + 30, x - 30 : x + 30] = stuck[y - 30 : y + 30, x - 30 : x + 30]
    found = find_board(image, SHAPE, corners=pose.project(SHAPE.corners()) + OFF)
    assert found.how == "corners"
    assert corner_error(found, pose) < 4.0


@pytest.mark.parametrize("focal", quick([0.45, 1.05]))
def test_clicks_are_seen_by_the_camera_of_the_empty_board(focal):
    shape = measured(load_board("classic"), {}, size=(78.0, 222.8))
    away = 330.0 * focal / 0.8
    then = camera(shape, tilt=12.0, focal=focal, away=away)
    pose = camera(shape, tilt=34.0, turn=14.0, focal=focal, away=away)
    image = draw(shape, pose, pegs=PEGS)
    found = find_board(
        image,
        shape,
        corners=pose.project(shape.corners()) + OFF,
        proof=(draw(shape, then), then),
    )
    assert found.pose.k[0, 0] == pytest.approx(focal * pose.size[0], rel=0.03)
    assert corner_error(found, pose) < 2.0
