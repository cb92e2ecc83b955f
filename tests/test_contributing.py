"""The page for contributors: its tree is the folders, and a secret takes the walk it tells."""

import re
from pathlib import Path

import pytest
from evenings import begin
from test_arrows import MODULES, ours, within
from test_walk import calls_of, named

from benchmarks.mutants import EQUIVALENT, MUTANTS, lost
from companion.game.core.events import Guessed

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
TREE = PAGE.partition("```text\n")[2].partition("```")[0]
SECRET = PAGE.partition("The walk of a secret.")[2].partition("\n## ")[0]
STEPS = re.findall(r"^\d+\. `([\w.]+)` ", SECRET, re.MULTILINE)


def rooms_of_the_page():
    """Give the folders that the tree names, from the checkout's top, in its order."""
    path, rooms = [], []
    for line in TREE.splitlines():
        indent, name = re.match(r"( *)(\w+)/ ", line).groups()
        path[len(indent) // 4 :] = [name]
        rooms.append("/".join(path))
    return rooms


def rooms_there_are():
    return {
        str(file.parent.relative_to(ROOT))
        for folder in ("companion", "calibration")
        for file in (ROOT / folder).rglob("*.py")
    }


def test_the_tree_is_that_of_the_folders():
    rooms = rooms_of_the_page()
    assert len(set(rooms)) == len(rooms)
    assert set(rooms) == rooms_there_are()


def test_imports_go_down_the_tree():
    """A room may also import files of one that it stands in, if none of those imports it."""
    rooms = [room.replace("/", ".") for room in rooms_of_the_page()]

    def room_of(module):
        return max((room for room in rooms if within(module, room)), key=len)

    arrows = {(room_of(name), room_of(wanted)) for name in MODULES for wanted in ours(name)}
    # the calibration is beside the companion, and each file at its top has a floor of its own
    inside = {
        (mine, theirs)
        for mine, theirs in arrows
        if mine.partition(".")[0] == theirs.partition(".")[0]
        and "companion" not in (mine, theirs)
        and mine != theirs
    }
    up = [each for each in inside if rooms.index(each[0]) > rooms.index(each[1])]
    assert [each for each in up if not within(*each)] == []
    assert [each for each in up if each[::-1] in arrows] == []


def test_each_place_that_it_names_is_there():
    places = re.findall(
        r"`((?:companion|calibration|tests|benchmarks|\.ci)/[a-z0-9_./]*[a-z0-9_])`", PAGE
    )
    assert len(places) > 10
    assert [place for place in places if not (ROOT / place).exists()] == []
    modules = re.findall(r"python -m ([\w.]+)", PAGE)
    assert [each for each in modules if not (ROOT / f"{each.replace('.', '/')}.py").exists()] == []


def test_what_is_looked_for_is_found_where_it_says():
    table = PAGE.partition("Where is ...?")[2].partition("\n## ")[0]
    places = re.findall(r"`([a-z0-9_]+/[a-z0-9_./]+)`", table)
    assert len(places) > 15
    gone = [p for p in places if not any((ROOT / top / p).exists() for top in ("companion", ""))]
    assert gone == []


def test_each_mutant_stands_in_the_code():
    assert lost((*MUTANTS.all, *EQUIVALENT)) == []


@pytest.mark.parametrize("step", STEPS)
def test_every_step_of_a_secrets_walk_is_there(step):
    assert callable(named(step))


def test_a_secret_takes_every_step_in_this_order(tmp_path):
    assert len(STEPS) == 7

    def one_round():
        session = begin("bouwblokje", folder=tmp_path)
        session.post(Guessed("Ben", session.secret.codes[0]), "keyboard")
        session.close()

    called = iter(calls_of(one_round))
    assert [step for step in STEPS if named(step).__code__ not in called] == []
