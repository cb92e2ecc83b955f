import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BadNotation, IllegalMove, KeypegError, UnknownName
from companion.game.events import (
    Claimed,
    Dealt,
    Drawn,
    Guessed,
    Opened,
    Passed,
    Placed,
    RowShown,
)
from companion.game.tile_rows import Tile, format_row, format_tile, misplaced, parse_tile
from companion.game.tile_rules import TileRules
from companion.game.tiles import TileRound, Verdict
from companion.game.turn import Cell, Need, Turn
from tests.tile_games import random_round, steps_of

VECTORS = json.loads((Path(__file__).parent / "vectors" / "davinci_rounds.json").read_text("utf-8"))

PLAIN = TileRules("davinci", "Da Vinci Code")
POINTS = TileRules("davinci", "Da Vinci Code", points=True)
DASHES = TileRules("davinci", "Da Vinci Code", points=True, dashes=True)
# Ten tiles for two players: two lie on the table. Twelve for three: none does.
SMALL = TileRules("davinci", "Da Vinci Code", points=True, highest=4)
EMPTY = TileRules("davinci", "Da Vinci Code", points=True, highest=5)


def played(*events, rules=POINTS, players=("Ada", "Ben")):
    state = TileRound.begin(rules, players)
    for event in events:
        state = state.on(event)
    return state


def right(player, owner, position, tile):
    return Claimed(player, owner, position, tile[1:]), Opened(owner, position, tile)


# Notation


@pytest.mark.parametrize("tile", [*DASHES.deck, Tile("B", "?"), Tile("W", "?")], ids=str)
def test_a_tile_is_read_as_it_is_written(tile):
    assert parse_tile(format_tile(tile)) == tile


@pytest.mark.parametrize(("text", "tile"), [("b7", "B7"), (" w 0 ", "W0"), ("w-", "W-")])
def test_small_letters_and_spaces_are_fine(text, tile):
    assert format_tile(parse_tile(text)) == tile


@pytest.mark.parametrize("text", ["", "7", "B", "R7", "B12", "B07", "B-1", "B7 W8", "B⁷"])
def test_what_is_no_tile_says_what_one_looks_like(text):
    with pytest.raises(BadNotation, match="is not a tile") as caught:
        parse_tile(text)
    assert "B- for a dash" in caught.value.hint


def test_the_deck_ascends_black_before_white():
    assert format_row(SMALL.deck) == "B0 W0 B1 W1 B2 W2 B3 W3 B4 W4"
    assert format_row(DASHES.deck[-4:]) == "B11 W11 B- W-"
    assert (len(PLAIN.deck), len(DASHES.deck)) == (24, 26)


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("B1 W4 B7 W10", None),
        ("B3 W3", None),
        ("W3 B3", "W3 B3"),
        ("B3 B- W3", None),
        ("W- B0", None),
        ("B7 B? W- B2", "B7 B2"),
        ("B2 B9 W? W8", "B9 W8"),
    ],
)
def test_numbers_ascend_and_dashes_stand_anywhere(row, wrong):
    pair = misplaced([parse_tile(text) for text in row.split()])
    assert (format_row(pair) if pair else None) == wrong


# The worked examples


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


# The paths of a turn

DEAL = Dealt(("BWBW", "WBWB"), "Ada")
DRAW = Drawn("Ada", "W")


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


SMALL_DEAL = Dealt(("BWBW", "WBBW"), "Ada")  # Ada B0 W0 B1 W2, Ben W1 B2 B3 W3; B4 and W4 left
TABLE_EMPTY = (
    SMALL_DEAL,
    Drawn("Ada", "B"),
    Claimed("Ada", "Ben", 1, "0"),
    Placed("Ada", 5, "B4"),
    Drawn("Ben", "W"),
    Claimed("Ben", "Ada", 1, "1"),
    Placed("Ben", 5, "W4"),
)


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


BEN_HAS_ONE_LEFT = (
    *TABLE_EMPTY,
    *right("Ada", "Ben", 1, "W1"),
    *right("Ada", "Ben", 2, "B2"),
    *right("Ada", "Ben", 3, "B3"),
    Passed("Ada"),
)


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


BEN_SOLVED = (
    SMALL_DEAL,
    Drawn("Ada", "B"),
    *right("Ada", "Ben", 1, "W1"),
    *right("Ada", "Ben", 2, "B2"),
    *right("Ada", "Ben", 3, "B3"),
    *right("Ada", "Ben", 4, "W3"),
)


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


THREE = ("Ada", "Ben", "Cleo")
NO_TABLE = Dealt(("BWBW", "BWBW", "BWBW"), "Ada")  # Ada 0 0 1 1, Ben 2 2 3 3, Cleo 4 4 5 5
BEN_OUT = (
    NO_TABLE,
    *right("Ada", "Ben", 1, "B2"),
    *right("Ada", "Ben", 2, "W2"),
    *right("Ada", "Ben", 3, "B3"),
    *right("Ada", "Ben", 4, "W3"),
)


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


# What is refused

CLAIM = Claimed("Ada", "Ben", 2, "3")
OPENED_3 = (DEAL, DRAW, CLAIM, Opened("Ben", 2, "B3"))
REFUSALS = {
    # deals
    "rows": ((), Dealt(("BWBW",), "Ada"), "1 rows for 2 players", "one row a player"),
    "backs": ((), Dealt(("BWB?", "BBBB"), "Ada"), "'BWB?' is not a row of backs", "B and W only"),
    "hand": ((), Dealt(("BWB", "WWW"), "Ada"), "Ada has 3 tiles; with 2 players each draws 4", ""),
    "first": ((), Dealt(("BWBW", "WBWB"), "Bem"), "'Bem' is not at this table", "Ben"),
    "dealt twice": ((DEAL,), DEAL, "Dealing cannot be now", "take back"),
    # the order of a turn
    "claim before draw": ((DEAL,), CLAIM, "Ada must draw a tile", ""),
    "draw twice": ((DEAL, DRAW), DRAW, "Drawing a tile cannot be now", ""),
    "not his turn": ((DEAL,), Drawn("Ben", "W"), "It is not Ben's turn", "Ada"),
    "no claim yet": ((DEAL, DRAW), Opened("Ben", 1, "W0"), "must point at a tile", ""),
    "claim on a claim": ((DEAL, DRAW, CLAIM), CLAIM, "A claim cannot be now", ""),
    "stop before a claim": ((DEAL, DRAW), Passed("Ada"), "Passing cannot be now", ""),
    "hide before a claim": ((DEAL, DRAW), Placed("Ada", 1, "W?"), "cannot be now", ""),
    "row before the end": ((DEAL,), RowShown("Ada", ()), "Showing a row cannot be now", ""),
    "another game": ((DEAL,), Guessed("Ada", "rgby"), "A guess cannot be now", ""),
    # drawing
    "no back": ((DEAL,), Drawn("Ada", "R"), "'R' is no back", "B for black"),
    # claims
    "oneself": ((DEAL, DRAW), Claimed("Ada", "Ada", 1, "0"), "the own row", "another player's"),
    "nobody": ((DEAL, DRAW), Claimed("Ada", "Bne", 1, "0"), "'Bne' is not at", "Ben"),
    "no tile 5": ((DEAL, DRAW), Claimed("Ada", "Ben", 5, "0"), "no tile 5: the row has 4", "left"),
    "no tile 0": ((DEAL, DRAW), Claimed("Ada", "Ben", 0, "0"), "no tile 0", ""),
    "open tile": (OPENED_3, CLAIM, "Tile 2 of Ben lies open already: B3", "hidden"),
    "no 12": ((DEAL, DRAW), Claimed("Ada", "Ben", 1, "12"), "'12' is no number", "0 to 11"),
    "no dash": ((DEAL, DRAW), Claimed("Ada", "Ben", 1, "-"), "'-' is no", "dashes are not in play"),
    # replies
    "third player": (
        (DEAL, DRAW, CLAIM),
        Opened("Cleo", 2, "B3"),
        "It is not Cleo's turn",
        "Ben lays the tile open, or Ada pays",
    ),
    "another tile": (
        (DEAL, DRAW, CLAIM),
        Opened("Ben", 1, "W3"),
        "on tile 2 of Ben, not on 1",
        "else leave all hidden",
    ),
    "another number": (
        (DEAL, DRAW, CLAIM),
        Opened("Ben", 2, "B5"),
        "Ben shows B5, but Ada claimed 3: a wrong claim leaves the tile hidden",
        "Turn it back; Ada pays",
    ),
    "another back": ((DEAL, DRAW, CLAIM), Opened("Ben", 2, "W3"), "its back is black", "Look"),
    "hidden reply": ((DEAL, DRAW, CLAIM), Opened("Ben", 2, "B?"), "Ben shows B?", ""),
    "owner places": (
        (DEAL, DRAW, CLAIM),
        Placed("Ben", 1, "W3"),
        "Ben has no tile to place: Ada made the claim",
        "lay tile 2 open",
    ),
    "own tile with a clue": (
        (DEAL, DRAW, CLAIM),
        Opened("Ada", 1, "B3"),
        "Ada has a clue tile in hand: that one pays",
        "Place it open",
    ),
    "clue hidden": (
        (DEAL, DRAW, CLAIM),
        Placed("Ada", 1, "W?"),
        "the clue tile cannot be hidden now",
        "Wrong: Ada places the clue tile open",
    ),
    "clue of another back": ((DEAL, DRAW, CLAIM), Placed("Ada", 1, "B5"), "that one is white", ""),
    "clue too far": (
        (DEAL, DRAW, CLAIM),
        Placed("Ada", 6, "W5"),
        "cannot place a tile at 6",
        "1 to 5",
    ),
    "clue a dash": ((DEAL, DRAW, CLAIM), Placed("Ada", 1, "W-"), "W- is not in play", "B7"),
    "no tile": ((DEAL, DRAW, CLAIM), Placed("Ada", 1, "W99"), "'W99' is not a tile", ""),
    # stopping
    "pass with a clue": (OPENED_3, Passed("Ada"), "has a clue tile in hand", "place it hidden"),
    "stop open": (OPENED_3, Placed("Ada", 1, "W0"), "the clue tile stays hidden", "as W?"),
    "other stops": (OPENED_3, Placed("Ben", 1, "W?"), "It is not Ben's turn", ""),
    "clue already placed": (
        (*OPENED_3, Placed("Ada", 1, "W?")),
        Placed("Ada", 1, "W?"),
        "Ben must draw a tile",
        "",
    ),
    # what cannot be
    "seen twice": (
        (*OPENED_3, Placed("Ada", 1, "W?"), Drawn("Ben", "B"), Claimed("Ben", "Ada", 2, "0")),
        Placed("Ben", 1, "B3"),
        "B3 lies open already, as tile 2 of Ben",
        "an earlier event was noted wrongly",
    ),
    "out of order": (
        (*OPENED_3, Claimed("Ada", "Ben", 3, "2")),
        Opened("Ben", 3, "W2"),
        "would be W? B3 W2 B?: B3 cannot stand left of W2",
        "black before white",
    ),
    "white before black": (
        (*OPENED_3, Claimed("Ada", "Ben", 1, "3")),
        Opened("Ben", 1, "W3"),
        "W3 cannot stand left of B3",
        "",
    ),
    "stop without a clue": (
        (*TABLE_EMPTY, *right("Ada", "Ben", 1, "W1")),
        Placed("Ada", 1, "B?"),
        "Ada has no clue tile to place",
        "to stop is to pass",
    ),
    "pay without a clue": (
        (*TABLE_EMPTY, Claimed("Ada", "Ben", 2, "3")),
        Placed("Ada", 1, "B0"),
        "Ada has no clue tile to place",
        "a hidden tile of the own row",
    ),
    "pay with an open tile": (
        (*TABLE_EMPTY, Claimed("Ada", "Ben", 2, "3")),
        Opened("Ada", 5, "B4"),
        "Tile 5 of Ada lies open already: B4",
        "Choose a hidden one",
    ),
    "draw from an empty table": (
        TABLE_EMPTY,
        Drawn("Ada", "B"),
        "Drawing a tile cannot be now: Ada must point at a tile",
        "",
    ),
    "no black tile left": (
        (*TABLE_EMPTY[:4],),
        Drawn("Ben", "B"),
        "No black tile is left on the table",
        "Look at the back",
    ),
    "too many of a colour": (
        (),
        Dealt(("BBBB", "BBWW"), "Ada"),
        "6 black tiles were dealt; there are 5",
        "Look at the backs",
    ),
    "a wrong claim against what is opened": (
        (
            *(*TABLE_EMPTY, Claimed("Ada", "Ben", 2, "3"), Opened("Ada", 1, "B0")),
            *(Claimed("Ben", "Ada", 2, "4"), Opened("Ben", 1, "W1")),
            Claimed("Ada", "Ben", 2, "3"),
        ),
        Opened("Ben", 2, "B3"),
        "B3 cannot be tile 2 of Ben: a claim of 3 on it was wrong",
        "an earlier event was noted wrongly",
    ),
    # the end
    "claim after the last code": (
        BEN_SOLVED,
        Claimed("Ada", "Ben", 1, "1"),
        "Ada has solved the last code",
        "Place the clue tile hidden",
    ),
    "pass after the last code": (BEN_SOLVED, Passed("Ada"), "has a clue tile in hand", ""),
    "a row too soon": (BEN_SOLVED, RowShown("Ada", ()), "Showing a row cannot be now", ""),
}
FOURTEEN = (*BEN_SOLVED, Placed("Ada", 5, "B?"))  # Ada B0 W0 B1 W2 B4
ROWS_REFUSED = {
    "loser": (RowShown("Ben", ("W1", "B2", "B3", "W3")), "It is not Ben's turn", ""),
    "short": (
        RowShown("Ada", ("B0", "W0", "B1", "W2")),
        "4 tiles are shown; the row of Ada",
        "all",
    ),
    "hidden": (RowShown("Ada", ("B0", "W0", "B1", "W2", "B?")), "does not show its face", "B7"),
    "back": (RowShown("Ada", ("W0", "W0", "B1", "W2", "B4")), "its back is black", ""),
    "order": (RowShown("Ada", ("B1", "W0", "B0", "W2", "B4")), "B1 cannot stand left of W0", ""),
    "twice": (RowShown("Ada", ("B0", "W0", "B0", "W2", "B4")), "B0 lies open already", ""),
    "of another": (RowShown("Ada", ("B0", "W0", "B2", "W2", "B4")), "as tile 2 of Ben", ""),
}


def refused(state, event, fragment, hint):
    with pytest.raises(KeypegError) as caught:
        state.on(event)
    assert fragment in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(("events", "event", "fragment", "hint"), REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_says_what_to_do_and_changes_nothing(events, event, fragment, hint):
    small = SMALL_DEAL in events or fragment.startswith("6 black")
    rules = SMALL if small else POINTS
    state = played(*events, rules=rules)
    refused(state, event, fragment, hint)
    assert state == played(*events, rules=rules)


@pytest.mark.parametrize(("event", "fragment", "hint"), ROWS_REFUSED.values(), ids=ROWS_REFUSED)
def test_a_row_that_cannot_be_is_not_shown(event, fragment, hint):
    state = played(*FOURTEEN, rules=SMALL)
    refused(state, event, fragment, hint)
    assert state == played(*FOURTEEN, rules=SMALL)


def test_an_open_tile_is_shown_as_it_lay():
    paid = (*FOURTEEN[:2], Claimed("Ada", "Ben", 1, "0"), Placed("Ada", 5, "B4"))
    drawn = (Drawn("Ben", "W"), Claimed("Ben", "Ada", 1, "1"), Placed("Ben", 5, "W4"))
    solved = [
        event
        for position, tile in enumerate(("W1", "B2", "B3", "W3"), start=1)
        for event in right("Ada", "Ben", position, tile)
    ]
    state = played(*paid, *drawn, *solved, rules=SMALL)
    row = ("B0", "W0", "B1", "W2", "B3")
    refused(state, RowShown("Ada", row), "Tile 5 of Ada lies open as B4, not as B3", "row")
    assert state.on(RowShown("Ada", (*row[:4], "B4"))).points["Ada"] == 4 + 3 + 5 + 3


def test_a_round_that_is_over_takes_nothing_more():
    state = played(*FOURTEEN, RowShown("Ada", ("B0", "W0", "B1", "W2", "B4")), rules=SMALL)
    for event in (Drawn("Ada", "B"), Passed("Ada"), SMALL_DEAL, FOURTEEN[-1]):
        assert "the round is over" in refused(state, event, "cannot be now", "").message


def test_the_builtin_errors_catch_them_too():
    with pytest.raises(ValueError, match="own row"):
        played(DEAL, DRAW, Claimed("Ada", "Ada", 1, "0"))
    with pytest.raises(LookupError, match="Bne"):
        played(DEAL, DRAW, Claimed("Ada", "Bne", 1, "0"))
    assert issubclass(UnknownName, LookupError)


# What cannot be, though each tile alone could

BLACK_BLACK = (
    Dealt(("WWWB", "BBBW"), "Ada"),
    Drawn("Ada", "B"),
    *right("Ada", "Ben", 1, "B3"),
    Claimed("Ada", "Ben", 3, "4"),
)


def test_an_open_tile_that_leaves_no_number_between_is_refused():
    refused(
        played(*BLACK_BLACK),
        Opened("Ben", 3, "B4"),
        "The row of Ben cannot be B3 B? B4 W?: no tiles are left that fit",
        "Look again",
    )


def test_but_a_dash_may_lie_between():
    state = played(*BLACK_BLACK, Opened("Ben", 3, "B4"), rules=DASHES)
    assert state.rows["Ben"] == ("B3", "B?", "B4", "W?")


FORCED = (  # Ben's tile 2 stands between B3 and B4: it is W3
    Dealt(("WWWB", "BWBW"), "Ada"),
    Drawn("Ada", "W"),
    *right("Ada", "Ben", 1, "B3"),
    *right("Ada", "Ben", 3, "B4"),
)


def test_a_claim_that_must_be_right_cannot_be_answered_as_wrong():
    state = played(*FORCED, Claimed("Ada", "Ben", 2, "3"))
    refused(
        state,
        Placed("Ada", 1, "W1"),
        "The claim must be right: tile 2 of Ben can be nothing but 3 now",
        "Ben lays it open",
    )
    assert state.on(Opened("Ben", 2, "W3")).points == {"Ada": 3, "Ben": 0}


def test_a_clue_tile_cannot_be_hidden_where_no_number_fits():
    state = played(
        *FORCED,
        *right("Ada", "Ben", 2, "W3"),
        Placed("Ada", 1, "W?"),
        Drawn("Ben", "B"),
        *right("Ben", "Ada", 2, "W6"),
    )
    refused(state, Placed("Ben", 2, "B?"), "cannot be B3 B? W3 B4 W?", "Look again")
    assert state.on(Placed("Ben", 1, "B?")).rows["Ben"] == ("B?", "B3", "W3", "B4", "W?")


def test_two_rows_cannot_need_the_same_tile():
    state = played(
        *FORCED,
        Placed("Ada", 4, "W?"),  # Ada W? W? W? W? B?
        Drawn("Ben", "W"),
        *right("Ben", "Ada", 1, "W2"),
        Claimed("Ben", "Ada", 3, "4"),
    )
    refused(
        state, Opened("Ada", 3, "W4"), "The rows cannot be so: too few tiles are left", "Look again"
    )


# Rounds made by chance


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
