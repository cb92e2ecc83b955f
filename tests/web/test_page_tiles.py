"""What a watched table of tiles asks, answered by a tap on the page."""

import re

from companion.game.core.events import Claimed, Opened
from companion.sightings.tiles import TilesLying
from companion.table import TypedRow
from companion.web.show.kinds.tiles import TilePage
from companion.web.show.views import render
from companion.web.table.snapshot import Snapshot
from tests.tile_looks import evening_of, see


def seen(*rows, clue=""):
    return TilesLying(tuple(tuple(row.split()) for row in rows), clue)


def claimed(*looks):
    """An evening of Ada and Ben in which she claimed that his tile 3 is the 7."""
    evening = evening_of(("Ada", "Ben"), rules={"points": "yes"})
    see(evening, seen("B? W? B? W?", "W? B? W? B?"))
    see(evening, seen("B? W? B? W?", "W? B? W? B?", clue="B"))
    evening.session.post(Claimed("Ada", "Ben", 3, "7"), "page")
    evening.refresh()
    for look in looks:
        see(evening, look)
    return evening


def taps(evening):
    """What the buttons of the open question say to the table."""
    match = evening.session.match
    asked = TilePage().question(Snapshot(match, evening.table), match.round)
    return re.findall(r'name="text" value="([^"]*)"', render("_ask.html", ask=asked, number=1))


def test_a_face_that_is_not_clear_is_tapped():
    evening = claimed(seen("B? W? B? W?", "W? B? W?? B?", clue="B"))
    assert taps(evening) == [*map(str, range(12)), "?"]
    evening.on(TypedRow("7"))
    assert evening.session.match.moves[-1][1] == Opened("Ben", 3, "W7")


def test_a_tile_that_shows_another_face_now_is_not_said_to_be_hidden():
    evening = claimed(
        seen("B? W? B? W?", "W? B? W7 B?", clue="B"), seen("B? W? B? W?", "W? B? W9 B?", clue="B")
    )
    assert taps(evening) == [*map(str, range(12))]


def test_where_no_face_is_asked_for_none_is_offered():
    assert taps(claimed(seen("B? W? B? W?", "", clue="B"))) == []
