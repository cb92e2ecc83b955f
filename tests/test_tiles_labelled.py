"""Labelled whole tables: measured from two pictures, no hidden face told, no open one read wrongly.

Three stills of two tables, which nothing is chosen on; all are for `keypeg evaluate`.
"""

import shutil
from pathlib import Path

import pytest

from calibration.evaluation.tiles import evaluate_tiles, is_tiles

TABLES = Path(__file__).parents[2] / "shared" / "boards" / "rendered"
PICTURES = ("calib_empty", "calib_pegs", "still_0", "still_2", "still_5")

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not TABLES.is_dir(), reason="the labelled pictures are not beside it"),
]


@pytest.mark.parametrize("name", ["t02", "t03"])
def test_labelled_tables_are_read(name, tmp_path):
    assert is_tiles(TABLES / name)
    for picture in PICTURES:
        for ending in ("jpg", "json"):
            shutil.copy(TABLES / name / f"{picture}.{ending}", tmp_path)
    score = evaluate_tiles(tmp_path)
    assert (score.measured, score.found, score.told, score.wrong) == (1, score.tiles, 0, 0)
    assert score.coloured >= 0.95 * score.tiles
    # faces of which both nets are not sure are asked about: 8 of 11 are read on t03
    assert score.right >= 0.7 * score.open
    assert (score.ordered, score.counted) == (3, 3)
