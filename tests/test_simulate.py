"""The drawn game: the same for the same seed, whole, and where the pose says."""

import itertools

import numpy as np
import pytest

from calibration.board_files.load import load_board
from companion.errors import CameraEnded, CameraError, UnknownName
from companion.game.core.key_pegs import mark
from companion.rulebooks.shelf import HASBRO_2, find_book
from companion.simulator.open import open_camera
from companion.simulator.pegs.camera import plain_board, sim_camera
from companion.simulator.pegs.render import PLASTIC, draw, looking_at
from companion.simulator.pegs.script import Moment, Script, moments, random_script
from tests.small_board import clicks_in

pytestmark = pytest.mark.opencv

BOARD = plain_board(HASBRO_2)
POSE = looking_at(BOARD)
EMPTY = Moment(("....",) * 12, ((0, 0),) * 12)
SCRIPT = Script("rbgy", ("rrbb", "gybr", "rbgy"), ((1, 1), (0, 4), (4, 0)))


def sample(image, points):
    at = np.round(POSE.project(points)).astype(int)
    return image[at[:, 1], at[:, 0]].astype(int)


def test_the_same_seed_gives_the_same_frames():
    def frames(seed):
        camera = open_camera(f"sim:hasbro-2?seed={seed}")
        return [camera.read(0) for _ in range(3)]

    one, same, other = frames(4), frames(4), frames(5)
    assert all((a.image == b.image).all() and a.at == b.at for a, b in zip(one, same, strict=True))
    assert (one[0].image != other[0].image).any()
    assert [f.number for f in one] == [1, 2, 3]
    assert [f.at for f in one] == [0.0, 0.1, 0.2]


@pytest.mark.parametrize("book", ["hasbro-2", "hasbro-group", "bouwblokje"])
def test_a_made_up_game_follows_its_rules(book):
    rules = find_book(book)
    for seed in range(20):
        game = random_script(
            seed, palette=rules.colours, rows=rules.rows, cols=4, repeats=rules.repeats
        )
        assert rules.repeats or len(set(game.secret)) == 4
        assert game.rows[-1] == game.secret or len(game.rows) == rules.rows
        assert all(
            (mark(game.secret, row).black, mark(game.secret, row).white) == answer
            for row, answer in zip(game.rows, game.answers, strict=True)
        )


@pytest.mark.parametrize("seed", range(30))
def test_every_row_stands_still_at_least_once_and_the_board_is_cleared(seed):
    game = random_script(seed, palette="rbgywo", rows=10, cols=4)
    played = list(moments(game, rows=10, seed=seed))
    quiet = [m for m in played if not m.hand]
    for i, (row, answer) in enumerate(zip(game.rows, game.answers, strict=True)):
        assert any(m.rows[i] == row and m.keys[i] == answer for m in quiet)
    assert any(m.code == game.secret for m in quiet)
    assert set(played[-1].rows) == {"...."}
    # nothing moves but under a hand
    for a, b in itertools.pairwise(played):
        assert a.rows == b.rows or b.hand


def test_without_faults_the_rows_come_one_by_one():
    played = list(moments(SCRIPT, rows=12, seed=1, faults=False))
    assert {m.shift for m in played} == {(0.0, 0.0)}
    seen = list(dict.fromkeys(sum(row != "...." for row in m.rows) for m in played))
    assert seen == [0, 1, 2, 3]


def test_pegs_stand_where_the_pose_says_with_their_colours():
    for letter, plastic in PLASTIC.items():
        full = Moment((letter * 4,) * 12, ((0, 0),) * 12)
        seen = sample(draw(full, BOARD, POSE, seed=1), BOARD.heads())
        assert np.abs(np.median(seen, axis=0) - plastic).max() < 25
    holes = sample(draw(EMPTY, BOARD, POSE, seed=1), BOARD.holes())
    assert holes.max() < 70


def test_keys_hands_bumps_and_light_are_to_be_seen():
    def view(**change):
        fields = {"rows": EMPTY.rows, "keys": EMPTY.keys} | change
        return draw(Moment(**fields), BOARD, POSE, seed=1).astype(int)

    plain = view()
    key = sample(view(keys=((0, 1), *EMPTY.keys[1:])), BOARD.key_heads(1)[:1])
    assert key.min() > 150
    hand = view(hand=5)
    assert (np.abs(hand - plain).max(axis=2) > 60).mean() > 0.02
    assert np.abs(view(shift=(0.3, 0.0)) - plain).max() > 60
    assert view(gain=0.6).mean() == pytest.approx(0.6 * plain.mean(), rel=0.03)
    shown, covered = (sample(view(code=code), BOARD.code_heads()) for code in ("rbgy", ""))
    assert np.abs(shown - [PLASTIC[c] for c in "rbgy"]).max() < 40
    assert np.ptp(covered, axis=0).max() < 30


def test_drawn_sliders_are_read_as_they_are_pulled():
    shape = load_board("hasbro-2004")
    pose = looking_at(shape, size=(960, 720))
    pulled = ((2, 1), (3, 4), (4, 0), (0, 4), *((0, 0),) * 8)
    image = draw(Moment(EMPTY.rows, pulled), shape, pose, seed=1)
    assert clicks_in(image, pose, shape) == pulled


def test_a_scripted_game_ends():
    camera = sim_camera("hasbro-2", {"faults": 0}, script=SCRIPT)
    # drawn pictures cost time: the moments alone are enough here
    camera._played = iter(list(camera._played)[-2:])
    camera.read(0)
    assert camera.read(0).number == 2
    assert set(camera.moment.rows) == {"...."}
    with pytest.raises(CameraEnded):
        camera.read(0)


def test_books_that_cannot_be_drawn_are_refused():
    with pytest.raises(CameraError, match="one board of pegs"):
        sim_camera("invicta-4", {})
    with pytest.raises(UnknownName, match="bouwblok"):
        open_camera("sim:bouwblok")
    with pytest.raises(CameraError, match="seed"):
        open_camera("sim:hasbro-2?sead=1")
