"""Matches with blundering people and failing cameras: every record is what was played.

Thousands by ``benchmarks/bench_table.py``.
"""

from collections import Counter
from tempfile import TemporaryDirectory

import pytest
from stages import once, quick

from tests.people.matches import play_match

SEEDS, EACH = 96, 8


def played(seed):
    with TemporaryDirectory() as folder:
        return play_match(seed, folder)


@pytest.fixture
def outcome_of(run_folder):
    """Give what came of a match by its seed; it is played once for all tests that look at it."""
    return lambda seed: once(run_folder, f"match-{seed}", lambda: played(seed))


@pytest.mark.parametrize("first", quick(range(0, SEEDS, EACH)))
def test_what_is_recorded_is_what_was_played(first, outcome_of):
    faults = {seed: outcome_of(seed).faults for seed in range(first, first + EACH)}
    assert not any(faults.values()), faults


@pytest.mark.long
def test_everything_that_may_go_wrong_went_wrong(outcome_of):
    did = sum((outcome_of(seed).did for seed in range(SEEDS)), Counter())
    asked = ("asked changed", "asked unsure", "asked no keys", "asked call", "asked again")
    failed = ("killed", "lamp out", "camera lost", "table bumped")
    people = ("said cleared", "taken back", "row typed", "called by pegs", "called by word")
    assert all(did[each] >= 5 for each in asked + failed + people), did


@pytest.mark.parametrize("seeds", quick([EACH, SEEDS]))
def test_all_four_code_games_were_played(seeds, outcome_of):
    did = sum((outcome_of(seed).did for seed in range(seeds)), Counter())
    for name in ("bouwblokje", "hasbro-2", "hasbro-group", "invicta-4"):
        assert did[f"matches of {name}"] == seeds / 4
