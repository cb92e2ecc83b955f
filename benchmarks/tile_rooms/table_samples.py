"""What the net that finds tiles in the flat view of a table is trained on, and its truth."""

from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.tile_rooms.layouts import match_layout, open_layout, table_layout
from benchmarks.tile_rooms.pictures import HARDLY, WELL, amiss, drawn, misjudged, recoloured
from companion.simulator.tiles.looks import random_box, random_camera
from companion.simulator.tiles.render import over_table
from companion.vision.tile_faces.boxes import Stance, TileBox
from companion.vision.tiles.table_view import net_input, view_of

__all__ = ["table_batch", "table_scene"]

Chance = np.random.Generator
# pixels of a crop, and of a cell of its maps
CROP, STEP = 160, 4
STANDS, OPEN, HIDDEN = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Views and shifts of a table, and of its tiles (N, 8): x, y, kind, colour, turn, seen, ..."""

    still: np.ndarray
    empty: np.ndarray
    shift: np.ndarray
    box: TileBox
    tiles: np.ndarray


def table_scene(chance: Chance) -> Scene:
    """Draw a table of rows and a pool, and give it as the net sees it."""
    box = random_box(chance)
    pose = random_camera(chance, width=int(chance.integers(620, 820)))
    fate = chance.random()
    if fate < 0.25:
        laid = match_layout(chance, box)
        if chance.random() < 0.5:
            size = pose.size[0], pose.size[0] * 3 // 4
            span, lean = chance.uniform(520, 640), chance.uniform(0.05, 0.5)
            pose = over_table(size, span=float(span), lean=float(lean))
    elif fate < 0.28:
        laid = []
    else:
        laid = (open_layout if fate < 0.34 else table_layout)(chance, box)
    still, empty, seen = drawn(chance, laid, box, pose, hand_share=0.4)
    view = view_of(amiss(pose, chance), misjudged(box, chance))
    tiles = _tiles_in(view, laid, seen, pose, box)
    shift = cv2.resize(view.shift(), None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    return Scene(view.of(still), view.of(empty), shift, view.box, tiles)


def _tiles_in(view, laid, seen, pose, box) -> np.ndarray:
    rows = []
    for each, part in zip(laid, seen, strict=True):
        place = each.tile.place
        if np.isnan(part) or part < 0.02:
            continue
        high = box.solid(place.stance)[2] / 2
        u = np.array([np.cos(place.turn), np.sin(place.turn), 0]) * 3
        middle = np.array([place.x, place.y, high])
        pixels = pose.project(np.stack([middle, middle - u, middle + u]))
        x, left, right = view.flat.pixels(view.pose.on_plane(pixels)[:, :2])
        way = right - left
        kind = STANDS if place.stance is Stance.STANDS else OPEN if each.tile.face else HIDDEN
        rows.append([*x, kind, each.tile.colour == "W", np.arctan2(way[1], way[0]), part])
    return np.array(rows, np.float32).reshape(-1, 6)


def table_batch(scenes, size, chance):
    """Give inputs (N, C, h, w) and what is wanted, of random crops of random scenes."""
    inputs, wanted = [], []
    for _ in range(size):
        scene = scenes[int(chance.integers(len(scenes)))]
        x, w = _table_crop(scene, chance)
        inputs.append(x)
        wanted.append(w)
    return np.stack(inputs), [np.stack(part) for part in zip(*wanted, strict=True)]


def _table_crop(scene, chance):
    h, w = scene.still.shape[:2]
    at = np.array([chance.uniform(0, w), chance.uniform(0, h)])
    if len(scene.tiles) and chance.random() < 0.75:
        # standing tiles are the harder ones
        odds = np.where(scene.tiles[:, 2] == STANDS, 2.0, 1.0)
        chosen = int(chance.choice(len(odds), p=odds / odds.sum()))
        at = scene.tiles[chosen, :2] + chance.normal(0, 45, 2)
    way = float(chance.integers(4)) * np.pi / 2 + chance.normal(0, 0.12)
    if chance.random() < 0.2:
        way = chance.uniform(0, 2 * np.pi)
    flip = -1.0 if chance.random() < 0.5 else 1.0
    grow = float(np.exp(chance.normal(0, 0.03)))
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]]) @ np.diag([flip, 1])
    turn = turn * grow
    move = np.array([CROP / 2 - 0.5] * 2) - turn @ at
    affine = np.c_[turn, move]
    args = {"flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_CONSTANT}
    still, empty = (
        cv2.warpAffine(v, affine, (CROP, CROP), **args) for v in (scene.still, scene.empty)
    )
    coarse = affine @ np.array([[8, 0, 3.5], [0, 8, 3.5], [0, 0, 1]])
    shift = cv2.warpAffine(
        scene.shift, coarse, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    shift = shift @ (turn.T / grow).astype(np.float32)
    still, empty = recoloured(still, empty, chance)
    box = scene.box
    planes = net_input(still, None if chance.random() < 0.15 else empty, shift, box)
    tiles = scene.tiles.copy()
    tiles[:, :2] = tiles[:, :2] @ turn.T + move
    ways = np.stack([np.cos(tiles[:, 4]), np.sin(tiles[:, 4])], 1) @ turn.T
    tiles[:, 4] = np.arctan2(ways[:, 1], ways[:, 0])
    return planes, _table_maps(tiles, box)


def _table_maps(tiles, box):
    side = CROP // STEP
    heat = np.zeros((3, side, side), np.float32)
    ignore = np.zeros((1, side, side), np.float32)
    mask, colour = np.zeros((side, side), np.float32), np.zeros((side, side), np.float32)
    offset, turn = np.zeros((2, side, side), np.float32), np.zeros((2, side, side), np.float32)
    y, x = np.mgrid[:side, :side].astype(np.float32)
    for at_x, at_y, kind, white, angle, seen in tiles:
        u, v = (at_x - 1.5) / STEP, (at_y - 1.5) / STEP
        col, row = round(float(u)), round(float(v))
        if not (-2 <= col < side + 2 and -2 <= row < side + 2):
            continue
        if seen < WELL:
            ignore[0][np.hypot(x - u, y - v) < 2.2] = 1
        if seen < HARDLY or not (0 <= col < side and 0 <= row < side):
            continue
        narrow = 0.75 if kind == STANDS else 1.0
        bell = np.exp(-((x - col) ** 2 + (y - row) ** 2) / (2 * narrow**2))
        np.maximum(heat[int(kind)], bell, out=heat[int(kind)])
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                i, j = row + dy, col + dx
                if 0 <= i < side and 0 <= j < side and (dx == dy == 0 or not mask[i, j]):
                    mask[i, j] = 1.0 if dx == dy == 0 else 0.3
                    colour[i, j] = white
                    offset[:, i, j] = u - j, v - i
                    turn[:, i, j] = np.cos(2 * angle), np.sin(2 * angle)
    return heat, ignore, mask, colour, offset, turn
