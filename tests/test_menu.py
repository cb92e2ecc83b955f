"""A match begun by two buttons: what the lights count, what is said, what is played."""

import os
from collections import deque
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cli import cli
from companion.cli.play import menu
from companion.cli.play.menu_choices import boxes_on, games
from companion.displays.gpio import GpioDisplay
from companion.displays.key_lights import lights_of
from companion.displays.options import GpioChoices, Press
from companion.errors import BadNotation, CameraError
from companion.scene import Mood
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from tests import command

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

    def open_lights(named, *, choices, is_patient, report, pressed):
        opened.append(named)
        for _ in range(4):
            pressed(lights.press())
        return lights

    monkeypatch.setattr(menu, "open_displays", open_lights)
    # the match has the header's lights, pretended
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    words = ["menu", "--camera", "sim:hasbro-2", "--display", "gpio", "--once", "--no-say"]
    with Path(os.devnull).open() as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        cli.main([*words, "--games", str(tmp_path)], standalone_mode=False)
    assert opened == [("terminal", "gpio")]
    assert lights.closed
    (log,) = list_logs(tmp_path)
    assert read_log(log).header.book == "hasbro-2"
    *_, match = matches_of(read_log(log))
    assert match.seated.players == ("Player 1", "Player 2")
    assert match.is_over


@pytest.fixture
def began(monkeypatch, tmp_path):
    """Run the menu with words; return what it showed on, and the words of each match begun."""
    monkeypatch.setenv("KEYPEG_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "settings.toml").touch()

    def run(*words, presses, match):
        lights, opened, played = Lights(presses), [], []

        def open_lights(named, *, pressed, **_):
            opened.append(named)
            for _ in range(min(2, len(lights.presses))):
                pressed(lights.press())
            return lights

        def play(words, **_):
            played.append(words)
            match(len(played))

        monkeypatch.setattr(menu, "open_displays", open_lights)
        monkeypatch.setattr(menu.play, "main", play)
        seen = ("--camera", "usb:0", "--board", "hasbro-2004")
        ended = command.run("menu", *seen, "--display", "gpio", *words)
        return lights, opened, played, ended

    return run


@pytest.mark.parametrize(
    ("words", "has_voice", "shown_on", "told_to_play"),
    [
        ((), True, ("terminal", "gpio", "speech"), ["--say"]),
        ((), False, ("terminal", "gpio"), []),
        (("--say",), True, ("terminal", "gpio", "speech"), ["--say"]),
        (("--no-say",), True, ("terminal", "gpio"), []),
        (
            ("--display", "speech", "--display", "terminal"),
            True,
            ("gpio", "speech", "terminal"),
            ["--display", "speech", "--display", "terminal"],
        ),
    ],
)
def test_it_is_shown_in_the_terminal_and_said_where_there_is_a_voice(
    began, monkeypatch, words, has_voice, shown_on, told_to_play
):
    monkeypatch.setattr(menu, "can_speak", lambda: has_voice)
    took = [TAKE, TAKE]
    _lights, opened, played, ended = began(*words, "--once", presses=took, match=lambda _: None)
    assert opened == [shown_on]
    seen = ["--camera", "usb:0", "--board", "hasbro-2004", "--display", "gpio"]
    # Het Bouwblokje has brown, of which this board has no pegs
    assert played == [["hasbro-2", "--players", "Player 1", *seen, *told_to_play]]
    assert ("Nothing is said aloud" in ended.stdout) == (words == () and not has_voice)


@pytest.mark.parametrize(
    ("board", "offered"),
    [
        (None, ["bouwblokje", "hasbro-2", "hasbro-group", "invicta-4"]),
        ("bouwblokje", ["bouwblokje"]),
        ("hasbro-2004", ["hasbro-2", "hasbro-group"]),
        # it has the colours of no box with one code: what cannot be is said by play
        ("four-player", ["bouwblokje", "hasbro-2", "hasbro-group", "invicta-4"]),
    ],
)
def test_games_are_offered_of_which_the_board_has_the_colours(board, offered):
    assert [choice.words[0] for choice in games(boxes_on(board))] == offered


def test_what_ends_a_match_is_told_on_the_lights_and_it_is_asked_again(began):
    def match(number):
        if number == 1:
            raise CameraError("The camera at usb:0 is not there.")
        raise KeyboardInterrupt

    # two for each time that lights are opened: to ask, to tell, to ask again
    took = [TAKE] * 6
    lights, *_, ended = began("--no-say", presses=took, match=match)
    said = [scene.sentence for scene in lights.scenes]
    first, many = "Which game?", "How many pl"
    assert [each[:11] for each in said] == [first, many, "The camera ", first, many]
    assert ended.returncode != 0


def test_two_buttons_at_a_header_choose():
    pins, presses = MockFactory(pin_class=MockPWMPin), SimpleQueue()
    display = GpioDisplay(factory=pins, pressed=presses.put)
    wired, lit = GpioChoices(), []

    def press():
        lit.append(tuple(pins.pin(p).state for p in (*wired.black, *wired.turn)))
        (pin,) = wired.take_back if len(lit) < 3 else wired.done
        pins.pin(pin).drive_low()
        pins.pin(pin).drive_high()
        return presses.get_nowait()

    assert menu.picked("Which?", CHOICES, display, press) == ("three",)
    # the light of the first player asks
    assert lit == [(1, 0, 0, 0, 1, 0), (1, 1, 0, 0, 1, 0), (1, 1, 1, 0, 1, 0)]
    display.close()
    pins.close()


@pytest.mark.parametrize("shown", [(), ("--display", "terminal"), ("--display", "nonsense")])
def test_where_no_display_has_buttons_nobody_is_left_waiting(began, shown):
    run = command.run("menu", "--camera", "usb:0", "--board", "hasbro-2004", *shown)
    assert run.returncode == 2
    assert "Two buttons choose, and no display that is named has any." in run.stderr
    assert "--display serial:auto" in run.stderr


def test_without_a_camera_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("KEYPEG_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "settings.toml").touch()
    result = CliRunner().invoke(cli, ["menu"])
    assert isinstance(result.exception, BadNotation)
    assert "--camera" in str(result.exception)
