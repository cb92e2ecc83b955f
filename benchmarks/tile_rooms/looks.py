"""Random looks beyond those of the product's drawn tables: what nets for tiles are trained on."""

from dataclasses import replace

import cv2
import numpy as np

from benchmarks.tile_rooms.decoys import decoy_cloth
from benchmarks.tile_rooms.prints import random_print
from companion.simulator.tiles.looks import random_look
from companion.simulator.tiles.scenery import Lamp, PrintOf, TableLook
from companion.vision.geometry.arrays import Image
from companion.vision.tile_faces.boxes import TileBox

__all__ = ["wild_look"]

Chance = np.random.Generator
# parts of all looks: plain tables as drawn matches have them, dark cloths, patterns as large as
# tiles; worn prints, plastics at the ends of what is sold, one lamp with hard shadows
PLAIN, DARK, ALIKE, WORN, EXTREME, HARD = 0.14, 0.12, 0.42, 0.25, 0.2, 0.15


def wild_look(chance: Chance) -> TableLook:
    """Give a look: most as the product draws them, others darker, coarser, plainer or worn."""
    look = random_look(chance, _worn(chance, random_print(chance)))
    fate = chance.random()
    if fate < PLAIN:
        look = _plain(chance, look)
    elif fate < PLAIN + DARK and look.cloth is not None:
        dark = look.cloth.picture.astype(np.float32) * np.float32(chance.uniform(0.08, 0.4))
        look = replace(look, cloth=replace(look.cloth, picture=dark.astype(np.uint8)))
    elif fate < PLAIN + DARK + ALIKE:
        look = replace(look, cloth=decoy_cloth(chance))
    if chance.random() < HARD:
        look = replace(look, lamps=(_hard_lamp(chance),))
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


def _hard_lamp(chance: Chance) -> Lamp:
    """Give a small bright lamp from which tiles throw shadows as sharp as they are themselves."""
    distance, high = float(chance.uniform(600, 3000)), np.radians(chance.uniform(25, 70))
    round_ = chance.uniform(0, 2 * np.pi)
    return Lamp(
        x=float(distance * np.cos(high) * np.cos(round_)),
        y=float(distance * np.cos(high) * np.sin(round_)),
        z=float(distance * np.sin(high)),
        part=float(chance.uniform(0.55, 0.9)),
        radius=float(distance * chance.uniform(0.003, 0.02)),
    )


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
