"""What speaks for a board where it is laid, in one view from above."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import camera, draw

from calibration.board_files.load import load_board
from companion.vision.score.board_score import fit_score
from companion.vision.score.top_view import top_view


@pytest.fixture(scope="module")
def classic():
    return load_board("classic")


def test_all_that_is_seen_speaks_for_a_board_where_it_lies_and_for_no_other_place(classic):
    pose = camera(classic, turn=30)
    lab = cv2.cvtColor(draw(classic, pose), cv2.COLOR_BGR2LAB)
    here = fit_score(lab, classic, pose)
    assert here.score > 0.9
    assert 0 < here.minor < here.score
    for dx, dy in ((classic.hole_pitch / 2, 0.0), (0.0, classic.row_pitch / 2)):
        aside = replace(pose, t=pose.t + pose.r @ (dx, dy, 0.0))
        assert fit_score(lab, classic, aside).score < here.score / 2


@pytest.mark.parametrize("level", [0.0, 5.0])
def test_what_stands_higher_is_found_in_the_view_of_another_plane(classic, level):
    pose = camera(classic, turn=200, tilt=25)
    lab = np.zeros((pose.size[1], pose.size[0], 3), np.uint8)
    heads = classic.heads()
    view = top_view(lab, pose, heads, level=level, rim=5.0, scale=2.0)
    assert np.allclose(view.pixels(view.places(heads)), pose.project(heads), atol=1e-6)
