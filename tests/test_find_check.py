"""A find is held against the empty board, and only yields to a way to lie that is better."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from drawn import camera, draw

from calibration.board_files.load import load_board
from companion.errors import BoardNotFound, MirroredPicture, UnfitPicture
from companion.vision.board.parts import Appearance
from companion.vision.fit.board_fit import BoardFit
from companion.vision.locate import find_check
from companion.vision.locate.markers import MarkerHits
from companion.vision.locate.search import Search
from companion.vision.match.empty_match import MirrorSimilarity
from tests.small_board import place_of, small_shape

SHAPE = small_shape()
POSE = place_of(SHAPE).pose
CORNERS = POSE.project(SHAPE.corners())
IMAGE = np.zeros((8, 8, 3), np.uint8)
UNMARKED = MarkerHits({})


def checked(
    monkeypatch,
    corners=None,
    pose=POSE,
    *,
    here,
    elsewhere,
    mirrored,
    off=(0.0, 0.0),
    others=0.0,
    markers=UNMARKED,
    how="found",
    shape=SHAPE,
):
    """Check a find of score 1; `others` is the joint score of the other ways, `off` mm aside."""
    like = SimpleNamespace(here=here, elsewhere=elsewhere)
    aside = replace(pose, t=pose.t + pose.r @ (*off, 0.0))
    other = BoardFit(pose=aside, shape=SHAPE, how="another", score=1.0)
    monkeypatch.setattr(find_check, "compare_with_empty", lambda *_: like)
    mirror = MirrorSimilarity(mirrored, 0, (0.0, 0.0))
    monkeypatch.setattr(find_check, "mirror_similarity", lambda *_: mirror)
    monkeypatch.setattr(find_check, "elsewhere_start", lambda *_: aside)
    monkeypatch.setattr(find_check, "rivals_at", lambda *_: [(other, others)])
    monkeypatch.setattr(Search, "markers", markers)
    found = BoardFit(pose=pose, shape=shape, how=how, score=1.0)
    search = Search(IMAGE, shape, corners, empty=(IMAGE, POSE))
    return find_check.check_find(search, found).how


# a full board in other light: it looks like nothing that was seen, and the least bit like others
FAINT = {"here": 0.06, "elsewhere": 0.09, "mirrored": 0.08}
# as when row 1 is taken for row 2
ASIDE = {"here": 0.2, "elsewhere": 0.4, "mirrored": 0.1, "off": (0.0, 17.0)}


def test_a_clicked_board_that_hardly_looks_like_its_empty_self_is_kept(monkeypatch):
    assert checked(monkeypatch, CORNERS, **FAINT) == "found"


def test_a_board_that_nobody_pointed_at_is_refused_then(monkeypatch):
    with pytest.raises(BoardNotFound, match="does not look like the empty one"):
        checked(monkeypatch, **FAINT)


@pytest.mark.parametrize("corners", [None, CORNERS])
def test_another_way_that_looks_more_like_it_but_fits_worse_changes_nothing(monkeypatch, corners):
    seen = {"here": 0.2, "elsewhere": 0.4, "mirrored": 0.4}
    assert checked(monkeypatch, corners, **seen, others=1.5) == "found"


def test_a_place_a_row_aside_that_is_better_is_taken_instead(monkeypatch):
    assert checked(monkeypatch, **ASIDE, others=2.1) == "another"


def test_one_that_is_hardly_better_leaves_it_open(monkeypatch):
    with pytest.raises(BoardNotFound, match="does not look like the empty one"):
        checked(monkeypatch, **ASIDE, others=1.68)
    assert checked(monkeypatch, CORNERS, **ASIDE, others=1.68) == "found"


def test_what_lies_better_on_the_same_places_is_taken_however_little_it_is(monkeypatch):
    seen = ASIDE | {"off": (0.0, 3.1)}
    assert checked(monkeypatch, **seen, others=1.62) == "another"
    assert checked(monkeypatch, **seen, others=1.58) == "found"


def test_clicks_a_row_aside_are_refused(monkeypatch):
    with pytest.raises(BoardNotFound, match="does not look like the empty one"):
        checked(monkeypatch, CORNERS, **ASIDE, others=2.1)


def test_a_build_that_markers_hold_is_doubted_and_not_moved_to_another_place(monkeypatch):
    """One by two markers was moved to nine head radii beside it; where it may slide was tried."""
    build = {"how": "markers", "shape": replace(SHAPE, hole=Appearance("stud", 2.4))}
    with pytest.raises(BoardNotFound, match="does not look like the empty one"):
        checked(monkeypatch, **ASIDE, others=2.1, **build)
    nearer = ASIDE | {"off": (0.0, 3.1)}
    assert checked(monkeypatch, **nearer, others=2.1, **build) == "another"
    assert checked(monkeypatch, **ASIDE, others=2.1, how="markers") == "another"


def test_a_place_as_near_to_the_clicks_is_taken_instead(monkeypatch):
    small = POSE.resized((120, 148))
    corners = small.project(SHAPE.corners())
    assert checked(monkeypatch, corners, small, **ASIDE, others=2.1) == "another"


@pytest.mark.parametrize("corners", [None, CORNERS])
def test_a_mirrored_picture_is_refused_though_its_corners_were_clicked(monkeypatch, corners):
    with pytest.raises(MirroredPicture):
        checked(monkeypatch, corners, here=0.2, elsewhere=0.1, mirrored=0.4, others=2.1)


@pytest.mark.parametrize("corners", [None, CORNERS])
def test_a_picture_in_which_a_marker_is_read_is_not_mirrored(monkeypatch, corners):
    """A hand over most of a clicked board left what looked more like its mirror image."""
    seen = {"here": 0.2, "elsewhere": 0.1, "mirrored": 0.4, "others": 2.1}
    read = MarkerHits({2: [CORNERS]})
    assert checked(monkeypatch, corners, markers=read, **seen) == "found"


def beside(pose, shape, way):
    """Where a board is taken to lie by one who mistakes a row, or its ends."""
    if way == "a row further":
        return replace(pose, t=pose.t - pose.r @ (0.0, shape.row_pitch, 0.0))
    half, ends = np.diag([-1.0, -1.0, 1.0]), 2 * shape.corners().mean(axis=0) * (1, 1, 0)
    return replace(pose, r=pose.r @ half, t=pose.t + pose.r @ ends)


@pytest.mark.parametrize("way", ["a row further", "end for end"])
def test_a_board_drawn_and_taken_to_lie_otherwise_is_laid_where_it_lies(way):
    shape = load_board("classic")
    there, here = camera(shape), camera(shape, tilt=24.0, turn=8.0)
    image = draw(shape, here, pegs={(1, 1): (40, 30, 200), (2, 3): (160, 70, 30)})
    mistaken = BoardFit(shape, beside(here, shape, way), "unaided", 1.0)
    search = Search(image, shape, empty=(draw(shape, there), there))
    found = find_check.check_find(search, mistaken)
    off = found.pose.project(shape.corners()) - here.project(shape.corners())
    assert np.linalg.norm(off, axis=1).max() < 2.0


def mirrored(pose, shape, aside):
    """Where the lattice lies in the mirror image of the picture, that many places aside."""
    flip = np.diag([-1.0, 1.0, 1.0])
    ends = np.array([2 * shape.corners()[:, 0].mean() + aside * shape.hole_pitch, 0.0, 0.0])
    k = pose.k.copy()
    k[0, 2] = pose.size[0] - 1 - k[0, 2]
    return replace(pose, k=k, r=flip @ pose.r @ flip, t=flip @ (pose.t + pose.r @ ends))


@pytest.mark.parametrize("aside", [1, 3])
def test_a_mirrored_board_is_told_though_it_was_found_some_places_aside(aside):
    """As of a build whose key pips were taken for code pips: all of its guesses were read."""
    shape = load_board("classic")
    there, here = camera(shape), camera(shape, tilt=24.0, turn=8.0)
    image = draw(shape, here, pegs={(1, 1): (40, 30, 200), (2, 3): (160, 70, 30)})
    found = BoardFit(shape, mirrored(here, shape, aside), "unaided", 1.0)
    flipped = np.ascontiguousarray(image[:, ::-1])
    with pytest.raises(MirroredPicture):
        find_check.check_find(Search(flipped, shape, empty=(draw(shape, there), there)), found)


def drawn_in_light(gains, *, swapped=False):
    """Draw a brown board with two pegs, in a light of such gains (blue, green, red)."""
    shape = load_board("classic")
    there, here = camera(shape), camera(shape, tilt=24.0, turn=8.0)
    image = draw(shape, here, pegs={(1, 1): (40, 30, 200), (2, 3): (160, 70, 30)})
    image = np.clip(image * np.array(gains), 0, 255).astype(np.uint8)
    seen = image[..., ::-1] if swapped else image
    return Search(np.ascontiguousarray(seen), shape, empty=(draw(shape, there), there)), here


@pytest.mark.opencv
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_a_picture_with_red_and_blue_swapped_is_refused_wherever_the_board_was_found(rows):
    """A build was found two rows aside in one: nothing was read, but shown where it is not."""
    search, here = drawn_in_light((1.0, 1.0, 1.0), swapped=True)
    aside = here.r @ (0.0, rows * search.shape.row_pitch, 0.0)
    found = BoardFit(search.shape, replace(here, t=here.t + aside), "empty board", 1.0)
    with pytest.raises(UnfitPicture, match="Red and blue are swapped"):
        find_check.check_find(search, found)


@pytest.mark.opencv
@pytest.mark.parametrize("gains", [(1.0, 1.0, 1.0), (1.3, 1.0, 0.75), (0.7, 1.0, 1.3)])
def test_another_light_is_not_taken_for_red_and_blue_swapped(gains):
    search, here = drawn_in_light(gains)
    found = BoardFit(search.shape, here, "empty board", 1.0)
    assert find_check.check_find(search, found) is found


def test_a_board_without_colours_is_found_whichever_way_red_and_blue_are():
    search, here = drawn_in_light((1.0, 1.0, 1.0), swapped=True)
    (empty, there), grey = search.empty, lambda image: image[..., [1, 1, 1]]
    colourless = replace(search, image=grey(search.image), empty=(grey(empty), there))
    found = BoardFit(search.shape, here, "empty board", 1.0)
    assert find_check.check_find(colourless, found) is found
