"""A whole match of robots on a drawn table, seen by the real eyes: the record is what was laid.

More, of three rounds, on tables of any size, cloth and light, by
``python -m benchmarks.bench_tile_pixels matches``.
"""

import pytest

from tests.tile_pixels import played_match


@pytest.mark.long
def test_a_match_on_a_chequered_table_is_recorded_as_it_is_laid():
    outcome, asked = played_match(0, players=2, table=1, width=640, luck=1.0)
    assert outcome == "as laid", asked
