import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadNotation, IllegalMove
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Passed, Placed, RowShown
from companion.game.core.turn import Cell, Need, Turn
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules
from companion.game.tiles.state import Verdict
from tests.tile_games import random_round, steps_of
from tests.tile_stories import (
    BEN_HAS_ONE_LEFT,
    BEN_OUT,
    BEN_SOLVED,
    DEAL,
    DRAW,
    EMPTY,
    NO_TABLE,
    PLAIN,
    POINTS,
    SMALL,
    TABLE_EMPTY,
    THREE,
    played,
    right,
)

VECTORS = json.loads((Path(__file__).parent / "vectors" / "davinci_rounds.json").read_text("utf-8"))


@pytest.mark.parametrize("example", VECTORS, ids=range(len(VECTORS)))
def test_every_line_of_the_worked_examples(example):
    rules = TileRules("davinci", "Da Vinci Code", dashes=example["dashes"], points=True)
    state = TileRound.begin(rules, tuple(example["players"]))
    for step in steps_of(example):
        assert not state.is_over
        for event in step.events:
            state = state.on(event)
        if step.public is not None:
            assert state.rows == step.public
            assert state.points == step.points
        if step.pool is not None:
            assert sum(state.pool.values()) == step.pool
    end = example["events"][-1]
    assert state.is_over
    assert (state.winner, state.points) == (end["winner"], end["points"])
    assert state.score()[end["winner"]].singles[-2:] == (5, end["bonus"])
    assert state.turn == Turn(Need.NOTHING)


def test_before_the_deal_the_starter_is_proposed_and_the_deal_decides():
    state = TileRound.begin(POINTS, ("Ada", "Ben"), "Ada")
    assert state.turn == Turn(Need.DEAL, "Ada")
    assert state.rows == {}
    assert state.on(Dealt(("BWBW", "WBWB"), "Ben")).turn == Turn(Need.DRAW, "Ben")


def test_after_the_deal_only_backs_are_known():
    state = played(DEAL)
    assert state.rows == {"Ada": ("B?", "W?", "B?", "W?"), "Ben": ("W?", "B?", "W?", "B?")}
    assert state.pool == {"B": 8, "W": 8}


def test_the_clue_tile_is_neither_on_the_table_nor_in_the_row():
    state = played(DEAL, DRAW)
    assert state.pool == {"B": 8, "W": 7}
    assert state.rows["Ada"] == ("B?", "W?", "B?", "W?")
    assert state.turn == Turn(Need.CLAIM, "Ada")


def test_a_claim_waits_for_its_reply():
    state = played(DEAL, DRAW, Claimed("Ada", "Ben", 1, "5"))
    assert state.turn == Turn(Need.REPLY, "Ben")
    assert state.claims == ()


def test_a_wrong_claim_puts_the_clue_tile_open_into_the_row():
    claim = Claimed("Ada", "Ben", 1, "5")
    state = played(DEAL, DRAW, claim, Placed("Ada", 3, "W5"))
    assert state.rows["Ada"] == ("B?", "W?", "W5", "B?", "W?")
    assert state.rows["Ben"] == ("W?", "B?", "W?", "B?")
    assert state.claims == (Verdict(claim, right=False),)
    assert state.points == {"Ada": 0, "Ben": 0}
    assert state.pool == {"B": 8, "W": 7}
    assert state.turn == Turn(Need.DRAW, "Ben")


def test_a_right_claim_earns_a_point_and_the_choice_to_go_on():
    state = played(DEAL, DRAW, *right("Ada", "Ben", 1, "W0"))
    assert state.rows["Ben"] == ("W0", "B?", "W?", "B?")
    assert state.claims == (Verdict(Claimed("Ada", "Ben", 1, "0"), right=True),)
    assert state.points == {"Ada": 1, "Ben": 0}
    assert state.turn == Turn(Need.CLAIM_OR_STOP, "Ada")


def test_to_stop_hides_the_clue_tile_in_the_row():
    state = played(DEAL, DRAW, *right("Ada", "Ben", 1, "W0"), Placed("Ada", 5, "W?"))
    assert state.rows["Ada"] == ("B?", "W?", "B?", "W?", "W?")
    assert state.turn == Turn(Need.DRAW, "Ben")


def test_who_goes_on_and_then_errs_pays_with_the_clue_tile_and_keeps_the_point():
    right_twice = (*right("Ada", "Ben", 1, "W0"), *right("Ada", "Ben", 3, "W3"))
    state = played(DEAL, DRAW, *right_twice, Claimed("Ada", "Ben", 4, "9"), Placed("Ada", 1, "W1"))
    assert state.rows == {
        "Ada": ("W1", "B?", "W?", "B?", "W?"),
        "Ben": ("W0", "B?", "W3", "B?"),
    }
    assert state.points == {"Ada": 2, "Ben": 0}
    assert state.turn == Turn(Need.DRAW, "Ben")


def test_a_silly_claim_is_legal():
    opened = played(DEAL, DRAW, *right("Ada", "Ben", 1, "W9"))
    for number in ("9", "0"):
        silly = opened.on(Claimed("Ada", "Ben", 3, number))
        assert silly.turn == Turn(Need.REPLY, "Ben")


def test_no_tile_is_drawn_from_an_empty_table():
    state = played(*TABLE_EMPTY, rules=SMALL)
    assert state.pool == {"B": 0, "W": 0}
    assert state.turn == Turn(Need.CLAIM, "Ada")


def test_without_a_clue_tile_to_stop_is_to_pass():
    state = played(*TABLE_EMPTY, *right("Ada", "Ben", 1, "W1"), Passed("Ada"), rules=SMALL)
    assert state.turn == Turn(Need.CLAIM, "Ben")
    assert state.points == {"Ada": 1, "Ben": 0}


def test_without_a_clue_tile_a_wrong_claim_costs_an_own_hidden_tile():
    state = played(*TABLE_EMPTY, Claimed("Ada", "Ben", 2, "3"), Opened("Ada", 3, "B1"), rules=SMALL)
    assert state.rows["Ada"] == ("B?", "W?", "B1", "W?", "B4")
    assert state.rows["Ben"] == ("W?", "B?", "B?", "W?", "W4")
    assert state.claims[-1] == Verdict(Claimed("Ada", "Ben", 2, "3"), right=False)
    assert state.turn == Turn(Need.CLAIM, "Ben")


def test_who_lays_open_his_last_tile_loses_and_nobody_gets_three():
    state = played(
        *BEN_HAS_ONE_LEFT, Claimed("Ben", "Ada", 2, "4"), Opened("Ben", 4, "W3"), rules=SMALL
    )
    assert state.winner == "Ada"
    assert state.points == {"Ada": 3, "Ben": 0}
    assert state.turn == Turn(Need.SHOW_ROW, "Ada")
    shown = state.on(RowShown("Ada", ("B0", "W0", "B1", "W2", "B4")))
    assert shown.is_over
    assert shown.score() == {"Ada": Cell((1, 1, 1, 5, 3)), "Ben": Cell(())}
    assert shown.points == {"Ada": 11, "Ben": 0}


def test_the_last_solved_code_without_a_clue_tile_leads_to_the_row_at_once():
    state = played(
        *TABLE_EMPTY,
        *right("Ada", "Ben", 1, "W1"),
        *right("Ada", "Ben", 2, "B2"),
        *right("Ada", "Ben", 3, "B3"),
        *right("Ada", "Ben", 4, "W3"),
        rules=SMALL,
    )
    assert state.points == {"Ada": 7, "Ben": 0}
    assert state.turn == Turn(Need.SHOW_ROW, "Ada")


def test_a_clue_tile_in_hand_at_the_end_goes_hidden_into_the_row_and_counts():
    state = played(*BEN_SOLVED, rules=SMALL)
    assert (state.winner, state.is_over) == ("Ada", False)
    assert state.turn == Turn(Need.CLAIM_OR_STOP, "Ada")
    placed = state.on(Placed("Ada", 5, "B?"))
    assert placed.turn == Turn(Need.SHOW_ROW, "Ada")
    shown = placed.on(RowShown("Ada", ("B0", "W0", "B1", "W2", "B4")))
    assert shown.score()["Ada"] == Cell((1, 1, 1, 1, 3, 5, 7))
    assert shown.rows["Ada"] == ("B0", "W0", "B1", "W2", "B4")
    assert (shown.is_over, shown.counts, shown.is_void) == (True, True, False)


def test_a_plain_round_ends_without_a_row_and_counts_as_won():
    rules = TileRules("davinci", "Da Vinci Code", highest=4)
    state = played(*BEN_SOLVED, rules=rules)
    assert state.score() == {"Ada": Cell(), "Ben": Cell()}
    over = state.on(Placed("Ada", 5, "B?"))
    assert over.is_over
    assert over.turn == Turn(Need.NOTHING)
    assert over.rows["Ada"] == ("B?", "W?", "B?", "W?", "B?")
    assert over.score() == {"Ada": Cell((1,)), "Ben": Cell()}
    assert over.points == {"Ada": 12, "Ben": 0}


def test_dashes_shown_at_the_end_bring_nothing():
    rules = TileRules("davinci", "Da Vinci Code", points=True, dashes=True, highest=3)
    state = played(
        Dealt(("BWBW", "WBBW"), "Ada"),  # Ada B- W0 B1 W-, Ben W1 B2 B3 W3
        Drawn("Ada", "B"),
        *right("Ada", "Ben", 1, "W1"),
        *right("Ada", "Ben", 2, "B2"),
        *right("Ada", "Ben", 3, "B3"),
        *right("Ada", "Ben", 4, "W3"),
        Placed("Ada", 2, "B?"),
        RowShown("Ada", ("B-", "B0", "W0", "B1", "W-")),
        rules=rules,
    )
    assert state.score()["Ada"] == Cell((1, 1, 1, 1, 3, 5, 1))


def test_who_is_out_is_passed_over():
    state = played(*BEN_OUT, rules=EMPTY, players=THREE)
    assert state.points == {"Ada": 7, "Ben": 0, "Cleo": 0}
    assert state.winner is None
    assert state.on(Passed("Ada")).turn == Turn(Need.CLAIM, "Cleo")


def test_play_goes_to_the_left():
    state = played(NO_TABLE, rules=EMPTY, players=THREE)
    movers = []
    for player, owner, own in (("Ada", "Ben", "B0"), ("Ben", "Cleo", "B2"), ("Cleo", "Ada", "B4")):
        movers.append(state.turn.player)
        state = state.on(Claimed(player, owner, 4, "0")).on(Opened(player, 1, own))
    assert movers == ["Ada", "Ben", "Cleo"]
    assert state.turn == Turn(Need.CLAIM, "Ada")


def test_who_opens_his_last_tile_is_out_and_the_others_play_on():
    state = played(
        NO_TABLE,
        *right("Ada", "Ben", 1, "B2"),
        *right("Ada", "Ben", 2, "W2"),
        *right("Ada", "Ben", 3, "B3"),
        Passed("Ada"),
        Claimed("Ben", "Cleo", 1, "0"),
        Opened("Ben", 4, "W3"),
        rules=EMPTY,
        players=THREE,
    )
    assert state.winner is None
    assert state.points == {"Ada": 3, "Ben": 0, "Cleo": 0}
    assert state.turn == Turn(Need.CLAIM, "Cleo")


def test_four_players_draw_three_each():
    four = ("Ada", "Ben", "Cleo", "Dag")
    state = played(Dealt(("BWB", "WWW", "BBB", "WBW"), "Dag"), players=four)
    assert state.pool == {"B": 6, "W": 6}
    assert state.turn == Turn(Need.DRAW, "Dag")


def test_a_game_with_points_is_three_rounds_and_a_plain_one_is_one():
    assert (POINTS.rounds, PLAIN.rounds) == (3, 1)
    assert PLAIN.players == (2, 4)


def test_a_wrong_claim_stays_with_its_tile_when_others_are_placed_before_it():
    state = played(
        DEAL,
        DRAW,
        Claimed("Ada", "Ben", 2, "5"),
        Placed("Ada", 1, "W1"),
        Drawn("Ben", "W"),
        Claimed("Ben", "Ada", 2, "0"),
        Placed("Ben", 1, "W0"),
    )
    ruled_out = {
        player: [set(standing.ruled_out) for standing in state.table.row(player)]
        for player in state.players
    }
    assert ruled_out == {
        "Ada": [set(), {"0"}, set(), set(), set()],
        "Ben": [set(), set(), {"5"}, set(), set()],
    }


@st.composite
def games(draw):
    players = draw(st.sampled_from([("Ada", "Ben"), THREE, ("Ada", "Ben", "Cleo", "Dag")]))
    rules = TileRules(
        "davinci",
        "Da Vinci Code",
        dashes=draw(st.booleans()),
        points=draw(st.booleans()),
        highest=draw(st.sampled_from([5, 7, 11])),
    )
    return rules, players, draw(st.integers(0, 2**32))


@given(games())
def test_a_legal_round_is_followed_to_its_end(game):
    rules, players, seed = game
    state = TileRound.begin(rules, players)
    for event, truth in random_round(Random(seed), rules, players):
        assert not state.is_over
        state = state.on(event)
        stood = sum(len(row) for row in state.rows.values())
        assert sum(state.pool.values()) + stood + bool(state.clue) == len(rules.deck)
        assert state.rows == truth.public
        assert state.clue == truth.clue[:1]
        assert all(state.pool[back] == sum(t[0] == back for t in truth.table) for back in "BW")
    assert state.is_over
    assert state.winner in players
    rights = sum(verdict.right for verdict in state.claims)
    bonus = state.score()[state.winner].singles[-1] if rules.points else 0
    solved, rest = divmod(sum(state.points.values()) - rights - 5 - bonus, 3)
    assert rest == 0
    assert 0 <= solved < len(players)


@given(games(), st.data())
def test_an_event_out_of_turn_is_refused_and_changes_nothing(game, data):
    rules, players, seed = game
    events = [event for event, _ in random_round(Random(seed), rules, players)]
    at = data.draw(st.integers(1, len(events) - 1))
    before = played(*events[:at], rules=rules, players=players)
    for wrong in (events[0], *(e for e in events if type(e) not in _may_come(before))):
        with pytest.raises((IllegalMove, BadNotation)):
            before.on(wrong)
    assert before == played(*events[:at], rules=rules, players=players)
    assert before.on(events[at]) == played(*events[: at + 1], rules=rules, players=players)


def _may_come(state):
    return {
        Need.DRAW: {Drawn},
        Need.CLAIM: {Claimed},
        Need.REPLY: {Opened, Placed},
        Need.CLAIM_OR_STOP: {Claimed, Placed, Passed},
        Need.SHOW_ROW: {RowShown},
    }[state.turn.need]
