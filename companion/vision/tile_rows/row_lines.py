"""Which open tiles in a raw picture form the black and the white row of a whole set. Pure."""

from collections.abc import Sequence

import numpy as np

from companion.vision.geometry.arrays import F64
from companion.vision.tiles.tile_net import OpenTile

__all__ = ["COUNTS", "Row", "rows_of"]


Row = Sequence[OpenTile]

# tiles of one gap that are filled in; parts of a tile's depth that one lies off its row's line, and
# of the step from tile to tile under which one was seen twice; a guess
MISSED, BESIDE, DOUBLE = 2, 0.4, 0.6
# tiles that tell a line; a guess
FEWEST = 3
# tiles a colour, without a dash and with one; by the leaflet
COUNTS = (12, 13)


def rows_of(tiles: Row) -> list[Row] | None:
    """Return the black and the white row of a whole set, each along the picture, if it is one.

    What lies beside both rows is left out; one that was missed between two others is filled in.
    """
    if len(tiles) < 2 * COUNTS[0] - MISSED:
        return None
    across = np.sum([tile.corners[5] - tile.corners[4] for tile in tiles], axis=0)
    way = across / np.linalg.norm(across)
    lines = _two_lines(tiles, way)
    if min(map(len, lines)) < FEWEST:
        return None
    rows = [_whole_row(row, way) for row in lines]
    if len(rows[0]) not in COUNTS or len(rows[1]) != len(rows[0]):
        return None
    whites = [float(np.median([tile.white for tile in row])) for row in rows]
    if min(whites) > 0 or max(whites) < 0:
        return None
    return rows if whites[0] < whites[1] else rows[::-1]


def _two_lines(tiles: Row, way: F64) -> tuple[Row, Row]:
    """Return the tiles on each of two parallel lines: found in turns, as k-means does."""
    middles = np.array([tile.middle for tile in tiles])
    along, off = middles @ way, middles @ np.array([-way[1], way[0]])
    deep = float(np.median([np.linalg.norm(tile.corners[7] - tile.corners[4]) for tile in tiles]))
    slope, starts = 0.0, np.quantile(off, (0.2, 0.8))
    for _ in range(6):
        residuals = np.abs(off[:, None] - slope * along[:, None] - starts[None])
        side, is_near = residuals.argmin(axis=1), residuals.min(axis=1) < BESIDE * deep
        kept = [is_near & (side == row) for row in (0, 1)]
        if min(each.sum() for each in kept) < FEWEST:
            break
        slope = float(np.mean([np.polyfit(along[k], off[k], 1)[0] for k in kept]))
        starts = np.array([np.median(off[k] - slope * along[k]) for k in kept])
    chosen = [[tile for tile, k in zip(tiles, each, strict=True) if k] for each in kept]
    return chosen[0], chosen[1]


def _whole_row(row: Row, way: F64) -> Row:
    """Return a row from its left, without doubles, with what was missed between two tiles."""
    ordered = list(_along(row, way))
    pitch = float(np.median(np.diff([float(tile.middle @ way) for tile in ordered])))
    whole: list[OpenTile] = []
    for tile in ordered:
        step = float((tile.middle - whole[-1].middle) @ way) / pitch if whole else 1.0
        if step < DOUBLE:
            if tile.score > whole[-1].score:
                whole[-1] = tile
            continue
        for missed in range(1, round(step) if step < 1 + MISSED + 0.5 else 1):
            part = missed / round(step)
            corners = whole[-1].corners * (1 - part) + tile.corners * part
            whole.append(OpenTile(corners, tile.white, 0.0))
        whole.append(tile)
    # what lies apart at an end belongs to no row
    while len(whole) > COUNTS[-1]:
        whole.pop(0 if whole[0].score < whole[-1].score else -1)
    return whole


def _along(row: Row, way: F64) -> Row:
    middles = np.array([tile.middle for tile in row])
    return [row[i] for i in np.argsort(middles @ way)]
