"""Tables of tiles, measured from two drawn pictures: read whole, doubted, or refused in words."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.store.envelope import pack
from calibration.store.tile_tables import load_table, measure_table, save_table
from companion.cli import cli
from companion.errors import BoardNotFound, CalibrationError, UnknownName
from companion.game.tiles.tile import HIDDEN
from companion.simulator.simulation import known_table
from companion.simulator.tiles.camera import DrawnTable, TableMoment
from companion.simulator.tiles.render import draw_tiles
from companion.simulator.tiles.scenery import DrawnTile
from companion.vision.camera.image_files import encode_png
from companion.vision.tile_faces.boxes import Stance, TileBox, TilePlace
from companion.vision.tile_faces.glyphs import FACES
from companion.vision.tiles.known_table import KnownTable
from companion.vision.tiles.overlay import draw_tiles_read
from companion.vision.tiles.reader import TableReader, read_table
from companion.vision.tiles.reading import SeenTile
from companion.vision.tiles.seat_order import by_sides

TABLE = replace(DrawnTable.usual(seed=3), box=TileBox(26.0, 36.0, 9.0))
ROWS = (("B0", "W3!", "B7", "W8!"), ("B1!", "W2", "W5", "B6!"))
POOL = ("B", "W", "W", "B", "B", "W", "W")


def seen(reading):
    return [[str(tile) for tile in row.tiles] for row in reading.rows]


def agrees(tile, true):
    """Say whether a tile was read right, or at least not wrong: a face may be unsure."""
    colour, stance = true[0], Stance.LIES if true.endswith("!") else Stance.STANDS
    faces = ("??", true[1:-1]) if true.endswith("!") else (HIDDEN,)
    return tile.colour == colour and tile.place.stance is stance and tile.face in faces


@pytest.fixture(scope="module")
def measured():
    return measure_table(TABLE.draw_open(), TABLE.draw_empty(noise=1))


def test_a_table_tells_its_camera_and_the_proportions_of_its_tiles(measured):
    box, true = measured.box, TABLE.box
    assert box.height / box.width == pytest.approx(true.height / true.width, rel=0.03)
    leans = measured.pose.r[:, 2] @ TABLE.pose.r[:, 2]
    assert np.degrees(np.arccos(min(1.0, leans))) < 4
    scale = box.width / true.width
    assert measured.pose.position[2] == pytest.approx(TABLE.pose.position[2] * scale, rel=0.12)
    assert [name for name, _ in measured.places] == [c + face for c in "BW" for face in FACES]


@pytest.mark.opencv
def test_two_rows_and_the_pool_are_read_from_their_owners_left(measured):
    image = TABLE.draw(TableMoment(ROWS, pool=POOL))
    reading = by_sides(read_table(image, measured.known))
    assert [len(row.tiles) for row in reading.rows] == [4, 4]
    pairs = zip([t for r in reading.rows for t in r.tiles], ROWS[0] + ROWS[1], strict=True)
    assert all(agrees(tile, true) for tile, true in pairs)
    assert reading.pool_counts == (3, 4)
    assert not reading.clues
    # each is outlined where it lies, and nothing else is drawn over
    changed = (draw_tiles_read(image, reading) != image).any(axis=2)
    places = [tile.place.corners(measured.box).mean(axis=0) for tile in reading.tiles]
    for x, y in np.round(measured.pose.project(np.array(places))).astype(int):
        assert changed[y - 40 : y + 40, x - 40 : x + 40].any()
    assert changed.mean() < 0.1


def test_a_clue_tile_lies_before_its_row(measured):
    moment = TableMoment((("B0", "W3", "B7"), ("B1", "W2")), clue=(0, "W"), pool=POOL[:3])
    reading = read_table(TABLE.draw(moment), measured.known)
    assert [str(tile) for tile in reading.clues] == ["W?"]
    assert sorted(len(row.tiles) for row in reading.rows) == [2, 3]
    assert reading.pool_counts == (1, 2)


def test_tiles_that_a_lamp_makes_as_white_as_the_cloth_are_found_by_their_outlines():
    table = DrawnTable.random(seed=9, width=960)
    rows = ("W2", "W3", "B10"), ("B4", "B5", "B6"), ("B2", "W10", "W11"), ("W0", "B1", "W8")
    lying = TableMoment(rows, clue=(1, "B"), pool=tuple("WWWWBWWBBBB"))
    known = replace(known_table(table), whole=24)
    reading = TableReader(known, watches=True).read(table.draw(lying))
    assert reading.pool_counts == (5, 6)
    assert [str(tile) for tile in reading.clues] == ["B?"]


def test_the_face_of_a_hidden_tile_is_never_read_though_the_camera_sees_it(measured):
    rows = (("B0", "W3", "B7", "W8", "W10"), ("B1", "B2", "W4"))
    reading = read_table(TABLE.draw(TableMoment(rows)), measured.known)
    faces = [tile["face"] for row in reading.as_dict()["rows"] for tile in row]
    assert faces == [HIDDEN] * 8


def test_without_a_picture_of_the_empty_table_that_is_said(measured):
    known = replace(measured.known, empty=None)
    reading = read_table(TABLE.draw(TableMoment(ROWS)), known)
    assert "no picture of the empty table" in reading.notes[0]
    assert not read_table(TABLE.draw(TableMoment(ROWS)), measured.known).notes


def test_a_reading_that_names_a_standing_face_cannot_be_made():
    place = TilePlace(0.0, 0.0, 0.0, Stance.STANDS)
    with pytest.raises(ValueError, match="owner's alone"):
        SeenTile(place, "B", "7")


@pytest.mark.opencv
def test_a_measured_table_is_kept_with_its_older_ones(measured, tmp_path):
    for _ in range(2):
        file = save_table("kitchen", measured, date="2026-01-01", folder=tmp_path)
    assert (file.name, len(list(tmp_path.iterdir()))) == ("kitchen.json", 2)
    again = load_table("kitchen", tmp_path)
    assert again.pose.position == pytest.approx(measured.pose.position)
    assert again.box == measured.box
    assert np.abs(again.empty.astype(int) - measured.empty).mean() < 4
    with pytest.raises(UnknownName, match="kitchn"):
        load_table("kitchn", tmp_path)
    file.write_text(file.read_text().replace("2026", "2027"))
    with pytest.raises(CalibrationError, match="damaged"):
        load_table("kitchen", tmp_path)


@pytest.mark.opencv
@pytest.mark.parametrize("kept", ["AAAA", 7])
def test_a_kept_picture_that_is_none_is_refused(measured, tmp_path, kept):
    file = save_table("kitchen", measured, date="2026-01-01", folder=tmp_path)
    data = json.loads(file.read_text())["data"]
    file.write_text(pack("table", data | {"empty": kept}))
    with pytest.raises(CalibrationError, match="'kitchen' lacks"):
        load_table("kitchen", tmp_path)


@pytest.mark.opencv
def test_a_picture_of_another_size_than_the_tables_is_read(measured):
    half = cv2.resize(
        TABLE.draw(TableMoment(ROWS, pool=POOL)), (800, 600), interpolation=cv2.INTER_AREA
    )
    reading = by_sides(read_table(half, measured.known))
    assert [len(row.tiles) for row in reading.rows] == [4, 4]
    assert reading.pool_counts == (3, 4)


@pytest.mark.opencv
def test_corners_that_are_tapped_leave_out_what_is_beyond_them():
    image, empty = TABLE.draw_open(), TABLE.draw_empty(noise=1)
    (h, w), middle = image.shape[:2], measure_table(image, empty).places
    assert len(middle) == 26
    around = [(2, 2), (w - 2, 2), (w - 2, h - 2), (2, h - 2)]
    assert len(measure_table(image, empty, corners=around).places) == 26
    with pytest.raises(CalibrationError, match="open tiles are seen"):
        measure_table(image, empty, corners=[(x / 2, y) for x, y in around])


@pytest.mark.parametrize("grey", [0, 90, 255])
def test_a_picture_without_tiles_is_refused(grey):
    plain = np.full((720, 960, 3), grey, np.uint8)
    with pytest.raises(BoardNotFound, match="No tiles"):
        read_table(plain, KnownTable(TABLE.pose.resized((960, 720))))
    with pytest.raises(BoardNotFound, match="No open tiles"):
        measure_table(plain)


def open_tiles(faces, *, look=None, rows=2):
    """All tiles open in two rows, each showing the face at its place in `faces`."""
    tiles = [
        DrawnTile(
            TilePlace((i - 6) * 28.0, 21.0 - 42.0 * row, 0.0, Stance.LIES), "BW"[row % 2], face
        )
        for row in range(rows)
        for i, face in enumerate(faces)
    ]
    return draw_tiles(tiles, TABLE.pose, seed=4, box=TABLE.box, look=look or TABLE.look)


def test_what_seems_to_be_more_than_a_whole_set_is_none(measured):
    reading = read_table(open_tiles(FACES, rows=3), measured.known)
    assert len(reading.tiles) == 26


def test_tiles_out_of_order_do_not_prove_a_table():
    with pytest.raises(CalibrationError, match="do not read back"):
        measure_table(open_tiles([*FACES[5:], *FACES[:5]]), TABLE.draw_empty())


def test_blank_prints_are_named_and_asked_for_again():
    faces = ["" if face == "7" else face for face in FACES]
    with pytest.raises(CalibrationError, match="B7, W7 is washed out") as refused:
        measure_table(open_tiles(faces), TABLE.draw_empty())
    assert "Move the lamp" in refused.value.hint


def test_tiles_that_do_not_lie_in_two_rows_are_counted():
    rows = (tuple(f"B{i}!" for i in range(5)), tuple(f"W{i}!" for i in range(4)))
    with pytest.raises(CalibrationError, match="open tiles are seen, not 12 or 13"):
        measure_table(TABLE.draw(TableMoment(rows)), TABLE.draw_empty())


def test_calibrate_and_read_at_the_command_line(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    for name, image in (
        ("empty", TABLE.draw_empty()),
        ("open", TABLE.draw_open()),
        ("photo", TABLE.draw(TableMoment(ROWS, pool=POOL))),
    ):
        (tmp_path / f"{name}.png").write_bytes(encode_png(image))

    def run(*args):
        return CliRunner().invoke(cli, args, catch_exceptions=False)

    photos = [word for name in ("empty", "open") for word in ("--photos", tmp_path / f"{name}.png")]
    done = run("calibrate", "davinci", *map(str, photos))
    assert done.exit_code == 0, done.output
    assert "Saved 'davinci'" in done.output
    out = tmp_path / "seen.png"
    read = ("read", str(tmp_path / "photo.png"), "--board", "davinci", "--calibration", "davinci")
    text = run(*read, "--overlay", str(out))
    assert text.exit_code == 0, text.output
    assert text.output.startswith("row 1  B? W3 B? W8")
    assert "pool   3 black, 4 white" in text.output
    assert out.stat().st_size > 10_000
    row, _ = json.loads(run(*read, "--json").output)["rows"]
    assert [tile["stance"] for tile in row] == ["stands", "lies", "stands", "lies"]
    assert [tile["face"] for tile in row if tile["stance"] == "stands"] == ["?", "?"]


@pytest.mark.long
def test_the_wizard_measures_a_drawn_table_in_two_steps(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_path", lambda _: tmp_path)
    command = ["calibrate", "davinci", "--camera", "sim:davinci?width=960", "--yes"]
    done = CliRunner().invoke(cli, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "Step 1 of 2" in done.output
    assert "Saved 'davinci'" in done.output
    assert load_table("davinci", tmp_path / "tables").empty is not None
