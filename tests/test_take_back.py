"""Mistakes of the maker and steps taken back: nobody wins by them, and all of it is said."""

import pytest

from companion.errors import IllegalMove
from companion.game.core.commit import commit
from companion.game.core.events import (
    Answered,
    Called,
    Change,
    CodeSet,
    CodeShown,
    Corrected,
    Guessed,
    Judged,
    Seated,
    TakenBack,
    Way,
)
from companion.game.core.key_pegs import Keys, mark
from companion.game.core.turn import Cell, Need
from companion.game.match import Match
from companion.game.parts.rules import answer
from companion.kinds.all_kinds import kind_of
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import BOUWBLOKJE, HASBRO_2, HASBRO_GROUP, INVICTA_4

SALT = "5a17"


def begun(rules, players=("Ada", "Ben"), way=Way.COMPANION, rounds=2):
    return Match(rules).on(Seated(players, rounds, way, players[0]))


def hidden(match, code):
    return match.on(CodeSet((match.round.maker,), (commit(code, SALT),)))


def row(match, code, secret):
    match = match.on(Guessed(match.turn.player, code))
    return match.on(Answered(match.round.maker, mark(secret, code)))


def kept(match, guesses, secret, shown):
    """Play a kept round in which `guesses` are (row, black, white), then show `shown`."""
    maker = match.round.maker
    match = match.on(CodeSet((maker,)))
    for code, black, white in guesses:
        match = match.on(Guessed(match.turn.player, code)).on(Answered(maker, Keys(black, white)))
    del secret
    return match.on(CodeShown((shown,)))


def test_an_answered_row_that_is_taken_back_counts_as_a_row_used():
    match = hidden(begun(with_rules(BOUWBLOKJE, {"rows": "3"})), "rgby")
    match = row(row(match, "rrrr", "rgby"), "gggg", "rgby")
    back = match.on(TakenBack(match.moves[-2][0]))
    assert [w.code for w in back.round.withdrawn] == ["gggg"]
    assert back.round.rows_used == 2
    done = row(back, "rgby", "rgby")
    assert done.round.broken_on == 3
    shown = done.on(CodeShown(("rgby",), (SALT,)))
    assert shown.rounds[0].score()["Ada"] == Cell((3,))


def test_when_the_rows_are_used_up_by_taking_back_the_code_is_shown():
    match = hidden(begun(with_rules(BOUWBLOKJE, {"rows": "2"})), "rgby")
    match = row(match, "rrrr", "rgby").on(TakenBack(3))
    assert match.turn.need is Need.GUESS
    assert row(match, "gggg", "rgby").turn.need is Need.SHOW


def test_a_row_that_has_no_answer_yet_is_taken_back_for_nothing():
    match = hidden(begun(BOUWBLOKJE), "rgby").on(Guessed("Ben", "rrrr"))
    back = match.on(TakenBack(3))
    assert not back.round.withdrawn
    assert back.round.rows_used == 0


def corrected(match, seq, code, secret):
    changes = [Change(seq, Guessed("Ben", code))]
    changes += [Change(seq + 1, Answered("Ada", mark(secret, code)))]
    return match.on(Corrected(tuple(changes)))


def test_a_row_read_wrongly_is_corrected_free_before_the_next_one_but_once():
    match = row(hidden(begun(BOUWBLOKJE), "rgby"), "rrrr", "rgby")
    once = corrected(match, 3, "rrrb", "rgby")
    assert [(w.code, w.counts) for w in once.round.withdrawn] == [("rrrr", False)]
    assert once.round.rows_used == 1
    twice = corrected(once, 3, "rrbb", "rgby")
    assert twice.round.rows_used == 2


def test_an_earlier_row_corrected_to_another_code_counts():
    match = hidden(begun(BOUWBLOKJE), "rgby")
    match = row(row(match, "rrrr", "rgby"), "gggg", "rgby")
    after = corrected(match, 3, "rrrb", "rgby")
    assert after.round.rows_used == 3
    assert [r.code for r in after.round.rows] == ["rrrb", "gggg"]


def test_a_kept_code_loses_nothing_by_taking_back_but_it_is_known():
    match = begun(BOUWBLOKJE, way=Way.KEPT).on(CodeSet(("Ada",)))
    match = row(match, "rrrr", "rgby").on(TakenBack(3))
    assert match.round.rows_used == 0
    assert [w.code for w in match.round.withdrawn] == ["rrrr"]


def test_undo_across_the_showing_leads_to_a_void_round_that_is_played_again():
    match = hidden(begun(with_rules(BOUWBLOKJE, {"rows": "1"})), "rgby")
    match = row(match, "rrrr", "rgby").on(CodeShown(("rgby",), (SALT,)))
    assert match.counted == 1
    void = match.on(TakenBack(3))
    assert void.rounds[0].is_void
    assert void.counted == 0
    assert void.round.maker == "Ada"
    assert void.turn.need is Need.CODE
    assert void.totals() == {"Ada": 0, "Ben": 0}
    with pytest.raises(IllegalMove, match="That round is void and over"):
        void.on(TakenBack(3))
    again = row(hidden(void, "bbbb"), "bbbb", "bbbb").on(CodeShown(("bbbb",), (SALT,)))
    assert again.counted == 1
    assert again.totals() == {"Ada": 1, "Ben": 0}


def test_a_row_corrected_to_the_code_that_was_shown_wins_nothing():
    match = hidden(begun(with_rules(HASBRO_2, {"rows": "1"})), "prby")
    match = row(match, "prbg", "prby").on(CodeShown(("prby",), (SALT,)))
    assert match.totals() == {"Ada": 1, "Ben": 0}
    after = corrected(match, 3, "prby", "prby")
    assert after.rounds[0].is_void
    assert after.totals() == {"Ada": 0, "Ben": 0}


def test_a_kept_code_typed_wrongly_is_shown_again_but_not_played_on():
    match = kept(begun(HASBRO_2, way=Way.KEPT), [("prby", 4, 0)], "prby", "pryb")
    again = match.on(TakenBack(match.moves[-1][0]))
    assert again.turn.need is Need.SHOW
    assert not again.rounds[0].is_void
    void = again.on(TakenBack(again.moves[-2][0]))
    assert void.rounds[0].is_void
    assert void.round.maker == "Ada"


def test_the_shown_code_stands_in_a_row_that_was_answered_otherwise():
    # Hasbro for 2: it was broken on the first such row, whatever the maker said
    rows = [("prby", 3, 0), ("prbs", 3, 0), ("prbg", 4, 0)]
    match = kept(begun(HASBRO_2, way=Way.KEPT), rows, "prby", "prby")
    assert match.rounds[0].broken_on == 1
    assert match.totals() == {"Ada": 0, "Ben": 1}


def test_a_row_answered_as_broken_is_not_the_code():
    match = kept(begun(HASBRO_2, way=Way.KEPT), [("prbs", 4, 0)], "prby", "prby")
    assert match.rounds[0].broken_on is None
    assert match.rounds[0].is_false_break
    assert match.totals() == {"Ada": 0, "Ben": 1}  # a maker's error never helps him


def test_not_broken_with_a_wrong_answer_is_the_breakers_round():
    rules = with_rules(HASBRO_2, {"rows": "1"})
    wrong = kept(begun(rules, way=Way.KEPT), [("prbs", 2, 0)], "prby", "prby")
    right = kept(begun(rules, way=Way.KEPT), [("prbs", 3, 0)], "prby", "prby")
    assert wrong.totals() == {"Ada": 0, "Ben": 1}
    assert right.totals() == {"Ada": 1, "Ben": 0}


THREE = ("Tim", "Ben", "Lotte")


def test_guesses_of_a_group_are_scored_by_the_right_answer_up_to_the_break():
    rows = [("wsgr", 1, 0), ("prby", 3, 0), ("prbs", 0, 0), ("wwww", 4, 0)]
    match = kept(begun(HASBRO_GROUP, THREE, Way.KEPT, 3), rows, "prby", "prby")
    done = match.rounds[0]
    assert done.broken_on == 2
    cells = done.score()
    assert cells["Ben"] == Cell((1,))  # wsgr has only r, in the wrong hole
    assert cells["Lotte"] == Cell((10,))
    assert cells["Tim"] == Cell((6,))


def test_a_round_of_a_group_ended_by_a_false_broken_is_played_again_and_counts_for_nothing():
    match = kept(begun(HASBRO_GROUP, THREE, Way.KEPT, 3), [("prbs", 4, 0)], "prby", "prby")
    assert match.rounds[0].is_void
    assert match.totals() == dict.fromkeys(THREE, 0)
    assert match.round.maker == "Tim"
    assert match.counted == 0


FOUR = ("Ada", "Ben", "Cleo", "Dan")
PARTS = ("r....", ".b...", "..y..", "...g.")


def judged(call, verdicts, shown=PARTS):
    match = begun(INVICTA_4, FOUR, Way.KEPT, 1).on(CodeSet(FOUR))
    match = match.on(Called("Ada", call))
    for right in verdicts:
        match = match.on(Judged(right, match.turn.board))
    return match.on(CodeShown(shown)) if match.turn.need is Need.SHOW else match


def test_a_call_judged_right_that_the_shown_parts_contradict_counts_for_nobody():
    match = judged("rbyo.", [True] * 4)
    played = match.rounds[0]
    assert played.is_void
    assert played.misjudged_by(played.calls[0]) == ("Dan",)
    assert played.winner is None
    assert not match.is_over
    assert match.turn.need is Need.CODE


def test_a_call_judged_right_that_is_right_wins():
    match = judged("rbyg.", [True] * 4)
    assert match.is_over
    assert match.winners() == ("Ada",)


def test_a_wrong_call_taken_back_leaves_its_caller_out_where_the_companion_judges():
    salts = ("1", "2", "3", "4")
    commitments = tuple(commit(c, s) for c, s in zip(PARTS, salts, strict=True))
    match = begun(INVICTA_4, FOUR, rounds=1).on(CodeSet(FOUR, commitments))
    match = match.on(Called("Ada", "bbyg.")).on(Judged(right=False))
    back = match.on(TakenBack(3))
    assert back.round.out == {"Ada"}
    assert not back.round.calls


def test_a_row_for_parts_taken_back_uses_up_a_row_of_its_board():
    salts = ("1", "2", "3", "4")
    commitments = tuple(commit(c, s) for c, s in zip(PARTS, salts, strict=True))
    match = begun(INVICTA_4, FOUR, rounds=1).on(CodeSet(FOUR, commitments))
    match = match.on(Guessed("Ada", "rrrrr"))
    for board in (2, 3, 4):
        match = match.on(Answered(FOUR[board - 1], answer(PARTS[board - 1], "rrrrr"), board))
    assert match.on(TakenBack(3)).round.room_on(1) == 3


def test_what_lies_before_a_round_whose_code_was_seen_cannot_be_taken_back():
    match = row(row(hidden(begun(BOUWBLOKJE, rounds=3), "rgby"), "rrrr", "rgby"), "rgby", "rgby")
    first_row = match.moves[2][0]
    match = match.on(CodeShown(("rgby",), (SALT,)))
    match = row(hidden(match, "yyyy"), "yyyy", "yyyy").on(CodeShown(("yyyy",), (SALT,)))
    before = match
    with pytest.raises(IllegalMove, match="That round is void and over"):
        match.on(TakenBack(first_row))
    assert match is before


def answered_wrongly(match):
    """Let Ada answer 1 black to row 1 of a code that she keeps, and another row follow."""
    match = match.on(CodeSet(("Ada",))).on(Guessed("Ben", "rrrr")).on(Answered("Ada", Keys(1, 0)))
    return match.on(Guessed("Ben", "bbbb")).on(Answered("Ada", Keys(0, 0)))


def test_an_answer_that_was_noted_wrongly_is_said_to_be_taken_back():
    match = answered_wrongly(begun(BOUWBLOKJE, way=Way.KEPT))
    after = match.on(Corrected((Change(4, Answered("Ada", Keys(2, 0))),)))
    assert [row.keys for row in after.round.rows] == [Keys(2, 0), Keys(0, 0)]
    (gone,) = after.round.withdrawn
    assert (gone.number, gone.player, gone.code, gone.keys) == (1, "Ada", "rrrr", Keys(1, 0))
    assert after.round.rows_used == 2
    assert kind_of(BOUWBLOKJE).end_sentences(after.round) == [
        "Taken back: Ada's answer 1 black 0 white to row 1, rrrr."
    ]
    # in the words of the box, whose sliders are red and white
    other = answered_wrongly(begun(HASBRO_2, way=Way.KEPT))
    after = other.on(Corrected((Change(4, Answered("Ada", Keys(2, 0))),)))
    assert kind_of(HASBRO_2).withdrawn_sentences(after.round) == [
        "Taken back: Ada's answer 1 red 0 white to row 1, rrrr."
    ]
    # the same answer once more is no correction
    again = match.on(Corrected((Change(4, Answered("Ada", Keys(1, 0))),)))
    assert again.round.withdrawn == ()


def test_an_answer_that_was_taken_back_alone_is_said_but_its_row_is_no_used_one():
    match = answered_wrongly(begun(BOUWBLOKJE, way=Way.KEPT)).on(TakenBack(6))
    (gone,) = match.round.withdrawn
    assert (gone.number, gone.player, gone.code, gone.keys) == (2, "Ada", "bbbb", Keys(0, 0))
    # then the row itself, which has no answer any more
    match = match.on(TakenBack(5))
    assert [w.keys for w in match.round.withdrawn] == [Keys(0, 0)]
    assert match.round.rows_used == 1


def test_a_row_that_is_corrected_takes_the_companions_answer_along_unsaid():
    match = hidden(begun(HASBRO_2), "prby")
    match = row(row(match, "rrrr", "prby"), "gggg", "prby")
    changes = (Change(3, Guessed("Ben", "prrr")), Change(4, Answered("Ada", Keys(2, 0))))
    after = match.on(Corrected(changes))
    assert [(w.code, w.keys) for w in after.round.withdrawn] == [("rrrr", None)]


def test_an_owners_answer_for_his_part_is_said_to_be_taken_back():
    match = begun(INVICTA_4, ("Ada", "Ben", "Cem"), way=Way.KEPT, rounds=1)
    match = match.on(CodeSet(("Ada", "Ben", "Cem"))).on(Guessed("Ada", "rrrrr", 1))
    match = match.on(Answered("Ben", Keys(1, 0), 2)).on(Answered("Cem", Keys(0, 0), 3))
    after = match.on(Corrected((Change(4, Answered("Ben", Keys(0, 1), 2)),)))
    assert [(w.player, w.board, w.keys) for w in after.round.withdrawn] == [("Ben", 2, Keys(1, 0))]
    assert after.round.room_on(2) == INVICTA_4.rows


def test_rows_that_are_taken_back_with_their_code_are_said_at_the_round_begun_anew():
    match = row(hidden(begun(HASBRO_2, way=Way.TOLD), "prby"), "rrrr", "prby")
    # one step after another, the code last
    match = match.on(TakenBack(3)).on(TakenBack(2))
    assert match.turn.need is Need.CODE
    again = row(hidden(match, "wsgo"), "wsgr", "wsgo")
    assert [(w.player, w.code, w.counts) for w in again.round.withdrawn] == [("Ben", "rrrr", False)]
    assert again.round.rows_used == 1
    # and once more, rows and code at once, as when the code was lost
    once_more = hidden(again.on(TakenBack(again.moves[1][0])), "bygo")
    assert [w.code for w in once_more.round.withdrawn] == ["rrrr", "wsgr"]
    over = row(once_more, "bygo", "bygo").on(CodeShown(("bygo",), (SALT,)))
    assert over.rounds[0].withdrawn == once_more.round.withdrawn
    assert hidden(over, "prby").round.withdrawn == ()


def test_a_code_that_is_taken_back_in_a_later_round_leaves_the_round_before_as_it_is():
    match = row(hidden(begun(HASBRO_2, way=Way.TOLD), "prby"), "prby", "prby")
    match = match.on(CodeShown(("prby",), (SALT,)))
    match = row(hidden(match, "wsgo"), "rrrr", "wsgo")
    match = hidden(match.on(TakenBack(match.moves[-3][0])), "bygo")
    assert match.rounds[0].withdrawn == ()
    assert [w.code for w in match.round.withdrawn] == ["rrrr"]


def test_a_wrong_call_taken_back_with_its_code_leaves_nobody_out_of_the_next():
    hiding = CodeSet(FOUR, ("1", "2", "3", "4"))
    match = begun(INVICTA_4, FOUR, way=Way.TOLD, rounds=1).on(hiding)
    match = match.on(Called("Ada", "bbyg.")).on(Judged(right=False))
    match = match.on(TakenBack(2)).on(hiding)
    assert [(w.player, w.is_call) for w in match.round.withdrawn] == [("Ada", True)]
    assert match.round.out == frozenset()
