"""Draws tiles on a table as a camera would see them: boxes in perspective, cloths, lamps, hands.

Compositing with OpenCV, in a tenth of a second: the cloth is warped on to the table, shadows of the
boxes are thrown from each lamp and blurred, the boxes are filled far ones first, a lamp's mirror
image shines on them, and the camera adds blur, noise and its white balance. Light does not bounce.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import BOX, Side, Stance, TileBox, TilePlace, sides
from companion.vision.tile_faces.glyphs import face_picture

__all__ = [
    "Cloth",
    "DrawnTile",
    "Hand",
    "Lamp",
    "Light",
    "PrintOf",
    "TableLook",
    "Thing",
    "draw_tiles",
    "over_table",
    "visible_parts",
]

Colour = tuple[int, int, int]
# a face's ink (h, w) as read, 0 plain and 255 printed, at so many px a mm
PrintOf = Callable[[str, int, TileBox], Image]

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
# pixels a millimetre that a face is drawn with before it is laid on its tile: more than any picture
# shows
PRINT_SCALE = 8
BITS = 4  # sub-pixel bits of OpenCV's polygons: 16 places a pixel are more than eyes see
# px between exactly projected pixels: the error between them is under 0.1 px; measured there
STRIDE = 16
HAND_HEIGHT = 45.0  # mm that a hand is over the table: chosen by eye


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


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """What the table is covered with: `picture` BGR at `scale` px a mm, repeated without end."""

    picture: Image
    scale: float = 1.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp at (x, y, z) mm: its part of the light, its radius in mm, how it falls off.

    `spot` is the radius (mm) of its pool of light on the table, or 0 for an even light.
    """

    x: float = -1400.0
    y: float = 1000.0
    z: float = 3600.0
    part: float = 0.55
    radius: float = 60.0
    spot: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A hand: `outlines` of (N, 2) mm at its height, its BGR, and how dark its shadow is."""

    outlines: tuple[F64, ...]
    colours: tuple[Colour, ...] = (SKIN,)
    height: float = HAND_HEIGHT
    shadow: float = 0.38


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something else on the table: an outline (N, 2) mm raised to `height` mm, of one BGR."""

    outline: F64
    height: float
    colour: Colour


@dataclass(frozen=True, slots=True, eq=False)
class TableLook:
    """All that makes one table look other than the next.

    `plastic` is BGR of plastic and print a colour; `print_of` gives a face's ink (h, w) at so many
    px a mm; `gloss` is how strongly lamps mirror on tiles; `blur` px, `noise` grey levels one
    sigma.
    """

    cloth: Cloth | None = None
    table: Colour = TABLE
    lamps: Sequence[Lamp] = (Lamp(),)
    plastic: dict[str, tuple[Colour, Colour]] = field(default_factory=lambda: dict(PLASTIC))
    print_of: PrintOf = face_picture
    gloss: float = 0.0
    table_gloss: float = 0.0
    bevel: float = 0.0
    blur: float = 0.7
    noise: float = 2.0
    gamma: float = 1.0


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
    far_first = sorted(tiles, key=lambda tile: -_distance(tile.place, pose))
    solids = [tile.place.corners(box) for tile in far_first]
    ground = _ground_points(pose)
    shine = [_falloff(ground, lamp) for lamp in look.lamps]
    scene = _Scene(pose, look, box, _table_colours(pose, ground, look), solids, shine, things, hand)
    scene.light_table()
    for thing in things:
        scene.draw_thing(thing)
    for tile in far_first:
        scene.draw(tile)
    scene.add_glare()
    if hand is not None:
        scene.draw_hand(hand)
    return _photographed(scene.image, light or Light(), look, np.random.default_rng(seed))


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
        cv2.fillPoly(owners, [_bits(hull.reshape(-1, 2))], i + 1, cv2.LINE_8, BITS)
    for outline in hand.outlines if hand else ():
        raised = np.c_[outline, np.full(len(outline), hand.height)] if hand else outline
        cv2.fillPoly(owners, [_bits(half.project(raised))], 0, cv2.LINE_8, BITS)
    seen = np.bincount(owners.ravel(), minlength=len(tiles) + 1)[1 : len(tiles) + 1]
    return np.asarray(np.clip(seen / np.maximum(whole, 1.0), 0.0, 1.0), np.float64)


def _distance(place: TilePlace, pose: Pose) -> float:
    return float(np.linalg.norm(pose.position[:2] - (place.x, place.y)))


def _bits(pixels: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    return np.round(pixels * (1 << BITS)).astype(np.int32).reshape(-1, 1, 2)


def _ground_points(pose: Pose) -> F32:
    """Return (h, w, 2) the mm on the table that each pixel sees."""
    w, h = pose.size
    cols, rows = w // STRIDE + 2, h // STRIDE + 2
    x, y = np.meshgrid(np.arange(cols) * STRIDE, np.arange(rows) * STRIDE)
    places = pose.on_plane(np.stack([x, y], -1).reshape(-1, 2))[:, :2].reshape(rows, cols, 2)
    u, v = np.meshgrid(
        np.arange(w, dtype=np.float32) / STRIDE, np.arange(h, dtype=np.float32) / STRIDE
    )
    return np.asarray(cv2.remap(places.astype(np.float32), u, v, cv2.INTER_LINEAR), np.float32)


def _table_colours(pose: Pose, ground: F32, look: TableLook) -> F32:
    if look.cloth is None:
        return np.full((*pose.size[::-1], 3), look.table, np.float32)
    cos, sin = np.cos(look.cloth.turn), np.sin(look.cloth.turn)
    scale = np.float32(look.cloth.scale)
    h, w = look.cloth.picture.shape[:2]
    u = (ground[..., 0] * np.float32(cos) + ground[..., 1] * np.float32(sin)) * scale
    v = (ground[..., 1] * np.float32(cos) - ground[..., 0] * np.float32(sin)) * scale
    # a border of wrapped pixels, so that no seam shows
    picture = cv2.copyMakeBorder(look.cloth.picture, 0, 1, 0, 1, cv2.BORDER_WRAP)
    seen = cv2.remap(picture, np.mod(u, w), np.mod(v, h), cv2.INTER_LINEAR)
    return np.asarray(seen, np.float32)


def _falloff(ground: F32, lamp: Lamp) -> F32:
    """Return (h, w) how strongly a lamp lights the table, 1 right under it."""
    away = (ground[..., 0] - np.float32(lamp.x)) ** 2 + (ground[..., 1] - np.float32(lamp.y)) ** 2
    near = (1 + away / np.float32(lamp.z**2)) ** -1.5
    middle = (1 + (lamp.x**2 + lamp.y**2) / lamp.z**2) ** -1.5
    lit = near / np.float32(middle)
    if lamp.spot:
        lit = lit * np.exp(-away / np.float32(2 * lamp.spot**2))
    return np.asarray(np.minimum(lit, 3.0), np.float32)


@dataclass(slots=True, eq=False)
class _Scene:
    """A picture that is being drawn, in linear-like light; everything in the table's mm."""

    pose: Pose
    look: TableLook
    box: TileBox
    image: F32
    solids: list[F64]
    shine: list[F32]
    things: Sequence[Thing] = ()
    hand: Hand | None = None
    on_tiles: F32 | None = None

    def light_table(self) -> None:
        """Light the bare table, with the shadows and the dark at the feet of the boxes."""
        ambient = 1.0 - sum(lamp.part for lamp in self.look.lamps)
        ground = np.full(self.image.shape[:2], ambient, np.float32)
        tops = ground.copy()
        for lamp, shine in zip(self.look.lamps, self.shine, strict=True):
            ground += np.float32(lamp.part) * shine * (1 - self._shadow(lamp, 0.0))
            tops += np.float32(lamp.part) * shine * (1 - self._shadow(lamp, self.box.thickness))
        self.image *= (ground * self._contact())[..., None]
        self.on_tiles = tops

    def _shadow(self, lamp: Lamp, z: float) -> F32:
        """Return (h, w) what part of a lamp's light is kept from the plane at height `z`."""
        mask = np.zeros(self.image.shape[:2], np.uint8)
        for solid in self.solids:
            if solid[4, 2] > z + 1:
                self._throw(mask, solid, lamp, z)
        for thing in self.things:
            self._throw(mask, _raised(thing.outline, thing.height), lamp, z)
        if self.hand is not None:
            for outline in self.hand.outlines:
                self._throw(mask, _raised(outline, self.hand.height), lamp, z, hull=False)
        height = self.box.height if z == 0 else self.box.height - z
        away = float(np.linalg.norm([lamp.x, lamp.y, lamp.z]))
        soft = lamp.radius / away * height * float(self.pose.px_per_mm([[0.0, 0.0, 0.0]])[0])
        size = max(0.6, 0.6 * soft)
        small = cv2.GaussianBlur(mask, (0, 0), min(size, 25.0))
        return np.asarray(small, np.float32) / np.float32(255)

    def _throw(self, mask: Image, solid: F64, lamp: Lamp, z: float, *, hull: bool = True) -> None:
        eye = np.array([lamp.x, lamp.y, lamp.z])
        over = np.maximum(solid[:, 2], z)
        part = (z - eye[2]) / (np.minimum(over, lamp.z - 1.0) - eye[2])
        thrown = eye[:2] + (solid[:, :2] - eye[:2]) * part[:, None]
        pixels = self.pose.project(np.c_[thrown, np.full(len(thrown), z)]).astype(np.float32)
        if np.isnan(pixels).any():
            return
        outline = cv2.convexHull(pixels).reshape(-1, 2) if hull else pixels[: len(pixels) // 2]
        cv2.fillPoly(mask, [_bits(np.clip(outline, -4000, 8000))], 255, cv2.LINE_8, BITS)

    def _contact(self) -> F32:
        mask = np.zeros(self.image.shape[:2], np.uint8)
        for solid in self.solids:
            cv2.fillPoly(mask, [_bits(self.pose.project(solid[:4]))], 255, cv2.LINE_8, BITS)
        reach = 3.0 * float(self.pose.px_per_mm([[0.0, 0.0, 0.0]])[0])
        soft = cv2.GaussianBlur(mask, (0, 0), reach).astype(np.float32) / np.float32(255)
        return np.asarray(1 - np.float32(0.45) * soft, np.float32)

    def draw(self, tile: DrawnTile) -> None:
        """Fill the sides of a tile that are seen, its print on the one that shows it."""
        plastic, ink = self.look.plastic[tile.colour]
        printed = "near" if tile.place.stance is Stance.STANDS else "top"
        solid = tile.place.corners(self.box)
        for side in sides(solid, self.pose.position):
            window = self._window(self.pose.project(side.quad))
            if window is None:
                continue
            left, top, part = window
            mask = np.zeros(part.shape[:2], np.uint8)
            quad = self.pose.project(side.quad) - (left, top)
            cv2.fillPoly(mask, [_bits(quad)], 255, cv2.LINE_AA, BITS)
            lit = self._lit(side, tile, (left, top, part.shape))
            _blend(part, mask, np.array(plastic, np.float32) * lit)
            if tile.face and side.name == printed:
                paper = self._paper(side.quad, tile.face, (left, top), part.shape)
                _blend(part, paper, np.array(ink, np.float32) * lit)
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
        cv2.polylines(mask, [_bits(quad)], True, 255, 1, cv2.LINE_AA, BITS)  # noqa: FBT003
        lighter = np.array(plastic, np.float32) + np.float32(self.look.bevel * 60)
        _blend(part, np.asarray(mask // 2, np.uint8), lighter)

    def _lit(
        self, side: Side, tile: DrawnTile, window: tuple[int, int, tuple[int, ...]]
    ) -> npt.NDArray[np.float32]:
        """Return the light on a side: (h, w, 1) on the top of a lying tile, else one value."""
        left, top, shape = window
        if side.name == "top" and tile.place.stance is Stance.LIES and self.on_tiles is not None:
            return self.on_tiles[top : top + shape[0], left : left + shape[1], None]
        ambient = 1.0 - sum(lamp.part for lamp in self.look.lamps)
        total = ambient * (1.0 if side.name == "top" else 0.75)
        middle = side.quad.mean(axis=0)
        foot = self.pose.project([[tile.place.x, tile.place.y, 0.0]])[0]
        w, h = self.pose.size
        col, row = (int(np.clip(v, 0, m - 1)) for v, m in zip(foot, (w, h), strict=True))
        for lamp, shine in zip(self.look.lamps, self.shine, strict=True):
            way = np.array([lamp.x, lamp.y, lamp.z]) - middle
            cos = float(side.normal @ way) / float(np.linalg.norm(way))
            flat = float(way[2] / np.linalg.norm(way))
            total += lamp.part * float(shine[row, col]) * max(0.0, cos) / max(0.3, flat)
        return np.asarray(min(total, 2.0), np.float32)

    def add_glare(self) -> None:
        """Add the mirror image of each lamp: on the tops of lying tiles, faintly on the table."""
        if not self.look.gloss and not self.look.table_gloss:
            return
        mask = np.zeros(self.image.shape[:2], np.uint8)
        for solid in self.solids:
            if solid[4, 2] < self.box.height * 0.7:
                cv2.fillPoly(mask, [_bits(self.pose.project(solid[4:]))], 255, cv2.LINE_AA, BITS)
        gloss = mask.astype(np.float32) / np.float32(255) * np.float32(self.look.gloss)
        gloss = np.maximum(gloss, np.float32(self.look.table_gloss))
        ground = _ground_points(self.pose)
        eye = self.pose.position
        for lamp in self.look.lamps:
            part = eye[2] / (eye[2] + lamp.z)
            x, y = eye[:2] + (np.array([lamp.x, lamp.y]) - eye[:2]) * part
            wide = np.float32(30.0 + 0.6 * lamp.radius)
            away = (ground[..., 0] - np.float32(x)) ** 2 + (ground[..., 1] - np.float32(y)) ** 2
            self.image += (gloss * np.exp(-away / (2 * wide**2)) * np.float32(255))[..., None]

    def draw_thing(self, thing: Thing) -> None:
        """Draw something that is no tile: its outline below, then raised."""
        h = len(thing.outline)
        low = np.c_[thing.outline, np.zeros(h)]
        high = np.c_[thing.outline, np.full(h, thing.height)]
        pixels = self.pose.project(np.r_[low, high]).astype(np.float32)
        hull = cv2.convexHull(pixels).reshape(-1, 2)
        for outline, lit in ((hull, 0.6), (pixels[h:], 0.95)):
            window = self._window(outline)
            if window is None:
                continue
            left, top, part = window
            mask = np.zeros(part.shape[:2], np.uint8)
            cv2.fillPoly(mask, [_bits(outline - (left, top))], 255, cv2.LINE_AA, BITS)
            _blend(part, mask, np.array(thing.colour, np.float32) * np.float32(lit))

    def draw_hand(self, hand: Hand) -> None:
        """Draw a hand over all, rounder at its rim."""
        scale = float(self.pose.px_per_mm([[0.0, 0.0, hand.height]])[0])
        for i, outline in enumerate(hand.outlines):
            raised = self.pose.project(np.c_[outline, np.full(len(outline), hand.height)])
            window = self._window(raised)
            if window is None:
                continue
            left, top, part = window
            mask = np.zeros(part.shape[:2], np.uint8)
            cv2.fillPoly(mask, [_bits(raised - (left, top))], 255, cv2.LINE_AA, BITS)
            inner = cv2.GaussianBlur(mask, (0, 0), max(1.0, 4 * scale)).astype(np.float32) / 255
            colour = np.array(hand.colours[i % len(hand.colours)], np.float32)
            _blend(part, mask, colour * (np.float32(0.45) + np.float32(0.55) * inner[..., None]))

    def _window(self, pixels: npt.NDArray[Any]) -> tuple[int, int, F32] | None:
        """Return left, top and the part of the picture around `pixels`; None outside of it."""
        h, w = self.image.shape[:2]
        left, top = np.maximum(np.floor(pixels.min(axis=0)) - 1, 0).astype(int)
        right, low = np.minimum(np.ceil(pixels.max(axis=0)) + 2, (w, h)).astype(int)
        if left >= right or top >= low:
            return None
        return int(left), int(top), self.image[top:low, left:right]


def _raised(outline: F64, height: float) -> F64:
    flat = np.asarray(outline, np.float64)
    high = np.c_[flat, np.full(len(flat), height)]
    return np.concatenate([high, np.c_[flat, np.zeros(len(flat))]])


def _blend(image: F32, mask: Image, onto: npt.NDArray[Any]) -> None:
    part = mask[..., None].astype(np.float32) / np.float32(255)
    image[:] = image * (1 - part) + onto * part


def _photographed(image: F32, light: Light, look: TableLook, chance: np.random.Generator) -> Image:
    h, w = image.shape[:2]
    colour = light.gain * np.array([1 / light.tint, 1.0, light.tint])
    soft = cv2.GaussianBlur(image, (0, 0), look.blur) * colour.astype(np.float32)
    if look.gamma != 1.0:
        soft = 255 * (np.clip(soft, 0, None) / 255) ** np.float32(look.gamma)
    grain = chance.standard_normal((h, w, 1), np.float32) * np.float32(look.noise)
    return np.clip(np.round(soft + grain), 0, 255).astype(np.uint8)
