"""How well the edges of a box lie on edges of a picture."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, Stance, TileBox

__all__ = ["EdgeField", "box_corners", "brightest", "edge_field", "edge_scores", "seen_edges"]

Floats = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]

# added to values before the logarithm: noise in the dark is no edge
DARK = 12.0
# the gradient (of log light per pixel) at which half of it counts
HALF = 0.02
SAMPLES = 14
# pixels of an edge in the picture that tell where it lies: a side seen from above is too thin
SHORT = 2.5
# the twelve edges of a box by its corners, and the sides that each belongs to
EDGES = np.array(
    [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
)
NEAR, RIGHT, FAR, LEFT, TOP = range(5)
SIDES_OF_EDGES = (
    (NEAR,),
    (RIGHT,),
    (FAR,),
    (LEFT,),
    (NEAR, TOP),
    (RIGHT, TOP),
    (FAR, TOP),
    (LEFT, TOP),
    (LEFT, NEAR),
    (NEAR, RIGHT),
    (RIGHT, FAR),
    (FAR, LEFT),
)


@dataclass(frozen=True, slots=True, eq=False)
class EdgeField:
    """Gradient of log light, (h, w) each: `x`, `y`; `scale` is its pixels per picture pixel."""

    x: npt.NDArray[np.float32]
    y: npt.NDArray[np.float32]
    scale: float


def edge_field(image: Image, *, width: int, blur: float) -> EdgeField:
    """Give the edges of BGR `image` brought to `width`, softened by `blur` pixels of that."""
    scale = width / image.shape[1]
    size = (width, max(1, round(image.shape[0] * scale)))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    soft = cv2.GaussianBlur(np.log(brightest(small) + np.float32(DARK)), (0, 0), blur)
    x, y = (cv2.Sobel(soft, cv2.CV_32F, 1 - k, k, scale=1 / 8) for k in (0, 1))
    return EdgeField(np.asarray(x, np.float32), np.asarray(y, np.float32), scale)


def brightest(image: Image) -> npt.NDArray[np.float32]:
    """Give (h, w) the largest of the three values of each pixel."""
    b, g, r = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(b, g), r), np.float32)


def box_corners(places: Floats, stance: Stance, box: TileBox = BOX) -> Floats:
    """Give (N, 8, 3) mm of (N, 3) places (x, y, turn), in the order of `TilePlace.corners`."""
    across, deep, high = box.solid(stance)
    cos, sin = np.cos(places[:, 2]), np.sin(places[:, 2])
    u = np.stack([cos, sin], axis=1) * across
    v = np.stack([-sin, cos], axis=1) * deep
    ring = np.stack([-u - v, u - v, u + v, v - u], axis=1) + places[:, None, :2]
    low, top = np.zeros((*ring.shape[:2], 1)), np.full((*ring.shape[:2], 1), high)
    return np.concatenate([np.concatenate([ring, low], 2), np.concatenate([ring, top], 2)], axis=1)


def seen_edges(corners: Floats, eye: Floats) -> npt.NDArray[np.bool_]:
    """Say (N, 12) which edges of boxes (N, 8, 3) somebody at `eye` (3,) sees."""
    seen = np.zeros((len(corners), 5), bool)
    for side, (a, b) in enumerate(((0, 1), (1, 2), (2, 3), (3, 0))):
        along = corners[:, b, :2] - corners[:, a, :2]
        to_eye = eye[:2] - corners[:, a, :2]
        seen[:, side] = along[:, 0] * to_eye[:, 1] - along[:, 1] * to_eye[:, 0] < 0
    seen[:, TOP] = eye[2] > corners[:, 4, 2]
    return np.stack([seen[:, list(sides)].any(axis=1) for sides in SIDES_OF_EDGES], axis=1)


def edge_scores(
    field: EdgeField,
    pose: Pose,
    places: Floats,
    stance: Stance,
    box: TileBox = BOX,
    *,
    samples: int = SAMPLES,
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Give (N, 12) how far each edge of boxes at (N, 3) lies on an edge, 0 to 1, and which count.

    Those that count are seen from the camera, inside the picture and not too short in it.
    """
    corners = box_corners(places, stance, box)
    counted = seen_edges(corners, pose.position)
    pixels = pose.project(corners.reshape(-1, 3)).reshape(-1, 8, 2)
    pixels = (pixels + 0.5) * field.scale - 0.5
    start, end = pixels[:, EDGES[:, 0]], pixels[:, EDGES[:, 1]]
    along = end - start
    long = np.linalg.norm(along, axis=2, keepdims=True)
    normal = np.stack([-along[..., 1], along[..., 0]], axis=2) / np.maximum(long, 1e-6)
    part = np.linspace(0.08, 0.92, samples)[:, None]
    at = start[:, :, None] + along[:, :, None] * part
    h, w = field.x.shape
    inside = (at >= 0).all(axis=(2, 3)) & (at[..., 0] < w - 1).all(2) & (at[..., 1] < h - 1).all(2)
    col = np.clip(np.nan_to_num(at[..., 0]), 0, w - 1).round().astype(np.intp)
    row = np.clip(np.nan_to_num(at[..., 1]), 0, h - 1).round().astype(np.intp)
    gx, gy = field.x[row, col], field.y[row, col]
    across = np.abs(gx * normal[:, :, None, 0] + gy * normal[:, :, None, 1])
    lies = across / (np.hypot(gx, gy) + HALF)
    return np.asarray(lies.mean(axis=2)), counted & inside & (long[..., 0] > SHORT)
