"""Draws what was read on a picture of tiles: each box found, its colour and its open face."""

import cv2
import numpy as np

from companion.vision.geometry.arrays import Image
from companion.vision.tile_faces.boxes import sides
from companion.vision.tiles.reading import UNREAD, TileReading

__all__ = ["draw_tiles_read"]


# BGR, chosen by eye
BLUE, ORANGE, DARK, LIGHT = (230, 150, 30), (0, 140, 255), (0, 0, 0), (255, 255, 255)
BITS = 4  # sub-pixel bits of OpenCV's polylines: 16 places a pixel are more than eyes see


def draw_tiles_read(image: Image, reading: TileReading) -> Image:
    """Return a copy of a BGR `image` with the boxes; what is not sure is orange."""
    drawing, pose = image.copy(), reading.table.pose
    for tile in reading.tiles:
        corners = tile.place.corners(reading.table.box)
        colour = ORANGE if tile.face == UNREAD or tile.colour == "?" else BLUE
        for side in sides(corners, pose.position):
            pixels = np.round(pose.project(side.quad) * (1 << BITS)).astype(np.int32)
            cv2.polylines(drawing, [pixels.reshape(-1, 1, 2)], True, colour, 2, cv2.LINE_AA, BITS)  # noqa: FBT003
        x, y = np.round(pose.project(corners.mean(axis=0))[0]).astype(int)
        for width, ink in ((4, DARK), (1, LIGHT)):
            at = (int(x) - 14, int(y) + 6)
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(drawing, str(tile), at, font, 0.6, ink, width, cv2.LINE_AA)
    return drawing
