"""Twenty tables, one hall: hub and broker are killed, lines are cut, and nothing is lost."""

import pytest
from club import needs_mosquitto

from benchmarks.bench_club import evening


@pytest.mark.long
@needs_mosquitto
def test_twenty_tables_lose_nothing_when_hub_and_broker_are_killed(tmp_path):
    found = evening(tmp_path, tables=20, rate=20, seconds=10, outage=2)
    assert found["logs_that_differ"] == 0
    assert found["matches_of_no_log"] == 0
    assert found["told_in_two_ways"] == 0
    assert found["lines"] > 100
