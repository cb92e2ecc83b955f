"""Fits boxes, and the camera that sees them, to the edges of a picture."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.geometry.pose import Pose
from companion.vision.tiles.boxes import BOX, Stance, TileBox
from companion.vision.tiles.edge_score import EDGES, HALF, EdgeField, box_corners, seen_edges

__all__ = ["Boxes", "Move", "fit"]

Floats = npt.NDArray[np.float64]

SAMPLES = 8
# an edge that lies worse than this is no edge
FAINT = 0.35
ROUNDS = 3
# one sigma that a place may move in a fit: mm, mm, radians; the focal length as a fraction
PLACE, FOCAL = (6.0, 6.0, 0.12), 0.04
# one sigma of the camera's turn (radians) and shift (mm)
CAMERA = (0.3, 0.3, 0.3, 60.0, 60.0, 60.0)
# small steps by which derivatives are taken
NUDGE = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Boxes at `places` (N, 3: x, y, turn), each in its stance, before the camera at `pose`."""

    pose: Pose
    places: Floats
    stances: tuple[Stance, ...]
    box: TileBox = BOX

    def corners(self) -> Floats:
        """Give (N, 8, 3) mm."""
        made = {s: box_corners(self.places, s, self.box) for s in set(self.stances)}
        return np.stack([made[stance][i] for i, stance in enumerate(self.stances)])


@dataclass(frozen=True, slots=True)
class Move:
    """What a fit may move: of the camera nothing, its place, or its focal length as well."""

    camera: bool = False
    focal: bool = False


def fit(field: EdgeField, start: Boxes, *, reach: float, move: Move) -> Boxes:
    """Give the boxes moved so that their edges lie on edges within `reach` pixels of the field."""
    now, slopes = start, _slopes(field, start, move)
    for left in reversed(range(ROUNDS)):
        now = _step(field, now, start, slopes, reach)
        if left and slopes.free:
            slopes = _slopes(field, now, move)
    return now


@dataclass(frozen=True, slots=True, eq=False)
class _Slopes:
    """How points of boxes move in the picture, (N, P, 2) each.

    `own` are by the x, y and turn of the box, `common` by the measures `free` of the camera. They
    stay what they are while only boxes move, as those move little.
    """

    own: list[Floats]
    common: list[Floats]
    free: list[int]


def _slopes(field: EdgeField, start: Boxes, move: Move) -> _Slopes:
    points, _ = _points(start)
    here = _pixels(field, start.pose, points)
    own, common = [], []
    for by in range(3):
        places = start.places.copy()
        places[:, by] += NUDGE
        own.append(_pixels(field, start.pose, _points(replace(start, places=places))[0]) - here)
    free = [*range(6 * move.camera), *([6] if move.focal else [])]
    for which in free:
        step = np.zeros(7)
        step[which] = NUDGE
        common.append(_pixels(field, _moved(start.pose, step), points) - here)
    return _Slopes(own, common, free)


def _step(field: EdgeField, now: Boxes, start: Boxes, slopes: _Slopes, reach: float) -> Boxes:
    away, weight, normal = _seen(field, now, reach)
    own = np.stack([_along(change, normal) for change in slopes.own], axis=-1)
    heavy = own * weight[..., None]
    # an edge is known to about half a pixel
    hold = np.diag(0.25 / np.square(PLACE))
    a = heavy.transpose(0, 2, 1) @ own + hold
    b = np.einsum("npi,np->ni", heavy, away) + (start.places - now.places) @ hold
    if not slopes.free:
        step = np.linalg.solve(a, b[..., None])[..., 0]
        return replace(now, places=now.places + step)
    # boxes meet only in the camera: their own steps are eliminated first
    common = np.stack([_along(change, normal) for change in slopes.common], axis=-1)
    cross = heavy.transpose(0, 2, 1) @ common
    solved = np.linalg.solve(a, np.concatenate([cross, b[..., None]], axis=2))
    heavy_common = common * weight[..., None]
    c = (heavy_common.transpose(0, 2, 1) @ common).sum(axis=0)
    c += np.diag(0.25 / np.square(np.array([*CAMERA, FOCAL])[slopes.free]))
    d = np.einsum("npi,np->i", heavy_common, away)
    c -= np.einsum("nji,njk->ik", cross, solved[..., :-1])
    d -= np.einsum("nji,nj->i", cross, solved[..., -1])
    camera = np.zeros(7)
    camera[slopes.free] = np.linalg.solve(c, d)
    step = solved[..., -1] - solved[..., :-1] @ camera[slopes.free]
    return replace(now, pose=_moved(now.pose, camera), places=now.places + step)


def _points(now: Boxes) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Give points (N, 12, S, 3) mm on the edges of each box and which edges (N, 12) are seen."""
    corners = now.corners()
    part = np.linspace(0.06, 0.94, SAMPLES)[:, None]
    start, end = corners[:, EDGES[:, 0], None], corners[:, EDGES[:, 1], None]
    return start + (end - start) * part, seen_edges(corners, now.pose.position)


def _pixels(field: EdgeField, pose: Pose, points: Floats) -> Floats:
    return (pose.project(points.reshape(-1, 3)).reshape(*points.shape[:-1], 2) + 0.5) * (
        field.scale
    ) - 0.5


def _seen(field: EdgeField, now: Boxes, reach: float) -> tuple[Floats, Floats, Floats]:
    """Give (N, P) each point's way to its edge along its normal, its weight, and (N, P, 2) that."""
    points, seen = _points(now)
    at = _pixels(field, now.pose, points)
    along = at[:, :, -1] - at[:, :, 0]
    long = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6)
    normal = np.stack([-along[..., 1], along[..., 0]], axis=2) / long
    normal = np.broadcast_to(normal[:, :, None], at.shape)
    offsets = np.arange(-np.ceil(reach), np.ceil(reach) + 1)
    lies = _lies(field, at[..., None, :] + offsets[:, None] * normal[..., None, :], normal)
    # of two edges as good the nearer one
    best = (lies * (1 - 0.3 * np.abs(offsets) / (reach + 1))).argmax(axis=-1)
    strength = np.take_along_axis(lies, best[..., None], -1)[..., 0]
    weight = np.where(seen[:, :, None] & (strength > FAINT), strength, 0.0)
    count = len(now.places)
    return offsets[best].reshape(count, -1), weight.reshape(count, -1), normal


def _lies(field: EdgeField, at: Floats, normal: Floats) -> Floats:
    h, w = field.x.shape
    inside = (at >= 0).all(axis=-1) & (at[..., 0] < w - 1) & (at[..., 1] < h - 1)
    col = np.clip(np.nan_to_num(at[..., 0]), 0, w - 1).round().astype(np.intp)
    row = np.clip(np.nan_to_num(at[..., 1]), 0, h - 1).round().astype(np.intp)
    gx, gy = field.x[row, col], field.y[row, col]
    across = np.abs(gx * normal[..., None, 0] + gy * normal[..., None, 1])
    return np.where(inside, across / (np.hypot(gx, gy) + HALF), 0.0)


def _along(change: Floats, normal: Floats) -> Floats:
    return np.asarray((change / NUDGE * normal).sum(axis=-1).reshape(len(change), -1))


def _moved(pose: Pose, step: Floats) -> Pose:
    if not step.any():
        return pose
    r = np.asarray(cv2.Rodrigues(pose.turned() + step[:3])[0], np.float64)
    k = pose.k.copy()
    k[[0, 1], [0, 1]] *= np.exp(step[6])
    return replace(pose, k=k, r=r, t=pose.t + step[3:6])
