"""`keypeg calibrate BOARD --camera` on a drawn board: led through, left, killed, gone on with."""

import re
from dataclasses import replace

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.board_files.load import load_board
from calibration.store import calibrations
from companion.cli import cli
from companion.cli.calibrate.focusing import APART, LOOKS, show_focus
from companion.cli.calibrate.wizard import Sitting, sit
from companion.errors import KeypegError
from companion.observers import posed_board
from companion.vision.camera.frames import Frame

COMMAND = ("calibrate", "four-player", "--camera", "sim:invicta-4?width=720")


def keypeg(*args, typed="", language="en"):
    env = {"KEYPEG_LANGUAGE": language}
    return CliRunner().invoke(cli, [*COMMAND, *args], input=typed, env=env)


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def test_a_whole_calibration_by_nothing_but_enter(tmp_path):
    result = keypeg(typed="\n" * 20)
    assert result.exit_code == 0, result.output
    for said in (
        "Step 1 of 8",
        "Exposure and white balance stay as they are.",
        "Does the grid lie on the holes?",
        "red, blue, green, yellow, white",
        "k k w w   black, black, white, white",
        "This is read:",
        "Told apart safely here: red, blue, green, yellow, white, black.",
        "Saved 'drawn', version 1",
    ):
        assert said in result.output
    saved = calibrations.load("drawn", board="four-player")
    assert (saved.camera, saved.calibration.letters) == (COMMAND[3], "bgkrwy")
    assert saved.empty
    assert saved.calibration.keys
    assert (tmp_path / "data/keypeg/calibrations/drawn/1.png").is_file()
    assert not list((tmp_path / "data/keypeg/drafts").iterdir())


@pytest.mark.long
def test_killed_after_every_line_it_goes_on_where_it_was(tmp_path):
    steps = []
    for _ in range(12):
        result = keypeg(typed="\n")
        if result.exit_code == 0:
            break
        assert "The same command goes on from there." in result.output
        assert isinstance(result.exception, SystemExit)
        steps.append(result.output.rpartition("Stopped at step ")[2][0])
    assert steps == list("223456778"[: len(steps)])
    assert "You stopped at step 8 of 8; going on." in result.output
    assert calibrations.versions("drawn") == [1]
    assert list((tmp_path / "data/keypeg").rglob("step-*.png")) == []


def test_words_are_obeyed_and_refused_ones_change_nothing(tmp_path):
    typed = "skip\nrubbish\n\n\n10,10\nno\n\nyes\nback\nquit\n"
    result = keypeg(typed=typed)
    assert result.exit_code == 0, result.output
    for said in (
        "✗ This step is needed.",
        "✗ 'rubbish' is no answer here.",
        "✗ '10,10' are not four corners.",
        "Left at step 2 of 8.",
    ):
        assert said in result.output
    assert list((tmp_path / "data/keypeg/drafts/four-player-drawn").glob("step-2-board.png"))
    again = keypeg(typed="restart\nquit\n")
    assert "You stopped at step 2 of 8; going on." in again.output
    assert "Left at step 1 of 8." in again.output


@pytest.mark.parametrize(
    ("language", "no", "back", "skip", "restart", "leave"),
    [
        pytest.param(
            *("nl", "opnieuw", "Terug", "overslaan", "herbeginnen", "stoppen"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            *("fr", "encore", "retour", "passer", "recommencer", "quitter"), marks=pytest.mark.long
        ),
        ("nb", "igjen", "tilbake", "hopp over", "forfra", "avslutt"),
    ],
)
def test_the_words_of_a_step_are_those_of_the_language(language, no, back, skip, restart, leave):
    lines = ["", "", no, "", "", back, "", "", skip, leave]
    told = keypeg(typed="\n".join(lines) + "\n", language=language).output
    steps = re.findall(r"^\w+ (\d) \w+ 8 \[", told, re.MULTILINE)
    assert steps == list("1223233")  # asked again, back, skipping refused
    assert f", {back.casefold()}, {leave} >" in told
    again = keypeg(typed=f"{restart}\n{leave}\n", language=language).output
    assert f": {restart}\n" in again
    assert re.findall(r"^\w+ (\d) \w+ 8 \[", again, re.MULTILINE) == ["3", "1"]


def test_what_the_camera_should_not_see_is_refused_with_a_remedy(monkeypatch):
    calm = posed_board._moment

    def spoiled(*args):
        return replace(calm(*args), gain=0.05)

    monkeypatch.setattr(posed_board, "_moment", spoiled)
    result = keypeg(typed="\nquit\n")
    assert "✗ The picture is too dark. Add light" in result.output
    assert "Left at step 1 of 8." in result.output


class Turned:
    """A camera whose lens is turned: how blurred each look is, in pixels."""

    notes = ()

    def __init__(self, *blurs):
        noise = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
        self.looks = [cv2.GaussianBlur(noise, (0, 0), blur) for blur in blurs]
        self.read_so_far = 0

    def read(self, _timeout):
        image = self.looks[self.read_so_far // APART]
        self.read_so_far += 1
        return Frame(image, 0.0, self.read_so_far)


@pytest.mark.parametrize(
    ("blurs", "sentence"),
    [
        ([4] * 10 + [2] * 9 + [0.8] + [3] * 10, "Now it is"),
        ([4] * 10 + [2] * 9 + [0.8] * 11, "It is as sharp as it was at best"),
    ],
)
def test_a_lens_that_is_turned_is_told_where_it_was_sharpest(capsys, blurs, sentence):
    assert len(blurs) == LOOKS
    show_focus(Turned(*blurs))
    _asks, *looks, last = capsys.readouterr().out.splitlines()
    assert len(looks) == LOOKS
    sharp = [float(look.split()[0]) for look in looks]
    assert sharp.index(max(sharp)) == 19
    assert looks[19].endswith("sharpest so far")
    assert "so far" not in looks[12]
    assert last.startswith(sentence)
    assert f"{max(sharp):.2f}" in last


def test_focus_in_the_first_step_says_how_sharp_it_is_and_takes_no_picture():
    words = {"spec": "usb:0", "name": "kitchen", "light": "", "lens": None, "corners": ""}
    sitting = Sitting(Turned(*[2] * LOOKS), shape=load_board("four-player"), sure=False, **words)
    command = click.command()(lambda: sit(sitting))
    said = CliRunner().invoke(command, input="focus\nquit\n").output
    assert said.count("Enter takes the picture, focus, quit > ") == 2
    assert "It is as sharp as it was at best" in said
    assert "Left at step 1 of 8." in said
    assert sitting.camera.read_so_far == LOOKS * APART


def test_a_drawn_board_has_no_lens_to_turn():
    result = keypeg(typed="focus\nquit\n")
    assert "focus, quit" not in result.output
    assert "✗ 'focus' is no answer here." in result.output


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("four-player",), "Say --camera usb:0"),
        (("four-player", "--camera", "photos:."), "no live camera"),
        (("four-player", "--camera", "sim:invicta-4", "--pegs", "1=rbgyw"), "goes with --photos"),
        (("four-player", "--camera", "sim:invicta-4?size=3"), "no option 'size'"),
        (("bouwblokje", "--camera", "sim:bouwblokje"), "holes only"),
        (("four-player", "--camera", "sim:invicta-4", "--name", "A B"), "cannot be the name"),
    ],
)
def test_what_does_not_go_together_is_said(args, sentence):
    result = CliRunner().invoke(cli, ["calibrate", *args])
    assert result.exit_code != 0
    assert isinstance(result.exception, KeypegError | SystemExit)
    assert sentence in result.output + str(result.exception)
