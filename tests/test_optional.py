"""A table of keyboard and lights plays without OpenCV, NumPy, gpiozero and the page's packages.

What needs one of them says so in a sentence, with the command that installs it.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import optional
from companion.cli import NEEDS
from companion.errors import MissingPart
from tests.command import Ended

ROOT = Path(__file__).parents[1]
EXTRAS = ("cv2", "numpy", "gpiozero", "starlette", "uvicorn", "jinja2", "segno")
# an interpreter that has only what every table has: an import of anything else fails
WITHOUT = f"""
import sys
from importlib.abc import MetaPathFinder


class Absent(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {EXTRAS!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Absent())
import json, os
from companion.__main__ import run

# each command has a process of its own, begun where Python has started once for all
for line in sys.stdin:
    words, folder = json.loads(line)
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    os.environ |= {{"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}}
    for number, name in enumerate(("typed", "out", "err")):
        mode = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open(f"{{folder}}/{{name}}", mode), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
    sys.argv[1:] = words
    run()
    sys.exit()
"""
GAMES = {
    "bouwblokje": "Ada,Ben",
    "hasbro-2": "Ada,Ben",
    "hasbro-group": "Ada,Ben,Cleo",
    "invicta-4": "Ada,Ben,Cleo",
    "davinci": "Ada,Ben",
}


@pytest.fixture(scope="module")
def interpreter():
    """Start Python where no extra is installed; it runs the commands that it is told."""
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        cwd=ROOT,
    ) as python:
        yield python
        python.stdin.close()
    assert python.returncode == 0


@pytest.fixture
def bare(interpreter, tmp_path):
    """Run keypeg where no extra is installed."""

    def keypeg(*words, typed="quit\n"):
        (tmp_path / "typed").write_text(typed)
        interpreter.stdin.write(json.dumps([words, str(tmp_path)]) + "\n")
        code = int(interpreter.stdout.readline())
        return Ended(code, *((tmp_path / name).read_text() for name in ("out", "err")))

    return keypeg


@pytest.mark.parametrize("book", GAMES)
def test_every_game_is_played_at_the_keyboard(bare, book):
    ran = bare("play", book, "--players", GAMES[book])
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "quit" in ran.stdout


def test_a_match_is_played_to_its_end_shown_and_counted(bare):
    # no code of the game has four of a colour, so this row is never the code
    typed = "bbbb\n" * 12
    ran = bare("play", "bouwblokje", "--players", "Ada", "--rounds", "1", typed=typed)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "1 played" in bare("stats", "Ada").stdout
    for words in (("games",), ("players",), ("show", "last"), ("replay", "last"), ("verify",)):
        assert bare(*words).stderr == "", words


def test_a_hint_is_refused_and_the_round_is_kept(bare):
    ran = bare("play", "bouwblokje", "--players", "Ada", typed="rgby\nhint\n")
    assert "the part 'hints'" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert "1  Ada   r   g   b   y" in bare("show", "last").stdout


def test_a_maker_who_answers_is_told_that_nothing_compares_the_answers(bare):
    typed = "\nrgby\n1 1\nquit\n"
    ran = bare("play", "bouwblokje", "--players", "Ada,Ben", "--maker", "kept", typed=typed)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "1 black" in ran.stdout
    assert "Answers are not compared" in ran.stdout


def test_at_tiles_no_answers_are_said_not_to_be_compared(bare):
    ran = bare("play", "davinci", "--players", "Ada,Ben", typed="BWWB\nBWWB\nquit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "not compared" not in ran.stdout


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("demo",), "camera"),
        (("watch", "--camera", "usb:0", "--board", "classic"), "camera"),
        (("read", "README.md", "--board", "classic"), "camera"),
        (("calibrate", "classic", "--camera", "usb:0"), "camera"),
        (("play", "hasbro-2", "--players", "Ada,Ben", "--camera", "sim:hasbro-2"), "camera"),
        (("evaluate", "docs"), "camera"),
        (("sheets", "markers", "--board", "classic", "-o", "x.pdf"), "camera"),
        (("serve",), "page"),
        (("play", "hasbro-2", "--players", "Ada,Ben", "--page"), "page"),
        (("play", "hasbro-2", "--players", "Ada,Ben", "--display", "gpio"), "pi"),
        (("test-lights", "--display", "gpio"), "pi"),
    ],
)
def test_what_needs_a_part_says_one_sentence_and_leaves_nothing_begun(bare, words, part, tmp_path):
    ran = bare(*words)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"keypeg: This needs the part '{part}'")
    assert "Run: " in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    assert not list(tmp_path.rglob("*.keypeg"))


def test_the_doctor_lists_what_is_not_installed(bare):
    ran = bare("doctor")
    assert (ran.returncode, ran.stderr) == (0, "")
    for part in ("hints", "camera", "page"):
        assert f"part {part}" in ran.stdout


def test_the_parts_are_the_extras_and_need_no_more_than_they_say():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(optional.PARTS) == set(extras["optional-dependencies"]) - {"all", "dev"}
    assert all("<" in each for each in extras["dependencies"])
    run = (ROOT / "run").read_text()
    assert "hints | camera | club | page | pi | all | dev) ;;" in run
    by_command = re.findall(r"^ +((?:[a-z-]+ \| )*[a-z-]+)\) echo ([a-z]+) ;;$", run, re.MULTILINE)
    installs = {command: part for line, part in by_command for command in line.split(" | ")}
    assert installs.items() >= NEEDS.items()


@pytest.mark.parametrize(
    ("place", "command"),
    [
        ("home/ada/keypeg/.venv", "./run install camera"),
        ("home/ada/.local/share/pipx/venvs/keypeg", "pipx inject keypeg "),
        ("home/ada/.local/share/uv/tools/keypeg", "uv pip install --python "),
        ("usr", " -m pip install "),
    ],
)
def test_the_command_fits_how_it_was_installed(tmp_path, monkeypatch, place, command):
    prefix = tmp_path / place
    prefix.mkdir(parents=True)
    (tmp_path / "home/ada/keypeg").mkdir(exist_ok=True, parents=True)
    (tmp_path / "home/ada/keypeg/run").touch()
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(MissingPart) as caught:
        optional.require("camera")
    assert command in caught.value.hint
