"""Writes labelled tables to choose on: python -m benchmarks.tile_rooms.sessions OUT FIRST COUNT.

Needs Pillow and fonts. Each is a session as `keypeg evaluate` wants it: the empty table, all tiles
open in two rows, and stills of 2 to 4 players, in looks of which no weight has seen one. A folder
of fonts that no weight has seen may be given last.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.tile_rooms.layouts import Laid, lay_pool, open_layout, table_layout
from benchmarks.tile_rooms.looks import wild_look
from benchmarks.tile_rooms.prints import random_print
from companion.game.tiles.tile import BACKS
from companion.simulator.tiles.looks import random_box, random_camera, random_light
from companion.simulator.tiles.render import draw_tiles, visible_parts
from companion.simulator.tiles.scenery import Hand, Light
from companion.simulator.tiles.things import random_hand, random_things
from companion.vision.tile_faces.boxes import Stance, TileBox
from companion.vision.tile_faces.glyphs import FACES

Chance = np.random.Generator
# stills a table, px that its pictures are wide, mm that they show from near to far
STILLS, WIDE, SPANS = 3, 1280, (560.0, 700.0)
# times that the tiles of the pool that found no room are laid anew
ROUNDS = 4
# tables with hands, with things that lie there all evening, whose exposure changes
HANDS, THINGS, CHANGES = 0.5, 0.4, 0.5
# px of a tile that are in the picture at least, each way, if it is in a label
OUT_OF_SIGHT = 3.0
# apart from all seeds that are trained on
SERIES = 20261129
WORDS = {"B": "black", "W": "white"}


class Room:
    """One table: its tiles' size and print, its look, its camera, and who may reach into it."""

    def __init__(self, number: int, fonts: list[Path]) -> None:
        self.chance = chance = np.random.default_rng((SERIES, number))
        self.box, self.pose = random_box(chance), random_camera(chance, width=WIDE, spans=SPANS)
        font = fonts[int(chance.integers(len(fonts)))] if fonts else None
        self.look = replace(wild_look(chance), print_of=random_print(chance, font))
        self.light, self.has_hands = random_light(chance), chance.random() < HANDS
        self.things = random_things(chance) if chance.random() < THINGS else []
        self.changes = chance.random() < CHANGES

    def write(self, folder: Path) -> None:
        """Write all pictures of the table and their labels."""
        folder.mkdir(parents=True, exist_ok=True)
        self._picture(folder / "calib_empty", [], self.light)
        self._picture(folder / "calib_pegs", open_with_dash(self.chance, self.box), self.light)
        for i in range(STILLS):
            light = random_light(self.chance) if self.changes else self.light
            reaches = self.has_hands and self.chance.random() < 0.5
            hand = random_hand(self.chance) if reaches else None
            self._picture(folder / f"still_{i}", full_table(self.chance, self.box), light, hand)

    def _picture(
        self, file: Path, laid: list[Laid], light: Light, hand: Hand | None = None
    ) -> None:
        tiles = [each.tile for each in laid]
        seed = int(self.chance.integers(2**31))
        image = draw_tiles(
            tiles,
            self.pose,
            seed=seed,
            hand=hand,
            light=light,
            look=self.look,
            box=self.box,
            things=self.things,
        )
        cv2.imwrite(str(file.with_suffix(".jpg")), image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        seen = visible_parts(tiles, self.pose, box=self.box, hand=hand)
        params = {
            "tile_w": self.box.width,
            "tile_h": self.box.height,
            "tile_t": self.box.thickness,
        }
        labels = [
            self._labelled(i, each, float(np.nan_to_num(part)))
            for i, (each, part) in enumerate(zip(laid, seen, strict=True))
        ]
        label = {
            "board": {"type": "E", "params": params},
            "tiles": [each for each in labels if each is not None],
        }
        file.with_suffix(".json").write_text(json.dumps(label), "utf-8")

    def _labelled(self, index: int, each: Laid, part: float) -> Mapping[str, Any] | None:
        """Give a tile's label, None if it is out of the picture."""
        tile = each.tile
        pixels = self.pose.project(tile.place.corners(self.box))
        ends = pixels.min(axis=0), pixels.max(axis=0)
        low, high = (np.clip(end, 0, self.pose.size) for end in ends)
        if not np.isfinite(pixels).all() or (high - low).min() < OUT_OF_SIGHT:
            return None
        lies = tile.place.stance is Stance.LIES
        pose = "stand" if not lies else "face_up" if tile.face else "face_down"
        return {
            "index": index,
            "colour": WORDS[tile.colour],
            "value": tile.face,
            "pose": pose,
            "visible": part,
            "digit_visible": pose == "face_up" and part >= 0.6,
            "bbox_px": [*low, *high],
            "seat": each.seat + 1 if each.seat >= 0 else None,
            "place": "pool" if each.place < 0 else "clue" if each.place == 0 else each.place,
        }


def open_with_dash(chance: Chance, box: TileBox) -> list[Laid]:
    """Give a layout to calibrate with that has all 26 tiles."""
    while True:
        laid = open_layout(chance, box)
        if len(laid) == 2 * len(FACES):
            return laid


def full_table(chance: Chance, box: TileBox) -> list[Laid]:
    """Give the rows of 2 to 4 players; all other tiles lie in the pool with their backs up."""
    while True:
        laid = table_layout(chance, box)
        if len({each.seat for each in laid if each.place > 0}) > 1:
            break
    for _ in range(ROUNDS):
        colours = [each.tile.colour for each in laid]
        rest = [(back, "") for back in BACKS for _ in range(len(FACES) - colours.count(back))]
        lay_pool(laid, rest, chance, box)
    return [
        replace(each, tile=replace(each.tile, face="")) if each.place < 0 else each for each in laid
    ]


def main(out: Path, first: int, count: int, fonts: Path | None = None) -> None:
    """Write so many tables."""
    chosen = sorted(fonts.iterdir()) if fonts else []
    for number in range(first, first + count):
        Room(number, chosen).write(out / f"room_{number:03d}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), *map(Path, sys.argv[4:]))
