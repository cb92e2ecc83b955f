"""Reading tables of tiles: drawn ones whole, labelled ones within bounds, what is none refused."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from calibration.store.tile_tables import load_table, measure_table, save_table
from companion.cli import cli
from companion.errors import BoardNotFound, CalibrationError, UnknownName
from companion.game.tiles.tile import HIDDEN
from companion.simulator.tiles.camera import DrawnTable, TableMoment
from companion.simulator.tiles.render import DrawnTile, draw_tiles, over_table
from companion.vision.camera.image_files import encode_png
from companion.vision.geometry.lens_priors import Lens
from companion.vision.tiles.boxes import Stance, TilePlace
from companion.vision.tiles.reader import read_table
from companion.vision.tiles.reading import SeenTile

TABLE = DrawnTable.usual(seed=3)
# a camera nearer to one row
NEAR = over_table((960, 720), span=230.0)
LENS = Lens(fx=0.9, fy=0.9, cx=0.5, cy=0.375, dist=(0.0, 0.0, 0.0, 0.0, 0.0))
ROW = (("B", "0"), ("W", "3"), ("B", "7"), ("W", "8"), ("W", "10"))


def in_row(tiles, *, stands=(), span=26.0):
    return [
        DrawnTile(
            TilePlace(
                (i - (len(tiles) - 1) / 2) * span,
                0.0,
                0.01 * (-1) ** i,
                Stance.STANDS if i in stands else Stance.LIES,
            ),
            colour,
            face,
        )
        for i, (colour, face) in enumerate(tiles)
    ]


def seen(reading):
    return [[str(tile) for tile in row.tiles] for row in reading.rows]


def agrees(tile, true):
    """Say whether a tile was read right, or at least not wrong: a face may be unsure."""
    colour, stance = true[0], Stance.LIES if true.endswith("!") else Stance.STANDS
    faces = ("??", true[1:-1]) if true.endswith("!") else (HIDDEN,)
    return tile.colour == colour and tile.place.stance is stance and tile.face in faces


def test_two_rows_are_read_from_their_owners_left():
    rows = (("B0", "W3!", "B7", "W8!"), ("B1!", "W2", "W5", "B6!"))
    reading = read_table(TABLE.draw(TableMoment(rows)), pose=TABLE.pose)
    assert [len(row.tiles) for row in reading.rows] == [4, 4]
    pairs = zip([t for r in reading.rows for t in r.tiles], rows[0] + rows[1], strict=True)
    assert all(agrees(tile, true) for tile, true in pairs)


def test_a_clue_tile_is_a_row_of_its_own():
    moment = TableMoment((("B0", "W3", "B7"), ("B1", "W2")), clue=(0, "W"))
    reading = read_table(TABLE.draw(moment), pose=TABLE.pose)
    assert ["W?"] in seen(reading)
    assert sorted(len(row.tiles) for row in reading.rows) == [1, 2, 3]


def test_the_face_of_a_hidden_tile_is_never_read_though_the_camera_sees_it():
    tiles = in_row(ROW, stands=range(5))
    low = over_table((960, 720), span=230.0, lean=0.6)
    image = draw_tiles(tiles, low, seed=1)
    blank = draw_tiles([DrawnTile(t.place, t.colour) for t in tiles], low, seed=1)
    assert (image != blank).mean() > 0.005
    reading = read_table(image, pose=low)
    assert seen(reading) == [["B?", "W?", "B?", "W?", "W?"]]
    assert all(face == HIDDEN for row in reading.as_dict()["rows"] for face in [row[0]["face"]])


def test_a_row_of_standing_tiles_alone_tells_where_the_camera_is():
    low = over_table((960, 720), span=230.0, lean=0.7)
    image = draw_tiles(in_row(ROW, stands=range(5)), low, seed=1)
    reading = read_table(image, lens=LENS)
    assert seen(reading) == [["B?", "W?", "B?", "W?", "W?"]]
    leans = reading.table.pose.r[:, 2] @ low.r[:, 2]
    assert np.degrees(np.arccos(min(1.0, leans))) < 8


@pytest.mark.parametrize("lean", [-0.6, 0.0])
def test_a_camera_that_stands_elsewhere_than_measured_tells_no_hidden_face(lean):
    low = over_table((960, 720), span=230.0, lean=0.8)
    image = draw_tiles(in_row(ROW, stands=(0, 1, 2, 4)), low, seed=1)
    measured = over_table((960, 720), span=230.0, lean=lean)
    reading = read_table(image, pose=measured)
    assert seen(reading) in ([["B?", "W?", "B?", face, "W?"]] for face in ("W8", "W??"))


def test_a_reading_that_names_a_standing_face_cannot_be_made():
    place = TilePlace(0.0, 0.0, 0.0, Stance.STANDS)
    with pytest.raises(ValueError, match="owner's alone"):
        SeenTile(place, "B", "7")


@pytest.fixture(scope="module")
def measured():
    return measure_table(draw_tiles(in_row(ROW), NEAR, seed=1), lens=LENS)


def test_the_camera_is_found_from_open_tiles_alone(measured):
    leans = measured.pose.r[:, 2] @ NEAR.r[:, 2]
    assert np.degrees(np.arccos(min(1.0, leans))) < 8
    assert measured.pose.position[2] == pytest.approx(NEAR.position[2], rel=0.12)
    (row,) = measured.reading.rows
    assert all(
        tile.colour == colour and tile.face in (face, "??")
        for tile, (colour, face) in zip(row.tiles, ROW, strict=True)
    )
    assert sum(tile.face != "??" for tile in row.tiles) >= 3


def test_a_measured_camera_is_kept_with_its_older_ones(measured, tmp_path):
    for _ in range(2):
        file = save_table("kitchen", measured, date="2026-01-01", folder=tmp_path)
    assert (file.name, len(list(tmp_path.iterdir()))) == ("kitchen.json", 2)
    assert load_table("kitchen", tmp_path).pose.position == pytest.approx(measured.pose.position)
    with pytest.raises(UnknownName, match="kitchn"):
        load_table("kitchn", tmp_path)
    file.write_text(file.read_text().replace("2026", "2027"))
    with pytest.raises(CalibrationError, match="damaged"):
        load_table("kitchen", tmp_path)


@pytest.mark.parametrize("grey", [0, 90, 255])
def test_a_picture_without_tiles_is_refused(grey):
    with pytest.raises(BoardNotFound, match="no tiles"):
        read_table(np.full((480, 640, 3), grey, np.uint8))


def test_standing_tiles_do_not_measure_a_camera():
    with pytest.raises((CalibrationError, BoardNotFound)):
        measure_table(draw_tiles(in_row(ROW[:2], stands=(0, 1)), NEAR, seed=1))


def test_calibrate_and_read_at_the_command_line(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    (tmp_path / "faces.png").write_bytes(encode_png(draw_tiles(in_row(ROW), NEAR, seed=1)))
    table = draw_tiles(in_row(ROW, stands=(0, 2)), NEAR, seed=2)
    (tmp_path / "photo.png").write_bytes(encode_png(table))

    def run(*args):
        return CliRunner().invoke(cli, args, catch_exceptions=False)

    done = run("calibrate", "davinci", "--photos", str(tmp_path / "faces.png"))
    assert done.exit_code == 0, done.output
    assert "Saved 'davinci'" in done.output
    out = tmp_path / "seen.png"
    read = ("read", str(tmp_path / "photo.png"), "--board", "davinci", "--calibration", "davinci")
    text = run(*read, "--overlay", str(out))
    assert text.exit_code == 0, text.output
    assert text.output.startswith("row 1  B? W")
    assert out.stat().st_size > 10_000
    (row,) = json.loads(run(*read, "--json").output)["rows"]
    assert [tile["stance"] for tile in row] == ["stands", "lies", "stands", "lies", "lies"]
    assert [tile["face"] for tile in row if tile["stance"] == "stands"] == ["?", "?"]
