"""A board of one's own is written from its measures and loads as it was described."""

import pytest

from calibration.board_files.load import board_names, load_board
from calibration.board_files.write import QUESTIONS, described, measures_of, parse_measure, written
from companion.errors import BadNotation, CalibrationError, UnknownName


@pytest.mark.parametrize("name", board_names())
def test_a_shipped_board_comes_back_from_its_measures(name):
    assert described(name, measures_of(name))[1] == load_board(name)


@pytest.mark.parametrize("name", board_names())
def test_every_question_is_about_a_measure_that_boards_have(name):
    assert {question.path for question in QUESTIONS} <= set(measures_of(name))


def test_own_measures_go_into_the_shape():
    own = measures_of("classic") | {"holes.rows": 8, "holes.pitch": 15.5, "title": 'Oma\'s "Board"'}
    text, shape = described("oma", own)
    assert (shape.name, shape.rows, shape.hole_pitch) == ("oma", 8, 15.5)
    assert shape.title == 'Oma\'s "Board"'
    assert "pitch = 15.5" in text


def test_a_measure_of_none_takes_its_table_out():
    shape = described("bare", measures_of("classic") | {"keys": None, "markers": None})[1]
    assert shape.keys is None
    assert shape.markers is None
    assert "[keys" not in written(measures_of("classic") | {"keys": None})


def test_a_board_that_could_not_be_loaded_is_refused_with_the_measure():
    with pytest.raises(CalibrationError, match=r"holes\.pitch"):
        described("bad", measures_of("classic") | {"holes.pitch": -3})
    with pytest.raises(CalibrationError, match="no field"):
        described("bad", measures_of("classic") | {"holes.pich": 3})
    with pytest.raises(UnknownName, match="no board"):
        measures_of("clasic")


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("holes.pitch=14.2", ("holes.pitch", 14.2)),
        ("outline.x = [-11, 67]", ("outline.x", [-11, 67])),
        ("title=Ours = best", ("title", "Ours = best")),
        ("code=", ("code", None)),
    ],
)
def test_measures_are_read(text, pair):
    assert parse_measure(text) == pair


@pytest.mark.parametrize("text", ["holes.pitch", "=4", ""])
def test_what_is_no_measure_is_refused(text):
    with pytest.raises(BadNotation, match="not a measure"):
        parse_measure(text)
