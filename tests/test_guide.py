"""The wizard before a camera: steps, refusals, doubts, back and again; all on drawn boards."""

from dataclasses import replace
from itertools import count

import cv2
import numpy as np
import pytest

from calibration.board_files.load import load_board
from calibration.wizard.drafts import Draft
from calibration.wizard.guide import Guide
from calibration.wizard.stills import measure, still_of
from companion.errors import BadNotation, BoardNotFound, CalibrationError
from companion.observers.posed_board import drawn_camera
from companion.simulator.pegs.render import draw

SHAPE = load_board("four-player")
SEEDS = count(1)


def camera():
    """A drawn camera that shows what it is asked for."""
    return drawn_camera(SHAPE, {"seed": 1, "width": 720})


def picture(step, **changes):
    """A picture of what `step` asks for; `changes` are of the moment, as a hand or less light."""
    posing = camera()
    posing.pose_for(step)
    posing.read(1)
    moment = replace(posing._camera.moment, **changes)
    return draw(moment, SHAPE, posing._camera.pose, seed=next(SEEDS))


@pytest.fixture(scope="module")
def emptied():
    """The wizard with the board found and the empty board seen."""
    guide = Guide(SHAPE)
    for _ in range(2):
        guide = guide.on(picture(guide.step))
    guide = guide.on("yes")
    return guide.on(picture(guide.step))


@pytest.fixture(scope="module")
def taught(emptied):
    """The wizard before its trial."""
    guide = emptied
    while guide.step.name != "trial":
        guide = guide.on(picture(guide.step))
        assert not guide.question
    return guide


def test_the_steps_of_a_board_are_those_that_it_has():
    assert Guide(SHAPE).names == (
        *("camera", "board", "empty", "pegs", "other", "keys", "trial", "end"),
    )
    assert "sliders" in Guide(load_board("hasbro-2004")).names
    assert "keys" not in Guide(load_board("hasbro-2004")).names


def test_the_grid_is_confirmed_before_anything_goes_on():
    guide = Guide(SHAPE).on(picture(Guide(SHAPE).step))
    assert guide.step.name == "board"
    with pytest.raises(BadNotation, match="nothing to say yes to"):
        guide.on("yes")
    looked = guide.on(picture(guide.step))
    assert "grid" in looked.question
    assert looked.on("no").step.name == "board"
    assert looked.on("no").shot is None
    assert looked.on("yes").step.name == "empty"


def test_a_board_that_is_not_found_is_shown_by_its_corners_in_the_first_picture():
    before = Guide(SHAPE).on(picture(Guide(SHAPE).step))
    there = camera()._camera.pose.project(SHAPE.corners())
    shown = before.on(" ".join(f"{x:.0f},{y:.0f}" for x, y in there))
    assert (shown.shot.found.how, shown.step.name) == ("corners", "board")
    assert "grid" in shown.question


def test_corners_can_be_typed_in_again():
    guide = Guide(SHAPE).on(picture(Guide(SHAPE).step))
    looked = guide.on(picture(guide.step))
    there = looked.shot.found.pose.project(SHAPE.corners())
    again = looked.on(" ".join(f"{x:.0f},{y:.0f}" for x, y in there + 2))
    assert (again.shot.found.how, again.step.name) == ("corners", "board")
    with pytest.raises(BadNotation, match="four corners"):
        looked.on("1,2 3,4")
    with pytest.raises(BoardNotFound):
        looked.on("10,10 40,10 40,40 10,40")


def test_pegs_that_lie_otherwise_than_asked_are_read(taught):
    step = replace(taught.on("back").on("back").step)
    guide = taught.on("back").on("back")
    assert guide.step.name == "other"
    rows = {row: line[::-1] for row, line in step.rows.items()}
    doubted = guide.on(picture(replace(step, rows=rows)))
    assert doubted.question == "Is it as you set it?"
    read = doubted.shot.reading.rows
    assert {row: read[row - 1] for row in rows} == rows


def test_pegs_are_asked_for_in_two_places_row_by_row(emptied):
    assert emptied.step.name == "pegs"
    assert "  row  1  r b g y w   red, blue, green, yellow, white" in emptied.step.asks
    other = emptied.on("again").on(picture(emptied.step)).step
    assert (other.name, set(other.rows) - set(emptied.step.rows)) == ("other", {3, 4} - {1, 2})


def test_what_is_uneven_in_light_moves_the_two_places():
    guide = Guide(SHAPE)
    for _ in range(2):
        guide = guide.on(picture(guide.step))
    image = picture(guide.step)
    ramp = np.linspace(1.5, 0.6, len(image))[:, None, None]
    guide = guide.on("yes").on(np.clip(image * ramp, 0, 255).astype(np.uint8))
    assert guide.step.rows.keys() == {3, 4}
    assert any("times the light" in line for line in guide.said)


def test_pegs_that_lie_otherwise_are_doubted_and_can_be_said(emptied):
    step = emptied.step
    swapped = {**step.rows, 1: "br" + step.rows[1][2:], 2: ".." + "...", 3: "kkk.."}
    guide = emptied.on(picture(replace(step, rows=swapped)))
    assert guide.step.name == "pegs"
    assert "Is it as you set it?" in guide.question
    assert any(line == "Row 3, place 1: empty was said, black is seen." for line in guide.said)
    assert any(line.startswith("Row 2, place 1: black was said") for line in guide.said)
    told = guide.on("1=brgyw,2=.....,3=kkk..")
    assert told.step.name == "other"
    assert told.known_pictures()[0].pegs[1, 1] == "b"
    assert guide.on("again").question == ""
    assert guide.on("yes").step.name == "other"


def test_a_lone_peg_far_from_the_others_is_asked_about(emptied):
    step = emptied.step
    guide = emptied.on(picture(replace(step, rows={**step.rows, 2: ".....", 3: "k...."})))
    assert "Is it as you set it?" in guide.question
    assert any(line.startswith("Row 3, place 1: empty was said") for line in guide.said)


def test_a_hand_over_the_board_is_asked_about(emptied):
    guide = emptied.on(picture(emptied.step, hand=2))
    assert any("Something lies over the board" in line for line in guide.said)
    assert guide.step.name == "pegs"


def test_a_board_that_moved_a_little_is_followed_and_further_is_refused(emptied):
    guide = emptied.on(picture(emptied.step, shift=(0.3, 0.2)))
    assert "The board has moved; it is found again." in guide.said
    gone = np.full_like(picture(emptied.step), 120)
    with pytest.raises((BoardNotFound, CalibrationError)):
        emptied.on(cv2.GaussianBlur(gone, (3, 3), 0) // 40)
    with pytest.raises(CalibrationError, match="another size"):
        emptied.on(picture(emptied.step)[::2, ::2])


def test_dark_pegs_are_refused_and_nothing_changes(emptied):
    with pytest.raises(CalibrationError, match="dark"):
        emptied.on(picture(emptied.step, gain=0.05))
    assert emptied.step.name == "pegs"


def test_back_and_skip_go_where_they_may(emptied, taught):
    back = emptied.on("back")
    assert (back.step.name, back.shot) == ("empty", None)
    with pytest.raises(BadNotation, match="needed"):
        emptied.on("skip")
    with pytest.raises(BadNotation, match="first step"):
        Guide(SHAPE).on("back")
    assert taught.on("skip").is_over
    with pytest.raises(BadNotation, match="no answer here"):
        taught.on("perhaps")


def test_the_trial_is_confirmed_or_corrected_and_learned(taught):
    guide = taught.on(picture(replace(taught.step, rows={}) if taught.step.rows else taught.step))
    lines = [line for line in guide.said if line.startswith("  row")]
    assert lines
    samples = len(taught.on("skip").outcome().calibration.samples.letters)
    sure = guide.on("yes")
    assert sure.is_over
    set_pegs = sum(letter != "." for row in sure.trial.values() for letter in row)
    assert set_pegs >= 5
    assert len(sure.outcome().calibration.samples.letters) == samples + set_pegs
    row = min(sure.trial)
    told = guide.on(f"{row}=wwwww")
    assert told.trial[row] == "wwwww"
    assert told.on("back").trial == {}


def test_at_the_end_it_is_said_what_is_safe(taught):
    lines = taught.on("skip").safety()
    assert lines[0].startswith("Told apart safely here: ")
    assert len(lines) == 1
    with pytest.raises(BadNotation, match="All pictures are taken"):
        taught.on("skip").on(picture(taught.step))


def test_a_draft_goes_on_after_every_picture_and_word(tmp_path):
    draft, guide = Draft(SHAPE.name, "kitchen", tmp_path), Guide(SHAPE)
    for word in (None, None, "yes", None, "back", None, None):
        given = word or picture(guide.step)
        guide = guide.on(given)
        draft.keep(given)
        again = Draft(SHAPE.name, "kitchen", tmp_path).resumed(Guide(SHAPE))
        assert (again.at, again.question, again.said) == (guide.at, guide.question, guide.said)
    assert guide.step.name == "other"
    (draft.folder / "5.png").write_bytes(b"torn")
    assert Draft(SHAPE.name, "kitchen", tmp_path).resumed(Guide(SHAPE)).step.name == "pegs"
    draft.clear()
    assert Draft(SHAPE.name, "kitchen", tmp_path).resumed(Guide(SHAPE)).at == 0


def test_a_damaged_draft_is_refused(tmp_path):
    draft = Draft(SHAPE.name, "kitchen", tmp_path)
    draft.keep("back")
    (draft.folder / "draft.json").write_text("{", "utf-8")
    with pytest.raises(CalibrationError, match="damaged"):
        Draft(SHAPE.name, "kitchen", tmp_path).resumed(Guide(SHAPE))


def frames(**changes):
    return [picture(Guide(SHAPE).step, **changes) for _ in range(5)]


@pytest.mark.opencv
def test_frames_become_a_picture_or_a_sentence():
    still = frames()
    assert still_of(still).shape == still[0].shape
    for spoiled, sentence in (
        ([frame // 8 for frame in still], "too dark"),
        ([np.full_like(frame, 255) for frame in still], "plain white"),
        ([cv2.GaussianBlur(frame, (0, 0), 7) for frame in still], "blurred"),
        ([*still[:4], picture(Guide(SHAPE).step, hand=2)], "moves"),
        ([*still[:4], still[4][:-8]], "size"),
    ):
        with pytest.raises(CalibrationError, match=sentence) as refused:
            still_of(spoiled)
        assert refused.value.hint


@pytest.mark.parametrize("number", [1, 2, 4, 5, 7])
def test_a_still_is_the_median_of_its_frames(number):
    chance = np.random.default_rng(number)
    scene = chance.integers(0, 256, (90, 120, 3))
    noise = chance.integers(-9, 10, (number, *scene.shape))
    frames = list(np.clip(scene + noise, 0, 255).astype(np.uint8))
    assert (still_of(frames) == np.median(frames, axis=0).astype(np.uint8)).all()


@pytest.mark.opencv
def test_light_that_wanders_is_told_with_the_remedy():
    assert "stay as they are" in measure(frames()).report()[-1]
    wandering = [*frames(), picture(Guide(SHAPE).step, gain=0.8)]
    assert any("Exposure wanders" in line for line in measure(wandering).report())
    tinted = [*frames(), picture(Guide(SHAPE).step, tint=1.1)]
    assert any("White balance wanders" in line for line in measure(tinted).report())
