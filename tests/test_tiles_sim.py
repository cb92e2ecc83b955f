"""Matches of tiles seen as noisy looks: what is recorded is what was played, or the tile is named.

Half a hundred here, seeds fixed; thousands by ``benchmarks/bench_tiles.py``.
"""

from collections import Counter

import pytest

from tests.people.tiles import TileMatch
from tests.stages import quick

MATCHES, PARTS, TRIED = 96, 8, 4


@pytest.mark.parametrize("part", quick(range(TRIED)))
def test_what_is_recorded_is_what_was_played(part):
    faults, did = {}, Counter()
    for seed in range(part, MATCHES, PARTS):
        outcome = TileMatch(seed).play()
        did += outcome.did
        if outcome.faults:
            faults[seed] = outcome.faults
    assert not faults
    assert all(did[what] for what in ("_taken", "_exchanged", "_turned", "_no_clue", "face asked"))
