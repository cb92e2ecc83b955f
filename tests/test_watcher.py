"""Looks over time: every row right or asked, none invented, none lost; each thing said once."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import CALM, REAL, ROUGH, reading_of, watch_game
from stages import quick

from companion.sightings.boards import (
    BoardCleared,
    BoardFound,
    BoardMoved,
    CodeCovered,
    CodeSeen,
    HandGone,
    HandSeen,
    KeysSeen,
    LightBack,
    LightChanged,
    LightLost,
    RowChanged,
    RowSeen,
    RowTaken,
    StaysCovered,
    Unsure,
    as_dict,
)
from companion.vision.watch.box_limits import Limits
from companion.vision.watch.phases import TRANSITIONS, FrameKind, WatchPhase, phase_table
from companion.vision.watch.stability import PHOTOS, UNREADABLE, VIDEO, Pace, PlaceHistory
from companion.vision.watch.watcher import Observation, Watcher

LIMITS = Limits(rows=4, cols=4, colours="rbgywo")
EMPTY = ("....",) * 4
DOCS = Path(__file__).parent.parent / "docs" / "watching.md"


class Table:
    """A watcher and what it has said since it was last asked."""

    def __init__(self, limits=LIMITS, pace=VIDEO):
        self.watcher, self.at = Watcher.before(limits, pace=pace), 0.0

    def look(self, kind, times=1, **fields):
        said = []
        for _ in range(times):
            self.at += 0.1
            self.watcher, more = self.watcher.on(Observation(self.at, kind, **fields))
            said += more
        return said

    def shows(self, *rows, times=20, sure=0.9, light=0.0, **fields):
        """The still board for two seconds; rows above those named are empty."""
        reading = reading_of((*rows, *EMPTY[len(rows) :]), sure=sure, **fields)
        return self.look(FrameKind.STILL, times, reading=reading, light=light)

    def hand(self, **fields):
        # as long as it takes to set four pegs, or five
        return self.look(FrameKind.HAND, 13, **fields)


def test_a_row_is_seen_once_three_looks_after_the_hand():
    table = Table()
    assert table.shows(times=5) == []
    assert table.hand() == [HandSeen()]
    assert table.shows("rgby", times=2) == [HandGone()]
    assert table.shows("rgby", times=1) == [RowSeen(1, "rgby", 0.9)]
    assert table.shows("rgby", times=200) == []


def test_what_is_unclear_after_a_hand_is_asked_about_in_the_last_row_alone():
    table = Table()
    table.shows("rgby", "bbgg")
    assert table.hand() == [HandSeen()]
    assert table.shows("r?by", "b?gg") == [
        HandGone(),
        Unsure(2, (2,), "brgg", "its colour is not clear"),
    ]
    table.hand()
    # a clear change in an older row is still one
    assert table.shows("rwby", "bbgg") == [HandGone(), RowChanged(1, "rwby", "rgby", 0.9)]


def test_a_hand_never_makes_a_row():
    table = Table()
    table.hand()
    said = table.look(FrameKind.HAND, 50, reading=reading_of(("rgby", *EMPTY[1:])))
    assert said == []
    assert table.watcher.board.known == EMPTY


def test_looks_before_a_hand_do_not_count_after_it():
    table = Table()
    table.shows("rgby", times=2)
    table.hand()
    assert table.shows("rgby", times=2) == [HandGone()]


def test_a_row_in_the_making_is_no_row():
    assert Table().shows("rgb.", times=100) == []


def test_two_rows_between_two_looks_are_seen_in_order():
    said = Table().shows("rgby", "wwoo")
    assert said == [RowSeen(1, "rgby", 0.9), RowSeen(2, "wwoo", 0.9)]


def test_a_row_above_a_gap_is_asked_about_and_seen_when_the_gap_is_filled():
    table = Table()
    assert table.shows("....", "wwoo") == [Unsure(2, (), "wwoo", "a row below it is not full")]
    table.hand()
    assert table.shows("rgby", "wwoo")[1:] == [RowSeen(1, "rgby", 0.9), RowSeen(2, "wwoo", 0.9)]


def test_rows_that_come_many_at_once_are_asked_about_one_by_one():
    """A photograph of a board, laid on the board, showed three rows, and they were scored."""
    table = Table()
    table.shows(times=5)
    table.hand()
    many = "more than two rows came at once"
    said = table.shows("rgby", "wwoo", "bbgg")
    assert said[1:] == [Unsure(1, (), "rgby", many)]
    table.watcher = table.watcher.told(1, "rgby")
    assert table.shows("rgby", "wwoo", "bbgg") == [Unsure(2, (), "wwoo", many)]
    table.watcher = table.watcher.told(2, "wwoo")
    assert table.shows("rgby", "wwoo", "bbgg") == [Unsure(3, (), "bbgg", many)]


NO_HAND = "it came with no hand to set its pegs"


@pytest.mark.parametrize(
    "meanwhile",
    [
        [],
        [(FrameKind.HAND, 5, {})],
        [(FrameKind.MOVED, 5, {})],
        [(FrameKind.DARK, 60, {})],
        # a strip that was laid there and stays, a board that lies elsewhere
        [(FrameKind.HAND, 5, {}), (FrameKind.HAND, 30, {"moves": False})],
        [(FrameKind.HAND, 5, {}), (FrameKind.MOVED, 30, {"moves": False})],
    ],
    ids=["nothing", "a quick hand", "a push", "the dark", "a thing that stays", "a long search"],
)
def test_a_row_that_comes_whole_with_no_hand_to_set_it_is_asked_about(meanwhile):
    """A photograph of a row that came while the camera was pushed was scored."""
    table = Table()
    table.shows(times=5)
    for kind, times, fields in meanwhile:
        table.look(kind, times, **fields)
    assert table.shows("rgby")[-1] == Unsure(1, (), "rgby", NO_HAND)
    # a hand that comes later has not set it
    table.hand()
    assert table.shows("rgby")[-1] == Unsure(1, (), "rgby", NO_HAND)
    table.watcher = table.watcher.told(1, "rgby")
    table.hand()
    assert table.shows("rgby", "wwoo")[-1] == RowSeen(2, "wwoo", 0.9)


def test_pegs_that_came_with_a_hand_unseen_are_set_when_a_hand_is_seen_to_fill_the_row():
    table = Table()
    table.shows(times=5)
    assert table.shows("rg..") == []
    table.hand()
    assert table.shows("rgby")[-1] == RowSeen(1, "rgby", 0.9)


def test_halves_of_a_row_that_come_with_no_hand_are_asked_about():
    table = Table()
    table.shows(times=5)
    table.shows("rg..")
    assert table.shows("rgby")[-1] == Unsure(1, (), "rgby", NO_HAND)


def test_a_hand_that_pauses_sets_pegs_all_the_same():
    table = Table()
    table.shows(times=5)
    for _ in range(3):
        table.look(FrameKind.HAND, 1)
        table.look(FrameKind.HAND, 4, moves=False)
    table.look(FrameKind.HAND, 1)
    assert table.shows("rgby")[-1] == RowSeen(1, "rgby", 0.9)


def test_what_is_unclear_first_and_then_whole_came_with_no_hand_all_the_same():
    """A strip was faded in."""
    table = Table()
    table.shows(times=5)
    table.shows("?g?y")
    assert Unsure(1, (), "rgby", NO_HAND) in table.shows("rgby")


def test_a_row_that_was_set_under_a_hand_is_seen_when_it_is_clear():
    table = Table()
    table.shows(times=5)
    table.hand()
    assert table.shows("rg?y")[-1] == Unsure(1, (3,), "rgry", "its colour is not clear")
    assert table.shows("rgby") == [RowSeen(1, "rgby", 0.9)]


def test_pegs_that_come_one_by_one_need_no_hand_in_sight():
    """A hand that reaches past the board between the looks is not always noticed."""
    table = Table()
    table.shows(times=5)
    for row in ("r...", "rg..", "rgb."):
        assert table.shows(row) == []
    assert table.shows("rgby") == [RowSeen(1, "rgby", 0.9)]


def test_a_row_that_was_taken_off_and_set_again_under_a_hand_is_seen():
    table = Table()
    table.shows(times=5)
    assert table.shows("rgby")[-1] == Unsure(1, (), "rgby", NO_HAND)
    table.hand()
    table.shows()
    table.hand()
    assert table.shows("rgby")[-1] == RowSeen(1, "rgby", 0.9)


def test_a_row_beside_which_something_came_to_lie_is_asked_about():
    """A phone that showed a row of pegs was laid on row 2, and the row was scored."""
    table = Table()
    table.shows("rgby")
    table.hand()
    table.look(FrameKind.STILL, 1, laid=(2,))
    assert table.shows("rgby", "wwoo")[-1] == Unsure(
        2, (), "wwoo", "something came to lie beside it"
    )
    table.hand()
    table.look(FrameKind.STILL, 1, laid=())
    assert table.shows("rgby", "wwoo")[-1] == RowSeen(2, "wwoo", 0.9)


def test_a_row_that_may_be_a_picture_of_pegs_is_asked_about():
    """A photograph of a row, cut to a strip and laid just on row 1, was scored."""
    table = Table()
    table.shows()
    table.hand()
    reading = reading_of(("rgby", *EMPTY[1:]))
    said = table.look(FrameKind.STILL, 20, reading=reading, pictures=(1,))
    assert said == [HandGone(), Unsure(1, (), "rgby", "it may be a picture of pegs")]
    # it is taken away, and pegs are set
    table.hand()
    assert table.shows("rgby")[-1] == RowSeen(1, "rgby", 0.9)


def test_a_row_on_which_a_photograph_came_to_lie_is_not_changed():
    """The last row, not answered yet, would be taken back for what the photograph shows there."""
    table = Table()
    table.shows("rgby")
    table.hand()
    table.look(FrameKind.STILL, 1, laid=(1, 2))
    assert table.shows("wwoo")[-1] == Unsure(1, (), "wwoo", "something came to lie beside it")
    assert table.watcher.board.known[0] == "rgby"


def test_what_lies_there_lies_there_in_the_next_round_too():
    """A phone that stayed while the pegs were taken off had its row scored in round 2."""
    table = Table()
    table.shows("rgby")
    table.hand()
    table.look(FrameKind.STILL, 1, laid=(1,))
    assert BoardCleared() in table.shows(*EMPTY)
    table.hand()
    assert table.shows("wwoo")[-1] == Unsure(1, (), "wwoo", "something came to lie beside it")
    table.watcher = table.watcher.expecting(())
    table.hand()
    assert table.shows("wwoo")[-1] == Unsure(1, (), "wwoo", "something came to lie beside it")


def test_photos_differ_in_what_lies_beside_a_row():
    table = Table(pace=PHOTOS)
    table.look(FrameKind.STILL, 1, laid=(1,))
    assert table.shows("rgby", times=1) == [RowSeen(1, "rgby", 0.9)]


def test_an_exchanged_peg_changes_the_row():
    table = Table()
    table.shows("rgby")
    table.hand()
    assert table.shows("rgbo")[1:] == [RowChanged(1, "rgbo", "rgby", 0.9)]


def test_a_peg_lifted_and_put_back_is_nothing():
    table = Table()
    table.shows("rgby")
    table.hand()
    assert table.shows("rgb.", times=3) == [HandGone()]
    table.hand()
    assert table.shows("rgby") == [HandGone()]


def test_a_peg_that_stays_away_and_a_row_that_is_taken_back():
    table = Table()
    table.shows("rgby", "wwoo")
    table.hand()
    assert table.shows("rgby", "ww.o")[1:] == [RowChanged(2, "ww.o", "wwoo", 0.9)]
    table.hand()
    assert table.shows("rgby", "....")[1:] == [RowTaken(2, "ww.o")]
    table.hand()
    assert table.shows("rgby", "gggg")[1:] == [RowSeen(2, "gggg", 0.9)]


def test_a_change_without_a_hand_is_asked_not_believed():
    table = Table()
    table.shows("rgby")
    assert table.shows("ogby", times=60) == [
        Unsure(1, (1,), "ogby", "it reads differently, yet no hand was there")
    ]
    # nor is it believed when a hand comes for something else
    table.hand()
    assert table.shows("ogby") == [HandGone()]
    table.watcher = table.watcher.told(1, "rgby")
    assert table.shows("ogby", times=60) == []
    assert table.watcher.board.known[0] == "rgby"


def test_a_hand_elsewhere_is_no_reason_to_believe_a_change():
    table = Table()
    table.shows("rgby", "wwoo")
    table.hand(near=(2,))
    said = table.shows("ogby", "wwoy")[1:]
    assert [type(each) for each in said] == [Unsure, RowChanged]
    assert (said[0].row, said[1].row) == (1, 2)


def test_a_flickering_cell_is_asked_once_and_then_left_alone():
    table = Table()
    said = []
    for i in range(60):
        said += table.shows("rgb" + "yo?"[i % 3], times=1)
    assert len(said) == 1
    assert said[0].row == 1
    assert said[0].cols == (4,)
    assert said[0].why == "its colour is not clear"
    table.watcher = table.watcher.told(1, "rgby")
    for i in range(60):
        assert table.shows("rgb" + "yo?"[i % 3], times=1) == []


def test_a_change_where_a_person_had_to_say_is_asked_about_after_a_hand_too():
    table = Table()
    table.shows("rgb?")
    table.watcher = table.watcher.told(1, "rgby")
    table.hand()
    assert table.shows("rgbo")[1:] == [Unsure(1, (4,), "rgbo", "its colour is not clear")]
    table.watcher = table.watcher.told(1, "rgbo")
    table.hand()
    assert table.shows("....")[1:] == [BoardCleared()]


def test_flicker_in_an_empty_hole_is_nothing():
    table = Table()
    table.shows("rgby")
    for i in range(60):
        assert table.shows("rgby", "." + ".r?."[i % 4] + "..", times=1) == []


def test_doubtful_letters_need_many_looks_that_agree():
    table = Table()
    assert table.shows("rgby", sure=0.3, times=11) == []
    assert table.shows("rgby", sure=0.3, times=1) == [RowSeen(1, "rgby", 0.3)]


def test_a_known_peg_that_grows_dim_is_not_asked_again():
    table = Table()
    table.shows("rgby")
    table.hand()
    assert table.shows("?gby") == [HandGone()]


def test_more_pegs_than_the_box_has_are_asked_about():
    table = Table(replace(LIMITS, stock=4))
    table.shows("rrrr")
    assert table.shows("rrrr", "rgby") == [
        Unsure(2, (1,), "rgby", "there are not so many pegs of that colour")
    ]


def test_a_colour_that_is_not_played_with_is_asked_about():
    said = Table().shows("rgbk")
    assert said == [Unsure(1, (4,), "rgbk", "that colour is not in this game")]


def test_holes_may_stay_empty_where_the_rules_allow_it():
    table = Table(replace(LIMITS, blanks=True))
    assert table.shows("r.b.", times=7) == []
    assert table.shows("r.b.", times=1) == [RowSeen(1, "r.b.", 0.9)]
    table.hand()
    assert table.shows("r.by")[1:] == [RowChanged(1, "r.by", "r.b.", 0.9)]


def test_keys_settle_and_change_but_nothing_is_no_answer():
    table = Table()
    table.shows("rgby", keys=((0, 0),) * 4)
    table.hand()
    assert table.shows("rgby", keys=((1, 0), *((0, 0),) * 3), times=7) == [HandGone()]
    assert table.shows("rgby", keys=((1, 2), *((0, 0),) * 3)) == [KeysSeen(1, 1, 2)]
    assert table.shows("rgby", keys=((1, 1), *((0, 0),) * 3)) == [KeysSeen(1, 1, 1)]


def test_nothing_is_an_answer_once_play_goes_on():
    table = Table()
    assert table.shows("rgby", keys=((0, 0),) * 4, times=100) == [RowSeen(1, "rgby", 0.9)]
    table.hand()
    assert table.shows("rgby", "w...", keys=((0, 0),) * 4)[1:] == [KeysSeen(1, 0, 0)]
    table.hand()
    assert table.shows("rgby", "w...", keys=((1, 0), *((0, 0),) * 3))[1:] == [KeysSeen(1, 1, 0)]


def test_nothing_is_the_last_answer_once_the_code_is_open():
    table = Table()
    table.shows("rgby", keys=((0, 0),) * 4)
    table.hand()
    said = table.shows("rgby", keys=((0, 0),) * 4, code="oooo", times=40)
    assert sorted(said[1:], key=str) == [CodeSeen("oooo"), KeysSeen(1, 0, 0)]


@pytest.mark.parametrize("keys", [(3, 1), (3, 2), (0, 5)])
def test_an_answer_that_cannot_be_is_asked_about(keys):
    said = Table().shows("rgby", keys=(keys, *((0, 0),) * 3))
    assert said[1:] == [Unsure(1, (), "rgby", "there is no such answer")]


def test_keys_without_a_row_are_nothing():
    assert Table().shows(keys=((1, 1), *((0, 0),) * 3)) == []


def test_keys_say_nothing_of_a_row_that_may_be_another_by_now():
    table = Table()
    table.shows("rgby", keys=((1, 0), *((0, 0),) * 3))
    table.hand()
    said = table.shows("????", keys=((2, 1), *((0, 0),) * 3), times=60)
    assert not any(isinstance(each, KeysSeen) for each in said)
    assert KeysSeen(1, 2, 1) in table.shows("rgby", keys=((2, 1), *((0, 0),) * 3), times=60)


def test_no_answer_is_nothing_because_of_a_row_that_was_not_seen_since_a_power_cut():
    table = Table()
    table.watcher = table.watcher.expecting(((1, "rrrr"), (2, "gggg")))
    said = table.shows("rrrr", "????", keys=((0, 0),) * 4, times=60)
    assert not any(isinstance(each, KeysSeen) for each in said)
    assert KeysSeen(1, 0, 0) in table.shows("rrrr", "gggg", keys=((0, 0),) * 4, times=60)


def test_the_same_answer_to_another_row_in_the_same_place_is_said_again():
    table = Table()
    two = ((1, 0), (1, 1), (0, 0), (0, 0))
    assert KeysSeen(2, 1, 1) in table.shows("rgby", "wwoo", keys=two)
    table.hand()
    assert table.shows("rgby", keys=(two[0], *((0, 0),) * 3))[1:] == [RowTaken(2, "wwoo")]
    table.hand()
    said = table.shows("rgby", "gggg", keys=two)[1:]
    assert said == [RowSeen(2, "gggg", 0.9), KeysSeen(2, 1, 1)]


def test_a_code_with_an_empty_hole_is_open_where_holes_may_stay_empty():
    assert CodeSeen("rg.y") not in Table().shows("rgby", code="rg.y")
    table = Table(replace(LIMITS, blanks=True))
    assert table.shows("rgby", code="rg.y")[1:] == [CodeSeen("rg.y")]


def test_no_answer_is_nothing_because_of_a_row_that_should_stand_there_and_does_not():
    table = Table()
    table.watcher = table.watcher.expecting(((1, "rrrr"), (2, "gggg")))
    said = table.shows("rgby", keys=((0, 0),) * 4)
    assert RowTaken(2, "gggg") in said
    assert not any(isinstance(each, KeysSeen) for each in said)


def test_an_unclear_peg_is_asked_about_in_a_row_whose_holes_may_stay_empty():
    table = Table(replace(LIMITS, blanks=True))
    assert table.shows("...?", times=40)[1:] == []
    assert table.shows("rg.?", times=40) == [
        Unsure(1, (4,), "rg.r", "its colour is not clear"),
    ]
    assert not any(isinstance(said, Unsure) for said in Table().shows("rg.?", times=40))


def test_the_code_is_opened_and_covered_once_each():
    table = Table()
    assert table.shows("rgby", code="rg?y")[1:] == []
    assert table.shows("rgby", code="rgoy") == [CodeSeen("rgoy")]
    assert table.shows("rgby") == [CodeCovered()]


def test_a_cleared_board_is_said_once_and_the_next_game_begins():
    table = Table()
    table.shows("rgby", "wwoo", keys=((1, 1), (2, 0), (0, 0), (0, 0)))
    table.hand()
    assert table.shows(times=60) == [HandGone(), BoardCleared()]
    table.hand()
    assert table.shows("wwoo")[1:] == [RowSeen(1, "wwoo", 0.9)]


def test_a_bump_is_said_and_nothing_is_read_until_the_board_is_found():
    table = Table()
    table.shows("rgby")
    wrong = reading_of(("oooo", *EMPTY[1:]))
    assert table.look(FrameKind.MOVED, 20, reading=wrong) == [BoardMoved()]
    assert table.shows("rgby") == [BoardFound()]


def test_a_board_that_was_moved_may_have_been_changed_anywhere():
    table = Table()
    table.shows("rgby", "wwoo")
    # a hand was near row 2 alone, but who lifts a board may lift any peg
    assert table.look(FrameKind.MOVED, 5, near=(2,)) == [BoardMoved()]
    assert table.shows("ogby", "wwoo") == [BoardFound(), RowChanged(1, "ogby", "rgby", 0.9)]


def test_a_board_whose_pegs_cannot_be_told_from_holes_is_not_cleared():
    table = Table()
    table.shows("rgby", "wwoo")
    table.hand()
    # no place of row 2 is seen to be empty
    said = table.shows("....", "????", times=60)
    assert BoardCleared() not in said
    table.hand()
    assert BoardCleared() in table.shows("....", "..??", times=60)


def test_a_board_mostly_unclear_is_not_cleared():
    table = Table()
    table.shows("rgby")
    table.hand()
    # a quarter of the sixteen places may be unclear, not five
    assert BoardCleared() not in table.shows("....", "..??", "..??", "...?", times=60)
    table.hand()
    assert BoardCleared() in table.shows("....", "..??", "..??", "....", times=60)


def test_the_board_is_turned_to_the_next_player():
    table = Table()
    table.shows("rgby")
    table.hand()
    assert table.look(FrameKind.MOVED, 5) == [BoardMoved()]
    reading = reading_of(("rgby", *EMPTY[1:]))
    assert table.look(FrameKind.STILL, 9, reading=reading, turned=True) == [BoardFound(turned=True)]


def test_the_lamp_goes_off_and_on():
    table = Table()
    table.shows("rgby")
    assert table.look(FrameKind.DARK, 30) == [LightLost()]
    assert table.shows("rgby") == [LightBack()]


def test_a_step_of_the_light_is_said_once_and_looked_at_anew():
    table = Table()
    table.shows("rgby", times=2)
    assert table.shows("rgby", times=2, light=-1.0) == [LightChanged(-1.0)]
    assert table.shows("rgby", times=1, light=-1.0) == [RowSeen(1, "rgby", 0.9)]
    assert table.shows("rgby", light=-1.1) == []


def test_what_lies_on_the_board_is_said_and_its_cells_keep_what_was_known():
    table = Table()
    table.shows("rgby")
    covered = {"hidden": ((1, 1), (1, 2))}
    assert table.shows("??by", times=49, **covered) == []
    assert table.shows("??by", times=100, **covered) == [StaysCovered(((1, 1), (1, 2)))]
    assert table.watcher.board.known[0] == "rgby"


def test_photos_count_one_by_one():
    table = Table(pace=PHOTOS)
    assert table.shows("rgby", times=1) == [RowSeen(1, "rgby", 0.9)]
    assert table.shows("rgby", "wwo?", times=1) == [
        Unsure(2, (4,), "wwor", "its colour is not clear")
    ]


def test_a_look_without_a_reading_changes_nothing():
    table = Table()
    before = table.watcher
    assert table.look(FrameKind.STILL) == []
    assert table.watcher == before


def test_sightings_as_plain_values():
    assert as_dict(RowSeen(2, "rgby", 0.9)) == {
        "saw": "RowSeen",
        "row": 2,
        "letters": "rgby",
        "confidence": 0.9,
    }


def test_every_phase_knows_every_sight_and_the_docs_say_the_same():
    assert set(TRANSITIONS) == {(phase, kind) for phase in WatchPhase for kind in FrameKind}
    assert phase_table() in DOCS.read_text("utf-8")


@given(st.lists(st.sampled_from(list(FrameKind)), max_size=40), st.integers(0, 3))
def test_lost_and_found_come_in_turns(sights, rows):
    reading = reading_of((*("rgby",) * rows, *EMPTY[rows:]))
    table = Table()
    said = [each for kind in sights for each in table.look(kind, reading=reading)]
    for lost, found in ((HandSeen, None), (BoardMoved, BoardFound), (LightLost, LightBack)):
        turns = [type(each) for each in said if type(each) in (lost, found)]
        assert found is None or turns[::2] == [lost] * len(turns[::2]) or lost is BoardMoved
    assert all(each.letters == "rgby" for each in said if isinstance(each, RowSeen))


@pytest.mark.parametrize("seed", range(6))
def test_a_calm_game_is_read_whole_and_never_asked_about(seed):
    outcome = watch_game(seed, CALM)
    assert outcome.faults == []
    assert outcome.asked == 0


@pytest.mark.parametrize("noise", [REAL, ROUGH], ids=["real", "rough"])
@pytest.mark.parametrize("seed", range(6))
def test_every_row_is_right_or_asked_none_invented_none_lost(noise, seed):
    assert watch_game(seed, noise).faults == []


@pytest.mark.parametrize("seed", [1667, 1921])
def test_a_lamp_that_fails_twice_and_a_row_that_stays_unclear_lose_nothing(seed):
    # 1921: too dark twice in the two seconds that all lies open
    # 1667: an answer of nothing, to a row of which two pegs are marginal
    assert watch_game(seed, ROUGH, rows=6).faults == []


@pytest.mark.parametrize("first", quick(range(0, 200, 25)))
def test_short_games_with_all_faults(first):
    """Drawn readings, not pixels: hands, exchanges, take-backs, bumps, light, dark, turned board.

    Frames are dropped and doubled, cells flicker; on small boards, which are quick to look at.
    Thousands by ``benchmarks/bench_watch.py games``.
    """
    games = [watch_game(seed, ROUGH, rows=3) for seed in range(first, first + 25)]
    assert [fault for game in games for fault in game.faults] == []
    assert sum(game.rows for game in games) >= 50


@given(st.lists(st.sampled_from("ro?"), max_size=30))
def test_a_place_never_says_what_most_looks_do_not(looks):
    place, pace = PlaceHistory(), Pace()
    for look in looks:
        place = place.seen(None if look == "?" else look, pace, sure=look != "?")
        value = place.value(pace)
        if value in ("r", "o"):
            recent = looks and [v for v, _ in place.looks]
            assert recent.count(value) >= 0.8 * len(recent)
            assert len(recent) >= pace.steady


@pytest.mark.parametrize(("doubts", "said"), [(2, "r"), (3, UNREADABLE), (5, UNREADABLE)])
def test_doubtful_looks_count_where_four_in_five_of_them_agree(doubts, said):
    place, pace = PlaceHistory(), Pace()
    for look in range(pace.patience):
        is_other = look % 2 == 1 and look < 2 * doubts
        place = place.seen("g" if is_other else "r", pace, sure=False)
    assert place.value(pace) == said
