"""From reflectance and shadows to a picture: lamps, hard shadow edges, a camera's faults."""

import cv2
import numpy as np
import numpy.typing as npt

__all__ = ["develop"]

F32 = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]
Chance = np.random.Generator

LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)


def develop(paint: Image, lit: Image, chance: Chance) -> Image:
    """Return the picture (h, w, 3), uint8 BGR, of painted reflectance and direct light."""
    linear = LINEAR[paint]
    h, w = lit.shape
    soft = float(np.exp(chance.uniform(np.log(0.4), np.log(7.0))))
    sun = cv2.GaussianBlur(_across(lit, chance), (0, 0), soft).astype(np.float32) / 255
    ambient = float(chance.uniform(0.12, 0.8))
    first, second = _lamp(chance), _lamp(chance)
    direct = (1 - ambient) * sun * _falloff(h, w, chance)
    around = ambient * _falloff(h, w, chance)
    light = direct[..., None] * first + around[..., None] * second
    seen = linear * light
    seen = _exposed(seen, chance)
    seen += float(chance.choice([0, 0, chance.uniform(0, 0.12)]))
    if chance.random() < 0.25:
        _glare(seen, chance)
    return _captured(seen, chance)


def _across(lit: Image, chance: Chance) -> Image:
    """Lay hard edges of shadow over everything: a window's bars, somebody's head."""
    lit = lit.copy()
    if chance.random() < 0.4:
        return lit
    h, w = lit.shape
    for _ in range(int(chance.integers(1, 4))):
        at, turn = chance.uniform(0, 1, 2) * (w, h), chance.uniform(0, np.pi)
        along = np.array([np.cos(turn), np.sin(turn)]) * 2 * w
        wide = np.array([-np.sin(turn), np.cos(turn)]) * w * float(chance.uniform(0.03, 0.7))
        corners = np.array([at - along, at + along, at + along + wide, at - along + wide])
        cv2.fillPoly(lit, [np.int32(corners)], int(chance.choice([0, 60])), cv2.LINE_AA)
    return lit


def _lamp(chance: Chance) -> F32:
    """Return (3,) BGR of a light between candle and blue sky, sometimes coloured by a wall."""
    warm = float(np.clip(chance.normal(0, 0.35), -0.7, 0.9))
    lamp = np.array([np.exp(-warm), 1.0, np.exp(warm * 0.8)])
    if chance.random() < 0.2:
        lamp *= chance.uniform(0.6, 1.2, 3)
    return np.asarray(lamp / lamp.mean(), np.float32)


def _falloff(h: int, w: int, chance: Chance) -> F32:
    """Return (h, w): how a lamp's light falls off over the table, 1 on average."""
    at = chance.uniform(-0.6, 1.6, 2) * (w, h)
    far = w * float(np.exp(chance.uniform(np.log(0.4), np.log(4))))
    y, x = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
    small = 1 / (1 + ((x - at[0]) ** 2 + (y - at[1]) ** 2) / far**2)
    made = cv2.resize(small / small.mean(), (w, h), interpolation=cv2.INTER_LINEAR)
    return np.asarray(made, np.float32)


def _exposed(seen: F32, chance: Chance) -> F32:
    balance = np.exp(chance.normal(0, 0.12, 3)).astype(np.float32)
    if chance.random() < 0.6:  # automatic white balance, mostly right
        grey = seen.reshape(-1, 3).mean(axis=0)
        balance *= (grey.mean() / np.maximum(grey, 1e-4)) ** float(chance.uniform(0.3, 1))
    level = float(np.percentile(seen[::4, ::4].max(axis=2), 90))
    wanted = float(np.exp(chance.normal(np.log(0.5), 0.55)))
    return np.asarray(seen * balance * (wanted / max(level, 1e-3)), np.float32)


def _glare(seen: F32, chance: Chance) -> None:
    h, w = seen.shape[:2]
    spot = np.zeros((h // 4, w // 4), np.float32)
    at = (int(chance.integers(0, w // 4)), int(chance.integers(0, h // 4)))
    axes = (
        int(chance.uniform(0.02, 0.12) * w // 4) + 1,
        int(chance.uniform(0.02, 0.12) * w // 4) + 1,
    )
    cv2.ellipse(
        spot, at, axes, float(chance.uniform(0, 180)), 0, 360, float(chance.uniform(0.2, 1.5)), -1
    )
    soft = cv2.GaussianBlur(spot, (0, 0), float(chance.uniform(1, 12)))
    seen += cv2.resize(soft, (w, h))[..., None]


def _captured(seen: F32, chance: Chance) -> Image:
    if chance.random() < 0.15:
        length = int(chance.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        turn = chance.uniform(0, np.pi)
        way = np.array([np.cos(turn), np.sin(turn)]) * length / 2
        middle = np.array([length / 2, length / 2])
        cv2.line(kernel, np.int32(middle - way).tolist(), np.int32(middle + way).tolist(), 1.0)
        seen = cv2.filter2D(seen, -1, kernel / max(float(kernel.sum()), 1e-6))
    else:
        seen = cv2.GaussianBlur(seen, (0, 0), float(chance.uniform(0.3, 1.4)))
    noise = float(np.exp(chance.uniform(np.log(0.002), np.log(0.03))))
    seen = seen + chance.standard_normal(seen.shape, np.float32) * (
        noise * np.sqrt(np.maximum(seen, 0) + 0.02)
    )
    curve = float(chance.uniform(1.8, 2.6))
    stored = np.asarray(255 * np.clip(seen, 0, 1) ** (1 / curve), np.uint8)
    if chance.random() < 0.3:
        stored = cv2.addWeighted(stored, 1.6, cv2.GaussianBlur(stored, (0, 0), 1.5), -0.6, 0)
    _, packed = cv2.imencode(
        ".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(35, 97))]
    )
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
