"""What was typed of a step of several questions, and ``undo`` before the step is whole.

Nothing of it is in the record yet: one answer is taken back, and no step that is noted.
"""

import re

import pytest

from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from tests import command


@pytest.fixture
def keypeg(tmp_path, monkeypatch):
    """Play with typed lines; give the persons asked, and the events that were noted."""
    monkeypatch.setenv("KEYPEG_GAMES", str(tmp_path))

    def play(*arguments, typed):
        run = command.run("play", *arguments, typed=typed)
        assert run.returncode == 0, run.stderr
        (log,) = list_logs(tmp_path)
        return re.findall(ASKED, run.stdout, re.MULTILINE), [e.event for e in read_log(log).entries]

    return play


ASKED = "^(\\w+)(?=, show| draws|, type|'s . tiles|, is your| lays| claims| puts)|^(Who begins)"


def asked(found):
    return " ".join(name or begins for name, begins in found)


FOUR = ("invicta-4", "--players", "Ada,Ben,Cy", "--maker")
CALLED = ["", "call Ada rg.y.", "yes", "yes", "yes"]


def test_undo_while_parts_are_shown_takes_back_the_last_part_alone(keypeg):
    typed = [*CALLED, "1r", "undo", "card", "1r", "2b", "undo", "2g", "4y"]
    people, events = keypeg(*FOUR, "kept", typed=typed)
    assert asked(people) == "Ben Cy Ada Ada Ben Ada Ada Ben Cy Ben Cy"
    assert not any(type(event).__name__ == "TakenBack" for event in events)
    shown = next(event for event in events if type(event).__name__ == "CodeShown")
    assert shown.codes == ("r....", ".g...", "...y.")


def test_with_no_part_shown_it_takes_back_what_is_noted(keypeg):
    people, events = keypeg(*FOUR, "kept", typed=[*CALLED, "1r", "undo", "undo", "yes", "quit"])
    assert asked(people) == "Ben Cy Ada Ada Ben Ada Ada Ada"
    assert [type(event).__name__ for event in events[-2:]] == ["TakenBack", "Judged"]


def test_a_row_corrected_while_parts_are_shown_leaves_them(keypeg):
    row = ["", "rgb.y", "white", "white", *CALLED[1:]]
    typed = [*row, "1r", "2g", "correct 1 keys black board 2", "4y"]
    people, events = keypeg(*FOUR, "kept", typed=typed)
    assert asked(people) == "Ben Cy Ada Ada Ben Cy Cy"
    assert [type(event).__name__ for event in events[-3:]] == ["Corrected", "CodeShown", "Ended"]


def test_undo_while_parts_are_told_takes_back_the_last_part_alone(keypeg):
    typed = ["1r", "2b", "undo", "2g", "4y", "call Ada rg.y."]
    people, events = keypeg(*FOUR, "told", typed=typed)
    assert asked(people) == "Ada Ben Cy Ben Cy"
    shown = next(event for event in events if type(event).__name__ == "CodeShown")
    assert shown.codes == ("r....", ".g...", "...y.")


def test_undo_at_a_deal_takes_back_one_row_of_tiles(keypeg):
    typed = ["BBWW", "WWWW", "undo", "BWWW", "undo", "undo", "BBBW", "BWBW", "Ben", "quit"]
    people, events = keypeg("davinci", "--players", "Ada,Ben", typed=typed)
    assert asked(people) == "Ada Ben Who begins Ben Who begins Ben Ada Ben Who begins Ben"
    assert (events[1].rows, events[1].first) == (("BBBW", "BWBW"), "Ben")


DEALT = ["BBWW", "BWBW", "", "B", "Ben 1 0"]


def test_undo_behind_a_no_takes_back_the_no_and_not_the_claim(keypeg):
    people, events = keypeg(
        "davinci", "--players", "Ada,Ben", typed=[*DEALT, "no", "undo", "yes", "quit"]
    )
    assert asked(people) == "Ada Ben Who begins Ada Ada Ben Ada Ben Ada"
    assert [type(event).__name__ for event in events[-2:]] == ["Claimed", "Opened"]


def test_undo_behind_a_stop_takes_back_the_stop_and_not_the_tile_that_was_opened(keypeg):
    typed = [*DEALT, "yes", "stop", "undo", "Ben 2 1", "quit"]
    people, events = keypeg("davinci", "--players", "Ada,Ben", typed=typed)
    assert asked(people) == "Ada Ben Who begins Ada Ada Ben Ada Ada Ada Ben"
    assert [type(event).__name__ for event in events[-2:]] == ["Opened", "Claimed"]
