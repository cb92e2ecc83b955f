"""Patterns of cloths and printed pages, as reflectances on a plane: for sheets laid on boards."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.laid_things import stored
from companion.vision.features.light import linear
from companion.vision.geometry.arrays import Image

__all__ = ["Pattern", "cloth", "page"]

Floats = npt.NDArray[np.float64]
Chance = np.random.Generator
# reflectances (h, w, 3), blue green red, at points u and v (h, w) in head radii
Pattern = Callable[[Floats, Floats], Floats]

# head radii from one repeat of a pattern to the next are drawn between these: a guess
FINEST, WIDEST = 0.25, 7.0
# pixels of a page that is printed, and of the height of its lines
PAGE, LINES = (900, 700), (11, 30)
# head radii of a line of text: a guess, 3 to 10 mm
LINE_RADII = (0.6, 3.0)
INK = 0.05  # reflectance of black print: a guess


def cloth(colours: Sequence[Floats], chance: Chance) -> Pattern:
    """Return a woven or printed cloth of these `colours`."""
    make = CLOTHS[int(chance.integers(len(CLOTHS)))]
    some = [colours[i] for i in chance.permutation(len(colours))]
    size = float(np.exp(chance.uniform(np.log(FINEST), np.log(WIDEST))))
    pattern = make(np.array(some), size, chance)
    thread, rough = chance.uniform(0.05, 0.3), chance.uniform(0, 0.12)

    def woven(u: Floats, v: Floats) -> Floats:
        weave = np.sin(u / thread * 6.28) * np.sin(v / thread * 6.28)
        return np.asarray(pattern(u, v) * (1 + rough * weave)[..., None])

    return woven


def _index(x: Floats) -> npt.NDArray[np.int64]:
    return np.floor(x).astype(np.int64)


def _hashed(i: npt.NDArray[np.int64], j: npt.NDArray[np.int64], seed: int) -> Floats:
    """Return a number in 0..1 for each cell, the same for the same cell."""
    mixed = (i * 73856093) ^ (j * 19349663) ^ (seed * 83492791)
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0x7FFFFFFF
    return np.asarray((mixed % 65536) / 65536)


def _checks(colours: Floats, size: float, chance: Chance) -> Pattern:
    wide = size * (1 if chance.random() < 0.7 else chance.uniform(0.5, 2))
    return lambda u, v: colours[(_index(u / size) + _index(v / wide)) % 2]


def _patchwork(colours: Floats, size: float, chance: Chance) -> Pattern:
    seed = int(chance.integers(1 << 20))

    def pattern(u: Floats, v: Floats) -> Floats:
        which = _hashed(_index(u / size), _index(v / size), seed) * len(colours)
        return colours[which.astype(np.int64)]

    return pattern


def _bands(colours: Floats, size: float, chance: Chance) -> Callable[[Floats], Floats]:
    """Return stripes that repeat every `size`, of widths of their own."""
    count = int(chance.integers(2, 7))
    edges = np.sort(chance.uniform(0, 1, count - 1)) if chance.random() < 0.6 else None
    if edges is None:
        edges = np.arange(1, count) / count
    order = np.array([i % len(colours) for i in chance.permutation(count)])
    return lambda x: colours[order[np.searchsorted(edges, np.mod(x / size, 1))]]


def _stripes(colours: Floats, size: float, chance: Chance) -> Pattern:
    bands, bent = _bands(colours, size, chance), chance.uniform(0, 1) * (chance.random() < 0.3)
    return lambda u, v: bands(u + bent * np.abs(np.mod(v / size, 2) - 1) * size)


def _tartan(colours: Floats, size: float, chance: Chance) -> Pattern:
    warp, weft = _bands(colours, size, chance), _bands(colours, size, chance)
    if chance.random() < 0.6:
        weft = warp
    part, twill = chance.uniform(0.3, 0.7), chance.uniform(0, 0.4)
    thread = chance.uniform(0.05, 0.4)

    def pattern(u: Floats, v: Floats) -> Floats:
        over = part + twill * np.sign(np.sin((u + v) / thread * 6.28)) / 2
        over = np.clip(over, 0, 1)[..., None]
        return np.asarray(warp(u) * over + weft(v) * (1 - over))

    return pattern


def _dots(colours: Floats, size: float, chance: Chance) -> Pattern:
    seed, part = int(chance.integers(1 << 20)), chance.uniform(0.15, 0.48)
    jitter, is_odd = chance.uniform(0, 0.25) * (chance.random() < 0.5), chance.random() < 0.5
    petals = int(chance.integers(3, 9)) if chance.random() < 0.5 else 0

    def pattern(u: Floats, v: Floats) -> Floats:
        j = _index(v / size)
        x = u / size + (0.5 * (j % 2) if is_odd else 0)
        i = _index(x)
        dx = x - i - 0.5 + jitter * (_hashed(i, j, seed) - 0.5)
        dy = v / size - j - 0.5 + jitter * (_hashed(j, i, seed + 1) - 0.5)
        far = np.hypot(dx, dy)
        reach = part * (1 + 0.35 * np.cos(petals * np.arctan2(dy, dx))) if petals else part
        kind = (1 + _hashed(i, j, seed + 2) * (len(colours) - 1)).astype(np.int64)
        kind = np.where(far < 0.3 * part, 0, kind) if petals else kind
        return np.where((far < reach)[..., None], colours[kind], colours[0])

    return pattern


def _blots(colours: Floats, size: float, chance: Chance) -> Pattern:
    """Return leaves and flowers of any outline: sums of waves, cut at levels."""
    turns = chance.uniform(0, 6.28, 6)
    waves = np.stack([np.cos(turns), np.sin(turns)], 1) * chance.uniform(0.5, 1.6, (6, 1)) / size
    starts = chance.uniform(0, 6.28, 6)
    cuts = np.sort(chance.normal(0, 1.2, len(colours) - 1))

    def pattern(u: Floats, v: Floats) -> Floats:
        pairs = zip(waves, starts, strict=True)
        level = sum(np.sin(6.28 * (a * u + b * v) + start) for (a, b), start in pairs)
        return colours[np.searchsorted(cuts, level)]

    return pattern


CLOTHS = (_checks, _checks, _patchwork, _stripes, _tartan, _tartan, _dots, _dots, _blots)


def page(colours: Sequence[Floats], chance: Chance) -> Pattern:
    """Return a printed page: text, tables, boxes and pictures, in black and some of `colours`."""
    h, w = PAGE
    paper = np.full(3, chance.uniform(0.45, 1.1)) * np.exp(chance.normal(0, 0.04, 3))
    if chance.random() < 0.15:
        paper = colours[0]
    sheet = np.full((h, w, 3), stored(paper), np.uint8)
    inks = [stored(colour).tolist() for colour in (np.full(3, INK), *colours)]
    line = int(chance.integers(*LINES))
    y = line
    while y < h:
        y += _block(sheet, y, line, inks, chance)
    scale = line / float(chance.uniform(*LINE_RADII))

    def pattern(u: Floats, v: Floats) -> Floats:
        x, y = (np.asarray(a * scale, np.float32) for a in (u, v))
        seen = cv2.remap(sheet, np.mod(x, w - 1), np.mod(y, h - 1), cv2.INTER_LINEAR)
        return np.asarray(linear(seen.astype(np.float32)), np.float64)

    return pattern


def _block(sheet: Image, y: int, line: int, inks: Sequence[Sequence[float]], chance: Chance) -> int:
    """Print a block of a page from line `y` on, and return its height."""
    h, w = sheet.shape[:2]
    kind = chance.choice(["text", "text", "text", "heading", "table", "box", "photo", "blank"])
    ink = inks[0 if chance.random() < 0.75 else int(chance.integers(len(inks)))]
    high = int(line * chance.integers(2, 9))
    if kind == "text":
        for at in range(y, min(h, y + high), line):
            _words(sheet, at, line, ink, chance)
    elif kind == "heading":
        high = 2 * line
        _words(sheet, y + line, 2 * line, ink, chance)
    elif kind == "table":
        for at in range(y, min(h, y + high), line):
            cv2.line(sheet, (0, at), (w, at), ink, 1)
            _words(sheet, at - 2, line, ink, chance)
        for x in range(0, w, int(line * chance.integers(2, 8))):
            cv2.line(sheet, (x, y), (x, y + high), ink, 1)
    elif kind == "box":
        left = int(chance.integers(0, w // 2))
        cv2.rectangle(sheet, (left, y), (w, y + high - line), ink, -1)
    elif kind == "photo":
        part = sheet[y : y + high, int(chance.integers(0, w // 2)) :]
        part[:] = _photo(part.shape[:2], chance)
    return high


def _words(sheet: Image, y: int, line: int, ink: Sequence[float], chance: Chance) -> None:
    letters = [chr(int(c)) for c in chance.integers(97, 123, 140)]
    for at in np.cumsum(chance.integers(2, 11, 40)):
        if at < len(letters):
            letters[at] = " "
    font = int(chance.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX]))
    thick = 1 + int(line > 18) + int(chance.random() < 0.2)
    start = (int(chance.integers(-60, 30)), y)
    cv2.putText(sheet, "".join(letters), start, font, line / 32, ink, thick, cv2.LINE_AA)


def _photo(size: tuple[int, int], chance: Chance) -> Image:
    """Return something like a photograph (h, w, 3): smooth colours, and a few sharp outlines."""
    h, w = size
    rough = chance.normal(0, 1, (int(chance.integers(2, 9)), int(chance.integers(2, 9)), 3))
    smooth = cv2.resize(rough, (w, h), interpolation=cv2.INTER_CUBIC) if h and w else rough
    seen = stored(np.exp(-1.3 + 0.8 * smooth)).astype(np.uint8)
    for _ in range(int(chance.integers(0, 8))):
        middle = tuple(int(chance.integers(0, max(1, side))) for side in (w, h))
        axes = tuple(int(a) for a in chance.integers(3, 80, 2))
        colour = chance.uniform(20, 255, 3).tolist()
        cv2.ellipse(seen, middle, axes, float(chance.uniform(0, 180)), 0, 360, colour, -1)
    return seen[:h, :w]
