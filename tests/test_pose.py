from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn import camera

from calibration.board_files.load import load_board
from companion.vision.geometry.pose import Flat, pose_from_label

pytestmark = pytest.mark.opencv

SHAPE = load_board("classic")


def test_projection_is_opencvs():
    pose = camera(SHAPE, k1=-0.12)
    points = SHAPE.heads()
    theirs, _ = cv2.projectPoints(
        points.reshape(-1, 1, 3), pose.turned(), pose.t, pose.k, pose.dist
    )
    np.testing.assert_allclose(pose.project(points), theirs.reshape(-1, 2), atol=1e-6)


def test_what_is_behind_the_camera_has_no_pixel():
    pose = camera(SHAPE)
    behind = pose.position + (pose.position - SHAPE.outline_points().mean(axis=0))
    assert np.isnan(pose.project([behind])).all()


@pytest.mark.parametrize(("tilt", "is_seen"), [(0, True), (50, True), (88, False), (100, False)])
def test_a_board_is_looked_down_on_unless_it_is_seen_from_the_side_or_below(tilt, is_seen):
    assert camera(SHAPE, tilt=tilt, turn=0).looks_down_on(SHAPE.heads()) == is_seen


def test_a_board_behind_the_camera_is_not_looked_down_on():
    pose = camera(SHAPE)
    assert not replace(pose, t=-pose.t).looks_down_on(SHAPE.heads())
    assert not replace(pose, t=pose.t - (0, 0, 330.0)).looks_down_on(SHAPE.heads())


@pytest.mark.parametrize("k1", [0.0, -0.15])
def test_a_pixel_goes_back_to_its_plane(k1):
    pose = camera(SHAPE, k1=k1, tilt=30)
    points = SHAPE.heads()
    np.testing.assert_allclose(
        pose.on_plane(pose.project(points), z=SHAPE.head.height), points, atol=0.01
    )


def test_a_nearer_millimetre_is_larger():
    pose = camera(SHAPE, tilt=30, turn=0)
    near, far = pose.px_per_mm(SHAPE.corners()[[3, 0]])
    assert near != pytest.approx(far, rel=0.05)
    step = np.linalg.norm(np.diff(pose.project([(0, 0, 0), (0.1, 0, 0)]), axis=0)) / 0.1
    assert near == pytest.approx(step, rel=0.05)


def test_a_picture_of_half_the_size_has_half_the_pixels():
    pose = camera(SHAPE)
    half = pose.resized((480, 360))
    np.testing.assert_allclose(
        half.project(SHAPE.holes()) + 0.5, (pose.project(SHAPE.holes()) + 0.5) / 2
    )


def test_a_flat_view_shows_a_hole_where_it_says():
    pose = camera(SHAPE, tilt=25)
    image = np.full((720, 960), 200, np.uint8)
    spot = pose.project([(14.0, 17.3, 0.0)])[0]
    cv2.circle(image, tuple(int(v) for v in np.rint(spot)), 6, 0, -1)
    flat = Flat(-5, -5, 50, 50, 4.0)
    view = flat.of(image, pose)
    assert view.shape == (220, 220)
    dark = np.argwhere(view < 60)[:, ::-1].mean(axis=0)
    np.testing.assert_allclose(dark, flat.pixels([(14.0, 17.3)])[0], atol=1.0)


def test_maps_between_projected_pixels_are_exact_enough():
    pose = camera(SHAPE, k1=-0.17, tilt=30)
    flat = Flat(-11, -29, 67, 194, 3.0)
    maps = flat.maps(pose)
    w, h = flat.size
    x = flat.x0 + (np.arange(w) + 0.5) / flat.scale
    y = flat.y1 - (np.arange(h) + 0.5) / flat.scale
    every = np.stack(np.broadcast_arrays(x[None], y[:, None], 0.0), -1).reshape(-1, 3)
    np.testing.assert_allclose(maps.reshape(-1, 2), pose.project(every), atol=0.05)


def test_a_label_becomes_a_pose():
    label = {
        "K": [800.0, 810.0, 479.5, 359.5],
        "dist": [0.1, 0, 0, 0, 0],
        "R": np.diag([1.0, -1.0, -1.0]).tolist(),
        "t": [0, 0, 300.0],
    }
    pose = pose_from_label(label, (960, 720))
    np.testing.assert_allclose(pose.project([(0, 0, 0)]), [(479.5, 359.5)])
    np.testing.assert_allclose(pose.position, [0, 0, 300.0])
