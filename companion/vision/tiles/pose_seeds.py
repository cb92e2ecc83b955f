"""Where the camera may stand over a table, guessed from any face of a tile that is seen whole."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.lens_priors import Lens, guess_cameras
from companion.vision.geometry.opencv_compat import plane_poses
from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, Stance, TileBox
from companion.vision.tiles.edge_score import EdgeField, edge_scores
from companion.vision.tiles.fit import Boxes, Move, fit
from companion.vision.tiles.foreground import Ground

__all__ = ["pose_seeds"]

Floats = npt.NDArray[np.float64]

# parts of the picture that a face of a tile takes
SMALLEST, LARGEST = 0.0008, 0.05
# how much of its four-cornered outline a face fills
FULL = 0.82
# log light away from the table at which faces are cut out
LEVELS = (0.25, 0.5, 0.8, 1.1, 1.5)
# seeds that are fitted
MOST = 32
# a camera over a table leans less than this from straight above (cosine), and is held upright or
# upside down: the sine of how far it is rolled to a side
LEAN, ROLL = 0.42, 0.55
# cameras that are one (radians of lean, log distance): before they are fitted, and after it
SAME, ALIKE = (0.03, 0.02), (0.06, 0.05)


@dataclass(frozen=True, slots=True, eq=False)
class _Seed:
    """A camera that sees a tile at (0, 0), and how well that tile fits its edges."""

    pose: Pose
    stance: Stance
    score: float


def pose_seeds(
    seen: Ground, field: EdgeField, size: tuple[int, int], lens: Lens | None, box: TileBox = BOX
) -> list[Pose]:
    """Give cameras that differ, each of which sees a tile at (0, 0), the likeliest first."""
    blank = guess_cameras(size, lens)[0]
    tried = [
        _Seed(pose, stance, _score(field, pose, stance, box))
        for quad in quads(seen)
        for pose, stance in _poses(quad, blank, box)
    ]
    likely = _differing(sorted(tried, key=lambda seed: -seed.score), SAME)[:MOST]
    fitted = [_fitted(field, seed, box) for seed in likely]
    best = sorted((seed for seed in fitted if _is_likely(seed.pose)), key=lambda seed: -seed.score)
    return [seed.pose for seed in _differing(best, ALIKE)]


def _fitted(field: EdgeField, seed: _Seed, box: TileBox) -> _Seed:
    there = Boxes(seed.pose, np.zeros((1, 3)), (seed.stance,), box)
    for reach in (5.0, 2.5):
        there = fit(field, there, reach=reach, move=Move(camera=True))
    pose = _at_middle(there).pose
    return _Seed(pose, seed.stance, _score(field, pose, seed.stance, box))


def _differing(seeds: list[_Seed], apart: tuple[float, float]) -> list[_Seed]:
    """Give the first of those that see the table from much the same place: radians, log scale."""
    given: list[_Seed] = []
    for seed in seeds:
        if all(_far(seed.pose, other.pose, apart) for other in given):
            given.append(seed)
    return given


def _far(one: Pose, other: Pose, apart: tuple[float, float]) -> bool:
    leans = np.arccos(np.clip(one.r[:, 2] @ other.r[:, 2], -1.0, 1.0))
    away = np.log(np.linalg.norm(one.t) / np.linalg.norm(other.t))
    return bool(leans > apart[0] or abs(away) > apart[1])


def _at_middle(boxes: Boxes) -> Boxes:
    """Give the same with the frame's origin under the first box, its turn as the frame's."""
    x, y, turn = boxes.places[0]
    cos, sin = np.cos(turn), np.sin(turn)
    frame = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    old = boxes.pose
    pose = Pose(old.k, old.dist, old.r @ frame, old.t + old.r @ np.array([x, y, 0.0]), old.size)
    return Boxes(pose, np.zeros((1, 3)), boxes.stances[:1], boxes.box)


def _score(field: EdgeField, pose: Pose, stance: Stance, box: TileBox) -> float:
    lies, counted = edge_scores(field, pose, np.zeros((1, 3)), stance, box)
    return float(lies[counted].mean()) if counted.sum() > 5 else 0.0


def quads(seen: Ground) -> Iterator[Floats]:
    """Give four-cornered things (4, 2) in pixels of the picture, clockwise."""
    for level in LEVELS:
        for sign in (1, -1):
            mask = (sign * seen.away > level).astype(np.uint8)
            clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            yield from _quads_of(np.asarray(clean, np.uint8), seen.scale)


def _quads_of(mask: npt.NDArray[np.uint8], scale: float) -> Iterable[Floats]:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        area = cv2.contourArea(contour)
        if not SMALLEST <= area / mask.size <= LARGEST:
            continue
        hull = cv2.convexHull(contour).reshape(-1, 2).astype(np.float64)
        quad = _four(hull)
        if quad is not None and area > FULL * cv2.contourArea(quad.astype(np.float32)):
            yield (quad + 0.5) / scale - 0.5


def _four(hull: Floats) -> Floats | None:
    """Give the four corners of the smallest outline around a convex `hull`, side by side merged."""
    points = cv2.approxPolyDP(hull.astype(np.float32).reshape(-1, 1, 2), 1.0, closed=True)
    corners = [np.asarray(p, np.float64) for p in points.reshape(-1, 2)]
    while len(corners) > 4:
        cut = [_cut(corners, i) for i in range(len(corners))]
        i = min(range(len(cut)), key=lambda j: cut[j][0])
        if not np.isfinite(cut[i][0]):
            return None
        n = len(corners)
        corners[i] = cut[i][1]
        del corners[(i + 1) % n]
    return np.array(corners) if len(corners) == 4 else None


def _cut(corners: list[Floats], i: int) -> tuple[float, Floats]:
    """Give the area added when the side after `i` goes, and the corner its neighbours meet in."""
    n = len(corners)
    a, b, c, d = (corners[(i + k) % n] for k in (-1, 0, 1, 2))
    u, v, w = b - a, c - d, c - b
    cross = u[0] * v[1] - u[1] * v[0]
    if abs(cross) < 1e-9:
        return np.inf, b
    s = ((c - b)[0] * v[1] - (c - b)[1] * v[0]) / cross
    meet = b + s * u
    t = -((meet - c) @ v)
    if s < 0 or t > 0:
        return np.inf, b
    return abs(float((meet - b)[0] * w[1] - (meet - b)[1] * w[0])) / 2, meet


def _poses(quad: Floats, blank: Pose, box: TileBox) -> Iterator[tuple[Pose, Stance]]:
    half = np.array([box.width / 2, box.height / 2])
    around = np.c_[np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half, np.zeros(4)]
    for first in range(4):
        for r, t in plane_poses(around, np.roll(quad, first, axis=0), blank.k, blank.dist):
            for stance in Stance:
                # upside down a lying tile looks the same
                if stance is Stance.LIES and first > 1:
                    continue
                turn, shift = _from_table(stance, box)
                pose = Pose(blank.k, blank.dist, r @ turn, r @ shift + t, blank.size)
                if _is_likely(pose):
                    yield pose, stance


def _from_table(stance: Stance, box: TileBox) -> tuple[Floats, Floats]:
    """Give what brings a tile at (0, 0) of the table into the frame of its face: (3, 3), (3,).

    The face is the top of a lying tile, the near side of a standing one.
    """
    if stance is Stance.LIES:
        return np.eye(3), np.array([0.0, 0.0, -box.thickness])
    upright = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    return upright, np.array([0.0, -box.height / 2, -box.thickness / 2])


def _is_likely(pose: Pose) -> bool:
    """Say whether a camera would be held so: over the table, upright or upside down."""
    up = pose.r[:, 2]
    return bool(-up[2] > LEAN and abs(up[0]) < ROLL)
