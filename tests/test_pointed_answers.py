"""Answers by a pawn on a printed field: what is asked is answered without a key."""

import pytest

from companion.game.core.events import Claimed, Drawn, Opened, Placed
from companion.sightings.tiles import AnswerPointed, ClaimPointed, TilesSeen
from companion.table import Done
from companion.table.tiles.pointed_answers import meant
from tests.tile_looks import DEALT, begun, claim, evening_of, see, seen

DRAWN = seen("B? W? B? W?", "W? B? W? B?", clue="B")


def points(evening, *fields):
    for field in fields:
        evening.on(AnswerPointed(field))


def last(evening):
    return evening.session.match.moves[-1][1]


def test_who_sits_where_is_answered_by_yes_and_no():
    evening = evening_of(("Ada", "Ben"), rules={"points": "yes"})
    evening.on(TilesSeen(DEALT))
    points(evening, "7", "no")
    assert "that of Ben" in evening.table.sentence
    points(evening, "yes")
    assert evening.session.match.round.rows["Ben"] == ("B?", "W?", "B?", "W?")


@pytest.mark.parametrize(("field", "after"), [("7", Opened("Ben", 3, "W7")), ("4", None)])
def test_the_face_of_a_tile_that_is_not_clear_is_a_number(field, after):
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    before = last(evening)
    see(evening, seen("B? W? B? W?", "W? B? W?? B?", clue="B"))
    points(evening, "yes", field)
    assert last(evening) == (after or before)


def test_that_it_lies_hidden_is_no():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W?", "W? B? W?? B?", clue="B"))
    points(evening, "no")
    assert evening.table.question is None
    assert last(evening) == Claimed("Ada", "Ben", 3, "7")


def test_a_face_whose_colour_is_not_seen_has_that_of_the_record():
    evening = begun(DRAWN)
    claim(evening, "Ben", 3, "7")
    see(evening, seen("B? W? B? W?", "W? B? ??? B?", clue="B"))
    points(evening, "7")
    assert last(evening) == Opened("Ben", 3, "W7")


def test_the_place_of_a_clue_tile_is_one_of_those_asked_about():
    evening = begun(DRAWN)
    claim(evening, "Ben", 1, "7")
    see(evening, seen("B? W? B? W? B9", "W? B? W? B?"))
    see(evening, seen("B? W? B? W? B9", "W? B? W? B?", clue="W"))
    claim(evening, "Ada", 1, "3")
    see(evening, seen("B? W? B? W? B9", "W? B? W? B? W10", clue="B"))
    claim(evening, "Ben", 3, "5")
    see(evening, seen("B? B? W? B? W? B9", "W? B? W5 B? W10"))
    points(evening, "3", "-", "yes", "2")
    assert last(evening) == Placed("Ada", 2, "B?")


def test_yes_says_that_what_is_astray_lies_right():
    evening = begun(DRAWN)
    see(evening, seen("B? W? B? W?", "", clue="B"))
    points(evening, "no", "5")
    assert evening.table.sentence.startswith("The row of Ben is not seen")
    points(evening, "yes")
    assert evening.table.question is None
    assert last(evening) == Drawn("Ada", "B")


def test_no_ends_the_turn_of_who_has_no_clue_tile_and_of_nobody_else():
    evening = begun(DRAWN)
    points(evening, "no", "yes", "3")
    assert last(evening) == Drawn("Ada", "B")
    assert meant(AnswerPointed("no"), None, can_pass=True) == Done()
    assert meant(AnswerPointed("yes"), None, can_pass=True) is None


@pytest.mark.parametrize(
    ("row", "pointed", "claimed"),
    [
        ("W? B? W? B?", 3, 3),
        ("B? W? B?", 1, 2),  # the first one is not seen
        ("W? B? W?", 3, 3),  # the last one
        ("W? B? B?", 2, 2),  # the third one
        ("W? B? B?", 3, 4),
        ("W? B?", 1, None),  # nobody knows which
    ],
)
def test_a_tile_that_is_not_seen_is_counted_where_one_is_pointed_at(row, pointed, claimed):
    evening = begun(DRAWN)
    see(evening, seen("B? W? B? W?", row, clue="B"))
    points(evening, "yes")
    evening.on(ClaimPointed(1, pointed, "7"))
    told = Claimed("Ada", "Ben", claimed, "7") if claimed else Drawn("Ada", "B")
    assert last(evening) == told


def test_which_of_two_tiles_that_look_alike_is_meant_is_asked_where_one_is_not_seen():
    evening = evening_of(("Ada", "Ben"), rules={"points": "yes"})
    for clue in ("", "B"):
        see(evening, seen("B? W? B? W?", "W? W? B? B?", clue=clue))
    see(evening, seen("B? W? B? W?", "W? B? B?", clue="B"))
    points(evening, "yes")
    evening.on(ClaimPointed(1, 1, "7"))
    assert evening.table.sentence == ("Ada, which tile of Ben is meant, 1 to 2? Type the number.")
    points(evening, "2")
    assert last(evening) == Claimed("Ada", "Ben", 2, "7")
    assert evening.table.question is None


def test_what_a_word_would_say_a_pawn_says_too():
    evening = begun(DRAWN)
    gone = seen("B? W? W?", "W? B? W? B?", clue="B")
    by_word = begun(DRAWN)
    for each in (evening, by_word):
        see(each, gone)
    points(evening, "yes")
    by_word.on(Done())
    assert evening.table == by_word.table
