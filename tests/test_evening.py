"""Whole matches at a drawn table: pictures are read, and what is read is what was set."""

import pytest
from evenings import begin, drawn_evening
from stages import quick

from companion.game.core.events import Answered, Guessed, Way


def played(session, *, seed=1):
    """Play a match at a drawn table; give what was told, and all rows that stood there."""
    shown, stood = [], set()
    drawn = drawn_evening(session, seed=seed, show=lambda night: shown.append(night.table.sentence))
    for happening in drawn.seen():
        drawn.evening.on(happening)
        stood |= set(drawn.observer.camera.moment.rows) if drawn.observer.camera.moment else set()
    return shown, stood


@pytest.mark.parametrize(
    ("book", "players", "rounds"),
    quick(
        [
            ("bouwblokje", ("Ada", "Ben"), 2),
            ("hasbro-2", ("Ada", "Ben"), 2),
            ("hasbro-group", ("Ada", "Ben", "Cleo"), 3),
        ]
    ),
)
def test_a_match_plays_itself_to_its_end_and_records_what_stood_there(book, players, rounds):
    session = begin(book, players=players, rounds=rounds)
    shown, stood = played(session)
    assert session.match.is_over, shown[-3:]
    assert not any(played.mistakes for played in session.match.rounds)
    assert {entry.by for entry in session.entries} <= {"start", "camera", "companion"}
    assert f"Clear the board for round {rounds}." in shown
    guessed = {entry.event.row for entry in session.entries if isinstance(entry.event, Guessed)}
    assert guessed
    assert guessed <= stood


# its pictures are those of the match above; what differs, a maker's answers that are seen, is at
# once in tests/test_play_watched.py and tests/test_table.py
@pytest.mark.long
def test_a_maker_who_keeps_the_code_answers_on_the_board():
    session = begin("hasbro-2", way=Way.KEPT, rounds=1, seed=4)
    shown, _ = played(session, seed=4)
    assert session.match.is_over, shown[-3:]
    assert not any(played.mistakes for played in session.match.rounds)
    answers = [entry for entry in session.entries if isinstance(entry.event, Answered)]
    assert any(entry.by == "camera" for entry in answers)
    assert len(answers) == sum(len(played.rows) for played in session.match.rounds)
