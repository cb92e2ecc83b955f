"""Moments in rounds of tiles that tests start from, and how to come to them."""

import pytest

from companion.errors import KeypegError
from companion.game.core.events import Claimed, Dealt, Drawn, Opened, Passed, Placed
from companion.game.tiles.round import TileRound
from companion.game.tiles.rules import TileRules

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


def refused(state, event, fragment, hint):
    with pytest.raises(KeypegError) as caught:
        state.on(event)
    assert fragment in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.hint
    return caught.value


DEAL = Dealt(("BWBW", "WBWB"), "Ada")
DRAW = Drawn("Ada", "W")
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

BEN_HAS_ONE_LEFT = (
    *TABLE_EMPTY,
    *right("Ada", "Ben", 1, "W1"),
    *right("Ada", "Ben", 2, "B2"),
    *right("Ada", "Ben", 3, "B3"),
    Passed("Ada"),
)

BEN_SOLVED = (
    SMALL_DEAL,
    Drawn("Ada", "B"),
    *right("Ada", "Ben", 1, "W1"),
    *right("Ada", "Ben", 2, "B2"),
    *right("Ada", "Ben", 3, "B3"),
    *right("Ada", "Ben", 4, "W3"),
)


THREE = ("Ada", "Ben", "Cleo")
NO_TABLE = Dealt(("BWBW", "BWBW", "BWBW"), "Ada")  # Ada 0 0 1 1, Ben 2 2 3 3, Cleo 4 4 5 5
BEN_OUT = (
    NO_TABLE,
    *right("Ada", "Ben", 1, "B2"),
    *right("Ada", "Ben", 2, "W2"),
    *right("Ada", "Ben", 3, "B3"),
    *right("Ada", "Ben", 4, "W3"),
)
