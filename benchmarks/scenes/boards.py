"""Boards of any maker: those of the board files and ones that nobody has made, to be painted."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.rooms.specimens import Specimen, some_specimen
from companion.vision.board.parts import Appearance, Corners, KeyHoles, Markers, Peg, Sliders
from companion.vision.board.shape import BoardShape

__all__ = ["some_board"]

F64 = npt.NDArray[np.float64]
Chance = np.random.Generator

KINDS = ("A", "B", "C", "D", "F")
SHARES = (0.28, 0.2, 0.2, 0.14, 0.18)
# how many boards are none of the board files'
INVENTED = 0.4


def some_board(chance: Chance) -> Specimen:
    """Return a board as a household may have it, or one that nobody has made."""
    kind = str(chance.choice(KINDS, p=SHARES))
    board = some_specimen(kind, chance)
    if kind in "ABD" and chance.random() < INVENTED:
        board = replace(board, shape=_invented(board.shape, chance))
    if kind in "CF" and chance.random() < 0.5:
        board = replace(board, plastic=colours.lego(chance), frame=colours.lego(chance))
    if kind in "ABD" and chance.random() < 0.3:
        board = replace(board, plastic=colours.lego(chance))
    return board


def _invented(shape: BoardShape, chance: Chance) -> BoardShape:
    """Give the lattice other counts, pitches, holes and margins, and answers beside it."""
    rows, cols = int(chance.integers(5, 15)), int(chance.integers(3, 7))
    pitch = float(chance.uniform(8, 20))
    row_pitch = pitch * float(chance.uniform(0.9, 1.5))
    hole = Appearance("bore", pitch * float(chance.uniform(0.08, 0.22)))
    if chance.random() < 0.4:
        hole = replace(hole, recess=hole.radius * float(chance.uniform(1.4, 2.4)))
    head = Peg(pitch * 0.3, pitch * float(chance.uniform(0.24, 0.42)), pitch * 0.15)
    shape = replace(
        shape,
        rows=rows,
        cols=cols,
        hole_pitch=pitch,
        row_pitch=row_pitch,
        first=(0.0, 0.0),
        hole=hole,
        head=head,
        ground=(),
        keys=None,
        sliders=None,
    )
    return _bounded(_answered(shape, pitch, chance), chance)


def _answered(shape: BoardShape, pitch: float, chance: Chance) -> BoardShape:
    right = (shape.cols - 1) * pitch
    sign = 1.0 if chance.random() < 0.7 else -1.0
    beside = right + pitch * float(chance.uniform(1.0, 1.8))
    centre = beside if sign > 0 else right - beside
    style = chance.random()
    if style < 0.25:
        step = pitch * float(chance.uniform(0.3, 0.5))
        zero = centre + sign * pitch
        gap = shape.row_pitch * 0.22
        return replace(shape, sliders=Sliders(zero, sign * step, gap, -gap, -1.0, pitch * 0.16))
    small = pitch * float(chance.uniform(0.3, 0.42))
    if style < 0.75:
        offsets = [(i * small / 2, j * small / 2) for j in (1, -1) for i in (-1, 1)]
    else:
        offsets = [((i - (shape.cols - 1) / 2) * small, 0.0) for i in range(shape.cols)]
    look = Appearance("bore", small * 0.22)
    peg = Peg(small * 0.3, small * 0.32, small * 0.15)
    places = tuple((centre + x, y) for x, y in offsets)
    return replace(shape, keys=KeyHoles(places, look, peg))


def _bounded(shape: BoardShape, chance: Chance) -> BoardShape:
    """Give it an outline around all, the code's line beyond the last row, and markers."""
    pitch = shape.hole_pitch
    xs = [0.0, (shape.cols - 1) * pitch]
    if shape.keys:
        xs += [x for x, _ in shape.keys.offsets]
    if shape.sliders:
        xs.append(shape.sliders.zero_x - np.sign(shape.sliders.step) * 4.0)
    edge = pitch * chance.uniform(0.5, 1.4, 2)
    x0, x1 = min(xs) - edge[0], max(xs) + edge[1]
    last = (shape.rows - 1) * shape.row_pitch
    code_y = last + shape.row_pitch * float(chance.uniform(1.0, 2.2))
    y0 = -shape.row_pitch * float(chance.uniform(0.6, 2.2))
    y1 = code_y + shape.row_pitch * float(chance.uniform(0.6, 1.2))
    outline: Corners = ((x0, y1), (x1, y1), (x1, y0), (x0, y0))
    code = shape.code and replace(
        shape.code, first_x=0.0, y=code_y, pitch=pitch, peg=shape.head, height=0.0
    )
    size = min(14.0, (x1 - x0) / 5)
    inset = size * 0.7
    spots: Corners = (
        (x0 + inset, y1 - inset),
        (x1 - inset, y1 - inset),
        (x1 - inset, y0 + inset),
        (x0 + inset, y0 + inset),
    )
    return replace(shape, outline=outline, code=code, markers=Markers(spots, size, 0.15))
