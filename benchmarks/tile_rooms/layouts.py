"""Random layouts of tiles: rows at the sides, a clue tile, a pool; or all open in two rows."""

from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np

from companion.game.tiles.tile import BACKS
from companion.rulebooks.shelf import find_book
from companion.simulator.tiles.camera import drawn_tiles
from companion.simulator.tiles.scenery import DrawnTile
from companion.simulator.tiles.script import random_table
from companion.vision.tile_faces.boxes import Stance, TileBox, TilePlace
from companion.vision.tile_faces.glyphs import FACES

__all__ = ["Laid", "lay_pool", "match_layout", "open_layout", "table_layout"]

Chance = np.random.Generator
# degrees that a seat is turned against the near one: near, left, far, right
SIDES = (0, -90, 180, 90)


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile, of which seat (from 0: near, left, far, right; -1 none) and its place from 1.

    A clue tile's place is 0, that of one in the pool -1.
    """

    tile: DrawnTile
    seat: int
    place: int


def open_layout(chance: Chance, box: TileBox) -> list[Laid]:
    """Give all tiles open in two rows from 0 at the left, black ones far, as hands lay them."""
    faces = FACES if chance.random() < 0.65 else FACES[:-1]
    gap = float(chance.choice([chance.uniform(0.1, 1.5), chance.uniform(0.5, 6)]))
    apart = box.height + float(chance.uniform(0.5, 25))
    turn, middle = chance.normal(0, 0.09), chance.normal(0, 35, 2)
    if chance.random() < 0.15:
        turn += chance.choice([-1, 1]) * chance.uniform(0.1, 0.5)
    sloppy = chance.choice([0.3, 1.0])
    laid = []
    for row, colour in enumerate("BW"):
        drift, slope = chance.uniform(-8, 8), chance.normal(0, 0.012)
        for i, face in enumerate(faces):
            x = (i - (len(faces) - 1) / 2) * (box.width + gap) + drift
            y = (0.5 - row) * apart + slope * x
            x += chance.normal(0, min(0.4, gap / 3) * sloppy)
            y += chance.normal(0, 0.8 * sloppy)
            own = turn + chance.normal(0, 0.02 * sloppy)
            place = TilePlace(*_turned(x, y, turn, middle), own, Stance.LIES)
            laid.append(Laid(DrawnTile(place, colour, face), 0, i + 1))
    return laid


def table_layout(chance: Chance, box: TileBox) -> list[Laid]:
    """Give the rows of 1 to 4 players, perhaps a clue tile, and a pool in their midst."""
    deck = [(colour, face) for colour in BACKS for face in FACES]
    order = [deck[i] for i in chance.permutation(len(deck))]
    seats = [s for s in range(4) if chance.random() < 0.75] or [1]
    openness = chance.choice([0.0, 0.1, 0.3, 0.5, 0.85])
    laid: list[Laid] = []
    out = {seat: float(chance.uniform(140, 235)) for seat in seats}
    longest = int(chance.choice([8, 8, 13]))
    for seat in seats:
        count = min(int(chance.integers(2, longest + 1)), len(order))
        _row(laid, order[:count], (seat, out[seat]), openness, chance, box)
        order = order[count:]
    if chance.random() < 0.5 and order:
        seat = int(chance.choice(seats))
        _clue(laid, order.pop(), (seat, out[seat]), chance, box)
    if chance.random() < 0.8:
        lay_pool(laid, order[: int(chance.integers(1, 19))], chance, box)
    return laid


def match_layout(chance: Chance, box: TileBox) -> list[Laid]:
    """Give a moment of a drawn match of 2 to 4 players; seats and places are not told."""
    seed = int(chance.integers(2**30))
    moments = random_table(find_book("davinci"), players=int(chance.integers(2, 5)), seed=seed)
    *_, moment = islice(moments, int(chance.integers(1, 250)))
    return [Laid(tile, -1, -1) for tile in drawn_tiles(moment, seed=seed, box=box)]


def _turned(x: float, y: float, turn: float, middle: object) -> tuple[float, float]:
    cos, sin = np.cos(turn), np.sin(turn)
    at = np.asarray(middle, np.float64)
    return float(at[0] + x * cos - y * sin), float(at[1] + x * sin + y * cos)


def _row(
    laid: list[Laid],
    tiles: list[tuple[str, str]],
    side: tuple[int, float],
    openness: float,
    chance: Chance,
    box: TileBox,
) -> None:
    seat, out = side
    turn = np.radians(SIDES[seat]) + chance.normal(0, 0.07)
    aside = chance.normal(0, 18)
    gap = float(chance.choice([0.05, chance.uniform(0.2, 2), chance.uniform(1, 6)]))
    x = aside - (len(tiles) - 1) / 2 * (box.width + gap)
    arc = chance.normal(0, 0.3) if chance.random() < 0.4 else 0.0
    for i, (colour, face) in enumerate(tiles):
        is_open = chance.random() < openness
        stance = Stance.LIES if is_open else Stance.STANDS
        own = turn + chance.normal(0, 0.05) + (np.pi if is_open and chance.random() < 0.4 else 0)
        y = -out + chance.normal(0, 2.0) + arc * (i - (len(tiles) - 1) / 2) ** 2
        place = TilePlace(*_turned(x, y, turn, (0, 0)), own, stance)
        if not _hits(place, laid, box):
            laid.append(Laid(DrawnTile(place, colour, face), seat, i + 1))
        between = max(0.05, gap + chance.normal(0, min(0.7, gap)))
        x += box.width + between + (chance.random() < 0.06) * 25


def _clue(
    laid: list[Laid],
    tile: tuple[str, str],
    side: tuple[int, float],
    chance: Chance,
    box: TileBox,
) -> None:
    seat, out = side
    turn = np.radians(SIDES[seat])
    inward = out - box.height / 2 - chance.uniform(0.6, 1.4) * box.height
    stance = Stance.LIES if chance.random() < 0.8 else Stance.STANDS
    at = _turned(chance.normal(0, 40), -inward, turn, (0, 0))
    place = TilePlace(*at, turn + chance.normal(0, 0.15), stance)
    face = tile[1] if stance is Stance.STANDS else ""
    if not _hits(place, laid, box):
        laid.append(Laid(DrawnTile(place, tile[0], face), seat, 0))


def lay_pool(laid: list[Laid], tiles: list[tuple[str, str]], chance: Chance, box: TileBox) -> None:
    """Lay hidden tiles into the middle, those that find room: a dense heap in rows, or anyhow."""
    is_grid = chance.random() < 0.5
    columns = int(chance.integers(3, 7))
    pitch = np.array([box.width, box.height]) + chance.uniform(0.5, 12, 2)
    reach = chance.uniform(60, 130)
    for i, (colour, face) in enumerate(tiles):
        for _ in range(6):
            at = chance.uniform(-reach, reach, 2)
            turn = chance.uniform(0, 2 * np.pi)
            if is_grid:
                at = np.array([i % columns - columns / 2 + 0.5, i // columns - 1.0]) * pitch
                at = at + chance.normal(0, 1.5, 2)
                turn = chance.normal(0, 0.08)
            is_open = chance.random() < 0.03
            place = TilePlace(float(at[0]), float(at[1]), float(turn), Stance.LIES)
            if not _hits(place, laid, box):
                laid.append(Laid(DrawnTile(place, colour, face if is_open else ""), -1, -1))
                break


def _hits(place: TilePlace, laid: list[Laid], box: TileBox) -> bool:
    """Whether a tile at `place` would stand in another."""
    own = _rect(place, box)
    far = box.height + box.width
    return any(
        abs(other.tile.place.x - place.x) + abs(other.tile.place.y - place.y) < far
        and cv2.rotatedRectangleIntersection(own, _rect(other.tile.place, box))[0] > 0
        for other in laid
    )


def _rect(place: TilePlace, box: TileBox) -> tuple:
    across, deep, _ = box.solid(place.stance)
    return (place.x, place.y), (2 * across, 2 * deep), float(np.degrees(place.turn))
