"""What must be doubted is not read: spoilt pictures and things laid on a board, by every way in."""

import random

import cv2
import numpy as np
import pytest

from calibration.wizard.learn_from_photos import learn
from companion.errors import CalibrationError, MirroredPicture, UnfitPicture
from companion.rulebooks.shelf import find_book
from companion.sightings.boards import PictureFit, PictureUnfit, RowSeen
from companion.simulator.pegs import render
from companion.simulator.pegs.camera import known_pictures, plain_board
from companion.simulator.pegs.render import looking_at
from companion.simulator.pegs.script import Moment
from companion.vision.board.located import Located
from companion.vision.camera.frames import Frame
from companion.vision.checks.cover_check import covered
from companion.vision.checks.picture_fault import PictureFault
from companion.vision.features.patches import sample_patches, sampled_pixels
from companion.vision.fit.board_fit import BoardFit
from companion.vision.learn.calibrate import calibrate
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.learn.peg_faults import unusable_pegs
from companion.vision.locate.find_board import find_board
from companion.vision.locate.find_check import check_find, check_mirrored_markers
from companion.vision.locate.search import Search
from companion.vision.read.reader import read
from companion.vision.read.reading import Reading
from companion.vision.watch.board_tracker import BoardTracker
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.phases import FrameKind
from companion.vision.watch.stability import PHOTOS, VIDEO
from companion.vision.watch.watcher import Observation, Watcher
from tests.drawn import camera, draw
from tests.small_board import drawn, place_of, small_shape

SHAPE = small_shape()
PLACE = place_of(SHAPE)
KNOWN = {1: "rgby", 2: "wk.."}
ROWS = {1: "rgby", 2: "wyrg", 3: "bygr"}


def cells(rows):
    return {
        (row, col): rows.get(row, "....")[col - 1]
        for row in range(1, SHAPE.rows + 1)
        for col in range(1, 5)
    }


@pytest.fixture(scope="module")
def calibration():
    known = KnownPicture(drawn(SHAPE, KNOWN), PLACE, cells(KNOWN))
    return calibrate([known], (drawn(SHAPE, {}), PLACE))


@pytest.fixture
def picture():
    return drawn(SHAPE, ROWS)


def in_light(image, gains):
    """Multiply the light of blue, green and red, and store it again."""
    light = (image / 255.0) ** 2.2 * np.array(gains)
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def wrong_in(rows):
    """Return the rows in which a place is said to be what it is not."""
    return [
        row
        for row, letters in enumerate(rows, 1)
        if any(a not in (b, "?") for a, b in zip(letters, ROWS.get(row, "...."), strict=True))
    ]


def noisy(image, seed, sigma=1.0):
    """No two pictures of a sensor are alike."""
    noise = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.asarray(np.clip(np.rint(image + noise), 0, 255), np.uint8)


def shaken(image, length):
    """Move the camera sideways by so many pixels while the picture is taken."""
    return np.asarray(cv2.blur(image, (length, 1)), np.uint8)


SPOILT = {
    PictureFault.GREY: lambda i: np.repeat(cv2.cvtColor(i, cv2.COLOR_BGR2GRAY)[..., None], 3, 2),
    PictureFault.SWAPPED: lambda i: np.ascontiguousarray(i[..., ::-1]),
    PictureFault.CAST: lambda i: in_light(i, (0.1, 0.8, 2.6)),
    PictureFault.DARK: lambda i: in_light(i, (0.12, 0.12, 0.12)),
    PictureFault.BRIGHT: lambda i: in_light(i, (6, 6, 6)),
    PictureFault.STRAY: lambda i: np.asarray(i * 0.5 + 105, np.uint8),
    PictureFault.BLUR: lambda i: shaken(i, 35),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_picture_is_not_read_and_says_what_to_do(fault, calibration, picture):
    reading = read(SPOILT[fault](picture), PLACE, calibration)
    assert set("".join(reading.rows)) == {"?"}
    assert {(key.black, key.white) for key in reading.keys} == {(None, None)}
    assert reading.fault in {each.sentence for each in PictureFault}
    assert reading.notes == (reading.fault,)


def black_board(rows, light=1.0):
    return in_light(drawn(SHAPE, rows, ground=(30, 30, 30)), (light,) * 3)


@pytest.mark.parametrize(
    ("calibrated_in", "light", "is_dark"),
    [(1.0, 1.0, False), (1.0, 0.6, False), (1.0, 0.13, True), (0.25, 0.25, False)],
)
def test_a_black_board_in_the_dark_tells_no_light(calibrated_in, light, is_dark):
    """White pegs were read as black ones; a board that never showed more is read as ever."""
    seen = KnownPicture(black_board(KNOWN, calibrated_in), PLACE, cells(KNOWN))
    known = calibrate([seen], (black_board({}, calibrated_in), PLACE))
    reading = read(black_board(ROWS, light), PLACE, known)
    assert (reading.fault == PictureFault.DARK.sentence) == is_dark
    assert is_dark or reading.rows[0] == ROWS[1]
    assert not wrong_in(reading.rows)


@pytest.mark.parametrize("length", [5, 11, 17, 23, 29])
def test_a_shaken_picture_is_read_right_or_not_at_all(length, calibration, picture):
    rows = read(shaken(picture, length), PLACE, calibration).rows
    assert not wrong_in(rows)
    assert length > 11 or rows[0] == ROWS[1]


@pytest.mark.parametrize("gain", [1.6, 2.4, 3.6, 5.0])
def test_a_picture_that_is_exposed_too_long_is_read_right_or_not_at_all(gain, calibration, picture):
    """What is clipped says no more than "at least so bright": silver may be white, red orange."""
    assert not wrong_in(read(in_light(picture, (gain, gain, gain)), PLACE, calibration).rows)


@pytest.mark.opencv
@pytest.mark.parametrize("ways", [(), ("empty",), ("last",)], ids=["unaided", "empty", "last"])
def test_a_picture_that_is_too_blurred_to_be_read_is_refused_before_its_find_is_believed(
    ways, picture
):
    """Four of thirty blurred pictures of boards were found elsewhere."""
    known = {"empty": (drawn(SHAPE, {}), PLACE.pose), "last": PLACE.pose}
    given = {way: known[way] for way in ways}
    assert find_board(shaken(picture, 17), SHAPE, **given).shape == SHAPE
    with pytest.raises(UnfitPicture, match="blurred"):
        find_board(shaken(picture, 35), SHAPE, **given)


def test_a_blurred_picture_calibrates_nothing():
    blurred = SPOILT[PictureFault.BLUR](drawn(SHAPE, KNOWN))
    with pytest.raises(CalibrationError, match="blurred"):
        calibrate([KnownPicture(blurred, PLACE, cells(KNOWN))], (drawn(SHAPE, {}), PLACE))


def test_each_fault_has_a_sentence_with_a_remedy():
    assert all(fault.sentence.count(".") == 2 for fault in PictureFault)


@pytest.mark.parametrize("gains", [(0.8, 0.8, 0.8), (1.1, 1.1, 1.1), (0.9, 1.0, 1.05)])
def test_the_light_of_another_hour_is_no_fault(gains, calibration, picture):
    reading = read(in_light(picture, gains), PLACE, calibration)
    assert reading.fault == ""
    assert not wrong_in(reading.rows)


@pytest.mark.parametrize("gains", [(0.45, 0.9, 1.7), (0.35, 0.9, 2.0), (2.1, 1.0, 0.5)])
def test_in_light_of_another_colour_what_is_sure_is_read_and_nothing_wrong(
    gains, calibration, picture
):
    """A camera that balances white by the table casts two exposure values on a board by itself."""
    reading = read(in_light(picture, gains), PLACE, calibration)
    assert reading.fault == ""
    assert not wrong_in(reading.rows)
    assert sum(letter in "rgbykws" for row in reading.rows for letter in row) >= 6


def test_without_an_empty_board_a_grey_picture_is_known_all_the_same(picture):
    alone = calibrate([KnownPicture(drawn(SHAPE, KNOWN), PLACE, cells(KNOWN))])
    assert read(SPOILT[PictureFault.GREY](picture), PLACE, alone).fault


@pytest.mark.opencv
def test_a_grey_picture_with_a_sensors_noise_is_refused_for_its_lack_of_colours(
    calibration, picture
):
    """Its noise has colours of its own: each row was asked about instead."""
    for seed in range(3):
        grey = noisy(SPOILT[PictureFault.GREY](picture), seed, sigma=2.5)
        assert read(grey, PLACE, calibration).fault == PictureFault.GREY.sentence
        # half of the board is no board, and the missing colours are what is said of it
        with pytest.raises(UnfitPicture, match="no colours"):
            find_board(np.ascontiguousarray(grey[:, : grey.shape[1] // 2]), SHAPE)


def test_black_and_white_pegs_on_a_grey_board_are_no_grey_picture_on_a_table_of_colour():
    """A match went no further than a row of black and white pegs alone."""

    def on_the_table(rows):
        image = SPOILT[PictureFault.GREY](drawn(SHAPE, rows))
        image[:40, :] = (60, 110, 150)
        return image

    coloured = KnownPicture(drawn(SHAPE, KNOWN), PLACE, cells(KNOWN))
    empty = (SPOILT[PictureFault.GREY](drawn(SHAPE, {})), PLACE)
    on_grey = calibrate([coloured], empty)
    rows = {1: "kwkw", 2: "wwkk"}
    assert read(on_the_table(rows), PLACE, on_grey).fault != PictureFault.GREY.sentence
    grey = SPOILT[PictureFault.GREY](drawn(SHAPE, rows))
    assert read(grey, PLACE, on_grey).fault == PictureFault.GREY.sentence


def laid(image, row, colour, grow=1.6):
    """Lay a sheet over all places of a row, and half a pitch around."""
    first = (row - 1) * SHAPE.cols
    at = PLACE.pose.project(SHAPE.holes()[first : first + SHAPE.cols])
    reach = grow * SHAPE.head.radius * float(PLACE.pose.px_per_mm(SHAPE.holes()[:1])[0])
    low, high = np.rint(at.min(0) - reach).astype(int), np.rint(at.max(0) + reach).astype(int)
    out = image.copy()
    noise = np.random.default_rng(3).normal(0, 2, (high[1] - low[1], high[0] - low[0], 3))
    out[low[1] : high[1], low[0] : high[0]] = np.clip(np.array(colour) + noise, 0, 255)
    return out


@pytest.mark.parametrize(
    "colour",
    [(50, 40, 190), (160, 70, 30), (70, 130, 40), (40, 190, 220), (225, 228, 230), (38, 36, 36)],
    ids="rbgywk",
)
def test_a_sheet_in_a_pegs_colour_is_no_row_of_pegs(colour, calibration, picture):
    reading = read(laid(picture, 4, colour), PLACE, calibration)
    assert reading.rows[3] == "????"
    assert {(4, col) for col in range(1, 5)} <= set(reading.hidden)
    assert reading.rows[0] == ROWS[1]


def page(image, rows, line, seed):
    """Lay a page of print over all places of two rows: lines of ink, `line` pixels apart."""
    chance, first = np.random.default_rng(seed), (rows[0] - 1) * SHAPE.cols
    at = PLACE.pose.project(SHAPE.holes()[first : first + len(rows) * SHAPE.cols])
    low, high = np.rint(at.min(0) - 40).astype(int), np.rint(at.max(0) + 40).astype(int)
    paper = np.full((high[1] - low[1], high[0] - low[0], 3), 222, np.uint8)
    for y in range(line, len(paper), line):
        words = "".join(chr(int(c)) for c in chance.integers(97, 123, 60))
        cv2.putText(paper, words, (-8, y), cv2.FONT_HERSHEY_SIMPLEX, line / 34, (45, 45, 45), 1)
    out = image.copy()
    out[low[1] : high[1], low[0] : high[0]] = cv2.GaussianBlur(paper, (0, 0), 0.9)
    return out


@pytest.mark.parametrize("line", [13, 16, 20, 26])
def test_nothing_is_read_on_a_printed_page(line, calibration, picture):
    for seed in range(3):
        reading = read(page(picture, (4, 5), line, seed), PLACE, calibration)
        assert reading.rows[3:] == ("????", "????")
        assert reading.rows[:2] == (ROWS[1], ROWS[2])


@pytest.mark.parametrize("book", ["hasbro-2", "hasbro-group", "invicta-4", "bouwblokje"])
def test_no_peg_of_a_drawn_board_is_covered(book):
    """Every demonstration looks at such a board; white beside silver was taken for covered."""
    board = plain_board(find_book(book))
    pose = looking_at(board, size=(720, 540))
    pictures, empty = known_pictures(board, pose)
    known, chance = calibrate(pictures, (empty.image, empty.located)), random.Random(5)
    rows = ["".join(chance.choices(board.palette, k=board.cols)) for _ in range(board.rows)]
    rows[0] = (board.palette[:2] * board.cols)[: board.cols]
    answers = ((0, 0),) * board.rows
    for used in (1, 2, board.rows):
        seen = (*rows[:used], *["." * board.cols] * (board.rows - used))
        image = render.draw(Moment(seen, answers), board, pose, seed=used)
        assert read(image, Located(board, pose), known).rows == seen


def test_what_lies_beside_a_covered_place_is_covered_sooner():
    margins = np.array([[3.0, 0.6, 0.6], [-1.0, 0.6, -1.0], [0.6, -1.0, -1.0]])
    none = np.zeros(9, bool)
    seen = covered(margins.ravel(), none, 3).reshape(3, 3)
    assert seen.tolist() == [[True, True, True], [False, True, False], [True, False, False]]
    assert not covered(np.full(9, 0.6), none, 3).any()


def test_what_all_pegs_of_a_row_speak_for_a_little_is_no_row_of_pegs():
    margins = np.array([[0.4, 0.9, 0.8, -3.0], [-2.0, -2.0, -2.0, -2.0], [9.0, 0.4, -1.0, -3.5]])
    pegs = np.array([[True, True, True, False], [False] * 4, [True] * 4])
    seen = covered(margins.ravel(), pegs.ravel(), 4).reshape(3, 4)
    # and a hand over one of them hides no other
    assert seen.tolist() == [[True, True, True, False], [False] * 4, [True] + [False] * 3]


# in time


def reading_of(*rows):
    whole = tuple(rows) + ("....",) * (5 - len(rows))
    sure = ((0.99,) * 4,) * 5
    return Reading(rows=whole, confidence=sure, likely=whole)


def looks(*kinds):
    """One look each: a reading, or a sentence on why there is none."""
    return [
        Observation(
            n / 10, FrameKind.STILL, **({"fault": k} if isinstance(k, str) else {"reading": k})
        )
        for n, k in enumerate(kinds)
    ]


def seen_by(watcher, *kinds):
    said = []
    for look in looks(*kinds):
        watcher, more = watcher.on(look)
        said += more
    return said


def test_one_unfit_picture_in_four_is_said_once_and_the_row_is_seen():
    full, watcher = reading_of("rgby"), Watcher.before(Limits(5, 4, "rgbywk"))
    said = seen_by(watcher, *([full, full, full, "It is grey."] * 6))
    assert [each for each in said if isinstance(each, PictureUnfit)] == [
        PictureUnfit("It is grey.")
    ]
    assert [each.letters for each in said if isinstance(each, RowSeen)] == ["rgby"]


def test_unfit_pictures_say_nothing_of_the_board_until_they_are_fit_again():
    full, watcher = reading_of("rgby"), Watcher.before(Limits(5, 4, "rgbywk"))
    assert seen_by(watcher, *(["It is grey."] * 100)) == [PictureUnfit("It is grey.")]
    # two faults in turn are one trouble
    assert seen_by(watcher, *(["It is grey.", "It is dark."] * 9)) == [PictureUnfit("It is dark.")]
    said = seen_by(watcher, "It is grey.", "It is grey.", *([full] * VIDEO.patience))
    assert [type(each) for each in said if not isinstance(each, RowSeen)] == [
        PictureUnfit,
        PictureFit,
    ]


def test_one_unfit_frame_alone_is_left_out_and_nothing_is_said_of_it():
    """An arm that comes into the picture may make it look brighter for one frame."""
    full, watcher = reading_of("rgby"), Watcher.before(Limits(5, 4, "rgbywk"))
    said = seen_by(watcher, *(["It is bright.", *[full] * VIDEO.patience] * 3))
    assert [type(each) for each in said] == [RowSeen]


def test_pictures_that_all_become_unfit_are_said_again_though_some_had_been():
    full, watcher = reading_of("rgby"), Watcher.before(Limits(5, 4, "rgbywk"))
    said = seen_by(watcher, *([full, full, full, "It is grey."] * 3), *(["It is dark."] * 20))
    unfit = [each.why for each in said if isinstance(each, PictureUnfit)]
    assert unfit == ["It is grey.", "It is dark."]


def test_one_good_photo_after_an_unfit_one_is_enough():
    full, watcher = reading_of("rgby"), Watcher.before(Limits(5, 4, "rgbywk"), pace=PHOTOS)
    said = seen_by(watcher, "It is grey.", full)
    assert [type(each) for each in said] == [PictureUnfit, PictureFit, RowSeen]


def test_a_camera_that_shows_colours_again_is_read_with_nothing_moved(calibration, picture):
    """Grey and coloured, a picture may be as bright in every pixel: that is no motion."""
    live = [noisy(picture, seed) for seed in range(40 + VIDEO.patience)]
    frames = [SPOILT[PictureFault.GREY](image) for image in live[:40]] + live[40:]
    tracker = BoardTracker(lambda *_: PLACE, lambda image, place: read(image, place, calibration))
    watcher, said = Watcher.before(Limits(SHAPE.rows, SHAPE.cols, SHAPE.palette)), []
    for n, image in enumerate(frames):
        watcher, more = watcher.on(tracker.look(Frame(image, n / 10, n + 1)))
        said += more
    fitness = [type(each) for each in said if isinstance(each, PictureUnfit | PictureFit)]
    assert fitness == [PictureUnfit, PictureFit]
    assert {e.row: e.letters for e in said if isinstance(e, RowSeen)} == ROWS


# finds


def board():
    from calibration.board_files.load import load_board

    return load_board("classic")


@pytest.fixture(scope="module")
def scenes():
    """The empty board, and one with pegs, each with the pose it was seen from."""
    shape = board()
    there, here = camera(shape), camera(shape, tilt=24.0, turn=8.0)
    pegs = {(1, 1): (40, 30, 200), (1, 2): (40, 190, 220), (2, 3): (160, 70, 30)}
    return shape, (draw(shape, there), there), (draw(shape, here, pegs=pegs), here)


def mirrored_pose(pose, shape):
    """How an unaware finder sees a mirrored picture: with the columns the other way round."""
    flip = np.diag([-1.0, 1.0, 1.0])
    middle = np.array([2 * shape.corners()[:, 0].mean(), 0, 0])
    k = pose.k.copy()
    k[0, 2] = pose.size[0] - 1 - k[0, 2]
    return type(pose)(
        k, pose.dist, flip @ pose.r @ flip, flip @ (pose.r @ middle + pose.t), pose.size
    )


def test_a_mirrored_picture_is_refused_and_a_straight_one_is_not(scenes):
    shape, empty, (image, pose) = scenes
    straight = BoardFit(shape, pose, "unaided", 1.0)
    assert check_find(Search(image, shape, empty=empty), straight) is straight
    turned = BoardFit(shape, mirrored_pose(pose, shape), "unaided", 1.0)
    with pytest.raises(MirroredPicture, match="mirrored"):
        check_find(Search(np.ascontiguousarray(image[:, ::-1]), shape, empty=empty), turned)


@pytest.mark.opencv
def test_markers_that_only_a_mirror_shows_refuse_the_picture():
    shape = board()
    image = draw(shape, camera(shape), markers=True)
    check_mirrored_markers(image, shape)
    with pytest.raises(MirroredPicture):
        check_mirrored_markers(np.ascontiguousarray(image[:, ::-1]), shape)


# calibrating


def test_a_grey_picture_calibrates_nothing():
    grey = SPOILT[PictureFault.GREY](drawn(SHAPE, KNOWN))
    with pytest.raises(CalibrationError, match="no colours"):
        calibrate([KnownPicture(grey, PLACE, cells(KNOWN))], (drawn(SHAPE, {}), PLACE))


def test_pegs_that_are_clipped_below_white_are_named():
    """A video's white may be 245: what ends there in all channels is as burnt out as at 255."""
    chance = np.random.default_rng(1)
    image = drawn(SHAPE, {1: "rgby"}) * 1.0
    image = np.clip(image * 8.0 + chance.normal(0, 2, image.shape), 0, 245).astype(np.uint8)
    named = unusable_pegs([KnownPicture(image, PLACE, cells({1: "rgby"}))])
    assert any("burnt out" in sentence for sentence in named)
    dim = drawn(SHAPE, {1: "rgbw"})
    assert unusable_pegs([KnownPicture(dim, PLACE, cells({1: "rgbw"}))]) == ()


def test_colours_that_were_never_shown_are_named():
    picture = KnownPicture(drawn(SHAPE, {1: "rgbw"}), PLACE, cells({1: "rgbw"}))
    outcome = learn([picture], (drawn(SHAPE, {}), PLACE))
    said = [line for line in outcome.warnings if "Never shown" in line]
    assert len(said) == 1
    assert "yellow, black" in said[0]
    whole = KnownPicture(drawn(SHAPE, KNOWN), PLACE, cells(KNOWN))
    assert not any("Never shown" in line for line in learn([whole]).warnings)


def test_what_is_painted_for_learning_lies_where_it_is_sampled():
    """The pixels that `sampled_pixels` names are those that `sample_patches` looks at."""
    heads, holes, _ = sampled_pixels(PLACE.pose, SHAPE)
    image = np.zeros((740, 600, 3), np.uint8)
    x, y = np.rint(holes[6, 0]).astype(int)
    image[y - 2 : y + 3, x - 2 : x + 3] = 200
    seen = sample_patches(image, PLACE.pose, SHAPE)
    assert (heads.shape[1:], holes.shape[1:]) == ((92, 2), (46, 2))
    assert seen.holes[6, 0].min() == 200
    assert seen.holes[5].max() == 0
