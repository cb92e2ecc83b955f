"""What the nets that find tiles are trained on: drawn tables, disturbed, and their truth."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from benchmarks.tile_rooms.layouts import Laid, open_layout, table_layout
from benchmarks.tile_rooms.prints import random_print
from companion.simulator.render_tiles import draw_tiles, visible_parts
from companion.simulator.table_looks import (
    random_box,
    random_camera,
    random_hand,
    random_light,
    random_look,
    random_things,
)
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import Stance, TileBox
from companion.vision.tiles.table_view import CHANNELS, net_input, view_of

__all__ = [
    "CORNER_INPUTS",
    "TABLE_INPUTS",
    "corner_batch",
    "corner_scene",
    "table_batch",
    "table_scene",
]

Chance = np.random.Generator
TABLE_INPUTS, CORNER_INPUTS = CHANNELS, 7
# pixels of a crop, and of its maps
CROP, STEP = 160, 4
CORNER_CROP = (192, 288)
# tiles of which less is seen are not asked for, more must be told
HARDLY, WELL = 0.25, 0.5
STANDS, OPEN, HIDDEN = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Views and shifts of a table, and of its tiles (N, 8): x, y, kind, colour, turn, seen, ..."""

    still: np.ndarray
    empty: np.ndarray
    shift: np.ndarray
    box: TileBox
    tiles: np.ndarray


def amiss(pose: Pose, chance: Chance) -> Pose:
    """Give a camera as a calibration may have it: a little off in all that it measures."""
    how = chance.choice([0.3, 1.0, 2.0])
    k = pose.k.copy()
    k[:2, :2] *= 1 + chance.normal(0, 0.015) * how
    turn, _ = cv2.Rodrigues(chance.normal(0, 0.004, 3) * how)
    r = turn @ pose.r
    t = turn @ pose.t
    # what is seen at the table's middle stays there, as a fit would have it
    t = t * (k[0, 0] / pose.k[0, 0]) if chance.random() < 0.7 else t
    t[:2] += chance.normal(0, 1.2, 2) * how
    dist = pose.dist.copy()
    dist[0] += chance.normal(0, 0.01) * how
    return Pose(k, dist, r, t, pose.size)


def drawn(
    chance: Chance, laid: list[Laid], box: TileBox, pose: Pose, *, hand_share: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give a picture, one of the same table empty in perhaps other light, and what is seen."""
    look, light = random_look(chance, random_print(chance)), random_light(chance)
    tiles = [each.tile for each in laid]
    hand = None
    if chance.random() < hand_share:
        near = laid[int(chance.integers(len(laid)))].tile.place if laid else None
        at = np.array([near.x, near.y]) + chance.normal(0, 25, 2) if near else None
        hand = random_hand(chance, at)
    things = random_things(chance)
    seed = int(chance.integers(2**31))
    still = draw_tiles(
        tiles, pose, seed=seed, hand=hand, light=light, look=look, box=box, things=things
    )
    stay = [thing for thing in things if chance.random() < 0.5]
    other, lamps = light, look
    if chance.random() < 0.6:
        gain = float(np.exp(chance.normal(0, 0.15)))
        other = replace(
            light, gain=light.gain * gain, tint=light.tint * np.exp(chance.normal(0, 0.05))
        )
    if chance.random() < 0.15:
        lamps = replace(look, lamps=random_look(chance).lamps)
    empty = draw_tiles([], pose, seed=seed + 1, light=other, look=lamps, box=box, things=stay)
    if chance.random() < 0.2:
        by = np.float32([[1, 0, chance.normal(0, 0.7)], [0, 1, chance.normal(0, 0.7)]])
        empty = cv2.warpAffine(empty, by, pose.size, borderMode=cv2.BORDER_REPLICATE)
    if chance.random() < 0.7:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(55, 95))]
        still, empty = (
            cv2.imdecode(cv2.imencode(".jpg", v, quality)[1], cv2.IMREAD_COLOR)
            for v in (still, empty)
        )
    return still, empty, visible_parts(tiles, pose, box=box, hand=hand)


def table_scene(chance: Chance) -> Scene:
    """Draw a table of rows and a pool, and give it as the net sees it."""
    box = random_box(chance)
    pose = random_camera(chance, width=int(chance.integers(620, 820)))
    layout = open_layout if chance.random() < 0.08 else table_layout
    laid = layout(chance, box)
    if chance.random() < 0.03:
        laid = []
    still, empty, seen = drawn(chance, laid, box, pose, hand_share=0.45)
    view = view_of(amiss(pose, chance), box)
    tiles = _tiles_in(view, laid, seen, pose, box)
    shift = cv2.resize(view.shift(), None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    return Scene(view.of(still), view.of(empty), shift, box, tiles)


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
    if len(scene.tiles) and chance.random() < 0.85:
        at = scene.tiles[int(chance.integers(len(scene.tiles))), :2] + chance.normal(0, 45, 2)
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


def recoloured(still, empty, chance):
    """Give both views in another light, and the one a little other than the other."""
    shared = np.exp(chance.normal(0, 0.15)) * np.exp(chance.normal(0, 0.06, 3))
    views = []
    for view in (still, empty):
        own = shared * np.exp(chance.normal(0, 0.05)) * np.exp(chance.normal(0, 0.02, 3))
        lut = np.clip(np.arange(256)[:, None] * own + chance.normal(0, 2), 0, 255)
        lut = np.round(lut).astype(np.uint8).reshape(1, 256, 3)
        views.append(cv2.LUT(view, lut))
    return views


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


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A raw picture of open tiles, the empty table, and (N, 2 + 16) colour, seen, corners."""

    still: np.ndarray
    empty: np.ndarray
    tiles: np.ndarray
    wide: float


def corner_scene(chance: Chance) -> Opened:
    """Draw all tiles open in two rows, as they are calibrated with."""
    box, pose = random_box(chance), random_camera(chance, width=int(chance.integers(512, 800)))
    laid = open_layout(chance, box)
    still, empty, seen = drawn(chance, laid, box, pose, hand_share=0.04)
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
    h, w = CORNER_CROP
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
    planes = corner_input(still, None if chance.random() < 0.2 else empty)
    corners = scene.tiles[:, 2:].reshape(-1, 8, 2) @ turn.T + move
    if is_turned:
        corners = corners[:, [2, 3, 0, 1, 6, 7, 4, 5]]
    return planes, _corner_maps(scene.tiles[:, 0], scene.tiles[:, 1], corners, (h, w))


def corner_input(still, empty):
    """Give (7, h, w): a picture, the empty table and whether there is one."""
    planes = np.zeros((7, *still.shape[:2]), np.float32)
    planes[:3] = still.transpose(2, 0, 1) / np.float32(128) - 1
    if empty is not None:
        planes[3:6] = empty.transpose(2, 0, 1) / np.float32(128) - 1
        planes[6] = 1
    return planes


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
