"""Boards of studs found with no help: by their borders, and never by half a guess."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import TABLE, camera
from stages import quick
from test_find import error, head_px, labelled

from calibration.board_files.load import load_board
from companion.errors import BoardNotFound
from companion.vision.locate import search
from companion.vision.locate.ambiguity import ground_consistency
from companion.vision.locate.find_board import find_board
from companion.vision.match.plane_orientation import likely_rotations

BLACK, WHITE, FRAME = (35, 35, 35), (225, 225, 225), (150, 90, 40)


@pytest.fixture(scope="module")
def build():
    return replace(load_board("bouwblokje"), markers=None)


def draw_build(shape, pose):
    """Draw a build on jumper plates from flat pieces, each at its height."""
    image = np.full((pose.size[1], pose.size[0], 3), TABLE, np.uint8)
    fill(image, pose, shape.outline, FRAME)
    half = np.array([shape.hole_pitch, shape.row_pitch]) / 2
    for (row, col), place in zip(shape.cells(), shape.holes(), strict=True):
        white = shape.ground[row - 1][col - 1] == "w"
        (x0, y0), (x1, y1) = place[:2] - half, place[:2] + half
        fill(image, pose, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], WHITE if white else BLACK)
        stud(image, pose, place, shape.hole.radius, (245,) * 3 if white else (70,) * 3)
    for place in shape.key_edges():
        stud(image, pose, place, 2.4, (190, 130, 80))
    noise = np.random.default_rng(5).normal(0, 3, image.shape)
    return (cv2.GaussianBlur(image, (3, 3), 0) + noise).clip(0, 255).astype(np.uint8)


def fill(image, pose, corners, colour):
    spots = pose.project([(x, y, 0.0) for x, y in corners])
    cv2.fillConvexPoly(image, np.rint(spots * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def stud(image, pose, place, radius, colour):
    around = np.linspace(0, 2 * np.pi, 24)
    rim = place + radius * np.c_[np.cos(around), np.sin(around), 0 * around]
    spots = np.rint(pose.project(rim) * 16).astype(np.int32)
    cv2.fillConvexPoly(image, spots, colour, cv2.LINE_AA, 4)


@pytest.mark.opencv
@pytest.mark.parametrize(("turn", "tilt"), quick([(268.0, 22.0), (85.0, 8.0)]))
def test_a_build_is_found_by_its_borders_and_the_right_way_round(build, turn, tilt, monkeypatch):
    monkeypatch.setattr(search, "outer_places", lambda *_: [])  # where the net sees none
    pose = camera(build, turn=turn, tilt=tilt, away=240)
    found = find_board(draw_build(build, pose), build)
    assert found.how == "unaided"
    assert error(found, build, pose) < 3.0


def test_a_build_of_which_only_the_middle_is_seen_is_refused(build):
    pose = camera(build, turn=88.0, tilt=5.0, away=240)
    image = draw_build(build, pose)
    ends = [[(-20, y0), (70, y0), (70, y1), (-20, y1)] for y0, y1 in ((-20, 50), (118, 200))]
    for end in ends:
        fill(image, pose, end, TABLE)
    with pytest.raises(BoardNotFound) as caught:
        find_board(image, build)
    assert "corners" in caught.value.hint


def test_a_board_laid_a_row_further_stands_on_other_ground_at_its_end(build):
    pose = camera(build, turn=85.0, tilt=8.0, away=240)
    lab = cv2.cvtColor(draw_build(build, pose), cv2.COLOR_BGR2LAB)
    further = replace(pose, t=pose.t + pose.r @ (0.0, 2 * build.row_pitch, 0.0))
    assert ground_consistency(lab, build, pose) > 0.8
    assert ground_consistency(lab, build, further) < 0.1


@pytest.mark.opencv
def test_straight_edges_tell_how_the_camera_is_turned(build):
    pose = camera(build, turn=120.0, tilt=25.0, away=240)
    turn = likely_rotations(draw_build(build, pose), pose, count=1)[0]
    # each side of the board lies along a side of the turn, whichever is which
    assert np.abs(pose.r.T @ turn).max(axis=0) == pytest.approx([1.0] * 3, abs=0.001)


def test_a_picture_without_straight_edges_tells_no_turn(build):
    pose = camera(build)
    even = np.full((480, 640, 3), 90, np.uint8)
    assert likely_rotations(even, pose, count=3) == []


@pytest.mark.shared
@pytest.mark.parametrize("picture", quick(["f01/still_5", "f03/still_3", "s09/still_4"]))
def test_rendered_builds_are_found_unaided(picture):
    image, shape, truth = labelled(picture)
    found = find_board(image, replace(shape, markers=None))
    assert error(found, shape, truth) < 0.5 * head_px(shape, truth)
