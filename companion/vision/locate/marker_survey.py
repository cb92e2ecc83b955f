"""Where a user's own markers are stuck: measured once, on a picture in which the board is known."""

import cv2
import numpy as np

from companion.vision.board.parts import Markers
from companion.vision.geometry.arrays import Image
from companion.vision.locate.find_board import BoardFit
from companion.vision.locate.marker_search import look_at_marker
from companion.vision.locate.markers import detect_markers

__all__ = ["learn_markers"]


# stickers of paper on the board's surface; a board file may say otherwise
STICKER_HEIGHT = 0.15  # mm
# pixels of the picture's width in which they are measured: in a smaller one a side is 3 % short
SURVEY_WIDTH = 1000
# sides of one sheet's markers differ by less than this, unless the pose is wrong; a guess
SIDE_TOLERANCE = 0.15


def learn_markers(image: Image, found: BoardFit) -> Markers | None:
    """Return the four markers as they lie in millimetres; None when not all four are seen once.

    They are taken to lie flat at the height that the board file gives, or on the surface.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    printed = found.shape.markers
    first_id = printed.first_id if printed else 0
    widths = (SURVEY_WIDTH, SURVEY_WIDTH)
    quads = detect_markers(grey, first_id=first_id, widths=widths, enough=4).quads
    if any(len(seen) > 1 for seen in quads.values()):
        return None
    if printed:
        missed = {0, 1, 2, 3} - quads.keys()
        looks = [look_at_marker(grey, found.pose, printed, place) for place in missed]
        quads |= {look.place: [look.quad] for look in looks if look.is_marker}
    if len(quads) < 4:
        return None
    height = printed.height if printed else STICKER_HEIGHT
    flat = [found.pose.on_plane(quads[place][0], z=height)[:, :2] for place in range(4)]
    sides = np.array([np.linalg.norm(q - np.roll(q, 1, axis=0), axis=1).mean() for q in flat])
    if np.ptp(sides) > SIDE_TOLERANCE * sides.mean():
        return None
    a, b, c, d = ((float(x), float(y)) for x, y in (q.mean(axis=0) for q in flat))
    return Markers((a, b, c, d), float(sides.mean()), height, first_id)
