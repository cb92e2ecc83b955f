"""The README's promises: its commands are those that run, and are known to the program."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import COMMANDS, cli
from companion.rulebooks import SHELF

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
COMMAND_LINES = re.findall(r"^\./run (.+)$", README, flags=re.MULTILINE)


def test_ci_calls_the_readmes_test_command_literally():
    assert "./run test" in README.splitlines()
    assert "./run test" in (ROOT / ".ci" / "run").read_text().splitlines()


@pytest.mark.parametrize("line", [line for line in COMMAND_LINES if line != "test"])
def test_every_command_of_the_readme_is_one(line):
    command, *arguments = line.split()
    assert command in COMMANDS
    run = CliRunner().invoke(cli, [command, "--help"])
    assert run.exit_code == 0
    for option in (a for a in arguments if a.startswith("--")):
        assert option in run.output


def test_every_rulebook_is_in_the_readme():
    for name in SHELF:
        assert f"`{name}`" in README
