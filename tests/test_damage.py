"""Damaged files and mistyped options: read, or refused in one sentence. Thousands in benchmarks."""

from random import Random

import pytest

from calibration.board_files.load import load_board
from calibration.store.calibrations import CALIBRATION_KIND, load
from calibration.store.envelope import pack
from calibration.wizard.notation import parse_corners
from companion.errors import BadNotation, CalibrationError, KeypegError
from tests.damage import CALIBRATION, MUTANTS


@pytest.mark.parametrize("kind", MUTANTS)
def test_what_is_damaged_is_refused_in_one_sentence(tmp_path, kind):
    rng, refused = Random(kind), 0
    for _ in range(150):
        try:
            MUTANTS[kind](rng, tmp_path)
        except KeypegError:
            refused += 1
    assert refused


def test_five_corners_are_not_four():
    for text in ("1,2 3,4 5,6 7,8 7,8", "1,2 3,4 5,6 nan,8"):
        with pytest.raises(BadNotation, match="are not four corners"):
            parse_corners(text)


def test_a_board_file_that_is_no_utf_8(tmp_path):
    (tmp_path / "board.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(CalibrationError, match="no UTF-8 text"):
        load_board(str(tmp_path / "board.toml"))


def test_a_number_too_large_for_its_kind_is_damage(tmp_path):
    lab = {"array": "<f4", "shape": [1], "values": [1e308]}
    data = CALIBRATION | {"colours": CALIBRATION["colours"] | {"lab": lab}}
    (tmp_path / "large.json").write_text(pack(CALIBRATION_KIND, data), "utf-8")
    with pytest.raises(CalibrationError, match="lacks something"):
        load(str(tmp_path / "large.json"))
