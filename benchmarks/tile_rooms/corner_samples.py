"""What the net that finds open tiles in a raw picture is trained on, and its truth."""

from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.tile_rooms.layouts import open_layout
from benchmarks.tile_rooms.pictures import WELL, drawn, recoloured
from companion.simulator.tiles.looks import random_box, random_camera
from companion.vision.tiles.tile_net import raw_input

__all__ = ["corner_batch", "corner_scene"]

Chance = np.random.Generator
# pixels of a crop (high, wide), and of a cell of its maps
CROP, STEP = (192, 288), 4


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A raw picture of open tiles, the empty table, and (N, 2 + 16) colour, seen, corners."""

    still: np.ndarray
    empty: np.ndarray
    tiles: np.ndarray
    wide: float


def corner_scene(chance: Chance, widths: tuple[int, int] = (512, 800)) -> Opened:
    """Draw all tiles open in two rows, as they are calibrated with, in a picture so wide (px)."""
    box, pose = random_box(chance), random_camera(chance, width=int(chance.integers(*widths)))
    laid = open_layout(chance, box)
    still, empty, seen = drawn(chance, laid, box, pose, hand_share=0.06)
    rows = []
    for each, part in zip(laid, seen, strict=True):
        place = each.tile.place
        corners = pose.project(place.corners(box))
        way = corners[1] - corners[0]
        if way[0] < 0:
            corners = corners[[2, 3, 0, 1, 6, 7, 4, 5]]
        rows.append([each.tile.colour == "W", part, *corners.reshape(-1)])
    tiles = np.array(rows, np.float32)
    wide = float(np.median(np.linalg.norm(tiles[:, 12:14] - tiles[:, 10:12], axis=1)))
    return Opened(still, empty, tiles, wide)


def corner_batch(scenes, size, chance):
    """Give inputs (N, 7, h, w) and what is wanted, of random crops of random pictures."""
    inputs, wanted = [], []
    for _ in range(size):
        x, w = _corner_crop(scenes[int(chance.integers(len(scenes)))], chance)
        inputs.append(x)
        wanted.append(w)
    return np.stack(inputs), [np.stack(part) for part in zip(*wanted, strict=True)]


def _corner_crop(scene, chance):
    h, w = CROP
    wanted = np.exp(chance.uniform(np.log(10), np.log(24)))
    grow = wanted / scene.wide
    # seen from the other side now and then
    is_turned = chance.random() < 0.3
    way = chance.normal(0, 0.08) + np.pi * is_turned
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]]) * grow
    at = scene.tiles[int(chance.integers(len(scene.tiles))), 2:].reshape(8, 2).mean(0)
    move = np.array([w / 2, h / 2]) + chance.normal(0, 40, 2) - turn @ at
    affine = np.c_[turn, move]
    views = [
        cv2.warpAffine(
            cv2.GaussianBlur(v, (0, 0), 0.4 / grow) if grow < 0.8 else v,
            affine,
            (w, h),
            borderMode=cv2.BORDER_REPLICATE,
        )
        for v in (scene.still, scene.empty)
    ]
    still, empty = recoloured(*views, chance)
    planes = raw_input(still, None if chance.random() < 0.2 else empty)
    corners = scene.tiles[:, 2:].reshape(-1, 8, 2) @ turn.T + move
    if is_turned:
        corners = corners[:, [2, 3, 0, 1, 6, 7, 4, 5]]
    return planes, _corner_maps(scene.tiles[:, 0], scene.tiles[:, 1], corners, (h, w))


def _corner_maps(white, seen, corners, size):
    h, w = size[0] // STEP, size[1] // STEP
    heat, ignore = np.zeros((1, h, w), np.float32), np.zeros((1, h, w), np.float32)
    mask, colour = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    places = np.zeros((16, h, w), np.float32)
    y, x = np.mgrid[:h, :w].astype(np.float32)
    for is_white, part, quad in zip(white, seen, corners, strict=True):
        u, v = (quad[4:].mean(0) - 1.5) / STEP
        col, row = round(float(u)), round(float(v))
        if part < WELL:
            ignore[0][np.hypot(x - u, y - v) < 3] = 1
        if not (0 <= col < w and 0 <= row < h) or part < WELL:
            continue
        np.maximum(heat[0], np.exp(-((x - col) ** 2 + (y - row) ** 2) / 2), out=heat[0])
        for i in range(max(0, row - 1), min(h, row + 2)):
            for j in range(max(0, col - 1), min(w, col + 2)):
                centre = i == row and j == col
                if centre or not mask[i, j]:
                    mask[i, j] = 1.0 if centre else 0.3
                    colour[i, j] = is_white
                    at = np.array([j, i], np.float32) * STEP + 1.5
                    places[:, i, j] = ((quad - at) / 16).reshape(-1)
    return heat, ignore, mask, colour, places
