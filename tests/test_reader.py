"""A drawn board is calibrated and read: letters, keys, and a question mark where it must be."""

import re

import numpy as np
import pytest

from calibration.wizard.learn_from_photos import learn
from companion.errors import CalibrationError
from companion.vision.learn.calibrate import calibrate, check_light, with_samples
from companion.vision.learn.confusable import confusable
from companion.vision.learn.further_photos import left_out
from companion.vision.learn.known_picture import Confirmed, KnownPicture
from companion.vision.learn.peg_faults import unusable_pegs
from companion.vision.read.calibration_data import Calibration
from companion.vision.read.reader import read
from tests.small_board import drawn, place_of, small_shape

pytestmark = pytest.mark.opencv

SHAPE = small_shape()
PLACE = place_of(SHAPE)
KNOWN = {1: "rgby", 2: "wk.."}
KEYS = {1: "kkww", 2: "w..k"}


def pegs(rows):
    return {
        (row, col): rows.get(row, "....")[col - 1]
        for row in range(1, SHAPE.rows + 1)
        for col in range(1, 5)
    }


def known(image, rows=KNOWN):
    return KnownPicture(
        image, PLACE, pegs(rows), {row: KEYS.get(row, "....") for row in range(1, 6)}
    )


@pytest.fixture(scope="module")
def calibration():
    empty = drawn(SHAPE, {})
    return calibrate([known(drawn(SHAPE, KNOWN, KEYS))], (empty, PLACE))


def test_a_game_in_the_light_of_the_calibration_is_read(calibration):
    rows = {1: "rgby", 2: "wyrg", 3: "by.."}
    reading = read(drawn(SHAPE, rows, {1: "w.ww", 2: "ww.."}), PLACE, calibration)
    assert reading.rows == ("rgby", "wyrg", "by..", "....", "....")
    assert [(k.black, k.white) for k in reading.keys[:2]] == [(0, 3), (0, 2)]
    assert min(min(row) for row in reading.confidence) > 0.5
    # this board has none
    assert reading.sliders == ()


def test_the_second_guess_is_another_calibrated_colour(calibration):
    reading = read(drawn(SHAPE, {1: "rgby", 2: "wk.."}), PLACE, calibration)
    for likely, second in zip("".join(reading.likely), "".join(reading.second), strict=True):
        assert second in "rgbywk"
        assert second != likely


@pytest.mark.parametrize("gain", [0.8, 1.0, 1.08])
def test_other_exposure_gives_no_wrong_letter(calibration, gain):
    rows = {1: "rgby", 2: "wkrg", 3: "byrw"}
    reading = read(drawn(SHAPE, rows, gain=gain), PLACE, calibration)
    for row, letters in enumerate(reading.rows, start=1):
        for seen, true in zip(letters, rows.get(row, "...."), strict=True):
            assert seen in (true, "?")


@pytest.mark.parametrize("value", [0, 128, 255])
def test_a_picture_of_nothing_gives_no_pegs_and_no_keys(calibration, value):
    image = np.full((740, 600, 3), value, np.uint8)
    reading = read(image, PLACE, calibration)
    assert set("".join(reading.rows)) == {"?"}
    assert {key.black for key in reading.keys} == {None}
    assert "nothing to be seen" in reading.notes[0]


def test_a_place_outside_the_picture_is_hidden_not_read(calibration):
    image = drawn(SHAPE, {1: "rgby"})
    pose = PLACE.pose
    cut = type(pose)(pose.k, pose.dist, pose.r, pose.t, (600, 560))
    reading = read(image[:560], type(PLACE)(SHAPE, cut), calibration)
    assert reading.rows[0] == "????"
    assert (1, 1) in reading.hidden


def test_a_calibration_comes_back_from_its_plain_form(calibration):
    again = Calibration.from_dict(calibration.to_dict())
    image = drawn(SHAPE, {1: "rgby"}, {1: "kw.."})
    assert read(image, PLACE, again) == read(image, PLACE, calibration)
    assert again.letters == "bgkrwy"


def test_what_is_written_keeps_its_names_so_that_old_calibrations_are_read(calibration):
    sorts = {
        f"{sort}_{part}" for sort in ("pegs", "keys") for part in ("letters", "white", "light")
    }
    sorts |= {
        f"{sort}_{part}"
        for sort in ("pegs", "keys", "bare", "key_bare")
        for part in ("heads", "holes", "seen")
    }
    ground = {"ground_surface", "ground_spread", "ground_field"}
    assert set(calibration.to_dict()) == {"version", "rows", "cols", "places"} | sorts | ground
    assert calibration.to_dict()["version"] == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 99}, "version 99"),
        ({"pegs_letters": "r"}, "damaged"),
        ({"places": 1}, "damaged"),
    ],
)
def test_a_newer_or_damaged_calibration_is_refused(calibration, change, words):
    with pytest.raises(CalibrationError, match=words):
        Calibration.from_dict(calibration.to_dict() | change)


def test_a_calibration_of_another_board_is_refused(calibration):
    other = small_shape(rows=4)
    with pytest.raises(CalibrationError, match="5 rows of 4"):
        read(drawn(other, {}), place_of(other), calibration)


def burnt(image, index):
    """Burn the head of one place out to white."""
    x, y = PLACE.pose.project(SHAPE.heads())[index].round().astype(int)
    image[y - 30 : y + 31, x - 30 : x + 31] = 255
    return image


def test_a_burnt_out_peg_is_named_with_the_remedy_and_the_rest_is_kept():
    picture = known(burnt(drawn(SHAPE, KNOWN, KEYS), 0))
    assert re.match(
        r"The red peg in row 1, place 1 is burnt out.*left out.*light", unusable_pegs([picture])[0]
    )
    taught = calibrate([picture], (drawn(SHAPE, {}), PLACE))
    assert "r" not in taught.letters
    assert read(drawn(SHAPE, {3: "bgy."}), PLACE, taught).rows[2] == "bgy."


def test_a_colour_that_was_not_learned_is_not_read_as_another():
    taught = calibrate([known(burnt(drawn(SHAPE, KNOWN, KEYS), 0))], (drawn(SHAPE, {}), PLACE))
    assert read(drawn(SHAPE, {3: "rrrr"}), PLACE, taught).rows[2] == "????"


def test_a_picture_whose_every_peg_is_burnt_out_is_refused():
    image = drawn(SHAPE, KNOWN, KEYS)
    for index in range(len(SHAPE.cells())):
        burnt(image, index)
    with pytest.raises(CalibrationError, match=r"burnt out.*light"):
        calibrate([KnownPicture(image, PLACE, {(1, 1): "r", (1, 2): "b"})])


def test_a_burnt_out_second_photo_leaves_what_the_first_taught():
    first = known(drawn(SHAPE, KNOWN, KEYS))
    second = known(burnt(drawn(SHAPE, KNOWN, KEYS), 0))
    taught = calibrate([first, second], (drawn(SHAPE, {}), PLACE))
    assert read(drawn(SHAPE, {1: "rgby"}), PLACE, taught).rows[0] == "rgby"


def test_a_burnt_out_first_photo_leaves_what_the_second_teaches():
    image = drawn(SHAPE, KNOWN, KEYS)
    for index in range(len(SHAPE.cells())):
        burnt(image, index)
    first, second = known(image), known(burnt(drawn(SHAPE, KNOWN, KEYS), 0))
    empty = (drawn(SHAPE, {}), PLACE)
    assert list(left_out([first, second], empty)) == [0]
    outcome = learn([first, second], empty)
    assert re.match(r"Photo 1 is left out\. .*burnt out", outcome.warnings[0])
    assert not [line for line in outcome.doubts if "was said" in line]
    assert outcome.calibration.letters == calibrate([second], empty).letters


def test_a_dark_sample_is_refused_but_black_may_be_dark():
    with pytest.raises(CalibrationError, match=r"too dark.*Add light"):
        calibrate([known(drawn(SHAPE, KNOWN, gain=0.02))], (drawn(SHAPE, {}), PLACE))


def test_a_further_photo_that_contradicts_the_first_is_named():
    empty = (drawn(SHAPE, {}), PLACE)
    good, other = known(drawn(SHAPE, KNOWN, KEYS)), {1: "bwrk", 2: "gy.."}
    told_wrongly = known(drawn(SHAPE, other), KNOWN)
    pictures = [good, told_wrongly, known(drawn(SHAPE, other), other)]
    assert left_out(pictures, empty) == {1: ""}
    assert learn(pictures, empty).warnings[0].startswith("Photo 2 does not go")


def test_a_calibration_without_any_peg_is_refused():
    with pytest.raises(CalibrationError, match="No picture shows a peg"):
        calibrate([KnownPicture(drawn(SHAPE, {}), PLACE, pegs({}))])


def test_without_an_empty_board_the_empty_holes_of_the_known_picture_serve():
    calibration = calibrate([known(drawn(SHAPE, KNOWN))])
    assert read(drawn(SHAPE, {1: "rgby"}), PLACE, calibration).rows[0] == "rgby"


def test_two_colours_alike_are_named(calibration):
    assert not {("r", "g"), ("g", "r")} & {(a, b) for a, b, _ in confusable(calibration)}
    twins = known(drawn(SHAPE, {1: "rgbr", 2: "wk.."}), {1: "rgby", 2: "wk.."})
    close = confusable(calibrate([twins], (drawn(SHAPE, {}), PLACE)))
    assert close[0][:2] == ("r", "y")


def test_a_shadow_over_the_samples_is_told():
    image = drawn(SHAPE, KNOWN)
    assert check_light([known(image)]) == ()
    image[520:] = (image[520:] * 0.6).astype(np.uint8)
    assert "row 1" in check_light([known(image)])[0]
    # shown once more in the usual light, nothing is left to ask for
    assert check_light([known(image), known(drawn(SHAPE, KNOWN))]) == ()


def test_confirmed_cells_become_samples(calibration):
    image = drawn(SHAPE, {4: "rgby"})
    more = with_samples(calibration, image, PLACE, [Confirmed(4, 1, "r"), Confirmed(5, 1, ".")])
    assert len(more.samples.letters) == len(calibration.samples.letters) + 1
    assert tuple(more.places[-1]) == (4, 1)
    assert read(image, PLACE, more).rows[3] == "rgby"
