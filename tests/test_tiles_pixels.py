"""Tables of two to four players through drawn pixels, hands between: told as they lie.

Whole rounds by ``python -m benchmarks.bench_tile_pixels``.
"""

import pytest

from tests.stages import quick
from tests.tile_pixels import played


@pytest.mark.parametrize("players", quick([2, 3, 4]))
def test_drawn_tables_are_told_as_they_lie(players):
    counts, faults = played(players - 2, players=players, tables=2)
    assert not faults
    assert counts["right"] >= 1
