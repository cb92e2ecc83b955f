"""Which of the tiles that a net finds are none: what lay there before, and what is of no plastic.

A shape of the cloth is taken for a tile now and then, and so is a finger. Where a tile lies, its
outline changes the picture against that of the empty table, whatever the light has become; and all
tiles of one colour are of one plastic. Pure but for sampling the pictures.
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
    none = np.zeros(len(boxes), bool)
    if not boxes:
        return none
    if empty is not None:
        pair = _Pair(still, empty, _gain(still, empty))
        for i, each in enumerate(boxes):
            none[i] = _was_there(pair, pose, each.place.corners(box), each.place.stance)
    tops = [_seen(still, pose.project(_grid(each.place.corners(box)[4:]))) for each in boxes]
    return none | _are_of_no_plastic(boxes, np.array([np.median(top, axis=0) for top in tops]))


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


def _was_there(pair: _Pair, pose: Pose, corners: F64, stance: Stance) -> bool:
    """Whether the empty table shows what a tile would: no outline is new, its sides are alike."""
    if _new_edge(pair, pose.project(corners), pose.size) >= STEP:
        return False
    looked_at = [side for side in sides(corners, pose.position) if _is_looked_at(side, stance)]
    points = pose.project(np.concatenate([_grid(side.quad) for side in looked_at]))
    return _likeness(pair, points) > ALIKE


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


def _are_of_no_plastic(boxes: Sequence[SeenBox], tops: F64) -> Bools:
    """Return (N,) which tops (N, 3) have a tint that the surest of their colour have not."""
    tints = tops[:, [0, 2]] - tops[:, 1:2]
    scores = np.array([each.score for each in boxes])
    is_white = np.array([each.white > 0 for each in boxes])
    strange = np.zeros(len(boxes), bool)
    for i in np.nonzero(scores < SURE)[0]:
        others = (is_white == is_white[i]) & (scores > USUAL) & (np.arange(len(boxes)) != i)
        if others.sum() >= ENOUGH:
            usual = np.median(tints[others], axis=0)
            strange[i] = np.abs(tints[i] - usual).max() > TINT
    return strange


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
