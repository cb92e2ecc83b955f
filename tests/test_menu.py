"""A match begun by two buttons: what the lights count, what is said, what is played."""

import os
from collections import deque
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.play import menu
from companion.displays.key_lights import lights_of
from companion.displays.options import Press
from companion.errors import BadNotation
from companion.scene import Mood
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of

NEXT, TAKE = Press.TAKE_BACK, Press.DONE


class Lights:
    """A display with two buttons: remembers scenes; each press comes once a scene is shown."""

    def __init__(self, presses):
        self.scenes, self.presses, self.closed = [], deque(presses), False

    def show(self, scene):
        self.scenes.append(scene)

    def close(self):
        self.closed = True

    def press(self):
        return self.presses.popleft()


CHOICES = [menu.Choice(name, (name,)) for name in ("one", "two", "three", "four", "five", "six")]


@pytest.mark.parametrize("steps", range(7))
def test_take_back_goes_on_and_done_takes(steps):
    lights = Lights([NEXT] * steps + [TAKE])
    assert menu.picked("Which?", CHOICES, lights, lights.press) == CHOICES[steps % 6].words
    assert len(lights.scenes) == steps + 1
    assert CHOICES[steps % 6].said in lights.scenes[-1].sentence
    assert all(scene.mood is Mood.ASKING for scene in lights.scenes)


def test_each_choice_looks_different_on_the_lights():
    lights = Lights([NEXT] * 5 + [TAKE])
    menu.picked("Which?", CHOICES, lights, lights.press)
    looks = [(lights_of(scene).black, lights_of(scene).white) for scene in lights.scenes]
    assert len(set(looks)) == 6


def test_one_choice_alone_is_no_question():
    lights = Lights([])
    assert menu.picked("Which?", CHOICES[:1], lights, lights.press) == ("one",)
    assert lights.scenes == []


@pytest.mark.long
def test_a_match_is_chosen_and_played_without_a_keyboard(monkeypatch, tmp_path):
    lights = Lights([NEXT, TAKE, NEXT, TAKE])
    opened = []

    def open_lights(named, *, choices, report, pressed):
        opened.append(named)
        for _ in range(4):
            pressed(lights.press())
        return lights

    monkeypatch.setattr(menu, "open_displays", open_lights)
    words = ["menu", "--camera", "sim:hasbro-2", "--display", "null", "--once"]
    with Path(os.devnull).open() as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        cli.main([*words, "--games", str(tmp_path)], standalone_mode=False)
    assert opened == [("null",)]
    assert lights.closed
    (log,) = list_logs(tmp_path)
    assert read_log(log).header.book == "hasbro-2"
    *_, match = matches_of(read_log(log))
    assert match.seated.players == ("Player 1", "Player 2")
    assert match.is_over


def test_without_a_camera_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("KEYPEG_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "settings.toml").touch()
    result = CliRunner().invoke(cli, ["menu"])
    assert isinstance(result.exception, BadNotation)
    assert "--camera" in str(result.exception)
