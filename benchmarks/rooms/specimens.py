"""One box as somebody owns it: its own measures, colours of plastic, and heads of its pegs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from benchmarks.rooms import colours
from benchmarks.rooms.meshes import Profile
from calibration.board_files.load import load_board
from calibration.board_files.specimen import measured
from companion.vision.board.shape import BoardShape

__all__ = ["BOX_HEIGHT", "STUD", "STUD_RADIUS", "Specimen", "some_specimen"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator

STUD_RADIUS, STUD = 2.4, 1.7  # mm
BOX_HEIGHT = 31.9  # mm from a build's holes to the table


@dataclass(frozen=True, slots=True, eq=False)
class Specimen:
    """One box as somebody owns it: its measures, colours, and how its pegs are turned.

    `params` is what a user would measure. `paint` is by letter, `keys` for black and white key
    pegs, `plastic` of the board, `frame` around it and `light`, `dark` of jumper plates. `head`,
    `key` and `bore` are profiles of (radius, z) to be turned; `sunk` how far a build's base lies
    under z = 0, `line` half the width of what parts the rows, or 0; `worn` how much one peg's
    colour differs from the next one's.
    """

    shape: BoardShape
    kind: str
    params: Mapping[str, object]
    paint: Mapping[str, Floats]
    keys: Mapping[str, Floats]
    plastic: Floats
    frame: Floats
    light: Floats
    dark: Floats
    head: Profile
    key: Profile
    bore: Profile
    sunk: float
    line: float
    worn: float


def some_specimen(kind: str, chance: Chance) -> Specimen:
    """Make one of boards "A", "B", "C", "D" or "F" as a household may have it."""
    name = {"A": "hasbro-2004", "B": "classic", "C": "lego-free", "D": "four-player"}.get(
        kind, "bouwblokje"
    )
    shape = load_board(name)
    params = _params(shape, kind, chance)
    letters = _palette(name, chance)
    shape = measured(replace(shape, palette=letters), params)
    if kind != "F" and chance.random() < 0.5:
        shape = replace(shape, markers=None)
    paint = dict(zip(letters, _paint(letters, chance), strict=True))
    plastic, frame = _plastic(shape, chance), colours.lego(chance)
    lights = {"k": colours.named("k", chance), "w": colours.named("w", chance)}
    keys = {"k": paint.get("k", lights["k"]), "w": paint.get("w", lights["w"])}
    return Specimen(
        shape=shape,
        kind=kind,
        params=params,
        paint=paint,
        keys=keys,
        plastic=plastic,
        frame=frame,
        light=colours.mix(keys["w"], colours.named("w", chance), chance.random()),
        dark=colours.mix(keys["k"], colours.named("k", chance), chance.random()),
        head=_head(shape, chance),
        key=_key(shape, chance),
        bore=_bore(shape, chance),
        sunk=float(chance.uniform(0, STUD)),
        line=float(chance.uniform(0.15, 0.45) * (chance.random() < 0.7)),
        worn=float(chance.choice([0.0, 0.02, 0.08], p=[0.4, 0.4, 0.2])),
    )


def _params(shape: BoardShape, kind: str, chance: Chance) -> dict[str, object]:
    if shape.hole.kind == "bore":
        params: dict[str, object] = {
            "hole_pitch": shape.hole_pitch * (1 + chance.normal(0, 0.012)),
            "row_pitch": shape.row_pitch * (1 + chance.normal(0, 0.012)),
            "head_radius": shape.head.radius * (1 + chance.normal(0, 0.03)),
        }
        side = "scorer_side" if shape.sliders else "key_side"
        return params | {side: str(chance.choice(["left", "right"], p=[0.3, 0.7]))}
    if kind == "C":
        return {"round": str(chance.choice(["1x1", "2x2"], p=[0.75, 0.25]))}
    styles = [None, "tiles", "card"]
    return {
        "pip_height": float(chance.choice([3.2, 9.6])),
        "jumper_pattern": str(chance.choice(["row", "column", "checker"])),
        "marker_style": styles[int(chance.integers(3))],
        "box_height": BOX_HEIGHT,
        "key_side": str(chance.choice(["left", "right"])),
    }


def _palette(name: str, chance: Chance) -> str:
    letters = colours.PALETTES[name]
    if chance.random() < 0.6:
        more = [letter for letter in colours.MORE if letter not in letters]
        count = int(chance.integers(1, 4))
        letters += "".join(chance.permutation(more)[:count])
    return letters[:10]


def _paint(letters: str, chance: Chance) -> list[Floats]:
    if chance.random() < 0.2 and "w" in letters:
        rest = colours.strange(len(letters), chance)
        return [
            colours.named("w", chance) if k == "w" else c
            for k, c in zip(letters, rest, strict=True)
        ]
    return [colours.named(letter, chance) for letter in letters]


def _plastic(shape: BoardShape, chance: Chance) -> Floats:
    """Boards are of any plastic; many are dark, many builds tan."""
    if shape.hole.kind == "stud":
        return colours.lego(chance)
    if chance.random() < 0.5:
        return colours.any_plastic(chance)
    usual = [(72, 8, 80), (20, 8, 50), (12, 2, 260), (60, 4, 240), (35, 30, 30), (45, 20, 250)]
    at = usual[int(chance.integers(len(usual)))]
    return colours.shade(at, chance)


def _dome(radius: float, low: float, top: float) -> Profile:
    """Give the half of an ellipsoid that stands at `low`."""
    arc = np.linspace(0, np.pi / 2, 9)[:-1]
    cap = [(radius * float(np.cos(a)), low + (top - low) * float(np.sin(a))) for a in arc]
    return [*cap, (0.0, top)]


def _mushroom(radius: float, low: float, top: float, chance: Chance) -> Profile:
    """Give a moulded head: a dome on a short neck, or a narrower one on a brim, as a hat."""
    wide = low + (top - low) * float(chance.uniform(0.15, 0.4))
    if chance.random() < 0.25:
        return _flat(radius, low, top, chance)
    foot = [(radius * 0.6, low), (radius * 0.92, low + (wide - low) * 0.4)]
    if chance.random() < 0.5:
        return [*foot, *_dome(radius, wide, top)]
    brim = [(radius, (low + wide) / 2), (radius, wide), (radius * 0.97, wide + 0.1)]
    return [*foot, *brim, *_dome(radius * float(chance.uniform(0.65, 0.9)), wide + 0.1, top)]


def _flat(radius: float, low: float, top: float, chance: Chance) -> Profile:
    """Give a head with a flat top, or one hollowed as a dish."""
    edge = (top - low) * 0.15
    side = [(radius * 0.9, low), (radius, top - edge), (radius - edge, top), (radius - edge, top)]
    deep = float(chance.uniform(0.1, 0.5)) * (top - low) * (chance.random() < 0.5)
    return [*side, (radius * 0.6, top - deep), (0.0, top - deep)]


def _pip(radius: float, low: float, tall: float, *, is_open: bool) -> Profile:
    bevel = 0.15
    body: Profile = [
        (radius - 0.5, low),
        (radius, low + 0.4),
        (radius, low + tall - bevel),
        (radius, low + tall - bevel),
        (radius - bevel, low + tall),
        (radius - bevel, low + tall),
        (STUD_RADIUS, low + tall),
        (STUD_RADIUS, low + tall),
        (STUD_RADIUS, low + tall + STUD - bevel),
        (STUD_RADIUS - bevel, low + tall + STUD),
        (STUD_RADIUS - bevel, low + tall + STUD),
    ]
    top = low + tall + STUD
    if not is_open:
        return [*body, (0.0, top)]
    return [*body, (1.6, top), (1.6, top), (1.6, low + tall), (1.6, low + tall), (0.0, low + tall)]


def _head(shape: BoardShape, chance: Chance) -> Profile:
    if shape.hole.kind == "bore":
        top = shape.head.height * float(chance.uniform(1.15, 2.0))
        low = max(0.0, shape.head.edge - shape.head.radius * float(chance.uniform(0.25, 0.5)))
        return _mushroom(shape.head.radius, low, top, chance)
    tall = shape.head.edge if shape.ground else 3.2
    return _pip(shape.head.radius, 0.0, tall, is_open=bool(chance.random() < 0.35))


def _key(shape: BoardShape, chance: Chance) -> Profile:
    if shape.keys is None:
        return []
    peg = shape.keys.peg
    if shape.hole.kind == "bore":
        top = peg.height * float(chance.uniform(1.2, 2.6))
        if chance.random() < 0.3:
            return _mushroom(peg.radius, 0.0, top, chance)
        radius = peg.radius * float(chance.uniform(0.8, 1.0))
        return [(radius, 0.0), *_dome(radius, top * 0.5, top)]
    return _pip(peg.radius, 0.0, 3.2, is_open=bool(chance.random() < 0.35))


def _bore(shape: BoardShape, chance: Chance) -> Profile:
    """Give an opening from its floor up: a bore, often in a recess or with a bevelled edge."""
    deep = float(chance.uniform(6, 14))
    r = shape.hole.radius * float(np.exp(chance.normal(0, 0.08)))
    if shape.hole.recess and chance.random() < 0.8:
        step = float(chance.uniform(0.5, 1.3))
        wide = shape.hole.recess * float(np.exp(chance.normal(0, 0.05)))
        return [
            (0.0, -deep),
            (r, -deep),
            (r, -deep),
            (r, -step),
            (r, -step),
            (wide - 0.5, -step),
            (wide, 0.0),
        ]
    edge = float(chance.uniform(0.05, 0.5))
    return [(0.0, -deep), (r, -deep), (r, -deep), (r, -edge), (r + edge, 0.0)]
