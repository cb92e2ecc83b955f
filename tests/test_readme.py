"""The README is one screen; its commands and those of its pages are known to the program."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, cli
from companion.rulebooks.shelf import SHELF

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = sorted((ROOT / "docs").glob("*.md"))
COMMAND_LINES = [
    line
    for text in (README, *(page.read_text(encoding="utf-8") for page in PAGES))
    for line in re.findall(r"^\./run ([^#\n]+)", text, flags=re.MULTILINE)
]
SCREEN_LINES = 45  # of a browser's window, the two pictures beside each other


def test_ci_calls_the_readmes_test_command_literally():
    assert "./run test" in README.splitlines()
    assert "./run test" in (ROOT / ".ci" / "run").read_text().splitlines()


@pytest.mark.parametrize("line", [line for line in COMMAND_LINES if line != "test"])
def test_every_command_of_the_readme_and_its_pages_is_one(line):
    command, *arguments = line.split()
    assert command in COMMANDS
    run = CliRunner().invoke(cli, [command, "--help"])
    assert run.exit_code == 0
    for option in (a for a in arguments if a.startswith("--")):
        assert option in run.output


def test_every_rulebook_is_in_the_readme():
    for name in SHELF:
        assert f"`{name}`" in README
        assert f"| `{name}` |" in (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


def test_the_readme_is_one_screen_and_names_every_page_that_is_for_a_reader():
    assert len(README.splitlines()) <= SCREEN_LINES
    # these two are the decisions that playing and contributing lead on to
    inner = {"table.md", "watching.md"}
    assert {page.name for page in PAGES} - inner == set(re.findall(r"\(docs/(\w+\.md)", README))
