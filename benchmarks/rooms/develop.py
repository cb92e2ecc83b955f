"""From light to a JPEG, as cheap cameras do it: lens, sensor, white balance, tone, sharpness."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

__all__ = ["Develop", "Exposure", "developed", "exposed", "some_camera"]

Floats = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]
Chance = np.random.Generator

STEPS = 1 << 14  # of the light that the tone curve is told for


@dataclass(frozen=True, slots=True)
class Develop:
    """What a camera does to every picture."""

    blur: float
    vignette: float
    shade: float
    sharpen: float
    saturation: float
    contrast: float
    chroma_blur: float
    quality: int
    read: float
    balance: float
    is_daylight: bool


@dataclass(frozen=True, slots=True, eq=False)
class Exposure:
    """Gains of red, green, blue for one picture."""

    gains: Floats


def some_camera(chance: Chance) -> Develop:
    """Make a camera."""
    return Develop(
        blur=float(chance.uniform(0.2, 0.6)),
        vignette=float(chance.uniform(0.1, 0.4)),
        shade=float(chance.normal(0, 0.03)),
        sharpen=float(chance.uniform(0.1, 1.1)),
        saturation=float(chance.uniform(0.9, 1.3)),
        contrast=float(chance.uniform(0.1, 0.6)),
        chroma_blur=float(chance.choice([0, 1.2, 2.2])),
        quality=int(chance.integers(60, 96)),
        read=float(chance.uniform(0.001, 0.004)),
        balance=float(chance.choice([0.03, 0.06, 0.15], p=[0.4, 0.4, 0.2])),
        is_daylight=bool(chance.random() < 0.12),
    )


def exposed(light: Floats, board: Floats, camera: Develop, chance: Chance) -> Exposure:
    """Choose white balance and exposure for `light` (h, w, 3); `board` is its part with the board.

    Auto white balance is part of the way to a grey world, with an error; or fixed to daylight.
    """
    mean = light.reshape(-1, 3).mean(axis=0)
    grey = (mean[1] / mean) ** (chance.uniform(0.3, 1.1) * (not camera.is_daylight))
    gains = grey * np.exp(chance.normal(0, camera.balance, 3))
    level = float((0.5 * board.reshape(-1, 3).mean(axis=0) + 0.5 * mean) @ (0.25, 0.55, 0.2))
    target = chance.uniform(0.16, 0.25) * np.exp2(chance.normal(0, 0.25))
    return Exposure((gains * target / level).astype(np.float32))


def developed(
    light: Floats, exposure: Exposure, camera: Develop, dim: float, chance: Chance
) -> Image:
    """Give the picture, BGR, of linear `light` (h, w, 3) red, green, blue; through JPEG.

    Where it is `dim` (1 in good light) there is more noise, and more of it smoothed and shaken.
    """
    height, width = light.shape[:2]
    y, x = np.mgrid[:height, :width]
    far = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2).astype(np.float32)[..., None] * 2
    tint = np.array([camera.shade, 0, -camera.shade], np.float32)
    seen = light * exposure.gains * ((1 - camera.vignette * far) * (1 + far * tint))
    seen = _blurred(seen, camera.blur + chance.exponential(0.3) + 0.1 * (dim - 1))
    if chance.random() < 0.1 + 0.05 * dim:
        seen = _shaken(seen, chance)
    seen = seen + chance.exponential(0.012) * (chance.random() < 0.6) * seen.mean(axis=(0, 1))
    read = camera.read * dim
    noise = np.sqrt(np.maximum(seen, 0) * read * 0.15 + read**2)
    seen = seen + noise * chance.standard_normal(seen.shape, np.float32)
    grey = seen @ np.array([0.25, 0.65, 0.1], np.float32)
    seen = grey[..., None] + camera.saturation * (seen - grey[..., None])
    stored = _curve(np.clip(seen, 0, 1), camera.contrast)
    if camera.chroma_blur:
        luma = stored.mean(axis=2, keepdims=True)
        stored = luma + _blurred(stored - luma, camera.chroma_blur)
    stored = stored + camera.sharpen * (stored - _blurred(stored, 1.2))
    picture = np.rint(np.clip(stored, 0, 1) * 255).astype(np.uint8)[..., ::-1]
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _curve(light: Floats, contrast: float) -> Floats:
    """Give sRGB's curve and a soft S around the middle."""
    step = np.linspace(0, 1, STEPS)
    low = step <= 0.0031308
    stored = np.where(low, 12.92 * step, 1.055 * np.maximum(step, 1e-6) ** (1 / 2.4) - 0.055)
    bent = stored * stored * (3 - 2 * stored)
    table = (stored + contrast * 0.6 * (bent - stored)).astype(np.float32)
    return table[(light * (STEPS - 1)).astype(np.intp)]


def _blurred(image: Floats, sigma: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.float32)


def _shaken(image: Floats, chance: Chance) -> Floats:
    length = int(chance.integers(2, 5))
    kernel = np.zeros((9, 9), np.float32)
    turn = chance.uniform(0, np.pi)
    for k in np.linspace(-length / 2, length / 2, 16):
        kernel[round(4 + k * np.sin(turn)), round(4 + k * np.cos(turn))] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
