"""Which of the tiles that a net finds are none: what lay there before, and what is of no plastic.

A shape of the cloth is taken for a tile now and then, and so are a finger and a shadow. Where a
tile lies, its outline changes the picture against that of the empty table, whatever the light has
become; all tiles of one colour are of one plastic, and a shadow has the tint of the cloth that it
falls on. Pure but for sampling the pictures.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import SIDES, Stance, TileBox
from companion.vision.tile_faces.picture_pair import (
    LightPair,
    PicturePair,
    likeness,
    log_lights,
    pair_of,
    soft,
    spread,
)
from companion.vision.tiles.tile_net import OpenTile, SeenBox
from companion.vision.tiles.tile_odds import (
    evidence_of,
    kinds_of,
    shares_of,
    tints_of,
    usual_of,
)

__all__ = ["likely", "looked_again", "newly_laid", "sides_seen", "told_of"]

Bools = npt.NDArray[np.bool_]
# log light by which the picture has changed more within a tile's outline than beside it, at half of
# its points; how like the empty table its sides are: chosen on drawn tables, where none of 1,050
# tiles is beyond both
STEP, ALIKE = 0.05, 0.35
# the same where both pictures are taken at once, for a calibration: chosen on 48 drawn tables,
# where 281 of 299 shapes of cloths that seemed to be open tiles are beyond both, and none of 1,244
# tiles
LAID_STEP, LAID_ALIKE = 0.12, 0.5
# how like the empty table a top is that shows it, log light and tint by which it differs at most:
# chosen on 37 drawn tables, where 17 shapes are so and no tile; and its new outline, at most: where
# a lamp makes tile and cloth as white as can be only that tells. Of 26 other tables one tile is
# beyond, and of the shapes that are so none that counts
SHOWN, SAME_LIGHT, SAME_TINT, NO_OUTLINE = 0.7, 0.1, 0.08, 0.1
# without a picture of the empty table: log of blue and red against green by which a top differs
# from the usual one of its colour; score beyond which that tells nothing: a tile in another lamp's
# light; heat at which a tile is as likely as none. Chosen on drawn tables
TINT, SURE, HEAT = 0.3, 0.6, 0.34
# how likely a tile is one at least: chosen on 58 drawn tables, where with a half 98.4 % of 3,782
# tiles are told, and 2.6 in a hundred are none; a tenth less has 0.3 % more and 0.7 more. What is
# less likely than the other is none; a guess
LIKELY, POSSIBLE = 0.45, 0.05


def looked_again(
    still: F32, empty: F32 | None, pose: Pose, boxes: Sequence[SeenBox], box: TileBox
) -> list[SeenBox]:
    """Return `boxes` with how likely each is a tile as their score.

    They are looked at in the `soft` picture, and in that of the empty table.
    """
    if not boxes:
        return []
    if empty is None:
        corners = np.array([each.place.corners(box) for each in boxes])
        tops = list(_projected(pose, spread(corners[:, 4:])))
        return _by_heat_and_tint(boxes, log_lights(still, tops))
    evidence, lay_before = told_of(pair_of(still, empty), pose, boxes, box)
    shares = np.where(lay_before, 0.0, shares_of(kinds_of(boxes), evidence))
    return [replace(each, score=float(share)) for each, share in zip(boxes, shares, strict=True)]


def likely(boxes: Sequence[SeenBox]) -> list[SeenBox]:
    """Return the likely tiles among what was `looked_again` at, the surest first.

    What is doubtful is among them, as not sure.
    """
    kept = [replace(each, is_sure=each.score >= LIKELY) for each in boxes if each.score >= POSSIBLE]
    return sorted(kept, key=lambda each: -each.score)


def told_of(
    pair: PicturePair, pose: Pose, boxes: Sequence[SeenBox], box: TileBox
) -> tuple[F64, Bools]:
    """Return (N, E) what a `pair` of pictures tells of `boxes`, as `evidence_of` has it.

    And (N,) which of them the empty table shows as well.
    """
    corners = np.array([each.place.corners(box) for each in boxes])
    tops = pair.looks(list(_projected(pose, spread(corners[:, 4:]))))
    seen = pair.looks(sides_seen(pose, boxes, box))
    outlines = pair.new_edges(list(_projected(pose, corners)))
    return evidence_of(boxes, tops, seen, outlines, box), _lay_before(tops, seen, outlines)


def _lay_before(tops: Sequence[LightPair], seen: Sequence[LightPair], outlines: F64) -> Bools:
    """Return (N,) what the empty table shows as well."""
    shown = np.array([_is_shown(look) for look in tops]) & (outlines < NO_OUTLINE)
    alike = np.array([likeness(look) > ALIKE for look in seen])
    return np.asarray(shown | (outlines < STEP) & alike)


def _by_heat_and_tint(boxes: Sequence[SeenBox], tops: Sequence[F64]) -> list[SeenBox]:
    """Return the boxes with how likely they are tiles where no empty table is known.

    By their heat; but those that are not sure are none if their top has no tile's tint.
    """
    tints = tints_of(tops)
    strange = np.abs(tints - usual_of(boxes, tints)).max(axis=1) > TINT
    heat = np.array([each.score for each in boxes])
    odds = heat / (1 - heat) * (1 - HEAT) / HEAT
    shares = np.where(strange & (heat < SURE), 0.0, odds / (1 + odds))
    return [replace(each, score=float(share)) for each, share in zip(boxes, shares, strict=True)]


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


def sides_seen(pose: Pose, boxes: Sequence[SeenBox], box: TileBox) -> list[F64]:
    """Return pixels (P, 2) on the sides of each of `boxes` that are looked at.

    They are its top and, of one that stands, its large side.
    """
    corners = np.array([each.place.corners(box) for each in boxes])
    stands = np.array([each.place.stance is Stance.STANDS for each in boxes])
    quads = np.stack([corners[:, list(SIDES[name])] for name in ("top", "near", "far")], axis=1)
    normals = np.cross(quads[:, :, 1] - quads[:, :, 0], quads[:, :, 3] - quads[:, :, 0])
    is_seen = (normals * (pose.position - quads[:, :, 0])).sum(axis=-1) > 0
    is_seen[:, 1:] &= stands[:, None]
    pixels = _projected(pose, spread(quads.reshape(-1, 4, 3))).reshape(*is_seen.shape, -1, 2)
    # one that is below the camera's eye shows its top in any case
    is_seen[:, 0] |= ~is_seen.any(axis=1)
    return [each[seen].reshape(-1, 2) for each, seen in zip(pixels, is_seen, strict=True)]


def _is_shown(look: LightPair) -> bool:
    """Whether the empty table is seen there, as light as it was and of its tint."""
    now, then = look
    tint = np.abs(np.diff(tints_of(look), axis=0)).max()
    is_same = tint < SAME_TINT and abs(float(np.median(now - then))) < SAME_LIGHT
    return bool(is_same) and likeness(look) > SHOWN
