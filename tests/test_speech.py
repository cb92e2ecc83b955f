"""What is new is said once, in the language spoken; espeak-ng knows all of them."""

import shutil
import stat
import subprocess
from dataclasses import replace

import pytest

from companion import i18n
from companion.displays.speech import PROGRAM, SpeechDisplay
from companion.errors import DisplayError
from companion.game.core.key_pegs import Keys
from companion.scene import Mood, Scene, SceneRow

SET = Scene(sentence="Ben, set row 1.", size=(10, 4))
ROW = replace(SET, rows=(SceneRow("rgby", Keys(1, 2)),), sentence="Ben, set row 2.")


@pytest.fixture
def said(tmp_path):
    """Give a program in espeak-ng's place that notes its voice and what it was to say."""
    note = tmp_path / "said"
    program = tmp_path / PROGRAM
    program.write_text(f'#!/bin/sh\nprintf "%s: " "$2" >> {note}\ncat >> {note}\necho >> {note}\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def lines(*scenes):
        display = SpeechDisplay(lambda _: str(program))
        for scene in scenes:
            display.show(scene)
            # what is said is not cut short here
            display.close()
        return note.read_text().splitlines() if note.exists() else []

    yield lines
    i18n.use("en")


def test_an_answer_is_said_once(said):
    assert said(SET, ROW, ROW) == ["en: Ben, set row 1.", "en: 1 black, 2 white"]


def test_a_question_is_said_with_the_answer(said):
    asked = replace(ROW, mood=Mood.ASKING, sentence="Which peg is that?")
    assert said(asked)[-1] == "en: 1 black, 2 white. Which peg is that?"


def test_an_owners_answer_is_said_with_his_name(said):
    ben = replace(ROW, sentence="Ben answers black for board 2.", is_answer=True)
    cleo = replace(ROW, sentence="Cleo answers nothing for board 3.", is_answer=True)
    assert said(SET, ben, cleo)[1:] == [f"en: {ben.sentence}", f"en: {cleo.sentence}"]


def test_it_is_said_in_the_language_spoken(said):
    i18n.use("nl")
    assert said(ROW) == ["nl: 1 zwart, 2 wit"]


def test_the_end_is_said(said):
    over = replace(ROW, mood=Mood.WON, sentence="The match is over: Ben wins.")
    assert said(ROW, over)[-1] == "en: The match is over: Ben wins."


def test_without_espeak_it_is_refused_with_the_remedy():
    with pytest.raises(DisplayError, match="apt install espeak-ng"):
        SpeechDisplay(lambda _: None)


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_espeak_has_a_voice_for_every_language(language):
    heard = subprocess.run(
        [PROGRAM, "-v", language, "--stdin", "-q", "-x"],
        input=b"2 1",
        capture_output=True,
        check=True,
    )
    assert heard.stdout.strip()
    assert not heard.stderr
