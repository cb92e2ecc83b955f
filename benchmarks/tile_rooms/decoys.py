"""Cloths and things that are taken for tiles: squares, patches, printed cards and dominoes, books.

They are as large as tiles or nearly so, black and white and coloured, with a print and without.
"""

import cv2
import numpy as np

from companion.simulator.tiles.cloths import random_dye
from companion.simulator.tiles.scenery import Cloth, Thing
from companion.vision.geometry.arrays import F64, Image
from companion.vision.tile_faces.boxes import TileBox

__all__ = ["decoy_cloth", "decoy_things"]

Chance = np.random.Generator
# px (here mm) of a cloth until it repeats itself, and from its rim to the middle of a shape
SIZE, RIM = 600, 60
# how far a thing is from being a tile: parts of its width and depth by which one is larger
OTHER = 0.3


def decoy_cloth(chance: Chance) -> Cloth:
    """Give a cloth with shapes that are no tiles: strewn, side by side, or as squares all over."""
    kind = int(chance.integers(6))
    if kind == 0:
        return _coarse(chance)
    picture = np.full((SIZE, SIZE, 3), 0, np.uint8)
    picture[:] = toned(chance, np.full(3, chance.uniform(15, 235)))
    (_patches, _patches, _printed, _printed, _dashes)[kind - 1](picture, chance)
    if chance.random() < 0.25:
        _sheets(picture, chance)
    soft = cv2.GaussianBlur(picture, (0, 0), float(chance.uniform(0.3, 1.8)))
    return Cloth(
        np.asarray(soft, np.uint8),
        float(chance.uniform(0.85, 1.15)),
        float(chance.uniform(0, 2 * np.pi)),
    )


def decoy_things(chance: Chance, box: TileBox) -> list[Thing]:
    """Give erasers, dice, dominoes, cards, books: black, white or coloured, none sized as `box`."""
    things = []
    for _ in range(int(chance.choice([1, 2, 3, 5]))):
        sides = box.width, float(chance.choice([box.height, box.width, box.thickness]))
        larger = np.exp(chance.choice([-1, 1], 2) * chance.uniform(OTHER, 0.9, 2))
        half = np.array(sides) * larger / 2
        turn = chance.uniform(0, np.pi)
        along = np.array([np.cos(turn), np.sin(turn)])
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        at = chance.uniform(-260, 260, 2)
        outline = at + corners[:, :1] * along + corners[:, 1:] * (-along[1], along[0])
        ink = _inks(chance)[int(chance.integers(3))]
        colour = float(ink[0]), float(ink[1]), float(ink[2])
        things.append(Thing(outline, float(chance.uniform(0.3, 16)), colour))
    return things


def toned(chance: Chance, grey: F64) -> F64:
    """Give a colour about as light as `grey`."""
    return np.asarray(np.clip(grey.mean() * np.exp(chance.normal(0, 0.5, 3)), 5, 250), np.float64)


def _inks(chance: Chance) -> list[F64]:
    """Give a colour as black tiles have it, one as white ones, and others."""
    inks = [np.full(3, chance.uniform(8, 60)), np.full(3, chance.uniform(150, 248))]
    inks += [toned(chance, np.full(3, chance.uniform(20, 220))) for _ in range(2)]
    return [ink * np.exp(chance.normal(0, 0.04, 3)) for ink in inks]


def _coarse(chance: Chance) -> Cloth:
    """Give squares or bars about as large as tiles, of two lights that tiles have too."""
    first, second = chance.uniform(8, 60, 3), chance.uniform(150, 245, 3)
    if chance.random() < 0.5:
        first, second = toned(chance, first), toned(chance, second)
    cells = np.indices((4, 4)).sum(axis=0) % 2
    if chance.random() < 0.3:
        cells = np.indices((4, 4))[0] % 2
    size = int(chance.integers(12, 46))
    parts = np.kron(cells, np.ones((size, size)))[..., None]
    picture = np.clip(first + parts * (second - first), 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), float(chance.uniform(0.3, 1.5)))
    return Cloth(soft, float(chance.uniform(0.8, 1.3)), float(chance.uniform(0, 2 * np.pi)))


def _patches(picture: Image, chance: Chance) -> None:
    """Strew rectangles as large as tiles lie and stand, or runs of them, or lay them in a grid."""
    inks, way = _inks(chance), float(chance.uniform(0, 180))
    size = np.array([chance.uniform(18, 32), chance.choice([chance.uniform(7, 14), 37, 37, 50])])
    is_even = chance.random() < 0.5
    for at in _middles(chance):
        turn = way + float(chance.choice([0, 90])) if is_even else float(chance.uniform(0, 180))
        ink = inks[int(chance.integers(len(inks)))]
        sides = size * np.exp(chance.normal(0, 0.12, 2))
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        for i in range(int(chance.integers(1, 5))):
            middle = at + along * i * (sides[0] + chance.uniform(0, 4))
            _shape(picture, (middle, sides, turn), ink, chance)


def _printed(picture: Image, chance: Chance) -> None:
    """Lay out cards or dominoes, all alike: a rim, and pips, a number or a letter on them."""
    inks, size = _inks(chance), np.array([chance.uniform(16, 34), chance.uniform(22, 60)])
    way, is_even = float(chance.uniform(0, 180)), chance.random() < 0.6
    paper, ink = (inks[int(i)] for i in chance.permutation(len(inks))[:2])
    rim, has_pips = int(chance.integers(0, 3)), chance.random() < 0.4
    for at in _middles(chance):
        turn = way + float(chance.choice([0, 90])) if is_even else float(chance.uniform(0, 180))
        rect = at, size, turn
        _shape(picture, rect, paper if chance.random() < 0.8 else ink, chance)
        if rim:
            cv2.polylines(picture, [_corners(rect)], True, tuple(ink), rim, cv2.LINE_AA)
        if has_pips:
            for spot in chance.uniform(-0.35, 0.35, (int(chance.integers(1, 7)), 2)) * size:
                _dot(picture, at + _turned(spot, turn), ink, float(size[0]) * 0.08)
        elif chance.random() < 0.7:
            text = str(chance.choice([*"0123456789AKQJ", "10", "11", "-"]))
            scale = float(size[0]) / 40 * float(chance.uniform(0.7, 1.3))
            corner = at + np.array([-9 * len(text), 10]) * scale
            where, heavy = (round(corner[0]), round(corner[1])), max(1, round(3 * scale))
            cv2.putText(
                picture, text, where, cv2.FONT_HERSHEY_SIMPLEX, scale, tuple(ink), heavy, 16
            )


def _dashes(picture: Image, chance: Chance) -> None:
    """Strew bars as narrow as tiles that stand, or only outlines of tiles."""
    inks, way = _inks(chance), float(chance.uniform(0, 180))
    size = np.array([chance.uniform(12, 36), chance.uniform(3, 12)])
    if chance.random() < 0.3:
        size = np.array([chance.uniform(18, 32), chance.uniform(30, 50)])
    is_hollow, is_even = chance.random() < 0.35, chance.random() < 0.6
    for at in _middles(chance):
        turn = way + float(chance.choice([0, 0, 90])) if is_even else float(chance.uniform(0, 180))
        ink = inks[int(chance.integers(len(inks)))]
        if is_hollow:
            corners = _corners((at, size, turn))
            cv2.polylines(picture, [corners], True, tuple(ink), int(chance.integers(1, 4)), 16)
        else:
            _shape(picture, (at, size, turn), ink, chance)


def _sheets(picture: Image, chance: Chance) -> None:
    """Lay napkins, papers and books on the cloth, some with a margin: large, so that tiles are on
    them and across their edges."""
    for _ in range(int(chance.integers(1, 4))):
        at, size = chance.uniform(0, SIZE, 2), chance.uniform(70, 220, 2)
        turn, ink = float(chance.uniform(0, 180)), random_dye(chance)
        cv2.fillPoly(picture, [_corners((at, size, turn))], tuple(ink), cv2.LINE_AA)
        if chance.random() < 0.5:
            inner = _corners((at, size * chance.uniform(0.6, 0.9), turn))
            cv2.polylines(picture, [inner], True, tuple(random_dye(chance)), 2, cv2.LINE_AA)


def _middles(chance: Chance) -> F64:
    """Give the middles (N, 2) of shapes: strewn, or in a grid that is nearly straight."""
    if chance.random() < 0.6:
        return chance.uniform(RIM, SIZE - RIM, (int(chance.integers(20, 110)), 2))
    step = chance.uniform(26, 90, 2)
    x, y = np.meshgrid(np.arange(RIM, SIZE - RIM, step[0]), np.arange(RIM, SIZE - RIM, step[1]))
    grid = np.stack([x.ravel(), y.ravel()], 1)
    return np.asarray(grid + chance.normal(0, 1.5, grid.shape), np.float64)


def _shape(picture: Image, rect: tuple[F64, F64, float], ink: F64, chance: Chance) -> None:
    """Fill a rectangle (middle, sides, degrees), now and then with a darker one beneath it."""
    middle, sides, turn = rect
    if chance.random() < 0.4:
        below = _corners((middle + chance.uniform(-6, 6, 2), sides, turn))
        cv2.fillPoly(picture, [below], tuple(ink * 0.6), cv2.LINE_AA)
    cv2.fillPoly(picture, [_corners(rect)], tuple(ink), cv2.LINE_AA)


def _corners(rect: tuple[F64, F64, float]) -> np.ndarray:
    middle, sides, turn = rect
    return np.round(cv2.boxPoints((tuple(middle), tuple(sides), turn))).astype(np.int32)


def _turned(way: F64, degrees: float) -> F64:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([way[0] * cos - way[1] * sin, way[0] * sin + way[1] * cos])


def _dot(picture: Image, at: F64, ink: F64, reach: float) -> None:
    where = round(float(at[0])), round(float(at[1]))
    cv2.circle(picture, where, max(1, round(reach)), tuple(ink), -1, cv2.LINE_AA)
