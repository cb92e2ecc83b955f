"""Draws what was read on a picture of tiles: each box found, its colour and its open face."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.tiles.edge_score import EDGES, seen_edges
from companion.vision.tiles.reading import UNREAD, TileReading

__all__ = ["draw_tiles_read"]

Image = npt.NDArray[np.uint8]

BLUE, ORANGE, DARK, LIGHT = (230, 150, 30), (0, 140, 255), (0, 0, 0), (255, 255, 255)
BITS = 4


def draw_tiles_read(image: Image, reading: TileReading) -> Image:
    """Give a copy of a BGR `image` with the boxes; what is not sure is orange."""
    drawing, pose = image.copy(), reading.table.pose
    for row in reading.rows:
        for tile in row.tiles:
            corners = tile.place.corners(reading.table.box)
            colour = ORANGE if tile.face == UNREAD or tile.colour == "?" else BLUE
            pixels = np.round(pose.project(corners) * (1 << BITS)).astype(int)
            for a, b in EDGES[seen_edges(corners[None], pose.position)[0]]:
                ends = (tuple(map(int, pixels[a])), tuple(map(int, pixels[b])))
                cv2.line(drawing, *ends, colour, 2, cv2.LINE_AA, BITS)
            x, y = np.round(pose.project(corners.mean(axis=0))[0]).astype(int)
            for width, ink in ((4, DARK), (1, LIGHT)):
                at = (int(x) - 14, int(y) + 6)
                font = cv2.FONT_HERSHEY_SIMPLEX
                cv2.putText(drawing, str(tile), at, font, 0.6, ink, width, cv2.LINE_AA)
    return drawing
