"""Master Mind for four on boards that are watched: stories told as what the eyes say."""

from pathlib import Path
from random import Random

import pytest
from evenings import begin, evening
from stages import quick

from companion.errors import CameraEnded
from companion.game.core.events import Answered, Called, Guessed, Judged, Way
from companion.game.core.key_pegs import Keys
from companion.game.core.turn import Need
from companion.game.parts.rules import answer, merge
from companion.observers.open import limits_of
from companion.observers.open_boards import open_boards
from companion.observers.options import CameraOptions
from companion.scene import Mood
from companion.session.watched_session import WatchedSession
from companion.sightings.boards import (
    BoardFound,
    BoardMoved,
    CodeCovered,
    CodeSeen,
    KeysSeen,
    LightBack,
    LightLost,
    OnBoard,
    RowChanged,
    RowSeen,
    RowTaken,
    Unsure,
    Why,
)
from companion.simulator.pegs.hands import Push, SetRow
from companion.table import Done, No, TypedRow, Yes
from companion.table.parts.due import parts_due_table

FOUR = ("Ada", "Ben", "Cleo", "Dirk")
DOCS = Path(__file__).parent.parent / "docs" / "table.md"


def night_of(way=Way.COMPANION, players=FOUR, **agreed):
    return evening("invicta-4", way=way, players=players, rounds=1, **agreed)


def seen(night, *happenings):
    for happening in happenings:
        night.on(happening)


def rows(night):
    return [(row.board, row.code) for row in night.session.match.round.rows]


def row(board, number, letters):
    return OnBoard(board, RowSeen(number, letters, 0.9))


def answers(night):
    return [(board, keys) for board, keys in night.session.match.round.rows[-1].answers]


def test_a_row_counts_when_its_player_says_so_and_every_other_owner_answers_in_turn():
    night = night_of()
    assert night.table.sentence == "Ada, set row 1 on board 1, then say 'done'."
    seen(night, row(1, 1, "rb..y"))
    assert night.table.sentence == ("Ada, row 1 of board 1 reads rb..y: say 'done' when it is so.")
    assert rows(night) == []
    seen(night, Done())
    assert rows(night) == [(1, "rb..y")]
    parts = night.session.secret.codes
    assert answers(night) == [(b, answer(parts[b - 1], "rb..y")) for b in (2, 3, 4)]
    told = night.table.sentence
    assert told.startswith("Ben ")
    assert told.endswith(". Ben, set row 1 on board 2, then say 'done'.")


def test_a_row_on_another_players_board_is_said_and_not_taken():
    night = night_of()
    seen(night, row(3, 1, "rbgyo"), Done())
    assert rows(night) == []
    assert night.table.sentence.startswith(
        "It is Ada's turn: the row on board 3 (Cleo) does not count yet. Ada, set row 1 on board 1"
    )
    seen(night, row(1, 1, "ggggg"), Done())
    assert rows(night) == [(1, "ggggg")]


def test_a_recorded_row_that_changes_is_asked_about_with_its_board_until_it_is_put_back():
    night = night_of()
    seen(night, row(1, 1, "rbgyo"), Done(), OnBoard(1, RowChanged(1, "rbgyr", "rbgyo", 0.9)))
    assert night.table.sentence == (
        "Row 1 of board 1 was rbgyo, now it is rbgyr: put it back, or say 'correct 1 rbgyr'."
    )
    assert night.mood is Mood.ASKING
    seen(night, row(2, 1, "yyyyy"), Done())
    assert len(rows(night)) == 1
    seen(night, OnBoard(1, RowChanged(1, "rbgyo", "rbgyr", 0.9)), Done())
    assert rows(night) == [(1, "rbgyo"), (2, "yyyyy")]


def test_an_unclear_peg_is_asked_about_on_its_board():
    night = night_of()
    seen(night, OnBoard(1, Unsure(1, (2,), "rbgyo", Why.MARGINAL)))
    assert night.table.sentence == (
        "Board 1: Row 1: I see rbgyo, but cannot see hole 2 clearly. Type the row, or say yes."
    )
    seen(night, Done())
    assert rows(night) == []
    seen(night, TypedRow("rwgyo"))
    assert rows(night) == [(1, "rwgyo")]
    assert night._eyes.heard == [(1, "rwgyo")]


def test_what_is_unclear_on_a_board_whose_turn_it_is_not_waits():
    night = night_of()
    seen(night, OnBoard(2, Unsure(1, (2,), "rbgyo", Why.MARGINAL)))
    assert night.table.question is None
    seen(night, row(1, 1, "ggggg"), Done())
    assert "Board 2: Row 1: I see rbgyo" in night.table.sentence


def test_nothing_is_taken_from_a_board_that_is_not_seen():
    night = night_of()
    seen(night, row(1, 1, "rbgyo"), OnBoard(1, BoardMoved()), Done())
    assert rows(night) == []
    assert night.table.sentence.startswith("Board 1: The board is not where it was")
    seen(night, Yes())
    assert rows(night) == []
    seen(night, OnBoard(1, BoardFound()), Done())
    assert rows(night) == [(1, "rbgyo")]


def test_an_owner_does_not_answer_by_done_while_a_stop_hides_what_is_read():
    night = night_of(Way.KEPT)
    seen(night, Done(), row(1, 1, "rbgyo"), Done(), OnBoard(1, KeysSeen(1, 0, 1)))
    seen(night, OnBoard(3, LightLost()), Done())
    assert answers(night) == []
    seen(night, OnBoard(3, LightBack()), Done())
    assert answers(night) == [(2, Keys(0, 1))]


def test_owners_who_keep_their_parts_answer_by_key_peg_or_by_word_and_who_is_asked():
    night = night_of(Way.KEPT)
    assert night.table.sentence.startswith("Everyone, put a hole and a colour in your board")
    seen(night, Done(), row(1, 1, "rbgyo"), Done())
    assert night.table.sentence.startswith("Ben, answer rbgyo for board 2: set a key peg, or say")
    seen(night, OnBoard(1, KeysSeen(1, 0, 1)))
    assert "Ben, your key peg to rbgyo for board 2 reads white: say 'done'" in night.table.sentence
    assert answers(night) == []
    seen(night, Done(), Done())
    assert night.table.sentence == (
        "Cleo, I read no key peg of yours at rbgyo for board 3. Is it nothing? Say yes, or set the "
        "peg so that it can be seen."
    )
    assert answers(night) == [(2, Keys(0, 1))]
    seen(night, Done())
    assert answers(night) == [(2, Keys(0, 1)), (3, Keys(0, 0))]
    seen(night, OnBoard(1, KeysSeen(1, 1, 1)), Done())
    assert answers(night)[-1] == (4, Keys(1, 0))
    assert night.session.match.turn.player == "Ben"


def test_key_pegs_that_cannot_say_who_answered_what_are_asked_about():
    night = night_of(Way.KEPT)
    seen(night, Done(), row(1, 1, "rbgyo"), Done(), OnBoard(1, KeysSeen(1, 1, 1)), Done())
    assert answers(night) == []
    assert night.table.sentence.startswith(
        "Several key pegs lie at rbgyo: Ben, which is yours for board 2?"
    )


def test_the_pegs_of_an_answer_row_are_a_call_when_its_player_says_yes():
    night = night_of()
    code = merge(night.session.secret.codes)
    seen(night, OnBoard(3, CodeSeen(code)))
    assert night.table.sentence == f"Cleo, do you call {code}? Say yes, or clear your answer row."
    seen(night, Done())
    assert night.session.match.round.calls == ()
    seen(night, Yes())
    assert night.is_over
    assert night.session.match.winners() == ("Cleo",)


def test_an_answer_row_that_is_not_full_yet_and_one_that_was_called_already_are_no_call():
    night = night_of()
    code = merge(night.session.secret.codes)
    wrong = code.replace("r", "b") if "r" in code else code.replace(code.strip(".")[0], "r")
    seen(night, OnBoard(3, CodeSeen("r....")))
    assert night.table.question is None
    seen(night, OnBoard(3, CodeSeen(wrong)), Yes())
    assert night.session.match.round.out == {"Cleo"}
    assert night.table.question is None
    assert night.table.sentence.startswith("Ada, set row 1")


def test_the_pegs_of_a_player_who_is_out_are_no_call():
    night = night_of()
    code = merge(night.session.secret.codes)
    wrong = code.replace("r", "b") if "r" in code else code.replace(code.strip(".")[0], "r")
    seen(night, OnBoard(3, CodeSeen(wrong)), Yes())
    assert night.session.match.round.out == {"Cleo"}
    # now with the right one: he has called, and answers only
    seen(night, OnBoard(3, CodeCovered()), OnBoard(3, CodeSeen(code)))
    assert night.table.question is None
    seen(night, Yes())
    assert [call.player for call in night.session.match.round.calls] == ["Cleo"]
    assert not night.is_over


def test_owners_judge_a_call_by_yes_and_no():
    night = night_of(Way.KEPT)
    seen(night, Done(), OnBoard(1, CodeSeen("rbgy.")), Yes())
    assert night.table.sentence == "Ben, is your part of board 2 in rbgy.? Say yes or no."
    seen(night, Yes(), No())
    assert night.session.match.round.out == {"Ada"}
    judged = [e.event for e in night.session.entries if isinstance(e.event, Judged)]
    assert [(j.right, j.board) for j in judged] == [(True, 2), (False, 3)]


def test_when_no_rows_are_left_one_calls_or_passes():
    night = night_of(players=("Ada", "Ben"), rules={"rows": "1"})
    seen(night, row(1, 1, "rbgyo"), Done(), row(2, 1, "rbgyo"), Done())
    assert night.session.match.turn.need is Need.CALL
    assert night.table.sentence.endswith("Ada, no rows are left: 'call Ada PEGS' or 'pass'.")


def test_a_player_with_two_boards_sets_his_row_on_either():
    night = night_of(players=("Ada", "Ben"), rules={"boards": "2"})
    seen(night, row(2, 1, "rbgyo"), Done())
    assert rows(night) == [(2, "rbgyo")]
    assert [board for board, _ in answers(night)] == [3, 4]


def test_what_was_recorded_before_a_power_cut_is_expected_on_its_board():
    session = begin("invicta-4", players=FOUR, rounds=1)
    session.post(Guessed("Ada", "rbgyo", 1), "keyboard")
    session.post(Guessed("Ben", "yyyyy", 2), "keyboard")
    expected = []

    class Eyes:
        def expect(self, rows, board=1):
            expected.append((board, rows))

    night = WatchedSession(session, Eyes())
    assert expected == [(1, ((1, "rbgyo"),)), (2, ((1, "yyyyy"),)), (3, ()), (4, ())]
    seen(night, OnBoard(2, RowTaken(1, "yyyyy")))
    gone = "Row 1 of board 2 was yyyyy and is gone: put it back."
    assert night.table.sentence == gone
    assert night.table.comparison == f"The boards are not as they were left. {gone}"
    seen(night, row(2, 1, "yyyyy"))
    assert night.table.comparison == "The boards lie as they were left."


def test_the_table_of_the_docs_is_the_codes_own():
    assert parts_due_table() in DOCS.read_text()


# drawn boards, read


def drawn(session, acts=(), *, width=640, seed=1):
    """Play a match at a drawn table; `acts` (after so many rows, board, act) disturb it."""
    boards = len(session.match.round.owners)
    spec = f"sim:invicta-4?boards={boards}&width={width}&seed={seed}"
    seeing = open_boards(CameraOptions(spec), boards, limits_of(session.match), lambda _: None)
    night = WatchedSession(session, seeing.eyes)
    seeing.simulation.seat(night, Random(seed), before=Disturbed(session, acts))
    night.refresh()
    stood = set()
    while not night.is_over:
        try:
            frame = seeing.camera.read(0)
        except CameraEnded:
            break
        stood |= {(b, r) for b, m in enumerate(seeing.camera.moments, start=1) for r in m.rows}
        for happening in seeing.eyes.look(frame):
            night.on(happening)
    return night, stood


class Disturbed:
    """Says what disturbs the table, each once, when so many rows are recorded."""

    def __init__(self, session, acts):
        self.session, self.acts = session, list(acts)

    def __call__(self):
        count = len(self.session.match.round.rows)
        due = next((each for each in self.acts if each[0] == count), None)
        if due:
            self.acts.remove(due)
        return due[1:] if due else None


def checked(night, stood):
    guessed = [e.event for e in night.session.entries if isinstance(e.event, Guessed)]
    assert guessed
    assert {(guess.board, guess.row) for guess in guessed} <= stood
    assert not any(played.mistakes for played in night.session.match.rounds)


@pytest.mark.parametrize(("players", "count"), quick([(("Ada", "Ben"), "2"), (FOUR, "1")]))
def test_a_match_plays_itself_on_drawn_boards_with_a_bump(players, count):
    session = begin("invicta-4", players=players, rounds=1, rules={"rows": count}, seed=2)
    night, stood = drawn(session, [(1, 2, Push(0.25, -0.2))], seed=2)
    assert night.is_over, night.table.sentence
    checked(night, stood)
    kinds = {type(e.event) for e in session.entries}
    assert {Guessed, Answered} <= kinds


def test_a_row_set_on_the_wrong_board_is_not_taken_on_drawn_boards():
    session = begin("invicta-4", players=("Ada", "Ben"), rounds=1, rules={"rows": "1"}, seed=3)
    night, stood = drawn(session, [(0, 2, SetRow(1, "rrbbw"))], seed=3)
    guesses = [e.event for e in session.entries if isinstance(e.event, Guessed)]
    assert night.is_over, night.table.sentence
    assert guesses[0].board == 1
    checked(night, stood)


def test_calls_typed_count():
    night = night_of()
    code = merge(night.session.secret.codes)
    night.session.post(Called("Dirk", code), "keyboard")
    night.refresh()
    assert night.is_over


def test_a_recorded_row_that_is_typed_when_an_owner_is_asked_answers_nothing():
    night = night_of(Way.KEPT)
    seen(night, Done(), row(1, 1, "rbgyo"), Done(), *[Done(), Yes()] * 3)
    seen(night, row(2, 1, "yyyyy"), Done())
    seen(night, OnBoard(1, RowChanged(1, "rbgyr", "rbgyo", 0.9)), TypedRow("rbgyo"))
    assert night.table.sentence.startswith("Cleo, answer yyyyy for board 3")
    assert answers(night) == []


def test_a_row_typed_for_one_of_two_boards_counts_there_though_pegs_lie_on_the_other():
    night = night_of(players=("Ada", "Ben"), rules={"boards": "2"})
    seen(night, row(1, 1, "rbgyo"), TypedRow("yyyyy", 2))
    assert rows(night) == [(2, "yyyyy")]


def test_a_row_typed_for_a_board_that_is_full_is_said_and_changes_nothing():
    night = night_of(players=("Ada", "Ben"), rules={"boards": "2", "rows": "1"})
    seen(night, TypedRow("rbgyo", 1), TypedRow("yyyyy", 3), TypedRow("ggggg", 1))
    assert rows(night) == [(1, "rbgyo"), (3, "yyyyy")]
    assert "Board 1 has no row left." in night.table.sentence
    seen(night, TypedRow("ggggg", 2))
    assert rows(night)[-1] == (2, "ggggg")


def test_a_row_that_was_taken_back_is_set_again_in_its_place():
    night = night_of(players=("Ada", "Ben"), rules={"boards": "2"})
    seen(night, TypedRow("rbgyo", 1))
    night.session.take_back("keyboard")
    night.refresh()
    assert night.table.next_row(1) == 1


def test_a_row_typed_without_a_board_is_that_of_the_board_with_pegs():
    night = night_of(players=("Ada", "Ben"), rules={"boards": "2"})
    seen(night, row(2, 1, "rbgyo"), TypedRow("rbgyr"))
    assert rows(night) == [(2, "rbgyr")]


def asked_of_ben(night):
    """A row of Ada whose owners keep their parts: Ben is asked for board 2."""
    seen(night, Done(), row(1, 1, "rbgyo"), Done())


def test_a_key_peg_beside_an_answer_that_was_said_is_the_next_owners():
    night = night_of(Way.KEPT)
    asked_of_ben(night)
    night.session.post(Answered("Ben", Keys(1, 0), 2), "keyboard")
    night.refresh()
    seen(night, OnBoard(1, KeysSeen(1, 1, 0)))
    assert night.table.sentence.startswith("Cleo, your key peg to rbgyo for board 3 reads black")
    seen(night, Done(), Done(), Yes())
    assert answers(night) == [(2, Keys(1, 0)), (3, Keys(1, 0)), (4, Keys(0, 0))]


def test_more_key_pegs_than_answers_are_asked_about_until_one_is_corrected():
    night = night_of(Way.KEPT, players=("Ada", "Ben"))
    asked_of_ben(night)
    seen(night, Done(), Yes(), OnBoard(1, KeysSeen(1, 0, 1)))
    assert night.table.sentence == (
        "The key pegs at row 1 of board 1 read 0b1w, which is more than was answered. Say which "
        "answer is wrong, as in 'correct 1 keys black board 2', or 'done' if none is."
    )
    seen(night, row(2, 1, "yyyyy"), Done(), OnBoard(1, KeysSeen(1, 1, 1)))
    assert len(rows(night)) == 1
    night.session.correct_answer(1, 1, Keys(0, 1), "keyboard", 2)
    night.refresh()
    assert night.table.question.keys == Keys(1, 1)
    seen(night, OnBoard(1, KeysSeen(1, 0, 1)))
    assert night.table.sentence.startswith("Ben, row 1 of board 2 reads yyyyy")


def test_more_key_pegs_than_answers_are_nothing_once_it_is_said_that_none_is_wrong():
    night = night_of(Way.KEPT, players=("Ada", "Ben"))
    asked_of_ben(night)
    seen(night, Done(), Yes(), OnBoard(1, KeysSeen(1, 0, 1)), Done())
    assert night.table.sentence == "Ben nothing. Ben, set row 1 on board 2, then say 'done'."
