"""A picture of pegs laid on a row is told from pegs by its grain, which stays as it is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from looks import reading_of

from calibration.board_files.load import load_board
from companion.rulebooks.shelf import HASBRO_2
from companion.simulator.pegs.camera import plain_board
from companion.simulator.pegs.render import NOISE, draw, looking_at
from companion.simulator.pegs.script import Moment
from companion.vision.board.located import Located
from companion.vision.camera.frames import Frame
from companion.vision.watch.board_tracker import BoardTracker
from companion.vision.watch.row_texture import RowTexture

BOARD = plain_board(HASBRO_2)
POSE = looking_at(BOARD)
PLACE = Located(BOARD, POSE)
EMPTY = ("....",) * 12
ROW = ("rgby", *EMPTY[1:])
BARE = Moment(EMPTY, ((0, 0),) * 12)
SET = replace(BARE, rows=ROW)
BEGUN = ("rg..", *EMPTY[1:])


def films(rows, moment, count, start):
    """Give `count` (picture, reading) of what stands there, each with noise of its own."""
    reading = reading_of(rows)
    return [(draw(moment, BOARD, POSE, seed=start + i), reading) for i in range(count)]


def pushed(image, step):
    """Show what a camera sees that was pushed aside by `step` pixels, half as far up."""
    move = np.array([[1, 0, step], [0, 1, step / 2]], np.float32)
    return cv2.warpAffine(image, move, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)


def with_strip(looks, part=1.0, print_grain=0.0):
    """Lay a photograph of row 1, cut to a strip, just on it; its own grain stays as it is.

    Or the first `part` of it; with the grain of its print (1 sigma, grey levels).
    """
    w, h = POSE.size
    reach, (left, right) = 1.8 * BOARD.head.radius, BOARD.holes()[[0, 3], 0]
    right = left + part * (right - left)
    low, high = BOARD.row_y(1) - reach, BOARD.row_y(1) + reach
    corners = [(x, y, 0) for x, y in ((left, high), (right, high), (right, low), (left, low))]
    strip = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(strip, np.rint(POSE.project(corners)).astype(np.int32), 1)
    photo, laid = draw(SET, BOARD, POSE, seed=999), []
    photo = photo + np.random.default_rng(9).normal(0, print_grain, (h, w, 1))
    for number, (image, reading) in enumerate(looks):
        grain = np.random.default_rng(number).normal(0, NOISE, (h // 2, w // 2))
        now = cv2.resize(grain, (w, h), interpolation=cv2.INTER_NEAREST)[..., None]
        print_seen = np.clip(photo + now, 0, 255).astype(np.uint8)
        laid.append((np.where(strip[..., None] > 0, print_seen, image), reading))
    return laid


def told(looks, place=PLACE):
    """Give the rows that are told to be pictures, look by look."""
    texture = RowTexture(place)
    return [texture.on(image, reading) for image, reading in looks]


@pytest.mark.opencv
def test_a_strip_of_a_photograph_is_a_picture_from_the_third_look_until_it_is_gone():
    before, after = films(EMPTY, BARE, 12, 1), with_strip(films(ROW, SET, 4, 100))
    gone = films(EMPTY, BARE, 1, 200)
    assert told([*before, *after, *gone]) == [()] * 14 + [(1,)] * 2 + [()]


def test_pegs_that_came_at_once_are_no_picture():
    assert set(told([*films(EMPTY, BARE, 12, 1), *films(ROW, SET, 4, 100)])) == {()}


def test_pegs_that_were_set_one_by_one_are_no_picture():
    one = films(BEGUN, replace(BARE, rows=BEGUN), 3, 50)
    assert set(told([*films(EMPTY, BARE, 12, 1), *one, *films(ROW, SET, 4, 100)])) == {()}


@pytest.mark.opencv
def test_a_strip_that_is_laid_as_two_halves_is_a_picture():
    """It is held against the row as it was when it was bare, not against its first half."""
    half = with_strip(films(BEGUN, BARE, 3, 50), part=0.5, print_grain=NOISE)
    whole = with_strip(films(ROW, SET, 4, 100), print_grain=NOISE)
    assert told([*films(EMPTY, BARE, 12, 1), *half, *whole]) == [()] * 17 + [(1,)] * 2


@pytest.mark.opencv
@pytest.mark.parametrize(("laid", "said"), [(False, ()), (True, (1,))])
def test_where_the_camera_was_pushed_a_strip_is_told_from_pegs(laid, said):
    """What was seen before is held against it as it looks from the new place."""
    texture = RowTexture(PLACE)
    for image, reading in films(EMPTY, BARE, 12, 1):
        texture.on(image, reading)
    looks = films(ROW, SET, 3, 100)
    # half a pitch aside, and a find that is a little off
    step = 0.5 * BOARD.hole_pitch * float(np.median(POSE.px_per_mm(BOARD.holes())))
    k = POSE.k.copy()
    k[:2, 2] += (step + 0.4, step / 2 - 0.3)
    texture = texture.at(Located(BOARD, replace(POSE, k=k)))
    looks = with_strip(looks, print_grain=NOISE) if laid else looks
    seen = [texture.on(pushed(image, step), reading) for image, reading in looks]
    assert seen == [(), (), said]


def test_builds_with_studs_are_not_judged():
    """Plates that are set there change what is seen between them."""
    build = load_board("bouwblokje")
    place = Located(build, looking_at(build))
    image = np.zeros((*place.pose.size[::-1], 3), np.uint8)
    assert set(told([(image, reading_of(("....",) * build.rows))] * 4, place)) == {()}


@pytest.mark.opencv
def test_a_picture_stays_one_where_the_board_is_found_again():
    texture = RowTexture(PLACE)
    looks = [*films(EMPTY, BARE, 12, 1), *with_strip(films(ROW, SET, 4, 100))]
    for image, reading in looks:
        texture.on(image, reading)
    assert texture.at(PLACE).on(*looks[-1]) == (1,)


@pytest.mark.opencv
@pytest.mark.parametrize(("laid", "said"), [(False, set()), (True, {1})])
def test_the_tracker_tells_of_pictures(laid, said):
    looks = [*films(EMPTY, BARE, 12, 1), *films(ROW, SET, 4, 100)]
    looks = [*looks[:12], *with_strip(looks[12:])] if laid else looks
    readings = {image.tobytes(): reading for image, reading in looks}
    tracker = BoardTracker(lambda *_: PLACE, lambda image, _: readings[image.tobytes()])
    seen = [tracker.look(Frame(image, n / 10, n + 1)) for n, (image, _) in enumerate(looks)]
    assert {row for look in seen for row in look.pictures} == said
