"""Several boards before one camera: each is found by its own markers, and watched by itself."""

import json
from random import Random

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.errors import BoardNotFound, CameraEnded, CameraError
from companion.observers.open_boards import open_boards
from companion.observers.options import CameraOptions
from companion.rulebooks.shelf import find_book
from companion.sightings.boards import HandSeen, OnBoard, RowSeen
from companion.simulator.open import open_camera
from companion.simulator.parts.camera import acted_on_boards, parts_board
from companion.simulator.pegs.hands import Push, SetRow, Wait
from companion.vision.locate.find_board import find_among, find_board
from companion.vision.watch.box_limits import Limits

SHAPE = parts_board(find_book("invicta-4"))


def limits(shape):
    return Limits(shape.rows, shape.cols, shape.palette, blanks=True)


def opened(boards, acts, width=800):
    """Give the eyes of a drawn table at which `acts` are done."""
    spec = f"sim:invicta-4?boards={boards}&width={width}"
    seeing = open_boards(CameraOptions(spec), boards, limits, lambda _: None)
    todo = iter(acts)
    chance = Random(1)
    played = acted_on_boards(lambda _: next(todo, None), SHAPE, boards, chance)
    seeing.camera.follow(played)
    return seeing


def seen_by(seeing, change=lambda image: image):
    """Give all sightings; `change` is done to each picture."""
    seen = []
    while True:
        try:
            frame = seeing.camera.read(0)
        except CameraEnded:
            return seen
        change(frame.image)
        seen += seeing.eyes.look(frame)


@pytest.fixture(scope="module")
def table():
    camera = open_camera("sim:invicta-4?seed=3")
    return camera, camera.read(0).image


def covered(image, camera, board, places=(0, 1, 2, 3)):
    """Give the picture with a cloth on those markers of a board."""
    there = image.copy()
    markers = camera.shapes[board].markers
    for place in places:
        at = camera.poses[board].project(np.array([[*markers.centres[place], 0.0]]))[0]
        cv2.circle(there, tuple(int(v) for v in at), 34, (90, 60, 60), -1)
    return there


def off(found, camera, board):
    there = camera.poses[board].project(camera.shapes[board].corners())
    return np.linalg.norm(found.pose.project(found.shape.corners()) - there, axis=1).max()


@pytest.mark.parametrize("board", range(4))
def test_each_board_is_found_by_its_own_markers(table, board):
    camera, image = table
    found = find_among(image, camera.shapes[board])
    assert found.how == "markers"
    assert off(found, camera, board) < 2.0


def test_a_board_whose_markers_are_partly_hidden_is_found_by_the_others(table):
    camera, image = table
    found = find_among(covered(image, camera, 1, (0, 3)), camera.shapes[1])
    assert off(found, camera, 1) < 2.0


def test_a_board_with_a_doubled_marker_is_found_where_all_fit_together(table):
    camera, image = table
    there = image.copy()
    markers = camera.shapes[2].markers
    x, y = camera.poses[2].project(np.array([[*markers.centres[0], 0.0]]))[0].astype(int)
    there[4:74, 4:74] = image[y - 35 : y + 35, x - 35 : x + 35]
    assert off(find_among(there, camera.shapes[2]), camera, 2) < 2.0


@pytest.mark.parametrize("find", [find_among, find_board])
def test_another_board_is_never_taken_for_one_whose_markers_are_hidden(table, find):
    camera, image = table
    with pytest.raises(BoardNotFound, match=r"markers 4 to 7") as caught:
        find(covered(image, camera, 1), camera.shapes[1])
    assert "leave them in sight" in caught.value.hint


def test_a_board_whose_markers_are_hidden_is_where_it_was(table):
    camera, image = table
    found = find_among(covered(image, camera, 3), camera.shapes[3], last=camera.poses[3])
    assert found.how == "last place"
    assert off(found, camera, 3) < 2.0


def test_rows_are_seen_on_their_boards_and_a_hand_elsewhere_changes_nothing():
    seeing = opened(2, [(2, SetRow(1, "rb.yw")), (1, SetRow(1, "ggggg")), (2, SetRow(2, ".rgby"))])
    rows = [(s.board, s.seen.row, s.seen.letters) for s in seen_by(seeing) if is_row(s)]
    assert rows == [(2, 1, "rb.yw"), (1, 1, "ggggg"), (2, 2, ".rgby")]


@pytest.mark.long
def test_a_bump_of_one_board_is_followed_and_read_on():
    acts = [(1, SetRow(1, "rbgyw")), (2, Push(0.3, -0.2)), (2, SetRow(1, "wybo."))]
    seen = seen_by(opened(2, acts))
    assert [(s.board, s.seen.letters) for s in seen if is_row(s)] == [(1, "rbgyw"), (2, "wybo.")]


@pytest.mark.long
def test_a_board_whose_markers_are_covered_for_a_while_is_read_on():
    seeing = opened(2, [(1, SetRow(1, "rbgyw")), (2, Wait(30)), (2, SetRow(1, "wybo."))])
    camera = seeing.camera

    def cloth(image):
        if camera.moments and camera.moments[0].rows[0] == "rbgyw":
            image[:] = covered(image, camera, 1, (0, 1))

    rows = [(s.board, s.seen.letters) for s in seen_by(seeing, cloth) if is_row(s)]
    assert rows == [(1, "rbgyw"), (2, "wybo.")]


def is_row(sighting):
    return isinstance(sighting.seen, RowSeen)


def test_a_person_tells_the_eyes_of_one_board():
    seeing = opened(2, [])
    seeing.eyes.told(1, "rbgyw", 2)
    assert [eyes.watcher.board.known[0] for eyes in seeing.eyes.each] == [".....", "rbgyw"]


def test_what_is_printed_names_the_board():
    from companion.cli.play.watch import _as_json, _as_line

    seen = OnBoard(3, HandSeen())
    assert _as_line(1.5, seen) == "     1.5 s  board 3: a hand"
    assert json.loads(_as_json(1.5, seen)) == {"at": 1.5, "board": 3, "saw": "HandSeen"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--camera", "sim:invicta-4", "--boards", "2"), "does not show 2 boards"),
        (
            ("--camera", "sim:invicta-4?boards=5", "--boards", "4"),
            "boards=5 is not how this game is played",
        ),
        (("--camera", "sim:hasbro-2", "--boards", "2"), "does not show 2 boards"),
        (("--camera", "photos:x", "--boards", "2"), "needs '--board'"),
        (("--camera", "photos:x", "--boards", "2", "--corners", "1,2"), "leave --corners out"),
        (("--camera", "photos:x", "--boards", "9"), "2<=x<=4"),
    ],
)
def test_boards_that_cannot_be_watched_are_refused_in_a_sentence(args, said):
    result = CliRunner().invoke(cli, ["watch", *args])
    assert result.exit_code in (1, 2)
    shown = result.output if isinstance(result.exception, SystemExit) else str(result.exception)
    assert said in " ".join(shown.split())


def test_a_drawn_game_of_too_many_boards_is_refused():
    with pytest.raises(CameraError, match="2 to 4"):
        open_camera("sim:invicta-4?boards=1")
