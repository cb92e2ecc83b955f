"""Rendered rooms: what stands on the table is where the board's measures say it is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.rooms.boards import Filling, board_of, pegs_on
from benchmarks.rooms.colours import strange
from benchmarks.rooms.develop import developed, exposed, some_camera
from benchmarks.rooms.hands import seen_part, some_hand
from benchmarks.rooms.lights import moved, some_room
from benchmarks.rooms.meshes import Body, plate, turned
from benchmarks.rooms.specimens import some_specimen
from benchmarks.rooms.told import label_of
from benchmarks.rooms.views import some_pose
from companion.vision.geometry.arrays import Image
from companion.vision.geometry.pose import Pose
from companion.vision.locate.markers import detect_markers

KINDS = ("A", "B", "C", "D", "F")


def area(body: Body) -> float:
    a, b, c = (body.points[body.faces[:, k]] for k in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def volume(body: Body) -> float:
    a, b, c = (body.points[body.faces[:, k]] for k in range(3))
    return float(np.einsum("nk,nk->n", a, np.cross(b, c)).sum() / 6)


def test_a_plate_is_its_rectangle_less_its_openings() -> None:
    bores = [(10.0, 10.0, 2.0, (5.0, 15.0, 5.0, 15.0)), (30.0, 12.0, 3.0, (24.0, 36.0, 6.0, 18.0))]
    openings = 28 / 2 * np.sin(2 * np.pi / 28) * (2.0**2 + 3.0**2)
    assert area(plate((0.0, 50.0, 0.0, 20.0), bores)) == pytest.approx(
        50 * 20 - openings, rel=0.003
    )


def test_a_turned_cylinder_looks_outwards_and_is_as_large_as_it_should_be() -> None:
    cylinder = turned([(0.0, 0.0), (3.0, 0.0), (3.0, 0.0), (3.0, 5.0), (3.0, 5.0), (0.0, 5.0)])
    assert volume(cylinder) == pytest.approx(np.pi * 9 * 5, rel=0.01)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_pegs_stand_where_the_eyes_will_look(kind: str, seed: int) -> None:
    specimen = some_specimen(kind, np.random.default_rng(seed))
    shape = specimen.shape
    cells = shape.rows * shape.cols
    holes = 0 if shape.keys is None else shape.rows * len(shape.keys.offsets)
    for place in (0, cells - 1):
        letters = "".join("." if i != place else shape.palette[0] for i in range(cells))
        pegs = pegs_on(specimen, Filling(letters, "." * holes))
        assert pegs is not None
        low, high = pegs.points.min(axis=0), pegs.points.max(axis=0)
        head = shape.heads()[place]
        assert (low + high)[:2] / 2 == pytest.approx(head[:2], abs=0.01)
        assert low[2] < head[2] < high[2] + 2.5
        assert high[0] - low[0] == pytest.approx(2 * shape.head.radius, rel=0.05)


@pytest.mark.parametrize("kind", ["B", "C", "D", "F"])
def test_key_pegs_stand_in_their_holes(kind: str) -> None:
    specimen = some_specimen(kind, np.random.default_rng(3))
    shape = specimen.shape
    assert shape.keys is not None
    per_row = len(shape.keys.offsets)
    keys = "." * per_row + "k" + "." * (per_row * (shape.rows - 1) - 1)
    pegs = pegs_on(specimen, Filling("." * shape.rows * shape.cols, keys))
    assert pegs is not None
    middle = (pegs.points.min(axis=0) + pegs.points.max(axis=0)) / 2
    assert middle[:2] == pytest.approx(shape.key_heads(2)[0, :2], abs=0.01)


def test_an_empty_board_has_no_pegs_and_its_surface_at_nought() -> None:
    specimen = some_specimen("A", np.random.default_rng(0))
    specimen = replace(specimen, shape=replace(specimen.shape, markers=None))
    assert pegs_on(specimen, Filling("." * 48, "")) is None
    board = board_of(specimen)
    assert board.points[:, 2].max() == pytest.approx(0, abs=0.03)
    assert (board.colours > 0).all()


def test_made_up_colours_can_be_told_apart() -> None:
    paint = np.array(strange(8, np.random.default_rng(5)), np.float32)[None, :, ::-1]
    lab = cv2.cvtColor(np.ascontiguousarray(paint), cv2.COLOR_LBGR2LAB)[0]
    apart = np.linalg.norm(lab[:, None] - lab[None], axis=2) + 99 * np.eye(8)
    assert apart.min() > 6


@pytest.mark.parametrize("seed", range(12))
def test_lamps_hang_over_the_table_also_when_they_were_moved(seed: int) -> None:
    chance = np.random.default_rng(seed)
    room = some_room(chance)
    for lamp in (*room.lamps, *moved(room, chance).lamps):
        assert lamp.place[2] > lamp.radius / 2
        assert lamp.power > 0


def test_a_picture_is_exposed_for_what_is_in_it() -> None:
    chance = np.random.default_rng(1)
    grey = np.full((60, 80, 3), 0.2, np.float32)
    camera = some_camera(chance)
    for strength in (0.01, 1.0, 100.0):
        light = grey * np.float32(strength)
        picture = developed(light, exposed(light, light, camera, chance), camera, 1.0, chance)
        assert picture.shape == (60, 80, 3)
        assert 60 < picture.mean() < 190


@pytest.mark.parametrize("kind", KINDS)
def test_markers_lie_where_the_label_has_them_and_can_be_read(kind: str) -> None:
    chance = np.random.default_rng(8)
    specimen = some_specimen(kind, chance)
    while specimen.shape.markers is None:
        specimen = some_specimen(kind, chance)
    pose = some_pose(specimen.shape, (1280, 960), 65.0, chance)
    # aslant a build's wall may hide a marker
    while pose.r[2, 2] > -0.98:
        pose = some_pose(specimen.shape, (1280, 960), 65.0, chance)
    holes = 0 if specimen.shape.keys is None else 4 * specimen.shape.rows
    empty = Filling("." * specimen.shape.rows * specimen.shape.cols, "." * holes)
    quads = label_of(specimen, empty, pose, [])["markers"]["corners_dist"]  # type: ignore[index]
    seen = detect_markers(seen_flat(board_of(specimen), pose)).quads
    # a card lies under the box, which may hide some
    assert len(seen) >= (2 if kind == "F" else 4)
    for place, (quad,) in seen.items():
        # a wall or the box may stand before one corner
        true = np.array(quads[str(place)])
        side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()
        assert np.median(np.linalg.norm(quad - true, axis=1)) < 0.1 * side


def seen_flat(body: Body, pose: Pose) -> Image:
    """Give a grey picture of a body without light: each triangle in its colour, low ones first."""
    grey = np.full(pose.size[::-1], 128, np.uint8)
    pixels = np.rint(pose.project(body.points)).astype(np.int32)
    high = body.points[body.faces, 2].mean(axis=1)
    for face in body.faces[np.argsort(high, kind="stable")]:
        shade = 255 * float(body.colours[face].mean())
        cv2.fillConvexPoly(grey, pixels[face], shade)
    return grey


def test_a_ball_hides_what_it_stands_before() -> None:
    eye, points = np.array([0.0, 0.0, 300.0]), np.array([[0.0, 0, 0], [4.0, 0, 0], [60.0, 0, 0]])
    seen = seen_part([(0.0, 0.0, 20.0, 4.0)], eye, points, 4.0)
    assert seen[0] == 0
    assert 0 < seen[1] < 1
    assert seen[2] == 1
    assert (seen_part([], eye, points, 4.0) == 1).all()


def test_a_hand_hides_some_place_of_a_board_and_leaves_others() -> None:
    chance = np.random.default_rng(5)
    shape = some_specimen("B", chance).shape
    hand = some_hand(shape, chance)
    eye = np.append(shape.outline_points().mean(axis=0)[:2], 400.0)
    seen = seen_part(hand, eye, shape.heads(), shape.head.radius)
    assert seen.min() < 0.3
    assert seen.max() == 1
