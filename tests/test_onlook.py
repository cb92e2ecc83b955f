"""Whether a frame is still, has a hand in it, shows the board moved or is dark: on drawn frames."""

import json
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board_files.load import load_board
from companion.errors import BoardNotFound
from companion.rulebooks.shelf import HASBRO_2
from companion.simulator.pegs.camera import plain_board
from companion.simulator.pegs.render import draw, looking_at, photographed, scene, shifted
from companion.simulator.pegs.script import Moment
from companion.vision.board.located import Located
from companion.vision.camera.frames import Frame
from companion.vision.geometry.pose import Pose, pose_from_label
from companion.vision.watch.board_tracker import BoardTracker
from companion.vision.watch.hands_and_motion import MotionDetector
from companion.vision.watch.phases import FrameKind

BOARD = plain_board(HASBRO_2)
POSE = looking_at(BOARD, size=(640, 480))
EMPTY = Moment(("....",) * 12, ((0, 0),) * 12)
ROW = replace(EMPTY, rows=("rgby", *EMPTY.rows[1:]))


@cache
def standing(moment):
    return scene(moment, BOARD, POSE)


def pictures(*moments):
    """Draw `moments`, each with noise of its own; what stands there is drawn once."""
    return [
        photographed(standing(replace(m, hand=0, gain=1.0, tint=1.0)), m, BOARD, POSE, seed=i)
        for i, m in enumerate(moments)
    ]


def noisy(image, seed):
    cv2.setRNGSeed(seed)
    noise = cv2.randn(np.empty(image.shape, np.int16), 0.0, 1.0)
    return cv2.add(image, noise, dtype=cv2.CV_8U)


def glances(*moments):
    detector, seen = MotionDetector.at(Located(BOARD, POSE)), []
    for image in pictures(*moments):
        detector, state = detector.on(image)
        seen.append(state)
    return seen


def sights(*moments):
    return [state.kind for state in glances(*moments)]


def test_noise_and_drifting_light_are_still():
    drift = [replace(ROW, gain=1 - i / 100, tint=1 + i / 200) for i in range(12)]
    assert set(sights(*drift)) == {FrameKind.STILL}


@pytest.mark.parametrize("row", [1, 6, 12])
def test_a_hand_that_comes_rests_and_leaves(row):
    hand = replace(EMPTY, hand=row)
    seen = glances(EMPTY, hand, hand, hand, EMPTY, EMPTY)
    assert [state.kind for state in seen[1:4]] == [FrameKind.HAND] * 3
    assert all(row in state.near for state in seen[1:4])
    assert seen[-1].kind is FrameKind.STILL


def test_a_hand_moves_as_it_comes_and_leaves_and_what_is_laid_there_no_more():
    """A hand that sets pegs moves; a sheet that was laid there does not, nor a board elsewhere."""
    hand = replace(EMPTY, hand=3)
    seen = glances(EMPTY, *[hand] * 4, EMPTY)[1:]
    assert [state.moves for state in seen] == [True] + [False] * 3 + [True]
    pushed = replace(EMPTY, shift=(0.33, 0.0))
    assert not glances(EMPTY, *[pushed] * 3)[-1].moves


def test_pegs_set_under_a_hand_are_still_when_it_is_gone():
    seen = sights(EMPTY, replace(ROW, hand=1), ROW, ROW, ROW)
    assert seen[1] is FrameKind.HAND
    assert seen[3:] == [FrameKind.STILL] * 2


@pytest.mark.opencv
@pytest.mark.parametrize("shift", [(0.33, 0.0), (0.0, -0.33), (0.2, 0.2)])
def test_a_nudge_is_moved_even_if_the_nudge_itself_was_not_seen(shift):
    moved = replace(ROW, shift=shift)
    seen = glances(ROW, moved, moved, moved)
    assert seen[0].kind is FrameKind.STILL
    assert {state.kind for state in seen[1:]} <= {FrameKind.HAND, FrameKind.MOVED}
    assert seen[-1].kind is FrameKind.MOVED
    assert seen[-1].shift == pytest.approx(np.hypot(*shift), abs=0.06)


def test_the_lamp_off_is_dark_and_a_step_of_light_is_said_in_stops():
    seen = glances(ROW, replace(ROW, gain=0.05), replace(ROW, gain=0.5), replace(ROW, gain=0.5))
    assert seen[1].kind is FrameKind.DARK
    assert seen[-1].kind is FrameKind.STILL
    assert seen[-1].light == pytest.approx(-1.0, abs=0.1)


@dataclass(frozen=True)
class ReadAt:
    """Stands in for a reading: only where the board was is of interest."""

    pose: Pose
    fault: str = ""
    rows: tuple[str, ...] = ("....",) * 12


def looks(find, *moments):
    return looks_at(find, pictures(*moments))


def looks_at(find, images):
    tracker = BoardTracker(find, lambda image, located: ReadAt(located.pose))
    return [tracker.look(Frame(image, float(i), i + 1)) for i, image in enumerate(images)]


@pytest.mark.opencv
def test_only_still_frames_are_read():
    seen = looks(lambda *_: Located(BOARD, POSE), EMPTY, replace(EMPTY, hand=3), EMPTY, EMPTY)
    assert [look.reading is not None for look in seen] == [
        look.kind is FrameKind.STILL for look in seen
    ]
    assert seen[-1].reading == ReadAt(POSE)


def test_one_unfit_frame_among_still_ones_is_left_out():
    """A frame that is spoilt is no hand: nothing begins anew because of it."""
    odd = pictures(replace(EMPTY, hand=3))[0]
    tracker = BoardTracker(
        lambda *_: Located(BOARD, POSE),
        lambda image, *_: ReadAt(POSE, "It is grey." if image is odd else ""),
    )
    frames = pictures(*[EMPTY] * 7)
    frames[2] = frames[5] = odd
    seen = [tracker.look(Frame(image, float(i), i + 1)) for i, image in enumerate(frames)]
    assert [look.kind for look in seen] == [FrameKind.STILL] * 7
    assert [bool(look.fault) for look in seen] == [n in (2, 5) for n in range(7)]
    assert [look.reading is None for look in seen] == [n in (2, 5) for n in range(7)]


def test_an_arm_that_looks_like_a_brighter_light_is_a_hand_from_its_second_frame_on():
    """Else a neighbour's arm over a board would be called a bad picture while it lies there."""
    frames = pictures(*[EMPTY] * 3, *[replace(EMPTY, hand=3)] * 4, *[EMPTY] * 2)
    under = {id(image) for image in frames[3:7]}
    tracker = BoardTracker(
        lambda *_: Located(BOARD, POSE),
        lambda image, *_: ReadAt(POSE, "It is bright." if id(image) in under else ""),
    )
    seen = [tracker.look(Frame(image, float(i), i + 1)) for i, image in enumerate(frames)]
    assert [bool(look.fault) for look in seen] == [n == 3 for n in range(9)]
    assert [look.kind for look in seen[4:7]] == [FrameKind.HAND] * 3


def test_the_same_frame_again_is_no_second_look():
    """A stream that hangs would make a row of one picture: noise alone is enough to differ."""
    one, other = pictures(EMPTY, EMPTY)
    seen = looks_at(lambda *_: Located(BOARD, POSE), [one, one, one, other, other, one])
    assert [look.reading is not None for look in seen] == [True, False, False, True, False, True]
    assert {look.kind for look in seen} == {FrameKind.STILL}


def test_an_unfit_picture_is_not_read_and_says_why():
    tracker = BoardTracker(lambda *_: Located(BOARD, POSE), lambda *_: ReadAt(POSE, "It is grey."))
    look = tracker.look(Frame(pictures(EMPTY)[0], 0.0, 1))
    assert (look.reading, look.fault) == (None, "It is grey.")


def test_what_comes_to_lie_beside_a_row_is_told_when_it_is_taken_as_it_is():
    empty, row = pictures(EMPTY, ROW)
    phone = row.copy()
    at = POSE.project(BOARD.holes()[:4])
    low, high = np.rint(at.min(0) - 14).astype(int), np.rint(at.max(0) + 14).astype(int)
    cv2.rectangle(phone, low.tolist(), high.tolist(), (8, 8, 8), 8)
    frames = [empty] * 3 + [phone] * 34 + [row] * 34
    seen = looks_at(lambda *_: Located(BOARD, POSE), [noisy(f, i) for i, f in enumerate(frames)])
    laid = [(n, look.laid) for n, look in enumerate(seen) if look.laid is not None]
    assert [1 in rows for _, rows in laid] == [True, False]
    assert not set(laid[0][1]) - {1, 2, 3}
    assert 33 <= laid[0][0] < 37 < laid[1][0]


@pytest.mark.parametrize("rows", [(1,), (4, 5, 6)])
def test_what_is_taken_away_lies_beside_no_row(rows):
    """Else a hand over the board at the first look would have its rows asked about for good."""
    (empty,) = pictures(EMPTY)
    over = empty.copy()
    at = POSE.project(BOARD.holes()[(rows[0] - 1) * BOARD.cols : rows[-1] * BOARD.cols])
    low, high = np.rint(at.min(0) - 14).astype(int), np.rint(at.max(0) + 14).astype(int)
    cv2.rectangle(over, low.tolist(), high.tolist(), (90, 120, 190), -1)
    frames = [over] * 3 + [empty] * 34 + [over] * 34
    seen = looks_at(lambda *_: Located(BOARD, POSE), [noisy(f, i) for i, f in enumerate(frames)])
    laid = [look.laid for look in seen if look.laid is not None]
    assert (laid[0], len(laid)) == ((), 2)
    assert set(rows) <= set(laid[1])


def test_a_moved_board_is_found_again_where_it_is_now():
    moved = replace(ROW, shift=(0.4, 0.0))
    there = shifted(POSE, BOARD, moved)
    answers = [Located(BOARD, POSE), Located(BOARD, there)]
    seen = looks(lambda *_: answers.pop(0), ROW, *[moved] * 6)
    assert seen[1].kind is not FrameKind.STILL
    assert FrameKind.MOVED in [look.kind for look in seen]
    assert seen[-1].reading == ReadAt(there)
    assert not any(look.turned for look in seen)


def test_a_board_that_is_not_found_is_looked_for_again():
    tries = []

    def find(image, _):
        tries.append(image)
        if len(tries) < 3:
            raise BoardNotFound("There is no board.")
        return Located(BOARD, POSE)

    assert [look.kind for look in looks(find, ROW, ROW, ROW)] == [
        FrameKind.MOVED,
        FrameKind.MOVED,
        FrameKind.STILL,
    ]


def test_a_board_that_looks_covered_where_it_is_found_is_taken_so_at_the_third_time():
    moved = replace(ROW, shift=(0.4, 0.0))
    # not where it lies: nothing looks as it did before
    there = replace(POSE, t=POSE.t + 15.0)
    poses = [POSE, there, there, there]
    seen = looks(lambda *_: Located(BOARD, poses.pop(0)), ROW, *[moved] * 6)
    assert poses == []
    assert seen[-1].reading == ReadAt(there)


def test_a_hand_over_a_board_is_told_from_a_board_elsewhere():
    moved = replace(ROW, shift=(0.4, 0.0))
    before, _ = MotionDetector.at(Located(BOARD, POSE)).on(draw(ROW, BOARD, POSE, seed=1))

    def found_at(moment):
        image = draw(moment, BOARD, POSE, seed=2)
        return MotionDetector.at(Located(BOARD, shifted(POSE, BOARD, moved))).on(image)[0]

    assert not found_at(moved).is_under_hand(before)
    assert found_at(replace(moved, hand=3)).is_under_hand(before)


def test_a_board_that_faces_another_player_is_turned():
    half = np.diag([-1.0, -1.0, 1.0])
    # about its middle, and laid down a little further
    x, y = 2 * np.mean(BOARD.outline, axis=0) + (6.0, 4.0)
    there = replace(POSE, r=POSE.r @ half, t=POSE.t + POSE.r @ np.array([x, y, 0.0]))
    answers = [Located(BOARD, POSE), *[Located(BOARD, there)] * 5]
    # nearly in its own place, so that a hand could have been all that was seen
    lying = scene(ROW, BOARD, there)
    turned = [photographed(lying, ROW, BOARD, there, seed=seed) for seed in range(40)]
    seen = looks_at(lambda *_: answers.pop(0), [*pictures(ROW), *turned])
    assert FrameKind.MOVED in [look.kind for look in seen]
    assert seen[-1].reading == ReadAt(there)
    assert [look.turned for look in seen].count(True) == 1


FILMED = Path(__file__).parent.parent.parent / "shared" / "boards" / "rendered"
FILES = {"A": "hasbro-2004", "B": "classic", "C": "lego-free", "F": "bouwblokje"}


@pytest.mark.shared
@pytest.mark.skipif(not FILMED.is_dir(), reason="needs the labelled pictures beside the checkout")
@pytest.mark.parametrize("name", ["game_0", "game_1", "game_2", "game_3"])
def test_filmed_hands_are_never_read_and_still_frames_are(name):
    folder = FILMED / name
    game = json.loads((folder / "game.json").read_text())
    detector, late = None, []
    for frame in game["frames"]:
        image = cv2.imread(str(folder / frame["image"]))
        if detector is None:
            label = json.loads((folder / frame["image"]).with_suffix(".json").read_text())
            pose = pose_from_label(label["camera"], (image.shape[1], image.shape[0]))
            detector = MotionDetector.at(Located(load_board(FILES[game["board"]]), pose))
        # twice, as a fixed camera sees it: the first is motion
        for _ in range(2):
            detector, state = detector.on(image)
        assert not (frame["occluded"] and state.kind is FrameKind.STILL), frame
        if not frame["occluded"] and state.kind is not FrameKind.STILL:
            late.append(frame["note"])
    # where a wall is taken away to show the code, it takes its time
    assert set(late) <= {"code revealed"}


@pytest.mark.opencv
def test_photos_that_show_the_same_change_twice_are_believed_a_doubled_one_is_not():
    detector, _ = MotionDetector.at(Located(BOARD, POSE), motion=inf).on(pictures(EMPTY)[0])
    hand = replace(EMPTY, hand=6)
    first, again = pictures(hand, hand)
    detector, state = detector.on(first)
    assert state.kind is FrameKind.HAND
    detector, state = detector.on(first)
    assert state.kind is FrameKind.HAND
    detector, state = detector.on(again)
    assert state.kind is FrameKind.STILL


def test_a_creeping_board_is_moved_though_no_two_frames_differ():
    detector, seen = MotionDetector.at(Located(BOARD, POSE)), []
    for image in pictures(*[replace(ROW, shift=(i / 60, 0.0)) for i in range(15)]):
        for _ in range(8):
            detector, state = detector.on(image)
            seen.append(state.kind)
    assert set(seen[:100]) == {FrameKind.STILL}
    assert FrameKind.MOVED in seen[100:]


def test_the_light_of_a_still_board_stays_what_it_is():
    detector = MotionDetector.at(Located(BOARD, POSE))
    for image in pictures(*[ROW] * 5) * 20:
        detector, state = detector.on(image)
        assert state.light == pytest.approx(0.0, abs=0.02)


def test_what_was_read_often_enough_is_read_again_only_when_something_is_new():
    peg = replace(ROW, rows=("rgby", "w...", *EMPTY.rows[2:]))
    dusk = [replace(peg, gain=1 - i / 80) for i in range(8)]
    seen = looks(
        lambda *_: Located(BOARD, POSE), *[ROW] * 30, replace(peg, hand=2), *[peg] * 30, *dusk
    )
    read = [look.reading is not None for look in seen if look.kind is FrameKind.STILL]
    # once when it is found, and then often enough
    assert read[:30] == [True] * 25 + [False] * 5
    after = read[30:]
    assert after[:24] == [True] * 24
    assert after[24:29] == [False] * 5
    assert any(after[29:])
