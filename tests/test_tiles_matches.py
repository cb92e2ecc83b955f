"""Whole matches through drawn pixels: tables of any tiles, cloth and lamps, two to four players.

A hundred by ``python -m benchmarks.bench_tile_pixels matches``.
"""

import pytest

from tests.tile_pixels import played_match

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", range(1, 6))
def test_what_is_laid_is_recorded(seed):
    outcome, _ = played_match(seed, players=2 + seed % 3, table=seed)
    assert outcome == "as laid"
