"""`keypeg play --camera` with a keyboard, buttons and a camera that comes and goes."""

import io
import json
import os
import sys
import zipfile
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import click
import cv2
import numpy as np
import pytest
from evenings import Blind, begin

from companion.cli import cli
from companion.cli.common.buttons import Buttons
from companion.cli.common.frame_log import FrameKeeper
from companion.cli.common.prompt import Asker
from companion.cli.common.stdin_lines import Lines
from companion.cli.game_loop.keyboard import Keyboard
from companion.cli.game_loop.narrate import Reporter
from companion.cli.game_loop.watched_game import MISSED, Hands, Watched, play_watched
from companion.cli.game_loop.words import WORDS
from companion.displays.options import Press
from companion.errors import BadNotation, CameraEnded, CameraError, UnknownName
from companion.game.core.events import Way
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.session.log_files import read_log
from companion.session.log_names import list_logs
from companion.session.replay import matches_of
from companion.session.session import Session
from companion.session.watched_session import WatchedSession
from companion.sightings.boards import CodeCovered, CodeSeen, KeysSeen, RowSeen
from companion.table import Confirm
from companion.terminal.console import Console

PLAY = ("hasbro-2", "--players", "Ada,Ben")


@pytest.fixture
def play(walk, tmp_path, monkeypatch, capsys):
    """Play before the photos named, with typed lines; give what was printed."""
    monkeypatch.setenv("COLUMNS", "120")
    games = tmp_path / "games"

    def run(photos, *options, typed=()):
        folder = tmp_path / "-".join(photos)
        folder.mkdir(exist_ok=True)
        for number, name in enumerate(photos):
            data = (walk / "frames" / f"{name}.jpg").read_bytes()
            (folder / f"{number}.jpg").write_bytes(data)
        camera = ("--camera", f"photos:{folder}", "--board", "hasbro-2004", "--calibration", "walk")
        with typing(monkeypatch, typed):
            cli.main(["play", *options, *camera, "--games", str(games)], standalone_mode=False)
        return capsys.readouterr().out

    run.match = lambda: [*matches_of(read_log(next(list_logs(games))))][-1]
    return run


def typing(monkeypatch, lines):
    """Put a pipe with `lines` in the keyboard's place."""
    reader, writer = os.pipe()
    os.write(writer, "".join(line + "\n" for line in lines).encode())
    os.close(writer)
    file = os.fdopen(reader)
    monkeypatch.setattr(sys, "stdin", file)
    return file


# "1" is a photo of the empty board, "2" shows gppr in row 1


def test_a_code_that_is_told_answers_the_row_that_is_seen(play):
    said = play(("1", "2"), *PLAY, "--maker", "told", typed=["code", "gsrp"])
    assert "I see row 1: gppr." in said
    (row,) = play.match().round.rows
    assert (row.player, row.code, row.keys) == ("Ben", "gppr", Keys(1, 2))
    assert "gsrp" not in said


def test_a_match_that_is_gone_on_with_is_compared_with_the_board(play):
    play(("1", "2"), *PLAY)
    assert "The board lies as it was left, up to row 1." in play(("2",), "--resume")
    said = play(("1",), "--resume")
    assert "The board is not as it was left. Row 1 was gppr and is gone: put it back" in said
    assert [row.code for row in play.match().round.rows] == ["gppr"]


def test_what_lies_there_at_the_start_is_no_guess_until_it_is_said_to_be(play):
    said = play(("2", "2"), *PLAY)
    assert "Clear the board for round 1." in said
    assert play.match().round.rows == ()


def test_rows_are_typed_while_nothing_is_on_the_board(play):
    said = play(("1", "1"), *PLAY, typed=["wsgx", "wsgr", "correct 1 wsgp", "quit"])
    assert "✗" in said
    assert [row.code for row in play.match().round.rows] == ["wsgp"]
    assert "Left off. Go on with: keypeg play --resume" in said


@dataclass
class Scripted:
    """A camera and eyes in one: each frame is what is seen in it; an error is raised."""

    frames: deque
    title = "A scripted camera"
    eyes: Blind = field(default_factory=Blind)

    def read(self, timeout):
        if not self.frames:
            raise CameraEnded("The script is at its end.")
        frame = self.frames.popleft()
        if isinstance(frame, Exception):
            raise frame
        if callable(frame):
            frame()
            return ()
        return frame


@pytest.fixture
def watched(monkeypatch):
    """Give what plays frames given to it, and what it says."""
    with Buttons() as buttons, typing(monkeypatch, []):

        def run(session, *frames, confirm=Confirm.UNSURE):
            console = Console(
                file=(said := SimpleNamespace(text="", flush=lambda: None, isatty=lambda: False)),
                width=200,
            )
            said.write = lambda text: setattr(said, "text", said.text + text)
            camera = Scripted(deque(frames))
            camera.eyes.look, camera.eyes.has_read = (lambda frame: frame), True
            reader, writer = os.pipe()
            run.types = lambda line: os.write(writer, line.encode() + b"\n")
            lines = Lines(reader)
            keyboard = Keyboard(session, Reporter(console), Asker(console, buttons, lines), WORDS)
            evening = WatchedSession(
                session,
                camera.eyes,
                confirm=confirm,
                show=lambda night: keyboard.say(night.table.sentence),
            )
            seeing = SimpleNamespace(camera=camera, eyes=camera.eyes)
            with pytest.raises(CameraEnded):
                play_watched(Watched(evening, seeing, keyboard, Hands(buttons, lines)))
            os.close(reader)
            os.close(writer)
            return said.text

        run.buttons = buttons
        yield run


def test_the_buttons_say_done_and_take_back(watched):
    session = begin("bouwblokje")
    press = watched.buttons.press
    frames = [(RowSeen(1, "rgby", 0.9),), lambda: press(Press.DONE), ()]
    watched(session, *frames, confirm=Confirm.ALWAYS)
    assert [row.code for row in session.match.round.rows] == ["rgby"]
    said = watched(session, lambda: press(Press.TAKE_BACK), ())
    assert session.match.round.rows == ()
    assert "Row 1 was taken back" in said


def test_a_camera_that_is_lost_is_said_and_the_match_goes_on_when_it_is_back(watched):
    session = begin("bouwblokje")
    lost = [CameraError("No picture.", hint="Check its cable.")] * MISSED
    said = watched(session, (), *lost, (RowSeen(1, "rgby", 0.9),))
    assert (
        "The camera gives no pictures: I wait until it is back. Rows can be typed until then."
        in said
    )
    assert [row.code for row in session.match.round.rows] == ["rgby"]


def test_an_answer_is_typed_where_what_lies_there_cannot_be(watched):
    session = begin("bouwblokje", way=Way.KEPT)
    seen = (RowSeen(1, "rgby", 0.9), KeysSeen(1, 3, 1))
    said = watched(session, seen, lambda: watched.types("3 0"), ())
    assert "3 black and 1 white cannot be" in said
    assert session.match.round.rows[0].keys == Keys(3, 0)


def test_a_code_that_is_kept_is_never_typed_before_the_camera(watched):
    session = begin("bouwblokje", way=Way.KEPT)
    said = watched(
        session, (), lambda: watched.types("rgby"), (), lambda: watched.types("done"), ()
    )
    assert "When it is hidden, say 'done'." in said
    assert session.match.turn.need is Need.GUESS


# frames that are kept


def test_the_frame_of_each_event_is_kept_and_read_again(play, tmp_path, capsys):
    kept = tmp_path / "kept"
    told = (*PLAY, "--maker", "told", "--frames", str(kept))
    play(("1", "2"), *told, typed=["code", "gsrp"])
    (file,) = kept.iterdir()
    (log,) = list_logs(tmp_path / "games")
    assert file.name == f"{log.stem}-0003.png"
    again = ("replay", str(log), "--reread", str(kept), "--board", "hasbro-2004")
    cli.main([*again, "--calibration", "walk"], standalone_mode=False)
    assert capsys.readouterr().out == "1 frame read again; otherwise than recorded: 0.\n"
    # the record is corrected to what did not stand there: the frame tells
    session, _ = Session.resume(log)
    session.correct_guess(1, 1, "gppb", "keyboard")
    session.close()
    cli.main([*again, "--calibration", "walk", "--json"], standalone_mode=False)
    facts = json.loads(capsys.readouterr().out)
    assert (facts["row"], facts["read"]) == (1, "gppr")


@pytest.mark.opencv
def test_a_report_has_the_board_alone_and_no_names(play, tmp_path, capsys, monkeypatch):
    kept = tmp_path / "kept"
    play(("1", "2"), *PLAY, "--maker", "told", "--frames", str(kept), typed=["code", "gsrp"])
    (log,) = list_logs(tmp_path / "games")
    words = ["report", str(log), "--frames", str(kept), "--board", "hasbro-2004"]
    out = tmp_path / "report.zip"
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    with pytest.raises(click.Abort):
        cli.main([*words, "--calibration", "walk", "-o", str(out)], standalone_mode=False)
    assert not out.exists()
    cli.main([*words, "--calibration", "walk", "-o", str(out), "--yes"], standalone_mode=False)
    assert "readings.json" in capsys.readouterr().out
    assert out.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(out) as archive:
        texts = "".join(archive.read(n).decode() for n in archive.namelist() if "json" in n)
        (picture,) = [archive.read(n) for n in archive.namelist() if n.endswith(".png")]
        (reading,) = json.loads(archive.read("readings.json"))
    assert "Ada" not in texts
    assert str(Path.home()) not in texts
    assert '"player": "player 2"' in texts
    assert (reading["recorded"], reading["differs"]) == ("gppr", False)
    (frame,) = kept.iterdir()
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    whole = cv2.imread(str(frame))
    assert image.size < whole.size
    # the corners of the cut are outside of a board that is seen aslant
    assert not image[0, 0].any()
    assert image.any(axis=2).mean() > 0.5


def test_no_frame_is_kept_that_shows_the_code_before_its_time(play, tmp_path):
    night = WatchedSession(begin("bouwblokje", way=Way.KEPT), Blind())
    keeper = FrameKeeper(tmp_path / "kept", night)
    image = np.zeros((4, 4, 3), np.uint8)
    night.on(CodeSeen("rgby"))
    night.on(RowSeen(1, "oooo", 0.9))
    keeper.keep(image)
    assert not (tmp_path / "kept").exists()
    night.on(CodeCovered())
    night.on(KeysSeen(1, 0, 1))
    keeper.keep(image)
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["match-0004.png"]


def test_frames_that_were_not_kept_are_said(play, tmp_path):
    play(("1", "2"), *PLAY, "--maker", "told", typed=["code", "gsrp"])
    (log,) = list_logs(tmp_path / "games")
    again = ("replay", str(log), "--reread", str(tmp_path), "--board", "hasbro-2004")
    with pytest.raises(UnknownName, match="no frames of this match"):
        cli.main([*again, "--calibration", "walk"], standalone_mode=False)


@pytest.mark.parametrize(
    ("book", "option", "why"),
    [
        ("davinci", ("--confirm", "always"), "Tiles never wait for 'done'"),
        ("davinci", ("--confirm", "never"), "Tiles never wait for 'done'"),
        ("davinci", ("--frames", "kept"), "--frames is about boards of pegs"),
        ("davinci", ("--boards", "2"), "--boards is about boards of pegs"),
        ("davinci", ("--board", "classic"), "--board is about boards of pegs"),
        ("invicta-4", ("--confirm", "never"), "In Master Mind for four any hole may stay empty"),
        ("invicta-4", ("--boards", "4"), "is played on 2 boards, not 4"),
        ("hasbro-2", ("--boards", "2"), "is played on one board"),
    ],
)
def test_an_option_that_means_nothing_is_refused(book, option, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    where = ("--camera", f"sim:{book}", "--games", str(tmp_path))
    command = ["play", book, "--players", "Ada,Ben", *option, *where]
    with typing(monkeypatch, ()), pytest.raises(BadNotation, match=why):
        cli.main(command, standalone_mode=False)


@pytest.mark.parametrize("camera", ["photos:evening", "video:evening.avi"])
def test_tiles_are_not_played_before_pictures_that_wait_for_nobody(camera, tmp_path, monkeypatch):
    command = ["play", "davinci", "--players", "Ada,Ben", "--games", str(tmp_path)]
    with typing(monkeypatch, ()), pytest.raises(BadNotation, match="wait for nobody"):
        cli.main([*command, "--camera", camera], standalone_mode=False)


def test_unsure_is_what_tiles_do_anyway(tmp_path, monkeypatch, capsys):
    command = ("play", "davinci", "--players", "Ada,Ben", "--confirm", "unsure")
    with typing(monkeypatch, ["quit"]):
        where = ("--camera", "sim:davinci?width=640", "--games", str(tmp_path))
        cli.main([*command, *where], standalone_mode=False)
    assert "The drawn table of Da Vinci Code." in capsys.readouterr().out
