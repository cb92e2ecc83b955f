"""Which of the tiles that a net finds are none: what lay there before, and what is of no plastic.

A shape of the cloth is taken for a tile now and then, and so are a finger and a shadow. Where a
tile lies, its outline changes the picture against that of the empty table, whatever the light has
become; all tiles of one colour are of one plastic, and a shadow has the tint of the cloth that it
falls on. Pure but for sampling the pictures.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import SIDES, Stance, TileBox
from companion.vision.tile_faces.picture_pair import (
    Look,
    likeness,
    log_lights,
    pair_of,
    soft,
    spread,
)
from companion.vision.tiles.tile_net import OpenTile, SeenBox

__all__ = ["are_none", "newly_laid"]

Bools = npt.NDArray[np.bool_]
# log light by which the picture has changed more within a tile's outline than beside it, at half of
# its points; how like the empty table its sides are: chosen on drawn tables, where none of 1,050
# tiles is beyond both
STEP, ALIKE = 0.05, 0.35
# the same where both pictures are taken at once, for a calibration: chosen on 48 drawn tables,
# where 281 of 299 shapes of cloths that seemed to be open tiles are beyond both, and none of 1,244
# tiles
LAID_STEP, LAID_ALIKE = 0.12, 0.5
# log of blue and red against green by which a top differs from the usual one of its colour; score
# beyond which that tells nothing: a tile in another lamp's light. Chosen there
TINT, SURE = 0.3, 0.6
# the same by which what is seen of a tile, and its top, is not of the plastic of its colour, if it
# is nearer to the cloth's tint, so many times as near, and darker than that; score beyond which
# that tells nothing. Chosen on 37 drawn tables, where 41 of 160 shadows and other shapes are so,
# and none of 2,282 tiles
TINTED, NEARER, SURELY = 0.09, 0.5, 0.7
# how like the empty table a top is that shows it, log light and tint by which it differs at most:
# chosen there, where 17 shapes are so and no tile
SHOWN, SAME_LIGHT, SAME_TINT = 0.7, 0.1, 0.08
# score of the tiles that say what is usual, and how many there are at least: guesses
USUAL, ENOUGH = 0.5, 2


def are_none(
    still: F32, empty: F32 | None, pose: Pose, boxes: Sequence[SeenBox], box: TileBox
) -> Bools:
    """Return (N,) which of `boxes` are no tiles, by the `soft` picture and the empty table's."""
    if not boxes:
        return np.zeros(0, bool)
    corners = np.array([each.place.corners(box) for each in boxes])
    tops = list(_projected(pose, spread(corners[:, 4:])))
    tints = _tints(log_lights(still, tops))
    strange = np.abs(tints - _usual_tints(boxes, tints)).max(axis=1) > TINT
    doubted = np.array([each.score < SURE for each in boxes])
    if empty is None:
        return np.asarray(doubted & strange)
    pair = pair_of(still, empty)
    on_top, seen = pair.looks(tops), pair.looks(_sides_seen(pose, boxes, corners))
    shadows = _are_shadows(boxes, on_top) & _are_shadows(boxes, seen)
    shown = np.array([_is_shown(look) for look in on_top])
    no_edge = pair.new_edges(list(_projected(pose, corners))) < STEP
    alike = np.array([likeness(look) > ALIKE for look in seen])
    return np.asarray(doubted & strange | shadows | shown | no_edge & alike)


def newly_laid(tiles: Sequence[OpenTile], image: Image, empty: Image | None) -> list[OpenTile]:
    """Return the tiles in `image` that the empty table does not show as well.

    Both BGR pictures are of one size, taken one after the other, so that the light is the same.
    """
    if empty is None or not tiles:
        return list(tiles)
    pair = pair_of(soft(image), soft(empty))
    corners = np.array([tile.corners for tile in tiles])
    has_edge = pair.new_edges(list(corners)) >= LAID_STEP
    looks = pair.looks(list(spread(corners[:, 4:])))
    return [
        tile
        for tile, is_edged, look in zip(tiles, has_edge, looks, strict=True)
        if is_edged or likeness(look) <= LAID_ALIKE
    ]


def _projected(pose: Pose, points: F64) -> F64:
    """Return pixels (N, P, 2) of mm (N, P, 3)."""
    return pose.project(points).reshape(*points.shape[:2], 2)


def _sides_seen(pose: Pose, boxes: Sequence[SeenBox], corners: F64) -> list[F64]:
    """Return pixels (P, 2) on the sides of each box that are looked at.

    Its mm `corners` are (8, 3). They are its top and, of one that stands, its large side.
    """
    stands = np.array([each.place.stance is Stance.STANDS for each in boxes])
    quads = np.stack([corners[:, list(SIDES[name])] for name in ("top", "near", "far")], axis=1)
    normals = np.cross(quads[:, :, 1] - quads[:, :, 0], quads[:, :, 3] - quads[:, :, 0])
    is_seen = (normals * (pose.position - quads[:, :, 0])).sum(axis=-1) > 0
    is_seen[:, 1:] &= stands[:, None]
    pixels = _projected(pose, spread(quads.reshape(-1, 4, 3))).reshape(*is_seen.shape, -1, 2)
    # one that is below the camera's eye shows its top in any case
    is_seen[:, 0] |= ~is_seen.any(axis=1)
    return [each[seen].reshape(-1, 2) for each, seen in zip(pixels, is_seen, strict=True)]


def _are_shadows(boxes: Sequence[SeenBox], looks: Sequence[Look]) -> Bools:
    """Return (N,) which of `boxes` are darkened cloth where they are looked at: of its tint."""
    now, cloth = (_tints([look[i] for look in looks]) for i in (0, 1))
    far = np.abs(now - _usual_tints(boxes, now)).max(axis=1)
    is_cloth = (far > TINTED) & (np.abs(now - cloth).max(axis=1) < NEARER * far)
    darker = [
        each.score < SURELY and np.median(a - b) < 0
        for each, (a, b) in zip(boxes, looks, strict=True)
    ]
    return np.asarray(is_cloth & np.array(darker))


def _is_shown(look: Look) -> bool:
    """Whether the empty table is seen there, as light as it was and of its tint."""
    now, then = look
    tint = np.abs(np.diff(_tints(look), axis=0)).max()
    is_same = tint < SAME_TINT and abs(float(np.median(now - then))) < SAME_LIGHT
    return bool(is_same) and likeness(look) > SHOWN


def _tints(tops: Sequence[F64]) -> F64:
    """Return (N, 2) log of blue and of red against green of tops (P, 3) in log light."""
    usual = np.array([np.median(top, axis=0) for top in tops])
    return np.asarray(usual[:, [0, 2]] - usual[:, 1:2])


def _usual_tints(boxes: Sequence[SeenBox], tints: F64) -> F64:
    """Return (N, 2) the tints of the other sure tiles of each one's colour; its own if few are.

    All tiles of one colour are of one plastic.
    """
    is_white = np.array([each.white > 0 for each in boxes])
    is_sure = np.array([each.score > USUAL for each in boxes])
    usual = tints.copy()
    for i in range(len(boxes)):
        others = (is_white == is_white[i]) & is_sure & (np.arange(len(boxes)) != i)
        if others.sum() >= ENOUGH:
            usual[i] = np.median(tints[others], axis=0)
    return usual
