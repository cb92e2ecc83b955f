"""The steps of a calibration that need no colours: photos, light, what changed, the overlay."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.board_files.load import load_board
from calibration.evaluation.label_files import load_session
from calibration.wizard.learn_from_photos import Known, assemble, learn, sort_photos, standard
from calibration.wizard.light_map import map_light
from calibration.wizard.order_check import order_doubts
from companion.cli.common.photo import Photo, write_overlay
from companion.errors import CalibrationError, PictureError
from companion.simulator.pegs.camera import known_pictures
from companion.vision.board.located import Located
from companion.vision.camera.image_files import load_picture
from companion.vision.geometry.pose import Pose
from companion.vision.learn.known_picture import KnownPicture
from companion.vision.locate.find_board import find_board
from companion.vision.locate.marker_survey import learn_markers
from companion.vision.read.overlay import cropped_to_board, draw_overlay
from companion.vision.read.reading import CodeCell, Reading, RowKeys
from companion.web.show.step_view import drawn_step

SHAPE = load_board("four-player")
# straight above, 4 px a mm at z = 0, the far end at the top
ABOVE = Pose(
    k=np.array([[1600.0, 0, 200], [0, 1600.0, 400], [0, 0, 1]]),
    dist=np.zeros(5),
    r=np.diag([1.0, -1.0, -1.0]),
    t=np.array([0.0, 0.0, 400.0]),
    size=(520, 560),
)
FOUND = Located(SHAPE, ABOVE)
RED, BOARD = (40, 40, 190), (90, 110, 130)


def drawn(pegs=(), light=1.0):
    """A flat picture of the board with red discs at `pegs`, under light that may vary by row."""
    image = np.full((560, 520, 3), BOARD, np.float64)
    rows, columns = np.mgrid[:560, :520]
    for x, y in [ABOVE.project(SHAPE.heads())[SHAPE.cells().index(cell)] for cell in pegs]:
        image[np.hypot(columns - x, rows - y) < 15] = RED
    return np.clip(image * light, 0, 255).astype(np.uint8)


def files(folder, *names):
    for name in names:
        (folder / name).touch()
    return [folder / name for name in names]


def test_the_photo_called_empty_is_the_empty_board(tmp_path):
    empty, first, second = files(tmp_path, "Empty board.jpg", "pegs.jpg", "pegs2.jpg")
    for given in ([tmp_path], [second, empty, first]):
        photos = sort_photos(given)
        assert photos.empty == empty
        assert set(photos.known) == {first, second}
    assert sort_photos([first], empty=empty).known == (first,)
    assert sort_photos([first]).empty is None


def test_photos_that_cannot_be_told_apart_are_refused(tmp_path):
    first, second, pegs = files(tmp_path, "empty1.jpg", "empty2.jpg", "pegs.jpg")
    with pytest.raises(CalibrationError, match="2 photos are called empty"):
        sort_photos([tmp_path])
    assert sort_photos([tmp_path], empty=first).known == (second, pegs)
    with pytest.raises(CalibrationError, match="no photo with pegs"):
        sort_photos([first])
    (tmp_path / "none").mkdir()
    with pytest.raises(PictureError, match="no pictures"):
        sort_photos([tmp_path / "none"])


def test_every_place_that_was_not_named_is_empty():
    picture = assemble(drawn(), FOUND, Known({2: "rb..."}, keys={1: "kkww"}))
    assert (picture.pegs[2, 1], picture.pegs[2, 2], picture.pegs[1, 1]) == ("r", "b", ".")
    assert len(picture.pegs) == 20
    assert (picture.keys[1], picture.keys[4]) == ("kkww", "....")
    assert assemble(drawn(), FOUND, Known({})).keys is None
    assert standard(SHAPE).rows == {1: "rbgyw", 2: "k...."}


def test_even_light_needs_no_advice_and_a_gradient_names_its_rows():
    assert map_light(drawn(), FOUND).advice() == ""
    falling = np.linspace(1.6, 0.4, 560)[:, None, None]
    light = map_light(drawn(light=falling), FOUND)
    assert (light.brightest_row, light.darkest_row) == (4, 1)
    # 4 rows of 15 mm, from about y = 220 to 400 px: 1.13 and 0.74 as stored, to the power of 2.2
    assert light.spread == pytest.approx(2.2 * np.log2(1.13 / 0.74), abs=0.15)
    assert "Row 4 gets 2.6 times the light of row 1" in light.advice()


def test_a_board_that_is_too_dark_overexposed_or_out_of_the_picture_is_told():
    assert "add light" in map_light(drawn(light=0.05), FOUND).advice()
    assert map_light(drawn(light=9), FOUND).is_overexposed
    assert not map_light(drawn(), FOUND).is_overexposed
    away = replace(FOUND, pose=replace(ABOVE, t=np.array([900.0, 0, 400])))
    with pytest.raises(CalibrationError, match="not in the picture"):
        map_light(drawn(), away)


def test_grounds_of_two_colours_are_compared_with_themselves():
    shape = replace(SHAPE, ground=("kkkkk", "wwwww", "kkkkk", "wwwww"))
    image = drawn()
    for row, (_, y) in enumerate(ABOVE.project(SHAPE.holes())[::5]):
        if row % 2:
            image[round(y) - 25 : round(y) + 25] = 210
    assert map_light(image, replace(FOUND, shape=shape)).spread == pytest.approx(0, abs=0.05)


def doubts(pegs, said, light=1.0):
    letters = {cell: "r" if cell in said else "." for cell in SHAPE.cells()}
    return order_doubts(KnownPicture(drawn(pegs, light), FOUND, letters), (drawn(), FOUND))


def test_pegs_where_they_were_said_to_be_are_not_doubted_in_other_light_either():
    assert doubts([(1, 1), (3, 4)], [(1, 1), (3, 4)]) == {}
    assert doubts([(1, 1), (3, 4)], [(1, 1), (3, 4)], light=0.6) == {}


def test_a_peg_that_lies_elsewhere_is_doubted_at_both_places():
    assert doubts([(1, 2)], [(1, 1)]) == {
        (1, 1): "red was said, none is seen.",
        (1, 2): "empty was said, something is seen.",
    }


def test_a_wrong_word_about_one_photo_is_found_by_the_other():
    (first, second), empty = known_pictures(SHAPE, ABOVE)
    shown = (empty.image, empty.located)
    assert learn([first, second], shown).doubts == ()
    swapped = {"r": "g", "g": "r"}
    pegs = {cell: swapped.get(letter, letter) for cell, letter in second.pegs.items()}
    doubts = learn([first, replace(second, pegs=pegs)], shown).doubts
    assert any("green was said, red is seen." in doubt for doubt in doubts)
    assert any("red was said, green is seen." in doubt for doubt in doubts)


def reading(rows):
    return Reading(
        rows=rows,
        confidence=tuple((1.0,) * 5 for _ in rows),
        likely=rows,
        keys=(RowKeys(1, 2), RowKeys(None, None), RowKeys(0, 0), RowKeys(4, 0)),
        code=CodeCell(covered=False, letters="rb?y."),
    )


@pytest.mark.opencv
def test_an_overlay_shows_the_grid_and_marks_what_is_unsure_in_another_shape():
    image = drawn()
    before = image.copy()
    grid = draw_overlay(image, SHAPE, ABOVE)
    assert np.array_equal(image, before)
    assert grid.shape == image.shape
    sure = draw_overlay(image, SHAPE, ABOVE, reading(("rbgyw",) * 4))
    unsure = draw_overlay(image, SHAPE, ABOVE, reading(("?bgyw",) * 4))
    changed = np.abs(sure.astype(int) - unsure).max(axis=2) > 60
    columns = np.nonzero(changed)[1]
    # only at the first place of each row: x = 0 mm is pixel 200, a head has a radius of 15
    assert columns.min() >= 200 - 20
    assert columns.max() <= 200 + 20
    corner = ABOVE.project(SHAPE.heads())[0].round().astype(int) + 14
    assert changed[corner[1] - 3 : corner[1] + 4, corner[0] - 3 : corner[0] + 4].any()


def test_a_small_picture_is_enlarged_until_letters_can_be_read():
    small = replace(ABOVE, k=ABOVE.k / np.array([[4, 1, 4], [1, 4, 4], [1, 1, 1]]), size=(130, 140))
    drawing = draw_overlay(drawn()[::4, ::4], SHAPE, small, reading(("rbgyw",) * 4))
    assert drawing.shape == (140 * 3, 130 * 3, 3)


def test_rings_are_light_with_a_dark_rim_on_dark_ground_and_on_light():
    for ground in (0, 40, 128, 215, 255):
        image = np.full_like(drawn(), ground)
        grid = draw_overlay(image, SHAPE, ABOVE).astype(int)
        x, y = ABOVE.project(SHAPE.holes())[0].round().astype(int)
        ring = grid[y - 12 : y + 13, x - 12 : x + 13].reshape(-1, 3)
        assert abs(ring.max(axis=1) - ground).max() > 60
        assert ring.sum(axis=1).max() > 350
        assert ring.sum(axis=1).min() < 120


def test_a_board_that_is_small_in_the_picture_is_shown_alone():
    far = replace(ABOVE, k=ABOVE.k + np.array([[0, 0, 700.0], [0, 0, 300], [0, 0, 0]]))
    image = np.zeros((1200, 1900, 3), np.uint8)
    whole = drawn()
    image[300 : 300 + whole.shape[0], 700 : 700 + whole.shape[1]] = whole
    part, pose = cropped_to_board(image, SHAPE, replace(far, size=(1900, 1200)))
    assert pose.size == (part.shape[1], part.shape[0])
    assert part.size < image.size / 2
    shift = pose.project(SHAPE.heads()) - far.project(SHAPE.heads())
    left, top = -shift[0].round().astype(int)
    assert np.allclose(shift, shift[0])
    size = part.shape
    assert np.array_equal(part, image[top : top + size[0], left : left + size[1]])
    heads = pose.project(SHAPE.heads())
    assert (heads > 0).all()
    assert (heads < pose.size).all()


def fifth():
    """A board that takes a fifth of a picture, and where it lies."""
    whole = drawn()
    image = np.zeros((1200, 1900, 3), np.uint8)
    image[300 : 300 + whole.shape[0], 700 : 700 + whole.shape[1]] = whole
    k = ABOVE.k + np.array([[0, 0, 700.0], [0, 0, 300], [0, 0, 0]])
    return image, Located(SHAPE, replace(ABOVE, k=k, size=(1900, 1200)))


def test_the_picture_to_be_judged_at_the_keyboard_shows_such_a_board_alone(tmp_path):
    image, found = fifth()
    write_overlay(Photo(Path("photo.jpg"), image, found), tmp_path / "grid.png")
    shown = load_picture(tmp_path / "grid.png")
    ground = np.abs(shown.pixels.astype(int) - BOARD).max(axis=2) < 20
    assert ground.mean() > 0.4
    assert shown.pixels.shape[1] < 900


def test_the_picture_to_be_judged_at_the_page_shows_such_a_board_alone():
    image, found = fifth()
    shot = SimpleNamespace(image=image, found=found, reading=None)
    guide = SimpleNamespace(shots={"board": shot}, names=("board",), at=0)
    parts = [
        cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        for jpeg in (
            drawn_step(SimpleNamespace(guide=guide), is_whole=whole) for whole in (False, True)
        )
    ]
    grounds = [(np.abs(part.astype(int) - BOARD).max(axis=2) < 20).mean() for part in parts]
    assert grounds[0] > 0.4
    assert grounds[1] < 0.25


def test_a_board_that_fills_the_picture_is_not_cut():
    image = drawn()
    assert cropped_to_board(image, SHAPE, ABOVE)[0] is image


def test_a_board_partly_behind_the_camera_or_far_outside_is_drawn_without_failing():
    turned = replace(ABOVE, r=np.diag([1.0, 1.0, 1.0]), t=np.array([0.0, 0, 3]))
    for pose in (turned, replace(ABOVE, t=np.array([5000.0, 0, 400]))):
        assert draw_overlay(drawn(), SHAPE, pose, reading(("?bgyw",) * 4)).dtype == np.uint8


def test_markers_are_measured_where_they_lie():

    session = load_session(Path(__file__).parent / "data" / "four-player")
    image = load_picture(session.empty.file).pixels
    found = find_board(image, SHAPE, corners=session.empty.given.corners)
    markers = learn_markers(image, found)
    assert markers.size == pytest.approx(15.3, abs=0.4)
    wanted = np.array(session.shape.markers.centres)
    assert np.abs(np.array(markers.centres) - wanted).max() < 2.0
    assert learn_markers(drawn(), FOUND) is None
