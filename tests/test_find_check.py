"""A find is held against the empty board; what was clicked only yields to clear evidence."""

from types import SimpleNamespace

import numpy as np
import pytest

from companion.errors import BoardNotFound, MirroredPicture
from companion.vision.fit.board_fit import BoardFit
from companion.vision.locate import find_check
from tests.small_board import place_of, small_shape

SHAPE = small_shape()
POSE = place_of(SHAPE).pose
IMAGE = np.zeros((8, 8, 3), np.uint8)


def held(monkeypatch, how, *, here, elsewhere, mirrored):
    like = SimpleNamespace(here=here, elsewhere=elsewhere)
    monkeypatch.setattr(find_check, "compare_with_empty", lambda *_: like)
    monkeypatch.setattr(find_check, "mirror_similarity", lambda *_: mirrored)
    found = BoardFit(pose=POSE, shape=SHAPE, how=how, score=1.0)
    return find_check.check_find(IMAGE, found, (IMAGE, POSE)) is found


# a full board in other light: it looks like nothing that was seen, and the least bit like others
FAINT = {"here": 0.06, "elsewhere": 0.09, "mirrored": 0.08}


def test_a_clicked_board_that_hardly_looks_like_its_empty_self_is_kept(monkeypatch):
    assert held(monkeypatch, "corners", **FAINT)


def test_a_board_that_nobody_pointed_at_is_refused_then(monkeypatch):
    with pytest.raises(BoardNotFound, match="does not look like the empty one"):
        held(monkeypatch, "markers", **FAINT)


def test_clicks_a_row_aside_are_refused(monkeypatch):
    with pytest.raises(BoardNotFound, match="does not look like the empty one"):
        held(monkeypatch, "corners", here=0.2, elsewhere=0.4, mirrored=0.1)


def test_a_mirrored_picture_is_refused_though_its_corners_were_clicked(monkeypatch):
    with pytest.raises(MirroredPicture):
        held(monkeypatch, "corners", here=0.2, elsewhere=0.1, mirrored=0.4)
