"""A match chosen by the pegs of row 1: read from a drawn board, said, counted on the lights."""

import os
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest
from click.testing import CliRunner
from evenings import Blind

from companion.cli import cli
from companion.cli.play import menu
from companion.cli.play.menu_choices import boxes_on
from companion.cli.play.peg_menu import NUMBERS, PegMenu, chosen_by_pegs, open_row, peg_table
from companion.displays.key_lights import lights_of
from companion.displays.null import NullDisplay
from companion.displays.options import Press
from companion.errors import BadNotation, CameraAway, CameraEnded, CameraError
from companion.game.core.codes import COLOURS
from companion.observers.options import CameraOptions
from companion.scene import Mood
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from companion.sightings.boards import (
    BoardCleared,
    BoardMoved,
    HandSeen,
    LightBack,
    LightLost,
    PictureUnfit,
    RowChanged,
    RowSeen,
    RowTaken,
    StaysCovered,
    Unsure,
    Why,
)
from companion.simulator.pegs.hands import Clear, SetRow, Wait, acted
from tests import command

HASBRO_2 = ("hasbro-2", "--players", "Player 1,Player 2")
CAMERA = "sim:hasbro-2?width=720&faults=0"


class Lights(NullDisplay):
    """Remembers every scene that was shown."""

    def __init__(self):
        super().__init__()
        self.scenes = []

    def show(self, scene):
        super().show(scene)
        self.scenes.append(scene)

    @property
    def counts(self):
        lit = [lights_of(scene) for scene in self.scenes]
        return [(each.black, each.white) for each in lit if each.black or each.white]


def before_the_drawn_board(*acts):
    """Give an observer of a drawn board at which `acts` are done, then nothing any more."""
    observer = open_row(CameraOptions(CAMERA), pytest.fail)
    shape, left = observer.camera.shape, iter((*acts, Wait(20)))
    played = acted(lambda _: next(left, None), rows=shape.rows, cols=shape.cols, chance=Random(1))
    observer.camera.follow(played)
    return observer


def chosen(*acts, presses=()):
    lights, pressed = Lights(), SimpleQueue()
    for press in presses:
        pressed.put(press)
    words = chosen_by_pegs(before_the_drawn_board(*acts), lights, pressed, pytest.fail)
    return words, lights


def test_row_1_chooses_and_taking_it_off_begins():
    words, lights = chosen(SetRow(1, "bbyy"), Clear())
    assert words == HASBRO_2
    assert lights.counts[0] == (2, 0)
    said = [scene.sentence for scene in lights.scenes]
    assert said[0].startswith("Fill row 1. Its first peg is the game: red Het Bouwblokje, blue")
    assert said[-1].startswith(
        "Hasbro Mastermind 2004 for 2, players: 2. Take the pegs off and it begins"
    )
    assert all(scene.mood is Mood.ASKING for scene in lights.scenes)


def test_other_pegs_choose_anew():
    words, lights = chosen(SetRow(1, "bbyy"), SetRow(1, "rryy"), Clear())
    assert words == ("bouwblokje", "--players", "Player 1")
    assert lights.scenes[-1].rows[0].code == "rryy"


def test_what_is_no_number_is_said_and_begins_nothing():
    acts = (SetRow(1, "sbyy"), Clear(), SetRow(1, "bwyy"), Clear())
    lights = Lights()
    with pytest.raises(CameraEnded):
        chosen_by_pegs(before_the_drawn_board(*acts), lights, SimpleQueue(), pytest.fail)
    said = [scene.sentence for scene in lights.scenes]
    games = ", ".join(COLOURS[letter] for letter in list(NUMBERS)[: len(peg_table())])
    assert f"Peg 1 of row 1 is silver: that is none of {games}." in said
    assert "Peg 2 of row 1 is white: that is none of red, blue." in said
    assert said[-1].startswith("Fill row 1.")
    assert lights.counts == []


def test_a_game_that_the_board_has_no_pegs_for_is_none():
    choice = PegMenu(boxes_on("hasbro-2004"))
    choice.on(seen("rbyy"))
    assert choice.scenes[-1].sentence == "Peg 1 of row 1 is red: that is none of blue, green."
    choice.on(BoardCleared())
    assert choice.words == ()
    choice.on(seen("bbyy"))
    choice.on(BoardCleared())
    assert choice.words == HASBRO_2


def menu_after(*seen):
    choice = PegMenu()
    for each in seen:
        choice.on(each)
    return choice


def seen(letters, row=1):
    return RowSeen(row, letters, 0.99)


def test_pegs_taken_off_one_by_one_leave_what_was_chosen():
    lifted = [RowChanged(1, ".byy", "bbyy", 0.9), RowChanged(1, "..yy", ".byy", 0.9)]
    before = menu_after(seen("bbyy"))
    choice = menu_after(seen("bbyy"), *lifted)
    assert choice.scenes == before.scenes
    choice.on(RowTaken(1, "..yy"))
    assert choice.words == HASBRO_2


def test_the_last_game_s_rows_choose_nothing_when_they_are_cleared_away():
    left = menu_after(seen("bbyy"), seen("rrgg", row=2))
    assert "take all pegs off the board first" in left.scenes[-1].sentence
    left.on(BoardCleared())
    assert left.words == ()
    many = menu_after(seen("bbyy"), Unsure(2, (1, 2, 3, 4), "rrgg", Why.TOGETHER))
    many.on(BoardCleared())
    assert many.words == ()


def test_a_row_that_is_not_clear_is_asked_about_and_done_says_yes():
    doubt = Unsure(1, (1,), "bbyy", Why.MARGINAL)
    choice = menu_after(doubt)
    assert "I cannot see row 1 clearly: blue, blue, yellow, yellow?" in choice.scenes[-1].sentence
    assert choice.words == ()
    choice.on(BoardCleared())
    assert choice.words == ()


class Told(Blind):
    """Eyes that see what a frame says."""

    def look(self, frame):
        return frame


class Frames:
    """A camera that gives what it was made with; what is an error is raised."""

    def __init__(self, *frames):
        self.frames = list(frames)

    def read(self, timeout):
        if not self.frames:
            raise CameraEnded("over")
        frame = self.frames.pop(0)
        if isinstance(frame, Exception):
            raise frame
        return frame


def test_done_takes_what_is_asked_about():
    class Observer:
        eyes = Told()
        camera = Frames((Unsure(1, (1,), "bbyy", Why.MARGINAL),), (), (BoardCleared(),))

    presses = SimpleQueue()
    presses.put(Press.TAKE_BACK)
    presses.put(Press.DONE)
    assert chosen_by_pegs(Observer(), Lights(), presses, pytest.fail) == HASBRO_2
    assert Observer.eyes.heard == [(1, "bbyy")]


def test_done_begins_nothing_while_the_pegs_stand_that_would_be_the_first_row():
    presses = SimpleQueue()
    for _ in range(9):
        presses.put(Press.DONE)
    lights = Lights()
    with pytest.raises(CameraEnded):
        chosen_by_pegs(before_the_drawn_board(SetRow(1, "bbyy")), lights, presses, pytest.fail)
    assert "Take the pegs off and it begins" in lights.scenes[-1].sentence


AWAY = "The board is not where it was: I am looking for it. Leave all of it in sight."


def test_what_stops_the_eyes_is_told_and_then_how_things_stand():
    choice = menu_after(seen("bbyy"))
    stood = choice.scenes
    told = [
        (BoardMoved(), AWAY),
        (PictureUnfit("it is blurred."), "I cannot read: it is blurred."),
        (LightLost(), "It is too dark to read: put a light on. Nothing is lost meanwhile."),
    ]
    for stop, sentence in told:
        choice.on(stop)
        choice.on(HandSeen())
        assert [scene.sentence for scene in choice.scenes] == [sentence]
    choice.on(LightBack())
    assert choice.scenes == stood
    choice.on(StaysCovered(((1, 1),)))
    assert "Something lies on the board" in choice.scenes[-1].sentence
    choice.on(HandSeen())
    assert choice.scenes == stood


def test_a_camera_that_is_away_is_told_and_waited_for():
    lights = Lights()

    class Observer:
        eyes = Told()
        camera = Frames(CameraAway("away"), CameraError("lost"), (), (seen("bbyy"),))

    said = []
    with pytest.raises(CameraEnded):
        chosen_by_pegs(Observer(), lights, SimpleQueue(), said.append)
    told = [scene.sentence[:24] for scene in lights.scenes]
    assert told == [
        "Fill row 1. Its first pe",
        "The camera gives no pict",
        "Fill row 1. Its first pe",
        "Hasbro Mastermind 2004 f",
    ]
    assert said == ["lost"]


def test_what_to_do_is_told_before_the_camera_is_there(monkeypatch):
    def broken(*_):
        raise CameraError("The camera at usb:7 is not there.")

    monkeypatch.setattr(menu, "open_row", broken)
    monkeypatch.setattr(menu, "can_speak", lambda: False)
    run = command.run("menu", "--pegs", "--camera", "usb:7", "--board", "hasbro-2004")
    assert run.returncode == 2
    *_before, asked, told = run.stdout.split("Keypeg\n")
    assert "Nothing is said aloud: 'sudo apt install espeak-ng' gives it a voice." in run.stdout
    # Het Bouwblokje, red, has brown, of which this board has no pegs
    assert "Fill row 1. Its first peg is the game: blue Hasbro Mastermind 2004 for 2," in asked
    assert "The camera at usb:7 is not there." in told


def test_the_number_of_players_is_told_after_the_game():
    clock = [0.0]
    lights = Lights()
    observer = before_the_drawn_board(SetRow(1, "gyrr"), Wait(40), Clear())
    really = observer.camera.read

    def read(timeout):
        # a frame is a tenth of a second
        clock[0] += 0.1
        return really(timeout)

    observer.camera.read = read
    assert chosen_by_pegs(observer, lights, SimpleQueue(), pytest.fail, now=lambda: clock[0])
    # Hasbro 2004 for 3-5 is the third game; then four players
    assert lights.counts == [(3, 0), (4, 0)]


def test_the_page_s_table_is_the_menu_s():
    page = (Path(__file__).resolve().parents[1] / "docs/camera.md").read_text(encoding="utf-8")
    for letter, number in NUMBERS.items():
        games = [game.said for n, (game, _) in enumerate(peg_table(), start=1) if n == number]
        assert f"| {COLOURS[letter]} | {games[0] if games else ''} | {number} |" in page


def test_without_a_camera_there_are_no_pegs_to_see(monkeypatch, tmp_path):
    monkeypatch.setenv("KEYPEG_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "settings.toml").touch()
    result = CliRunner().invoke(cli, ["menu", "--pegs"])
    assert isinstance(result.exception, BadNotation)
    assert "--camera" in str(result.exception)


@pytest.mark.long
def test_a_match_is_chosen_by_pegs_and_played(monkeypatch, tmp_path):
    monkeypatch.setattr(
        menu, "open_row", lambda *_: before_the_drawn_board(SetRow(1, "bbyy"), Clear())
    )
    words = [
        "menu",
        "--pegs",
        "--camera",
        "sim:hasbro-2",
        "--display",
        "null",
        "--once",
        "--no-say",
    ]
    with Path(os.devnull).open() as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        cli.main([*words, "--games", str(tmp_path)], standalone_mode=False)
    (log,) = list_logs(tmp_path)
    assert read_log(log).header.book == "hasbro-2"
    *_, match = matches_of(read_log(log))
    assert match.seated.players == ("Player 1", "Player 2")
    assert match.is_over
