"""Pictures of rendered rooms as examples for the net that sees a board's outer places."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.evaluation.label_files import load_session
from companion.vision.geometry.pose import pose_from_label
from companion.vision.match.outer_places import SIZE, STEP

__all__ = ["Example", "Maps", "Packed", "changed", "framed", "maps_of", "packed_in"]

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
Chance = np.random.Generator

# what pictures are kept at, larger than the net's input, so that they can be moved about
KEPT = (400, 300)
CELLS = (SIZE[0] // STEP, SIZE[1] // STEP)
# cells, 1 sigma, of a peak; how far beyond the outer places places are still told, of the way
PEAK, BEYOND = 1.0, 0.3
# how much a lens bends at the corners of a picture, 1 sigma; the middle of the net's input
BEND, MIDDLE = 0.1, (np.array(SIZE) - 1) / 2
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """A picture (300, 400, 3), where its board's outer places are (4, 2), and its rows and columns.

    `kind` is the letter of the board.
    """

    image: Bytes
    places: Floats
    kind: str
    rows: int
    cols: int

    @property
    def pitch(self) -> float:
        """Pixels between two places, on average."""
        sides = np.linalg.norm(np.roll(self.places, -1, axis=0) - self.places, axis=1)
        steps = (self.cols - 1, self.rows - 1)
        return float(np.mean([sides[i] / steps[i % 2] for i in range(4)]))


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """What the net should tell: `heat` (4, h, w), `seen` (4,), `place` (2, h, w), `inside`."""

    heat: Floats
    seen: npt.NDArray[np.bool_]
    place: Floats
    inside: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A picture (h, w, 3), 0 to 1, of the net's size and its maps."""

    image: Floats
    maps: Maps


def packed_in(folder: Path) -> list[Packed]:
    """Read all labelled pictures of one session."""
    shape, found = load_session(folder).shape, []
    for file in sorted(folder.glob("*.json")):
        label, picture = json.loads(file.read_text("utf-8")), file.with_suffix(".jpg")
        if "camera" not in label or not picture.is_file():
            continue
        pose = pose_from_label(label["camera"], label["size"])
        image = np.asarray(cv2.imread(str(picture)), np.uint8)
        seen, scale, shift = framed(image, KEPT)
        places = (pose.project(shape.corners()) + 0.5) * scale - 0.5 + shift
        kind = str(label["board"]["type"])
        found.append(Packed(seen, np.asarray(places, np.float32), kind, shape.rows, shape.cols))
    return found


def framed(image: Bytes, size: tuple[int, int]) -> tuple[Bytes, float, Floats]:
    """Return a picture in a black frame of `size`, its scale and the pixels it was moved by."""
    h, w = image.shape[:2]
    scale = min(size[0] / w, size[1] / h)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rows, cols = small.shape[:2]
    top, left = (size[1] - rows) // 2, (size[0] - cols) // 2
    frame = np.zeros((size[1], size[0], 3), np.uint8)
    frame[top : top + rows, left : left + cols] = small
    return frame, scale, np.array([left, top], np.float32)


def maps_of(places: Floats, rows: int, cols: int) -> Maps:
    """Return the maps of a board with its outer places at pixels (4, 2) of the net's input."""
    at = (places + 0.5) / STEP - 0.5
    ys, xs = np.mgrid[: CELLS[1], : CELLS[0]].astype(np.float32)
    off = (xs[None] - at[:, 0, None, None]) ** 2 + (ys[None] - at[:, 1, None, None]) ** 2
    heat = np.exp(-off / (2 * PEAK**2))
    sums = heat.sum(axis=(1, 2))
    seen = ((at > -0.5) & (at < np.array(CELLS) - 0.5)).all(axis=1) & (sums > 1)
    heat /= np.maximum(sums, 1e-6)[:, None, None]
    onto = cv2.getPerspectiveTransform(at.astype(np.float32), UNIT)
    flat = np.stack([xs, ys, np.ones_like(xs)], axis=-1) @ onto.T
    depth = np.where(np.abs(flat[..., 2]) < 1e-6, 1e-6, flat[..., 2])
    place = flat[..., :2] / depth[..., None]
    middle = np.append(at.mean(axis=0), 1.0) @ onto.T
    rim = (0.5 / (cols - 1), 0.5 / (rows - 1))
    inside = ((place > np.negative(rim)) & (place < np.add(1, rim))).all(axis=-1)
    inside &= depth * middle[2] > 0
    told = np.clip(place, -BEYOND, 1 + BEYOND).transpose(2, 0, 1)
    return Maps(heat.astype(np.float32), seen, told.astype(np.float32), inside)


def changed(one: Packed, noise: Sequence[Floats], chance: Chance) -> Example:
    """Return the picture as another camera might have taken it, elsewhere, in another light."""
    moved, places = _moved(one, chance)
    image = _dimmed(_lit(moved, chance), chance)
    if chance.random() < 0.5:
        image = image + np.float32(chance.uniform(0.005, 0.04)) * noise[chance.integers(len(noise))]
    if chance.random() < 0.25:
        image = _covered(image, chance)
    return Example(np.clip(image, 0, 1), maps_of(places, one.rows, one.cols))


def _moved(one: Packed, chance: Chance) -> tuple[Bytes, Floats]:
    """Turn, shift, size and tilt a picture, most often by little; half by a lens that bends."""
    onto, scale = _onto(one.places, chance)
    bend = float(chance.normal(0, BEND)) if chance.random() < 0.5 else 0.0
    seen = cv2.GaussianBlur(one.image, (0, 0), 0.35 / scale) if scale < 0.5 else one.image
    image = cv2.remap(
        seen,
        *_sources(onto, bend),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE if chance.random() < 0.5 else cv2.BORDER_CONSTANT,
        borderValue=tuple(int(v) for v in chance.integers(0, 255, 3)),
    )
    straight = cv2.perspectiveTransform(one.places[None].astype(np.float64), onto)[0] - MIDDLE
    places = straight
    for _ in range(20):  # converges where the lens bends as little as this
        places = straight / (1 + bend * _far(places)[:, None])
    return np.asarray(image, np.uint8), np.asarray(places + MIDDLE, np.float32)


def _onto(places: Floats, chance: Chance) -> tuple[Doubles, float]:
    """Return (3, 3) that takes a picture to the net's input, and its scale."""
    size = float(np.exp(chance.uniform(np.log(38), np.log(190))))
    scale = float(np.clip(size / np.ptp(places, axis=0).max(), 0.22, 1.6))
    turn = np.radians(chance.normal(0, 12) if chance.random() < 0.7 else chance.uniform(-180, 180))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
    room = max(8.0, 0.35 * size)
    to = np.array([chance.uniform(min(room, n / 2), max(n - room, n / 2)) for n in SIZE])
    onto, tilt, there, back = (np.eye(3) for _ in range(4))
    onto[:2, :2], onto[:2, 2] = turned, to - turned @ places.mean(axis=0)
    tilt[2, :2] = chance.normal(0, 0.0007, 2)
    there[:2, 2], back[:2, 2] = to, -to
    return there @ tilt @ back @ onto, scale


def _sources(onto: Doubles, bend: float) -> tuple[Floats, Floats]:
    """Return x and y (h, w) of what each pixel of the net's input shows of the picture.

    What lies r from the middle, of half the diagonal, would lie (1 + bend r^2) times as far through
    a lens that does not bend.
    """
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    at = np.stack([x, y], axis=-1) - MIDDLE
    at = at * (1 + bend * _far(at)[..., None]) + MIDDLE
    there = np.c_[at.reshape(-1, 2), np.ones(x.size)] @ np.linalg.inv(onto).T
    there = (there[:, :2] / there[:, 2:]).astype(np.float32).reshape(*x.shape, 2)
    return there[..., 0].copy(), there[..., 1].copy()


def _far(at: Doubles) -> Doubles:
    """Return the squared distance of (..., 2) pixels from the middle, of half the diagonal."""
    return np.asarray((at**2).sum(axis=-1) / (MIDDLE**2).sum())


def _lit(image: Bytes, chance: Chance) -> Floats:
    """Change colours, brightness and contrast."""
    if chance.random() < 0.25:
        image = image[..., chance.permutation(3)]
    gamma = np.exp(chance.normal(0, 0.2))
    seen = ((np.arange(256) / 255) ** gamma).astype(np.float32)[image]
    gain = np.exp(chance.normal(0, 0.18, 3) + chance.normal(0, 0.15)).astype(np.float32)
    seen = seen * gain + np.float32(chance.normal(0, 0.04))
    if chance.random() < 0.3:
        grey = seen.mean(axis=2, keepdims=True)
        seen = grey + (seen - grey) * np.float32(chance.uniform(0.2, 1.6))
    if chance.random() < 0.35:
        seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.4, 1.3))
    return np.asarray(seen, np.float32)


def _dimmed(image: Floats, chance: Chance) -> Floats:
    """Lay the edge of a shadow across every fourth picture."""
    if chance.random() >= 0.25:
        return image
    way = chance.uniform(0, 2 * np.pi)
    across = np.cos(way) * np.arange(SIZE[0])[None] + np.sin(way) * np.arange(SIZE[1])[:, None]
    is_dark = across < chance.uniform(across.min(), across.max())
    return image * np.where(is_dark, chance.uniform(0.45, 0.8), 1).astype(np.float32)[..., None]


def _covered(image: Floats, chance: Chance) -> Floats:
    """Lay a plain thing somewhere."""
    spread = chance.normal(0, 1, (chance.integers(3, 7), 2)) * chance.uniform(10, 45)
    points = (spread + [chance.uniform(0, n) for n in SIZE]).astype(np.int32)
    image = np.ascontiguousarray(image, np.float32)
    colour = tuple(float(v) for v in chance.uniform(0, 1, 3))
    cv2.fillConvexPoly(image, cv2.convexHull(points), colour)
    return image
