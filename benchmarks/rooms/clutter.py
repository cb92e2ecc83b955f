"""What lies on the table beside a board: books, boxes, cups, sheets of paper, pegs that wait."""

from collections.abc import Sequence

import mitsuba as mi
import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.rooms.hands import seen_part
from companion.vision.board.shape import BoardShape
from companion.vision.geometry.pose import Pose

__all__ = ["some_clutter"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator
Thing = dict[str, object]

FAR = 190.0  # mm from the outline, at most, to where a thing may lie
LEAST_SEEN = 0.85  # of each head, at least


def some_clutter(
    shape: BoardShape, paint: Sequence[Floats], foot: float, pose: Pose, chance: Chance
) -> dict[str, Thing]:
    """Give things that stand at z = `foot` around a board, but what would hide it from `pose`."""
    things: list[Thing] = []
    for _ in range(int(chance.integers(0, 7))):
        x, y, size = _beside(shape, float(np.exp(chance.uniform(np.log(18), np.log(110)))), chance)
        tall = float(chance.choice([0.4, chance.uniform(5, 40), chance.uniform(40, 110)]))
        if _is_clear((x, y, foot + tall / 2), max(size, tall / 2), shape, pose):
            things.append(_thing(x, y, foot, size, tall, chance))
    for _ in range(int(chance.integers(5, 40)) * (chance.random() < 0.35)):
        x, y, radius = _beside(shape, float(chance.uniform(3, 6)), chance, far=90.0)
        colour = paint[int(chance.integers(len(paint)))]
        things.append(
            {"type": "sphere", "center": [x, y, foot + radius], "radius": radius}
            | {"bsdf": _plastic(colour)}
        )
    return {f"thing{k}": thing for k, thing in enumerate(things + _out_of_sight(foot, chance))}


def _out_of_sight(foot: float, chance: Chance) -> list[Thing]:
    """Give one thing of each kind under the table.

    What traces light is compiled for the kinds that are in a scene: with all of them in each it is
    compiled once, which takes half of the time of a small picture.
    """
    under = foot - 300
    ball: Thing = {"type": "sphere", "center": [0.0, 0.0, under], "radius": 5.0}
    skin = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.5, 0.3, 0.22]}}
    lamp = {"type": "area", "radiance": {"type": "rgb", "value": [0.01, 0.01, 0.01]}}
    plain = _plastic(colours.any_plastic(chance))
    return [
        ball | {"bsdf": skin},
        ball | {"bsdf": plain},
        ball | {"emitter": lamp},
        _cup(0.0, 0.0, under, 5.0, 5.0, plain),
        _box(0.0, 0.0, under, (5.0, 5.0, 5.0), 0.0, plain),
        _box(0.0, 0.0, under, (5.0, 5.0, 5.0), 0.0, _printed(chance)),
    ]


def _beside(
    shape: BoardShape, size: float, chance: Chance, far: float = FAR
) -> tuple[float, float, float]:
    """Give x, y of a thing of half a width `size` beside the board, and that size."""
    outline = shape.outline_points()[:, :2]
    low, high = outline.min(axis=0) - size - 12, outline.max(axis=0) + size + 12
    while True:
        x, y = chance.uniform(low - far, high + far)
        if not (low[0] < x < high[0] and low[1] < y < high[1]):
            return float(x), float(y), size


def _is_clear(at: tuple[float, float, float], radius: float, shape: BoardShape, pose: Pose) -> bool:
    seen = seen_part([(*at, radius)], pose.position, shape.heads(), shape.head.radius)
    return bool((seen > LEAST_SEEN).all())


def _thing(x: float, y: float, foot: float, size: float, tall: float, chance: Chance) -> Thing:
    """Give a cup, or a box as flat as a sheet or as tall as a stack of books."""
    if tall > 40 and chance.random() < 0.5:
        return _cup(x, y, foot, size, tall, _plastic(colours.any_plastic(chance)))
    wide, turn = float(chance.uniform(0.4, 1.0)), float(chance.uniform(0, 180))
    cover = _printed(chance) if chance.random() < 0.7 else _plastic(colours.ground(chance))
    return _box(x, y, foot, (size * 0.7, size * 0.7 * wide, tall / 2), turn, cover)


def _cup(x: float, y: float, foot: float, size: float, tall: float, bsdf: Thing) -> Thing:
    ends = {"p0": [x, y, foot], "p1": [x, y, foot + tall], "radius": size}
    return {"type": "cylinder", **ends, "bsdf": {"type": "twosided", "bsdf": bsdf}}


def _box(
    x: float, y: float, foot: float, half: tuple[float, float, float], turn: float, bsdf: Thing
) -> Thing:
    place = mi.ScalarTransform4f().translate([x, y, foot + half[2]]).rotate([0, 0, 1], turn)
    return {"type": "cube", "to_world": place.scale(list(half)), "bsdf": bsdf}


def _printed(chance: Chance) -> Thing:
    """Give a cover with a pattern, or with rows of marks as text and tables have them."""
    if chance.random() < 0.6:
        print_ = colours.cloth(chance)
    else:
        cells = (int(chance.integers(4, 40)), int(chance.integers(4, 16)))
        print_ = (
            np.where(
                (chance.random(cells) < 0.5)[..., None],
                colours.ground(chance),
                colours.ground(chance),
            )
            .repeat(8, axis=0)
            .repeat(8, axis=1)
        )
    return {
        "type": "diffuse",
        "reflectance": {
            "type": "bitmap",
            "bitmap": mi.Bitmap(print_.astype(np.float32)),
            "raw": True,
        },
    }


def _plastic(colour: Floats) -> Thing:
    return {
        "type": "principled",
        "base_color": {"type": "rgb", "value": [float(v) for v in colour]},
        "roughness": 0.4,
        "specular": 0.5,
    }
