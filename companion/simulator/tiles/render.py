"""Draws tiles on a table as a camera would see them: boxes in perspective, shadows, a hand.

Plain on purpose: it is there so that a table is anywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F64
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, Side, Stance, TileBox, TilePlace, sides
from companion.vision.tiles.glyphs import face_picture

__all__ = ["DrawnTile", "Light", "draw_tiles", "over_table"]

Image = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

FOCAL = 0.9  # focal length in picture widths: a guess for a usual webcam
# radians that the camera leans from straight above; 17 degrees, chosen by eye
LEAN = 0.3
# BGR of the plastic and of its print
PLASTIC: dict[str, tuple[Colour, Colour]] = {
    "B": ((34, 32, 31), (225, 228, 230)),
    "W": ((222, 226, 228), (30, 28, 28)),
}
TABLE: Colour = (84, 104, 128)  # BGR of the wood, chosen by eye
SKIN: Colour = (122, 152, 205)  # BGR of a hand, chosen by eye
# where the lamp is (a direction), and what part of the light comes from everywhere
LAMP = np.array([-0.35, 0.25, 0.9])
SOFT = 0.45  # of the light, the share that comes from everywhere: chosen by eye
SHADOW = 0.62  # of the light, what is left in a shadow: chosen by eye
# pixels a millimetre that a face is drawn with before it is laid on its tile: more than any picture
# shows
PRINT_SCALE = 8
BITS = 4  # sub-pixel bits of OpenCV's polygons: 16 places a pixel are more than eyes see
# grey levels, the standard deviation of what is added: a guess at a webcam's in a lit room
NOISE = 2.0


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile with the face it shows: of a lying tile on top, of a standing one to its owner."""

    place: TilePlace
    colour: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class Light:
    """What multiplies the light, and its red against its blue."""

    gain: float = 1.0
    tint: float = 1.0


def over_table(size: tuple[int, int], *, span: float, lean: float = LEAN) -> Pose:
    """Give a camera with the middle `span` mm of the table in sight, leaning by `lean` radians."""
    w, h = size
    k = np.array([[FOCAL * w, 0, (w - 1) / 2], [0, FOCAL * w, (h - 1) / 2], [0, 0, 1.0]])
    distance = span * FOCAL * w / h
    eye = distance * np.array([0.0, -np.sin(lean), np.cos(lean)])
    ahead, right = -eye / distance, np.array([1.0, 0.0, 0.0])
    r = np.stack([right, np.cross(ahead, right), ahead])
    return Pose(k, np.zeros(5), r, -r @ eye, size)


def draw_tiles(
    tiles: Iterable[DrawnTile],
    pose: Pose,
    *,
    seed: int,
    hand: tuple[F64, F64] | None = None,
    light: Light | None = None,
    table: Colour = TABLE,
    box: TileBox = BOX,
) -> Image:
    """Give the picture (h, w, 3), uint8 BGR; `seed` is of its noise.

    `hand` is where the fingers are and where the arm comes from, (2,) mm each.
    """
    image = np.full((*pose.size[::-1], 3), table, np.uint8)
    pen = _Pen(pose, image)
    far_first = sorted(tiles, key=lambda tile: -_distance(tile.place, pose))
    for tile in far_first:
        pen.shadow(tile.place.corners(box))
    for tile in far_first:
        _draw_tile(pen, tile, box)
    if hand is not None:
        _draw_hand(pen, *hand)
    return _photographed(image, light or Light(), np.random.default_rng(seed))


def _distance(place: TilePlace, pose: Pose) -> float:
    return float(np.linalg.norm(pose.position[:2] - (place.x, place.y)))


@dataclass(frozen=True, slots=True, eq=False)
class _Pen:
    """Draws in the table's millimetres."""

    pose: Pose
    image: Image

    def fill(self, points: F64, colour: Colour) -> None:
        cv2.fillPoly(self.image, [self._bits(points)], colour, cv2.LINE_AA, BITS)

    def shadow(self, corners: F64) -> None:
        thrown = corners - corners[:, 2:] * LAMP / LAMP[2]
        hull = cv2.convexHull(self.pose.project(thrown).astype(np.float32)).reshape(-1, 2)
        left, top, part = self._window(hull)
        mask = np.zeros(part.shape[:2], np.uint8)
        pixels = np.round((hull - (left, top)) * (1 << BITS)).astype(np.int32).reshape(-1, 1, 2)
        cv2.fillPoly(mask, [pixels], 255, cv2.LINE_AA, BITS)
        _blend(part, mask, part * SHADOW)

    def printed(self, quad: F64, face: str, colour: Colour, box: TileBox) -> None:
        """Print `face` on a `quad` (BL, BR, TR, TL) that is as large as a face."""
        ink = cv2.GaussianBlur(face_picture(face, PRINT_SCALE, box), (0, 0), 0.25 * PRINT_SCALE)
        h, w = ink.shape
        paper = np.array([[0, h], [w, h], [w, 0], [0, 0]], np.float32) - 0.5
        seen = self.pose.project(quad).astype(np.float32)
        left, top, part = self._window(seen)
        onto = cv2.getPerspectiveTransform(paper, seen - np.array([left, top], np.float32))
        mask = cv2.warpPerspective(ink, onto, part.shape[1::-1], flags=cv2.INTER_LINEAR)
        _blend(part, np.asarray(mask, np.uint8), np.array(colour, np.float64))

    def _window(self, pixels: npt.NDArray[Any]) -> tuple[int, int, Image]:
        """Give left, top and the part of the picture around `pixels`, at least one pixel large."""
        h, w = self.image.shape[:2]
        left, top = np.clip(np.floor(pixels.min(axis=0)) - 1, 0, (w - 1, h - 1)).astype(int)
        right, low = np.clip(np.ceil(pixels.max(axis=0)) + 2, (left + 1, top + 1), (w, h))
        return int(left), int(top), self.image[top : int(low), left : int(right)]

    def _bits(self, points: F64) -> npt.NDArray[np.int32]:
        return np.round(self.pose.project(points) * (1 << BITS)).astype(np.int32).reshape(-1, 1, 2)


def _blend(image: Image, mask: Image, onto: npt.NDArray[Any]) -> None:
    part = mask[..., None] / 255.0
    image[:] = np.round(image * (1 - part) + onto * part).astype(np.uint8)


def _draw_tile(pen: _Pen, tile: DrawnTile, box: TileBox) -> None:
    plastic, ink = PLASTIC[tile.colour]
    printed = "near" if tile.place.stance is Stance.STANDS else "top"
    for side in sides(tile.place.corners(box), pen.pose.position):
        lit = _lit(side)
        pen.fill(side.quad, _scaled(plastic, lit))
        if tile.face and side.name == printed:
            pen.printed(side.quad, tile.face, _scaled(ink, lit), box)


def _lit(side: Side) -> float:
    return SOFT + (1 - SOFT) * max(0.0, float(side.normal @ LAMP) / float(np.linalg.norm(LAMP)))


def _draw_hand(pen: _Pen, tip: F64, origin: F64) -> None:
    along = (origin - tip) / np.linalg.norm(origin - tip)
    aside = np.array([-along[1], along[0]])
    shape = [(-25, -18), (-32, 0), (-25, 18), (30, 34), (90, 30), (600, 50), (600, -50), (90, -30)]
    flat = tip + np.array([a * along + b * aside for a, b in [*shape, (30, -34)]])
    for colour, height in ((_scaled(TABLE, SHADOW), 0.0), (SKIN, 45.0)):
        pen.fill(np.c_[flat, np.full(len(flat), height)], colour)


def _photographed(image: Image, light: Light, chance: np.random.Generator) -> Image:
    h, w = image.shape[:2]
    lamp = np.linspace(1.06, 0.94, w)[None, :, None]
    colour = light.gain * np.array([1 / light.tint, 1.0, light.tint])
    soft = cv2.GaussianBlur(image, (0, 0), 0.7).astype(np.float32)
    noise = chance.standard_normal((h, w, 1), np.float32) * NOISE
    noisy = soft * (lamp * colour).astype(np.float32) + noise
    return np.clip(np.round(noisy), 0, 255).astype(np.uint8)


def _scaled(colour: Colour, by: float) -> Colour:
    b, g, r = (min(255, round(value * by)) for value in colour)
    return b, g, r
