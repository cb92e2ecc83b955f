"""Holes, studs and heads must be where a find has them, in every part of the board."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.board_files.load import load_board
from companion.errors import BoardNotFound
from companion.vision.board.located import Located
from companion.vision.fit import lattice_proof
from companion.vision.fit.board_fit import BoardFit
from companion.vision.fit.lattice_proof import is_on_lattice
from companion.vision.locate.find_check import check_lattice
from companion.vision.locate.search import Search
from tests.drawn import camera, draw


def turned(pose, shape, radii):
    """Turn the board about the middle of its near end: the far end is off by `radii` of heads."""
    holes = shape.holes()
    middle = holes.mean(axis=0) * (1, 0, 0) + holes.min(axis=0) * (0, 1, 0)
    angle = radii * shape.head.radius / np.ptp(holes[:, 1])
    turn = cv2.Rodrigues(np.array([0.0, 0.0, angle]))[0]
    return replace(pose, r=pose.r @ turn, t=pose.t + pose.r @ (middle - turn @ middle))


@pytest.fixture(scope="module")
def full():
    """A board with a peg in every other place, and the pose it is seen from."""
    shape = load_board("classic")
    pose = camera(shape, tilt=24.0, turn=8.0)
    pegs = {cell: (40, 30, 200) for n, cell in enumerate(shape.cells()) if n % 2}
    return shape, pose, draw(shape, pose, pegs=pegs)


def test_holes_and_heads_prove_a_find(full):
    shape, pose, image = full
    assert is_on_lattice(image, Located(shape, pose))
    assert is_on_lattice(image, Located(shape, turned(pose, shape, 0.2)))


@pytest.mark.parametrize("radii", [-1.2, 1.2, 2.0])
def test_a_find_that_misses_one_end_is_refused(full, radii):
    """As by a marker that is bent, or stuck elsewhere: most of the board fits all the same."""
    shape, pose, image = full
    found = BoardFit(shape, turned(pose, shape, radii), "markers", 1.0)
    with pytest.raises(BoardNotFound, match="holes are not where they should be"):
        check_lattice(Search(image, shape), found)


def test_a_hand_over_a_corner_hides_no_more_than_a_corner(full):
    shape, pose, image = full
    covered = image.copy()
    at = tuple(int(v) for v in pose.project(shape.holes()[-1:])[0])
    cv2.circle(covered, at, 150, (110, 140, 190), -1)
    assert is_on_lattice(covered, Located(shape, pose))


def test_a_picture_that_shows_no_board_proves_none(full):
    shape, pose, image = full
    noise = np.random.default_rng(1).integers(0, 255, image.shape, np.uint8)
    assert not is_on_lattice(noise, Located(shape, pose))
    assert not is_on_lattice(np.full_like(image, 128), Located(shape, pose))


def test_where_something_else_speaks_for_a_find_only_what_is_clearly_elsewhere_counts(full):
    shape, pose, image = full
    faint = np.full_like(image, 128)
    assert is_on_lattice(faint, Located(shape, pose), is_likely=True)
    missed = Located(shape, turned(pose, shape, 1.2))
    assert not is_on_lattice(image, missed, is_likely=True)


@pytest.mark.parametrize(
    ("name", "here", "elsewhere", "is_there"),
    [
        ("lego-free", (0.10, 0.08, 0.07, 0.11, 0.12, 0.14), (0.09, 0.12, 0.16, 0.11, 0.15, 0.2), 1),
        ("lego-free", (0.30, 0.31, 0.28, 0.26, 0.20, 0.14), (0.2, 0.2, 0.2, 0.25, 0.3, 0.31), 0),
        ("classic", (0.89, 0.90, 0.95, 0.92, 0.89, 0.70), (0.5, 0.5, 0.6, 0.5, 0.5, 0.76), 1),
        ("classic", (0.59, 0.45, 0.52, 0.52, 0.38, 0.47), (0.87, 0.6, 0.16, 0.76, 0.56, 0.16), 1),
        ("classic", (0.89, 0.90, 0.95, 0.92, 0.89, 0.25), (0.5, 0.5, 0.6, 0.5, 0.5, 0.76), 0),
        ("bouwblokje", (0.40, 0.33, 0.27, 0.51, 0.38, 0.36), (0.55, 0.59, 0.56, 0.4, 0.4, 0.4), 1),
        ("bouwblokje", (0.40, 0.33, 0.17, 0.51, 0.38, 0.36), (0.55, 0.59, 0.56, 0.4, 0.4, 0.4), 0),
    ],
)
def test_faint_studs_are_no_reason_to_doubt_what_lies_elsewhere_is(
    monkeypatch, name, here, elsewhere, is_there
):
    """A ratio of the two refused a LEGO board with faint studs that was found to a tenth of one."""
    shape = load_board(name)
    support = np.stack([here, elsewhere], axis=1)
    monkeypatch.setattr(lattice_proof, "lattice_support", lambda *_: support)
    located = Located(shape, camera(shape))
    assert is_on_lattice(np.zeros((8, 8, 3), np.uint8), located, is_likely=True) == is_there


@pytest.mark.parametrize(("last", "is_there"), [(0.28, True), (0.2, False)])
def test_at_clicks_a_shadow_beside_a_bore_may_fit_better(monkeypatch, last, is_there):
    """Boards that a person clicked were refused, and with them their calibration."""
    shape = load_board("classic")
    support = np.array(
        [(0.89, 0.5), (0.9, 0.5), (0.95, 0.6), (0.92, 0.5), (0.89, 0.5), (last, 0.45)]
    )
    monkeypatch.setattr(lattice_proof, "lattice_support", lambda *_: support)
    located = Located(shape, camera(shape))
    image = np.zeros((8, 8, 3), np.uint8)
    assert is_on_lattice(image, located, is_clicked=True) == is_there
    assert not is_on_lattice(image, located, is_likely=True)
