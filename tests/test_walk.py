"""The walk of one frame: every step that its page names exists, and a picture takes them all."""

import importlib
import io
import re
import sys
from pathlib import Path

import pytest
from evenings import begin

from companion.displays.terminal import TerminalDisplay
from companion.game.core.events import Way
from companion.observers.open import open_observer
from companion.observers.options import CameraOptions
from companion.scene import scene_of
from companion.session.log_files import read_log
from companion.session.watched_session import WatchedSession
from companion.sightings.boards import BoardRead

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "frame.md").read_text()
WALK = PAGE.partition("## The walk of one frame")[2].partition("\n## ")[0]
STEPS = re.findall(r"^\d+\. `([\w.]+)`", WALK, flags=re.MULTILINE)


def named(step):
    """Give what a step's name stands for: a module's function, class or method."""
    parts = ["companion", *step.split(".")]
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise AssertionError(step)


@pytest.mark.parametrize("step", STEPS)
def test_every_step_of_the_walk_is_there(step):
    assert callable(named(step))


def test_a_picture_takes_every_step_in_this_order(walk, tmp_path):
    session = begin("hasbro-2", way=Way.TOLD, folder=tmp_path)
    session.tell(("gsrp",), "keyboard")
    out, on_disk = io.StringIO(), []
    display = TerminalDisplay(out)

    def show(night):
        on_disk.append(len(read_log(session.path).entries))
        display.show(scene_of(night.session.match, night.table.sentence, night.mood))

    spec = f"photos:{walk / 'frames'}"
    seeing = open_observer(session.match, CameraOptions(spec, "hasbro-2004", "walk"), print)
    evening = WatchedSession(session, seeing.eyes, show=show)
    evening.refresh()
    # the first photo is of the empty board
    assert seeing.eyes.look(seeing.camera.read(0)) == (BoardRead(),)

    def one_frame():
        for happening in seeing.eyes.look(seeing.camera.read(0)):
            evening.on(happening)

    called = iter(calls_of(one_frame))
    # each step is called after the one before it
    assert [step for step in STEPS if named(step).__code__ not in called] == []
    assert "⬤g ⬤p ⬤p ⬤r  ●○○  1b2w" in out.getvalue()
    # what is shown is on the disk already
    assert on_disk == [2, len(session.entries)]


def calls_of(work):
    """Give the code of every Python function that `work` calls, in order."""
    called = []

    def note(frame, event, _):
        if event == "call":
            called.append(frame.f_code)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return called
