"""The page for contributors: its tree is the folders, and a secret takes the walk it tells."""

import re
from pathlib import Path

import pytest
from evenings import begin
from test_walk import calls_of, named

from benchmarks.mutants import EQUIVALENT, MUTANTS, lost
from companion.game.core.events import Guessed

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
TREE = PAGE.partition("```text\n")[2].partition("```")[0]
SECRET = PAGE.partition("The walk of a secret.")[2].partition("\n## ")[0]
STEPS = re.findall(r"^\d+\. `([\w.]+)` ", SECRET, re.MULTILINE)


def rooms_of_the_page():
    """Give the folders that the tree names, from the checkout's top."""
    path, rooms = [], set()
    for line in TREE.splitlines():
        indent, name = re.match(r"( *)(\w+)/ ", line).groups()
        path[len(indent) // 4 :] = [name]
        rooms.add("/".join(path))
    return rooms


def rooms_there_are():
    return {
        str(file.parent.relative_to(ROOT))
        for folder in ("companion", "calibration")
        for file in (ROOT / folder).rglob("*.py")
    }


def test_the_tree_is_that_of_the_folders():
    assert rooms_of_the_page() == rooms_there_are()


def test_each_place_that_it_names_is_there():
    places = re.findall(
        r"`((?:companion|calibration|tests|benchmarks|\.ci)/[a-z0-9_./]*[a-z0-9_])`", PAGE
    )
    assert len(places) > 10
    assert [place for place in places if not (ROOT / place).exists()] == []
    modules = re.findall(r"python -m ([\w.]+)", PAGE)
    assert [each for each in modules if not (ROOT / f"{each.replace('.', '/')}.py").exists()] == []


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
