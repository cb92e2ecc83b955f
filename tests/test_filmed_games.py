"""Filmed games against their true log: no row is seen wrongly, a hand makes none, none is lost.

Every frame is handled as a user's would be: calibrated on the game's own pictures, found by markers
or by the empty board, and whoever is asked tells the truth.
"""

from functools import lru_cache
from pathlib import Path

import pytest
from film_faults import FAULTS
from stages import once, quick

from calibration.evaluation.film_runs import evaluate_film
from calibration.evaluation.films import load_film
from calibration.evaluation.plan import Plan, learn

FILMED = Path(__file__).parent.parent.parent / "shared" / "boards" / "rendered"
NAMES = ["game_0", "game_1", "game_2", "game_3"]
# of all guesses, so many may be asked about
ASKED = 0.15

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not FILMED.is_dir(), reason="needs the labelled pictures"),
]


@lru_cache
def known(name):
    film = load_film(FILMED / name)
    return film, learn(film.session, Plan())


def watch(name, fault):
    film, learned = known(name)
    return evaluate_film(film, Plan(), learned=learned, cut=FAULTS[fault](film))


@pytest.fixture
def watched(run_folder):
    """Give the score of a film with a fault; it is watched once for all tests that look at it."""
    return lambda name, fault: once(run_folder, f"{name}-{fault}", lambda: watch(name, fault))


# every film as it is; each fault in two of them, so that each film has two or three
WATCHED = [(name, "plain") for name in NAMES] + [
    (NAMES[(number + other) % len(NAMES)], fault)
    for number, fault in enumerate([fault for fault in FAULTS if fault != "plain"])
    for other in (0, 1)
]
AT_ONCE = 2  # of those that are watched


@pytest.mark.parametrize(("name", "fault"), quick(WATCHED, first=AT_ONCE))
def test_a_filmed_game_is_right_or_asked_about(name, fault, watched):
    score = watched(name, fault)
    assert (score.wrong, score.lost, score.hands) == (0, 0, 0)


@pytest.mark.parametrize("count", quick([AT_ONCE, len(WATCHED)]))
def test_hardly_a_row_is_asked_about(count, watched):
    scores = [watched(name, fault) for name, fault in WATCHED[:count]]
    assert sum(score.asked for score in scores) <= ASKED * sum(score.guesses for score in scores)
