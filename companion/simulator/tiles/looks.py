"""Random looks of a drawn table: sizes of tiles, cameras, lamps, plastics, light."""

import numpy as np

from companion.simulator.tiles.cloths import random_cloth
from companion.simulator.tiles.scenery import Lamp, Light, PrintOf, TableLook
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import TileBox
from companion.vision.tile_faces.glyphs import face_picture

__all__ = [
    "random_box",
    "random_camera",
    "random_light",
    "random_look",
]

Chance = np.random.Generator


def random_box(chance: Chance) -> TileBox:
    """Return the size of a set's tiles in mm: those of boxes that are sold, and beyond."""
    return TileBox(
        float(chance.uniform(20, 29)), float(chance.uniform(31, 45)), float(chance.uniform(6, 11.5))
    )


def random_camera(
    chance: Chance, *, width: int = 960, spans: tuple[float, float] = (430.0, 680.0)
) -> Pose:
    """Return a camera of 60 to 100 degrees over a table, leaning up to 35 degrees, turned a little.

    From near to far it sees about so many mm as `spans` says. A wide one has its distortion.
    """
    ratio = float(chance.choice([0.75, 0.75, 0.5625]))
    w, h = width, round(width * ratio)
    degrees = float(
        chance.choice([chance.uniform(58, 72), chance.uniform(58, 72), chance.uniform(75, 102)])
    )
    focal = w / 2 / np.tan(np.radians(degrees) / 2)
    dist = np.array([chance.normal(0.02, 0.02), chance.normal(-0.04, 0.02), 0, 0, 0])
    if degrees > 74:
        dist = np.array([chance.uniform(-0.22, -0.04), chance.uniform(0.0, 0.04), 0, 0, 0])
    k = np.array([[focal, 0, (w - 1) / 2], [0, focal, (h - 1) / 2], [0, 0, 1.0]])
    lean = np.radians(chance.uniform(0, 36))
    side = chance.normal(0, 0.5) + (np.pi if chance.random() < 0.1 else 0)
    span = chance.uniform(*spans)
    distance = span * focal / h
    eye = distance * np.array(
        [np.sin(lean) * np.sin(side), -np.sin(lean) * np.cos(side), np.cos(lean)]
    )
    middle = np.array([chance.normal(0, 20), chance.normal(0, 20), 0.0])
    ahead = -eye / distance
    up = np.array([chance.normal(0, 0.08), 1.0, 0.0]) if abs(side) < 2 else np.array([0, 1.0, 0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    r = np.stack([right, np.cross(ahead, right), ahead])
    return Pose(k, dist, r, -r @ (eye + middle), (w, h))


def random_look(chance: Chance, print_of: PrintOf = face_picture) -> TableLook:
    """Return a cloth, lamps and plastics."""
    black = np.array([chance.uniform(14, 62)] * 3) * chance.normal(1, 0.05, 3)
    white = np.array([chance.uniform(170, 235)] * 3) * chance.normal(1, 0.04, 3)
    print_light = np.array([chance.uniform(165, 235)] * 3) * chance.normal(1, 0.05, 3)
    print_dark = np.array([chance.uniform(12, 75)] * 3) * chance.normal(1, 0.06, 3)
    if chance.random() < 0.12:
        print_dark = chance.uniform(10, 160, 3)
    if chance.random() < 0.12:
        print_light = chance.uniform(110, 240, 3)
    glossy = chance.random() < 0.45
    return TableLook(
        cloth=random_cloth(chance),
        lamps=_lamps(chance),
        plastic={"B": (tuple(black), tuple(print_light)), "W": (tuple(white), tuple(print_dark))},
        print_of=print_of,
        gloss=float(chance.uniform(0.05, 0.9)) if glossy else 0.0,
        table_gloss=float(chance.uniform(0, 0.5)) if chance.random() < 0.3 else 0.0,
        bevel=float(chance.uniform(0, 1.2)),
        blur=float(chance.uniform(0.4, 1.1)),
        noise=float(chance.choice([chance.uniform(0.5, 3), chance.uniform(2, 8)])),
        gamma=float(chance.choice([1.0, 1.0, chance.uniform(0.6, 1.3)])),
    )


def random_light(chance: Chance) -> Light:
    """Return exposure and white balance: dim now and then, warm lamps and blue days."""
    gain = float(np.exp(chance.normal(-0.08, 0.25)))
    if chance.random() < 0.2:
        gain *= float(chance.uniform(0.25, 0.7))
    return Light(gain, float(np.exp(chance.normal(0.03, 0.22))))


def _lamps(chance: Chance) -> tuple[Lamp, ...]:
    """Return one to three lamps: soft, hard, near ones, with a pool of light, low ones."""
    count = int(chance.choice([1, 1, 2, 3]))
    strong = chance.uniform(0.3, 0.85)
    parts = chance.dirichlet([2.0] * count) * strong
    lamps = []
    for part in parts:
        round_, high = chance.uniform(0, 2 * np.pi), np.radians(chance.uniform(22, 80))
        distance = float(np.exp(chance.uniform(np.log(500), np.log(4000))))
        spot = float(chance.uniform(150, 600)) if chance.random() < 0.2 else 0.0
        lamps.append(
            Lamp(
                x=float(distance * np.cos(high) * np.cos(round_)),
                y=float(distance * np.cos(high) * np.sin(round_)),
                z=float(distance * np.sin(high)),
                part=float(part),
                radius=float(distance * chance.choice([0.01, chance.uniform(0.02, 0.35)])),
                spot=spot,
            )
        )
    return tuple(lamps)
