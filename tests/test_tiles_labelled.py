"""Labelled tables of tiles: every tile with its colour, no face wrong, none told that is hidden."""

import shutil
from pathlib import Path

import pytest

from calibration.evaluation.tiles import evaluate_tiles, is_tiles

TABLES = Path(__file__).parents[2] / "shared" / "boards" / "rendered"
STILLS = ("calib_pegs", "still_0", "still_5")

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not TABLES.is_dir(), reason="the labelled pictures are not beside it"),
]


@pytest.mark.parametrize("name", ["s06", "s11"])
def test_labelled_tables_are_read(name, tmp_path):
    """Two stills of each: the whole set is for `keypeg evaluate`."""
    assert is_tiles(TABLES / name)
    for still in STILLS:
        for ending in ("jpg", "json"):
            shutil.copy(TABLES / name / f"{still}.{ending}", tmp_path)
    shutil.copy(TABLES / name / "session.json", tmp_path)
    score = evaluate_tiles(tmp_path)
    assert (score.found, score.coloured, score.false) == (score.tiles, score.tiles, 0)
    assert (score.wrong, score.told, score.ordered) == (0, 0, 2)
    assert score.right >= 0.75 * score.open
