"""Which of many boxes that may be there are tiles: those that stand side by side in rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, TileBox, TilePlace
from companion.vision.tiles.detect import FoundTile, meet

__all__ = ["FoundRow", "rows_among"]

Floats = npt.NDArray[np.float64]
Outline = npt.NDArray[np.float32]

# mm that a tile stands off its row's line, what that costs at most, and radians off its direction
OFF, COST, SKEW = 5.0, 0.15, 0.22
# lines that are tried: radians beside a direction, mm from line to line
ASIDE_STEP = np.pi / 120
ASIDE = tuple(ASIDE_STEP * step for step in range(-6, 7))
LINE = 1.5
# what a box must be worth to count as a tile at all
WORTH = 0.57
# what it costs to be covered by tiles already chosen: a box may lie on their edges
COVERED = 1.0
# mm that neighbours may seem to stand in each other
SHARED = 4.0


@dataclass(frozen=True, slots=True)
class FoundRow:
    """Tiles side by side along `turn` (radians), in that order."""

    turn: float
    tiles: tuple[FoundTile, ...]


def rows_among(
    tiles: Sequence[FoundTile], turns: Iterable[float], pose: Pose, box: TileBox = BOX
) -> list[FoundRow]:
    """Give the rows that boxes form along any of `turns`, the surest first.

    What stands in a tile that was chosen, or is seen behind or before it and not sure enough for
    that, is left out.
    """
    directions = _directions(turns)
    left = [
        _Outlined(tile, outline)
        for tile, outline in zip(tiles, _outlines(tiles, pose, box), strict=True)
        if tile.worth > WORTH
    ]
    rows = []
    while left:
        row = _best([each.tile for each in left], directions, box)
        if row is None:
            break
        rows.append(row)
        taken = [each for each in left if each.tile in row.tiles]
        left = [each for each in left if not _is_taken(each, taken, box)]
    return rows


def _directions(turns: Iterable[float]) -> list[float]:
    """Give all that are beside any of `turns`, once each: rows have two ends."""
    steps = {round((turn + aside) / ASIDE_STEP) for turn in turns for aside in ASIDE}
    return sorted({step % round(np.pi / ASIDE_STEP) * ASIDE_STEP for step in steps})


@dataclass(frozen=True, slots=True, eq=False)
class _Outlined:
    """A tile and its outline in the picture."""

    tile: FoundTile
    outline: Outline


def _outlines(tiles: Sequence[FoundTile], pose: Pose, box: TileBox) -> list[Outline]:
    corners = [TilePlace(t.x, t.y, t.turn, t.stance).corners(box) for t in tiles]
    pixels = pose.project(np.reshape(corners, (-1, 3))).reshape(-1, 8, 2).astype(np.float32)
    return [np.asarray(cv2.convexHull(each), np.float32) for each in pixels]


def _is_taken(each: _Outlined, taken: list[_Outlined], box: TileBox) -> bool:
    if any(meet(each.tile, other.tile, box) for other in taken):
        return True
    covered = sum(cv2.intersectConvexConvex(each.outline, o.outline)[0] for o in taken)
    return bool(each.tile.worth - COVERED * covered / cv2.contourArea(each.outline) < WORTH)


def _best(tiles: Sequence[FoundTile], directions: Sequence[float], box: TileBox) -> FoundRow | None:
    best: tuple[float, FoundRow | None] = (0.0, None)
    places = np.array([(tile.x, tile.y, tile.turn) for tile in tiles])
    gains = np.array([tile.worth for tile in tiles]) - WORTH
    for turn in directions:
        along = places[:, 0] * np.cos(turn) + places[:, 1] * np.sin(turn)
        across = places[:, 1] * np.cos(turn) - places[:, 0] * np.sin(turn)
        aligned = _skew(places[:, 2] - turn) < SKEW
        lines = np.unique(np.round(across[aligned] / LINE)) * LINE
        off = np.abs(across - lines[:, None]) / OFF
        near = aligned & (off < 1)
        gain = gains - COST * off * off
        # no chain is worth more than all that is near its line
        most = np.where(near, np.maximum(gain, 0), 0).sum(axis=1)
        for i in np.argsort(-most):
            if most[i] <= best[0]:
                break
            chosen = np.flatnonzero(near[i] & (gain[i] > 0))
            order = chosen[np.argsort(along[chosen])]
            value, chain = _chain(along[order], gain[i][order], box)
            if value > best[0]:
                best = value, FoundRow(turn, tuple(tiles[order[k]] for k in chain))
    return best[1]


def _skew(angles: Floats) -> Floats:
    """Give how far boxes are from lying along, 0 to a quarter turn."""
    return np.abs((angles + np.pi / 2) % np.pi - np.pi / 2)


def _chain(at: Floats, gains: Floats, box: TileBox) -> tuple[float, tuple[int, ...]]:
    """Give the worthiest of boxes `at` ascending mm of a line; none stand in each other."""
    before = np.searchsorted(at, at - box.width + SHARED, side="right")
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for i, gain in enumerate(gains):
        value, chain = best[min(int(before[i]), i)]
        taken = (value + float(gain), (*chain, i))
        best.append(max(best[-1], taken, key=lambda each: each[0]))
    return best[-1]
