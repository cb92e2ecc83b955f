"""Pictures of drawn tables as users take them: full and empty, in changing light, hands in them."""

from dataclasses import replace

import cv2
import numpy as np

from benchmarks.tile_rooms.decoys import decoy_things
from benchmarks.tile_rooms.layouts import Laid
from benchmarks.tile_rooms.looks import wild_look
from companion.simulator.tiles.looks import random_light, random_look
from companion.simulator.tiles.render import draw_tiles, visible_parts
from companion.simulator.tiles.scenery import DrawnTile, Thing
from companion.simulator.tiles.things import random_hand, random_things
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import TileBox

__all__ = ["HARDLY", "WELL", "amiss", "drawn", "misjudged", "recoloured"]

Chance = np.random.Generator
# tiles of which less is seen are not asked for, more must be told
HARDLY, WELL = 0.25, 0.5
# tables with things that might be taken for tiles; mm between such a thing's middle and a tile's
DECOYS, APART = 0.3, 45.0


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


def misjudged(box: TileBox, chance: Chance) -> TileBox:
    """Give a tile as a calibration may have it measured."""
    how = chance.choice([0.0, 0.5, 1.5])
    off = np.exp(chance.normal(0, (0.015, 0.03, 0.06)) * how)
    return TileBox(box.width * off[0], box.height * off[1], box.thickness * off[2])


def drawn(
    chance: Chance, laid: list[Laid], box: TileBox, pose: Pose, *, hand_share: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give a picture, one of the same table empty in perhaps other light, and what is seen."""
    look, light = wild_look(chance), random_light(chance)
    tiles = [each.tile for each in laid]
    hand = None
    if chance.random() < hand_share:
        near = laid[int(chance.integers(len(laid)))].tile.place if laid else None
        at = np.array([near.x, near.y]) + chance.normal(0, 25, 2) if near else None
        hand = random_hand(chance, at)
    things = random_things(chance)
    if chance.random() < DECOYS:
        things = [*things, *_apart(decoy_things(chance, box), tiles)]
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


def _apart(things: list[Thing], tiles: list[DrawnTile]) -> list[Thing]:
    """Give the things that lie beside all tiles."""
    places = np.array([(tile.place.x, tile.place.y) for tile in tiles]).reshape(-1, 2)
    return [
        thing
        for thing in things
        if (np.linalg.norm(places - thing.outline.mean(axis=0), axis=1) > APART).all()
    ]


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
