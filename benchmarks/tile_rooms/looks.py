"""Random looks beyond those of the product's drawn tables: what nets for tiles are trained on."""

from dataclasses import replace

import cv2
import numpy as np

from benchmarks.tile_rooms.prints import random_print
from companion.simulator.tiles.looks import random_look
from companion.simulator.tiles.scenery import Cloth, Lamp, PrintOf, TableLook
from companion.vision.geometry.arrays import F64, Image
from companion.vision.tile_faces.boxes import TileBox

__all__ = ["wild_look"]

Chance = np.random.Generator
# parts of all looks: plain tables as drawn matches have them, dark cloths, patterns as large as
# tiles, worn prints, plastics at the ends of what is sold
PLAIN, DARK, COARSE, ALIKE, WORN, EXTREME = 0.16, 0.16, 0.1, 0.14, 0.25, 0.2


def wild_look(chance: Chance) -> TableLook:
    """Give a look: most as the product draws them, others darker, coarser, plainer or worn."""
    look = random_look(chance, _worn(chance, random_print(chance)))
    fate = chance.random()
    if fate < PLAIN:
        look = _plain(chance, look)
    elif fate < PLAIN + DARK and look.cloth is not None:
        dark = look.cloth.picture.astype(np.float32) * np.float32(chance.uniform(0.08, 0.4))
        look = replace(look, cloth=replace(look.cloth, picture=dark.astype(np.uint8)))
    elif fate < PLAIN + DARK + COARSE:
        look = replace(look, cloth=_coarse(chance))
    elif fate < PLAIN + DARK + COARSE + ALIKE:
        look = replace(look, cloth=_alike(chance))
    return replace(look, plastic=_extreme(chance, look)) if chance.random() < EXTREME else look


def _plain(chance: Chance, look: TableLook) -> TableLook:
    """Give a table of one colour under one lamp, its plastics and print as usual or as `look`'s."""
    tone = np.clip(np.array([84, 104, 128]) * np.exp(chance.normal(0, 0.5)), 8, 250)
    tone = np.clip(tone * np.exp(chance.normal(0, 0.12, 3)), 5, 252)
    lamp = Lamp(part=float(chance.uniform(0.2, 0.75)))
    if chance.random() < 0.5:
        lamp = replace(lamp, x=float(chance.normal(0, 1800)), y=float(chance.normal(0, 1800)))
    usual = TableLook()
    return replace(
        usual,
        table=(float(tone[0]), float(tone[1]), float(tone[2])),
        lamps=(lamp,),
        print_of=look.print_of,
        plastic=usual.plastic if chance.random() < 0.6 else look.plastic,
        gloss=look.gloss if chance.random() < 0.3 else 0.0,
        blur=look.blur,
        noise=look.noise,
    )


def _coarse(chance: Chance) -> Cloth:
    """Give squares or bars about as large as tiles, of two lights that tiles have too."""
    first, second = chance.uniform(8, 60, 3), chance.uniform(150, 245, 3)
    if chance.random() < 0.5:
        first, second = _toned(chance, first), _toned(chance, second)
    cells = np.indices((4, 4)).sum(axis=0) % 2
    if chance.random() < 0.3:
        cells = np.indices((4, 4))[0] % 2
    size = int(chance.integers(12, 46))
    parts = np.kron(cells, np.ones((size, size)))[..., None]
    picture = np.clip(first + parts * (second - first), 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), float(chance.uniform(0.3, 1.5)))
    return Cloth(soft, float(chance.uniform(0.8, 1.3)), float(chance.uniform(0, 2 * np.pi)))


def _alike(chance: Chance) -> Cloth:
    """Give a cloth with shapes as large as tiles lie and stand, as dark and as light as they are.

    They are strewn anyhow or side by side, some with an edge along one side as boxes show.
    """
    picture = np.full((600, 600, 3), 0.0)
    picture[:] = _toned(chance, np.full(3, chance.uniform(15, 230)))
    inks = [np.full(3, chance.uniform(8, 60)), np.full(3, chance.uniform(150, 245))]
    inks += [_toned(chance, np.full(3, chance.uniform(20, 220))) for _ in range(2)]
    is_even, way = chance.random() < 0.5, chance.uniform(0, 180)
    size = np.array([chance.uniform(18, 32), chance.choice([chance.uniform(7, 14), 37, 37, 50])])
    for _ in range(int(chance.integers(20, 110))):
        at = chance.uniform(60, 540, 2)
        turn = way + chance.choice([0, 90]) if is_even else chance.uniform(0, 180)
        ink = inks[int(chance.integers(len(inks)))]
        sides = size * np.exp(chance.normal(0, 0.12, 2))
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        for i in range(int(chance.integers(1, 5))):
            middle = at + along * i * (sides[0] + chance.uniform(0, 4))
            _shape(picture, (middle, sides, float(turn)), ink, chance)
    soft = cv2.GaussianBlur(picture, (0, 0), float(chance.uniform(0.3, 1.8)))
    return Cloth(np.clip(soft, 0, 255).astype(np.uint8), 1.0, float(chance.uniform(0, 2 * np.pi)))


def _shape(picture: F64, rect: tuple[F64, F64, float], ink: F64, chance: Chance) -> None:
    """Fill a rectangle (middle, sides, degrees), now and then with a darker one beneath it."""
    middle, sides, turn = rect
    if chance.random() < 0.4:
        below = middle + chance.uniform(-6, 6, 2)
        corners = cv2.boxPoints((tuple(below), tuple(sides), turn))
        cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], tuple(ink * 0.6), cv2.LINE_AA)
    corners = cv2.boxPoints((tuple(middle), tuple(sides), turn))
    cv2.fillPoly(picture, [np.round(corners).astype(np.int32)], tuple(ink), cv2.LINE_AA)


def _toned(chance: Chance, grey: F64) -> F64:
    return np.asarray(np.clip(grey.mean() * np.exp(chance.normal(0, 0.5, 3)), 5, 250), np.float64)


def _extreme(chance: Chance, look: TableLook) -> dict[str, tuple]:
    """Give deep blacks or greys, and pure whites or cream, with the prints of `look`."""
    black = np.full(3, chance.choice([chance.uniform(6, 18), chance.uniform(50, 78)]))
    white = np.full(3, chance.choice([chance.uniform(140, 175), chance.uniform(232, 252)]))
    black, white = (v * np.exp(chance.normal(0, 0.06, 3)) for v in (black, white))
    return {
        "B": (tuple(black), look.plastic["B"][1]),
        "W": (tuple(white), look.plastic["W"][1]),
    }


def _worn(chance: Chance, print_of: PrintOf) -> PrintOf:
    """Give a print that has lost part of its ink, evenly and in spots, as old sets have."""
    if chance.random() > WORN:
        return print_of
    left, spots = float(chance.uniform(0.4, 0.95)), float(chance.uniform(0, 0.6))
    grain = cv2.GaussianBlur(chance.standard_normal((64, 64)).astype(np.float32), (0, 0), 1.2)
    share = np.clip(left - spots * np.maximum(grain / grain.std(), 0), 0, 1).astype(np.float32)

    def worn(face: str, scale: int, box: TileBox) -> Image:
        ink = print_of(face, scale, box)
        return np.asarray(ink * cv2.resize(share, ink.shape[1::-1]), np.uint8)

    return worn
