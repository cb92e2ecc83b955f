import pytest

from companion.errors import UnknownName
from companion.game.core.events import (
    Claimed,
    Dealt,
    Drawn,
    Guessed,
    Opened,
    Passed,
    Placed,
    RowShown,
)
from tests.tile_stories import (
    BEN_OUT,
    BEN_SOLVED,
    DASHES,
    DEAL,
    DRAW,
    EMPTY,
    POINTS,
    SMALL,
    SMALL_DEAL,
    TABLE_EMPTY,
    THREE,
    played,
    refused,
    right,
)

CLAIM = Claimed("Ada", "Ben", 2, "3")
OPENED_3 = (DEAL, DRAW, CLAIM, Opened("Ben", 2, "B3"))
REFUSALS = {
    # deals
    "rows": ((), Dealt(("BWBW",), "Ada"), "There is 1 row for 2 players", "one row a player"),
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
    "oneself": ((DEAL, DRAW), Claimed("Ada", "Ada", 1, "0"), "his own row", "another player's"),
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
        "Ben shows another number than the 3 that Ada claimed: a wrong claim leaves",
        "Turn it back; Ada pays",
    ),
    "another back": ((DEAL, DRAW, CLAIM), Opened("Ben", 2, "W3"), "its back is black", "Look"),
    "hidden reply": ((DEAL, DRAW, CLAIM), Opened("Ben", 2, "B?"), "Ben shows another number", ""),
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
    "clue of another back": ((DEAL, DRAW, CLAIM), Placed("Ada", 1, "B5"), "its back is white", ""),
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
        "a hidden tile of his own row",
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


def test_nobody_claims_a_tile_of_who_is_out():
    state = played(*BEN_OUT, rules=EMPTY, players=THREE)
    refused(state, Claimed("Ada", "Ben", 1, "2"), "Ben is out", "a hidden tile of another player")
    assert state.on(Claimed("Ada", "Cleo", 1, "4")).claim == Claimed("Ada", "Cleo", 1, "4")


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
