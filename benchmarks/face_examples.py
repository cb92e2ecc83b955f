"""Draws the faces of tiles in many fonts, as cameras see them, to train their reading on."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from companion.vision.tiles_glyphs import FACES, face_picture
from companion.vision.tiles_patch import cues, printed

# after the faces: a blank top, and what is neither
BLANK, NONE = len(FACES), len(FACES) + 1
SCALE = 5
# plain table around a face, in pixels
AROUND = 10 * SCALE
WIDTH, HEIGHT = 24, 37
# faces that look alike upside down; 11 does in some fonts
SAME = ("0", "8", "-")
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


def drawn_face(face: str, font: Path | None, chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Give a face (h, w) at `SCALE` px a mm, 0 plain and 255 printed; no font: our own strokes."""
    if font is None:
        return face_picture(face, SCALE).copy()
    w, h = WIDTH * SCALE, HEIGHT * SCALE
    canvas = Image.new("L", (w, h))
    pen = ImageDraw.Draw(canvas)
    tall = chance.uniform(0.3, 0.6) * h
    if face == "-":
        half = chance.uniform(0.1, 0.34) * w, chance.uniform(0.018, 0.05) * h
        pen.rectangle([w / 2 - half[0], h / 2 - half[1], w / 2 + half[0], h / 2 + half[1]], 255)
        return np.asarray(canvas)
    type_ = ImageFont.truetype(str(font), 100)
    box = pen.textbbox((0, 0), face, font=type_)
    size = 100 * min(tall / (box[3] - box[1]), 0.85 * w / (box[2] - box[0]))
    type_ = ImageFont.truetype(str(font), max(8, round(size)))
    box = pen.textbbox((0, 0), face, font=type_)
    at = (w - box[0] - box[2]) / 2, (h - box[1] - box[3]) / 2 - chance.uniform(0, 0.03) * h
    pen.text(at, face, 255, font=type_)
    if face in ("6", "9"):
        low = at[1] + box[3] + chance.uniform(0.015, 0.06) * h
        half = (box[2] - box[0]) * chance.uniform(0.35, 0.6)
        thick = chance.uniform(0.012, 0.035) * h
        pen.rectangle([w / 2 - half, low, w / 2 + half, low + thick], 255)
    return np.asarray(canvas)


def seen_face(ink: npt.NDArray[np.uint8], chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Give the middle of a face (60, 40) as a camera and a not quite right pose show it."""
    h, w = ink.shape
    mask = ink.astype(np.float32) / 255
    black = chance.random() < 0.5
    plastic, ink_light = (0.05, 0.75) if black else (0.75, 0.05)
    plastic *= chance.uniform(0.7, 1.25)
    ink_light *= chance.uniform(0.6, 1.2)
    face = plastic + (ink_light - plastic) * mask
    # glass-like shine and the fall of light
    y, x = np.meshgrid(np.linspace(-1, 1, h), np.linspace(-1, 1, w), indexing="ij")
    lean = chance.normal(0, 0.2, 2)
    shine = chance.choice([0, 0, chance.uniform(0, 0.8)]) * np.exp(
        -((x - chance.uniform(-2, 2)) ** 2 + (y - chance.uniform(-2, 2)) ** 2)
        / chance.uniform(0.3, 3)
    )
    face = face * np.exp(lean[0] * x + lean[1] * y) + shine + chance.uniform(0, 0.04)
    board = np.full((h + 2 * AROUND, w + 2 * AROUND), chance.uniform(0.05, 0.6), np.float32)
    _neighbour(board, chance)
    board[AROUND:-AROUND, AROUND:-AROUND] = face
    _disturb(board, chance)
    if chance.random() < 0.3:
        edge = chance.uniform(0.5, 1.6)
        cv2.rectangle(
            board, (AROUND, AROUND), (AROUND + w, AROUND + h), float(face.mean() * edge), SCALE
        )
    centre = np.array([w, h]) / 2 + AROUND
    turn, grow = chance.normal(0, 0.045), np.exp(chance.normal(0, 0.06, 2))
    cos, sin = np.cos(turn), np.sin(turn)
    half = np.array([20, 30]) * SCALE / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half * grow
    corners = corners @ np.array([[cos, sin], [-sin, cos]]) + centre
    corners += chance.normal(0, 1.0 * SCALE, 2) + chance.normal(0, 0.5 * SCALE, (4, 2))
    size = chance.uniform(0.8, 3.0)
    flat = np.array([[0, 0], [40, 0], [40, 60], [0, 60]]) - 0.5
    blurred = cv2.GaussianBlur(board, (0, 0), SCALE * chance.uniform(0.15, 0.9) / size + 1.0)
    onto = cv2.getPerspectiveTransform(corners.astype(np.float32), flat.astype(np.float32))
    patch = cv2.warpPerspective(blurred, onto, (40, 60), flags=cv2.INTER_AREA)
    gain = chance.uniform(0.25, 1.1)
    value = 255 * np.clip(patch * gain, 0, 1) ** (1 / 2.2)
    noise = chance.normal(0, chance.uniform(0.5, 5), (60, 40))
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


def _disturb(board: npt.NDArray[np.float32], chance: np.random.Generator) -> None:
    """Lay a soft shadow, and now and then a thing that is in the way, over a side of a face."""
    h, w = board.shape
    y, x = np.meshgrid(np.arange(h), np.arange(w), indexing="ij")
    for part, far in ((0.35, 14.0), (0.25, 10.5)):
        if chance.random() > part:
            continue
        turn = chance.uniform(0, 2 * np.pi)
        away = (x - w / 2) * np.cos(turn) + (y - h / 2) * np.sin(turn)
        edge = away - SCALE * chance.uniform(0.55, 1.1) * far
        if far > 12:
            soft = 1 / (1 + np.exp(-edge / (SCALE * chance.uniform(0.3, 3))))
            board *= (1 - chance.uniform(0.1, 0.75) * soft).astype(np.float32)
        else:
            board[edge > 0] = chance.uniform(0.03, 0.8)


def examples(
    count: int, chosen: list[Path], seed: int
) -> Iterator[tuple[npt.NDArray[np.float32], int]]:
    """Give `count` times the cues of a face, and which face it is or `NONE`."""
    chance = np.random.default_rng(seed)
    for _ in range(count):
        kind = int(chance.integers(len(FACES)))
        face = FACES[kind]
        font = chosen[int(chance.integers(len(chosen)))] if chance.random() > 0.04 else None
        ink = drawn_face(face, font, chance)
        fate = chance.random()
        if fate < 0.22:
            ink = np.ascontiguousarray(ink[::-1, ::-1])
            if face not in SAME and not (face == "11" and _is_alike(ink)):
                kind = NONE
        elif fate < 0.27:
            # something covers half of it
            ink = ink.copy()
            if chance.random() < 0.5:
                ink[:, : ink.shape[1] // 2] = 255 * (chance.random() < 0.5)
            else:
                ink[: ink.shape[0] // 2] = 255 * (chance.random() < 0.5)
            kind = NONE
        elif fate < 0.30:
            ink = np.roll(
                ink, (int(chance.integers(40, 120)), int(chance.integers(25, 60))), (0, 1)
            )
            kind = NONE
        elif fate < 0.38:
            ink = np.zeros_like(ink)
            kind = BLANK
        yield cues(printed(seen_face(ink, chance))), kind
