"""A board drawn as a camera would see it: flat, with bores, an outline and markers."""

import cv2
import numpy as np

from companion.vision.geometry.pose import Pose

BOARD, BORE, TABLE = (70, 90, 150), (15, 15, 20), (150, 170, 160)


def camera(shape, *, size=(960, 720), tilt=18.0, turn=20.0, focal=0.8, k1=0.0, away=330.0):
    """Give a pose that looks at the middle of `shape`, leaning by `tilt` and turned, in degrees."""
    middle = shape.outline_points().mean(axis=0)
    a, b = np.radians(tilt), np.radians(turn)
    roll = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1.0]])
    lean = np.array([[1.0, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    r = roll @ lean @ np.diag([1.0, -1.0, -1.0])
    t = np.array([0.0, 0.0, away]) - r @ middle
    w, h = size
    k = np.array([[focal * w, 0, (w - 1) / 2], [0, focal * w, (h - 1) / 2], [0, 0, 1.0]])
    return Pose(k, np.array([k1, 0, 0, 0, 0.0]), r, t, size)


def draw(shape, pose, *, pegs=None, markers=False):
    """Give the BGR picture; `pegs` maps (row, column) to a colour."""
    w, h = pose.size
    grid = np.stack(np.meshgrid(np.arange(w), np.arange(h)), axis=-1).reshape(-1, 2)
    image = np.empty((h * w, 3), np.float32)
    grain = np.random.default_rng(3).normal(0, 4, (h * w, 1))
    image[:] = TABLE + grain
    at = pose.on_plane(grid, z=0.0)[:, :2]
    (x0, y1), (x1, _), (_, y0), _ = shape.outline
    on = (at[:, 0] > x0) & (at[:, 0] < x1) & (at[:, 1] > y0) & (at[:, 1] < y1)
    image[on] = BOARD + grain[on]
    for places, radius in ((shape.hole_edges(), shape.hole.radius), *_keys(shape)):
        there = pose.on_plane(grid, z=places[0, 2])[:, :2]
        for x, y, _ in places:
            image[np.hypot(there[:, 0] - x, there[:, 1] - y) < radius] = BORE
    for cell, colour in (pegs or {}).items():
        x, y, z = shape.head_edges()[shape.cells().index(cell)]
        there = pose.on_plane(grid, z=z)[:, :2]
        image[np.hypot(there[:, 0] - x, there[:, 1] - y) < shape.head.radius] = colour
    if markers:
        _stick(image, shape, pose, grid)
    picture = image.reshape(h, w, 3).clip(0, 255).astype(np.uint8)
    return cv2.GaussianBlur(picture, (3, 3), 0)


def _keys(shape):
    return ((shape.key_edges(), shape.keys.look.radius),) if shape.keys else ()


def _stick(image, shape, pose, grid, side=60):
    at = pose.on_plane(grid, z=shape.markers.height)[:, :2]
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate(shape.markers.centres):
        code = np.pad(cv2.aruco.generateImageMarker(words, number, side), 10, constant_values=255)
        px = (at - (x, y)) / shape.markers.size * side * (1, -1) + len(code) / 2
        on = ((px >= 0) & (px < len(code))).all(axis=1)
        i = px[on].astype(int)
        image[on] = code[i[:, 1], i[:, 0]][:, None]
