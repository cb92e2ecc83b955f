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
    wanted = ("asked changed", "asked unsure", "killed", "lamp out", "camera lost", "said cleared")
    assert all(did[each] >= 10 for each in wanted), did
