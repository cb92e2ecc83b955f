"""Matches with blundering people and failing cameras: every record is what was played."""

from collections import Counter

import pytest
from sim_matches import play_match

SEEDS = 300


@pytest.fixture(scope="module")
def did():
    """What happened in all of them, added up."""
    return Counter()


@pytest.mark.parametrize("first", range(0, SEEDS, 30))
def test_what_is_recorded_is_what_was_played(first, tmp_path, did):
    for seed in range(first, first + 30):
        outcome = play_match(seed, tmp_path)
        assert not outcome.faults, f"match {seed}: {outcome.faults}"
        did.update(outcome.did)


def test_everything_that_may_go_wrong_went_wrong(did):
    if not did:
        pytest.skip("the matches above were not played")
    asked = ("asked changed", "asked unsure", "asked no keys", "asked call", "asked again")
    failed = ("killed", "lamp out", "camera lost", "table bumped")
    people = ("said cleared", "taken back", "row typed", "called by pegs", "called by word")
    assert all(did[each] >= 10 for each in asked + failed + people), did


def test_all_four_code_games_were_played(did):
    if not did:
        pytest.skip("the matches above were not played")
    for name in ("bouwblokje", "hasbro-2", "hasbro-group", "invicta-4"):
        assert did[f"matches of {name}"] == SEEDS / 4
