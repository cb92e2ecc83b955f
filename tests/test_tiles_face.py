"""One face seen both ways: upright it is a face, turned it is none, unless it looks alike."""

import numpy as np
import pytest

from companion.simulator.tiles.render import draw_tiles, over_table
from companion.simulator.tiles.scenery import DrawnTile
from companion.vision.tile_faces.boxes import Stance, TilePlace
from companion.vision.tile_faces.face_net import (
    BLANK,
    NEITHER,
    face_net,
    faces_of,
    upright_or_turned,
)
from companion.vision.tile_faces.face_patch import patch_of
from companion.vision.tile_faces.glyphs import FACES

pytestmark = pytest.mark.opencv


def shares(**given):
    """What a net says of one patch: the rest is `NEITHER`."""
    out = np.zeros((1, NEITHER + 1), np.float32)
    for name, share in given.items():
        out[0, BLANK if name == "blank" else FACES.index(name.removeprefix("f"))] = share
    out[0, NEITHER] = 1 - out.sum()
    return out


def told(upright, turned):
    joint, down = upright_or_turned(upright, turned)
    best = int(joint[0].argmax())
    is_down = best < BLANK and bool(down[0, best])
    return (*FACES, "blank", "neither")[best], round(float(joint[0, best]), 2), is_down


def test_a_sure_face_is_not_doubted_for_what_it_may_be_upside_down():
    face, share, turned = told(shares(f11=0.99), shares(f10=0.32, f11=0.08))
    assert (face, turned) == ("11", False)
    assert share > 0.95


def test_a_face_is_told_upside_down_as_surely():
    face, share, turned = told(shares(), shares(f7=0.98))
    assert (face, turned) == ("7", True)
    assert share > 0.95


def test_what_is_a_face_both_ways_is_one_only_if_it_looks_alike():
    assert told(shares(f8=0.97), shares(f8=0.97))[:2] == ("8", 1.0)
    _, share, _ = told(shares(f6=0.97), shares(f9=0.97))
    assert share < 0.6


def test_nothing_is_blank_or_none_of_all():
    assert told(shares(blank=0.98), shares(blank=0.9))[0] == "blank"
    assert told(shares(f4=0.3), shares(f7=0.2))[0] == "neither"


CAMERA = over_table((900, 675), span=300.0)


def looks_at(face):
    """An open tile's top, where it is and a millimetre beside."""
    image = draw_tiles(
        [DrawnTile(TilePlace(0.0, 0.0, 0.0, Stance.LIES), "W", face)], CAMERA, seed=4
    )
    return [patch_of(image, CAMERA, TilePlace(x, 0.0, 0.0, Stance.LIES)) for x in (0.0, 1.0)]


def sure_of(face):
    """A set's net that says `face` of whatever it sees, upright; it is none upside down."""
    net = face_net()
    says = np.full(net.b1.shape, -9.0, np.float32)
    says[FACES.index(face)] = says[NEITHER] = 0.0
    return net.with_last(np.zeros_like(net.w1), says)


def test_several_looks_at_a_tile_give_one_face():
    for face in ("2", "5", "7"):
        (guess,) = faces_of([looks_at(face)], face_net())
        assert (guess.face, guess.turned) == (face, False)


def test_a_face_is_said_only_if_the_nets_of_the_set_and_of_all_fonts_agree():
    (agreed,) = faces_of([looks_at("2")], sure_of("2"))
    (apart,) = faces_of([looks_at("2")], sure_of("7"))
    assert agreed.face == "2"
    assert apart.face == "??"


def test_one_look_that_shows_another_face_is_doubted():
    first, second = looks_at("2")[0], looks_at("7")[0]
    (guess,) = faces_of([[first, second]])
    assert guess.face == "??"


def test_no_tiles_have_no_faces():
    assert faces_of([]) == []
