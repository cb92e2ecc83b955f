"""Where exactly the corners of an open tile are, looked at as near as if it lay upright before us.

A net that finds tiles in a whole picture knows their corners to a tenth of a tile, and all amiss
alike, so that a camera fitted to them leans wrongly. Each tile is therefore cut out along the
corners found, a margin around it, and a second net tells how far the true ones are from there: a
spatial transformer (Jaderberg et al., 2015) whose first step is the finder. Trained by
`benchmarks/train_corners.py`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.tiles.tile_net import OpenTile

__all__ = ["NOMINAL", "cut_out", "refined"]

# px of a cut-out, and of the tile's top in it: BL, BR, TR, TL as it is read; as the net was trained
# on, chosen
SIZE = (48, 64)
NOMINAL = np.array([(12.0, 52.0), (36.0, 52.0), (36.0, 12.0), (12.0, 12.0)]) - 0.5
# times that a tile is cut out along its last corners: a third changes nothing on drawn tables;
# tried there
TIMES = 2


def refined(tiles: Sequence[OpenTile], still: Image, empty: Image | None) -> list[OpenTile]:
    """Return the tiles in a BGR picture with their corners where they are seen exactly."""
    found = list(tiles)
    for _ in range(TIMES if found else 0):
        onto = [_onto(tile.corners[4:]) for tile in found]
        cuts = np.stack([cut_out(still, empty, each) for each in onto])
        corners = [
            _mapped(np.asarray(np.linalg.inv(each), np.float64), _corners(out))
            for each, out in zip(onto, _run(cuts), strict=True)
        ]
        found = [replace(t, corners=each) for t, each in zip(found, corners, strict=True)]
    return found


def cut_out(still: Image, empty: Image | None, onto: F64) -> F32:
    """Return (6, 64, 48): what `onto` (3x3) cuts out of a picture and of the empty table, or 0."""
    planes = np.zeros((6, SIZE[1], SIZE[0]), np.float32)
    for first, view in ((0, still), (3, empty)):
        if view is not None:
            cut = cv2.warpPerspective(view, onto, SIZE, borderMode=cv2.BORDER_REPLICATE)
            planes[first : first + 3] = cut.transpose(2, 0, 1) / np.float32(128) - 1
    return planes


def _onto(top: F64) -> F64:
    quad = np.asarray(top, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad, NOMINAL.astype(np.float32)), np.float64)


def _corners(out: F32) -> F64:
    """Return (8, 2) px of a cut-out that the net's outputs (16,), parts of a tile's width, tell."""
    wide = NOMINAL[1, 0] - NOMINAL[0, 0]
    return np.asarray(np.tile(NOMINAL, (2, 1)) + out.reshape(8, 2) * wide, np.float64)


def _mapped(onto: F64, points: F64) -> F64:
    mapped = cv2.perspectiveTransform(points.reshape(-1, 1, 2), onto)
    return np.asarray(mapped, np.float64).reshape(-1, 2)


def _run(cuts: F32) -> F32:
    net = _net()
    net.setInput(cuts)
    return np.asarray(net.forward(), np.float32).reshape(len(cuts), 16)


@cache
def _net() -> cv2.dnn.Net:
    data = (files("companion.vision") / "data" / "tile_corners.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
