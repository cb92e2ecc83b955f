"""The commands of the eyes: what they print, what they write, and how they refuse."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import companion
from calibration.board_files.load import load_board
from companion.cli import COMMANDS, cli
from companion.errors import KeypegError

EYES = ["sheets", "board", "calibrate", "read", "evaluate"]


def keypeg(*args, answers=None):
    """Run a command that must succeed; gives what it printed."""
    result = CliRunner().invoke(cli, [str(arg) for arg in args], input=answers)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


def refused(*args, answers=None):
    """Run a command that must refuse without a traceback; gives its sentences."""
    result = CliRunner().invoke(cli, [str(arg) for arg in args], input=answers)
    assert result.exit_code != 0
    if isinstance(result.exception, KeypegError):
        assert result.exception.hint
        return str(result.exception)
    assert isinstance(result.exception, SystemExit)
    return result.output


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", EYES)
def test_help_needs_neither_numpy_nor_opencv(command):
    code = (
        "import sys\nfrom companion.cli import cli\n"
        f"try: cli(['{command}', '--help'])\nexcept SystemExit: pass\n"
        "print({'numpy', 'cv2'} & set(sys.modules))"
    )
    checkout = Path(companion.__file__).parents[1]
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=checkout
    )
    assert ran.stdout.splitlines()[-1] == "set()"
    assert command in COMMANDS


@pytest.mark.parametrize(
    ("args", "title"),
    [
        (["markers", "--board", "four-player"], "Board markers, 15.3 mm"),
        (["markers", "--size", "20"], "Board markers, 20 mm"),
        (["card", "--board", "bouwblokje"], "Bouwblokje"),
        (["charuco"], "Lens sheet"),
        (["scorecard", "--players", "3"], "Score card"),
    ],
)
@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_a_sheet_is_written_as_its_ending_says(args, title, ending, tmp_path):
    out = tmp_path / f"sheet.{ending}"
    assert "100 mm" in keypeg("sheets", *args, "-o", out)
    data = out.read_bytes()
    assert data.startswith(b"<svg" if ending == "svg" else b"%PDF-1.4")
    assert title.encode() in data


def test_a_sheet_that_cannot_be_made_is_refused(tmp_path):
    assert "must end in .svg or .pdf" in refused("sheets", "charuco", "-o", "a.png")
    assert "8 to 70 mm" in refused("sheets", "markers", "--size", "2")
    assert "Did you mean 'classic'?" in refused("sheets", "markers", "--board", "clasic")
    assert "sheets markers" in refused("sheets", "card", "--board", "classic")
    missing = tmp_path / "gone" / "a.pdf"
    assert str(missing) in refused("sheets", "charuco", "-o", missing)


def test_boards_are_listed_and_shown():
    assert "Classic Mastermind" in keypeg("board", "list")
    assert json.loads(keypeg("board", "list", "--json"))["bouwblokje"].startswith("Het Bouwblokje")
    shown = keypeg("board", "show", "hasbro-2004")
    assert "12 rows of 4, sliders; colours wsgropyb" in shown
    assert "at 0 | 182.79, 56 | 182.79, 56 | -18, 0 | -18" in keypeg("board", "show", "classic")
    assert json.loads(keypeg("board", "show", "classic", "--json"))["hole_pitch"] == 14.0
    assert "There is no board 'x'" in refused("board", "show", "x")


def test_a_board_is_described_by_options(tmp_path):
    measures = ["title=Oma's", "holes.rows=8", "palette=rby", "markers="]
    options = [word for measure in measures for word in ("--set", measure)]
    said = keypeg("board", "new", "oma.toml", "--no-ask", "--like", "classic", *options)
    assert "oma.toml: 8 rows, rby" in said
    shape = load_board(str(tmp_path / "oma.toml"))
    assert (shape.title, shape.rows, shape.palette, shape.markers) == ("Oma's", 8, "rby", None)


def test_a_board_is_described_by_answers_and_a_file_is_not_overwritten_unasked(tmp_path):
    answers = "Ours\nrby\n9\n4\n13.5\n16\n1.5\n4\n3.8\n\n\n\n[-10, 65]\n[-25, 180]\n"
    keypeg("board", "new", "ours.toml", answers=answers)
    shape = load_board(str(tmp_path / "ours.toml"))
    assert (shape.rows, shape.hole_pitch, shape.outline[1]) == (9, 13.5, (65, 180))
    before = (tmp_path / "ours.toml").read_text("utf-8")
    refused("board", "new", "ours.toml", "--no-ask", "--set", "holes.rows=3", answers="n\n")
    assert (tmp_path / "ours.toml").read_text("utf-8") == before
    keypeg("board", "new", "ours.toml", "--no-ask", "--set", "holes.rows=3", answers="y\n")
    assert tomllib.loads((tmp_path / "ours.toml").read_text("utf-8"))["holes"]["rows"] == 3


def test_a_board_that_cannot_be_is_refused_and_nothing_is_written(tmp_path):
    new = ["board", "new", "bad.toml", "--no-ask"]
    assert "holes.rows" in refused(*new, "--set", "holes.rows=0")
    assert "is no field here" in refused(*new, "--set", "holes.pich=14")
    assert "holes.pitch=14.2" in refused(*new, "--set", "holes.pitch")
    assert "There is no board" in refused(*new, "--like", "nothing")
    assert "cannot be the name of a board" in refused("board", "new", "bad.txt", "--no-ask")
    assert not (tmp_path / "bad.toml").exists()
