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
from companion.vision.geometry.pose import pose_from_label
from companion.vision.locate import find_board as find_board_module
from companion.vision.locate import search, unaided
from companion.vision.locate.ambiguity import ambiguous_fits
from companion.vision.locate.find_board import find_board
from companion.vision.locate.unaided_hypotheses import is_enough
from companion.vision.match import outer_places as module
from companion.vision.match.outer_places import SIZE, STEP, outer_places

DATA = Path(__file__).parent / "data" / "four-player"
BUILD = Path(__file__).parent / "data" / "lego-free"
SHAPE = load_board("classic")
SIZES = [(640, 480), (1280, 720), (480, 640), (200, 150)]


def heat_of(*peaks):
    """Return logits (h, w) with a peak of some height at each place in cells: x, y, height."""
    ys, xs = np.mgrid[: SIZE[1] // STEP, : SIZE[0] // STEP]
    chance = sum(h * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / 2) for x, y, h in peaks)
    return np.log(chance + 1e-5).astype(np.float32)


def sees(monkeypatch, maps_now):
    """Let the net see what `maps_now()` says in any picture it is shown, and that upside down."""
    part_of = module._part

    def part(image, onto):
        framed = part_of(image, onto)
        framed[0, 0] = 255  # so that it is known which way up it is shown
        return framed

    def heat_maps(framed):
        return maps_now() if framed[0, 0, 0] == 255 else maps_now()[:, ::-1, ::-1]

    monkeypatch.setattr(module, "_part", part)
    monkeypatch.setattr(module, "_heat_maps", heat_maps)


def seen_by(monkeypatch, pose, *, false=()):
    """Let the net see the outer places of `SHAPE` where `pose` has them, in any part it is shown.

    `false` are a corner's number, a place in the picture, and how much higher that peak is.
    """
    truth = pose.project(SHAPE.corners())
    around, shown = module._around, [module._whole(np.zeros((pose.size[1], pose.size[0], 3)))]

    def closer(image, rough):
        shown.append(around(image, rough))
        return shown[-1]

    def maps():
        def cells(place):
            at = shown[-1][:, :2] @ place + shown[-1][:, 2]
            return (at + 0.5) / STEP - 0.5

        peaks = [[(*cells(place), 1.0)] for place in truth]
        for corner, place, height in false:
            peaks[corner].append((*cells(np.array(place)), height))
        return np.stack([heat_of(*each) for each in peaks])

    monkeypatch.setattr(module, "_around", closer)
    sees(monkeypatch, maps)
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
    sees(monkeypatch, lambda: np.stack(there))
    image = np.zeros((480, 640, 3), np.uint8)
    assert outer_places(image, SHAPE, guess_cameras((640, 480), None)[0]) == []


def test_what_is_seen_one_way_up_alone_counts_less_than_what_is_seen_both_ways(monkeypatch):
    pose = camera(SHAPE, turn=15, tilt=20)
    truth = seen_by(monkeypatch, pose)
    both = module._heat_maps

    def misled(framed):
        """Take four like places for the board's while the picture is upright."""
        maps = both(framed)
        if framed[0, 0, 0] == 255:
            return np.logaddexp(maps, np.roll(maps, 12, axis=2) + 1.0)
        return maps

    monkeypatch.setattr(module, "_heat_maps", misled)
    image = np.zeros((pose.size[1], pose.size[0], 3), np.uint8)
    found = outer_places(image, SHAPE, guess_cameras(pose.size, None)[0])
    assert np.linalg.norm(found[0] - truth, axis=1).max() < STEP * pose.size[0] / SIZE[0]


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


def test_a_build_with_places_two_studs_apart_is_tried_a_stud_further():
    shape = replace(load_session(BUILD).shape, markers=None)
    label = json.loads((BUILD / "calib_empty.json").read_text("utf-8"))
    image = cv2.imread(str(BUILD / "calib_empty.jpg"))
    pose = pose_from_label(label["camera"], label["size"])
    aside = replace(pose, t=pose.t + pose.r @ (0.0, 8.0, 0.0))
    priors = search.Search(image, shape).priors
    tried = ambiguous_fits(image, BoardFit(shape, aside, "unaided", 0.0), priors)
    head = shape.head.radius * float(np.median(pose.px_per_mm(shape.corners())))
    truth = pose.project(shape.corners())
    off = [np.linalg.norm(one.pose.project(shape.corners()) - truth, axis=1).max() for one in tried]
    assert min(off) < 0.5 * head


@pytest.mark.parametrize(
    ("near", "score", "lead", "is_found"),
    [
        (True, 1.5, 0.2, True),
        (True, 1.5, 0.1, False),
        (True, 1.3, 0.5, False),
        (False, 1.5, 0.5, False),
        (False, 1.9, 0.4, True),
        (False, 1.9, 0.2, False),
    ],
)
def test_studs_alone_are_believed_sooner_where_a_net_sees_the_board(
    monkeypatch, near, score, lead, is_found
):
    shape = replace(load_session(BUILD).shape, markers=None)
    pose = camera(shape, turn=15, tilt=20)
    elsewhere = replace(pose, t=pose.t + pose.r @ (0.0, shape.row_pitch, 0.0))
    seen = (pose if near else replace(pose, t=pose.t + pose.r @ (60.0, 0.0, 0.0))).project(
        shape.corners()
    )
    monkeypatch.setattr(search, "outer_places", lambda *_: [seen])
    fits = [BoardFit(shape, one, "unaided", 0.8) for one in (pose, elsewhere)]
    marks = {id(fits[0]): score, id(fits[1]): score - lead}
    monkeypatch.setattr(unaided, "discriminative_score", lambda _, fit: marks[id(fit)])
    image = np.zeros((pose.size[1], pose.size[0], 3), np.uint8)
    best = unaided._best_of(search.Search(image, shape), fits)
    assert (best.is_good and best.is_clear) is is_found


@pytest.mark.parametrize(("studs_off", "is_found"), [(1, True), (4, False)])
def test_empty_studs_that_hardly_show_are_believed_where_a_net_sees_the_board(
    monkeypatch, studs_off, is_found
):
    shape = replace(load_session(BUILD).shape, markers=None)
    pose = camera(shape, turn=15, tilt=20)
    seen = replace(pose, t=pose.t + pose.r @ (8.0 * studs_off, 0.0, 0.0)).project(shape.corners())
    monkeypatch.setattr(search, "outer_places", lambda *_: [seen])
    found = BoardFit(shape, pose, "unaided", 0.5)
    monkeypatch.setattr(find_board_module, "_first_found", lambda *_: found)
    # grain in which no stud shows, nor anything round elsewhere
    faint = (
        np.random.default_rng(3)
        .normal((60, 90, 140), 4, (pose.size[1], pose.size[0], 3))
        .astype(np.uint8)
    )
    if is_found:
        assert find_board(faint, shape).how == "unaided"
    else:
        with pytest.raises(BoardNotFound, match="holes are not where"):
            find_board(faint, shape)


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
