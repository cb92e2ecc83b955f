"""Random cloths for a drawn table: plain, wood, chequered, striped, woven, marbled, flowered."""

import cv2
import numpy as np

from companion.simulator.tiles.scenery import Cloth
from companion.vision.geometry.arrays import F64

__all__ = ["chequered_cloth", "random_cloth", "random_dye"]

Chance = np.random.Generator


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
    return _laid(kinds[int(chance.integers(len(kinds)))](chance), chance)


def chequered_cloth(chance: Chance) -> Cloth:
    """Return a chequered cloth of any two dyes, with squares of any size."""
    return _laid(_gingham(chance), chance)


def _laid(pattern: F64, chance: Chance) -> Cloth:
    """Return a cloth of a pattern, with a grain, laid at some angle."""
    picture = pattern.astype(np.float32)
    grain = chance.standard_normal(picture.shape[:2]).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), chance.uniform(0.5, 2.0)) * np.float32(
        chance.uniform(0, 12)
    )
    picture = np.clip(picture + grain[..., None], 0, 255).astype(np.uint8)
    turn = chance.uniform(0, 2 * np.pi) if chance.random() < 0.5 else chance.normal(0, 0.1)
    return Cloth(picture, float(chance.uniform(0.8, 1.6)), float(turn))


def _plain(chance: Chance, size: int = 512) -> F64:
    return np.full((size, size, 3), random_dye(chance))


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
    first = random_dye(chance)
    second = np.full(3, chance.uniform(190, 245)) if chance.random() < 0.6 else random_dye(chance)
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
        picture[:, np.arange(at, at + wide) % period] = random_dye(chance)
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
    first, second = random_dye(chance), random_dye(chance)
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
    colours = [random_dye(chance) for _ in range(4)]
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


def random_dye(chance: Chance) -> F64:
    """Return the BGR of something dyed, white or dark."""
    strength = int(chance.choice([chance.integers(30), chance.integers(220)]))
    hsv = np.array([[[int(chance.integers(180)), strength, int(chance.integers(25, 245))]]])
    hsv = hsv.astype(np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)
