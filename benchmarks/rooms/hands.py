"""What comes between the camera and the board, as balls: hands, and what stands in the light."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.board.shape import BoardShape

__all__ = ["Ball", "seen_part", "some_hand"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator
Ball = tuple[float, float, float, float]  # x, y, z, radius in mm

RINGS = ((0.0, 1), (0.5, 6), (0.9, 10))  # parts of a head's radius, and how many points there


def some_hand(shape: BoardShape, chance: Chance) -> list[Ball]:
    """Give an arm that comes in from the near side or another, with fingers over some hole."""
    holes = shape.holes()
    tip = holes[chance.integers(len(holes)), :2]
    turn = chance.normal(-np.pi / 2, 0.9)
    back = np.array([np.cos(turn), np.sin(turn)])
    high, size = chance.uniform(12, 45), chance.uniform(0.8, 1.2)
    balls: list[Ball] = []
    for finger in range(int(chance.integers(2, 5))):
        aside = np.array([-back[1], back[0]]) * (finger - 1.5) * 15 * size
        for step in np.linspace(0, 1, 12):
            x, y = tip + back * (step * 75 + abs(finger - 1) * 9) * size + aside
            balls.append((x, y, high + 25 * step, 8 * size))
    for step in np.linspace(0, 1, 14):
        x, y = tip + back * (80 + 260 * step) * size
        balls.append((x, y, high + 25 + 30 * step, (36 - 10 * step) * size))
    return balls


def seen_part(balls: Sequence[Ball], eye: Floats, points: Floats, radius: float) -> Floats:
    """Give how much of each disc of `radius` at (N, 3) points no ball hides from `eye`."""
    rounds = [
        (part * radius * np.cos(turn), part * radius * np.sin(turn), 0.0)
        for part, count in RINGS
        for turn in np.arange(count) * 2 * np.pi / count
    ]
    ends = points[:, None] + np.array(rounds)[None]
    free = np.ones(ends.shape[:2], bool)
    way = ends - eye
    for *middle, size in balls:
        along = np.clip((way @ (np.array(middle) - eye)) / (way**2).sum(axis=-1), 0, 1)
        free &= np.linalg.norm(eye + way * along[..., None] - middle, axis=-1) > size
    return np.asarray(free.mean(axis=1))
