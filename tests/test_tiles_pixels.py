"""Tables of two to four players through drawn pixels, hands between: nothing told that is wrong.

Whole rounds by ``python -m benchmarks.bench_tile_pixels``.
"""

from collections import Counter

from tests.tile_pixels import played


def test_drawn_tables_are_told_as_they_lie_or_not_yet():
    total = Counter()
    for players in (2, 3, 4):
        counts, faults = played(players - 2, players=players, tables=2)
        assert not counts["wrong"], faults
        total += counts
    assert total["right"] >= 2, total
