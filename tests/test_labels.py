"""Labelled sets: what a user would give is kept apart from what is only for the score."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from calibration.evaluation.label_files import load_session, sessions_in
from companion.errors import PictureError
from companion.vision.read.reading import RowKeys

DATA = Path(__file__).parent / "data" / "four-player"


@pytest.fixture
def session(tmp_path):
    return Path(shutil.copytree(DATA, tmp_path / "set" / "one"))


def edited(file, change):
    label = json.loads(file.read_text("utf-8"))
    change(label)
    file.write_text(json.dumps(label), "utf-8")


def test_a_session_has_the_boards_own_measures_and_its_pictures():
    session = load_session(DATA)
    assert (session.name, session.shape.name, session.has_markers) == (
        "four-player",
        "four-player",
        True,
    )
    assert session.shape.hole_pitch == pytest.approx(12.793, abs=0.001)
    assert session.shape.palette == "rbgywk"
    assert [still.name for still in session.stills] == ["still_0"]
    known = session.known[0].given
    assert "".join(known.pegs[1, col] for col in range(1, 6)) == "rbgyw"
    assert known.keys[1] == "kkww"
    assert known.sliders is None
    truth = session.stills[0].truth
    assert truth.rows[0] == "wrgbb"
    assert truth.keys[:2] == (RowKeys(0, 2), RowKeys(1, 0))


def test_the_clicks_are_the_outer_holes():
    session = load_session(DATA)
    far_left, far_right, near_right, near_left = session.stills[0].given.corners
    holes = session.stills[0].truth.holes.reshape(4, 5, 2)
    assert np.allclose(
        [holes[3, 0], holes[3, 4], holes[0, 4], holes[0, 0]],
        [far_left, far_right, near_right, near_left],
        atol=0.02,
    )


def test_hidden_cells_and_keys_are_not_in_the_truth(session):
    def hide(label):
        label["cells"][0]["visible"] = 0.59
        label["cells"][1]["visible"] = 0.6
        label["keys"][0]["holes"][2]["visible"] = 0.1

    edited(session / "still_0.json", hide)
    truth = load_session(session).stills[0].truth
    assert truth.rows[0] == "?rgbb"
    assert truth.keys[0] == RowKeys(None, None)


def test_frames_with_a_hand_in_them_are_left_out(session):
    for number, occluded in enumerate((False, True)):
        shutil.copy(session / "still_0.jpg", session / f"frame_{number:03}.jpg")
        shutil.copy(session / "still_0.json", session / f"frame_{number:03}.json")
        edited(
            session / f"frame_{number:03}.json", lambda label, o=occluded: label.update(occluded=o)
        )
    assert [still.name for still in load_session(session).stills] == ["frame_000", "still_0"]


def test_a_set_is_a_session_or_a_folder_of_them_and_unknown_boards_are_named(session):
    other = Path(shutil.copytree(session, session.parent / "tiles"))
    edited(other / "calib_pegs.json", lambda label: label["board"].update(type="X"))
    (session.parent / "empty folder").mkdir()
    assert sessions_in(session) == ([session], [])
    found, notes = sessions_in(session.parent)
    assert found == [session]
    assert notes == ["tiles: skipped, a board of type X is not read."]


def test_a_folder_without_sessions_and_a_missing_one_are_refused(tmp_path):
    with pytest.raises(PictureError, match="no labelled sessions"):
        sessions_in(tmp_path)
    with pytest.raises(PictureError, match="not a folder"):
        sessions_in(tmp_path / "gone")


@pytest.mark.parametrize("text", ["", "{", "[1]", "{}"])
def test_a_label_that_cannot_be_used_is_named(session, text):
    (session / "still_0.json").write_text(text, "utf-8")
    with pytest.raises(PictureError, match=r"still_0\.json"):
        load_session(session)


@pytest.mark.parametrize("measure", ["hole_pitch", "row_pitch", "head_radius"])
@pytest.mark.parametrize("mm", [1e6, -5, float("nan")])
def test_measures_that_no_board_has_are_refused_before_it_is_looked_for(session, measure, mm):
    def resize(label):
        label["board"]["params"][measure] = mm

    edited(session / "calib_pegs.json", resize)
    with pytest.raises(PictureError, match="mm"):
        load_session(session)


@pytest.mark.parametrize("field", ["rows", "cols"])
@pytest.mark.parametrize("count", [0, 41, 10**9])
def test_a_label_of_more_places_than_a_board_has_is_refused(session, field, count):
    edited(session / "still_0.json", lambda label: label["board"].update({field: count}))
    with pytest.raises(PictureError, match="1 to 40"):
        load_session(session)
