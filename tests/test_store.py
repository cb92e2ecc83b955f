"""A calibration is saved as a version of its own and comes back, or is refused in a sentence."""

import json
from dataclasses import replace

import numpy as np
import pytest

from calibration.board_files.load import load_board
from calibration.store import calibrations
from calibration.store.calibrations import EmptyBoard, Saved, load, names, save, versions
from calibration.store.envelope import FORMAT, pack, unpack
from calibration.store.lenses import lens_names, load_lens, save_lens
from companion.errors import CalibrationError, UnknownName
from companion.vision.board.parts import Markers
from companion.vision.fit.lens_calibration import MeasuredLens
from companion.vision.geometry.pose import Pose
from companion.vision.locate.find_board import Lens

POSE = Pose(np.eye(3) * 900, np.zeros(5), np.eye(3), np.array([1.0, 2, 300]), (800, 600))


class Colours:
    """Stands for a reader's calibration: arrays and plain values under flat names."""

    def __init__(self, **values):
        self.values = values

    def to_dict(self):
        return self.values

    @classmethod
    def from_dict(cls, values):
        if "letters" not in values:
            raise KeyError("letters")
        return cls(**values)


@pytest.fixture(autouse=True)
def plain_colours(monkeypatch):
    monkeypatch.setattr(calibrations, "Calibration", Colours)


def saved(**changes):
    lab = np.array([[50.1, 2.5], [np.float32(0.1), 7]], np.float32)
    colours = Colours(letters="rb", lab=lab, count=np.int64(3), counts=np.arange(3))
    about = Saved("kitchen", "2026-03-01T20:15:00+01:00", "classic", colours, "Pi 3 wide", "lamp")
    return replace(about, **changes)


def test_everything_that_was_saved_comes_back(tmp_path):
    markers = Markers(((0, 9), (9, 9), (9, 0), (0, 0)), 14.5, 0.15)
    empty = EmptyBoard(b"jpeg bytes", POSE)
    save(saved(empty=empty, markers=markers, stretch=1.02, notes=("dark",)), tmp_path)
    back = load("kitchen", board="classic", folder=tmp_path)
    assert (back.name, back.version, back.date) == ("kitchen", 1, "2026-03-01T20:15:00+01:00")
    assert (back.board, back.camera, back.light) == ("classic", "Pi 3 wide", "lamp")
    assert (back.markers, back.stretch, back.notes) == (markers, 1.02, ("dark",))
    colours, sent = back.calibration.values, saved().calibration.values
    assert np.array_equal(colours["lab"], sent["lab"])
    assert colours["lab"].dtype == np.float32
    assert (colours["letters"], colours["count"], colours["counts"].tolist()) == (
        "rb",
        3,
        [0, 1, 2],
    )
    assert back.empty.jpeg == b"jpeg bytes"
    assert np.array_equal(back.empty.pose.t, POSE.t)
    assert back.empty.pose.size == (800, 600)


def test_a_second_saving_is_a_second_version_and_the_first_is_still_there(tmp_path):
    first = save(saved(light="day"), tmp_path).read_bytes()
    save(saved(light="night"), tmp_path)
    assert versions("kitchen", tmp_path) == [1, 2]
    assert load("kitchen", folder=tmp_path).light == "night"
    assert load("kitchen@1", folder=tmp_path).light == "day"
    assert (tmp_path / "kitchen" / "1.json").read_bytes() == first
    assert names(tmp_path) == ["kitchen"]
    assert load(str(tmp_path / "kitchen" / "1.json")).light == "day"


def test_a_calibration_fits_the_boards_file_to_the_specimen(tmp_path):
    markers = Markers(((0, 9), (9, 9), (9, 0), (0, 0)), 14.5, 0.15)
    shape = load_board("classic")
    own = saved(stretch=1.01, markers=markers).fitted(shape)
    assert own.row_pitch == pytest.approx(shape.row_pitch * 1.01)
    assert own.markers == markers
    assert saved().fitted(shape).markers == shape.markers


def test_a_picture_beside_that_was_removed_or_changed_is_left_out(tmp_path):
    file = save(saved(empty=EmptyBoard(b"jpeg bytes", POSE)), tmp_path)
    file.with_suffix(".jpg").write_bytes(b"other")
    assert load("kitchen", folder=tmp_path).empty is None
    file.with_suffix(".jpg").unlink()
    assert load("kitchen", folder=tmp_path).empty is None


def test_another_boards_calibration_is_refused_with_both_names(tmp_path):
    save(saved(), tmp_path)
    with pytest.raises(CalibrationError, match="'classic', not 'hasbro-2004'"):
        load("kitchen", board="hasbro-2004", folder=tmp_path)


def test_a_name_that_is_not_there_is_answered_with_the_nearest_one(tmp_path):
    with pytest.raises(UnknownName) as nothing:
        load("kitchen", folder=tmp_path)
    assert "keypeg calibrate" in nothing.value.hint
    save(saved(), tmp_path)
    with pytest.raises(UnknownName) as near:
        load("kichen", folder=tmp_path)
    assert near.value.hint.startswith("Did you mean 'kitchen'? Or make it: keypeg calibrate")
    with pytest.raises(UnknownName, match="no version '4'"):
        load("kitchen@4", folder=tmp_path)


@pytest.mark.parametrize("name", ["", "../x", "Kitchen", "a b", "x" * 61, "."])
def test_a_name_that_could_leave_the_folder_is_refused(name, tmp_path):
    with pytest.raises(CalibrationError, match="cannot be the name"):
        save(saved(name=name), tmp_path)


def changed(file, **fields):
    head = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(head | fields), "utf-8")


def test_a_file_that_was_damaged_in_any_place_is_refused(tmp_path):
    file = save(saved(), tmp_path)
    whole = file.read_bytes()
    head = len(whole.split(b'"data"')[0])
    for at in (*range(head, len(whole) - 4, 97), head // 2):
        file.write_bytes(whole[:at])
        with pytest.raises(CalibrationError, match="damaged"):
            load("kitchen", folder=tmp_path)
    file.write_bytes(whole.replace(b"50.0", b"51.0").replace(b"2.5", b"2.6"))
    with pytest.raises(CalibrationError, match="damaged"):
        load("kitchen", folder=tmp_path)
    file.write_bytes(b"\xff\xfe\x00" + whole)
    with pytest.raises(CalibrationError, match="cannot be read"):
        load("kitchen", folder=tmp_path)


def test_a_newer_keypegs_file_is_refused_with_both_versions(tmp_path):
    file = save(saved(), tmp_path)
    changed(file, format=FORMAT + 1)
    with pytest.raises(CalibrationError, match="newer Keypeg: format 2") as caught:
        load("kitchen", folder=tmp_path)
    assert "Update" in caught.value.hint


def test_another_programs_file_and_another_thing_are_refused(tmp_path):
    file = save(saved(), tmp_path)
    file.write_text("[1, 2]", "utf-8")
    with pytest.raises(CalibrationError, match="the file is of another kind"):
        load("kitchen", folder=tmp_path)
    with pytest.raises(CalibrationError, match="the file is of another kind"):
        unpack("calibration", pack("lens", {}), name="It")


def test_a_file_that_is_whole_but_lacks_a_field_says_which(tmp_path):
    file = save(saved(), tmp_path)
    data = unpack("calibration", file.read_text("utf-8"), name="")
    del data["light"]
    file.write_text(pack("calibration", data), "utf-8")
    with pytest.raises(CalibrationError, match="lacks something: 'light'"):
        load("kitchen", folder=tmp_path)


def test_a_folder_that_cannot_be_written_is_an_error_of_ours(tmp_path):
    (tmp_path / "kitchen").write_text("a file where a folder should be", "utf-8")
    with pytest.raises(CalibrationError, match="cannot be written"):
        save(saved(), tmp_path)


def test_a_lens_is_saved_once_under_its_name(tmp_path):
    lens = MeasuredLens(Lens(0.8, 0.8, 0.5, 0.37, (0.1, 0, 0, 0, 0)), (640, 480), 9, 0.31)
    save_lens("wide", lens, date="2026-03-01", folder=tmp_path)
    assert load_lens("wide", tmp_path) == lens
    assert lens_names(tmp_path) == ["wide"]
    with pytest.raises(CalibrationError, match="there already"):
        save_lens("wide", lens, date="2026-03-02", folder=tmp_path)
    with pytest.raises(UnknownName, match="no measured lens 'tele'"):
        load_lens("tele", tmp_path)
