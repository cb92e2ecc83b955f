"""Whole matches typed into the real command, killed half way, resumed, and looked back on."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.game.core.events import (
    Answered,
    Called,
    Claimed,
    CodeSet,
    CodeShown,
    Dealt,
    Drawn,
    Guessed,
    Judged,
    Opened,
    Passed,
    Placed,
    RowShown,
    Seated,
    Way,
)
from companion.game.parts.round import PartsRound
from companion.game.parts.rules import format_part_answer
from companion.session.session import Session
from tests import command
from tests.games import robots_for
from tests.stages import each_kind

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "companion"]

# the box -> who plays, how many rounds, by which rules
MATCHES = {
    "bouwblokje": (("Ada", "Ben de Boer"), 3, {"variation": "B"}),
    "hasbro-2": (("Ada", "Zoë 🎲"), 2, {"repeats": "yes"}),
    "hasbro-group": (("Tim", "Ben", "Lotte", "Eva"), 4, {}),
    "invicta-4": (("Ada", "Ben"), 1, {"boards": "2"}),
    "davinci": (("Ada", "Ben de Boer", "Chloé"), 1, {"dashes": "yes", "points": "yes"}),
}


def typed(match, event):
    """Give the lines that people type for `event`."""
    in_parts = isinstance(match.round, PartsRound)
    match event:
        case CodeSet():
            return [""]
        case Guessed():
            return [f"{event.board}: {event.row}" if in_parts else event.row]
        case Answered():
            keys = event.keys
            return [format_part_answer(keys) if in_parts else f"{keys.black} {keys.white}"]
        case Called():
            return [f"call {event.player} {event.row}"]
        case Judged():
            return ["yes" if event.right else "no"]
        case Passed():
            return ["pass" if in_parts else "stop"]
        case CodeShown():
            return list(event.codes)
        case Dealt():
            return [*event.rows, event.first]
        case Drawn():
            return [event.colour]
        case Claimed():
            return [f"{event.owner} {event.position} {event.number}"]
        case Opened() if event.player == match.round.claim.owner:
            return ["yes"]
        case Placed() if event.tile.endswith("?"):
            return ["stop", str(event.position)]
        case Opened() | Placed():
            return ["no", f"{event.position} {event.tile[1:]}"]
        case RowShown():
            return [" ".join(event.tiles)]


def rehearsed(book, players, rounds, rules):
    """Play a match by robots; give how it ended, and what was typed at each step."""
    seated = Seated(players, rounds, Way.KEPT, players[0])
    session = Session.begin(book, rules, seated, folder=None, rng=Random(1))
    robots, steps = robots_for(book), []
    while not session.match.is_over:
        event = robots.move(session.match)
        steps.append(typed(session.match, event))
        session.post(event, "keyboard")
    return session.match, steps


def lines(steps):
    return "".join(line + "\n" for step in steps for line in step)


def play_until_killed(begun, typed, environment):
    """Type into a match in a process of its own, and kill that when all was taken."""
    with subprocess.Popen(
        [*COMMAND, *begun],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=ROOT,
    ) as playing:
        playing.stdin.write(typed + "help\n")
        playing.stdin.flush()
        # the help is printed after all before it was taken
        assert any("Type what is asked for" in line for line in playing.stdout)
        playing.kill()


@pytest.mark.parametrize("book", each_kind(MATCHES))
def test_a_match_typed_killed_undone_resumed_and_looked_back_on(tmp_path, book):
    players, rounds, rules = MATCHES[book]
    match, steps = rehearsed(book, players, rounds, rules)
    half = len(steps) // 2
    environment = os.environ | {
        "KEYPEG_GAMES": str(tmp_path),
        "COLUMNS": "80",
        "PYTHONUNBUFFERED": "1",
    }

    def run(*arguments, typed=()):
        ended = command.run(*arguments, typed=typed, environment=environment)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    options = ["--rounds", str(rounds)] + [
        x for k, v in rules.items() for x in ("--rule", f"{k}={v}")
    ]
    options += [] if book == "davinci" else ["--maker", "kept"]
    begun = ["play", book, "--players", ",".join(players), *options]
    play_until_killed(begun, lines(steps[:half]), environment)
    run("play", "--resume", typed=["undo", *(line for step in steps[half - 1 :] for line in step)])
    shown = json.loads(run("show", "last", "--json"))
    assert shown["over"]
    assert shown["totals"] == match.totals()
    assert shown["winners"] == list(match.winners())
    exported = run("export", "last", "--to", "csv")
    said = [move for _, move in match.moves if isinstance(move, Guessed | Called | Claimed)]
    exported = list(csv.DictReader(io.StringIO(exported)))
    assert sum(line["what"] in ("guess", "call", "claim") for line in exported) == len(said)
    assert "every answer was right" in run("verify", "last") or book == "davinci"
    for looking in ("show", "replay", "analyse"):
        assert max(map(len, run(looking, "last").splitlines())) <= 80
