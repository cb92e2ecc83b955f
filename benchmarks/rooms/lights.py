"""Rooms' light: windows, lamps, ceilings, sun and mixtures; edges of shadows, painted walls."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

__all__ = ["Lamp", "Room", "moved", "some_room"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A lamp's place in mm from the board's middle, its radius, colour, and power on the board."""

    place: Floats
    radius: float
    colour: Floats
    power: float


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """Lamps, the light of the walls, and what stands in the light, as balls.

    `around` (h, w, 3) is what comes from every side, the zenith first; `shades` are
    (x, y, z, radius) in mm from the board's middle; `dim` is how much a camera's noise grows.
    """

    lamps: tuple[Lamp, ...]
    around: Floats
    shades: tuple[tuple[float, float, float, float], ...] = field(default=())
    dim: float = 1.0


def blackbody(kelvin: float) -> Floats:
    """Give linear red, green, blue of light of a colour temperature, green 1 (rough fit)."""
    t = np.log(kelvin / 5500)
    return np.exp(np.array([-0.62 * t, 0.0, 1.05 * t - 0.12 * t * t]))


def some_room(chance: Chance) -> Room:
    """Make a room as homes and cafés have them, with walls, often dim or with a hard shadow."""
    room = _lit(chance)
    shades = room.shades
    if room.lamps and chance.random() < 0.3:
        shades = _edge(room.lamps[0], chance)
    dim = float(np.exp(chance.uniform(0, np.log(6)))) if chance.random() < 0.35 else 1.0
    return Room(room.lamps, _walls(room.around, chance), shades, dim)


def _walls(light: Floats, chance: Chance) -> Floats:
    """Give a box of painted walls, often with a window, on the whole as bright as `light`."""
    walls = np.ones((8, 16, 3))
    paint = np.exp(chance.normal(0, chance.choice([0.1, 0.3, 0.6]), (4, 3)))
    walls[2:] *= np.repeat(paint, 4, axis=0) * np.exp(chance.normal(0, 0.4, (16, 1)))
    if chance.random() < 0.6:
        row, col, wide = chance.integers(1, 4), chance.integers(0, 14), chance.integers(1, 4)
        walls[row : row + 2, col : col + wide] = blackbody(6500) * chance.uniform(3, 15)
    return np.asarray(walls * (light / walls[:4].mean(axis=(0, 1))))


def _lit(chance: Chance) -> Room:
    kinds = ("window", "lamp", "ceiling", "sun", "mixed", "bounce", "spots")
    kind = str(chance.choice(kinds, p=[0.18, 0.22, 0.14, 0.12, 0.2, 0.06, 0.08]))
    warm, cool = chance.uniform(2500, 3500), chance.uniform(5000, 8000)
    around = _tinted(cool if kind in ("window", "sun") else warm, chance)
    if kind == "window":
        return Room((_far(cool, chance),), around * chance.uniform(0.05, 0.4), _shades(chance))
    if kind == "lamp":
        return Room((_near(warm, chance),), around * chance.uniform(0.03, 0.3), _shades(chance))
    if kind == "ceiling":
        lamp = Lamp(
            _place(chance, (60, 90), (1500, 2300)),
            chance.uniform(60, 500),
            _tinted(chance.uniform(3000, 5000), chance),
            1.0,
        )
        return Room((lamp,), around * chance.uniform(0.1, 0.6), _shades(chance))
    if kind == "sun":
        sun = Lamp(
            _place(chance, (25, 65), (2600, 2600)),
            19.0,
            _tinted(5200, chance),
            chance.uniform(0.6, 4),
        )
        return Room((sun,), _tinted(7500, chance) * chance.uniform(0.3, 0.8), _edge(sun, chance))
    if kind == "mixed":
        lamps = (_far(cool, chance), _near(warm, chance))
        return Room(lamps, around * chance.uniform(0.05, 0.3), _shades(chance))
    if kind == "bounce":
        paint = np.exp(chance.normal(0, 0.3, 3))
        return Room((_far(cool, chance),), _tinted(cool, chance) * paint * chance.uniform(0.4, 1.2))
    spots = tuple(_near(warm, chance) for _ in range(int(chance.integers(2, 4))))
    return Room(spots, around * chance.uniform(0.03, 0.2), _shades(chance))


def moved(room: Room, chance: Chance) -> Room:
    """Give the room some time later: lamps a little elsewhere, brighter or dimmer."""
    lamps = tuple(
        Lamp(
            lamp.place * np.exp(chance.normal(0, 0.1, 3)),
            lamp.radius,
            lamp.colour * np.exp(chance.normal(0, 0.03, 3)),
            lamp.power * float(np.exp(chance.normal(0, 0.35))),
        )
        for lamp in room.lamps
    )
    shades = room.shades if chance.random() < 0.5 else _shades(chance)
    dim = max(1.0, room.dim * float(np.exp(chance.normal(0, 0.35))))
    return Room(lamps, room.around * np.exp(chance.normal(0, 0.2)), shades, dim)


def _tinted(kelvin: float, chance: Chance) -> Floats:
    return np.asarray(blackbody(kelvin) * np.exp(chance.normal(0, 0.05, 3)))


def _place(chance: Chance, rise: tuple[float, float], far: tuple[float, float]) -> Floats:
    up, turn = np.radians(chance.uniform(*rise)), chance.uniform(0, 2 * np.pi)
    way = np.array([np.cos(up) * np.cos(turn), np.cos(up) * np.sin(turn), np.sin(up)])
    return np.asarray(way * chance.uniform(*far))


def _far(kelvin: float, chance: Chance) -> Lamp:
    place = _place(chance, (15, 55), (900, 2500))
    return Lamp(place, chance.uniform(200, 600), _tinted(kelvin, chance), chance.uniform(0.5, 1.5))


def _near(kelvin: float, chance: Chance) -> Lamp:
    place = _place(chance, (18, 75), (150, 600))
    radius = chance.uniform(5, min(60, np.linalg.norm(place) / 5))
    return Lamp(place, radius, _tinted(kelvin, chance), chance.uniform(0.4, 1.6))


def _shades(chance: Chance) -> tuple[tuple[float, float, float, float], ...]:
    """Now and then somebody stands in the light."""
    if chance.random() < 0.6:
        return ()
    x, y, z = _place(chance, (25, 70), (350, 800))
    return ((float(x), float(y), float(z), float(chance.uniform(40, 160))),)


def _edge(lamp: Lamp, chance: Chance) -> tuple[tuple[float, float, float, float], ...]:
    """Put a ball before a lamp so that its shadow's edge falls somewhere on the board."""
    far = float(np.linalg.norm(lamp.place))
    way, part = lamp.place / far, chance.uniform(0.35, 0.65)
    radius = chance.uniform(60, 260) * (1 - part)
    aside = np.cross(way, (0, 0, 1.0))
    aside /= np.linalg.norm(aside)
    shift = chance.choice([-1, 1]) * (radius + chance.uniform(-70, 70) * (1 - part))
    x, y, z = way * far * part + aside * shift
    return ((float(x), float(y), float(z), float(radius)),)
