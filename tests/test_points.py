"""Photographs with pegs pointed out by eye are read at those points."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.evaluation.pointed_photos import evaluate_points, load_points
from calibration.evaluation.score import Tally
from companion.cli import cli
from companion.errors import PictureError

# BGR
INKS = {
    "red": (45, 40, 190),
    "blue": (160, 80, 20),
    "yellow": (40, 200, 225),
    "purple": (140, 50, 110),
    "white": (225, 230, 230),
}
WORDS = [*INKS, *INKS, "red", "blue"]
SPOTS = [(60 + 50 * (number % 6), 80 + 60 * (number // 6)) for number in range(len(WORDS))]


def photo(light=(1.0, 1.0, 1.0)):
    """Pegs as soft discs on a grey-green ground, seen in some light."""
    image = np.full((260, 420, 3), (110, 130, 120), np.float32)
    for word, spot in zip(WORDS, SPOTS, strict=True):
        cv2.circle(image, spot, 15, INKS[word], -1)
    noise = np.random.default_rng(3).normal(0, 2, image.shape)
    image = cv2.GaussianBlur(image, (5, 5), 1.2) + noise
    return np.clip(image * np.array(light), 0, 255).astype(np.uint8)


@pytest.fixture
def folder(tmp_path):
    cv2.imwrite(str(tmp_path / "board.jpg"), photo())
    cv2.imwrite(str(tmp_path / "day.jpg"), photo())
    cv2.imwrite(str(tmp_path / "lamp.jpg"), photo((0.9, 0.98, 1.0)))
    pegs = [{"colour": w, "x": x, "y": y} for w, (x, y) in zip(WORDS, SPOTS, strict=True)]
    photos = [
        {"file": "board.jpg", "rows": [{"row": 1, "pegs": pegs[:6]}, {"row": 2, "pegs": pegs[6:]}]},
        {"file": "day.jpg", "other": pegs},
        {"file": "lamp.jpg", "other": pegs},
    ]
    (tmp_path / "labels.json").write_text(json.dumps({"photos": photos}), "utf-8")
    return tmp_path


def test_a_point_is_a_place_with_a_letter_and_a_size(folder):
    board, day, _ = load_points(folder / "labels.json")
    assert (board.name, board.is_wall, day.is_wall) == ("board", False, True)
    assert board.points.tolist() == [list(spot) for spot in SPOTS]
    assert board.radii == pytest.approx([13.5] * 12)
    assert day.radii == pytest.approx([10.0] * 12)
    # purple is in no game here: it takes a letter that the photograph does not use
    purple = board.letters[3]
    assert purple not in "rbyw"
    assert board.letters == f"rby{purple}wrby{purple}wrb"


@pytest.mark.parametrize(
    "wrong",
    [
        {"x": float("nan")},
        {"y": float("inf")},
        {"x": -1e308, "y": 1e308},
        {"x": 421},
        {"x": SPOTS[1][0], "y": SPOTS[1][1]},
    ],
)
def test_a_point_that_is_none_of_the_picture_or_another_s_is_refused(folder, wrong):
    label = json.loads((folder / "labels.json").read_text("utf-8"))
    label["photos"][0]["rows"][0]["pegs"][0] |= wrong
    (folder / "labels.json").write_text(json.dumps(label), "utf-8")
    with pytest.raises(PictureError, match=r"A point in board\.jpg lies outside the picture"):
        load_points(folder / "labels.json")


def test_heads_that_overlap_are_looked_at_only_where_each_is_seen(folder):
    label = json.loads((folder / "labels.json").read_text("utf-8"))
    for peg in label["photos"][0]["rows"][1]["pegs"]:
        peg["y"] = 100  # 20 px below row 1 instead of 60, the pegs of a row are 50 px apart
    (folder / "labels.json").write_text(json.dumps(label), "utf-8")
    board, *_ = load_points(folder / "labels.json")
    assert board.radii == pytest.approx([10.0] * 12)


def test_half_of_a_board_is_read_by_the_other_half_and_walls_by_each_other(folder):
    results = evaluate_points(load_points(folder / "labels.json"))
    assert [result.name for result in results] == ["board", "day > lamp", "lamp > day"]
    for result in results:
        assert result.score.cells.wrong == 0
        assert result.score.cells.right >= 10
        assert result.score.pictures == 1
    assert results[0].score.cells.total == 12
    assert results[0].score.keys == Tally()


def test_the_command_finds_out_that_a_folder_is_of_points(folder):
    got = CliRunner().invoke(cli, ["evaluate", str(folder), "--json"])
    assert json.loads(got.stdout)["total"]["cells"]["wrong"] == 0


def test_a_label_that_lacks_something_is_named(folder):
    (folder / "labels.json").write_text('{"photos": [{"file": "day.jpg"}]}', "utf-8")
    with pytest.raises(PictureError, match=r"labels\.json lacks 'other'"):
        load_points(folder / "labels.json")
    (folder / "labels.json").write_text('{"photos": [{"file": "x.jpg", "other": []}]}', "utf-8")
    with pytest.raises(PictureError):
        load_points(folder / "labels.json")


def test_a_photo_from_which_nothing_is_left_to_be_read_is_named_and_skipped(folder):
    pegs = [
        {"colour": word, "x": x, "y": y}
        for word, (x, y) in list(zip(WORDS, SPOTS, strict=True))[:3]
    ]
    photos = [
        {"file": "board.jpg", "rows": [{"row": 1, "pegs": pegs}]},
        {"file": "day.jpg", "other": pegs[:1]},
        {"file": "lamp.jpg", "other": pegs[1:]},
    ]
    (folder / "labels.json").write_text(json.dumps({"photos": photos}), "utf-8")
    results = evaluate_points(load_points(folder / "labels.json"))
    assert [result.note.startswith("skipped: ") for result in results] == [True] * 3
    out = CliRunner().invoke(cli, ["evaluate", str(folder)])
    assert out.exit_code == 0, out.output
    assert "board: skipped: each colour is there once" in out.stderr
