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
        for place in places:
            _disc(image, pose, place, radius, BORE)
    for cell, colour in (pegs or {}).items():
        place = shape.head_edges()[shape.cells().index(cell)]
        _disc(image, pose, place, shape.head.radius, colour)
    if markers:
        _stick(image, shape, pose, grid)
    picture = image.reshape(h, w, 3).clip(0, 255).astype(np.uint8)
    return cv2.GaussianBlur(picture, (3, 3), 0)


def _disc(image, pose, place, radius, colour):
    """Colour the pixels that see the level disc around `place`: only those about it are asked."""
    x, y, z = place
    around = [(x + dx * radius, y + dy * radius, z) for dx in (-2, 0, 2) for dy in (-2, 0, 2)]
    seen = pose.project(around)
    low = np.maximum(seen.min(axis=0), 0).astype(int)
    high = np.minimum(seen.max(axis=0) + 1, pose.size).astype(int)
    columns, rows = (np.arange(a, b) for a, b in zip(low, high, strict=True))
    if not len(columns) or not len(rows):
        return
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    there = pose.on_plane(grid, z=z)[:, :2]
    on = grid[np.hypot(there[:, 0] - x, there[:, 1] - y) < radius]
    image[on[:, 1] * pose.size[0] + on[:, 0]] = colour


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
