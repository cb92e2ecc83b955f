"""What stands on a drawn board: a moment of some game."""

from dataclasses import dataclass

import numpy as np

from benchmarks.rooms.specimens import Specimen

__all__ = ["Setting", "some_setting"]

Chance = np.random.Generator


@dataclass(frozen=True, slots=True)
class Setting:
    """What stands on a board: letters a row ("." empty), key letters a row, slider clicks.

    `shield` covers the code; `thick` is how far the table lies under z = 0.
    """

    rows: tuple[str, ...]
    keys: tuple[str, ...]
    clicks: tuple[tuple[int, int], ...]
    code: str
    has_shield: bool
    has_markers: bool
    thick: float


def some_setting(board: Specimen, chance: Chance) -> Setting:
    """Return a moment of some game: empty, begun or full."""
    shape = board.shape
    played = int(
        chance.choice([0, chance.integers(0, shape.rows + 1), shape.rows], p=[0.2, 0.6, 0.2])
    )
    letters = list(shape.palette)
    rows, keys = [], []
    holes = len(shape.keys.offsets) if shape.keys else 0
    for row in range(shape.rows):
        full = row < played
        line = "".join(chance.choice(letters, shape.cols)) if full else "." * shape.cols
        if full and chance.random() < 0.15:
            line = "".join(c if chance.random() < 0.6 else "." for c in line)
        rows.append(line)
        word = "".join(chance.choice(["k", "w", "."], holes)) if full else "." * holes
        keys.append(word)
    clicks = tuple(
        (int(chance.integers(0, 5)), int(chance.integers(0, 5)))
        if row < played or chance.random() < 0.1
        else (0, 0)
        for row in range(shape.rows)
    )
    thick = (
        float(chance.uniform(4, 14)) if shape.hole.kind == "bore" else float(chance.uniform(8, 42))
    )
    if board.kind == "C":
        thick = float(chance.uniform(3, 10))
    return Setting(
        tuple(rows),
        tuple(keys),
        clicks,
        "".join(chance.choice(letters, shape.cols)) if chance.random() < 0.5 else "." * shape.cols,
        bool(chance.random() < 0.65),
        bool(chance.random() < 0.35),
        thick,
    )
