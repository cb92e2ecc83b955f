import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn import TABLE, camera, draw
from stages import quick

from calibration.board_files.load import load_board
from calibration.board_files.specimen import measured
from companion.errors import BoardNotFound
from companion.vision.geometry.pose import pose_from_label
from companion.vision.locate.by_markers import find_by_markers
from companion.vision.locate.find_board import Lens, find_board
from companion.vision.locate.markers import MarkerHits
from companion.vision.locate.search import Search
from companion.vision.match.empty_match import compare_with_empty

PEGS = {(1, 1): (30, 30, 200), (1, 2): (200, 80, 30), (1, 3): (30, 200, 220), (1, 4): (60, 160, 40)}
SHARED = Path(__file__).parents[2] / "shared" / "boards" / "rendered"
FILES = {
    "A": "hasbro-2004",
    "B": "classic",
    "C": "lego-free",
    "D": "four-player",
    "F": "bouwblokje",
}


def with_rim(shape, rim=20.0):
    """Make room for markers at both ends, as a user does who sticks them on a longer board."""
    return measured(shape, {}, size=(78.0, 222.8 + 28.0 + rim - 20.0))


@pytest.fixture(scope="module")
def classic():
    return load_board("classic")


def error(found, shape, pose):
    """Give how far the outer places are off, at most, in pixels."""
    there = found.pose.project(found.shape.corners())
    return np.linalg.norm(there - pose.project(shape.corners()), axis=1).max()


@pytest.mark.opencv
@pytest.mark.parametrize("turn", quick([95.0, 180.0, 0.0, 265.0], first=2))
def test_markers_find_the_board_turned_any_way(classic, turn):
    shape = with_rim(classic)
    pose = camera(shape, turn=turn, tilt=22)
    found = find_board(draw(shape, pose, pegs=PEGS, markers=True), shape)
    assert found.how == "markers"
    assert error(found, shape, pose) < 2.0


def test_markers_hold_a_board_half_hidden_before_a_wide_lens(classic):
    """A camera that sees 96 degrees was taken for one of 64, and its four markers did not fit."""
    shape = with_rim(classic)
    home, pose = (camera(shape, focal=0.45, tilt=tilt, turn=80, away=186) for tilt in (10, 40))
    image = draw(shape, pose, pegs=PEGS, markers=True)
    (left, far), (right, _), (_, near), _ = shape.outline
    hidden = [
        (left, (far + near) / 2, 0),
        (right, (far + near) / 2, 0),
        (right, 30, 0),
        (left, 30, 0),
    ]
    cv2.fillConvexPoly(image, np.rint(pose.project(hidden)).astype(np.int32), (90, 120, 180))
    found = find_board(image, shape, empty=(draw(shape, home, markers=True), home))
    assert found.how == "markers"
    assert error(found, shape, pose) < 2.0


def test_two_markers_are_enough_where_the_lattice_is_clear(classic):
    shape = with_rim(classic)
    pose = camera(shape, turn=80)
    image = draw(shape, pose, markers=True)
    for number in (0, 2):
        spot = pose.project([(*shape.markers.centres[number], 0.0)])[0]
        cv2.circle(image, tuple(int(v) for v in spot), 30, TABLE, -1)
    found = find_board(image, shape)
    assert error(found, shape, pose) < 2.0


@pytest.mark.parametrize("first", [0, 2])
def test_two_markers_fit_any_lens_and_the_lattice_tells_which(classic, first):
    shape = with_rim(classic)
    pose = camera(shape, turn=85, tilt=20, focal=0.47, away=260)
    image = draw(shape, pose, pegs=PEGS, markers=True)
    for number in (first, first + 1):
        spot = pose.project([(*shape.markers.centres[number], 0.0)])[0]
        cv2.circle(image, tuple(int(v) for v in spot), 30, TABLE, -1)
    found = find_by_markers(Search(image, shape))
    assert error(found, shape, pose) < 2.0


def test_one_marker_is_not_enough_for_a_build(classic):
    build = load_board("bouwblokje")
    build = replace(build, markers=replace(with_rim(classic).markers, height=-32.0))
    pose = camera(build, turn=80)
    hits = MarkerHits({0: [pose.project([(0, 9, 0), (9, 9, 0), (9, 0, 0), (0, 0, 0)])]})
    search = Search(np.zeros((720, 960, 3), np.uint8), build)
    search.__dict__["markers"] = hits
    assert find_by_markers(search) is None


def test_a_doubled_marker_on_the_table_does_not_lead_astray(classic):
    shape = with_rim(classic)
    pose = camera(shape, turn=80)
    image = draw(shape, pose, markers=True)
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    code = np.pad(cv2.aruco.generateImageMarker(words, 1, 42), 7, constant_values=255)
    image[20 : 20 + len(code), 20 : 20 + len(code)] = code[..., None]
    found = find_board(image, shape)
    assert error(found, shape, pose) < 2.0


@pytest.mark.opencv
def test_four_rough_clicks_become_exact(classic):
    pose = camera(classic, turn=80, tilt=12)
    image = draw(classic, pose, pegs=PEGS)
    clicks = np.add(pose.project(classic.corners()), [(5, -3), (-4, 4), (3, 5), (-5, -2)])
    found = find_board(image, classic, corners=clicks)
    assert found.how == "corners"
    assert error(found, classic, pose) < 2.0


@pytest.mark.opencv
def test_a_wide_lens_is_recognised_by_its_bent_lines(classic):
    pose = camera(classic, turn=85, focal=0.6, k1=-0.16, away=210)
    image = draw(classic, pose, pegs=PEGS)
    found = find_board(image, classic, corners=pose.project(classic.corners()) + 3.0)
    assert error(found, classic, pose) < 2.5
    assert found.pose.dist[0] < -0.05


def test_a_calibrated_lens_is_kept(classic):
    pose = camera(classic, turn=85)
    lens = Lens(0.8, 0.8, 0.4995, 0.3745, (0.0, 0.0, 0.0, 0.0, 0.0))
    image = draw(classic, pose)
    found = find_board(image, classic, corners=pose.project(classic.corners()) + 3.0, lens=lens)
    assert found.pose.k[0, 0] == pytest.approx(0.8 * 960, rel=0.02)
    assert error(found, classic, pose) < 2.0


def test_a_row_pitch_unlike_the_files_is_measured_in_the_picture(classic):
    real = measured(classic, {"row_pitch": 17.3 * 1.015})
    pose = camera(real, turn=85, tilt=25)
    image = draw(real, pose, pegs=PEGS)
    found = find_board(image, classic, corners=pose.project(real.corners()))
    assert error(found, real, pose) < 2.0
    assert found.shape.row_pitch / found.shape.hole_pitch == pytest.approx(1.254, abs=0.01)


@pytest.mark.opencv
@pytest.mark.parametrize("turn", quick([190.0, 10.0]))
def test_unaided_the_right_end_is_the_breakers(classic, turn):
    pose = camera(classic, turn=turn, tilt=10, away=380)
    found = find_board(draw(classic, pose, pegs=PEGS), replace(classic, markers=None))
    assert found.how == "unaided"
    assert error(found, classic, pose) < 2.5


def test_the_last_place_is_followed_after_a_nudge(classic):
    shape = replace(classic, markers=None)
    before = camera(classic, turn=85)
    after = replace(before, t=np.add(before.t, (3.0, 2.0, 0.0)))
    found = find_board(draw(classic, after, pegs=PEGS), shape, last=before)
    assert found.how == "last place"
    assert error(found, classic, after) < 2.0


@pytest.mark.opencv
def test_the_empty_boards_picture_helps(classic):
    shape = replace(classic, markers=None)
    before, after = camera(classic, turn=85), camera(classic, turn=60, tilt=10)
    empty = (draw(classic, before), before)
    found = find_board(draw(classic, after, pegs=PEGS), shape, empty=empty)
    assert error(found, classic, after) < 2.0


def test_where_the_camera_stands_still_the_empty_boards_place_is_kept_under_a_hand(classic):
    shape = replace(classic, markers=None)
    pose = camera(classic, turn=85)
    image = draw(classic, pose, pegs=PEGS)
    cv2.ellipse(image, (700, 300), (170, 150), 0, 0, 360, (140, 160, 210), -1)
    found = find_board(image, shape, empty=(draw(classic, pose), pose))
    assert found.how == "empty board"
    assert error(found, classic, pose) < 1.0


@pytest.mark.parametrize("step", [(1, 0), pytest.param((0, 0.5), marks=pytest.mark.long)])
def test_a_board_pushed_by_a_pitch_is_not_taken_for_one_that_lies_still(classic, step):
    shape = replace(classic, markers=None)
    before = camera(classic, turn=85)
    shift = np.multiply(step, (classic.hole_pitch, classic.row_pitch))
    after = replace(before, t=before.t + before.r @ (*shift, 0.0))
    empty = (draw(classic, before), before)
    found = find_board(draw(classic, after, pegs=PEGS), shape, empty=empty)
    assert error(found, classic, after) < 2.0


@pytest.mark.parametrize("step", [(-1, 2), pytest.param((0, 0), marks=pytest.mark.long)])
def test_likeness_tells_how_far_a_board_lies_from_its_place(classic, step):
    pose = camera(classic, turn=85)
    shift = np.multiply(step, (classic.hole_pitch, classic.row_pitch))
    beside = replace(pose, t=pose.t - pose.r @ (*shift, 0.0))
    like = compare_with_empty(
        draw(classic, pose, pegs=PEGS), classic, beside, draw(classic, pose), pose
    )
    if step == (0, 0):
        assert like.here > like.elsewhere + 0.05
    else:
        assert like.elsewhere > like.here + 0.05
        assert like.shift == pytest.approx(shift, abs=1.3)
        assert not like.turned


def test_likeness_tells_a_board_that_is_laid_end_for_end(classic):
    pose = camera(classic, turn=85)
    middle = classic.corners().mean(axis=0)
    half = np.diag([-1.0, -1.0, 1.0])
    turned = replace(pose, r=pose.r @ half, t=pose.t + pose.r @ (middle - half @ middle))
    like = compare_with_empty(draw(classic, pose), classic, turned, draw(classic, pose), pose)
    assert like.turned
    assert like.elsewhere > like.here + 0.05


BOARDLESS = {
    "1x1": np.zeros((1, 1, 3), np.uint8),
    "black": np.zeros((480, 640, 3), np.uint8),
    "white": np.full((480, 640, 3), 255, np.uint8),
    "grey": np.full((480, 640, 3), 127, np.uint8),
    "noise": np.random.default_rng(0).integers(0, 256, (480, 640, 3), np.uint8),
    "chequered": cv2.resize(np.indices((8, 8)).sum(0).astype(np.uint8) % 2 * 200, (640, 480))[
        ..., None
    ].repeat(3, axis=2),
}
LOOKED_FOR = ["classic", "hasbro-2004", "bouwblokje"]


# what has a pattern by every board, what is plain by one of them in turn
@pytest.mark.parametrize(
    ("there", "name"),
    [
        (there, name)
        for number, there in enumerate(BOARDLESS)
        for name in (LOOKED_FOR if number > 3 else [LOOKED_FOR[number % 3]])
    ],
)
def test_where_no_board_is_none_is_invented(there, name):
    with pytest.raises(BoardNotFound) as caught:
        find_board(BOARDLESS[there], load_board(name))
    assert caught.value.hint


def test_another_board_than_the_one_named_is_refused(classic):
    pose = camera(classic, turn=85)
    image = draw(classic, pose, pegs=PEGS)
    with pytest.raises(BoardNotFound):
        find_board(image, load_board("hasbro-2004"))


@pytest.mark.parametrize("name", ["hasbro-2004", "four-player", "lego-free"])
def test_corners_on_another_board_are_refused(classic, name):
    pose = camera(classic, turn=85)
    image = draw(classic, pose)
    with pytest.raises(BoardNotFound, match="does not look like"):
        find_board(image, load_board(name), corners=pose.project(classic.corners()))


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([(10, 10), (200, 10), (200, 200)], "Four corners"),
        ([(10, 10), (10, 200), (200, 200), (200, 10)], "not in order"),
        ([(10, 10), (12, 10), (12, 12), (10, 12)], "too close"),
        ([(10, 10), (5000, 10), (5000, 200), (10, 200)], "outside"),
        ([(10, 10), (np.nan, 10), (200, 200), (10, 200)], "Four corners"),
    ],
)
def test_impossible_corners_are_refused(classic, corners, words):
    image = draw(classic, camera(classic))
    with pytest.raises(BoardNotFound, match=words):
        find_board(image, classic, corners=corners)


def test_half_a_board_is_not_a_whole_one(classic):
    pose = camera(classic, turn=85)
    image = draw(classic, pose)
    image[:, :480] = TABLE
    with pytest.raises(BoardNotFound):
        find_board(image, replace(classic, markers=None))


@pytest.mark.shared
@pytest.mark.parametrize(
    "picture",
    quick(["s00/still_2", "f02/still_1", "s02/still_1", "s04/still_0", "s07/still_5"], first=2),
)
def test_rendered_boards_are_found_by_their_markers(picture):
    image, shape, truth = labelled(picture)
    assert error(find_board(image, shape), shape, truth) < 0.5 * head_px(shape, truth)


@pytest.mark.shared
def test_markers_that_are_not_where_the_board_has_them_do_not_pull_it_away():
    image, shape, truth = labelled("s00/still_2")
    # this board was made longer for its markers, by an inch that its file does not have
    found = find_board(image, load_board("hasbro-2004"))
    assert error(found, shape, truth) < 0.5 * head_px(shape, truth)


@pytest.mark.shared
@pytest.mark.parametrize(
    "picture", quick(["s01/still_0", "s03/still_5", "f04/still_2", "s09/still_2"])
)
def test_rendered_boards_are_found_by_four_clicks(picture):
    image, shape, truth = labelled(picture)
    clicks = np.add(truth.project(shape.corners()), [(3, -3), (-2, 3), (3, 2), (-3, -3)])
    found = find_board(image, shape, corners=clicks)
    assert error(found, shape, truth) < 0.5 * head_px(shape, truth)


@pytest.mark.shared
@pytest.mark.parametrize("picture", quick(["s01/calib_empty", "s03/still_0", "s08/still_4"]))
def test_rendered_boards_are_found_unaided(picture):
    image, shape, truth = labelled(picture)
    found = find_board(image, replace(shape, markers=None))
    assert error(found, shape, truth) < 0.5 * head_px(shape, truth)


@pytest.mark.shared
@pytest.mark.parametrize(
    "picture", quick(["s08/still_3", "s05/still_5", "s09/still_4", "f01/still_2"])
)
def test_rendered_boards_are_found_by_their_empty_picture(picture):
    image, shape, truth = labelled(picture)
    empty, _, known = labelled(f"{picture[:3]}/calib_empty")
    found = find_board(image, replace(shape, markers=None), empty=(empty, known))
    assert error(found, shape, truth) < 0.5 * head_px(shape, truth)


@pytest.mark.shared
@pytest.mark.parametrize(
    "push", [(30, -20), *(pytest.param(p, marks=pytest.mark.long) for p in [(-25, 8), (4, 28)])]
)
def test_a_lego_board_pushed_by_a_stud_is_not_taken_to_lie_on_its_old_studs(push):
    empty, shape, known = labelled("game_2/calib_empty")
    image, _, _ = labelled("game_2/frame_004")
    pushed = cv2.warpAffine(
        image,
        np.array([[1, 0, push[0]], [0, 1, push[1]]], np.float32),
        image.shape[1::-1],
        borderMode=cv2.BORDER_REPLICATE,
    )
    found = find_board(pushed, replace(shape, markers=None), last=known, empty=(empty, known))
    off = found.pose.project(shape.corners()) - known.project(shape.corners()) - push
    assert np.abs(off).max() < 0.5 * head_px(shape, known)


def labelled(picture):
    file = SHARED / f"{picture}.json"
    if not file.exists():
        pytest.skip("the labelled pictures are not beside this checkout")
    label = json.loads(file.read_text())
    board = label["board"]
    shape = measured(load_board(FILES[board["type"]]), board["params"], size=board["dims_mm"])
    image = cv2.imread(str(file.with_suffix(".jpg")))
    return image, shape, pose_from_label(label["camera"], label["size"])


def head_px(shape, pose):
    return shape.head.radius * pose.px_per_mm(shape.corners()).min()
