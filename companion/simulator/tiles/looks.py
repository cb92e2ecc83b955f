"""Random looks of a table: cloths, lamps, plastics, cameras, hands and things beside the tiles."""

import cv2
import numpy as np

from companion.simulator.tiles.render import Cloth, Hand, Lamp, Light, PrintOf, TableLook, Thing
from companion.vision.geometry.arrays import F64
from companion.vision.geometry.pose import Pose
from companion.vision.tile_faces.boxes import TileBox
from companion.vision.tile_faces.glyphs import face_picture

__all__ = [
    "hand_at",
    "random_box",
    "random_camera",
    "random_hand",
    "random_light",
    "random_look",
    "random_things",
]

Chance = np.random.Generator


def random_box(chance: Chance) -> TileBox:
    """Return the size of a set's tiles in mm: those of boxes that are sold, and beyond."""
    return TileBox(
        float(chance.uniform(20, 29)), float(chance.uniform(31, 45)), float(chance.uniform(6, 11.5))
    )


def random_camera(
    chance: Chance, *, width: int = 960, spans: tuple[float, float] = (430.0, 680.0)
) -> Pose:
    """Return a camera of 60 to 100 degrees over a table, leaning up to 35 degrees, turned a little.

    From near to far it sees about so many mm as `spans` says. A wide one has its distortion.
    """
    ratio = float(chance.choice([0.75, 0.75, 0.5625]))
    w, h = width, round(width * ratio)
    degrees = float(
        chance.choice([chance.uniform(58, 72), chance.uniform(58, 72), chance.uniform(75, 102)])
    )
    focal = w / 2 / np.tan(np.radians(degrees) / 2)
    dist = np.array([chance.normal(0.02, 0.02), chance.normal(-0.04, 0.02), 0, 0, 0])
    if degrees > 74:
        dist = np.array([chance.uniform(-0.22, -0.04), chance.uniform(0.0, 0.04), 0, 0, 0])
    k = np.array([[focal, 0, (w - 1) / 2], [0, focal, (h - 1) / 2], [0, 0, 1.0]])
    lean = np.radians(chance.uniform(0, 36))
    side = chance.normal(0, 0.5) + (np.pi if chance.random() < 0.1 else 0)
    span = chance.uniform(*spans)
    away = span * focal / h
    eye = away * np.array([np.sin(lean) * np.sin(side), -np.sin(lean) * np.cos(side), np.cos(lean)])
    middle = np.array([chance.normal(0, 20), chance.normal(0, 20), 0.0])
    ahead = -eye / away
    up = np.array([chance.normal(0, 0.08), 1.0, 0.0]) if abs(side) < 2 else np.array([0, 1.0, 0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    r = np.stack([right, np.cross(ahead, right), ahead])
    return Pose(k, dist, r, -r @ (eye + middle), (w, h))


def random_look(chance: Chance, print_of: PrintOf = face_picture) -> TableLook:
    """Return a cloth, lamps and plastics."""
    black = np.array([chance.uniform(14, 62)] * 3) * chance.normal(1, 0.05, 3)
    white = np.array([chance.uniform(170, 235)] * 3) * chance.normal(1, 0.04, 3)
    print_light = np.array([chance.uniform(165, 235)] * 3) * chance.normal(1, 0.05, 3)
    print_dark = np.array([chance.uniform(12, 75)] * 3) * chance.normal(1, 0.06, 3)
    if chance.random() < 0.12:
        print_dark = chance.uniform(10, 160, 3)
    if chance.random() < 0.12:
        print_light = chance.uniform(110, 240, 3)
    glossy = chance.random() < 0.45
    return TableLook(
        cloth=random_cloth(chance),
        lamps=_lamps(chance),
        plastic={"B": (tuple(black), tuple(print_light)), "W": (tuple(white), tuple(print_dark))},
        print_of=print_of,
        gloss=float(chance.uniform(0.05, 0.9)) if glossy else 0.0,
        table_gloss=float(chance.uniform(0, 0.5)) if chance.random() < 0.3 else 0.0,
        bevel=float(chance.uniform(0, 1.2)),
        blur=float(chance.uniform(0.4, 1.1)),
        noise=float(chance.choice([chance.uniform(0.5, 3), chance.uniform(2, 8)])),
        gamma=float(chance.choice([1.0, 1.0, chance.uniform(0.6, 1.3)])),
    )


def random_light(chance: Chance) -> Light:
    """Return exposure and white balance: dim now and then, warm lamps and blue days."""
    gain = float(np.exp(chance.normal(-0.08, 0.25)))
    if chance.random() < 0.2:
        gain *= float(chance.uniform(0.25, 0.7))
    return Light(gain, float(np.exp(chance.normal(0.03, 0.22))))


def _lamps(chance: Chance) -> tuple[Lamp, ...]:
    """Return one to three lamps: soft, hard, near ones, with a pool of light, low ones."""
    count = int(chance.choice([1, 1, 2, 3]))
    strong = chance.uniform(0.3, 0.85)
    parts = chance.dirichlet([2.0] * count) * strong
    lamps = []
    for part in parts:
        round_, high = chance.uniform(0, 2 * np.pi), np.radians(chance.uniform(22, 80))
        away = float(np.exp(chance.uniform(np.log(500), np.log(4000))))
        spot = float(chance.uniform(150, 600)) if chance.random() < 0.2 else 0.0
        lamps.append(
            Lamp(
                x=float(away * np.cos(high) * np.cos(round_)),
                y=float(away * np.cos(high) * np.sin(round_)),
                z=float(away * np.sin(high)),
                part=float(part),
                radius=float(away * chance.choice([0.01, chance.uniform(0.02, 0.35)])),
                spot=spot,
            )
        )
    return tuple(lamps)


def _colour(chance: Chance) -> F64:
    """Return the BGR of something dyed, white or dark."""
    strength = int(chance.choice([chance.integers(30), chance.integers(220)]))
    hsv = np.array([[[int(chance.integers(180)), strength, int(chance.integers(25, 245))]]])
    hsv = hsv.astype(np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def random_cloth(chance: Chance) -> Cloth:
    """Return a cloth: plain, wood, chequered, striped, dotted, woven, marbled, or with flowers."""
    kinds = (
        _plain,
        _wood,
        _wood,
        _gingham,
        _stripes,
        _dots,
        _woven,
        _marble,
        _flowers,
        _plaid,
        _tiles,
    )
    kind = kinds[int(chance.integers(len(kinds)))]
    picture = kind(chance).astype(np.float32)
    grain = chance.standard_normal(picture.shape[:2]).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), chance.uniform(0.5, 2.0)) * np.float32(
        chance.uniform(0, 12)
    )
    picture = np.clip(picture + grain[..., None], 0, 255).astype(np.uint8)
    turn = chance.uniform(0, 2 * np.pi) if chance.random() < 0.5 else chance.normal(0, 0.1)
    return Cloth(picture, float(chance.uniform(0.8, 1.6)), float(turn))


def _plain(chance: Chance, size: int = 512) -> F64:
    return np.full((size, size, 3), _colour(chance))


def _wood(chance: Chance) -> F64:
    base = np.array([chance.uniform(30, 130), 0, 0])
    base[1] = base[0] * chance.uniform(1.1, 1.6)
    base[2] = base[1] * chance.uniform(1.05, 1.5)
    streak = chance.standard_normal((512, 512)).astype(np.float32)
    soft = cv2.GaussianBlur(streak, (0, 0), sigmaX=60, sigmaY=chance.uniform(0.8, 3))
    streak = soft / soft.std() * chance.uniform(0.02, 0.16)
    if chance.random() < 0.7:
        rows = np.arange(512) // int(chance.integers(60, 140))
        streak = streak + chance.normal(0, 0.18, rows.max() + 1)[rows][:, None]
        streak[:-1][np.diff(rows) > 0] -= 0.4
    return np.asarray(np.clip(base, 10, 250) * np.exp(streak)[..., None], np.float64)


def _two(chance: Chance) -> tuple[F64, F64]:
    first = _colour(chance)
    second = np.full(3, chance.uniform(190, 245)) if chance.random() < 0.6 else _colour(chance)
    return first, second


def _gingham(chance: Chance) -> F64:
    first, second = _two(chance)
    cell = int(chance.integers(6, 40))
    on = (np.arange(cell * 8) // cell) % 2
    part = (on[:, None] + on[None, :]) / 2
    if chance.random() < 0.4:
        part = np.abs(on[:, None] - on[None, :]).astype(float)
    return second + part[..., None] * (first - second)


def _stripes(chance: Chance) -> F64:
    period = int(chance.integers(8, 70))
    picture = np.zeros((512 // period * period or period, period, 3))
    picture[:] = _two(chance)[1]
    for _ in range(int(chance.integers(1, 4))):
        at, wide = int(chance.integers(period)), max(1, int(period * chance.uniform(0.05, 0.5)))
        picture[:, np.arange(at, at + wide) % period] = _colour(chance)
    return np.tile(picture, (1, max(1, 400 // period), 1))


def _plaid(chance: Chance) -> F64:
    one = _stripes(chance)[:1]
    size = one.shape[1]
    return (one + one.transpose(1, 0, 2)) / 2 * np.ones((size, size, 1))


def _dots(chance: Chance) -> F64:
    first, second = _two(chance)
    step = int(chance.integers(14, 60))
    picture = np.zeros((step * 2, step * 2, 3))
    picture[:] = second
    reach = max(1, int(step * chance.uniform(0.12, 0.42)))
    for at in ((0, 0), (0, 2), (2, 0), (2, 2), (1, 1)):
        cv2.circle(picture, (at[0] * step, at[1] * step), reach, tuple(first), -1, cv2.LINE_AA)
    return np.tile(picture, (4, 4, 1))


def _woven(chance: Chance) -> F64:
    first, second = _two(chance)
    cell = int(chance.integers(2, 6))
    y, x = np.mgrid[:256, :256] // cell
    part = ((x + y) % 2) * chance.uniform(0.1, 0.6)
    return np.asarray(first + part[..., None] * (second - first), np.float64)


def _marble(chance: Chance) -> F64:
    first, second = _colour(chance), _colour(chance)
    noise = np.zeros((512, 512))
    for n in (4, 9, 21, 50, 110):
        coarse = chance.standard_normal((n, n))
        smooth = cv2.resize(coarse, (512, 512), interpolation=cv2.INTER_CUBIC)
        noise += np.asarray(smooth, np.float64) / n**0.7
    part = 1 / (1 + np.exp(-noise / noise.std() * chance.uniform(0.5, 3)))
    return np.asarray(first + part[..., None] * (second - first), np.float64)


def _flowers(chance: Chance) -> F64:
    picture = np.zeros((400, 400, 3))
    picture[:] = _two(chance)[1]
    colours = [_colour(chance) for _ in range(4)]
    for _ in range(int(chance.integers(8, 60))):
        at, reach = chance.integers(0, 400, 2), chance.integers(4, 34)
        axes = (int(reach), int(max(2, reach * chance.uniform(0.3, 1))))
        colour = tuple(colours[int(chance.integers(4))])
        for dx in (-400, 0, 400):
            for dy in (-400, 0, 400):
                centre = int(at[0] + dx), int(at[1] + dy)
                cv2.ellipse(picture, centre, axes, float(at[0]), 0, 360, colour, -1, cv2.LINE_AA)
    return picture


def _tiles(chance: Chance) -> F64:
    """Kitchen tiles or a mat with fine lines: rectangles about as large as those of the game."""
    first, second = _two(chance)
    step = int(chance.integers(16, 90))
    picture = np.zeros((step * 4, step * 4, 3))
    picture[:] = first
    wide = int(max(1, step * chance.uniform(0.02, 0.1)))
    for i in range(4):
        picture[i * step : i * step + wide] = second
        picture[:, i * step : i * step + wide] = second
    return picture


def hand_at(tip: F64, out: F64) -> Hand:
    """Return a hand with its fingers at `tip` (2,) mm, its arm from where `out` points."""
    aside = np.array([-out[1], out[0]])
    outlines = [
        _limb(tip + aside * (i - 1) * 18, tip + out * 75 + aside * (i - 1) * 17, 8.0, 9.5)
        for i in range(3)
    ]
    outlines.append(_limb(tip + out * 85, tip + out * 130, 36.0, 34.0))
    outlines.append(_limb(tip + out * 120, tip + out * 600, 30.0, 46.0))
    return Hand(tuple(outlines))


def random_hand(chance: Chance, at: F64 | None = None) -> Hand:
    """Return a hand with spread fingers and an arm that comes from outside to `at` (mm)."""
    tip = at if at is not None else chance.uniform(-180, 180, 2)
    way = tip / max(1.0, float(np.linalg.norm(tip))) if at is not None else chance.normal(0, 1, 2)
    turn = np.arctan2(way[1], way[0]) + chance.normal(0, 0.4)
    along, aside = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    size = chance.uniform(0.75, 1.15)
    outlines = []
    for i in range(int(chance.integers(1, 5))):
        end = tip + (aside * (i - 1.5) * 19 + along * (10 * (i - 1.5) ** 2 + 4)) * size
        outlines.append(
            _limb(end, tip + (along * 75 + aside * (i - 1.5) * 17) * size, 8 * size, 9.5 * size)
        )
    thumb = tip + (aside * 48 + along * 45) * size * np.array([1, 1])
    outlines.append(_limb(thumb, tip + along * 105 * size, 9.5 * size, 14 * size))
    outlines.append(_limb(tip + along * 85 * size, tip + along * 140 * size, 40 * size, 38 * size))
    outlines.append(_limb(tip + along * 130 * size, tip + along * 900, 30 * size, 50 * size))
    skin = np.array([chance.uniform(60, 165), 0, 0])
    skin[1] = skin[0] * chance.uniform(1.05, 1.3)
    skin[2] = skin[1] * chance.uniform(1.15, 1.5)
    sleeve = tuple(np.clip(_colour(chance), 8, 240))
    skins = (tuple(np.clip(skin, 20, 240)),)
    colours = skins * (len(outlines) - 1) + ((sleeve,) if chance.random() < 0.6 else skins)
    return Hand(tuple(outlines), colours, float(chance.uniform(25, 90)))


def _limb(end: F64, start: F64, thin: float, thick: float) -> F64:
    """Return the outline (N, 2) of a rounded limb from `start` to its `end`."""
    way = end - start
    turn = np.arctan2(way[1], way[0])
    tip = turn + np.linspace(np.pi / 2, -np.pi / 2, 9)
    base = turn + np.linspace(-np.pi / 2, -3 * np.pi / 2, 9)
    return np.concatenate(
        [
            end + thin * np.stack([np.cos(tip), np.sin(tip)], 1),
            start + thick * np.stack([np.cos(base), np.sin(base)], 1),
        ]
    )


def random_things(chance: Chance) -> list[Thing]:
    """Return cups, cards, papers, pawns and coins that lie about."""
    things = []
    for _ in range(int(chance.choice([0, 0, 0, 1, 2, 3]))):
        at = chance.uniform(-280, 280, 2)
        turn = chance.uniform(0, np.pi)
        if chance.random() < 0.5:
            reach = chance.choice([chance.uniform(5, 12), chance.uniform(20, 45)])
            round_ = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            outline = at + reach * np.stack([np.cos(round_), np.sin(round_)], 1)
            height = chance.uniform(2, 60)
        else:
            half = chance.uniform(25, 90), chance.uniform(30, 110)
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
            cos, sin = np.cos(turn), np.sin(turn)
            outline = at + corners @ np.array([[cos, sin], [-sin, cos]])
            height = chance.uniform(0.2, 9)
        things.append(Thing(outline, float(height), tuple(_colour(chance))))
    return things
