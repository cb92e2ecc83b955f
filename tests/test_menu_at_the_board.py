"""A match begun and played with nothing but an Arduino and a camera: the firmware, emulated.

Its buttons are pressed at its pins, its lights are read back from them.
"""

import os
import signal
import subprocess
import sys

import pytest

from benchmarks.served import ROOT
from companion.game.core.key_pegs import Keys
from companion.scene import Scene, SceneRow, scene_of
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from tests.avr import expected
from tests.avr.harness import CLOCK_HZ, HANGS_S, Bench, missing
from tests.pulled_out import PLAYER, Terminal

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"the emulated board needs: {missing()}")

DONE, TAKE_BACK = "C4", "C5"
TURN_LIGHTS, FIRST = 0x18, 0x08  # of port B
SHOWN_WITHIN_S = 10  # of the board's time


@pytest.fixture
def at_the_board(tmp_path):
    """Give an emulated board, and what `keypeg menu` says beside it."""
    camera = "sim:hasbro-2?width=720&faults=0"
    with Bench() as bench:
        words = ("menu", f"--camera={camera}", f"--display=serial:{bench.port}", "--no-say")
        process = subprocess.Popen(
            [sys.executable, *PLAYER, str(bench.folder / "clock"), *words, "--once"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env=os.environ | {"KEYPEG_GAMES": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        )
        assert process.stdout
        terminal = Terminal(process.stdout)
        yield bench, terminal
        process.send_signal(signal.SIGINT)
        process.wait(HANGS_S)
        terminal.join()
        process.stdout.close()


def press(bench, pin):
    bench.tell(f"press {pin}")
    bench.settle(CLOCK_HZ // 20)
    bench.tell(f"release {pin}")
    bench.settle(CLOCK_HZ // 20)


def until_it_shows(bench, scene):
    """Wait until the key strip shows `scene`; return the levels of the ports then."""
    keys, _code = expected.strips(scene)
    until = bench.settle()["t"] + SHOWN_WITHIN_S * CLOCK_HZ
    while not bench.named("strip") or bench.pixels("key") != keys:
        state = bench.settle()
        assert state["t"] < until, bench.pixels("key")
    return bench.settle()


def choice(number):
    return Scene(size=(12, 4), rows=(SceneRow("....", Keys(number, 0)),))


@pytest.mark.long
def test_two_buttons_choose_and_the_first_row_is_answered(at_the_board, tmp_path):
    bench, terminal = at_the_board
    asked = [
        ("Which game? Het Bouwblokje", 1, TAKE_BACK),
        ("Which game? Hasbro Mastermind 2004 for 2", 2, DONE),
        ("How many play? 1", 1, TAKE_BACK),
        ("How many play? 2", 2, DONE),
    ]
    for said, number, button in asked:
        terminal.wait_for(said)
        state = until_it_shows(bench, choice(number))
        assert state["B"] & TURN_LIGHTS == FIRST
        press(bench, button)
    terminal.wait_for("I see row 1: ")
    terminal.wait_for("Player 2, set row 2.")
    (log,) = list_logs(tmp_path)
    *_, match = matches_of(read_log(log))
    assert match.players == ("Player 1", "Player 2")
    answered = scene_of(match)
    assert answered.rows[0].keys is not None
    until_it_shows(bench, answered)
