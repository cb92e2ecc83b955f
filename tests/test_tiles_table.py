"""The drawn table of tiles: the same for a seed, where its pose says, and a round by the rules."""

import itertools

import numpy as np
import pytest

from companion.errors import CameraEnded, CameraError
from companion.game.tile_rows import misplaced, parse_tile
from companion.rulebooks import find_book
from companion.vision.camera import open_camera
from companion.vision.tiles_glyphs import FACES, face_picture
from companion.vision.tiles_script import random_table
from companion.vision.tiles_shape import Stance
from companion.vision.tiles_table import DrawnTable, TableMoment, TileCamera, drawn_tiles

DAVINCI = find_book("davinci")
TABLE = DrawnTable.usual(seed=4, width=640)
MOMENT = TableMoment((("B0", "W3!", "B7"), ("W1!", "B2")), clue=(1, "W"))


def test_faces_differ_and_are_printed_within_the_tile():
    faces = [face_picture(face, 6) for face in FACES]
    assert all(face.shape == (222, 144) and face[:20].max() == 0 for face in faces)
    for one, other in itertools.combinations(faces, 2):
        assert (one != other).mean() > 0.005
    assert (face_picture("6", 6) != face_picture("9", 6)[::-1, ::-1]).mean() > 0.01


def test_tiles_lie_where_the_pose_says_in_their_colours():
    image = TABLE.draw(MOMENT)
    tops = {"B": [], "W": []}
    for tile in drawn_tiles(MOMENT, seed=4):
        top = tile.place.corners()[4:]
        # beside the print, near the upper edge
        x, y = np.round(TABLE.pose.project(top[2:].mean(axis=0) * 0.85 + top.mean(axis=0) * 0.15))[
            0
        ].astype(int)
        tops[tile.colour].append(int(image[y, x].mean()))
    assert max(tops["B"]) < 80 < 160 < min(tops["W"])


def test_seats_look_at_their_rows_from_their_own_left():
    tiles = drawn_tiles(MOMENT, seed=4)
    near, far = tiles[:3], tiles[3:5]
    assert [t.place.x for t in near] == sorted(t.place.x for t in near)
    assert near[0].place.y < 0 < far[0].place.y
    assert far[0].place.x > far[1].place.x
    assert [t.place.stance for t in near] == [Stance.STANDS, Stance.LIES, Stance.STANDS]


def test_a_hand_hides_tiles_and_the_seed_is_kept():
    reached = TableMoment(MOMENT.rows, hand=(0, 2))
    still, hand = TABLE.draw(MOMENT), TABLE.draw(reached)
    assert (np.abs(still.astype(int) - hand).max(axis=2) > 40).mean() > 0.02
    assert (TABLE.draw(MOMENT) == still).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_made_up_round_keeps_the_rows_in_order_and_ends(players):
    moments = list(random_table(DAVINCI, players=players, seed=7))
    for moment in moments:
        assert len(moment.rows) == players
        for row in moment.rows:
            assert misplaced([parse_tile(text.rstrip("!")) for text in row]) is None
    hidden = [any(not text.endswith("!") for text in row) for row in moments[-1].rows]
    assert sum(hidden) == 1


def test_the_camera_gives_the_moments_and_their_truth():
    camera = TileCamera([MOMENT], TABLE)
    frame = camera.read(0)
    assert (frame.number, frame.at) == (1, 0.0)
    assert camera.moment == MOMENT
    with pytest.raises(CameraEnded):
        camera.read(0)


def test_the_drawn_table_is_a_camera_like_others():
    one, same = (open_camera("sim:davinci?seed=2&players=2&width=640").read(0) for _ in "ab")
    assert (one.image == same.image).all()


@pytest.mark.parametrize("options", ["players=5", "width=9", "faults=1"])
def test_what_cannot_be_drawn_is_refused(options):
    with pytest.raises(CameraError):
        open_camera(f"sim:davinci?{options}")
