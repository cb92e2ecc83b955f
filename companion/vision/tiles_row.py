"""Which of many boxes that may be there are tiles: those that stand side by side in rows."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.pose import Pose
from companion.vision.tiles_find import FoundTile, meet
from companion.vision.tiles_shape import BOX, TileBox, TilePlace

__all__ = ["FoundRow", "rows_among"]

Outline = npt.NDArray[np.float32]

# mm that a tile stands off its row's line, what that costs at most, and radians off its direction
OFF, COST, SKEW = 5.0, 0.15, 0.22
# lines that are tried: radians beside a direction, mm from line to line
ASIDE = tuple(np.radians(np.arange(-9.0, 9.1, 1.5)))
LINE = 1.5
# what a box must be worth to count as a tile at all
WORTH = 0.57
# the part of a tile's outline that tiles already chosen may cover
COVERED = 0.4
# mm that neighbours may seem to stand in each other, and that they are apart at most
SHARED, GAP = 4.0, 70.0


@dataclass(frozen=True, slots=True)
class FoundRow:
    """Tiles side by side along `turn` (radians), in that order."""

    turn: float
    tiles: tuple[FoundTile, ...]


def rows_among(
    tiles: Sequence[FoundTile], turns: Iterable[float], pose: Pose, box: TileBox = BOX
) -> list[FoundRow]:
    """Give the rows that boxes form along any of `turns`, the surest first.

    What stands in a tile that was chosen, or is seen mostly behind or before it, is left out.
    """
    directions = sorted({round(turn + aside, 3) for turn in turns for aside in ASIDE})
    left, rows = [tile for tile in tiles if tile.worth > WORTH], []
    while left:
        row = _best(left, directions, box)
        if row is None:
            break
        rows.append(row)
        taken = [(tile, _outline(tile, pose, box)) for tile in row.tiles]
        left = [tile for tile in left if not _is_taken(tile, taken, pose, box)]
    return rows


def _is_taken(
    tile: FoundTile, taken: list[tuple[FoundTile, Outline]], pose: Pose, box: TileBox
) -> bool:
    if any(meet(tile, chosen, box) for chosen, _ in taken):
        return True
    own = _outline(tile, pose, box)
    covered = sum(cv2.intersectConvexConvex(own, other)[0] for _, other in taken)
    return bool(covered > COVERED * cv2.contourArea(own))


def _outline(tile: FoundTile, pose: Pose, box: TileBox) -> Outline:
    corners = TilePlace(tile.x, tile.y, tile.turn, tile.stance).corners(box)
    return np.asarray(cv2.convexHull(pose.project(corners).astype(np.float32)), np.float32)


def _best(tiles: Sequence[FoundTile], directions: Sequence[float], box: TileBox) -> FoundRow | None:
    best: tuple[float, FoundRow | None] = (0.0, None)
    for turn in directions:
        aligned = [tile for tile in tiles if _skew(tile.turn - turn) < SKEW]
        if not aligned:
            continue
        across = np.array([-tile.x * np.sin(turn) + tile.y * np.cos(turn) for tile in aligned])
        for line in np.unique(np.round(across / LINE)) * LINE:
            off = np.abs(across - line) / OFF
            near = [(t, COST * o * o) for t, o in zip(aligned, off, strict=True) if o < 1]
            found = _chain(near, turn, box)
            if found[0] > best[0]:
                best = found[0], FoundRow(turn, found[1])
    return best[1]


def _skew(angle: float) -> float:
    """Give how far a box is from lying along, 0 to a quarter turn."""
    return float(abs((angle + np.pi / 2) % np.pi - np.pi / 2))


def _chain(
    tiles: Sequence[tuple[FoundTile, float]], turn: float, box: TileBox
) -> tuple[float, tuple[FoundTile, ...]]:
    """Give the worthiest tiles (each with its cost) along a line; none stand in each other."""
    cos, sin = np.cos(turn), np.sin(turn)
    placed = sorted(((t.x * cos + t.y * sin, t, c) for t, c in tiles), key=lambda each: each[0])
    at = [x for x, _, _ in placed]
    best: list[tuple[float, tuple[FoundTile, ...]]] = [(0.0, ())]
    for i, (x, tile, cost) in enumerate(placed):
        before = best[bisect_right(at, x - box.width + SHARED, 0, i)]
        gain = tile.worth - WORTH - cost
        best.append(max(best[-1], (before[0] + gain, (*before[1], tile)), key=lambda b: b[0]))
    return best[-1]
