"""What seems to be a tile, over all looks of an evening at which nothing changed there.

Each look alone is sure of most tiles and wavers over a few: one is found now and then, another is
white in one look and black in the next. Where the picture is as it was, what lies there is what lay
there, so that all looks since it changed are weighed together: the mean of their log odds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.geometry.arrays import F32, F64
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import TileBox
from companion.vision.tile_faces.picture_pair import log_lights
from companion.vision.tiles.second_look import sides_seen
from companion.vision.tiles.tile_net import SeenBox, in_one_another

__all__ = ["SteadyTiles"]

# log light by which what is seen of a tile may differ from one look to the next, root mean square,
# if nothing changed there: chosen on three drawn rounds, where 96 in 100 looks at what stayed, and
# 6 at what changed, differ by less
SAME = 0.12
# parts of a tile's width that one may be found away from where it was found before; a guess
STAYS = 0.3
# looks that are weighed at most: what is slowly amiss, as the sun, is forgotten; looks without
# seeing a place as it was after which it is forgotten; guesses
MOST, FORGOTTEN = 8, 6
# how likely a tile is at a place where nothing seems to be one now; bounds of how likely one look
# alone can make it; guesses
NOTHING, SURE = 0.1, (0.02, 0.98)
NO_LIGHT = np.zeros((0, 3))


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A box as all looks show it; `light` (P, 3) log light of it, `missed` looks without it.

    `is_seen` is whether the last look shows it too.
    """

    box: SeenBox
    odds: float
    light: F64
    looks: int = 1
    missed: int = 0
    is_seen: bool = True


@dataclass(frozen=True, slots=True)
class SteadyTiles:
    """`known` are the places that were looked at."""

    known: tuple[_Known, ...] = ()

    def on(
        self, still: F32, pose: Pose, boxes: Sequence[SeenBox], box: TileBox
    ) -> tuple["SteadyTiles", list[SeenBox]]:
        """Return what is known after a `soft` picture, and its `boxes` as all looks show them.

        The surest are first.
        """
        lights = _lights(still, pose, [each.box for each in self.known], box)
        same = _unchanged([each.light for each in self.known], lights)
        left, after = list(boxes), list[_Known]()
        for each, is_same in zip(self.known, same, strict=True):
            now = _nearest(each.box, left, box.width) if is_same else None
            if now is not None:
                left.remove(now)
            if is_same:
                after.append(_again(each, now))
            elif each.missed < FORGOTTEN:
                after.append(replace(each, missed=each.missed + 1, is_seen=False))
        after += [_Known(each, _odds(each.score), NO_LIGHT) for each in left]
        # a box is never where it was to the pixel, and shows another side of it now and then
        lit = iter(_lights(still, pose, [each.box for each in after if not each.missed], box))
        after = [each if each.missed else replace(each, light=next(lit)) for each in after]
        return SteadyTiles(_forgotten(after, left, box)), _told(after, box)


def _told(known: Sequence[_Known], box: TileBox) -> list[SeenBox]:
    """Return the boxes that are seen now, the surest first, one to a place."""
    told: list[SeenBox] = []
    here = [each for each in known if each.is_seen]
    for each in sorted(here, key=lambda each: -each.odds):
        score = float(1 / (1 + np.exp(-each.odds)))
        if not any(in_one_another(each.box.place, other.place, box) for other in told):
            told.append(replace(each.box, score=score))
    return told


def _again(known: _Known, now: SeenBox | None) -> _Known:
    """Return a place where nothing changed, after another look at it."""
    part = 1 / (known.looks + 1)
    odds = known.odds + part * (_odds(NOTHING if now is None else now.score) - known.odds)
    white = known.box.white if now is None else (1 - part) * known.box.white + part * now.white
    box = replace(now or known.box, white=white)
    looks = min(known.looks + 1, MOST)
    return replace(known, box=box, odds=odds, looks=looks, missed=0, is_seen=now is not None)


def _forgotten(known: Sequence[_Known], new: Sequence[SeenBox], box: TileBox) -> tuple[_Known, ...]:
    """Return what is known without what new boxes stand in, that was there and has changed."""
    return tuple(
        each
        for each in known
        if not each.missed
        or not any(in_one_another(each.box.place, other.place, box) for other in new)
    )


def _odds(share: float) -> float:
    share = float(np.clip(share, *SURE))
    return float(np.log(share / (1 - share)))


def _nearest(known: SeenBox, boxes: Sequence[SeenBox], width: float) -> SeenBox | None:
    """Return the one of `boxes` that is where another was, and placed as it."""
    near = [
        (far, each)
        for each in boxes
        if each.place.stance is known.place.stance
        and (far := np.hypot(each.place.x - known.place.x, each.place.y - known.place.y))
        < STAYS * width
    ]
    return min(near, key=lambda each: each[0])[1] if near else None


def _unchanged(before: Sequence[F64], now: Sequence[F64]) -> list[bool]:
    """Return which looks (P, 3) show the same, in whatever light."""
    if not before:
        return []
    changes = [b - a for a, b in zip(before, now, strict=True)]
    light = np.median([np.median(change, axis=0) for change in changes], axis=0)
    return [bool(np.sqrt(((change - light) ** 2).mean()) < SAME) for change in changes]


def _lights(still: F32, pose: Pose, boxes: Sequence[SeenBox], box: TileBox) -> list[F64]:
    return log_lights(still, sides_seen(pose, boxes, box)) if boxes else []
