"""What boards are called: those that are shipped in the language spoken, one's own as they are."""

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.board_files.load import board_titles, load_board, shipped_names
from companion import i18n
from companion.vision.board.titles import said_title
from tests.command import run
from tests.our_code import nodes_of

OTHERS = sorted(i18n.LANGUAGES.keys() - {"en"})


SHIPPED = [load_board(name) for name in shipped_names()]


@pytest.mark.parametrize("shape", SHIPPED, ids=shipped_names())
def test_a_board_that_is_shipped_says_what_it_is_called_in_every_language(shape):
    titles = dict(shape.titles)
    assert sorted(titles) == OTHERS
    assert all(titles.values())
    assert shape.title not in titles.values()


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Describe a board of one's own that is called as a word of Keypeg."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    said = run("board", "new", "mine", "--no-ask", "--like", "classic", "--set", "title=Board")
    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize("language", OTHERS)
def test_a_shipped_board_is_called_in_the_language_spoken_and_one_s_own_as_it_is(
    own, language, monkeypatch
):
    monkeypatch.setenv("KEYPEG_LANGUAGE", language)
    listed = run("board", "list").stdout
    assert not [shape.title for shape in SHIPPED if shape.title in listed]
    with i18n.speaking(language):
        assert all(dict(shape.titles)[language] in listed for shape in SHIPPED)
        titles = board_titles()
        assert i18n._("Board") != "Board"
    assert titles["mine"] == "Board"
    assert "mine           Board\n" in listed
    assert run("board", "show", "mine").stdout.startswith(
        "mine : Board" if language == "fr" else "mine: Board"
    )


def test_what_a_program_reads_is_the_same_in_every_language(own, monkeypatch):
    monkeypatch.setenv("KEYPEG_LANGUAGE", "nl")
    shipped = {shape.name: shape.title for shape in SHIPPED}
    assert json.loads(run("board", "list", "--json").stdout) == shipped | {"mine": "Board"}
    said = json.loads(run("board", "show", "classic", "--json").stdout)
    assert said["title"] == shipped["classic"]


def test_a_board_without_a_title_says_nothing_in_its_place():
    with i18n.speaking("nl"):
        assert said_title(replace(load_board("classic"), title="")) == ""


def test_no_room_says_a_title_that_is_not_looked_up():
    """Every sentence takes `said_title`; only what is read by programs has the title itself."""
    root = Path(__file__).parent.parent
    said = {
        path.name
        for room in ("companion", "calibration")
        for path in (root / room).rglob("*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute)
        and node.attr == "title"
        and ast.unparse(node.value).endswith("shape")
    }
    assert said == {"titles.py"}
