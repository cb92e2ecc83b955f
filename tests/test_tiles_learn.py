"""One photo of all faces teaches a set of tiles: which is which by their order, in any print."""

import numpy as np
import pytest

from calibration.store.tile_faces import faces_as_data, faces_from_data, learned_from
from companion.errors import CalibrationError
from companion.simulator.tiles.render import DrawnTile, draw_tiles, over_table
from companion.vision.tiles.boxes import Stance, TilePlace
from companion.vision.tiles.detect import FoundTile
from companion.vision.tiles.face_net import FaceNet, face_net, faces_of
from companion.vision.tiles.face_patch import patch_of
from companion.vision.tiles.glyphs import FACES
from companion.vision.tiles.locate_table import SeenTable
from companion.vision.tiles.rows import FoundRow

CAMERA = over_table((1200, 900), span=400.0)
LIGHTS = {"B": -1.8, "W": 0.4}


def place(row, column):
    return TilePlace((column - 6) * 27.0, 22.0 - 44.0 * row, 0.0, Stance.LIES)


def laid_out(faces):
    """All tiles open: black ones in the far row, white ones in the near one."""
    tiles = [
        (colour, face, place(row, column))
        for row, colour in enumerate("BW")
        for column, face in enumerate(faces)
    ]
    drawn = draw_tiles([DrawnTile(at, c, f) for c, f, at in tiles], CAMERA, seed=1)
    rows = [
        FoundRow(0.0, tuple(FoundTile(at.x, at.y, 0.0, at.stance, 0.9, LIGHTS[c]) for at in places))
        for c in "BW"
        for places in [[at for colour, _, at in tiles if colour == c]]
    ]
    return drawn, SeenTable(CAMERA, tuple(rows), is_sure=True)


@pytest.fixture(scope="module")
def learned():
    return learned_from(*laid_out(FACES))


def test_all_faces_are_learned_by_their_order(learned):
    assert learned.known == tuple(colour + face for colour in "BW" for face in FACES)


def test_what_is_learned_reads_these_tiles_upright_and_turned(learned):
    turned = [
        DrawnTile(TilePlace((i - 6) * 27.0, 0, np.pi, Stance.LIES), "W", f)
        for i, f in enumerate(FACES)
    ]
    image = draw_tiles(turned, CAMERA, seed=2)
    patches = [patch_of(image, CAMERA, tile.place) for tile in turned]
    read = [guess.face for guess in faces_of(patches, learned.net)]
    assert all(face in (true, "??") for face, true in zip(read, FACES, strict=True))
    assert sum(face == true for face, true in zip(read, FACES, strict=True)) >= 11


def test_too_few_faces_teach_nothing():
    assert learned_from(*laid_out(FACES[:2])) is None


def test_what_is_learned_is_kept_as_plain_values(learned):
    data = faces_as_data(learned)
    again = faces_from_data(data)
    assert again.known == learned.known
    assert again.net.w1 == pytest.approx(learned.net.w1, abs=2e-3)
    with pytest.raises(CalibrationError, match="cannot be read"):
        faces_from_data({**data, "w1": None})


def test_only_the_last_layer_is_of_these_tiles(learned):
    assert isinstance(learned.net, FaceNet)
    assert learned.net.w0 is face_net().w0
    assert not np.allclose(learned.net.w1, face_net().w1)
