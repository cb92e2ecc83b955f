"""Which tiles are black and which white: what the net says, held against the light of their tops.

All tops face the same lamps, whether a tile stands or lies, so that those of one colour look alike
and the two colours far apart, whatever the light is. Pure but for sampling the picture.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import TileBox
from companion.vision.tile_faces.picture_pair import sampled
from companion.vision.tiles.tile_net import SeenBox

__all__ = ["top_lights", "whiteness"]

# part of a top that is looked at, around its middle, and points across and along it: its edges are
# blurred; guesses
PART, POINTS = 0.5, 7
# mm by which a tile may stand before or behind where it is seen; as seen on drawn tables
SHIFTS = (-4.0, 0.0, 4.0)
# log light between the two colours below which it tells nothing; a guess, drawn tables have 0.9 to
# 2.5
APART = 0.5
# log odds of a top that is as light as white ones are; what the net's are worth beside them, and at
# most: on drawn tables the net errs in 3 % of tiles, the light in those that shine or are in shadow
CLEAR, NET_SHARE, MOST = 4.0, 0.5, 5.0


def top_lights(image: Image, pose: Pose, boxes: Sequence[SeenBox], box: TileBox) -> F64:
    """Return (N, 3) log light of the plain plastic on top of each tile in a BGR picture.

    It is looked at where the tile is seen, a little before it and a little behind.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    steps = np.linspace(0.5 - PART / 2, 0.5 + PART / 2, POINTS)
    across, along = (v.reshape(-1, 1) for v in np.meshgrid(steps, steps))
    tops = np.array([each.place.corners(box)[4:] for each in boxes]).reshape(-1, 1, 4, 3)
    rights, deep = (tops[:, :, i] - tops[:, :, 0] for i in (1, 3))
    points = tops[:, :, 0] + across * rights + along * deep
    ahead = deep / np.linalg.norm(deep, axis=-1, keepdims=True)
    moved = points[:, None] + np.array(SHIFTS)[:, None, None] * ahead[:, None]
    seen = sampled(grey, pose.project(moved)).reshape(len(boxes), len(SHIFTS), -1)
    return np.asarray(np.log(np.median(seen, axis=-1) + 1.0), np.float64)


def whiteness(net: F64, lights: F64) -> F64:
    """Return (N,) log odds of being white, by those of the net and the (N, 3) light of the tops.

    Of the three places that most counts which is most like either colour.
    """
    is_white = net > 0
    if is_white.all() or not is_white.any():
        return net
    seen = lights[:, lights.shape[1] // 2]
    black, white = float(np.median(seen[~is_white])), float(np.median(seen[is_white]))
    if white - black < APART:
        return net
    lightness = np.clip((lights - (black + white) / 2) / ((white - black) / 2), -1.0, 1.0)
    alike = (lightness * np.abs(lightness)).sum(axis=1) / np.maximum(
        np.abs(lightness).sum(axis=1), 1e-6
    )
    net_weight = 1 - (1 - NET_SHARE) * np.abs(alike)
    return np.asarray(CLEAR * alike + net_weight * np.clip(net, -MOST, MOST), np.float64)
