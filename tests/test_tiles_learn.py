"""One photo of all faces teaches a set of tiles: which is which by their order, in any print."""

import numpy as np
import pytest

from calibration.store.tile_faces import faces_as_data, faces_from_data, learned_from, prints_of
from companion.errors import CalibrationError
from companion.simulator.tiles.render import draw_tiles, over_table
from companion.simulator.tiles.scenery import DrawnTile, TableLook
from companion.vision.tile_faces.boxes import BOX, Stance, TilePlace
from companion.vision.tile_faces.face_net import face_net, faces_of
from companion.vision.tile_faces.face_patch import patch_of
from companion.vision.tile_faces.glyphs import FACES, face_picture
from companion.vision.tile_rows.row_fit import FittedRows, fit_rows
from companion.vision.tiles.tile_net import OpenTile

pytestmark = pytest.mark.opencv

CAMERA = over_table((1200, 900), span=400.0)


def row_of(y, turn=0.0):
    return tuple(TilePlace((i - 6) * 27.0, y, turn, Stance.LIES) for i in range(len(FACES)))


def prints(faces=FACES, look=None):
    """All tiles open: black ones in the far row, white ones in the near one."""
    rows = row_of(22.0), row_of(-22.0)
    tiles = [
        DrawnTile(at, colour, face)
        for colour, row in zip("BW", rows, strict=True)
        for at, face in zip(row, faces, strict=True)
    ]
    image = draw_tiles(tiles, CAMERA, seed=1, look=look)
    return prints_of(image, FittedRows(CAMERA, BOX, rows, 0.0))


@pytest.fixture(scope="module")
def learned():
    return learned_from(prints())


def test_all_faces_are_proven_and_learned_by_their_order(learned):
    assert prints().is_proven
    assert learned.known == tuple(colour + face for colour in "BW" for face in FACES)


def test_another_order_is_not_proven():
    assert not prints([*FACES[1:], FACES[0]]).is_proven


def small_dash(face, scale, box):
    """Draw a print whose dash is as small as some sets have it: a hundredth of the tile."""
    if face != "-":
        return face_picture(face, scale, box)
    w, h = round(box.width * scale), round(box.height * scale)
    picture = np.zeros((h, w), np.uint8)
    picture[round(0.48 * h) : round(0.52 * h), round(0.37 * w) : round(0.63 * w)] = 255
    return picture


def test_a_small_dash_is_not_washed_out():
    seen = prints(look=TableLook(print_of=small_dash))
    assert (seen.washed, seen.is_proven) == ((), True)


def test_a_print_in_the_light_of_its_plastic_is_washed_out():
    seen = prints(
        look=TableLook(plastic={**TableLook().plastic, "W": ((200.0,) * 3, (197.0,) * 3)})
    )
    assert set(seen.washed) >= {f"W{face}" for face in FACES[:6]}
    assert not any(name.startswith("B") for name in seen.washed)


def test_what_is_learned_reads_these_tiles_upright_and_turned(learned):
    turned = [DrawnTile(at, "W", face) for at, face in zip(row_of(0.0, np.pi), FACES, strict=True)]
    image = draw_tiles(turned, CAMERA, seed=2)
    patches = [[patch_of(image, CAMERA, tile.place)] for tile in turned]
    read = [guess.face for guess in faces_of(patches, learned.net)]
    assert all(face in (true, "??") for face, true in zip(read, FACES, strict=True))
    assert sum(face == true for face, true in zip(read, FACES, strict=True)) >= 11


def test_what_is_learned_is_kept_as_plain_values(learned):
    data = faces_as_data(learned)
    again = faces_from_data(data)
    assert again.known == learned.known
    assert again.net.w1 == pytest.approx(learned.net.w1, abs=2e-3)
    with pytest.raises(CalibrationError, match="cannot be read"):
        faces_from_data({**data, "w1": None})


def test_only_the_last_layer_is_of_these_tiles(learned):
    assert learned.net.w1.shape == face_net().w1.shape
    assert not np.allclose(learned.net.w1, face_net().w1)


def test_tiles_that_no_camera_sees_so_still_have_a_fit():
    """A picture's corners may be wrong altogether, as here, where all lie on one line."""
    x = np.array([-25.0, 25.0, 25.0, -25.0] * 2)
    rows = [
        [OpenTile(np.c_[x + 60 * i, np.full(8, y)], 1.0, 1.0) for i in range(len(FACES))]
        for y in (300.0, 300.0)
    ]
    assert fit_rows(rows, (1200, 900)).pose.position[2] > 0
