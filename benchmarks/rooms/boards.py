"""A board with pegs as triangles: its plastic, its heads and its key pegs."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.rooms.meshes import Body, Profile, Rect, box, join, plate, turned
from benchmarks.rooms.specimens import STUD, STUD_RADIUS, Specimen
from companion.game.core.codes import EMPTY
from companion.vision.board.marker_patterns import marker_cells

__all__ = ["Filling", "board_of", "pegs_on"]

STUD_PROFILE: Profile = [
    (STUD_RADIUS, 0.0),
    (STUD_RADIUS, STUD - 0.15),
    (STUD_RADIUS - 0.15, STUD),
    (STUD_RADIUS - 0.15, STUD),
    (0.0, STUD),
]


@dataclass(frozen=True, slots=True, eq=False)
class Filling:
    """What is on the board: a letter a cell, row 1 first, and a letter a key hole."""

    letters: str
    keys: str


def board_of(box_of: Specimen) -> Body:
    """Give the empty board, its surface at z = 0 of the shape."""
    markers = _markers(box_of)
    if box_of.shape.hole.kind == "bore":
        return join([_moulded(box_of), *markers])
    build = _jumpers(box_of) if box_of.shape.ground else _baseplate(box_of)
    return join([*build, *markers])


def _markers(box_of: Specimen) -> Iterator[Body]:
    """Give the four printed markers, each black on a white tile."""
    markers = box_of.shape.markers
    for number, (x, y) in enumerate(markers.centres if markers else ()):
        assert markers is not None
        cell, z = markers.size / 6, markers.height
        yield box((x - 4 * cell, x + 4 * cell), (y - 4 * cell, y + 4 * cell), (z - 0.3, z)).of(0.8)
        for row, col in np.argwhere(marker_cells(markers.first_id + number)):
            left, top = x + (col - 3) * cell, y + (3 - row) * cell
            yield box((left, left + cell), (top - cell, top), (z - 0.1, z + 0.02)).of(0.03)


def pegs_on(box_of: Specimen, filling: Filling) -> Body | None:
    """Give all pegs and key pegs of a filling; None if there are none."""
    parts = list(_pegs(box_of, filling))
    return join(parts) if parts else None


def _inside(profile: Profile) -> Body:
    """Turn an opening: its walls are seen from inside."""
    body = turned(profile)
    return Body(body.points, body.faces[:, ::-1])


def _moulded(box_of: Specimen) -> Body:
    shape = box_of.shape
    (x0, far), (x1, _), (_, near), _ = shape.outline
    rim = box_of.bore[-1][0]
    bores, parts = [], []
    for x, y, _ in shape.holes():
        bores.append((x, y, rim, _cell(x, y, shape.hole_pitch, shape.row_pitch, rim)))
        parts.append(_inside(box_of.bore).at(x, y))
    if shape.keys:
        r = shape.keys.look.radius
        pitch = abs(shape.keys.offsets[1][0] - shape.keys.offsets[0][0])
        for row in range(1, shape.rows + 1):
            for x, y, _ in shape.key_holes(row):
                bores.append((x, y, r + 0.1, _cell(x, y, pitch, pitch, r)))
                parts.append(
                    _inside([(0.0, -5.0), (r, -5.0), (r, -5.0), (r, -0.1), (r + 0.1, 0.0)]).at(x, y)
                )
    top = plate((x0, x1, near, far), bores)
    skirt = [
        box((x0 - 0.8, x0), (near, far), (-14.0, -0.2)),
        box((x1, x1 + 0.8), (near, far), (-14.0, -0.2)),
        box((x0, x1), (near - 0.8, near), (-14.0, -0.2)),
        box((x0, x1), (far, far + 0.8), (-14.0, -0.2)),
    ]
    body = [part.of(box_of.plastic) for part in (top, *parts, *skirt)]
    return join([*body, *_lines(box_of)])


def _lines(box_of: Specimen) -> Iterator[Body]:
    """Give the dark lines between rows that most boxes have."""
    shape = box_of.shape
    x0, x1 = shape.outline[0][0], shape.outline[1][0]
    for row in range(shape.rows + 1) if box_of.line else ():
        y = shape.row_y(row) + shape.row_pitch / 2
        line = box((x0 + 2, x1 - 2), (y - box_of.line, y + box_of.line), (-0.2, 0.02))
        yield line.of(box_of.plastic * 0.25)


def _cell(x: float, y: float, wide: float, deep: float, least: float) -> Rect:
    a, b = max(wide / 2, least + 0.05) - 1e-3, max(deep / 2, least + 0.05) - 1e-3
    return (x - a, x + a, y - b, y + b)


def _baseplate(box_of: Specimen) -> list[Body]:
    """Give a field of studs between two walls on a frame; z = 0 lies between foot and top."""
    shape, low = box_of.shape, -box_of.sunk
    (x0, far), (x1, _), (_, near), _ = shape.outline
    stud = turned(STUD_PROFILE)
    field = shape.studs[0]
    parts = [box((0.0, 96.0), (near, 160.0), (low - 6, low)).of(box_of.plastic)]
    parts.append(box((x0, x1), (near, far), (low - 10, low - 3.2)).of(box_of.frame))
    parts += [stud.at(x, y, low).of(box_of.plastic) for x, y, _ in field.points()]
    for a in (x0, x1 - 8):
        parts.append(box((a, a + 8), (near, far), (low - 6, low)).of(box_of.frame))
        parts += [stud.at(a + 4, y, low).of(box_of.frame) for y in np.arange(near + 4, far, 8)]
    wall = box_of.dark if box_of.sunk < 0.8 else box_of.frame
    parts += [box((a, a + 8), (16.0, 152.0), (low, low + 9.6)).of(wall) for a in (-8.0, 96.0)]
    return parts


def _jumpers(box_of: Specimen) -> list[Body]:
    """Give jumper plates of two colours beside a field of studs for keys; z = 0 is their top."""
    shape = box_of.shape
    (x0, far), (x1, _), (_, near), _ = shape.outline
    stud = turned(STUD_PROFILE)
    words = "".join(shape.ground)
    parts = []
    for word, (x, y, _) in zip(words, shape.holes(), strict=True):
        colour = box_of.light if word == "w" else box_of.dark
        gap = 0.05
        parts.append(
            box((x - 4 + gap, x + 4 - gap), (y - 8 + gap, y + 8 - gap), (-3.2, 0)).of(colour)
        )
        parts.append(stud.at(x, y).of(colour))
    keys = np.concatenate([shape.key_holes(row) for row in range(1, shape.rows + 1)])
    parts.append(box((x0, x1), (near, far), (-30.0, -3.2)).of(box_of.frame))
    a, b = keys[:, 0].min() - 4, keys[:, 0].max() + 4
    for row in range(1, shape.rows + 1):
        y = shape.row_y(row)
        parts.append(box((a + 0.05, b - 0.05), (y - 7.95, y + 7.95), (-3.2, 0)).of(box_of.frame))
    parts += [stud.at(x, y).of(box_of.frame) for x, y, _ in keys]
    return parts


def _pegs(box_of: Specimen, filling: Filling) -> Iterator[Body]:
    shape = box_of.shape
    head = turned(box_of.head)
    low = 0.0 if shape.hole.kind == "bore" or shape.ground else -box_of.sunk
    big = [turned(STUD_PROFILE).at(x, y, 3.2) for x in (-4, 4) for y in (-4, 4)]
    is_big = box_of.params.get("round") == "2x2"
    wear = np.random.default_rng(len(filling.letters))
    for letter, (x, y, _) in zip(filling.letters, shape.holes(), strict=True):
        if letter == EMPTY:
            continue
        paint = np.clip(box_of.paint[letter] * np.exp(wear.normal(0, box_of.worn, 3)), 0, 0.95)
        if is_big:
            disc = turned([(7.5, 0), (7.8, 0.4), (7.8, 3.05), (7.65, 3.2), (7.65, 3.2), (0, 3.2)])
            yield join([part.of(paint) for part in (disc, *big)]).at(x, y, low)
        else:
            yield head.at(x, y, low).of(paint)
    if shape.keys is None:
        return
    holes = np.concatenate([shape.key_holes(row) for row in range(1, shape.rows + 1)])
    jumper = [box((-7.9, 7.9), (-3.95, 3.95), (0.0, 3.2)), turned(STUD_PROFILE).at(0, 0, 3.2)]
    key = jumper if box_of.kind == "C" else [turned(box_of.key)]
    for letter, (x, y, _) in zip(filling.keys, holes, strict=True):
        if letter != EMPTY:
            yield join([part.of(box_of.keys[letter]) for part in key]).at(x, y, low)
