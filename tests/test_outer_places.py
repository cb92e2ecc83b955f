"""A board's outer places: heat maps become hypotheses; the net itself sees a rendered board."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn import camera

from calibration.board_files.load import load_board
from calibration.evaluation.label_files import load_session
from companion.errors import BoardNotFound
from companion.vision.fit.board_fit import BoardFit
from companion.vision.geometry.lens_priors import guess_cameras
from companion.vision.locate import search
from companion.vision.locate.find_board import find_board
from companion.vision.locate.unaided_hypotheses import is_enough
from companion.vision.match import outer_places as module
from companion.vision.match.outer_places import SIZE, STEP, outer_places

DATA = Path(__file__).parent / "data" / "four-player"
SHAPE = load_board("classic")
SIZES = [(640, 480), (1280, 720), (480, 640), (200, 150)]


def heat_of(*peaks):
    """Return logits (h, w) with a peak of some height at each place in cells: x, y, height."""
    ys, xs = np.mgrid[: SIZE[1] // STEP, : SIZE[0] // STEP]
    chance = sum(h * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / 2) for x, y, h in peaks)
    return np.log(chance + 1e-5).astype(np.float32)


def seen_by(monkeypatch, pose, *, false=()):
    """Let the net see the outer places of `SHAPE` where `pose` has them, in any part it is shown.

    `false` are a corner's number, a place in the picture, and how much higher that peak is.
    """
    truth = pose.project(SHAPE.corners())
    part_of, shown = module._part, []

    def part(image, onto):
        shown.append(onto)
        return part_of(image, onto)

    def heat_maps(_framed):
        def cells(place):
            at = shown[-1][:, :2] @ place + shown[-1][:, 2]
            return (at + 0.5) / STEP - 0.5

        maps = [[(*cells(place), 1.0)] for place in truth]
        for corner, place, height in false:
            maps[corner].append((*cells(np.array(place)), height))
        return np.stack([heat_of(*peaks) for peaks in maps])

    monkeypatch.setattr(module, "_part", part)
    monkeypatch.setattr(module, "_heat_maps", heat_maps)
    return truth


@pytest.mark.opencv
def test_peaks_are_told_to_a_part_of_a_cell(monkeypatch):
    pose = camera(SHAPE, turn=15, tilt=20)
    truth = seen_by(monkeypatch, pose)
    image = np.zeros((pose.size[1], pose.size[0], 3), np.uint8)
    found = outer_places(image, SHAPE, guess_cameras(pose.size, None)[0])
    assert np.linalg.norm(found[0] - truth, axis=1).max() < 0.3 * STEP * pose.size[0] / SIZE[0]


def test_a_higher_peak_where_the_board_cannot_be_is_not_taken(monkeypatch):
    pose = camera(SHAPE, turn=15, tilt=20)
    truth = seen_by(monkeypatch, pose, false=[(2, (20.0, 30.0), 3.0)])
    image = np.zeros((pose.size[1], pose.size[0], 3), np.uint8)
    found = outer_places(image, SHAPE, guess_cameras(pose.size, None)[0])
    assert np.linalg.norm(found[0] - truth, axis=1).max() < STEP * pose.size[0] / SIZE[0]


def test_places_that_no_board_has_in_this_order_are_no_hypothesis(monkeypatch):
    there = [heat_of((x, y, 1.0)) for x, y in ((10, 10), (10, 30), (40, 30), (40, 10))]
    monkeypatch.setattr(module, "_heat_maps", lambda _: np.stack(there))
    image = np.zeros((480, 640, 3), np.uint8)
    assert outer_places(image, SHAPE, guess_cameras((640, 480), None)[0]) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_of_any_size_is_shown_whole_and_in_the_middle(size):
    image = np.zeros((size[1], size[0], 3), np.uint8)
    cv2.circle(image, (size[0] // 4, size[1] // 2), size[0] // 20, (255, 255, 255), -1)
    onto = module._whole(image)
    shown = module._part(image, onto)
    assert shown.shape == (SIZE[1], SIZE[0], 3)
    ys, xs = np.nonzero(shown[..., 0] > 128)
    wanted = onto[:, :2] @ (size[0] // 4, size[1] // 2) + onto[:, 2]
    assert (xs.mean(), ys.mean()) == pytest.approx(wanted, abs=0.6)
    ends = [onto[:, :2] @ end + onto[:, 2] for end in ((0, 0), (size[0] - 1, size[1] - 1))]
    assert np.min(ends) >= -0.51
    assert (np.max(ends, axis=0) <= np.array(SIZE) - 0.49).all()


@pytest.mark.parametrize("size", [(64, 40_000), (40_000, 64)])
def test_in_a_strip_of_a_picture_no_board_is_found(size):
    image = np.random.default_rng(1).integers(0, 255, (*size, 3)).astype(np.uint8)
    with pytest.raises(BoardNotFound):
        find_board(image, replace(SHAPE, markers=None))


@pytest.mark.opencv
def test_the_net_sees_the_outer_places_of_a_board_to_a_pitch():
    shape = load_session(DATA).shape
    label = json.loads((DATA / "still_0.json").read_text("utf-8"))
    truth = np.array(label["grid"]["corners_dist"])
    image = cv2.imread(str(DATA / "still_0.jpg"))
    found = outer_places(image, shape, guess_cameras(image.shape[1::-1], None)[0])
    pitch = np.linalg.norm(truth[1] - truth[0]) / (shape.cols - 1)
    off = [np.linalg.norm(one - truth, axis=1).max() for one in found]
    assert min(off) < pitch


@pytest.mark.parametrize(
    ("rows_off", "score", "is_it"),
    [(0, 1.0, True), (2, 1.0, False), (2, 1.3, True), (0, 0.8, False)],
)
def test_bores_that_end_where_the_net_sees_the_boards_ends_need_not_fit_so_well(
    monkeypatch, rows_off, score, is_it
):
    pose = camera(SHAPE, turn=15, tilt=20)
    seen = pose.project(np.add(SHAPE.corners(), (0.0, rows_off * SHAPE.row_pitch, 0.0)))
    monkeypatch.setattr(search, "outer_places", lambda *_: [seen])
    image = np.zeros((pose.size[1], pose.size[0], 3), np.uint8)
    found = BoardFit(SHAPE, pose, "unaided", score)
    assert is_enough(search.Search(image, SHAPE), found) is is_it
