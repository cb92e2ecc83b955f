"""Colours of plastic, wood and cloth, a little different in every room. Linear reflectance."""

import cv2
import numpy as np
import numpy.typing as npt

__all__ = ["PALETTES", "any_plastic", "cloth", "ground", "lego", "mix", "named", "shade", "strange"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator

# lightness, chroma and hue (degrees) in CIELAB, read off toys
NAMES = {
    "r": (40, 62, 29),
    "b": (31, 48, 282),
    "y": (80, 82, 88),
    "g": (42, 44, 152),
    "o": (62, 76, 54),
    "n": (28, 22, 50),
    "w": (93, 3, 95),
    "k": (12, 2, 260),
    "s": (62, 3, 250),
    "p": (66, 38, 355),
    "l": (71, 66, 112),
    "a": (62, 36, 240),
}
BRICKS = {
    "tan": (80, 24, 88),
    "grey": (66, 3, 240),
    "dark grey": (43, 2, 220),
    "blue": (31, 48, 282),
    "red": (40, 62, 29),
    "white": (93, 3, 95),
    "black": (13, 2, 260),
    "green": (42, 44, 152),
    "yellow": (80, 82, 88),
    "brown": (28, 22, 50),
    "azure": (62, 36, 240),
    "orange": (62, 76, 54),
    "sand green": (62, 14, 160),
}
PALETTES = {
    "hasbro-2004": "wsgropyb",
    "classic": "rbgywk",
    "four-player": "rbgywk",
    "lego-free": "rbygow",
    "bouwblokje": "rbygon",
}
MORE = "klapnsw"
TILE = 512  # mm of cloth after which its pattern comes again
APART = 22.0  # CIE76 between two colours of one palette


def named(letter: str, chance: Chance) -> Floats:
    """Give a letter's colour as one maker's plastic has it."""
    return shade(NAMES[letter], chance)


def lego(chance: Chance) -> Floats:
    """Give the colour of some brick."""
    return shade(BRICKS[str(chance.choice(list(BRICKS)))], chance)


def strange(count: int, chance: Chance) -> list[Floats]:
    """Give colours that no box has, far enough apart for a player."""
    chosen: list[tuple[float, float, float]] = []
    while len(chosen) < count:
        lightness, chroma, hue = (
            chance.uniform(12, 93),
            chance.uniform(0, 75),
            chance.uniform(0, 360),
        )
        new = _lab((lightness, chroma, hue))
        if all(np.linalg.norm(np.subtract(new, _lab(old))) > APART for old in chosen):
            chosen.append((lightness, chroma, hue))
    return [shade(one, chance) for one in chosen]


def any_plastic(chance: Chance) -> Floats:
    """Give a board's colour: of a peg, of a brick, or any other."""
    which = chance.random()
    if which < 0.35:
        return named(str(chance.choice(list(NAMES))), chance)
    return lego(chance) if which < 0.6 else strange(1, chance)[0]


def cloth(chance: Chance) -> Floats:
    """Give (TILE, TILE, 3) of a table, plain or grained, or of a patterned cloth, 1 mm a pixel."""
    one, other = ground(chance), ground(chance)
    kind = str(chance.choice(["plain", "grain", "gingham", "stripes", "dots", "checks", "spots"]))
    y, x = np.mgrid[:TILE, :TILE]
    pitch = TILE / int(np.exp(chance.uniform(np.log(TILE / 80), np.log(TILE / 8))))
    u, v = (np.sin(2 * np.pi * at / pitch) for at in (x, y))
    if kind == "plain":
        part = np.zeros((TILE, TILE))
    elif kind in ("grain", "spots"):
        wide, tall = (60, 1) if kind == "grain" else (pitch / 4, pitch / 4)
        part = cv2.GaussianBlur(chance.standard_normal((TILE, TILE)), (0, 0), wide, sigmaY=tall)
        part = part / part.std() * 0.25 + 0.5
        part = part if kind == "grain" else np.where(part > 0.6, 1.0, 0.0)
    else:
        bands = {"gingham": (u > 0) * 0.5 + (v > 0) * 0.5, "stripes": (u > 0) * 1.0}
        other_bands = {"dots": (u + v > 1.2) * 1.0, "checks": (u * v > 0) * 1.0}
        part = (bands | other_bands)[kind]
    part = cv2.GaussianBlur(np.clip(part, 0, 1), (0, 0), 0.7)[..., None]
    return np.asarray(one * (1 - part) + other * part)


def ground(chance: Chance) -> Floats:
    """Give the colour of a table or a cloth."""
    lch = (
        chance.uniform(15, 92),
        abs(chance.normal(0, 18)),
        chance.choice([60, 75, chance.uniform(0, 360)]),
    )
    return shade(lch, chance)


def mix(a: Floats, b: Floats, part: float) -> Floats:
    """Give a colour between two."""
    return np.asarray(a * (1 - part) + b * part)


def shade(lch: tuple[float, float, float], chance: Chance) -> Floats:
    """Give a colour about as light, as strong and of the hue (degrees) as `lch` says."""
    lightness, chroma, hue = lch
    lch = (
        float(np.clip(lightness + chance.normal(0, 4), 7, 95)),
        float(chroma * np.exp(chance.normal(0, 0.15))),
        float(hue + chance.normal(0, 7)),
    )
    lab = np.array([[_lab(lch)]], np.float32)
    bgr = cv2.cvtColor(lab, cv2.COLOR_LAB2LBGR)[0, 0]
    return np.clip(bgr[::-1].astype(np.float64), 0.004, 0.92)


def _lab(lch: tuple[float, float, float]) -> tuple[float, float, float]:
    lightness, chroma, hue = lch
    turn = np.radians(hue)
    return lightness, float(chroma * np.cos(turn)), float(chroma * np.sin(turn))
