"""Which tiles are black and which white: what the net says, held against the light that they show.

All tops face the same lamps, whether a tile stands or lies, so that those of one colour look alike
and the two colours far apart, whatever the light is. So do the sides of those that are turned
alike, and the tops of those near by, where a lamp lights a part of the table only. Logistic
regression (Cox, 1958) weighs it all. Pure but for sampling the picture.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import Stance, TileBox
from companion.vision.tile_faces.picture_pair import log_lights, sampled
from companion.vision.tiles.second_look import sides_seen
from companion.vision.tiles.tile_net import SeenBox

__all__ = ["side_lights", "top_lights", "whiteness"]

Bools = npt.NDArray[np.bool_]

# part of a top that is looked at, around its middle, and points across and along it: its edges are
# blurred; guesses
PART, POINTS = 0.5, 7
# mm by which a tile may stand before or behind where it is seen; chosen on drawn tables
SHIFTS = (-4.0, 0.0, 4.0)
# log light between the two colours below which it tells nothing; guesses, drawn tables have 0.9 to
# 2.5; among a few of them
APART, LOCALLY_APART = 0.5, 0.3
# a first guess: log odds of a top that is as light as white ones are; what the net's are worth
# beside them, and at most: on drawn tables the net errs in 3 % of tiles, the light in those that
# shine or are in shadow
CLEAR, NET_SHARE, MOST = 4.0, 0.5, 5.0
# how light is told: -1 as black ones are, 1 as white ones, and no further than this; log odds of
# the net beyond which it is no surer: guesses
LIGHTEST, SUREST = 1.5, 6.0
# sine of the turn between tiles that are turned alike, how many near by of a colour tell how light
# it is there; guesses
ALIKE, NEAR = 0.45, 4
# constant, and weights of the net's log odds, of how light a top is where it is seen, and where it
# is most like either colour, of its sides among those turned alike, and of its top among those near
# by; of one that stands, and that lies: fitted on 74 drawn tables, 4,758 tiles. Of tables left out
# in turn 0.7 % are then told wrongly and 0.2 % as unsure, by the net and the tops alone 0.9 and 0.4
STANDING = np.array([0.28, 0.66, 0.87, 0.39, 1.45, 1.31])
LYING = np.array([-0.29, 1.16, 0.39, 0.63, 0.46, 1.16])


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


def side_lights(still: F32, pose: Pose, boxes: Sequence[SeenBox], box: TileBox) -> F64:
    """Return (N,) log light of what is seen of each tile in a `soft` picture."""
    looks = log_lights(still, sides_seen(pose, boxes, box)) if boxes else []
    return np.array([np.median(look, axis=0).mean() for look in looks], np.float64)


def whiteness(boxes: Sequence[SeenBox], tops: F64, sides: F64) -> F64:
    """Return (N,) log odds of being white.

    `tops` (N, 3) and `sides` (N,) are the log light of what is seen of each.
    """
    net = np.array([box.white for box in boxes])
    seen = tops[:, tops.shape[1] // 2]
    if not _are_apart(seen, net > 0, APART):
        return net
    is_white = _by_net_and_tops(net, tops) > 0
    lightness = _lightness(tops, seen, is_white)
    stands = np.array([box.place.stance is Stance.STANDS for box in boxes])
    told = [
        np.ones(len(boxes)),
        np.clip(net, -SUREST, SUREST),
        lightness[:, tops.shape[1] // 2],
        lightness[np.arange(len(boxes)), np.abs(lightness).argmax(axis=1)],
        _among(sides, is_white, _turned_alike(boxes, stands)),
        _among(seen, is_white, _near_by(boxes, is_white)),
    ]
    weights = np.where(stands[:, None], STANDING, LYING)
    return np.asarray((np.stack(told, axis=1) * weights).sum(axis=1), np.float64)


def _by_net_and_tops(net: F64, tops: F64) -> F64:
    """Return (N,) log odds of being white; of three places that counts most which is most alike."""
    lightness = np.clip(_lightness(tops, tops[:, tops.shape[1] // 2], net > 0), -1.0, 1.0)
    alike = (lightness * np.abs(lightness)).sum(axis=1) / np.maximum(
        np.abs(lightness).sum(axis=1), 1e-6
    )
    net_weight = 1 - (1 - NET_SHARE) * np.abs(alike)
    return np.asarray(CLEAR * alike + net_weight * np.clip(net, -MOST, MOST), np.float64)


def _are_apart(lights: F64, is_white: Bools, apart: float) -> bool:
    """Whether there are lights (N,) of both colours, and white ones are so much lighter."""
    if is_white.all() or not is_white.any():
        return False
    return bool(np.median(lights[is_white]) - np.median(lights[~is_white]) >= apart)


def _lightness(lights: F64, usual: F64, is_white: Bools) -> F64:
    """Return `lights` on a scale on which the `usual` (N,) of black are -1, and of white 1."""
    black, white = float(np.median(usual[~is_white])), float(np.median(usual[is_white]))
    scaled = (lights - (black + white) / 2) / ((white - black) / 2)
    return np.asarray(np.clip(scaled, -LIGHTEST, LIGHTEST), np.float64)


def _among(lights: F64, is_white: Bools, others: Bools) -> F64:
    """Return (N,) how light each is among (N, N) `others`, 0 where they do not tell it."""
    told = np.zeros(len(lights))
    for i, own in enumerate(others):
        if own.any() and _are_apart(lights[own], is_white[own], LOCALLY_APART):
            told[i] = float(_lightness(lights[i : i + 1], lights[own], is_white[own])[0])
    return told


def _turned_alike(boxes: Sequence[SeenBox], stands: Bools) -> Bools:
    """Return (N, N) which others show the same sides: lying ones, or those turned as it is."""
    turn = np.array([box.place.turn for box in boxes])
    alike = ~stands[:, None] | (np.abs(np.sin(turn[:, None] - turn[None])) < ALIKE)
    return np.asarray(alike & (stands[:, None] == stands[None]) & ~np.eye(len(boxes), dtype=bool))


def _near_by(boxes: Sequence[SeenBox], is_white: Bools) -> Bools:
    """Return (N, N) which others are the nearest few of each colour."""
    at = np.array([(box.place.x, box.place.y) for box in boxes])
    far = np.linalg.norm(at[:, None] - at[None], axis=-1)
    np.fill_diagonal(far, np.inf)
    near = np.zeros(far.shape, bool)
    for colour in (is_white, ~is_white):
        of_colour = np.where(colour[None], far, np.inf)
        nth = np.sort(of_colour, axis=1)[:, min(NEAR, len(boxes)) - 1]
        near |= np.isfinite(of_colour) & (of_colour <= nth[:, None])
    return near
