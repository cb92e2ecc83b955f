"""A camera over tiles: what lies there becomes the record, and what cannot be is asked about."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import BadNotation
from companion.game.core.events import Claimed, Drawn, Opened, Placed, RowShown
from companion.game.tiles.round import TileRound
from companion.sightings.tiles import TilesSeen
from companion.table import CameraBack, CameraLost, Done, No, TypedRow, Yes
from companion.table.tiles.questions import AboutTiles
from companion.table.tiles.waits import waits_table
from tests.tile_games import steps_of
from tests.tile_looks import DEALT, begun, claim, evening_of, follow, see, seen

DOCS = Path(__file__).parent.parent / "docs/table.md"
VECTORS = json.loads((Path(__file__).parent / "vectors/davinci_rounds.json").read_text())
POINTS = {"points": "yes"}


def moves(evening):
    return [move for _, move in evening.session.match.moves]


DRAWN = replace(DEALT, clue="B")


@pytest.mark.parametrize("number", range(len(VECTORS)))
def test_worked_rounds_are_followed_from_looks_alone(number):
    example = VECTORS[number]
    rules = POINTS | ({"dashes": "yes"} if example["dashes"] else {})
    first = example["events"][0]["player"]
    evening = evening_of(example["players"], rules=rules, first=first)
    state = TileRound.begin(evening.session.match.rules, tuple(example["players"]))
    for step in steps_of(example):
        for event in step.events:
            state = state.on(event)
            follow(evening, event, state)
        played = evening.session.match.rounds[0]
        assert played == state
        assert step.public in (None, played.rows)
        assert step.points in (None, played.points)
        assert step.pool in (None, sum(played.pool.values()))


def test_the_seats_are_asked_once_and_kept():
    evening = evening_of(("Ada", "Ben", "Cleo"), rules=POINTS)
    table = seen("B? W? B? W?", "W? W? W? W?", "B? B? B? B?")
    evening.on(TilesSeen(table))
    assert "near side of the picture that of Ada" in evening.table.sentence
    evening.on(No())
    assert "that of Ben" in evening.table.sentence
    evening.on(Yes())
    rows = evening.session.match.round.rows
    assert rows["Ben"] == ("B?", "W?", "B?", "W?")
    assert rows["Cleo"] == ("W?", "W?", "W?", "W?")
    assert rows["Ada"] == ("B?", "B?", "B?", "B?")
    assert evening.table.sentence.startswith("Ada, draw a clue tile")


def test_tiles_put_in_order_after_the_deal_are_taken_in():
    evening = begun(seen("W? B? B? W?", "W? B? W? B?"))
    assert evening.session.match.round.rows["Ada"] == ("W?", "B?", "B?", "W?")
    assert evening.table.question is None


def test_a_right_claim_and_the_clue_tile_put_hidden_into_the_row():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    assert evening.table.sentence.startswith("Ben, is tile 3 the 7? Then lay it open")
    see(evening, seen("B? W? B? W?", "W? B? W7 B?", clue="B"))
    assert evening.table.sentence.startswith("Right! Ada, name another tile")
    see(evening, seen("B? W? B? W?", "W? B? W7 B?"))
    assert evening.table.question is None
    see(evening, seen("B? W? B? W? B?", "W? B? W7 B?"))
    assert moves(evening)[-2:] == [Opened("Ben", 3, "W7"), Placed("Ada", 5, "B?")]
    assert evening.table.sentence.startswith("Ben, draw")


def test_all_that_happened_between_two_looks_is_told_in_order():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W? B?", "W? B? W7 B?", clue="W"))
    assert moves(evening)[-3:] == [
        Opened("Ben", 3, "W7"),
        Placed("Ada", 5, "B?"),
        Drawn("Ben", "W"),
    ]


def test_it_is_told_so_too_where_a_tile_is_misread_meanwhile():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W? B?", "W? B? W7 W?", clue="W"))
    assert moves(evening)[-3:] == [
        Opened("Ben", 3, "W7"),
        Placed("Ada", 5, "B?"),
        Drawn("Ben", "W"),
    ]


def test_a_wrong_claim_costs_the_clue_tile():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B5 B? W?", "W? B? W? B?"))
    assert moves(evening)[-1] == Placed("Ada", 3, "B5")
    assert evening.session.match.round.points == {"Ada": 0, "Ben": 0}


def test_a_face_that_cannot_be_read_is_asked_for():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W?", "W? B? W?? B?", clue="B"))
    assert evening.table.sentence.startswith("Tile 3 of Ben is not clear")
    with pytest.raises(BadNotation, match="is not a tile"):
        evening.on(TypedRow("77"))
    evening.on(TypedRow("7"))
    assert moves(evening)[-1] == Opened("Ben", 3, "W7")
    see(evening, seen("B? W? B? W? B?", "W? B? W?? B?"))
    assert moves(evening)[-1] == Placed("Ada", 5, "B?")


def test_an_unread_clue_tile_is_asked_for_too():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B?? B? W?", "W? B? W? B?"))
    assert evening.table.question.places == (3,)
    evening.on(TypedRow("B5"))
    assert moves(evening)[-1] == Placed("Ada", 3, "B5")


def test_another_face_than_the_one_said_is_no_right_claim():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W?", "W? B? W8 B?", clue="B"))
    assert "Ben shows another number than the 7 that Ada claimed" in evening.table.sentence
    assert moves(evening)[-1] == Claimed("Ada", "Ben", 3, "7")
    see(evening, DRAWN)
    assert evening.table.question is None


def test_the_place_of_a_hidden_clue_tile_is_asked_where_it_matters():
    evening = begun(DRAWN)
    claim(evening, "Ben", 1, "7")
    see(evening, seen("B? W? B? W? B9", "W? B? W? B?"))
    see(evening, seen("B? W? B? W? B9", "W? B? W? B?", clue="W"))
    # a wrong claim says what tile 1 is not: it must be known again among others
    claim(evening, "Ada", 1, "3")
    see(evening, seen("B? W? B? W? B9", "W? B? W? B? W10", clue="B"))
    claim(evening, "Ben", 3, "5")
    see(evening, seen("B? B? W? B? W? B9", "W? B? W5 B? W10"))
    assert evening.table.question.places == (1, 2)
    with pytest.raises(BadNotation, match="cannot stand at '3'"):
        evening.on(TypedRow("3"))
    evening.on(TypedRow("2"))
    assert moves(evening)[-1] == Placed("Ada", 2, "B?")
    ruled_out = [tile.ruled_out for tile in evening.session.match.round.table.row("Ada")]
    assert ruled_out[:2] == [{"3"}, frozenset()]


def test_a_row_that_is_not_seen_is_asked_for_alone_and_the_match_goes_on():
    evening = begun(DRAWN)
    unseen = seen("B? W? B? W?", "", clue="B")
    see(evening, unseen)
    assert evening.table.sentence.startswith("The row of Ben is not seen: let the camera see it")
    evening.on(Done())
    assert evening.table.question is None
    claim(evening, "Ben", 3, "7")
    evening.on(TypedRow("Ben W? B? W7 B?"))
    assert moves(evening)[-1] == Opened("Ben", 3, "W7")
    # it stays unseen, which is known now: what others do is followed
    see(evening, seen("B? W? B? W? B?", ""))
    assert moves(evening)[-1] == Placed("Ada", 5, "B?")
    see(evening, seen("B? W? B? W? B?", "", clue="W"))
    assert moves(evening)[-1] == Drawn("Ben", "W")
    assert evening.table.question is None
    see(evening, seen("B? W? B? W? B?", "W? B? W7 B?", clue="W"))
    assert evening.table.question is None


STRAYS = [
    (seen("B? W? B? W?", "", clue="B"), "The row of Ben is not seen", (1, 2, 3, 4)),
    (seen("B? W? W?", "W? B? W? B?", clue="B"), "Tile 3 of Ada, B?, is gone", (3,)),
    (seen("B? W? B? W?", "W? B? W? B6", clue="B"), "Tile 4 of Ben lies open", (4,)),
    (seen("W? B? B? W?", "W? B? W? B?", clue="B"), "Tiles 1 to 2 of Ada are not", (1, 2)),
    (seen("B? W? B? W?", "W? B? W? B? W?", clue="B"), "Ben has a tile too many at place 5", (5,)),
    (seen("B? W? B? W?", "W? B? B? B?", clue="B"), "Tile 3 of Ben was W?, now it is B?", (3,)),
    (seen("B? W? B? W?", "W? B?", clue="B"), "Ben has 2 tiles instead of 4", (1, 2, 3, 4)),
    (DEALT, "The clue tile of Ada is gone", ()),
    (replace(DEALT, clue="W"), "The clue tile of Ada was black", ()),
]


@pytest.mark.parametrize(("look", "said", "places"), STRAYS)
def test_what_cannot_be_is_said_with_who_and_which_until_it_is_put_right(look, said, places):
    evening = begun(DRAWN)
    before = evening.session.match
    see(evening, look)
    assert evening.table.sentence.startswith(said)
    assert evening.table.question.places == places
    assert evening.session.match is before
    see(evening, DRAWN)
    assert evening.table.sentence.startswith("Ada, point at a tile")


@pytest.mark.parametrize(
    ("row", "last"),
    [
        ("W? B5 W? B?", Claimed("Ada", "Ben", 3, "7")),
        # the claimed tile beside it is the reply
        ("W? B5 W7 B?", Opened("Ben", 3, "W7")),
    ],
)
def test_another_tile_than_the_claimed_one_is_no_reply(row, last):
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W?", row, clue="B"))
    said = "Tile 2 of Ben lies open, and it was not claimed: hide it again."
    assert evening.table.sentence == said
    assert evening.table.question.places == (2,)
    assert moves(evening)[-1] == last


def test_an_open_tile_that_is_turned_or_read_otherwise_is_said():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    opened = seen("B? W? B? W?", "W? B? W7 B?", clue="B")
    see(evening, opened)
    see(evening, DRAWN)
    assert evening.table.sentence == "Tile 3 of Ben was W7, now it is W?: put it back."
    see(evening, seen("B? W? B? W?", "W? B? W9 B?", clue="B"))
    assert (
        evening.table.sentence
        == "Tile 3 of Ben lay open as W7, now another lies there: put it back, or type what it "
        "truly shows."
    )
    see(evening, opened)
    assert evening.table.question is None


def test_a_row_out_of_order_and_a_face_seen_twice_are_refused():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W? B0", "W? B? W? B?"))
    assert evening.table.question.about is AboutTiles.REFUSED
    assert "B0" in evening.table.sentence
    evening = begun(DRAWN)
    claim(evening, "Ben", 2, "7")
    see(evening, seen("B? W? B? W?", "W? B7 W? B?", clue="B"))
    claim(evening, "Ben", 4, "9")
    see(evening, seen("B? W? B? B7 W?", "W? B7 W? B?"))
    assert "B7 lies open already, as tile 2 of Ben" in evening.table.sentence
    # the tile that may be misread is named too, and what it shows can be said
    assert (evening.table.question.player, evening.table.question.places) == ("Ada", (4,))
    evening.on(TypedRow("B9"))
    assert moves(evening)[-1] == Placed("Ada", 4, "B9")


def test_a_step_that_is_taken_back_is_not_recorded_again_while_it_lies_there():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W?", "W? B? W7 B?", clue="B"))
    evening.session.take_back("keyboard")
    evening.refresh()
    assert evening.table.sentence.startswith("The last step is taken back")
    see(evening, DRAWN)
    assert evening.table.sentence.startswith("Ben, is tile 3 the 7?")


def test_stop_without_a_clue_tile_is_said_and_only_then():
    evening = begun(DRAWN)
    evening.on(Done())
    assert moves(evening)[-1] == Drawn("Ada", "B")
    with pytest.raises(BadNotation, match="was not asked for"):
        evening.on(TypedRow("7"))


def test_the_winner_shows_the_row_and_gets_the_points():
    evening = begun(DRAWN)
    rows = ["W1", "B3", "W7", "B9"]
    for place, face in enumerate(rows, start=1):
        claim(evening, "Ben", place, face[1:])
        ben = " ".join(rows[:place] + ["W?", "B?", "W?", "B?"][place:])
        see(evening, seen("B? W? B? W?", ben, clue="B"))
    assert "you have solved the last code" in evening.table.sentence
    see(evening, seen("B? W? B? W? B?", "W1 B3 W7 B9"))
    assert evening.table.sentence.startswith("Ada has won the round: lay all your tiles open")
    see(evening, seen("B0 W2 B? W? B?", "W1 B3 W7 B9"))
    assert evening.table.question is None
    see(evening, seen("B0 W2 B4 W?? B8", "W1 B3 W7 B9"))
    assert evening.table.question.places == (4,)
    evening.on(TypedRow("6"))
    assert RowShown("Ada", ("B0", "W2", "B4", "W6", "B8")) in moves(evening)
    assert evening.session.match.totals() == {"Ada": 4 + 3 + 5 + 20, "Ben": 0}
    assert evening.is_over


def test_the_next_round_waits_for_hidden_rows():
    players = ("Ada", "Ben")
    evening = evening_of(players, rules=POINTS, rounds=2)
    for look in (DEALT, DRAWN):
        see(evening, look)
    rows = ["W1", "B3", "W7", "B9"]
    for place, face in enumerate(rows, start=1):
        claim(evening, "Ben", place, face[1:])
        ben = " ".join(rows[:place] + ["W?", "B?", "W?", "B?"][place:])
        see(evening, seen("B? W? B? W?", ben, clue="B"))
    see(evening, seen("B0 W2 B4 W6 B8", "W1 B3 W7 B9"))
    assert evening.table.sentence.startswith("Draw 4 tiles each")
    see(evening, seen("B? B? B?", "W? W? W? W?"))
    assert evening.table.sentence.startswith("Draw 4 tiles each")
    see(evening, seen("B? B? B? B?", "W? W? W? W?"))
    assert evening.session.match.round.rows["Ada"] == ("B?",) * 4


def lying_said(evening, look):
    return evening.sayable(TilesSeen(look)).lying


def test_no_face_is_said_that_the_rules_have_not_laid_open():
    evening = evening_of(("Ada", "Ben"), rules=POINTS)
    # rows are put in order lying down, before anybody is asked who sits where
    assert lying_said(evening, seen("B3 W? W8", "W? B?")) == seen("B?? W? W??", "W? B?")
    evening = begun(DRAWN)
    # a tile of one's own is tipped over to be looked at
    peeked = seen("B? W4 B? W?", "W? B? W? B?", clue="B")
    assert lying_said(evening, peeked).rows[0] == ("B?", "W??", "B?", "W?")
    see(evening, peeked)
    assert "W4" not in evening.table.sentence
    see(evening, DRAWN)
    claim(evening, "Ben", 3, "7")
    # another number at the claimed tile is wrong, and goes back unsaid
    wrong = seen("B? W? B? W?", "W? B? W8 B?", clue="B")
    assert lying_said(evening, wrong).rows[1] == ("W?", "B?", "W??", "B?")
    see(evening, wrong)
    assert "W8" not in evening.table.sentence
    right = seen("B? W? B? W?", "W? B? W7 B?", clue="B")
    assert lying_said(evening, right) == right
    see(evening, right)
    # what lies open already is said wherever the camera sees it
    assert lying_said(evening, seen("B? W? B9 W?", "W? B? W7 B?")).rows[1][2] == "W7"


def test_no_face_is_kept_in_the_log_but_those_laid_open(tmp_path):
    evening = evening_of(("Ada", "Ben"), rules=POINTS, folder=tmp_path)
    looks = (DEALT, DRAWN, seen("B? W4 B? W?", "W? B? W? B?", clue="B"), DRAWN)
    for look in looks:
        see(evening, look)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W?", "W? B? W8 B?", clue="B"))
    evening.session.close()
    (log,) = tmp_path.iterdir()
    kept = log.read_text()
    assert '"7"' in kept
    assert "W4" not in kept
    assert "W8" not in kept


def test_the_docs_carry_the_table_that_the_code_runs_on():
    assert waits_table() in DOCS.read_text()


def test_a_table_without_pictures_waits_for_them():
    evening = begun()
    waited_for = evening.table.sentence
    evening.on(CameraLost("The cable is out."))
    assert evening.table.sentence == "The camera gives no pictures: I wait until it is back."
    evening.on(CameraBack())
    assert evening.table.sentence == waited_for


MISREAD = seen("B? W? B? W? B6", "W? B? W? B?")


@pytest.mark.parametrize("said", ["B9", "9", "Ada B? W? B? W? B9"])
def test_a_face_that_was_misread_is_put_right_by_a_word(said):
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, MISREAD)
    see(evening, replace(MISREAD, clue="W"))
    claim(evening, "Ada", 1, "0")
    # meanwhile it is not read, which contradicts nothing; then it is, and otherwise
    unread = replace(MISREAD.with_tile(0, 4, "B??"), clue="W")
    see(evening, unread)
    assert evening.table.question is None
    see(evening, unread.with_tile(0, 4, "B9"))
    assert evening.table.question.about is AboutTiles.OTHER
    assert evening.table.question.places == (5,)
    evening.on(TypedRow(said))
    assert evening.table.question is None
    assert moves(evening)[-3:] == [
        Placed("Ada", 5, "B9"),
        Drawn("Ben", "W"),
        Claimed("Ben", "Ada", 1, "0"),
    ]
    # what the eyes still see otherwise is not asked about again
    see(evening, replace(MISREAD, clue="W"))
    evening.session.take_back("keyboard")
    assert moves(evening)[-3] == Placed("Ada", 5, "B6")


def test_a_face_that_a_word_cannot_put_right_stays_and_is_said():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    opened = seen("B? W? B? W?", "W? B? W7 B?", clue="B")
    see(evening, opened)
    see(evening, opened.with_tile(1, 2, "W9"))
    evening.on(TypedRow("W9"))
    assert evening.table.question.about is AboutTiles.REFUSED
    assert "shows another number than the 7" in evening.table.sentence
    assert moves(evening)[-1] == Opened("Ben", 3, "W7")
