"""Two houses at a real broker: the two commands play a match to its end."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from club import PATIENCE_S, mosquitto, needs_mosquitto

from companion.cli import cli
from companion.session.log_files import read_log

ROOT = Path(__file__).resolve().parents[1]


def house(url, folder, *words):
    command = [sys.executable, "-m", "companion", "duel", *words, "--mqtt", url]
    return subprocess.Popen(
        [*command, "--games", str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        cwd=ROOT,
    )  # fmt: skip


@needs_mosquitto
def test_two_commands_in_two_houses_play_a_match_to_its_end(tmp_path):
    with mosquitto(tmp_path) as broker:
        oslo = house(
            broker.url, tmp_path / "oslo", "hasbro-2",
            "--table", "oslo", "--with", "delft", "--player", "Ada", "--against", "Ben",
        )  # fmt: skip
        delft = house(
            broker.url, tmp_path / "delft", "--table", "delft", "--with", "oslo", "--player", "Ben"
        )
        # all that each will type; what is not asked for yet waits in the pipe
        typed = ("rgby\nscore\nhulp\nundo\nwosp\nybgr\n", "wosp\nrgby\nybgr\n")
        delft.stdin.write(typed[1])
        delft.stdin.flush()
        try:
            said = [oslo.communicate(typed[0], PATIENCE_S)[0]]
            said.append(delft.communicate(timeout=PATIENCE_S)[0])
        finally:
            for each in (oslo, delft):
                each.kill()
        codes = [oslo.returncode, delft.returncode]
    assert codes == [0, 0], said
    assert all("The match is over" in each for each in said)
    assert all("+1: " in each for each in said)
    for word in ("Score card", "leave", "Colours: w white", "Between two houses nothing is taken"):
        assert word in said[0], word
    (log,) = (tmp_path / "oslo").glob("*.keypeg")
    copy = tmp_path / "delft" / "duel-oslo.keypeg"
    ours, theirs = read_log(log), read_log(copy)
    assert ours.entries[: len(theirs.entries)] == theirs.entries
    assert len(theirs.entries) >= len(ours.entries) - 1


@needs_mosquitto
def test_a_house_is_left_by_the_word_of_any_language(tmp_path):
    with mosquitto(tmp_path) as broker:
        oslo = house(
            broker.url, tmp_path, "hasbro-2",
            "--table", "oslo", "--with", "delft", "--player", "Ada", "--against", "Ben",
        )  # fmt: skip
        said = oslo.communicate("stoppen\n", PATIENCE_S)[0]
    assert oslo.returncode == 0
    assert "Left off." in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("hasbro-2",), "Who begins names the game"),
        (("--against", "Ben"), "Who begins names the game"),
        (("davinci", "--against", "Ben"), "a game with one code"),
        (("--table", "No Name"), "small letters"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words, why, tmp_path):
    usual = ["duel", "--mqtt", "mqtt://127.0.0.1:9", "--table", "a", "--with", "b"]
    run = CliRunner().invoke(cli, [*usual, "--player", "Ada", "--games", str(tmp_path), *words])
    assert why in str(run.exception)
    assert not list(tmp_path.rglob("*.keypeg"))
