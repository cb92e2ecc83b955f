"""Draws shapes that have a place in millimetres as a camera sees them: discs, strips, pegs."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.geometry.arrays import F64, Image
from companion.vision.geometry.pose import Pose

__all__ = ["Colour", "Pen", "scaled"]


Colour = tuple[int, int, int]
# of what stands on wood, chosen by eye
SHADOW: Colour = (52, 62, 74)
# sub-pixel bits of OpenCV's polygons; 16 places a pixel are more than eyes see
BITS = 4
# corners of a drawn circle: more than its edge has pixels where it is small, chosen by eye
ROUND = 24
# discs of which a head's dome is drawn: so many that no step is seen, chosen by eye
DOME = 7


@dataclass(frozen=True, slots=True, eq=False)
class Pen:
    """Draws into `image` what has a place in millimetres before the camera at `pose`."""

    pose: Pose
    image: Image

    def polygon(self, points: F64, colour: Colour) -> None:
        """Draw the polygon of `points` (n, 3)."""
        pixels = np.round(self.pose.project(points) * (1 << BITS)).astype(np.int32)
        cv2.fillPoly(self.image, [pixels.reshape(-1, 1, 2)], colour, cv2.LINE_AA, BITS)

    def disc(self, centre: F64, radius: float, colour: Colour) -> None:
        """Draw a disc that lies flat."""
        turn = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
        ring = np.stack([np.cos(turn), np.sin(turn), np.zeros(ROUND)], axis=1)
        self.polygon(centre + radius * ring, colour)

    def bar(self, begin: F64, end: F64, radius: float, colour: Colour) -> None:
        """Draw a strip along x of two radii's width, as a slider."""
        side = np.array([0.0, radius, 0.0])
        self.polygon(np.array([begin - side, begin + side, end + side, end - side]), colour)

    def peg(self, head: F64, radius: float, colour: Colour) -> None:
        """Draw a head: its shadow, its flank, a dome from dark rim to light, and a highlight."""
        shaded, light = np.array([0.35, -0.35, 0.0]), np.array([-0.35, 0.35, 0.0])
        self.disc(head * (1, 1, 0) + radius * shaded, radius * 1.05, SHADOW)
        for part in np.linspace(0.0, 0.9, 5):
            self.disc(head * (1, 1, part), radius, scaled(colour, 0.5))
        for part in np.linspace(0.0, 1.0, DOME):
            at = head + radius * 0.6 * part * light
            self.disc(at, radius * (1 - 0.7 * part), scaled(colour, 0.25 + 0.7 * part))
        shine = [int(255 - 0.25 * (255 - level)) for level in colour]
        self.disc(head + radius * light, radius * 0.16, (shine[0], shine[1], shine[2]))


def scaled(colour: Colour, by: float) -> Colour:
    """Return a colour `by` so much brighter, 255 at most."""
    b, g, r = (min(255, round(value * by)) for value in colour)
    return b, g, r
