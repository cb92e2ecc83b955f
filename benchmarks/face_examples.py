"""Draws the faces of tiles in many fonts, as cameras see them, to train their reading on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from companion.vision.tile_faces.boxes import TileBox
from companion.vision.tile_faces.face_patch import Patch, printed
from companion.vision.tile_faces.glyphs import FACES, face_picture

# after the faces: a blank top, and what is neither
BLANK, NONE = len(FACES), len(FACES) + 1
SCALE = 5
# plain table around a face, in pixels
AROUND = 10 * SCALE
WIDTH, HEIGHT = 24, 37
# faces that look alike upside down; 11 does in some fonts
SAME = ("0", "8", "-")
# one sigma of what a pose is amiss by: radians, parts of the size, mm of the middle, of a corner
TURN, GROW, AMISS, CORNER = 0.055, 0.07, 1.1, 0.6
# parts of all examples: with one half covered, far off their place, blank, in our own strokes
COVERED, OFF, EMPTY, OWN = 0.06, 0.04, 0.15, 0.04
# prints in the styles of whole tables, and dim pictures with much noise
OTHER, DIM = 0.5, 0.25
Floats = npt.NDArray[np.float32]
LEFT_OUT = (
    "Math",
    "Emoji",
    "Symbol",
    "Dingbat",
    "D05",
    "S05",
    "Z00",
    "Ornament",
    "standardsymbols",
)


def fonts(folder: Path = Path("/usr/share/fonts")) -> list[Path]:
    """Give the fonts of this machine that print numbers, of those with the same numbers one."""
    found = [p for e in ("*.ttf", "*.otf") for p in sorted(folder.rglob(e))]
    chosen: dict[bytes, Path] = {}
    for path in found:
        if not any(word.lower() in path.name.lower() for word in LEFT_OUT):
            numbers = [_number(path, digit) for digit in "0123456789"]
            if len(set(numbers)) == len(numbers):
                chosen.setdefault(b"".join(numbers), path)
    return sorted(chosen.values())


def _number(font: Path, digit: str) -> bytes:
    canvas = Image.new("L", (32, 40))
    ImageDraw.Draw(canvas).text((4, 0), digit, 255, font=ImageFont.truetype(str(font), 28))
    return canvas.tobytes()


@cache
def _type(font: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font), size)


@cache
def _mesh(h: int, w: int) -> tuple[Floats, Floats]:
    """Give x and y (h, w), -1 to 1 over a face."""
    y, x = np.meshgrid(np.linspace(-1, 1, h), np.linspace(-1, 1, w), indexing="ij")
    return x.astype(np.float32), y.astype(np.float32)


def drawn_face(face: str, font: Path | None, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Give a face (h, w) at `SCALE` px a mm, 0 plain and 255 printed; no font: our own strokes."""
    if font is None:
        return face_picture(face, SCALE).copy()
    if chance.random() < OTHER:
        return _other_print(face, font, chance)
    w, h = WIDTH * SCALE, HEIGHT * SCALE
    canvas = Image.new("L", (w, h))
    pen = ImageDraw.Draw(canvas)
    tall = chance.uniform(0.3, 0.6) * h
    if face == "-":
        half = chance.uniform(0.1, 0.34) * w, chance.uniform(0.018, 0.05) * h
        pen.rectangle([w / 2 - half[0], h / 2 - half[1], w / 2 + half[0], h / 2 + half[1]], 255)
        return np.asarray(canvas)
    type_ = _type(font, 100)
    box = pen.textbbox((0, 0), face, font=type_)
    size = 100 * min(tall / (box[3] - box[1]), 0.85 * w / (box[2] - box[0]))
    type_ = _type(font, max(8, round(size)))
    box = pen.textbbox((0, 0), face, font=type_)
    at = (w - box[0] - box[2]) / 2, (h - box[1] - box[3]) / 2 - chance.uniform(0, 0.03) * h
    pen.text(at, face, 255, font=type_)
    if face in ("6", "9"):
        low = at[1] + box[3] + chance.uniform(0.015, 0.06) * h
        half = (box[2] - box[0]) * chance.uniform(0.35, 0.6)
        thick = chance.uniform(0.012, 0.035) * h
        pen.rectangle([w / 2 - half, low, w / 2 + half, low + thick], 255)
    return np.asarray(canvas)


def _other_print(face: str, font: Path, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Give a face of a set with its own height, frames, dots and numbers off the middle."""
    # the prints of whole tables know their fonts from here
    from benchmarks.tile_rooms.prints import random_print

    box = TileBox(24.0, float(24 * chance.uniform(1.2, 1.9)), 8.5)
    ink = random_print(chance, font)(face, SCALE, box)
    return np.asarray(cv2.resize(ink, (WIDTH * SCALE, HEIGHT * SCALE)), np.uint8)


def seen_face(ink: npt.NDArray[np.uint8], chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Give the middle of a face (60, 40) as a camera and a not quite right pose show it."""
    h, w = ink.shape
    board = np.full((h + 2 * AROUND, w + 2 * AROUND), chance.uniform(0.05, 0.6), np.float32)
    _neighbour(board, chance)
    face = _lit(ink, chance)
    board[AROUND:-AROUND, AROUND:-AROUND] = face
    _disturb(board, chance)
    if chance.random() < 0.3:
        light = float(face.mean() * chance.uniform(0.5, 1.6))
        cv2.rectangle(board, (AROUND, AROUND), (AROUND + w, AROUND + h), light, SCALE)
    size = chance.uniform(0.8, 3.0)
    blurred = cv2.GaussianBlur(board, (0, 0), SCALE * chance.uniform(0.15, 0.9) / size + 1.0)
    middle = np.array([w, h]) / 2 + AROUND
    patch = cv2.warpPerspective(blurred, _onto(middle, chance), (40, 60), flags=cv2.INTER_AREA)
    return _photographed(patch, chance)


def _lit(ink: npt.NDArray[np.uint8], chance: np.random.Generator) -> Floats:
    """Give the light of a black or white face, with a glass-like shine and the fall of light."""
    black = chance.random() < 0.5
    plastic, print_ = (0.05, 0.75) if black else (0.75, 0.05)
    plastic *= chance.uniform(0.7, 1.25)
    print_ *= chance.uniform(0.6, 1.2)
    face = plastic + (print_ - plastic) * ink.astype(np.float32) / 255
    x, y = _mesh(*ink.shape)
    lean = chance.normal(0, 0.2, 2).astype(np.float32)
    face *= np.exp(lean[0] * x + lean[1] * y)
    if chance.random() < 0.35:
        at, wide = chance.uniform(-2, 2, 2).astype(np.float32), np.float32(chance.uniform(0.3, 3))
        strong = np.float32(chance.uniform(0, 0.8))
        face += strong * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / wide)
    return np.asarray(face + chance.uniform(0, 0.04), np.float32)


def _onto(middle: npt.NDArray[np.float64], chance: np.random.Generator) -> npt.NDArray[np.float64]:
    """Give what brings a face with its `middle` there onto a patch, as a pose amiss would."""
    turn, grow = chance.normal(0, TURN), np.exp(chance.normal(0, GROW, 2))
    cos, sin = np.cos(turn), np.sin(turn)
    half = np.array([20, 30]) * SCALE / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half * grow
    corners = corners @ np.array([[cos, sin], [-sin, cos]]) + middle
    corners += chance.normal(0, AMISS * SCALE, 2) + chance.normal(0, CORNER * SCALE, (4, 2))
    flat = np.array([[0, 0], [40, 0], [40, 60], [0, 60]]) - 0.5
    return cv2.getPerspectiveTransform(corners.astype(np.float32), flat.astype(np.float32))


def _photographed(patch: Floats, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    gain = chance.uniform(0.25, 1.1)
    if chance.random() < DIM:
        gain *= chance.uniform(0.05, 0.5)
    value = 255 * np.clip(patch * gain, 0, 1) ** (1 / 2.2)
    noise = chance.normal(0, chance.uniform(0.5, 7), (60, 40))
    noise = cv2.GaussianBlur(noise, (0, 0), 0.6) * 1.5
    return np.clip(value + noise, 0, 255).astype(np.uint8)


def _neighbour(board: npt.NDArray[np.float32], chance: np.random.Generator) -> None:
    """Lay tiles beside a face now and then, a little apart."""
    for side in (0, 1):
        if chance.random() < 0.4:
            gap = int(SCALE * chance.uniform(0.3, 3.0))
            light = chance.choice([chance.uniform(0.03, 0.1), chance.uniform(0.5, 0.9)])
            part = slice(0, AROUND - gap) if side else slice(board.shape[1] - AROUND + gap, None)
            board[:, part] = light


def _is_alike(ink: npt.NDArray[np.uint8]) -> bool:
    """Say whether a face, printed in the middle, is about the same upside down."""
    rows, cols = (np.flatnonzero(ink.max(axis=way) > 128) for way in (1, 0))
    cut = ink[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1].astype(float)
    return bool(np.abs(cut - cut[::-1, ::-1]).sum() < 0.15 * cut.sum())


def _disturb(board: Floats, chance: np.random.Generator) -> None:
    """Lay a soft shadow, and now and then a thing that is in the way, over a side of a face."""
    h, w = board.shape
    x, y = _mesh(h, w)
    for part, far in ((0.35, 14.0), (0.25, 10.5)):
        if chance.random() > part:
            continue
        turn = chance.uniform(0, 2 * np.pi)
        away = x * np.float32(np.cos(turn) * w / 2) + y * np.float32(np.sin(turn) * h / 2)
        edge = away - np.float32(SCALE * chance.uniform(0.55, 1.1) * far)
        if far > 12:
            far_in = edge / np.float32(SCALE * chance.uniform(0.3, 3))
            soft = 1 / (1 + np.exp(-np.clip(far_in, -30, 30)))
            board *= 1 - np.float32(chance.uniform(0.1, 0.75)) * soft
        else:
            board[edge > 0] = chance.uniform(0.03, 0.8)


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """An upright face as it is seen: its `kind`, and its `turned` kind when seen upside down."""

    patch: Patch
    kind: int
    turned: int


def examples(count: int, chosen: list[Path], seed: int) -> Iterator[Example]:
    """Give `count` faces: a kind is a place in FACES, `BLANK` or `NONE`."""
    chance = np.random.default_rng(seed)
    for _ in range(count):
        kind = int(chance.integers(len(FACES)))
        font = chosen[int(chance.integers(len(chosen)))] if chance.random() > OWN else None
        ink = drawn_face(FACES[kind], font, chance)
        is_same = FACES[kind] in SAME or (FACES[kind] == "11" and _is_alike(ink))
        kinds = kind, kind if is_same else NONE
        fate = chance.random()
        if fate < COVERED:
            ink, kinds = _covered(ink, chance), (NONE, NONE)
        elif fate < COVERED + OFF:
            by = int(chance.integers(40, 120)), int(chance.integers(25, 60))
            ink, kinds = np.roll(ink, by, (0, 1)), (NONE, NONE)
        elif fate < COVERED + OFF + EMPTY:
            ink, kinds = np.zeros_like(ink), (BLANK, BLANK)
        yield Example(printed(seen_face(ink, chance)), *kinds)


def _covered(ink: npt.NDArray[np.uint8], chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Give a face with something over one half."""
    ink, light = ink.copy(), 255 * (chance.random() < 0.5)
    half = [np.s_[:, : ink.shape[1] // 2], np.s_[:, ink.shape[1] // 2 :]]
    half += [np.s_[: ink.shape[0] // 2], np.s_[ink.shape[0] // 2 :]]
    ink[half[int(chance.integers(4))]] = light
    return ink
