"""Starting without flags: what is asked, what Enter takes, and the command that does the same."""

import io
import shlex

import pytest

from companion import i18n
from companion.cli.common.prompt import Asker, Left
from companion.cli.play import start
from companion.cli.play.start import Before, ask_for_match, match_before, rematch
from companion.errors import BadNotation
from companion.game.core.events import Seated, Way
from companion.rulebooks.shelf import SHELF
from companion.terminal.console import Console


class Typing(Asker):
    """A person at a terminal who types these lines."""

    is_interactive = True

    def __init__(self, *lines):
        super().__init__(Console(io.StringIO(), width=100))
        self._typed_lines = list(lines)
        self.asked = []

    def line(self, prompt):
        self.asked.append(prompt)
        return self._typed_lines.pop(0)

    @property
    def said(self):
        return self.console.file.getvalue()


@pytest.fixture(autouse=True)
def nothing_attached(monkeypatch):
    monkeypatch.setattr(start, "attached_cameras", list)
    monkeypatch.setattr(start, "attached_lights", list)


BEFORE = Before("hasbro-2", Seated(("Ada", "Ben"), 2, Way.KEPT, "Ada"), {"rows": "8"})


def test_enter_takes_what_was_played_last():
    asker = Typing("", "", "")
    assert ask_for_match(asker, BEFORE) == [
        *("hasbro-2", "--players", "Ada,Ben", "--maker", "kept"),
    ]
    assert "No camera is found here" in asker.said
    assert "keypeg play hasbro-2 --players Ada,Ben --maker kept" in asker.said


def test_the_first_match_is_asked_for_and_what_cannot_be_is_asked_again():
    asker = Typing("9", "hasbo", "hasbro", "hasbro-group", "Ada,Ben", "Ada, Ben ,Cléo", "1")
    words = ask_for_match(asker, Before())
    assert words == ["hasbro-group", "--players", "Ada,Ben,Cléo"]
    assert f"Type a number from 1 to {len(SHELF)}" in asker.said
    assert "Did you mean" in asker.said
    assert "'hasbro' may mean: hasbro-2, hasbro-group. Type one of them." in asker.said
    assert "3-5 players" in asker.said


def test_a_question_ends_as_the_language_has_it():
    asker = Typing("", "", "")
    with i18n.speaking("fr"):
        ask_for_match(asker, BEFORE)
    assert asker.asked[0] == "Numéro ou nom [2] :"
    assert all(asked.endswith((" :", " ?")) for asked in asker.asked), asker.asked


@pytest.mark.parametrize(
    ("said", "players"),
    [
        ("Ada & Ben", "Ada,Ben"),
        ("Ada en Ben", "Ada,Ben"),
        ("Ada et Ben", "Ada,Ben"),
        ("Åse OG Ben", "Åse,Ben"),
        ("Andy and Ogden; ", "Andy,Ogden"),
        ("Anne-Marie", "Anne-Marie"),
    ],
)
def test_names_are_told_apart_as_people_write_them(said, players):
    words = ask_for_match(Typing("bouwblokje", said, ""), Before())
    assert words == ["bouwblokje", "--players", players]


def test_the_command_that_does_the_same_is_the_one_that_this_table_types(monkeypatch):
    monkeypatch.setenv("KEYPEG_COMMAND", "./run")
    asker = Typing("bouwblokje", "Ada")
    ask_for_match(asker, Before())
    assert "./run play bouwblokje --players Ada" in asker.said


def test_one_player_alone_is_not_asked_who_knows_the_code():
    asker = Typing("bouwblokje", "Ada")
    assert ask_for_match(asker, Before()) == ["bouwblokje", "--players", "Ada"]


def test_undo_goes_back_to_the_question_before_that_was_asked(monkeypatch):
    """A family that has chosen the wrong box need not begin anew."""
    asker = Typing("invicta-4", "undo", "hasbro-2", "Ada,Cem", "terug", "Ada,Ben", "2")
    words = ask_for_match(asker, Before())
    assert words == ["hasbro-2", "--players", "Ada,Ben", "--maker", "told"]
    # from the lights to the players: one alone is not asked who knows the code
    monkeypatch.setattr(start, "attached_lights", lambda: ["serial:auto"])
    asker = Typing("bouwblokje", "Ada", "undo", "Ben", "none")
    assert ask_for_match(asker, Before()) == ["bouwblokje", "--players", "Ben"]
    # there is nothing before the first
    assert ask_for_match(Typing("undo", "bouwblokje", "Ben", "none"), Before())[0] == "bouwblokje"


def test_a_name_that_several_boxes_bear_is_asked_about():
    asker = Typing("mastermind", "hasbro-2", "Ada,Ben", "")
    assert ask_for_match(asker, Before())[0] == "hasbro-2"
    assert "'mastermind' may mean: hasbro-2, hasbro-group, invicta-4." in asker.said


@pytest.mark.parametrize("word", ["quit", "q", "EXIT"])
def test_it_can_be_left_at_any_question(word):
    with pytest.raises(Left):
        ask_for_match(Typing("1", word), Before())


def test_a_camera_that_is_calibrated_and_lights_that_are_there_are_offered(monkeypatch):
    monkeypatch.setattr(start, "attached_cameras", lambda: ["usb:0", "csi"])
    monkeypatch.setattr(start, "attached_lights", lambda: ["serial:auto"])
    monkeypatch.setattr(start, "_calibrated", lambda: {"kitchen": "hasbro-2004"})
    words = ask_for_match(Typing("", "", "1", "", "", ""), BEFORE)
    assert words[3:] == [
        *("--camera", "usb:0", "--board", "hasbro-2004", "--calibration", "kitchen"),
        *("--display", "serial:auto"),
    ]
    monkeypatch.setattr(start, "_calibrated", dict)
    asker = Typing("", "", "1", "none")
    assert ask_for_match(asker, BEFORE) == ["hasbro-2", "--players", "Ada,Ben"]
    assert "'keypeg calibrate' teaches it" in asker.said


def test_a_rematch_turns_the_roles():
    words = rematch(BEFORE)
    assert shlex.join(words) == (
        "hasbro-2 --players Ada,Ben --rounds 2 --maker kept --first Ben --rule rows=8"
    )
    with pytest.raises(BadNotation, match="no match to play again"):
        rematch(Before())


def test_names_with_a_comma_stay_whole():
    before = Before("bouwblokje", Seated(("E, the fifth", "Ada"), 2, Way.TOLD, "Ada"))
    assert rematch(before)[1:5] == ["--player", "E, the fifth", "--player", "Ada"]


def test_the_match_before_is_the_newest_that_can_be_read(tmp_path):
    from games import begin

    assert match_before(tmp_path) == Before()
    session = begin("hasbro-2", 5, folder=tmp_path)
    session.close()
    (tmp_path / "2999-01-01-000000-hasbro-2.keypeg").write_bytes(b"damaged\n")
    before = match_before(tmp_path)
    assert (before.book, before.seated) == ("hasbro-2", session.match.seated)
