"""How lamps light a drawn table and its tiles: fall-off, shadows, dark feet, mirror images.

A lamp's light falls off by the inverse square and Lambert's cosine. A shadow is the outline of a
box thrown from the lamp on to a plane, blurred as wide as the half-shadow of a lamp of that size.
Plastic shines as a Gaussian lobe around the lamp's mirror image. Light that bounces is one ambient
share.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from companion.simulator.tiles.raster import fill
from companion.simulator.tiles.scenery import DrawnTile, Hand, Lamp, TableLook, Thing
from companion.vision.geometry.arrays import F32, F64, Image
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import Side, Stance, TileBox

__all__ = ["TableLight", "ground_points"]

# px between exactly projected pixels: the error between them is under 0.1 px; measured there
STRIDE = 16


@lru_cache(maxsize=2)
def ground_points(pose: Pose) -> F32:
    """Return (h, w, 2) the mm on the table that each pixel sees; kept while the camera stays."""
    w, h = pose.size
    cols, rows = w // STRIDE + 2, h // STRIDE + 2
    x, y = np.meshgrid(np.arange(cols) * STRIDE, np.arange(rows) * STRIDE)
    places = pose.on_plane(np.stack([x, y], -1).reshape(-1, 2))[:, :2].reshape(rows, cols, 2)
    u, v = np.meshgrid(
        np.arange(w, dtype=np.float32) / STRIDE, np.arange(h, dtype=np.float32) / STRIDE
    )
    return np.asarray(cv2.remap(places.astype(np.float32), u, v, cv2.INTER_LINEAR), np.float32)


@dataclass(slots=True, eq=False)
class TableLight:
    """The light on a table from a look's lamps.

    `ground` is (h, w, 2) mm as of `ground_points`, `solids` the corners of each box, (8, 3) mm.
    """

    pose: Pose
    look: TableLook
    box: TileBox
    ground: F32
    solids: Sequence[F64]
    things: Sequence[Thing] = ()
    hand: Hand | None = None
    _shine: list[F32] = field(init=False)
    _tops: F32 = field(init=False)

    def __post_init__(self) -> None:
        self._shine = [_falloff(self.pose, lamp) for lamp in self.look.lamps]
        self._tops = self._on_plane(self.box.thickness)

    def on_table(self) -> F32:
        """Return (h, w) the light on the bare table, with shadows and the dark at boxes' feet."""
        return self._on_plane(0.0) * self._contact()

    def _on_plane(self, z: float) -> F32:
        """Return (h, w) the light on the plane at height `z` (mm)."""
        lit = np.full(self.pose.size[::-1], self._ambient, np.float32)
        for lamp, shine in zip(self.look.lamps, self._shine, strict=True):
            lit += np.float32(lamp.part) * shine * (1 - self._shadow(lamp, z))
        return lit

    @property
    def _ambient(self) -> float:
        """The part of the light that comes from no lamp."""
        return 1.0 - sum(lamp.part for lamp in self.look.lamps)

    def on_side(self, side: Side, tile: DrawnTile, window: tuple[int, int, tuple[int, ...]]) -> F32:
        """Return the light on a side: (h, w, 1) on the top of a lying tile, else one value."""
        left, top, shape = window
        if side.name == "top" and tile.place.stance is Stance.LIES:
            return self._tops[top : top + shape[0], left : left + shape[1], None]
        total = self._ambient * (1.0 if side.name == "top" else 0.75)
        middle = side.quad.mean(axis=0)
        foot = self.pose.project([[tile.place.x, tile.place.y, 0.0]])[0]
        w, h = self.pose.size
        col, row = (int(np.clip(v, 0, m - 1)) for v, m in zip(foot, (w, h), strict=True))
        for lamp, shine in zip(self.look.lamps, self._shine, strict=True):
            way = np.array([lamp.x, lamp.y, lamp.z]) - middle
            cos = float(side.normal @ way) / float(np.linalg.norm(way))
            flat = float(way[2] / np.linalg.norm(way))
            total += lamp.part * float(shine[row, col]) * max(0.0, cos) / max(0.3, flat)
        return np.asarray(min(total, 2.0), np.float32)

    def mirrored(self) -> Iterator[F32]:
        """Yield (h, w) each lamp's mirror image on tops of lying tiles and the table, up to 255."""
        if not self.look.gloss and not self.look.table_gloss:
            return
        mask = np.zeros(self.pose.size[::-1], np.uint8)
        for solid in self.solids:
            if solid[4, 2] < self.box.height * 0.7:
                fill(mask, self.pose.project(solid[4:]), 255, cv2.LINE_AA)
        gloss = mask.astype(np.float32) / np.float32(255) * np.float32(self.look.gloss)
        gloss = np.maximum(gloss, np.float32(self.look.table_gloss))
        eye = self.pose.position
        for lamp in self.look.lamps:
            part = eye[2] / (eye[2] + lamp.z)
            x, y = eye[:2] + (np.array([lamp.x, lamp.y]) - eye[:2]) * part
            wide = np.float32(30.0 + 0.6 * lamp.radius)
            d2 = (self.ground[..., 0] - np.float32(x)) ** 2
            d2 += (self.ground[..., 1] - np.float32(y)) ** 2
            yield gloss * np.exp(-d2 / (2 * wide**2)) * np.float32(255)

    def _shadow(self, lamp: Lamp, z: float) -> F32:
        """Return (h, w) what part of a lamp's light is kept from the plane at height `z`."""
        mask = np.zeros(self.pose.size[::-1], np.uint8)
        for solid in self.solids:
            if solid[4, 2] > z + 1:
                self._throw(mask, solid, lamp, z)
        for thing in self.things:
            self._throw(mask, _raised(thing.outline, thing.height), lamp, z)
        if self.hand is not None:
            for outline in self.hand.outlines:
                self._throw(mask, _raised(outline, self.hand.height), lamp, z, hull=False)
        height = self.box.height if z == 0 else self.box.height - z
        distance = float(np.linalg.norm([lamp.x, lamp.y, lamp.z]))
        soft = lamp.radius / distance * height * float(self.pose.px_per_mm([[0.0, 0.0, 0.0]])[0])
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
        fill(mask, np.clip(outline, -4000, 8000), 255)

    def _contact(self) -> F32:
        """Return (h, w) the part of all light that reaches the table near the feet of the boxes."""
        mask = np.zeros(self.pose.size[::-1], np.uint8)
        for solid in self.solids:
            fill(mask, self.pose.project(solid[:4]), 255)
        reach = 3.0 * float(self.pose.px_per_mm([[0.0, 0.0, 0.0]])[0])
        soft = cv2.GaussianBlur(mask, (0, 0), reach).astype(np.float32) / np.float32(255)
        return np.asarray(1 - np.float32(0.45) * soft, np.float32)


@lru_cache(maxsize=8)
def _falloff(pose: Pose, lamp: Lamp) -> F32:
    """Return (h, w) how strongly a lamp lights the table, 1 right under it; kept as ground is."""
    ground = ground_points(pose)
    d2 = (ground[..., 0] - np.float32(lamp.x)) ** 2 + (ground[..., 1] - np.float32(lamp.y)) ** 2
    near = (1 + d2 / np.float32(lamp.z**2)) ** -1.5
    middle = (1 + (lamp.x**2 + lamp.y**2) / lamp.z**2) ** -1.5
    lit = near / np.float32(middle)
    if lamp.spot:
        lit = lit * np.exp(-d2 / np.float32(2 * lamp.spot**2))
    return np.asarray(np.minimum(lit, 3.0), np.float32)


def _raised(outline: F64, height: float) -> F64:
    flat = np.asarray(outline, np.float64)
    high = np.c_[flat, np.full(len(flat), height)]
    return np.concatenate([high, np.c_[flat, np.zeros(len(flat))]])
