"""Buttons at the table while a line is waited for."""

import io
import os
import pty
import sys
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from companion.cli.common.buttons import Buttons, Pressed
from companion.cli.common.prompt import Asker
from companion.cli.game_loop.keyboard import Keyboard
from companion.cli.game_loop.narrate import Reporter
from companion.cli.game_loop.words import WORDS
from companion.displays.options import Press
from companion.game.core.events import Guessed, Seated, Way
from companion.session.session import Session
from companion.terminal.console import Console


@pytest.fixture
def typed(monkeypatch):
    """What is written to this descriptor is typed at the terminal."""
    master, slave = pty.openpty()
    with os.fdopen(slave, "r") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield master
    os.close(master)


@pytest.fixture
def console():
    with Path(os.devnull).open("w") as nowhere:
        yield Console(file=nowhere)


def test_a_press_wakes_who_waits_for_a_line_and_lines_still_come(typed, console):
    with Buttons() as buttons:
        asker = Asker(console, buttons)
        thread = Thread(target=buttons.press, args=(Press.TAKE_BACK,))
        thread.start()
        with pytest.raises(Pressed) as caught:
            asker.line("row 1:")
        thread.join()
        assert caught.value.press is Press.TAKE_BACK
        os.write(typed, b"rgby\nrrgg\n")
        assert [asker.line("row 1:"), asker.line("row 2:")] == ["rgby", "rrgg"]


def test_what_is_told_while_something_is_asked_does_not_take_the_question_away(typed, monkeypatch):
    out = io.StringIO()
    asker = Asker(Console(file=out))
    monkeypatch.setattr("builtins.input", lambda: asker.tell("The Arduino is lost.") or "rgby")
    asker.tell("The Arduino is there.")
    assert asker.line("Ben, row 1:") == "rgby"
    asker.tell("The Arduino is back.")
    assert out.getvalue().splitlines() == [
        "The Arduino is there.",
        "Ben, row 1: ",
        "The Arduino is lost.",
        "Ben, row 1: The Arduino is back.",
    ]


def test_the_button_take_back_takes_back_and_done_changes_nothing(typed, console):
    seated = Seated(("Ada", "Ben"), 2, Way.COMPANION, "Ada")
    session = Session.begin("bouwblokje", {}, seated, folder=None, rng=Random(4))
    session.post(Guessed("Ben", "rrrr"), "keyboard")
    with Buttons() as buttons:
        keyboard = Keyboard(session, Reporter(console), Asker(console, buttons), WORDS)
        buttons.press(Press.DONE)
        assert keyboard.ask("row 2:") is None
        assert len(session.match.round.rows) == 1
        buttons.press(Press.TAKE_BACK)
        assert keyboard.ask("row 2:") is None
        assert session.match.round.rows == ()
