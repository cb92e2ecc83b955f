"""The four-player game: answers part by part, bluffing, calls, wrong callers who still answer."""

import pytest

from companion.errors import BadNotation, IllegalMove
from companion.game.core.commit import commit
from companion.game.core.events import (
    Answered,
    Called,
    CodeSet,
    CodeShown,
    Guessed,
    Judged,
    Passed,
    Seated,
    Way,
)
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need, Turn
from companion.game.match import Match
from companion.game.parts.rules import (
    BLACK,
    NOTHING,
    WHITE,
    answer,
    format_part_answer,
    merge,
    parse_part_answer,
)
from companion.kinds.advice import say_advice
from companion.rulebooks.house import with_rules
from companion.rulebooks.shelf import INVICTA_4

FOUR = ("Ada", "Ben", "Cleo", "Dirk")
PARTS = ("r....", ".b...", "..r..", "....g")
CODE = "rbr.g"


def begun(players=FOUR, rules=INVICTA_4, rounds=1):
    match = Match(rules).on(Seated(players, rounds, Way.KEPT, players[0]))
    return match.on(CodeSet(match.round.owners))


def set_row(match, row, board=None):
    turn = match.turn
    return match.on(Guessed(turn.player, row, board or turn.board))


def answered(match, parts=PARTS):
    """Let everyone who must answer do so truly; give the match and what was said."""
    said = []
    while match.turn.need is Need.ANSWER:
        board = match.turn.board
        keys = answer(parts[board - 1], match.round.rows[-1].code)
        said.append((match.turn.player, format_part_answer(keys)))
        match = match.on(Answered(match.turn.player, keys, board))
    return match, said


def judged(match, parts=PARTS):
    call = match.round.calls[-1]
    while match.turn.need is Need.JUDGE:
        board = match.turn.board
        match = match.on(Judged(answer(parts[board - 1], call.row) == BLACK, board))
    return match


def test_number_of_codes():
    assert INVICTA_4.codes_count() == 6480


def test_only_the_others_answer_in_order_of_play_and_one_peg_can_serve_two():
    match, said = answered(set_row(begun(), "yyryb"))
    assert said == [("Ben", "white"), ("Cleo", "black"), ("Dirk", "nothing")]
    assert match.turn == Turn(Need.GUESS, "Ben", 2)
    match, said = answered(set_row(match, "r...."))
    # the one red peg is Cleo's white and Ada's black
    assert said == [("Cleo", "white"), ("Dirk", "nothing"), ("Ada", "black")]


def test_a_colour_standing_twice_is_answered_once():
    assert answer("r....", ".r.rr") == WHITE
    assert answer("r....", "rr...") == BLACK
    assert answer("r....", ".....") == NOTHING


def test_a_player_may_bluff_or_leave_his_own_hole_empty():
    match, _ = answered(set_row(begun(), ".gggg"))
    assert match.turn.player == "Ben"


def test_a_right_call_wins_when_all_say_yes_his_own_part_included():
    match = begun().on(Called("Cleo", CODE))
    asked = []
    while match.turn.need is Need.JUDGE:
        asked.append(match.turn.player)
        match = match.on(Judged(right=True, board=match.turn.board))
    assert asked == ["Dirk", "Ada", "Ben", "Cleo"]
    assert match.round.winner == "Cleo"
    match = match.on(CodeShown(PARTS))
    assert match.winners() == ("Cleo",)
    assert match.round.mistakes == ()


def test_who_calls_is_not_out_while_the_call_is_judged():
    match = begun().on(Called("Ada", "rbrg."))
    assert match.round.out == frozenset()
    assert match.on(Judged(right=False)).round.out == {"Ada"}


def test_a_wrong_caller_is_out_but_still_answers():
    match = judged(begun().on(Called("Ada", "rbrg.")))
    assert match.round.out == {"Ada"}
    assert match.turn == Turn(Need.GUESS, "Ben", 2)
    match, said = answered(set_row(match, "rrrrr"))
    assert ("Ada", "black") in said
    with pytest.raises(IllegalMove, match="a wrong caller only answers"):
        match.on(Called("Ada", CODE))
    for _ in range(2):
        match, _ = answered(set_row(match, "....."))
    assert match.turn.player == "Ben"


def test_a_call_stops_the_game_between_two_answers_and_it_goes_on_there():
    match = set_row(begun(), "yyryb").on(Answered("Ben", WHITE, 2))
    match = judged(match.on(Called("Dirk", "rbrg.")))
    assert match.turn == Turn(Need.ANSWER, "Cleo", 3)


def test_a_second_call_waits_for_the_first():
    match = begun().on(Called("Cleo", CODE))
    with pytest.raises(IllegalMove, match="judged"):
        match.on(Called("Dirk", CODE))


def test_all_out_nobody_wins():
    match = begun()
    for player in FOUR:
        match = judged(match.on(Called(player, "wwww.")))
    assert match.turn.need is Need.SHOW
    match = match.on(CodeShown(PARTS))
    assert match.is_over
    assert match.winners() == ()


def test_when_every_row_is_used_players_call_or_pass_and_a_round_of_passes_ends_it():
    match = begun()
    for _ in range(16):
        match, _ = answered(set_row(match, "wwwww"))
    assert match.turn == Turn(Need.CALL, "Ada", 1)
    match = match.on(Passed("Ada")).on(Passed("Ben"))
    match = judged(match.on(Called("Cleo", "wwww.")))
    # the call began a new round of passes among the three who are left
    for player in ("Dirk", "Ada"):
        match = match.on(Passed(player))
    assert match.turn == Turn(Need.CALL, "Ben", 1)
    match = match.on(Passed("Ben")).on(CodeShown(PARTS))
    assert match.is_over
    assert match.winners() == ()


def test_the_last_one_not_out_does_not_win_by_default():
    match = begun()
    for player in FOUR[:3]:
        match = judged(match.on(Called(player, "wwww.")))
    assert match.turn == Turn(Need.GUESS, "Dirk", 4)


def test_two_players_with_two_boards_each():
    rules = with_rules(INVICTA_4, {"boards": "2"})
    match = begun(("Ada", "Ben"), rules)
    assert match.round.owners == ("Ada", "Ada", "Ben", "Ben")
    match = set_row(match, "rrrrr", board=2)
    match, said = answered(match)
    assert [player for player, _ in said] == ["Ben", "Ben"]
    with pytest.raises(IllegalMove, match="Board 1 is not Ben's"):
        match.on(Guessed("Ben", "rrrrr", 1))


def test_two_players_with_a_board_each_leave_three_holes_empty_in_a_call():
    match = begun(("Ada", "Ben"))
    with pytest.raises(BadNotation, match="a call has 3"):
        match.on(Called("Ada", "rb.g."))
    match = judged(match.on(Called("Ada", "rb...")), PARTS[:2])
    assert match.round.winner == "Ada"


def test_three_players_need_a_board_each():
    with pytest.raises(BadNotation, match="3 players cannot have two boards"):
        begun(FOUR[:3], with_rules(INVICTA_4, {"boards": "2"}))


def test_wrong_answers_and_judgements_are_named_at_the_showing():
    match = set_row(begun(), "rrrrr").on(Answered("Ben", WHITE, 2))
    match = match.on(Answered("Cleo", BLACK, 3)).on(Answered("Dirk", NOTHING, 4))
    match = match.on(Called("Ben", CODE)).on(Judged(right=False, board=3))
    for player in ("Ada", "Cleo", "Dirk"):
        match = judged(match.on(Called(player, "wwww.")))
    ended = match.on(CodeShown(PARTS)).rounds[0]
    assert ended.mistakes == ((1, 2),)
    assert [call.player for call in ended.misjudged] == ["Ben"]
    assert ended.misjudged_by(ended.misjudged[0]) == ("Cleo",)  # board 3's owner said no


def test_parts_shown_must_be_those_committed_to():
    match = Match(INVICTA_4).on(Seated(("Ada", "Ben"), 1, Way.TOLD, "Ada"))
    given = (commit(PARTS[0], "s1"), commit(PARTS[1], "s2"))
    match = match.on(CodeSet(("Ada", "Ben"), given)).on(Called("Ada", "rb..."))
    match = match.on(Judged(right=True))
    with pytest.raises(IllegalMove, match="not the code that was committed"):
        match.on(CodeShown(("r....", ".g..."), ("s1", "s2")))
    assert match.on(CodeShown(PARTS[:2], ("s1", "s2"))).is_over


REFUSED = [
    (Guessed("Ben", "rrrrr", 2), "not Ben's turn"),
    (Guessed("Ada", "rrrrr", 2), "Board 2 is not Ada's"),
    (Guessed("Ada", "rrrr", 1), "has 4 pegs"),
    (Guessed("Ada", "rrrrn", 1), "'n' at place 5"),
    (Answered("Ben", BLACK, 2), "Ada must set a row"),
    (Called("Ada", "rbrgg"), "0 empty holes"),
    (Called("Zed", CODE), "Zed cannot call"),
    (Passed("Ada"), "Ada must set a row"),
    (Judged(right=True), "Ada must set a row"),
    (CodeShown(PARTS), "Ada must set a row"),
]


@pytest.mark.parametrize(("event", "said"), REFUSED)
def test_a_refused_move_says_why_and_changes_nothing(event, said):
    match = begun()
    before = repr(match)
    with pytest.raises((BadNotation, IllegalMove), match=said) as caught:
        match.on(event)
    assert caught.value.hint
    assert repr(match) == before


def test_an_owner_answers_for_one_part_alone_and_in_his_turn():
    match = set_row(begun(), "rrrrr")
    with pytest.raises(BadNotation, match="one part alone"):
        match.on(Answered("Ben", Keys(1, 1), 2))
    with pytest.raises(IllegalMove, match="not Cleo's turn"):
        match.on(Answered("Cleo", BLACK, 3))


def test_two_parts_in_one_hole_are_refused():
    with pytest.raises(BadNotation, match="hole 1"):
        merge(("r....", "g...."))


@pytest.mark.parametrize("keys", [BLACK, WHITE, NOTHING])
def test_part_answers_round_trip(keys):
    assert parse_part_answer(format_part_answer(keys)) == keys


@pytest.mark.parametrize(
    ("typed", "part"), [("2r", ".r..."), (" 5 G", "....g"), ("..w..", "..w..")]
)
def test_parts_are_read_as_hole_and_letter_or_as_a_row(typed, part):
    assert INVICTA_4.parse_part(typed) == part


@pytest.mark.parametrize("typed", ["6r", "0r", "r0", "rr2", "2x", "rr...", "....."])
def test_what_is_no_part_is_refused(typed):
    with pytest.raises(BadNotation):
        INVICTA_4.parse_part(typed)


def test_only_the_board_whose_turn_it_is_judges_a_call():
    match = begun().on(Called("Cleo", CODE))
    before = repr(match)
    assert match.turn == Turn(Need.JUDGE, "Dirk", 4)
    for board in (1, 2, 3, 5):
        with pytest.raises(IllegalMove, match=f"Board 4 judges now, not board {board}"):
            match.on(Judged(right=True, board=board))
    assert repr(match) == before


@pytest.mark.parametrize("typed", ["r", "3", "rrrrr", "rgby", "zz", "..z..", "red"])
def test_what_is_no_part_is_told_how_a_part_is_typed(typed):
    with pytest.raises(BadNotation) as refused:
        INVICTA_4.parse_part(typed)
    assert str(refused.value) == (
        f"'{typed}' is not one hole and one colour. Type the hole and the letter, as in '2r'."
    )


def test_a_hint_is_given_only_where_something_is_chosen():
    match = begun(rules=with_rules(INVICTA_4, {"rows": "1"}))
    calls = set_row(match, "rrrrr").on(Called("Ben", "rbr.g"))
    assert calls.turn.need is Need.JUDGE
    assert say_advice(calls) == "There is nothing to hint at: the call must be judged by Cleo."
    while match.turn.need is not Need.CALL:
        match, _ = answered(set_row(match, "....."))
    assert say_advice(match) == "There is nothing to hint at: Ada must call the code or pass."
