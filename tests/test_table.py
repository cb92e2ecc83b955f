"""What lies on the board against the record: stories of an evening, told as what the eyes say."""

from pathlib import Path

import pytest
from evenings import evening

from companion.game.core.events import Answered, CodeShown, Guessed, TakenBack, Way
from companion.game.core.key_pegs import Keys
from companion.scene import Mood, scene_of
from companion.session.watched_session import WatchedSession
from companion.sightings.boards import (
    BoardCleared,
    BoardFound,
    BoardMoved,
    BoardRead,
    ClearedUp,
    CodeSeen,
    HandGone,
    HandSeen,
    KeysSeen,
    LightBack,
    LightLost,
    PictureFit,
    PictureUnfit,
    RowChanged,
    RowSeen,
    RowTaken,
    Unsure,
    Why,
)
from companion.table import CameraBack, CameraLost, Confirm, Done, No, TypedRow, Yes
from companion.table.common.interruptions import stop_table
from companion.table.pegs.due import due_table
from companion.table.pegs.questions import About

DOCS = Path(__file__).parent.parent / "docs" / "table.md"


def rows(night):
    return [(row.code, row.keys) for row in night.session.match.round.rows]


def posted(night, kind):
    return [entry.event for entry in night.session.entries if isinstance(entry.event, kind)]


def seen(night, *happenings):
    for happening in happenings:
        night.on(happening)


# a companion that knows the code


def test_a_full_row_is_the_guess_and_is_answered_at_once():
    night = evening("bouwblokje")
    assert night.table.sentence == "Ben, set row 1."
    seen(night, HandSeen(), HandGone(), RowSeen(1, "rgby", 0.9))
    ((code, keys),) = rows(night)
    assert (code, keys is not None) == ("rgby", True)
    assert night.table.sentence == "Ben, set row 2."
    assert night.session.entries[2].by == "camera"


def test_two_rows_set_between_two_looks_are_two_guesses():
    night = evening("bouwblokje")
    seen(night, RowSeen(2, "oooo", 0.9), RowSeen(1, "rgby", 0.9))
    assert [code for code, _ in rows(night)] == ["rgby", "oooo"]


def test_the_match_goes_on_by_itself_to_the_winner():
    night = evening("bouwblokje")
    for _ in range(2):
        secret = night.session.secret.codes[0]
        seen(night, RowSeen(1, "rgby" if secret != "rgby" else "oooo", 0.9))
        seen(night, RowSeen(2, secret, 0.9))
        if not night.is_over:
            assert night.table.sentence == "Clear the board for round 2."
            seen(night, RowTaken(2, secret), BoardCleared())
            assert night.table.sentence == "Ada, set row 1."
    assert night.is_over
    assert night.session.match.totals() == {"Ada": 2, "Ben": 2}


def test_nothing_of_the_round_before_is_a_guess_of_the_next():
    night = evening("bouwblokje")
    secret = night.session.secret.codes[0]
    seen(night, RowSeen(1, secret, 0.9), RowSeen(2, "rrrr", 0.9), RowTaken(1, secret))
    assert night.table.sentence == "Clear the board for round 2."
    assert rows(night) == []


def test_a_row_of_the_round_before_whose_pegs_are_lifted_one_by_one_is_no_new_one():
    night = evening("bouwblokje", rules={"variation": "B"})
    secret = night.session.secret.codes[0]
    seen(night, RowSeen(1, secret, 0.9), Done())
    assert night.table.sentence == "Clear the board for round 2."
    for lifted in (secret[:3] + ".", secret[:2] + ".."):
        seen(night, RowChanged(1, lifted, secret, 0.9))
        assert night.table.sentence == "Clear the board for round 2."
    assert rows(night) == []


def test_an_unclear_peg_is_asked_about_and_nothing_is_scored_meanwhile():
    night = evening("bouwblokje")
    seen(night, Unsure(1, (2,), "rgby", Why.MARGINAL))
    assert night.table.sentence == (
        "Row 1: I see rgby, but cannot see hole 2 clearly. Type the row, or say yes."
    )
    assert night.mood is Mood.ASKING
    assert rows(night) == []
    seen(night, TypedRow("roby"))
    assert [code for code, _ in rows(night)] == ["roby"]
    assert night._eyes.heard == [(1, "roby")]


def test_yes_takes_the_likely_row_and_setting_it_right_needs_no_word():
    one = evening("bouwblokje")
    seen(one, Unsure(1, (2,), "rgby", Why.MARGINAL), Yes())
    assert [code for code, _ in rows(one)] == ["rgby"]
    other = evening("bouwblokje")
    seen(other, Unsure(1, (2,), "rgby", Why.MARGINAL), ClearedUp(1), RowSeen(1, "rnby", 0.9))
    assert [code for code, _ in rows(other)] == ["rnby"]


def test_a_scored_row_that_changes_is_asked_about_until_it_is_put_back():
    night = evening("bouwblokje")
    seen(night, RowSeen(1, "rgby", 0.9), RowChanged(1, "rgbo", "rgby", 0.9))
    assert "Row 1 was rgby, now it is rgbo: put it back" in night.table.sentence
    seen(night, RowSeen(2, "oooo", 0.9))
    assert len(rows(night)) == 1
    seen(night, RowChanged(1, "rgby", "rgbo", 0.9))
    assert [code for code, _ in rows(night)] == ["rgby", "oooo"]


def test_a_scored_row_that_changed_can_be_corrected_in_the_record():
    night = evening("bouwblokje")
    seen(night, RowSeen(1, "rgby", 0.9), RowChanged(1, "rgbo", "rgby", 0.9))
    night.session.correct_guess(1, 1, "rgbo", "keyboard")
    night.refresh()
    assert night.table.question is None
    assert rows(night)[0][0] == "rgbo"


def test_a_row_that_was_taken_back_is_not_played_again_until_it_changes_or_is_done():
    night = evening("bouwblokje")
    seen(night, RowSeen(1, "rgby", 0.9))
    night.session.take_back("keyboard")
    night.refresh()
    assert rows(night) == []
    assert night.table.sentence == "Row 1 was taken back: change it, or say 'done' to play rgby."
    seen(night, RowChanged(1, "rgbo", "rgby", 0.9))
    assert [code for code, _ in rows(night)] == ["rgbo"]


def test_what_the_box_does_not_allow_is_said_and_changes_nothing():
    night = evening("hasbro-2")
    for row in range(1, 4):
        seen(night, RowSeen(row, "wwww", 0.9))
    seen(night, RowSeen(4, "wsgr", 0.9))
    assert "the box has 12 of each colour" in night.table.sentence
    assert len(rows(night)) == 3
    seen(night, RowChanged(4, "ssgr", "wsgr", 0.9))
    assert len(rows(night)) == 4


def test_never_waits_for_what_is_not_clear_and_asks_nothing():
    night = evening("bouwblokje", confirm=Confirm.NEVER)
    seen(night, Unsure(1, (2,), "rgby", Why.MARGINAL), Yes())
    assert night.table.sentence == "Row 1 is not clear yet: I wait until it is."
    assert (night.table.question, night.mood, rows(night)) == (None, None, [])
    seen(night, RowSeen(1, "roby", 0.9))
    assert [code for code, _ in rows(night)] == ["roby"]


def test_the_lights_go_out_when_the_board_is_cleared_and_not_before():
    night = evening("bouwblokje")
    secret = night.session.secret.codes[0]
    seen(night, RowSeen(1, secret, 0.9))
    assert scene_of(night.session.match, lies=night.round_to_see).last_keys == Keys(4, 0)
    seen(night, BoardCleared())
    scene = scene_of(night.session.match, lies=night.round_to_see)
    assert (scene.rows, scene.last_keys, scene.mood) == ((), None, Mood.PLAYING)


def test_done_does_not_play_the_rows_of_the_round_before():
    night = evening("bouwblokje")
    secret = night.session.secret.codes[0]
    seen(night, RowSeen(1, "yyyy", 0.9), RowSeen(2, secret, 0.9), Done(), RowSeen(1, "yyyy", 0.9))
    assert night.table.sentence == "Clear the board for round 2."
    assert rows(night) == []
    seen(night, RowTaken(1, "yyyy"), RowChanged(2, "..yy", secret, 0.9), Done())
    assert night.table.sentence == "Ada, set row 1."


def test_done_begins_the_next_round_where_no_camera_looks():
    night = evening("bouwblokje")
    seen(night, RowSeen(1, night.session.secret.codes[0], 0.9), CameraLost("The cable is out."))
    assert night.table.sentence.endswith("typed until then. Clear the board for round 2.")
    seen(night, Done(), TypedRow("rgby"))
    assert [code for code, _ in rows(night)] == ["rgby"]


# empty holes


def test_where_holes_may_stay_empty_done_is_said():
    night = evening("bouwblokje", rules={"variation": "B"})
    seen(night, RowSeen(1, "rg..", 0.9))
    assert "say 'done'" in night.table.sentence
    assert rows(night) == []
    seen(night, RowChanged(1, "rgb.", "rg..", 0.9), Done())
    assert [code for code, _ in rows(night)] == ["rgb."]
    # what was said of row 1 is not said of row 2
    seen(night, RowSeen(2, "r...", 0.9))
    assert len(rows(night)) == 1


def test_always_waits_for_done_and_a_change_needs_another():
    night = evening("hasbro-2", confirm=Confirm.ALWAYS)
    seen(night, RowSeen(1, "wsgr", 0.9), Done())
    assert len(rows(night)) == 1
    seen(night, RowSeen(2, "wsgr", 0.9), RowChanged(2, "wsgy", "wsgr", 0.9))
    assert len(rows(night)) == 1
    seen(night, Done())
    assert rows(night)[1][0] == "wsgy"


# a maker who keeps the code


def kept(book="bouwblokje", **agreed):
    return evening(book, way=Way.KEPT, **agreed)


def test_the_code_counts_as_hidden_when_the_first_row_is_set():
    night = kept()
    assert night.table.sentence == "Ada, hide the code."
    seen(night, RowSeen(1, "rgby", 0.9))
    assert night.table.sentence == "Ada, answer row 1; say 'done' if nothing is right."
    seen(night, KeysSeen(1, 1, 2))
    assert rows(night) == [("rgby", Keys(1, 2))]


def test_pegs_changed_before_the_answer_are_another_guess():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), RowChanged(1, "rgbo", "rgby", 0.9), KeysSeen(1, 1, 0))
    assert rows(night) == [("rgbo", Keys(1, 0))]
    assert posted(night, TakenBack)


def test_an_answer_completed_later_is_corrected_and_no_mistake():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 1, 0), KeysSeen(1, 1, 1))
    assert rows(night) == [("rgby", Keys(1, 1))]
    seen(night, RowSeen(2, "oooo", 0.9), KeysSeen(2, 0, 1))
    seen(night, KeysSeen(1, 2, 1))
    assert "The answer to row 1 was 1b1w, now it is 2b1w" in night.table.sentence
    assert rows(night)[0] == ("rgby", Keys(1, 1))


def test_play_that_goes_on_without_an_answer_is_asked_about():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), RowSeen(2, "oooo", 0.9))
    assert "Ada, I read no answer at row 1. Is nothing right? Say yes" in night.table.sentence
    seen(night, Yes())
    assert rows(night) == [("rgby", Keys(0, 0)), ("oooo", None)]


def test_what_is_said_of_one_row_is_no_answer_to_another():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 1, 2), RowSeen(2, "oooo", 0.9))
    seen(night, Unsure(1, (4,), "rgby", Why.NO_HAND), Yes())
    assert rows(night) == [("rgby", Keys(1, 2)), ("oooo", None)]
    seen(night, Unsure(1, (4,), "rgby", Why.NO_HAND), TypedRow("rgby"), Yes())
    assert rows(night) == [("rgby", Keys(1, 2)), ("oooo", None)]
    assert night.table.sentence == "Ada, answer row 2; say 'done' if nothing is right."


def taken_back(night):
    night.session.take_back("keyboard")
    night.refresh()


def test_an_answer_that_was_taken_back_is_not_noted_again_until_it_changes_or_is_done():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 1, 2))
    taken_back(night)
    assert rows(night) == [("rgby", None)]
    assert "The answer to row 1 was taken back: change it, or say 'done'" in night.table.sentence
    seen(night, Done())
    assert rows(night) == [("rgby", Keys(1, 2))]
    taken_back(night)
    seen(night, KeysSeen(1, 0, 2))
    assert rows(night) == [("rgby", Keys(0, 2))]


def test_an_answer_and_then_its_row_are_taken_back():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 1, 2))
    taken_back(night)
    taken_back(night)
    assert rows(night) == []
    assert "Row 1 was taken back" in night.table.sentence


def test_an_answer_typed_against_what_lies_there_is_believed():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 3, 1))
    night.session.post(Answered("Ada", Keys(3, 0)), "keyboard")
    night.refresh()
    assert rows(night) == [("rgby", Keys(3, 0))]
    assert night.table.sentence == "Ben, set row 2."


def test_sliders_left_from_the_round_before_would_be_answers():
    night = kept("hasbro-2")
    seen(night, RowSeen(1, "wsgr", 0.9), KeysSeen(1, 4, 0), CodeSeen("wsgr"))
    assert night.table.sentence == "Clear the board for round 2, and push all sliders back."


def test_an_answer_that_cannot_be_is_refused_until_it_changes():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 3, 1))
    assert "3 black and 1 white cannot be" in night.table.sentence
    assert rows(night) == [("rgby", None)]
    seen(night, KeysSeen(1, 3, 0))
    assert rows(night) == [("rgby", Keys(3, 0))]


def test_the_open_code_is_shown_and_every_answer_checked():
    night = kept()
    seen(night, RowSeen(1, "oooo", 0.9), KeysSeen(1, 0, 1))
    seen(night, RowSeen(2, "rgby", 0.9), KeysSeen(2, 4, 0))
    assert night.table.sentence == "Ada, show the code."
    seen(night, CodeSeen("rgby"))
    assert "the answer to row 1 is 0b0w, not 0b1w. Was the maker wrong?" in night.table.sentence
    assert not posted(night, CodeShown)
    seen(night, Yes())
    shown = night.session.match.rounds[0]
    assert shown.code == "rgby"
    assert shown.mistakes == (1,)
    assert shown.is_void


def test_an_answer_that_was_misread_is_no_mistake_of_the_maker():
    night = kept()
    seen(night, RowSeen(1, "oooo", 0.9), KeysSeen(1, 0, 1))
    seen(night, RowSeen(2, "rgby", 0.9), KeysSeen(2, 4, 0), CodeSeen("rgby"))
    night.session.correct_answer(1, 1, Keys(0, 0), "keyboard")
    night.refresh()
    shown = night.session.match.rounds[0]
    assert (shown.code, shown.mistakes) == ("rgby", ())
    assert night.session.match.totals() == {"Ada": 2, "Ben": 0}


def test_a_record_that_is_corrected_to_what_is_not_seen_is_believed():
    night = evening("bouwblokje")
    seen(night, RowSeen(1, "rgby", 0.9))
    night.session.correct_guess(1, 1, "rgbo", "keyboard")
    night.refresh()
    assert night.table.question is None
    assert night._eyes.heard == [(1, "rgbo")]


def test_an_open_code_says_nothing_before_its_time():
    night = kept()
    seen(night, CodeSeen("rgby"), RowSeen(1, "oooo", 0.9))
    assert "rgby" not in night.table.sentence
    assert not posted(night, CodeShown)


def test_a_code_that_fits_only_backwards_is_asked_about():
    night = kept("hasbro-2", rounds=2)
    seen(night, RowSeen(1, "wsgk", 0.9))
    night = kept("hasbro-2", rounds=2)
    seen(night, RowSeen(1, "wsgr", 0.9), KeysSeen(1, 4, 0), CodeSeen("rgsw"))
    assert "read backwards, wsgr, it fits every answer" in night.table.sentence
    seen(night, Yes())
    assert night.session.match.rounds[0].code == "wsgr"
    again = kept("hasbro-2", rounds=2)
    seen(again, RowSeen(1, "wsgr", 0.9), KeysSeen(1, 4, 0), CodeSeen("rgsw"), No())
    assert again.session.match.rounds[0].code == "rgsw"


def test_a_code_that_is_not_clear_is_typed():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 4, 0), CodeSeen("r?by"))
    assert "I read the code as r?by" in night.table.sentence
    seen(night, TypedRow("rgby"))
    assert night.session.match.rounds[0].code == "rgby"


def test_a_row_that_is_typed_when_the_code_is_due_is_not_the_code():
    night = kept()
    seen(night, RowSeen(1, "oooo", 0.9), KeysSeen(1, 0, 1), RowSeen(2, "rgby", 0.9))
    seen(night, KeysSeen(2, 4, 0), RowChanged(1, "ooob", "oooo", 0.9), TypedRow("oooo"))
    assert night.table.sentence == "Ada, show the code."
    assert not posted(night, CodeShown)


# a code that is told


def test_a_code_shown_to_the_camera_alone_is_known_and_never_said():
    night = evening("bouwblokje", way=Way.TOLD)
    assert "show the code to the camera alone" in night.table.sentence
    seen(night, CodeSeen("rgby"))
    assert night.session.secret.codes == ("rgby",)
    seen(night, RowSeen(1, "rgbo", 0.9))
    assert rows(night) == [("rgbo", Keys(3, 0))]
    told = [night.table.sentence, str(night.session.entries)]
    assert not any("rgby" in each for each in told)


def test_the_code_of_the_round_before_does_not_become_the_next_one():
    night = evening("bouwblokje", way=Way.TOLD)
    seen(night, CodeSeen("rgby"), RowSeen(1, "rgby", 0.9), BoardCleared())
    assert night.session.match.rounds[0].code == "rgby"
    assert "show the code to the camera alone" in night.table.sentence


# what stops the eyes


@pytest.mark.parametrize(
    ("stops", "goes_on", "word"),
    [
        (BoardMoved(), BoardFound(), "looking for it"),
        (LightLost(), LightBack(), "too dark"),
        (CameraLost("Gone."), CameraBack(), "no pictures"),
        (PictureUnfit("It is grey."), PictureFit(), "cannot be read"),
    ],
)
def test_what_stops_the_eyes_is_said_and_ends_nothing(stops, goes_on, word):
    night = evening("bouwblokje")
    seen(night, RowSeen(1, "rgby", 0.9), stops)
    assert word in night.table.sentence
    assert night.mood is Mood.ASKING
    seen(night, goes_on)
    assert night.table.sentence == "Ben, set row 2."
    assert night.mood is None


def test_while_the_camera_is_gone_rows_are_typed():
    night = evening("bouwblokje")
    seen(night, CameraLost("Gone."), TypedRow("rgby"))
    assert [code for code, _ in rows(night)] == ["rgby"]


def test_a_code_typed_because_another_was_read_is_no_row():
    night = evening("bouwblokje", way=Way.KEPT)
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 4, 0), CodeSeen("rgbo"))
    assert "if the code is another, type it" in night.table.sentence
    seen(night, TypedRow("rgby"))
    assert night.session.match.rounds[0].code == "rgby"
    assert night.session.match.rounds[0].rows[0].code == "rgby"


def test_what_is_said_of_what_is_not_seen_just_now_is_not_taken():
    night = evening("bouwblokje", way=Way.KEPT)
    seen(night, RowSeen(1, "rgby", 0.9), LightLost(), Done())
    assert rows(night) == [("rgby", None)]
    seen(night, LightBack(), Done())
    assert rows(night) == [("rgby", Keys(0, 0))]


def test_play_pauses_while_pictures_are_unfit_and_goes_on_with_what_is_read():
    night = evening("bouwblokje", way=Way.KEPT)
    seen(night, RowSeen(1, "rgby", 0.9), PictureUnfit("It is grey."), Done())
    assert rows(night) == [("rgby", None)]
    assert night.mood is Mood.ASKING
    seen(night, KeysSeen(1, 1, 1))
    assert rows(night) == [("rgby", Keys(1, 1))]
    assert night.mood is None


# going on after a power cut


def test_rows_of_the_round_before_that_are_not_seen_after_a_power_cut_need_no_clearing():
    night = evening("bouwblokje")
    code = night.session.secret.codes[0]
    seen(night, RowSeen(1, code, 0.9))
    resumed = WatchedSession(night.session, night._eyes)
    assert resumed.table.sentence == "Clear the board for round 2."
    seen(resumed, BoardRead(()))
    assert resumed.table.sentence == "Ada, set row 1."


def test_the_board_is_compared_with_the_record_after_a_power_cut(tmp_path):
    night = evening("bouwblokje", folder=tmp_path)
    seen(night, RowSeen(1, "rgby", 0.9), RowSeen(2, "oooo", 0.9))
    night.session.close()
    session, _ = type(night.session).resume(night.session.path)
    eyes = type(night._eyes)()
    again = WatchedSession(session, eyes)
    assert eyes.heard == [(1, "rgby"), (2, "oooo")]
    assert again.table.sentence == "Ben, set row 3."
    seen(again, RowChanged(2, "ooob", "oooo", 0.9))
    assert "Row 2 was oooo, now it is ooob" in again.table.sentence
    session.close()


def test_after_a_power_cut_between_two_rounds_the_old_pegs_are_no_guess(tmp_path):
    night = evening("bouwblokje", folder=tmp_path)
    seen(night, RowSeen(1, night.session.secret.codes[0], 0.9))
    night.session.close()
    session, _ = type(night.session).resume(night.session.path)
    again = WatchedSession(session, type(night._eyes)())
    assert again.table.sentence == "Clear the board for round 2."
    seen(again, BoardCleared(), RowSeen(1, "rgby", 0.9))
    assert [code for code, _ in rows(again)] == ["rgby"]
    session.close()


def test_a_row_changed_by_hand_and_typed_by_another_source_is_one_record():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9))
    night.session.post(Answered("Ada", Keys(1, 1)), "keyboard")
    night.refresh()
    seen(night, KeysSeen(1, 1, 1))
    assert rows(night) == [("rgby", Keys(1, 1))]
    assert len(posted(night, Guessed)) == 1


def test_the_docs_carry_the_tables_that_the_code_runs_on():
    text = DOCS.read_text()
    assert stop_table() in text
    assert due_table() in text


def test_key_pegs_that_change_when_the_next_row_lies_there_already_are_asked_about():
    night = kept(confirm=Confirm.ALWAYS)
    seen(night, Done(), RowSeen(1, "rgby", 0.9), Done(), KeysSeen(1, 1, 0), Done())
    assert rows(night) == [("rgby", Keys(1, 0))]
    # the maker was not done: another key peg beside the newest row
    seen(night, KeysSeen(1, 1, 1))
    assert rows(night) == [("rgby", Keys(1, 1))]
    # but not once the breaker has gone on
    seen(night, RowSeen(2, "oooo", 0.9), KeysSeen(1, 2, 1))
    assert rows(night) == [("rgby", Keys(1, 1))]
    assert night.table.question.about is About.ANSWER


def test_the_eyes_are_told_of_a_correction_only_where_they_see_something_else():
    night = kept()
    seen(night, RowSeen(1, "rgby", 0.9), KeysSeen(1, 1, 0), RowChanged(1, "rgbo", "rgby", 0.9))
    night.session.correct_guess(1, 1, "rgbo", "keyboard")
    night.refresh()
    assert [code for code, _ in rows(night)] == ["rgbo"]
    assert night._eyes.heard == []
    night.session.correct_guess(1, 1, "rgbn", "keyboard")
    night.refresh()
    assert night._eyes.heard == [(1, "rgbn")]
