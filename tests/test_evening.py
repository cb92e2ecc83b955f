"""Whole matches at a drawn table: pictures are read, and what is read is what was set."""

import pytest
from evenings import begin, drawn_evening
from stages import quick

from companion.game.core.events import Answered, Guessed, Way


def played(session, *, seed=1):
    """Play a match at a drawn table; give what was told."""
    shown = []
    drawn = drawn_evening(session, seed=seed, show=lambda night: shown.append(night.table.sentence))
    for happening in drawn.seen():
        drawn.evening.on(happening)
    return shown


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
def test_a_match_plays_itself_to_its_end(book, players, rounds):
    session = begin(book, players=players, rounds=rounds)
    shown = played(session)
    assert session.match.is_over, shown[-3:]
    assert not any(played.mistakes for played in session.match.rounds)
    assert {entry.by for entry in session.entries} <= {"start", "camera", "companion"}
    assert f"Clear the board for round {rounds}." in shown


def test_a_maker_who_keeps_the_code_answers_on_the_board():
    session = begin("hasbro-2", way=Way.KEPT, seed=4)
    shown = played(session, seed=4)
    assert session.match.is_over, shown[-3:]
    assert not any(played.mistakes for played in session.match.rounds)
    answers = [entry for entry in session.entries if isinstance(entry.event, Answered)]
    assert any(entry.by == "camera" for entry in answers)
    assert len(answers) == sum(len(played.rows) for played in session.match.rounds)


def test_what_is_recorded_is_what_stood_there():
    session = begin("bouwblokje", seed=3)
    drawn = drawn_evening(session, seed=3)
    stood = set()
    for happening in drawn.seen():
        drawn.evening.on(happening)
        stood |= set(drawn.observer.camera.moment.rows) if drawn.observer.camera.moment else set()
    guessed = {entry.event.row for entry in session.entries if isinstance(entry.event, Guessed)}
    assert guessed
    assert guessed <= stood
