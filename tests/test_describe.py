"""A board of one's own is written from its measures and loads as it was described."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from calibration.board_files.load import board_names, board_titles, load_board, own_boards
from calibration.board_files.own_boards import save_own_board
from calibration.board_files.write import (
    adapted,
    check_answer,
    described,
    format_answer,
    measures_of,
    parse_answer,
    parse_measure,
    questions_about,
    written,
)
from companion import i18n
from companion.cli.calibrate.board import board
from companion.errors import BadNotation, CalibrationError, UnknownName


@pytest.mark.parametrize("name", board_names())
def test_a_shipped_board_comes_back_from_its_measures(name):
    # but for what it is called in other languages: it may be called otherwise
    assert described(name, measures_of(name))[1] == replace(load_board(name), titles=())


@pytest.mark.parametrize("name", board_names())
def test_a_board_is_asked_about_what_the_one_it_is_like_has(name):
    asked = {question.path for question in questions_about(measures_of(name))}
    shape = load_board(name)
    assert {"title", "palette", "holes.rows", "outline.y", "code.y"} <= asked
    assert ("keys.centre_x" in asked) == (shape.keys is not None)
    assert ("sliders.zero_x" in asked) == (shape.sliders is not None)


def test_the_hidden_code_follows_the_places_and_may_be_left_out():
    like = measures_of("classic")
    own = {"holes.pitch": 15.5, "pegs.radius": 4.4, "outline.x": [-11, 72], "keys.centre_x": 62}
    shape = described("wide", adapted(like, own))[1]
    assert (shape.code.pitch, shape.code.peg.radius, shape.code.peg.height) == (15.5, 4.4, 4.2)
    assert shape.keys.offsets[0][0] == pytest.approx(62 - 2.8)
    assert described("bare", adapted(like, own | {"code.y": 0}))[1].code is None


def test_a_board_whose_holes_cannot_lie_so_is_refused():
    like = measures_of("classic")
    with pytest.raises(CalibrationError, match="beyond the edges"):
        described("wide", adapted(like, {"holes.pitch": 40}))
    with pytest.raises(CalibrationError, match="key holes lie where pegs"):
        described("more", adapted(like, {"holes.cols": 5}))


def test_a_board_whose_pegs_are_wider_than_their_places_is_refused():
    like = measures_of("classic")
    with pytest.raises(CalibrationError, match="500 mm radius"):
        described("wide", adapted(like, {"pegs.radius": 500}))


def test_ones_own_board_has_a_name_and_is_found_by_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before, like = board_names(), measures_of("classic")
    with pytest.raises(CalibrationError, match="already"):
        save_own_board("classic", like, over=True)
    with pytest.raises(CalibrationError, match="cannot be the name"):
        save_own_board("../mine", like)
    with pytest.raises(CalibrationError, match=r"holes\.rows"):
        save_own_board("oma", like | {"holes.rows": 0})
    assert board_names() == before
    shape = save_own_board("oma", like | {"title": "Oma's board", "holes.rows": 8})
    assert load_board("oma") == shape
    assert board_names() == tuple(sorted([*before, "oma"]))
    assert board_titles()["oma"] == "Oma's board"
    with pytest.raises(CalibrationError, match="already"):
        save_own_board("oma", like)
    assert save_own_board("oma", measures_of("oma") | {"holes.rows": 9}, over=True).rows == 9


def test_a_damaged_board_of_ones_own_is_no_title_and_says_what_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    save_own_board("oma", measures_of("classic"))
    (own_boards() / "oma.toml").write_text("title = = ")
    assert "oma" not in board_titles()
    with pytest.raises(CalibrationError, match="'oma' is not TOML"):
        load_board("oma")
    listed = CliRunner().invoke(board, ["list"])
    assert "classic" in listed.stdout
    assert "'oma' is not TOML" in listed.stderr


def test_a_new_board_is_asked_for_and_kept_by_its_name(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked = len(questions_about(measures_of("classic")))
    answers = "\n".join(["Oma's board", "rbgy", "8", *[""] * (asked - 3)]) + "\n"
    said = CliRunner().invoke(board, ["new", "oma"], input=answers)
    assert said.exit_code == 0, said.output
    assert (load_board("oma").rows, load_board("oma").palette) == (8, "rbgy")
    again = CliRunner().invoke(board, ["new", "oma"], input="n\n")
    assert again.exit_code == 1
    assert "How many rows?" not in again.output
    assert load_board("oma").rows == 8


@pytest.mark.parametrize("name", ["classic", "Oma!", "nowhere/oma.toml"])
def test_a_name_that_cannot_be_is_refused_before_anything_is_asked(tmp_path, monkeypatch, name):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(board, ["new", name], input="Oma's board\n")
    assert isinstance(said.exception, CalibrationError) or said.exit_code == 1
    assert "What is the board called?" not in said.output


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


@pytest.mark.parametrize(
    ("text", "usual", "measure"),
    [
        (" 14,2 ", 10.0, 14.2),
        ("8", 10, 8),
        ("-11, 67.5", [1.0, 2.0], [-11, 67.5]),
        ("[-11, 67]", [1.0, 2.0], [-11, 67]),
        ("-11 67.5", [1.0, 2.0], [-11, 67.5]),
        ("5,6 5,6", [1.0, 2.0], [5.6, 5.6]),
        ("[5,6; -5,6]", [1.0, 2.0], [5.6, -5.6]),
        ("5,6, 5,6", [1.0, 2.0], [5.6, 5.6]),
        ("-11,67", [1.0, 2.0], [-11, 67]),
        ("wide high", [1.0, 2.0], "wide high"),
        ("12", "words", "12"),
        ("wide", 10.0, "wide"),
    ],
)
def test_answers_are_read_as_people_write_them(text, usual, measure):
    assert parse_answer(text, usual) == measure


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("measure", [14.2, 8, [-11, 67.5], [5.6, 5.6], "words"])
def test_a_measure_is_read_as_it_is_shown(language, measure):
    with i18n.speaking(language):
        shown = format_answer(measure)
        assert parse_answer(shown, measure) == measure
        check_answer(measure, measure)
    assert "." not in shown or language == "en"


def test_a_measure_that_is_none_is_asked_for_again_and_the_others_stay(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked = ["Ours", "rgby", "10", "4", "wide", "16,5", "", "", "", "", "", "5,6", "5,6 5,6"]
    asked += [""] * 3
    run = CliRunner().invoke(
        board, ["new", "ours", "--like", "classic"], input="\n".join(asked) + "\n"
    )
    assert "✗ 'wide' is not a measure. Give a number of millimetres." in run.output
    assert run.exit_code == 0, run.output
    assert load_board("ours").hole_pitch == 16.5


@pytest.mark.parametrize("text", ["holes.pitch", "=4", ""])
def test_what_is_no_measure_is_refused(text):
    with pytest.raises(BadNotation, match="not a measure"):
        parse_measure(text)
