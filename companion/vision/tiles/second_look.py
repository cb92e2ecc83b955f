"""Which of the tiles that a net finds are none: what lay there before, and what is of no plastic.

A shape of the cloth is taken for a tile now and then, and so are a finger and a shadow. Where a
tile lies, its outline changes the picture against that of the empty table, whatever the light has
become; all tiles of one colour are of one plastic, and a shadow has the tint of the cloth that it
falls on. Pure but for sampling the pictures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import Side, Stance, TileBox, sides
from companion.vision.tiles.tile_net import OpenTile, SeenBox

__all__ = ["are_none", "newly_laid", "soft"]

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
# grey levels added before a logarithm, so that noise in the dark counts little: a guess
DARK = 10.0
# the lightest grey level, by definition; pixels each way of which one is looked at for the light of
# a picture, enough for a mean
WHITEST, THIN = 255.0, 8
# part of a side that is looked at, and points each way: guesses
PART, POINTS = 0.8, 9
# how far within an outline and beside it is looked, in parts of a tile's width, pixels at least;
# points along each edge, pixels of a short one that is left out; guesses
BESIDE, NEAREST, ALONG, SHORT = 0.065, 1.5, 7, 6.0


def soft(image: Image) -> F32:
    """Return a picture whose noise is averaged, as `are_none` wants it."""
    return np.asarray(cv2.blur(image.astype(np.float32), (3, 3)), np.float32)


def are_none(
    still: F32, empty: F32 | None, pose: Pose, boxes: Sequence[SeenBox], box: TileBox
) -> Bools:
    """Return (N,) which of `boxes` are no tiles, by the `soft` picture and the empty table's."""
    if not boxes:
        return np.zeros(0, bool)
    corners = [each.place.corners(box) for each in boxes]
    tops = [pose.project(_grid(each[4:])) for each in corners]
    tints = _tints([_seen(still, top) for top in tops])
    strange = np.abs(tints - _usual_tints(boxes, tints)).max(axis=1) > TINT
    doubted = np.array([each.score < SURE for each in boxes])
    if empty is None:
        return np.asarray(doubted & strange)
    pair = _Pair(still, empty, _gain(still, empty))
    seen = [_points(pose, *each) for each in zip(corners, boxes, strict=True)]
    shadows = _are_shadows(pair, boxes, tops) & _are_shadows(pair, boxes, seen)
    before = [
        _is_shown(pair, top) or _was_there(pair, pose.project(each), pose.size, points)
        for top, each, points in zip(tops, corners, seen, strict=True)
    ]
    return np.asarray(doubted & strange | shadows | np.array(before))


def newly_laid(tiles: Sequence[OpenTile], image: Image, empty: Image | None) -> list[OpenTile]:
    """Return the tiles in `image` that the empty table does not show as well.

    Both BGR pictures are of one size, taken one after the other, so that the light is the same.
    """
    if empty is None:
        return list(tiles)
    still, before = soft(image), soft(empty)
    pair = _Pair(still, before, _gain(still, before))
    size = image.shape[1], image.shape[0]
    return [
        tile
        for tile in tiles
        if _new_edge(pair, tile.corners, size) >= LAID_STEP
        or _likeness(pair, _grid(tile.corners[4:])) <= LAID_ALIKE
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    """A picture and that of the empty table, whose channels are `gain` times as light in it."""

    still: F32
    empty: F32
    gain: F64

    def seen(self, pixels: F64) -> tuple[F64, F64]:
        """Return (P, 3) log light of both at (P, 2) pixels, the empty table as lit as the other."""
        return _seen(self.still, pixels), _seen(self.empty, pixels, self.gain)


def _gain(still: F32, empty: F32) -> F64:
    """Return (3,) how many times lighter a picture is than another: where most is the same."""
    now, then = (view[::THIN, ::THIN].reshape(-1, 3) + 1.0 for view in (still, empty))
    return np.asarray(np.exp(np.median(np.log(now / then), axis=0)), np.float64)


def _points(pose: Pose, corners: F64, seen: SeenBox) -> F64:
    """Return pixels (P, 2) on the sides of a box of mm `corners` (8, 3) that are looked at."""
    looked_at = [s for s in sides(corners, pose.position) if _is_looked_at(s, seen.place.stance)]
    return pose.project(np.concatenate([_grid(side.quad) for side in looked_at]))


def _was_there(pair: _Pair, outline: F64, size: tuple[int, int], points: F64) -> bool:
    """Whether the empty table shows what a tile would: no outline is new, its sides are alike."""
    return _new_edge(pair, outline, size) < STEP and _likeness(pair, points) > ALIKE


def _are_shadows(pair: _Pair, boxes: Sequence[SeenBox], points: Sequence[F64]) -> Bools:
    """Return (N,) which of `boxes` are darkened cloth at `points` (P, 2): of its tint."""
    looks = [pair.seen(each) for each in points]
    now, cloth = _tints([each[0] for each in looks]), _tints([each[1] for each in looks])
    far = np.abs(now - _usual_tints(boxes, now)).max(axis=1)
    is_cloth = (far > TINTED) & (np.abs(now - cloth).max(axis=1) < NEARER * far)
    darker = [
        each.score < SURELY and np.median(a - b) < 0
        for each, (a, b) in zip(boxes, looks, strict=True)
    ]
    return np.asarray(is_cloth & np.array(darker))


def _new_edge(pair: _Pair, pixels: F64, size: tuple[int, int]) -> float:
    """Return by how much log light changed more within the outline of a box than beside it.

    At the median of its points; infinite where none is in a picture of `size`.
    """
    within, beside = _outline(pixels, size)
    if not len(within):
        return float("inf")
    change = [now - then for now, then in (pair.seen(within), pair.seen(beside))]
    return float(np.median(np.abs(change[0] - change[1]).max(axis=1)))


def _likeness(pair: _Pair, pixels: F64) -> float:
    """Return the correlation of what two pictures show at `pixels` (P, 2)."""
    now, then = (seen.mean(axis=1) for seen in pair.seen(pixels))
    now, then = now - now.mean(), then - then.mean()
    return float(now @ then) / max(float(np.linalg.norm(now) * np.linalg.norm(then)), 1e-9)


def _is_looked_at(side: Side, stance: Stance) -> bool:
    return side.name == "top" or (stance is Stance.STANDS and side.name in ("near", "far"))


def _is_shown(pair: _Pair, pixels: F64) -> bool:
    """Whether the empty table is seen at `pixels` (P, 2), as light as it was and of its tint."""
    now, then = pair.seen(pixels)
    tint = np.abs(np.diff(_tints([now, then]), axis=0)).max()
    is_same = tint < SAME_TINT and abs(float(np.median(now - then))) < SAME_LIGHT
    return bool(is_same) and _likeness(pair, pixels) > SHOWN


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


def _grid(quad: F64) -> F64:
    """Return (P, d) points spread over a side, whose corners are (4, d)."""
    steps = np.linspace(0.5 - PART / 2, 0.5 + PART / 2, POINTS)
    across, along = (v.reshape(-1, 1) for v in np.meshgrid(steps, steps))
    return np.asarray(quad[0] + across * (quad[1] - quad[0]) + along * (quad[3] - quad[0]))


def _outline(pixels: F64, size: tuple[int, int]) -> tuple[F64, F64]:
    """Return points (P, 2) px just within the outline of a box of `pixels` (8, 2), and beside it.

    They are in a picture of `size`.
    """
    hull = cv2.convexHull(pixels.astype(np.float32))[:, 0].astype(np.float64)
    ends = np.roll(hull, -1, axis=0)
    length = np.linalg.norm(ends - hull, axis=1)
    hull, ends, length = (v[length >= SHORT] for v in (hull, ends, length))
    way = (ends - hull) / length[:, None]
    inward = np.stack([-way[:, 1], way[:, 0]], axis=1)
    inward *= np.sign(((pixels.mean(axis=0) - hull) * inward).sum(axis=1))[:, None]
    inward *= max(NEAREST, BESIDE * float(np.linalg.norm(pixels[5] - pixels[4])))
    line = hull + np.linspace(0.15, 0.85, ALONG)[:, None, None] * (ends - hull)
    within, beside = (line + inward).reshape(-1, 2), (line - inward).reshape(-1, 2)
    both = np.concatenate([within, beside], axis=1)
    is_in = ((both >= 0) & (both <= np.array([*size, *size]) - 1)).all(axis=1)
    return within[is_in], beside[is_in]


def _seen(view: F32, pixels: F64, gain: F64 | float = 1.0) -> F64:
    """Return (P, 3) log light of a picture at (P, 2) pixels, were it `gain` times as light."""
    seen = cv2.remap(
        view,
        pixels[None].astype(np.float32),
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # type: ignore[call-overload, unused-ignore]
    return np.asarray(np.log(np.minimum(seen[0] * gain, WHITEST) + DARK), np.float64)
