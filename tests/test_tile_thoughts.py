"""What hidden tiles can still be: told to all, or to one player alone, whose row stays unseen."""

import re
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.cli.game_loop.words import WORDS
from companion.cli.kinds.tile_hints import say_thoughts
from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import Claimed, Dealt, Drawn, Placed, Seated, Way
from companion.session.log_names import list_logs
from companion.session.session import Session


class Alone:
    """A keyboard of one who types `secrets` unseen; `shown` is what that one alone was shown."""

    def __init__(self, session, *secrets):
        self.session, self.shown, self.said = session, [], []
        self._secrets = iter(secrets)
        self.asker = SimpleNamespace(show_privately=self.shown.append)
        self.say = self.said.append
        self.player_named = str

    def ask_secret(self, prompt):
        return next(self._secrets)


def session_of(*events):
    seated = Seated(("Ada", "Ben"), 1, Way.KEPT, "Ada")
    session = Session.begin("davinci", {}, seated, folder=None)
    for event in (Dealt(("BWBW", "WWBB"), "Ada"), Drawn("Ada", "W"), *events):
        session.post(event, "keyboard")
    return session


WRONG = (Claimed("Ada", "Ben", 2, "0"), Placed("Ada", 5, "W11"))


def test_what_hidden_tiles_can_be_is_told_to_all_from_what_all_can_see():
    table = Alone(session_of(*WRONG))
    say_thoughts(table, "")
    (told,) = table.said
    head, *lines = told.splitlines()
    assert head == "What all can know of the hidden tiles:"
    # a white one stands left of it and two black ones right of it
    assert "Ben 2: W1 W2 W3 W4 W5 W6 W7 W8 W9" in lines
    assert not any(line.startswith("Ada 5:") for line in lines)
    assert table.shown == []


def test_a_player_alone_is_told_what_his_own_tiles_and_his_clue_tile_rule_out():
    ada = Alone(session_of(), "b0 w1 b7 w9", "w0")
    say_thoughts(ada, "Ada")
    (shown,) = ada.shown
    assert ada.said == []
    head, *lines = shown.splitlines()
    assert head == "What Ada can know of the hidden tiles:"
    assert lines[0] == "Ben 1: W2 W3 W4 W5 W6 W7"
    assert not any(line.startswith("Ada") for line in lines)


@pytest.mark.parametrize("row", ["B3 W4 B7 W9 W10", "B3 W4 B7", "B3 W4 BX W9 W11", "W4 B3 B7"])
def test_a_row_that_cannot_be_is_refused_without_a_word_of_it(row):
    ada = Alone(session_of(*WRONG), row)
    with pytest.raises(BadNotation) as caught:
        say_thoughts(ada, "Ada")
    assert str(caught.value).startswith("Your tiles cannot be these as the table lies.")
    assert ada.shown == []
    assert not re.search("B3|W4|BX|W9", str(caught.value))


def test_a_row_that_was_typed_is_in_no_line_on_the_screen_and_in_no_log(tmp_path):
    typed = ["BWBW", "WWBB", "Ada", "W", "Ben 2 0", "no", "5 11", "tiles Ada", "B3 W4 B7 W9 W11"]
    play = ["play", "davinci", "--players", "Ada,Ben", "--games", str(tmp_path)]
    run = CliRunner().invoke(cli, play, input="\n".join([*typed, "quit"]))
    assert "(Not shown: this is not a terminal.)" in run.output
    assert "Ben 2:" not in run.output
    (log,) = list_logs(tmp_path)
    assert not re.search("B3 W4|W4|W9", run.output + log.read_text())


def test_tiles_are_of_one_game_only():
    seated = Seated(("Ada", "Ben"), 1, Way.KEPT, "Ada")
    pegs = Session.begin("bouwblokje", {}, seated, folder=None)
    with pytest.raises(IllegalMove, match="no tiles"):
        WORDS["tiles"].do(Alone(pegs), "")
