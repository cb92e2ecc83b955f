"""Draws tiles on a table as a camera would see them: boxes in perspective, cloths, lamps, hands.

Compositing with OpenCV, in a tenth of a second: the cloth is warped on to the table, shadows of the
boxes are thrown from each lamp and blurred, the boxes are filled far ones first, a lamp's mirror
image shines on them, and the camera adds blur, noise and its white balance. Light does not bounce.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.simulator.tiles.lighting import TableLight, ground_points
from companion.simulator.tiles.raster import blend, fill, trace, window
from companion.simulator.tiles.scenery import (
    Colour,
    DrawnTile,
    Hand,
    Light,
    TableLook,
    Thing,
)
from companion.simulator.tiles.table_top import table_colours
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import BOX, Stance, TileBox, TilePlace, sides

__all__ = ["draw_tiles", "over_table", "photographed", "table_scene", "visible_parts"]

FOCAL = 0.9  # focal length in picture widths: a guess for a usual webcam
# radians that the camera leans from straight above; 17 degrees, chosen by eye
LEAN = 0.3
# pixels a millimetre that a face is drawn with before it is laid on its tile: more than any picture
# shows; a guess
PRINT_SCALE = 8


def over_table(size: tuple[int, int], *, span: float, lean: float = LEAN) -> Pose:
    """Return a camera with the middle `span` mm of the table in sight, leant by `lean` radians."""
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
    hand: Hand | None = None,
    light: Light | None = None,
    look: TableLook | None = None,
    box: TileBox = BOX,
    things: Sequence[Thing] = (),
) -> Image:
    """Return the picture (h, w, 3), uint8 BGR; `seed` is of its noise."""
    look = look or TableLook()
    scene = table_scene(tiles, pose, hand=hand, look=look, box=box, things=things)
    return photographed(scene, light or Light(), look, seed=seed)


def table_scene(
    tiles: Iterable[DrawnTile],
    pose: Pose,
    *,
    hand: Hand | None = None,
    look: TableLook,
    box: TileBox = BOX,
    things: Sequence[Thing] = (),
    pawns: Sequence[Thing] = (),
) -> F32:
    """Return (h, w, 3) the light that reaches the camera through its lens, BGR.

    Tiles lie on `things`, `pawns` stand beside them.
    """
    far_first = sorted(tiles, key=lambda tile: -_distance(tile.place, pose))
    solids = [tile.place.corners(box) for tile in far_first]
    ground = ground_points(pose)
    lamps = TableLight(pose, look, box, ground, solids, [*things, *pawns], hand)
    scene = _Scene(pose, look, box, table_colours(pose, look), lamps)
    scene.light_table()
    for thing in things:
        scene.draw_thing(thing)
    for tile in far_first:
        scene.draw(tile)
    for pawn in pawns:
        scene.draw_thing(pawn)
    scene.add_glare()
    if hand is not None:
        scene.draw_hand(hand)
    return np.asarray(cv2.GaussianBlur(scene.image, (0, 0), look.blur), np.float32)


def photographed(scene: F32, light: Light, look: TableLook, *, seed: int) -> Image:
    """Return the picture, uint8 BGR, of a `scene` in `light`; `seed` is of its noise."""
    h, w = scene.shape[:2]
    colour = light.gain * np.array([1 / light.tint, 1.0, light.tint])
    soft = scene if (colour == 1.0).all() else np.asarray(scene * colour, np.float32)
    if look.gamma != 1.0:
        curved = (np.clip(soft, 0, None) / 255) ** np.float32(look.gamma)
        soft = np.asarray(255 * curved, np.float32)
    chance = np.random.default_rng(seed)
    grain = chance.standard_normal((h, w, 1), np.float32) * np.float32(look.noise)
    return np.asarray(cv2.convertScaleAbs(np.maximum(soft + grain, 0)))


def visible_parts(
    tiles: Sequence[DrawnTile], pose: Pose, *, box: TileBox = BOX, hand: Hand | None = None
) -> F64:
    """Return (N,) what part of each tile's pixels nothing else hides, 0 out of sight."""
    half = pose.resized((pose.size[0] // 2, pose.size[1] // 2))
    owners = np.zeros(half.size[::-1], np.uint8)
    whole = np.zeros(len(tiles))
    order = sorted(range(len(tiles)), key=lambda i: -_distance(tiles[i].place, pose))
    for i in order:
        hull = cv2.convexHull(half.project(tiles[i].place.corners(box)).astype(np.float32))
        whole[i] = cv2.contourArea(hull)
        fill(owners, hull, i + 1)
    for outline in hand.outlines if hand else ():
        raised = np.c_[outline, np.full(len(outline), hand.height)] if hand else outline
        fill(owners, half.project(raised), 0)
    seen = np.bincount(owners.ravel(), minlength=len(tiles) + 1)[1 : len(tiles) + 1]
    return np.asarray(np.clip(seen / np.maximum(whole, 1.0), 0.0, 1.0), np.float64)


def _distance(place: TilePlace, pose: Pose) -> float:
    return float(np.linalg.norm(pose.position[:2] - (place.x, place.y)))


@dataclass(slots=True, eq=False)
class _Scene:
    """A picture that is being drawn, in linear-like light; everything in the table's mm."""

    pose: Pose
    look: TableLook
    box: TileBox
    image: F32
    lamps: TableLight

    def light_table(self) -> None:
        """Light the bare table, with the shadows and the dark at the feet of the boxes."""
        self.image *= self.lamps.on_table()[..., None]

    def draw(self, tile: DrawnTile) -> None:
        """Fill the sides of a tile that are seen, its print on the one that shows it."""
        plastic, ink = self.look.plastic[tile.colour]
        printed = "near" if tile.place.stance is Stance.STANDS else "top"
        solid = tile.place.corners(self.box)
        for side in sides(solid, self.pose.position):
            seen = window(self.image, self.pose.project(side.quad))
            if seen is None:
                continue
            left, top, part = seen
            mask = np.zeros(part.shape[:2], np.uint8)
            quad = self.pose.project(side.quad) - (left, top)
            fill(mask, quad, 255, cv2.LINE_AA)
            lit = self.lamps.on_side(side, tile, (left, top, part.shape))
            blend(part, mask, np.array(plastic, np.float32) * lit)
            if tile.face and side.name == printed:
                paper = self._paper(side.quad, tile.face, (left, top), part.shape)
                blend(part, paper, np.array(ink, np.float32) * lit)
            if self.look.bevel and side.name == "top":
                self._edge(part, quad, plastic)

    def _paper(
        self, quad: F64, face: str, corner: tuple[int, int], shape: tuple[int, ...]
    ) -> Image:
        ink = self.look.print_of(face, PRINT_SCALE, self.box)
        h, w = ink.shape
        seen = (self.pose.project(quad) - corner).astype(np.float32)
        small = max(1.0, w / max(4.0, float(np.linalg.norm(seen[1] - seen[0]))))
        soft = cv2.GaussianBlur(ink, (0, 0), 0.4 * small)
        paper = np.array([[0, h], [w, h], [w, 0], [0, 0]], np.float32) - 0.5
        onto = cv2.getPerspectiveTransform(paper, seen)
        return np.asarray(
            cv2.warpPerspective(soft, onto, shape[1::-1], flags=cv2.INTER_LINEAR), np.uint8
        )

    def _edge(self, part: F32, quad: F64, plastic: Colour) -> None:
        """Draw the rounded edge of a top: a fine line that catches the light."""
        mask = np.zeros(part.shape[:2], np.uint8)
        trace(mask, quad)
        lighter = np.array(plastic, np.float32) + np.float32(self.look.bevel * 60)
        blend(part, np.asarray(mask // 2, np.uint8), lighter)

    def add_glare(self) -> None:
        """Add the mirror images of the lamps."""
        for shine in self.lamps.mirrored():
            self.image += shine[..., None]

    def draw_thing(self, thing: Thing) -> None:
        """Draw something that is no tile: its outline below, then raised."""
        h = len(thing.outline)
        low = np.c_[thing.outline, np.zeros(h)]
        high = np.c_[thing.outline, np.full(h, thing.height)]
        pixels = self.pose.project(np.r_[low, high]).astype(np.float32)
        hull = cv2.convexHull(pixels).reshape(-1, 2)
        for outline, lit in ((hull, 0.6), (pixels[h:], 0.95)):
            seen = window(self.image, outline)
            if seen is None:
                continue
            left, top, part = seen
            mask = np.zeros(part.shape[:2], np.uint8)
            fill(mask, outline - (left, top), 255, cv2.LINE_AA)
            blend(part, mask, np.array(thing.colour, np.float32) * np.float32(lit))

    def draw_hand(self, hand: Hand) -> None:
        """Draw a hand over all, rounder at its rim."""
        scale = float(self.pose.px_per_mm([[0.0, 0.0, hand.height]])[0])
        for i, outline in enumerate(hand.outlines):
            raised = self.pose.project(np.c_[outline, np.full(len(outline), hand.height)])
            seen = window(self.image, raised)
            if seen is None:
                continue
            left, top, part = seen
            mask = np.zeros(part.shape[:2], np.uint8)
            fill(mask, raised - (left, top), 255, cv2.LINE_AA)
            inner = cv2.GaussianBlur(mask, (0, 0), max(1.0, 4 * scale)).astype(np.float32) / 255
            colour = np.array(hand.colours[i % len(hand.colours)], np.float32)
            blend(part, mask, colour * (np.float32(0.45) + np.float32(0.55) * inner[..., None]))
